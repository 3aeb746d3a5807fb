"""A map of Steam, read from its file: what is in each hex, and which edges no track may cross."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from itertools import combinations
from typing import Any

from engineshed.games.steam import GAME

EDGES = ("n", "ne", "se", "s", "sw", "nw")
WAYS = tuple(combinations(range(6), 2))
"""The fifteen ways through a hex, numbered as moves number them."""


def opposite(edge: int) -> int:
    return (edge + 3) % 6


class Ground:
    """What a map's file says. Hexes are numbered as the layout lists them."""

    def __init__(self, doc: dict[str, Any], layout: Any) -> None:
        self.names: list[str] = [info.name for info in layout.hexes]
        self.beside: list[tuple[int | None, ...]] = [info.beside for info in layout.hexes]
        symbols = _symbols(doc["terrain"])
        self.symbol = [symbols[name] for name in self.names]
        self.printed_cities = {h: doc["cities"][s] for h, s in enumerate(self.symbol) if s in doc.get("cities", {})}
        self.printed_towns = {h: doc["towns"][s] for h, s in enumerate(self.symbol) if s in doc.get("towns", {})}
        wet = {word for river in doc.get("rivers", []) + doc.get("canals", []) for word in river.split()}
        self.river = [name in wet for name in self.names]
        self.hill = [s == "+" or self.printed_towns.get(h, {}).get("hill", False) for h, s in enumerate(self.symbol)]
        black = {self._edge(text) for text in doc.get("black_edges", [])}
        self.black = black | {(self.across(h, e), opposite(e)) for h, e in black}

    def _edge(self, text: str) -> tuple[int | None, int]:
        name, edge = text.split()
        return self.names.index(name), EDGES.index(edge)

    def across(self, hex_: int | None, edge: int) -> int | None:
        return None if hex_ is None else self.beside[hex_][edge]

    def exists(self, hex_: int) -> bool:
        return 0 <= hex_ < len(self.names)

    def water(self, hex_: int) -> bool:
        return self.symbol[hex_] == "~"

    def closed(self, hex_: int, edge: int) -> bool:
        """No track crosses the border of the map, a shore or a black edge."""
        beyond = self.across(hex_, edge)
        return beyond is None or self.water(beyond) or (hex_, edge) in self.black

    def surcharge(self, hex_: int) -> int:
        return self.river[hex_] + 2 * self.hill[hex_]


def _symbols(terrain: str) -> dict[str, str]:
    rows = [line.split() for line in terrain.strip().splitlines()]
    return {f"{chr(ord('A') + x)}{y + 1}": symbol for y, row in enumerate(rows) for x, symbol in enumerate(row)}


@lru_cache(maxsize=128)
def ground_of(options: Any) -> Ground:
    text = options.map
    if "\n" not in text:
        text = files("engineshed.games.steam").joinpath("data", "maps", f"{text}.toml").read_text(encoding="utf-8")
    return Ground(tomllib.loads(text), GAME.boards.layout(options))
