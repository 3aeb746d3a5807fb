"""Engine Shed: four steam-age economic board games, to play, to simulate and to study."""

__version__ = "0.1.0"
