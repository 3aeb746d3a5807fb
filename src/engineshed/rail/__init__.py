"""Hexes, track and networks: shared by the track-laying games. No game's rules are here."""
