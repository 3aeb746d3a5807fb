"""How cheaply each place can be reached on an empty board: a table for every place, worked out when first needed.

What others have built, limits and events can only make a way dearer. So these prices say at once which places are too
far for a purse, and where a way costs no more than here, it is a cheapest one.
"""

from __future__ import annotations

from functools import cache
from heapq import heappop, heappush

from engineshed.games.dampf_and_rails.rules.board import BOARD, NOWHERE
from engineshed.games.dampf_and_rails.rules.prices import POST_PRICE, WATER_PRICE

SHIFT = 10
"""A price and the milepost from which it counts are one number: price << SHIFT | milepost."""
MASK = (1 << SHIFT) - 1
UNREACHED = 1 << 30

FAR_FROM_ALL = (UNREACHED << SHIFT,) * len(BOARD.places)
"""What a network without a milepost is from every place."""


def ferry_price(ferry: int, place: int) -> int:
    """What the ferry costs a network that reaches its landing at this place by land: a lone port has paid for it."""
    line = BOARD.ferries[ferry]
    return line.price if BOARD.places[place].is_town else 0


@cache
def prices_to(place: int) -> tuple[int, ...]:
    """For each milepost the least money from there to the place, if nobody has built anything."""
    best = [UNREACHED] * BOARD.size
    waiting = []
    for post in BOARD.places[place].mileposts:
        best[post] = 0
        waiting.append((0, post))
    while waiting:
        price, here = heappop(waiting)
        if price > best[here]:
            continue
        for there, step in _backwards(here):
            if price + step < best[there]:
                best[there] = price + step
                heappush(waiting, (price + step, there))
    return tuple(best)


def _backwards(here: int) -> list[tuple[int, int]]:
    """From where a milepost can be connected, and for how much."""
    ways = [(there, POST_PRICE[here] + WATER_PRICE[section]) for there, section in BOARD.around[here]]
    place = BOARD.place_at[here]
    if place != NOWHERE:
        ways += [(post, 0) for post in BOARD.places[place].mileposts if post != here]
        for number, ferry in enumerate(BOARD.ferries):
            if place in ferry.ends and here in ferry.ports:
                beyond = ferry.across(place)
                ways.append((BOARD.places[beyond].at, ferry_price(number, beyond)))
    return ways


@cache
def _codes(post: int) -> tuple[int, ...]:
    return tuple(prices_to(place)[post] << SHIFT | post for place in range(len(BOARD.places)))


def nearest(near: tuple[int, ...], post: int) -> tuple[int, ...]:
    """For each place the better of what was near and of this milepost."""
    pairs = zip(near, _codes(post), strict=True)
    return tuple([old if old < new else new for old, new in pairs])  # noqa: FURB136  (min() would cost three times that)
