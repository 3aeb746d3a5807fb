"""The tables of the rulebook of Dampf & Rails, made from the map and what is in the box."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engineshed.core.reference import Cell, RuleTable
from engineshed.core.words import Message, Thing
from engineshed.games.dampf_and_rails.boards.drawing import parts
from engineshed.games.dampf_and_rails.rules.box import box_of
from engineshed.games.dampf_and_rails.rules.components import GOOD_IDS, Demand
from engineshed.rail.pictures import picture

BOX = box_of(())
"""The box as it comes with the game."""
SIGNS = {"dot": "·", "small": "○", "medium": "□", "hexagon": "⬡", "port": "◇", "river": "≈", "bay": "~"}
"""What a terminal shows for each part of the map."""
SIZE = (64.0, 44.0)
"""The size of a picture."""

Row = tuple[Cell, ...]


@cache
def tables() -> Sequence[RuleTable]:
    return (_start(), _ferries(), _goods(), _orders(), _prices(), _places(), _trains(), _variants())


def _start() -> RuleTable:
    rows = (
        ("@entry.money", BOX.numbers.money),
        ("@entry.cards-dealt", BOX.numbers.cards_dealt),
        ("@entry.cards-kept", BOX.numbers.cards_kept),
        ("@entry.public-orders", BOX.numbers.public_orders),
    )
    return RuleTable("start", "R2", ("what", "number"), rows)


def _ferries() -> RuleTable:
    rows: tuple[Row, ...] = tuple(
        (ferry.name, *(BOX.board.place_names[end] for end in ferry.ends), ferry.price) for ferry in BOX.board.ferries
    )
    return RuleTable("ferries", "R27", ("ferry", "from", "to", "price"), rows)


def _goods() -> RuleTable:
    rows = tuple((f"@good.{good.id}", good.chips, _towns(good.towns)) for good in BOX.goods)
    return RuleTable("goods", "R15", ("good", "chips", "towns"), rows)


def _towns(towns: Sequence[int]) -> Message:
    names = tuple(Thing("town", town, BOX.board.place_names[town]) for town in towns)
    return Message("entry.list", {"things": names})


def _orders() -> RuleTable:
    """Every card with its three demands."""
    rows: tuple[Row, ...] = tuple((number, *map(_demand, demands)) for number, demands in enumerate(BOX.orders, 1))
    return RuleTable("orders", "R17", ("card", "first", "second", "third"), rows)


def _demand(demand: Demand) -> Message:
    town, good = BOX.board.place_names[demand.town], f"@good.{GOOD_IDS[demand.good]}"
    return Message("entry.demand", {"town": town, "good": good, "pay": demand.pay})


def _prices() -> RuleTable:
    prices: dict[str, Cell] = {
        "dot": BOX.numbers.plain,
        "small": BOX.numbers.small,
        "medium": BOX.numbers.medium,
        "hexagon": BOX.numbers.hexagon,
        "river": Message("entry.more", {"money": BOX.numbers.river}),
        "bay": Message("entry.more", {"money": BOX.numbers.bay}),
    }
    drawings = parts()
    rows = tuple(
        (picture(drawings[name], SIGNS[name], SIZE), f"@entry.to-{name}", cost) for name, cost in prices.items()
    )
    return RuleTable("prices", "R26", ("picture", "section", "price"), rows)


def _places() -> RuleTable:
    places = {
        "small": BOX.numbers.small_places,
        "medium": BOX.numbers.medium_places,
        "hexagon": BOX.numbers.hexagon_places,
        "port": BOX.numbers.port_places,
    }
    drawings = parts()
    rows = tuple(
        (picture(drawings[name], SIGNS[name], SIZE), f"@entry.{name}", count) for name, count in places.items()
    )
    return RuleTable("places", "R28", ("picture", "place", "places"), rows)


def _trains() -> RuleTable:
    rows = tuple((train.id, train.stage, train.speed, train.fast_speed, train.holds) for train in BOX.trains)
    return RuleTable("trains", "R29", ("train", "stage", "speed", "fast-speed", "holds"), rows)


def _variants() -> RuleTable:
    standard, fast = BOX.numbers.standard, BOX.numbers.fast
    rows = (
        ("@entry.limit", standard.limit, fast.limit),
        ("@entry.goal", standard.goal, fast.goal),
        ("@entry.handling", standard.handling, fast.handling),
    )
    return RuleTable("variants", "V1", ("what", "standard", "fast"), rows)
