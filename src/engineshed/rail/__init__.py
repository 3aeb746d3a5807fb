"""Hexes, track and networks: what the track-laying games share. No game's rules live here."""
