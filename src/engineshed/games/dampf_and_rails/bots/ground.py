"""The empty board: what it takes to get to a place from each milepost, in money and in steps.

Other players' track can only make a way more expensive, and rarely by much. So plans use these tables; only actual
building looks at each section (``track``).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from engineshed.games.dampf_and_rails.bots.weights import WayWeights
from engineshed.games.dampf_and_rails.rules.for_bots import NOWHERE, UNREACHED, Box, ferry_price


class Ways(NamedTuple):
    """The ways to one place; each list is indexed by the milepost where a way begins."""

    weight: list[int]
    steps: list[int]
    money: list[int]
    ferries: list[int]


class _Step(NamedTuple):
    """A step backwards: the previous milepost, and what it takes to come from there."""

    post: int
    weight: int
    steps: int
    money: int
    ferries: int
    needed: int
    """The ferry that it needs, as a bit: a lone port comes with its ferry."""


@lru_cache(maxsize=1024)
def ways_to(box: Box, place: int, closed: int, w: WayWeights) -> Ways:
    """``closed``: the ferries that can no longer be connected, as bits."""
    size = box.board.size
    ways = Ways([UNREACHED] * size, [0] * size, [0] * size, [0] * size)
    weights, steps_, money_, ferries_ = ways
    waiting = [(0, post) for post in box.board.places[place].mileposts]
    for _, post in waiting:
        weights[post] = 0
    while waiting:
        weight, here = heappop(waiting)
        if weight > weights[here]:
            continue
        for post, more, steps, money, ferries, needed in _before(box, here, w):
            if weight + more < weights[post] and not needed & closed:
                weights[post] = weight + more
                steps_[post] = steps_[here] + steps
                money_[post] = money_[here] + money
                ferries_[post] = ferries_[here] + ferries
                heappush(waiting, (weight + more, post))
    return ways


@lru_cache(maxsize=4096)
def _before(box: Box, here: int, w: WayWeights) -> tuple[_Step, ...]:
    return tuple(_all_before(box, here, w))


def _all_before(box: Box, here: int, w: WayWeights) -> Iterator[_Step]:
    place = box.board.place_at[here]
    port = NOWHERE if place == NOWHERE else box.port_ferry[place]
    for there, section in box.board.around[here]:
        price = 0 if box.board.streets[section] else box.post_price[here] + box.water_price[section]
        yield _Step(there, w.step + w.million * price, 1, price, 0, 0 if port == NOWHERE else 1 << port)
    for number, ferry in enumerate(box.board.ferries):
        if here in ferry.ports:
            beyond = ferry.across(place)
            price = ferry_price(box.board, number, beyond)
            for post in box.board.places[beyond].mileposts:
                yield _Step(post, w.ferry + w.million * price, 0, price, 1, 1 << number)
