"""The games: one folder each, its rules named as its rulebook names them."""
