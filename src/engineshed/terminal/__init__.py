"""How terminals show any game: boards drawn in characters, tables of numbers, views field by field."""
