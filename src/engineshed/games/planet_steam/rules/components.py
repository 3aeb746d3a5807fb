"""The parts of the game in their order: companies, resources, specialists, colours of the supply scales."""

from __future__ import annotations

from typing import Final, Literal, get_args

GAME_ID: Final = "planet-steam"

SEATS: Final = (2, 5)
PLAYER_COUNTS: Final = tuple(range(SEATS[0], SEATS[1] + 1))
COMPANIES: Final = ("black", "green", "orange", "purple", "yellow")
"""The players' colours, by seat."""

RESOURCES: Final = ("quartz", "ore", "water", "energy")
"""In the order of their trade numbers (R2)."""
QUARTZ: Final = 0
ORE: Final = 1
WATER: Final = 2
ENERGY: Final = 3
CONVERTED: Final = (QUARTZ, ORE, ENERGY)
"""What a converter makes a tank extract instead of water."""

SpecialistName = Literal["lady-steam", "speculator", "airship-captain", "engineer", "banker"]
SPECIALISTS: Final[tuple[SpecialistName, ...]] = get_args(SpecialistName)
LADY_STEAM: Final = 0
SPECULATOR: Final = 1
AIRSHIP_CAPTAIN: Final = 2
ENGINEER: Final = 3
BANKER: Final = 4

Colour = Literal["black", "blue", "green", "yellow", "orange", "red"]
"""The colours of a supply, from scarce to plentiful."""
COLOURS: Final[tuple[Colour, ...]] = get_args(Colour)

CLASSES: Final = 4
"""The number of classes of carriers."""
DIE: Final = 6

WayName = Literal["weak", "moderate", "strong"]
"""A way to manipulate prices."""
WAYS: Final[tuple[WayName, ...]] = get_args(WayName)
WEAK: Final = 0
MODERATE: Final = 1
STRONG: Final = 2
