"""What terminals show, whichever game is played: boards in characters, tables of numbers, any view by its fields."""
