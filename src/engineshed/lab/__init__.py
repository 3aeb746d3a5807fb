"""The laboratory: many games at once, what they show, how fast they run, and positions that must come out right."""
