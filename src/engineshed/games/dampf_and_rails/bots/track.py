"""What to build: the best way from a milepost to a place, section by section, given what is on the map now."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import takewhile
from typing import NamedTuple

from engineshed.games.dampf_and_rails.bots.network import Course, Network
from engineshed.games.dampf_and_rails.rules.for_bots import NOWHERE, AnyMove, State, is_open


class Gap(NamedTuple):
    """What is missing on a way: the money for it, and the first move."""

    money: int
    first: AnyMove | None
    """None if nothing is missing."""
    course: Course
    """The way up to there."""


class _Way(NamedTuple):
    to: int
    weight: int
    money: int
    move: AnyMove | None
    """None if it is built."""
    ferry: int = NOWHERE


def gap_to(s: State, net: Network, start: int, place: int) -> Gap | None:
    """What is missing between a milepost and a place; None if there is no way now."""
    goal = s.board.places[place].mileposts
    best = {start: 0}
    before: dict[int, tuple[int, _Way]] = {}
    waiting = [(0, start)]
    while waiting:
        weight, here = heappop(waiting)
        if weight > best[here]:
            continue
        if here in goal:
            return _summed(before, here)
        for way in _ways(s, net, here):
            if weight + way.weight < best.get(way.to, weight + way.weight + 1):
                best[way.to] = weight + way.weight
                before[way.to] = here, way
                heappush(waiting, (weight + way.weight, way.to))
    return None


def _ways(s: State, net: Network, here: int) -> Iterator[_Way]:
    w = net.weights
    for edge in net.edges.get(here, ()):
        if not edge.money:
            yield _Way(edge.to, edge.weight, 0, None, edge.ferry)
    for step in s.box.onward[here]:
        if is_open(s, step):
            if step.ferry == NOWHERE:
                yield _Way(step.to, w.step + w.million * step.price, step.price, s.box.builds[step.section])
            elif not s.ferries[step.ferry] >> s.active & 1:
                weight = w.ferry + w.million * step.price
                yield _Way(step.to, weight, step.price, s.box.connects[step.ferry])


def _summed(before: dict[int, tuple[int, _Way]], here: int) -> Gap:
    ways: list[_Way] = []
    while here in before:
        here, way = before[here]
        ways.insert(0, way)
    first = next((way.move for way in ways if way.move is not None), None)
    built = takewhile(lambda way: way.move is None, ways)
    return Gap(sum(way.money for way in ways), first, [(way.to, way.ferry) for way in built])
