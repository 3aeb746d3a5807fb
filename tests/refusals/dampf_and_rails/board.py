"""The board of Dampf & Rails, read from its data files; mileposts and sections are numbered as in the layout."""

from __future__ import annotations

import tomllib
from functools import cached_property
from importlib.resources import files
from typing import Any

from engineshed.games.dampf_and_rails import GAME
from engineshed.games.dampf_and_rails.rules.options import Options

PLAIN, RIVER, BAY = 1, 2, 3
TOWN_PRICE = {"small": 3, "medium": 3, "hexagon": 5}
PLACES = {"small": 2, "medium": 3, "hexagon": 3, "port": 2}
"""The number of players who may connect a place of this kind (connection limits)."""


def read(name: str) -> dict[str, Any]:
    text = files("engineshed.games.dampf_and_rails").joinpath("data", f"{name}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


class Board:
    def __init__(self) -> None:
        doc, layout = read("map"), GAME.boards.layout(Options())
        grid = [line.split()[:2] for line in doc["mileposts"].split("\n") if line]
        land = dict(grid)
        self.codes = list(land)
        """The names of mileposts on the grid; the layout names those of places after the place."""
        number = {code: post for post, code in enumerate(self.codes)}
        assert len(layout.posts) == len(self.codes)
        self.east = {post for code, post in number.items() if land[code] == "east"}
        self.ends = [section.ends for section in layout.sections]
        self.around: dict[int, dict[int, int]] = {post: {} for post in range(len(self.codes))}
        for section, (one, other) in enumerate(self.ends):
            self.around[one][other] = self.around[other][one] = section
        places = [*doc["towns"], *({**port, "kind": "port"} for port in doc["ports"])]
        self.names = [place["name"] for place in places]
        self.kinds = [place["kind"] for place in places]
        self.towns = len(doc["towns"])
        self.posts_of = [[number[place["at"]], *(number[code] for code in place.get("ring", []))] for place in places]
        self.place_at = {post: place for place, posts in enumerate(self.posts_of) for post in posts}
        self.starts = {place: town["starts"] for place, town in enumerate(doc["towns"]) if "starts" in town}
        self.ferry_names = [ferry["name"] for ferry in doc["ferries"]]
        self.ferry_ends = [tuple(self.names.index(end) for end in ferry["ends"]) for ferry in doc["ferries"]]
        self.ferry_prices = [ferry["price"] for ferry in doc["ferries"]]
        self.rivers = {name: self._sections(number, texts) for name, texts in doc["rivers"].items()}
        self.bays = set().union(*(self._sections(number, texts) for texts in doc["bays"].values()))
        pairs = [text.split("-") for text in doc["open_water"]["sections"]]
        self.open_water = {frozenset(number[code] for code in pair) for pair in pairs}
        """Pairs of neighbours that cannot be joined."""
        self.streets = {
            section
            for section, (one, other) in enumerate(self.ends)
            if self.place_at.get(one, -1) == self.place_at.get(other, -2)
        }

    def _sections(self, number: dict[str, int], texts: list[str]) -> set[int]:
        pairs = [[number[code] for code in text.split("-")] for text in texts]
        return {self.around[one][other] for one, other in pairs if other in self.around[one]}

    @cached_property
    def river_sections(self) -> set[int]:
        return set().union(*self.rivers.values())

    def water(self, section: int) -> int:
        """The extra cost of water, which is that of the more expensive one if there are two."""
        return BAY if section in self.bays else RIVER if section in self.river_sections else 0

    def port_ferry(self, place: int) -> int:
        """The ferry of a port that is not a town."""
        return next(ferry for ferry, ends in enumerate(self.ferry_ends) if place in ends)

    def price_of(self, post: int) -> int:
        """The cost of connecting a milepost."""
        place = self.place_at.get(post)
        if place is None:
            return PLAIN
        if self.kinds[place] == "port":
            return int(self.ferry_prices[self.port_ferry(place)])
        return TOWN_PRICE[self.kinds[place]]

    def near(self, town: str, radius: int) -> set[int]:
        """The mileposts within this many steps of a town as the crow flies."""
        column, row = self._cell(self.posts_of[self.names.index(town)][0])
        return {post for post in range(len(self.codes)) if _distance((column, row), self._cell(post)) <= radius}

    def _cell(self, post: int) -> tuple[int, int]:
        code = self.codes[post]
        return ord(code[0]) - ord("A"), int(code[1:])


def _distance(one: tuple[int, int], other: tuple[int, int]) -> int:
    """The distance on a triangular grid whose even rows are shifted half a step to the right."""
    rows = abs(one[1] - other[1])
    columns = abs(2 * one[0] - one[1] % 2 - 2 * other[0] + other[1] % 2) / 2
    return rows + max(0, round(columns - rows / 2))


BOARD = Board()
GOODS = read("goods")["goods"]
ORDERS = read("orders")["orders"]
TRAINS = read("trains")["trains"]
EVENTS = read("events")["events"]
GOOD_IDS = [good["id"] for good in GOODS]
EVENT_IDS = [event["id"] for event in EVENTS]
TRAIN_IDS = [train["id"] for train in TRAINS]
OFFERED = [{BOARD.names.index(town) for town in good["towns"]} for good in GOODS]
"""The towns that offer each good."""
SNOW = BOARD.near("Ålborg", 6)
FLOODS = [set().union(*(BOARD.rivers[river] for river in event.get("floods", []))) for event in EVENTS]
STOPPED = [{BOARD.ferry_names.index(name) for name in event.get("stops", [])} for event in EVENTS]
IDLE_DOCKS = [{BOARD.names.index(name) for name in event.get("idle_docks", [])} for event in EVENTS]
