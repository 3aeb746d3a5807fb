"""A position of Planet Steam as the predicates see it, read from the seat's view and the board's file."""

from __future__ import annotations

import tomllib
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Any

from engineshed.core.contract import Seat
from engineshed.games.planet_steam import GAME

RESOURCES = ("quartz", "ore", "water", "energy")
QUARTZ, ORE, WATER, ENERGY = range(4)


class Board:
    """The contents of the board's file."""

    def __init__(self, doc: dict[str, Any]) -> None:
        rows = [line.split() for line in doc["land"]["zones"].strip().splitlines()]
        self.rows, self.columns = len(rows), len(rows[0])
        self.river = [symbol == "~" for row in rows for symbol in row]
        self.names = [f"{chr(ord('A') + x)}{y + 1}" for y in range(self.rows) for x in range(self.columns)]
        self.cards = {
            seats: {card["number"]: card["who"] for card in doc["specialists"] if seats in card["sets"]}
            for seats in range(2, 6)
        }
        self.lowest = [doc["prices"][name]["lowest"] for name in RESOURCES]
        self.highest = [doc["prices"][name]["highest"] for name in RESOURCES]
        self.tank_prices: list[int] = doc["tank_prices"]["prices"]
        self.pieces: dict[str, Any] = doc["pieces"]

    def zones_from(self, zone: int) -> list[list[int]]:
        """The zones in each of the four directions, nearest first."""
        row, column = divmod(zone, self.columns)
        left = [row * self.columns + x for x in range(column - 1, -1, -1)]
        right = [row * self.columns + x for x in range(column + 1, self.columns)]
        up = [y * self.columns + column for y in range(row - 1, -1, -1)]
        down = [y * self.columns + column for y in range(row + 1, self.rows)]
        return [left, right, up, down]


@lru_cache(maxsize=16)
def board_of(map_: str) -> Board:
    if "\n" not in map_:
        data = files("engineshed.games.planet_steam").joinpath("data", "maps", f"{map_}.toml")
        map_ = data.read_text(encoding="utf-8")
    return Board(tomllib.loads(map_))


class Position:
    def __init__(self, state: Any, seat: int) -> None:
        self.seat = seat
        self.view: Any = GAME.rules.view(state, Seat(seat))
        self.stage: str = self.view.stage
        self.me: Any = self.view.players[seat]
        self.board = board_of(self.view.options.map)
        self.acting = Seat(seat) in GAME.rules.to_act(state)

    @property
    def credits(self) -> int:
        return int(self.me.credits)

    # -- zones --------------------------------------------------------------------------------------------------------

    def zone(self, number: int) -> Any:
        return self.view.zones[number]

    def exists(self, number: int) -> bool:
        return 0 <= number < len(self.board.names)

    @cached_property
    def unclaimed(self) -> set[int]:
        return {number for number, zone in enumerate(self.view.zones) if zone.owner is None}

    @cached_property
    def neutral(self) -> set[int]:
        return {number for number, zone in enumerate(self.view.zones) if zone.owner == "neutral"}

    def mine(self, number: int) -> bool:
        return bool(self.zone(number).owner == self.seat)

    def has_tank(self, number: int) -> bool:
        return self.zone(number).product is not None

    def has_own_tank(self, number: int) -> bool:
        return self.mine(number) and self.has_tank(number)

    @cached_property
    def nearest(self) -> set[int]:
        """The first unclaimed zone in each direction, after a failed roll."""
        found = set()
        for zones in self.board.zones_from(self.view.zone):
            found |= {next((zone for zone in zones if zone in self.unclaimed), -1)}
        return found - {-1}

    # -- auctions -----------------------------------------------------------------------------------------------------

    @property
    def speculates(self) -> bool:
        """Whether the player bids for a zone as the Speculator, who pays half."""
        who = self.board.cards[self.view.seats].get(self.me.card, [])
        return self.stage == "zone-auction" and "speculator" in who

    @property
    def least_bid(self) -> int:
        return int(self.view.bid) + 1

    @property
    def most_bid(self) -> int:
        return self.credits * 2 if self.speculates else self.credits

    # -- goods --------------------------------------------------------------------------------------------------------

    def lacks(self, **cost: int) -> bool:
        """Whether the player has too little of something to pay this."""
        have = {name: self.me.goods[number] for number, name in enumerate(RESOURCES)} | {"credits": self.credits}
        return any(have[name] < count for name, count in cost.items())

    def works_free(self, number: int) -> bool:
        """Whether a tank needs no energy: it has an energy converter, or is on the river without a converter."""
        product = self.zone(number).product
        return bool(product == ENERGY or (product == WATER and self.board.river[number]))
