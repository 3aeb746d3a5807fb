"""The parts of the game in their order: companies, resources, specialists, colours of the supply scales."""

from __future__ import annotations

from typing import Literal, get_args

GAME_ID = "planet-steam"

SEATS = (2, 5)
PLAYER_COUNTS = tuple(range(SEATS[0], SEATS[1] + 1))
COMPANIES = ("black", "green", "orange", "purple", "yellow")
"""The players' colours, by seat."""

RESOURCES = ("quartz", "ore", "water", "energy")
"""In the order of their trade numbers (R2)."""
QUARTZ, ORE, WATER, ENERGY = range(4)
CONVERTED = (QUARTZ, ORE, ENERGY)
"""What a converter makes a tank extract instead of water."""

SpecialistName = Literal["lady-steam", "speculator", "airship-captain", "engineer", "banker"]
SPECIALISTS: tuple[SpecialistName, ...] = get_args(SpecialistName)
LADY_STEAM, SPECULATOR, AIRSHIP_CAPTAIN, ENGINEER, BANKER = range(5)

Colour = Literal["black", "blue", "green", "yellow", "orange", "red"]
"""The colours of a supply, from scarce to plentiful."""
COLOURS: tuple[Colour, ...] = get_args(Colour)

CLASSES = 4
"""The number of classes of carriers."""
DIE = 6

WayName = Literal["weak", "moderate", "strong"]
"""A way to manipulate prices."""
WAYS: tuple[WayName, ...] = get_args(WayName)
WEAK, MODERATE, STRONG = range(3)
