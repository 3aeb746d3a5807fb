"""The names that the sentences of Steam use."""

from __future__ import annotations

from typing import Any

from tests.refusals.steam.ground import EDGES
from tests.refusals.steam.position import Position

COMPANIES = ("orange", "green", "black", "white", "brown")
GOODS = ("red", "blue", "yellow", "purple", "grey")
ACTIONS = ("turn-order", "first-move", "engineer", "first-build", "goods-growth", "locomotive", "urbanisation")
Said = dict[str, Any]


def company(seat: int | None) -> str | None:
    return None if seat is None else f"@company.{COMPANIES[seat]}"


def good(colour: int) -> str:
    return f"@good.{GOODS[colour]}"


def place_name(p: Position, hex_: int) -> str:
    printed = p.ground.printed_cities.get(hex_) or p.ground.printed_towns.get(hex_)
    return printed["name"] if printed else p.ground.names[hex_]


def is_hex(p: Position, thing: Any, hex_: int) -> bool:
    return bool(thing.id == hex_ and thing.name == p.ground.names[hex_])


def is_place(p: Position, thing: Any, hex_: int) -> bool:
    return bool(thing.id == hex_ and thing.name == place_name(p, hex_))


def way_name(way: frozenset[int]) -> str:
    return "@way." + "-".join(EDGES[edge] for edge in sorted(way))


def edge_said(said: Said) -> int:
    return EDGES.index(said["edge"].removeprefix("@edge."))
