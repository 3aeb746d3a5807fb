"""What the rulebook tells of the printed board, and what one would expect of it.

The rulebook's text shows a number here and there: in an example, in a table, by counting pieces. A file that
contradicts one of them is wrong. What follows from them less surely is only told as a doubt.
"""

from __future__ import annotations

from collections.abc import Iterator

from engineshed.games.planet_steam.boardfile import BoardFile
from engineshed.games.planet_steam.components import COLOURS, PLAYER_COUNTS, RESOURCES

Place = tuple[str, str]
"""Where in the file, and what is wrong there."""

SCALE_POINTS = (("water", 7), ("water", 8), ("energy", 1), ("energy", 3), ("energy", 4))
"""Prices that examples name."""
COLOUR_POINTS = (("water", 4, "green"), ("ore", 9, "yellow"), ("energy", 14, "red"))
SHIFTS = {"red": -3, "yellow": -1, "green": 0}
TANK_SPACES = 14
TANK_PRICE = 20
ROWS = 7
CARDS = 10
SET_OF_FOUR = ("lady-steam", "speculator", "airship-captain", "engineer")


def contradiction(file: BoardFile) -> Place | None:
    """The first thing that the rulebook tells otherwise; None when there is none."""
    return next(_contradictions(file), None)


def _contradictions(file: BoardFile) -> Iterator[Place]:
    yield from _prices(file)
    yield from _supplies(file)
    yield from _adjustment(file)
    yield from _tanks(file)
    yield from _carriers(file)
    yield from _specialists(file)
    yield from _map(file)


def _prices(file: BoardFile) -> Iterator[Place]:
    for name, price in SCALE_POINTS:
        scale = file.prices[name]
        if not scale.lowest <= price <= scale.highest:
            yield f"prices, {name}", f"an example of the rulebook has a price of {price}, which is not on the scale"


def _supplies(file: BoardFile) -> Iterator[Place]:
    for name, amount, colour in COLOUR_POINTS:
        supply = file.supplies[name]
        found = [other for other in COLOURS if supply.colours[other] <= amount]
        if amount > supply.highest or found[-1] != colour:
            yield f"supplies, {name}", f"in an example of the rulebook a supply of {amount} is {colour}"


def _adjustment(file: BoardFile) -> Iterator[Place]:
    for colour, shift in SHIFTS.items():
        if file.adjustment[colour].shift != shift:
            yield f"adjustment, {colour}", f"the rulebook says {shift}"
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
    if file.carriers["water"].holds[1] != 7:
        yield "carriers, water", "in an example of the rulebook class 2 holds 7"
    if file.carriers["quartz"].holds[3] < 10:
        yield "carriers, quartz", "in an example of the rulebook class 4 stores 10"


def _specialists(file: BoardFile) -> Iterator[Place]:
    if len(file.specialists) != CARDS:
        yield "specialists", f"there are {CARDS} cards in the box, not {len(file.specialists)}"
    for line in file.specialists:
        if len(line.who) > 1 and any(players > 3 for players in line.sets):
            yield f"specialists, card {line.number}", "two specialists share a card with 2 or 3 players only"
    four = tuple(name for line in file.specialists if 4 in line.sets for name in line.who)
    if sorted(four) != sorted(SET_OF_FOUR):
        yield "specialists, set 4", f"in an example of the rulebook it is {', '.join(SET_OF_FOUR)}"
    if not any({2, 3} <= set(line.sets) for line in file.specialists):
        yield "specialists", "the rulebook speaks of a card that belongs to the sets 2 and 3"


def _map(file: BoardFile) -> Iterator[Place]:
    rows = len(file.land.zones.strip("\n").split("\n"))
    if rows != ROWS:
        yield "land, zones", f"there are {ROWS} rows with an anchorage each, not {rows}"
    for players in (4, 5):
        if "x" in file.setups[players].claims:
            yield f"setups, {players}, claims", "all zones can be used with 4 or 5 players"


# -- what one would expect -------------------------------------------------------------------------------------------


def doubts(file: BoardFile) -> tuple[str, ...]:
    """Sentences; none for the printed board as far as we know it."""
    return tuple(_doubts(file))


def _doubts(file: BoardFile) -> Iterator[str]:
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
