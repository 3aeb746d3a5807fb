"""What the rulebook says about the printed board, and what one would expect of it.

The rulebook prints some tables and costs in full; elsewhere its text shows a number here and there, in an example
or by counting pieces. A file that contradicts one of them is wrong. What is less certain, or known only about the first
edition, is only a doubt.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import msgspec

from engineshed.core.words import Message, Param
from engineshed.games.planet_steam.rules.boardfile import BoardFile, CostLine
from engineshed.games.planet_steam.rules.components import COLOURS, PLAYER_COUNTS, RESOURCES
from engineshed.games.planet_steam.rules.troubles import place


class Wrong(NamedTuple):
    """Where in the file, and what is wrong there: a message under ``trouble``."""

    place: str | Message
    message: str
    params: dict[str, Param]


def _wrong(place: str | Message, message: str, **params: Param) -> Wrong:
    return Wrong(place, message, params)


Blocks = dict[str, Any]
"""Blocks of a file and their contents, as far as they are known."""


def _each(*numbers: int) -> Blocks:
    """A number for each number of players."""
    return {str(players): number for players, number in zip(PLAYER_COUNTS, numbers, strict=True)}


def _cost(**amounts: int) -> Blocks:
    """A cost names only the resources that are not 0."""
    return _plain(CostLine(**amounts))


def _plain(block: BoardFile | CostLine) -> Blocks:
    """The contents of a file, by key."""
    plain: Blocks = msgspec.to_builtins(block)
    return plain


# -- what the rulebook says ------------------------------------------------------------------------------------------

PRINTED: Final[Blocks] = {
    "start_supplies": {
        "quartz": _each(4, 5, 6, 7),
        "ore": _each(7, 8, 9, 10),
        "water": _each(6, 7, 8, 10),
        "energy": _each(10, 12, 14, 16),
    },
    "adjustment": {"green": {"shift": 0}, "yellow": {"shift": -1}, "red": {"shift": -3}},
    "shortage": {"rise": 4},
    "tank_costs": {
        "activation": _cost(water=1),
        "idle": _cost(water=1),
        "local_tank": _cost(water=1),
        "imported_tank": _cost(water=1, quartz=2, credits=5),
        "quartz_converter": _cost(credits=8),
        "ore_converter": _cost(credits=5),
        "energy_converter": _cost(credits=2),
        "supercharger": _cost(water=1, ore=1, quartz=2),
        "carrier_upgrade": _cost(ore=1, energy=1),
        "new_tank": _cost(ore=1, energy=1),
    },
    "independent_carrier": {"holds": 3},
    "start_goods": {
        "credits": _each(100, 110, 120, 130),
        "quartz": _each(0, 0, 1, 1),
        "ore": _each(1, 2, 2, 2),
        "water": _each(3, 4, 3, 3),
        "energy": _each(3, 2, 3, 4),
    },
    "reduced_goods": {
        "credits": _each(80, 90, 100, 110),
        "quartz": _each(0, 0, 0, 0),
        "ore": _each(0, 1, 1, 1),
        "water": _each(2, 3, 3, 3),
        "energy": _each(3, 2, 3, 3),
    },
    "pieces": {
        "tanks": 35,
        "quartz_converters": 14,
        "ore_converters": 14,
        "energy_converters": 14,
        "superchargers": 13,
        "claim_markers": 14,
        "neutral_markers": 15,
    },
    "certificates": {
        "licences": _each(6, 6, 7, 7),
        "quarters": _each(4, 5, 6, 7),
        "licence_cost": _cost(quartz=1, water=1),
        "quarters_cost": _cost(quartz=1, ore=1),
        "licence_sale": 15,
    },
    "sums": {"grant": 2, "engineer": 15, "no_zone": 15, "claimed_by": 4},
    "values": {"zone": 25, "tank": 25, "supercharger": 50, "quarters": 50},
    "manipulation": {
        "weak": {"cost": 0, "spaces": 3},
        "moderate": {"cost": 4, "spaces": 4},
        "strong": {"cost": 8, "spaces": 5},
    },
    "sabotage": {"from_round": 2, "per_pip": 2},
    "variable_claims": {"highest_roll": _each(3, 4, 5, 5)},
}
"""Every number that the rulebook prints."""

SCALE_POINTS: Final = (("water", 7), ("water", 8), ("energy", 1), ("energy", 3), ("energy", 4))
"""Prices that appear in examples."""
COLOUR_POINTS: Final = (("water", 4, "green"), ("ore", 9, "yellow"), ("energy", 14, "red"))
TANK_SPACES: Final = 14
TANK_PRICE: Final = 20
ROWS: Final = 7
CARDS: Final = 10
SET_OF_FOUR: Final = ("lady-steam", "speculator", "airship-captain", "engineer")
"""The specialists of the set of four, by card number from 1 up."""
SHOWN_CARD: Final = ("lady-steam", "airship-captain")
"""Both are on a card with the number 1."""


def contradiction(file: BoardFile) -> Wrong | None:
    """The first thing that differs from the rulebook; None if nothing does."""
    return next(_contradictions(file), None)


def _contradictions(file: BoardFile) -> Iterator[Wrong]:
    for keys, found, printed in _differences(_plain(file), PRINTED):
        yield _wrong(keys, "printed", found=found, printed=printed)
    yield from _prices(file)
    yield from _supplies(file)
    yield from _adjustment(file)
    yield from _tanks(file)
    yield from _carriers(file)
    yield from _specialists(file)
    yield from _map(file)


def _differences(found: Any, known: Any, *keys: str) -> Iterator[tuple[str, Any, Any]]:
    """The places where the file differs from what is known, with both values."""
    if isinstance(known, dict):
        for key in known:
            yield from _differences(found[key], known[key], *keys, key)
    elif found != known:
        yield ", ".join(keys), found, known


def _prices(file: BoardFile) -> Iterator[Wrong]:
    for name, price in SCALE_POINTS:
        scale = file.prices[name]
        if not scale.lowest <= price <= scale.highest:
            yield _wrong(f"prices, {name}", "scale-point", price=price)


def _supplies(file: BoardFile) -> Iterator[Wrong]:
    for name, amount, colour in COLOUR_POINTS:
        begins = file.supplies[name].colours
        found = [other for other in COLOURS if begins[other] <= amount][-1]
        if found != colour:
            yield _wrong(f"supplies, {name}", "colour-point", count=amount, found=found, colour=colour)


def _adjustment(file: BoardFile) -> Iterator[Wrong]:
    shifts = [file.adjustment[colour].shift for colour in COLOURS]
    if shifts != sorted(shifts, reverse=True):
        yield _wrong("adjustment", "adjustment")


def _tanks(file: BoardFile) -> Iterator[Wrong]:
    prices = file.tank_prices.prices
    if len(prices) != TANK_SPACES:
        yield _wrong("tank_prices, prices", "tank-spaces", count=len(prices), spaces=TANK_SPACES)
    if TANK_PRICE not in prices:
        yield _wrong("tank_prices, prices", "tank-price", price=TANK_PRICE)


def _carriers(file: BoardFile) -> Iterator[Wrong]:
    water, quartz = file.carriers["water"].holds[1], file.carriers["quartz"].holds[3]
    if water != 7:
        yield _wrong("carriers, water", "water-class", holds=water)
    if quartz < 10:
        yield _wrong("carriers, quartz", "quartz-class", holds=quartz)


def _specialists(file: BoardFile) -> Iterator[Wrong]:
    if len(file.specialists) != CARDS:
        yield _wrong("specialists", "card-count", cards=CARDS, count=len(file.specialists))
    for line in file.specialists:
        if len(line.who) > 1 and any(players > 3 for players in line.sets):
            yield _wrong(place("card", card=line.number), "shared-card")
    for card, found, name in _other_cards(file, SET_OF_FOUR):
        yield _wrong(place("set-card", players=len(SET_OF_FOUR), card=card), "example-card", found=found, name=name)
    if not any(line.number == 1 and sorted(line.who) == sorted(SHOWN_CARD) for line in file.specialists):
        yield _wrong("specialists", "shown-card", first=SHOWN_CARD[0], second=SHOWN_CARD[1])
    if not any({2, 3} <= set(line.sets) for line in file.specialists):
        yield _wrong("specialists", "two-sets")


def _other_cards(file: BoardFile, names: tuple[str, ...]) -> Iterator[tuple[int, str, str]]:
    """Cards of a set with one specialist on each: the number, who is on it, and who should be."""
    numbered = {line.number: line for line in file.specialists if len(names) in line.sets}
    for number, name in enumerate(names, 1):
        found = ", ".join(numbered[number].who)
        if found != name:
            yield number, found, name


def _map(file: BoardFile) -> Iterator[Wrong]:
    rows = len(file.land.zones.strip("\n").split("\n"))
    if rows != ROWS:
        yield _wrong("land, zones", "rows", rows=ROWS, count=rows)
    for players in (4, 5):
        if "x" in file.setups[players].claims:
            yield _wrong(f"setups, {players}, claims", "all-zones")


# -- what one would expect -------------------------------------------------------------------------------------------

DERIVED: Final[Blocks] = {
    "length": {"rounds": _each(7, 6, 5, 4)},
    "adjustment": {"orange": {"shift": -2}},
    "tank_start": {"tanks": _each(9, 10, 12, 14)},
}
"""Values from the first edition; the shift is between its neighbours."""
SET_OF_FIVE: Final = ("lady-steam", "speculator", "airship-captain", "banker", "engineer")
ZONES: Final = 42


def doubts(file: BoardFile) -> tuple[Message, ...]:
    """Messages under ``doubt``; none for the printed board as far as we know it."""
    return tuple(_doubts(file))


def _doubt(message: str, **params: Param) -> Message:
    return Message(f"doubt.{message}", params)


def _doubts(file: BoardFile) -> Iterator[Message]:
    for keys, found, derived in _differences(_plain(file), DERIVED):
        yield _doubt("derived", place=keys, found=found, derived=derived)
    for card, found, derived in _other_cards(file, SET_OF_FIVE):
        yield _doubt("card", players=len(SET_OF_FIVE), card=card, found=found, derived=derived)
    zones = len(file.land.zones.split())
    if zones != ZONES:
        yield _doubt("zones", count=zones, zones=ZONES)
    start = {name: file.prices[name].start for name in RESOURCES}
    if not start["quartz"] > start["ore"] > start["energy"]:
        yield _doubt("price-order")
    if not 12 <= start["quartz"] + start["water"] <= 24:
        yield _doubt("licence")
    if 2 * start["quartz"] + start["ore"] + start["water"] >= file.values.supercharger:
        yield _doubt("supercharger")
    if list(file.tank_prices.prices) != sorted(file.tank_prices.prices, reverse=True):
        yield _doubt("tank-prices")
    for players in PLAYER_COUNTS:
        yield from _claim_doubts(file, players)


def _claim_doubts(file: BoardFile, players: int) -> Iterator[Message]:
    claims = file.setups[players].claims.split()
    if claims.count("A") != 2:
        yield _doubt("first-zones", players=players, count=claims.count("A"))
    if claims.count("n") > 12:
        yield _doubt("neutral-markers", players=players, count=claims.count("n"))
