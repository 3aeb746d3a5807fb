"""What facts and refusals call the things of this game.

Zones, rows, cards and the gauges of the market are things that the page lights up; everything else is only words.
"""

from __future__ import annotations

from typing import Final

from engineshed.core.words import Thing
from engineshed.games.planet_steam.rules.board import MOST_ZONES
from engineshed.games.planet_steam.rules.components import COMPANIES, RESOURCES, SEATS, SPECIALISTS, WAYS
from engineshed.games.planet_steam.rules.state import State

COMPANY_WORDS: Final = tuple(f"@company.{name}" for name in COMPANIES)
SPECIALIST_WORDS: Final = tuple(f"@specialist.{name}" for name in SPECIALISTS)
RESOURCE_WORDS: Final = tuple(f"@resource.{name}" for name in RESOURCES)
WAY_WORDS: Final = tuple(f"@way.{name}" for name in WAYS)

GAUGES: Final = tuple(Thing("resource", number, word) for number, word in enumerate(RESOURCE_WORDS))
"""The gauge of each resource: its price and its supply."""
SPECIALIST_CARDS: Final = tuple(Thing("card", number, str(number)) for number in range(SEATS[1] + 1))
"""The specialist cards by number; there is no card 0."""
ROWS: Final = tuple(Thing("row", row, str(row + 1)) for row in range(MOST_ZONES))


def zone_at(s: State, zone: int) -> Thing:
    return s.board.zones[zone]


def zones_at(s: State, zones: list[int]) -> tuple[Thing, ...]:
    return tuple(map(s.board.zones.__getitem__, zones))
