"""A map of Steam Power, read from its file, and the contracts."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from itertools import combinations
from typing import Any

from engineshed.games.steam_power import GAME

EDGES = ("n", "ne", "se", "s", "sw", "nw")
WAYS = tuple(combinations(range(6), 2))
"""The fifteen ways through a hex, numbered as moves number them."""
PRICES = {".": 0, "+": 2, "^": 4}
GOODS = ("black", "white", "orange", "grey")


def _read(*path: str) -> str:
    return files("engineshed.games.steam_power").joinpath("data", *path).read_text(encoding="utf-8")


CONTRACTS = [
    {**contract, "needs": tuple(contract["demand"].count(good[0].upper()) for good in GOODS)}
    for contract in tomllib.loads(_read("contracts.toml"))["contracts"]
]


def opposite(edge: int) -> int:
    return (edge + 3) % 6


class Ground:
    """Hexes and cities are numbered as the layout lists them."""

    def __init__(self, doc: dict[str, Any], layout: Any) -> None:
        self.names: list[str] = [info.name for info in layout.hexes]
        self.beside: list[tuple[int | None, ...]] = [info.beside for info in layout.hexes]
        rows = [line.split() for line in doc["terrain"].strip().splitlines()]
        symbols = {f"{chr(ord('A') + x)}{y + 1}": symbol for y, row in enumerate(rows) for x, symbol in enumerate(row)}
        self.symbol: list[str] = [symbols[name] for name in self.names]
        self.city_names: list[str] = [city.name for city in layout.cities]
        self.city_hex: list[int] = [city.hex for city in layout.cities]
        self.city_at = {hex_: city for city, hex_ in enumerate(self.city_hex)}
        assert all(
            doc["cities"][self.symbol[hex_]] == name for name, hex_ in zip(self.city_names, self.city_hex, strict=True)
        )
        self.group = self._groups()

    def _groups(self) -> list[int]:
        """The first city of each city's group: adjacent cities form one group."""
        group = list(range(len(self.city_hex)))
        for _ in group:
            for city, hex_ in enumerate(self.city_hex):
                for other in self.beside[hex_]:
                    if other is not None and other in self.city_at:
                        group[city] = min(group[city], group[self.city_at[other]])
        return group

    def exists(self, hex_: int) -> bool:
        return 0 <= hex_ < len(self.names)

    def water(self, hex_: int) -> bool:
        return self.symbol[hex_] == "~"

    def price(self, hex_: int) -> int:
        return PRICES[self.symbol[hex_]]

    def dead_end(self, hex_: int, edge: int) -> bool:
        """Whether this edge leads off the map or into water."""
        beyond = self.beside[hex_][edge]
        return beyond is None or self.water(beyond)


@lru_cache(maxsize=64)
def ground_of(options: Any) -> Ground:
    text = options.map if "\n" in options.map else _read("maps", f"{options.map}.toml")
    return Ground(tomllib.loads(text), GAME.boards.layout(options))


def length(way: frozenset[int]) -> int:
    """3 for a straight, 2 for a wide curve, 1 for a tight one."""
    one, other = sorted(way)
    return min(other - one, 6 - other + one)


def cross(one: frozenset[int], other: frozenset[int]) -> bool:
    """Whether a crossing tile shows these two tracks: they cross, and neither is a tight curve."""
    first, last = sorted(one)
    between = [first < edge < last for edge in other]
    return not one & other and between[0] != between[1] and length(one) > 1 and length(other) > 1


def stock_of(*ways: frozenset[int]) -> int:
    """Which of the three stocks has the tile with these tracks."""
    if len(ways) == 1:
        return 0 if length(ways[0]) > 1 else 1
    return 1 if all(length(way) == 3 for way in ways) else 2
