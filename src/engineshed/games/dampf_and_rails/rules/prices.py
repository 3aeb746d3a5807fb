"""What it costs to connect a milepost, and what a section adds to it (R26); how many can connect a place (R28)."""

from __future__ import annotations

from typing import Final

from engineshed.games.dampf_and_rails.rules.board import BAY, DRY, NOWHERE, PORT, RIVER, Board
from engineshed.games.dampf_and_rails.rules.components import NUMBERS

PLACES_FREE: Final = {
    "small": NUMBERS.small_places,
    "medium": NUMBERS.medium_places,
    "hexagon": NUMBERS.hexagon_places,
    PORT: NUMBERS.port_places,
}
TOWN_PRICE: Final = {"small": NUMBERS.small, "medium": NUMBERS.medium, "hexagon": NUMBERS.hexagon}


class Prices:
    """What follows from the board and the numbers of the rules."""

    def __init__(self, board: Board) -> None:
        self.limits = tuple(PLACES_FREE[place.kind] for place in board.places)
        """The number of players who can connect each place (R28)."""
        self.ferries_at = tuple(
            tuple(number for number, ferry in enumerate(board.ferries) if place in ferry.ends)
            for place in range(len(board.places))
        )
        """The ferries that land at each place."""
        self.port_ferry = tuple(
            NOWHERE if place.is_town else ferries[0]
            for place, ferries in zip(board.places, self.ferries_at, strict=True)
        )
        """For a port that is not a town, the ferry with which it is connected."""
        self.place_price = tuple(
            board.ferries[ferry].price if place.kind == PORT else TOWN_PRICE[place.kind]
            for place, ferry in zip(board.places, self.port_ferry, strict=True)
        )
        """What connecting a place costs; for a port that is not a town, its ferry."""
        self.post_price = tuple(
            NUMBERS.plain if place == NOWHERE else self.place_price[place] for place in board.place_at
        )
        """What connecting a milepost costs."""
        self.water_price = tuple({DRY: 0, RIVER: NUMBERS.river, BAY: NUMBERS.bay}[water] for water in board.water)
        """What each section costs extra for the water that it crosses."""
