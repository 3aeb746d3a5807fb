"""The tables of Steam Power's rulebook, made from what is in the box."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engineshed.core.reference import Cell, RuleTable
from engineshed.core.words import Message, Thing
from engineshed.games.steam_power.boards.drawing import parts
from engineshed.games.steam_power.rules.board import Terrain
from engineshed.games.steam_power.rules.box import box_of
from engineshed.games.steam_power.rules.components import (
    CITY_TILES,
    GOODS,
    NUMBERS,
    TILE_NAMES,
    Contract,
)
from engineshed.rail.pictures import picture, track_tile

SIGNS = {"plain": "·", "hill": "▲", "mountain": "▲▲", "crossing": "╳", "water": "~", "city": "■", "group": "■■"}
"""What a terminal shows for each part of the board."""


@cache
def tables() -> Sequence[RuleTable]:
    return (_pieces(), _city_tiles(), _ground(), _tiles(), _contracts(), _ends(), _points())


def _pieces() -> RuleTable:
    counts = {"trains": NUMBERS.trains, "factories": NUMBERS.factories, "goods": NUMBERS.goods_per_colour}
    rows = tuple((f"@entry.{name}", count) for name, count in counts.items())
    return RuleTable("pieces", "R3", ("piece", "count"), rows)


def _city_tiles() -> RuleTable:
    rows = tuple((f"@entry.{name}-city", count) for name, count in zip(TILE_NAMES, CITY_TILES, strict=True))
    return RuleTable("city-tiles", "R4", ("city-tile", "count"), rows)


def _ground() -> RuleTable:
    prices: dict[str, Cell] = {
        "plain": NUMBERS.terrain_cost[Terrain.PLAIN],
        "hill": NUMBERS.terrain_cost[Terrain.HILL],
        "mountain": NUMBERS.terrain_cost[Terrain.MOUNTAIN],
        "crossing": NUMBERS.crossing_cost,
    }
    rows = tuple(
        (picture(drawing, SIGNS[name]), f"@entry.{name}", prices.get(name, Message("entry.no-track")))
        for name, drawing in parts().items()
    )
    return RuleTable("ground", "R14", ("picture", "ground", "price"), rows)


def _tiles() -> RuleTable:
    """Tiles with two faces have a row for each."""
    rows = tuple(
        (track_tile(face.ways), f"@face.{face.name}", number, stock.count)
        for number, stock in enumerate(box_of(()).stocks, 1)
        for face in stock.faces
    )
    return RuleTable("tiles", "R15", ("picture", "face", "stock", "count"), rows)


def _contracts() -> RuleTable:
    rows = tuple(
        (
            contract.id,
            Message("entry.list", {"things": demand(contract)}),
            contract.money,
            contract.vp,
            "–" if contract.bonus == "none" else f"@bonus.{contract.bonus}",
        )
        for contract in box_of(()).contracts
    )
    return RuleTable("contracts", "R47", ("contract", "goods", "money", "points", "bonus"), rows)


def demand(contract: Contract) -> tuple[Thing, ...]:
    """The goods that are asked for, one entry for each."""
    return tuple(
        Thing("good", good, f"@good.{good}")
        for good, units in zip(GOODS, contract.demand, strict=True)
        for _ in range(units)
    )


def _ends() -> RuleTable:
    rows = tuple(NUMBERS.targets.items())
    return RuleTable("ends", "R54", ("players", "contracts"), rows)


def _points() -> RuleTable:
    rows: tuple[tuple[Cell, ...], ...] = (
        ("@entry.vp-city", NUMBERS.vp_city),
        ("@entry.factory", NUMBERS.factory_vp),
        (Message("entry.money", {"money": NUMBERS.money_per_vp}), 1),
    )
    return RuleTable("points", "R56", ("for", "points"), rows)
