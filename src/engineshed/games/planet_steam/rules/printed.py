"""What the rulebook tells of the printed board, and what one would expect of it.

The rulebook prints some tables and costs as they are; elsewhere its text shows a number here and there, in an example
or by counting pieces. A file that contradicts one of them is wrong. What follows from them less surely, or is known of
the first edition alone, is only told as a doubt.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from engineshed.games.planet_steam.rules.boardfile import BoardFile, CostLine
from engineshed.games.planet_steam.rules.components import COLOURS, PLAYER_COUNTS, RESOURCES

Place = tuple[str, str]
"""Where in the file, and what is wrong there."""
Blocks = dict[str, Any]
"""Blocks of a file and what stands in them, as far as it is known."""


def _each(*numbers: int) -> Blocks:
    """A number for each number of players."""
    return {str(players): number for players, number in zip(PLAYER_COUNTS, numbers, strict=True)}


def _cost(**amounts: int) -> Blocks:
    """A cost names what is not 0."""
    return _plain(CostLine(**amounts))


def _plain(block: BoardFile | CostLine) -> Blocks:
    """What a file says, by the names of its keys."""
    plain: Blocks = msgspec.to_builtins(block)
    return plain


# -- what the rulebook tells -----------------------------------------------------------------------------------------

PRINTED: Blocks = {
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

SCALE_POINTS = (("water", 7), ("water", 8), ("energy", 1), ("energy", 3), ("energy", 4))
"""Prices that examples name."""
COLOUR_POINTS = (("water", 4, "green"), ("ore", 9, "yellow"), ("energy", 14, "red"))
TANK_SPACES = 14
TANK_PRICE = 20
ROWS = 7
CARDS = 10
SET_OF_FOUR = ("lady-steam", "speculator", "airship-captain", "engineer")
"""By their numbers, from 1 on."""
SHOWN_CARD = ("lady-steam", "airship-captain")
"""Both on a card with the number 1."""


def contradiction(file: BoardFile) -> Place | None:
    """The first thing that the rulebook tells otherwise; None when there is none."""
    return next(_contradictions(file), None)


def _contradictions(file: BoardFile) -> Iterator[Place]:
    for place, found, printed in _differences(_plain(file), PRINTED):
        yield place, f"it is {found}; the rulebook says {printed}"
    yield from _prices(file)
    yield from _supplies(file)
    yield from _adjustment(file)
    yield from _tanks(file)
    yield from _carriers(file)
    yield from _specialists(file)
    yield from _map(file)


def _differences(found: Any, known: Any, *place: str) -> Iterator[tuple[str, Any, Any]]:
    """Where what is found is not what is known, and both of them."""
    if isinstance(known, dict):
        for key in known:
            yield from _differences(found[key], known[key], *place, key)
    elif found != known:
        yield ", ".join(place), found, known


def _prices(file: BoardFile) -> Iterator[Place]:
    for name, price in SCALE_POINTS:
        scale = file.prices[name]
        if not scale.lowest <= price <= scale.highest:
            yield f"prices, {name}", f"an example of the rulebook has a price of {price}, which is not on the scale"


def _supplies(file: BoardFile) -> Iterator[Place]:
    for name, amount, colour in COLOUR_POINTS:
        begins = file.supplies[name].colours
        found = [other for other in COLOURS if begins[other] <= amount][-1]
        if found != colour:
            problem = f"a supply of {amount} is {found}; in an example of the rulebook a supply of {amount} is {colour}"
            yield f"supplies, {name}", problem


def _adjustment(file: BoardFile) -> Iterator[Place]:
    shifts = [file.adjustment[colour].shift for colour in COLOURS]
    if shifts != sorted(shifts, reverse=True):
        yield "adjustment", "the more there is, the lower the price should go"


def _tanks(file: BoardFile) -> Iterator[Place]:
    prices = file.tank_prices.prices
    if len(prices) != TANK_SPACES:
        yield "tank_prices, prices", f"there are {len(prices)} spaces; examples of the rulebook fill {TANK_SPACES}"
    if TANK_PRICE not in prices:
        yield "tank_prices, prices", f"in an example of the rulebook a tank costs {TANK_PRICE}, which no space says"


def _carriers(file: BoardFile) -> Iterator[Place]:
    water, quartz = file.carriers["water"].holds[1], file.carriers["quartz"].holds[3]
    if water != 7:
        yield "carriers, water", f"class 2 holds {water}; in an example of the rulebook class 2 holds 7"
    if quartz < 10:
        yield "carriers, quartz", f"class 4 holds {quartz}; in an example of the rulebook class 4 stores 10"


def _specialists(file: BoardFile) -> Iterator[Place]:
    if len(file.specialists) != CARDS:
        yield "specialists", f"there are {CARDS} cards in the box, not {len(file.specialists)}"
    for line in file.specialists:
        if len(line.who) > 1 and any(players > 3 for players in line.sets):
            yield f"specialists, card {line.number}", "two specialists share a card with 2 or 3 players only"
    for card, found, name in _other_cards(file, SET_OF_FOUR):
        yield card, f"it is {found}; in an example of the rulebook it is {name}"
    if not any(line.number == 1 and sorted(line.who) == sorted(SHOWN_CARD) for line in file.specialists):
        yield "specialists", f"no card 1 has both {' and '.join(SHOWN_CARD)}; the rulebook shows one"
    if not any({2, 3} <= set(line.sets) for line in file.specialists):
        yield "specialists", "the rulebook speaks of a card that belongs to the sets 2 and 3"


def _other_cards(file: BoardFile, names: tuple[str, ...]) -> Iterator[tuple[str, str, str]]:
    """Cards of a set that has one specialist on each: which, whose it is, and whose it should be."""
    numbered = {line.number: line for line in file.specialists if len(names) in line.sets}
    for number, name in enumerate(names, 1):
        found = " and ".join(numbered[number].who)
        if found != name:
            yield f"specialists, set {len(names)}, card {number}", found, name


def _map(file: BoardFile) -> Iterator[Place]:
    rows = len(file.land.zones.strip("\n").split("\n"))
    if rows != ROWS:
        yield "land, zones", f"there are {ROWS} rows with an anchorage each, not {rows}"
    for players in (4, 5):
        if "x" in file.setups[players].claims:
            yield f"setups, {players}, claims", "all zones can be used with 4 or 5 players"


# -- what one would expect -------------------------------------------------------------------------------------------

DERIVED: Blocks = {
    "length": {"rounds": _each(7, 6, 5, 4)},
    "adjustment": {"orange": {"shift": -2}},
    "tank_start": {"tanks": _each(9, 10, 12, 14)},
}
"""Of the first edition; the shift lies between its neighbours."""
SET_OF_FIVE = ("lady-steam", "speculator", "airship-captain", "banker", "engineer")
ZONES = 42


def doubts(file: BoardFile) -> tuple[str, ...]:
    """Sentences; none for the printed board as far as we know it."""
    return tuple(_doubts(file))


def _doubts(file: BoardFile) -> Iterator[str]:
    for place, found, derived in (*_differences(_plain(file), DERIVED), *_other_cards(file, SET_OF_FIVE)):
        yield f"{place}: it is {found}; the rulebook does not say it, but {derived} follows from what is known"
    zones = len(file.land.zones.split())
    if zones != ZONES:
        yield f"land, zones: there are {zones} zones; the first edition had {ZONES}"
    start = {name: file.prices[name].start for name in RESOURCES}
    if not start["quartz"] > start["ore"] > start["energy"]:
        yield "converters cost most for quartz and least for energy, but the prices do not begin in that order"
    if not 12 <= start["quartz"] + start["water"] <= 24:
        yield "a licence costs quartz and water and sells for 15, but these two do not begin near 15"
    if 2 * start["quartz"] + start["ore"] + start["water"] >= file.values.supercharger:
        yield "at the first prices a supercharger costs more than it is worth at the end"
    if list(file.tank_prices.prices) != sorted(file.tank_prices.prices, reverse=True):
        yield "tanks do not get dearer as they get fewer"
    for players in PLAYER_COUNTS:
        yield from _claim_doubts(file, players)


def _claim_doubts(file: BoardFile, players: int) -> Iterator[str]:
    claims = file.setups[players].claims.split()
    if claims.count("A") != 2:
        yield f"with {players} players each begins with {claims.count('A')} zones instead of 2"
    if claims.count("n") > 12:
        yield f"with {players} players there are {claims.count('n')} neutral markers, more than the first edition had"
