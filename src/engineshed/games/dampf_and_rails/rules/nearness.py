"""How cheaply each place can be reached on an empty board, from every milepost.

Other players' track, limits and events can only make a way more expensive. So these prices show at once which places a
player cannot afford to reach, and a way that costs no more than they say is a cheapest one.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Final

from engineshed.games.dampf_and_rails.rules.board import NOWHERE, Board
from engineshed.games.dampf_and_rails.rules.prices import Prices

SHIFT: Final = 10
"""A price and the milepost that it starts from are one number: price << SHIFT | milepost."""
MASK: Final = (1 << SHIFT) - 1
UNREACHED: Final = 1 << 30
NEVER: Final = UNREACHED << SHIFT
"""The entries of a network without mileposts."""


def ferry_price(board: Board, ferry: int, place: int) -> int:
    """What a ferry costs a network that reaches its landing here by land; the price of a lone port includes its
    ferry."""
    return board.ferries[ferry].price if board.places[place].is_town else 0


def prices_to(board: Board, prices: Prices, place: int) -> tuple[int, ...]:
    """For each milepost, the lowest price of a way from there to the place on an empty board."""
    best = [UNREACHED] * board.size
    waiting = []
    for post in board.places[place].mileposts:
        best[post] = 0
        waiting.append((0, post))
    while waiting:
        price, here = heappop(waiting)
        if price > best[here]:
            continue
        for there, step in _backwards(board, prices, here):
            if price + step < best[there]:
                best[there] = price + step
                heappush(waiting, (price + step, there))
    return tuple(best)


def _backwards(board: Board, prices: Prices, here: int) -> list[tuple[int, int]]:
    """The mileposts from which a milepost can be connected, and for how much."""
    ways = [(there, prices.post_price[here] + prices.water_price[section]) for there, section in board.around[here]]
    place = board.place_at[here]
    if place != NOWHERE:
        ways += [(post, 0) for post in board.places[place].mileposts if post != here]
        for number, ferry in enumerate(board.ferries):
            if place in ferry.ends and here in ferry.ports:
                beyond = ferry.across(place)
                ways.append((board.places[beyond].at, ferry_price(board, number, beyond)))
    return ways


def codes(tables: tuple[tuple[int, ...], ...], post: int) -> tuple[int, ...]:
    """For each place, how cheaply it is reached from a milepost."""
    return tuple(table[post] << SHIFT | post for table in tables)


def nearest(near: tuple[int, ...], codes_: tuple[int, ...]) -> tuple[int, ...]:
    """For each place, the better of what was known and of one more milepost."""
    pairs = zip(near, codes_, strict=True)
    return tuple([old if old < new else new for old, new in pairs])  # noqa: FURB136  (min() would cost three times that)
