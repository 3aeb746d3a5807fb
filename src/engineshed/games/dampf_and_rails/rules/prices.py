"""What it costs to connect a milepost, and what a section adds to it (R26)."""

from __future__ import annotations

from engineshed.games.dampf_and_rails.rules.board import BAY, BOARD, DRY, NOWHERE, PORT, RIVER
from engineshed.games.dampf_and_rails.rules.components import NUMBERS

PLACES_FREE = {
    "small": NUMBERS.small_places,
    "medium": NUMBERS.medium_places,
    "hexagon": NUMBERS.hexagon_places,
    PORT: NUMBERS.port_places,
}
LIMITS = tuple(PLACES_FREE[place.kind] for place in BOARD.places)
"""How many players can connect each place (R28)."""

FERRIES_AT = tuple(
    tuple(number for number, ferry in enumerate(BOARD.ferries) if place in ferry.ends)
    for place in range(len(BOARD.places))
)
"""The ferries that land at each place."""

PORT_FERRY = tuple(
    NOWHERE if place.is_town else ferries[0] for place, ferries in zip(BOARD.places, FERRIES_AT, strict=True)
)
"""For a port that is not a town, the ferry with which it is connected."""


def _place_price(place: int) -> int:
    kind = BOARD.places[place].kind
    if kind == PORT:
        return BOARD.ferries[PORT_FERRY[place]].price
    return {"small": NUMBERS.small, "medium": NUMBERS.medium, "hexagon": NUMBERS.hexagon}[kind]


PLACE_PRICE = tuple(_place_price(place) for place in range(len(BOARD.places)))
"""What connecting a place costs; for a port that is not a town, its ferry."""

POST_PRICE = tuple(NUMBERS.plain if place == NOWHERE else PLACE_PRICE[place] for place in BOARD.place_at)
"""What connecting a milepost costs."""

WATER_PRICE = tuple({DRY: 0, RIVER: NUMBERS.river, BAY: NUMBERS.bay}[water] for water in BOARD.water)
"""What each section adds for the water that it crosses."""
