"""The cheapest ways to build from anywhere on a network: an exact search that takes every obstacle into account.

A step that would shut somebody out by itself is left out of the search. Some steps do so only together (R28). If those
of the cheapest way do, the search is repeated without one or another of them, until it finds the cheapest way that
shuts nobody out.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import NamedTuple

from engineshed.games.dampf_and_rails.rules.blocking import is_plain_section, is_shut, works_of
from engineshed.games.dampf_and_rails.rules.board import NOWHERE
from engineshed.games.dampf_and_rails.rules.nearness import MASK, NEVER, SHIFT
from engineshed.games.dampf_and_rails.rules.onward import is_open, step_price
from engineshed.games.dampf_and_rails.rules.state import State
from engineshed.games.dampf_and_rails.rules.ways import Onward, Way

# An entry of the queue is one number: lowest possible price << SHIFT | milepost.


class Explored(NamedTuple):
    """The result of a search."""

    best: dict[int, int]
    """The lowest price of each milepost; 0 for those of the network."""
    before: dict[int, tuple[Onward, int]]
    """The last step to each, and where it begins."""
    end: int
    """The goal; NOWHERE if it was not found."""

    def way(self, post: int) -> Way:
        taken: list[tuple[Onward, int]] = []
        here = post
        while here in self.before:
            taken.append(self.before[here])
            here = taken[-1][1]
        return Way(self.best[post], taken[::-1])


_Barred = frozenset[tuple[int, int]]
"""Steps that may not be taken, each as its section and ferry."""


def cheapest_way_to(s: State, post: int, budget: int) -> Way | None:
    """The cheapest way of the active player to a milepost, at any price up to the budget."""
    if s.weather.struck >> s.active & 1:
        return None
    return search(s, post, s.box.no_table, budget)


def search(s: State, goal: int, table: tuple[int, ...], budget: int) -> Way | None:
    """The cheapest way to a milepost that shuts nobody out. ``table``: the least that it costs from each milepost."""
    first = _find(s, goal, table, budget, frozenset())
    if first is None or not is_shut(s, works_of(s, first.steps)):
        return first
    waiting: list[tuple[int, int, _Barred, Way]] = [(first.price, 0, frozenset(), first)]
    tried: set[_Barred] = set()
    while waiting:
        _, _, barred, way = heappop(waiting)
        if not is_shut(s, works_of(s, way.steps)):
            return way
        for step in _steps_that_shut(s, way.steps):
            more = barred | {(step.section, step.ferry)}
            if more not in tried:
                tried.add(more)
                found = _find(s, goal, table, budget, more)
                if found is not None:
                    heappush(waiting, (found.price, len(tried), more, found))
    return None


def _find(s: State, goal: int, table: tuple[int, ...], budget: int, barred: _Barred) -> Way | None:
    found = _explore(s, s.box.groups[goal], table, budget, barred)
    return None if found.end == NOWHERE else found.way(found.end)


def _steps_that_shut(s: State, steps: list[Onward]) -> list[Onward]:
    """Some of these steps: together they shut somebody out, and would not if any one of them were left out."""
    needed = list(steps)
    for step in steps:
        rest = [other for other in needed if other is not step]
        if is_shut(s, works_of(s, rest)):
            needed = rest
    return needed


def everywhere(s: State) -> Explored:
    """The cheapest ways of the active player to all mileposts that they could connect now."""
    budget = s.budget()
    if budget <= 0 or s.weather.struck >> s.active & 1:
        return Explored({}, {}, NOWHERE)
    found = _explore(s, (), s.box.no_table, budget, frozenset())
    shut = set(_shutting(s, found))
    before = {post: step for post, step in found.before.items() if post not in shut}
    return found._replace(before=before)


def _shutting(s: State, found: Explored) -> Iterator[int]:
    """The mileposts to which the cheapest way would shut somebody out; those behind them are left out, too."""
    for post in found.before:
        if is_shut(s, works_of(s, found.way(post).steps)):
            yield post


def _explore(s: State, wanted: tuple[int, ...], table: tuple[int, ...], budget: int, barred: _Barred) -> Explored:
    """A search from the whole network at once, within the budget, guided by the prices on an empty board."""
    network, rails, hindered = s.networks[s.active], s.rails, s.weather.hindered
    far_is_free = s.options.far_end == "free"
    before: dict[int, tuple[Onward, int]] = {}
    best = {post: 0 for post in network.members if table[post] <= budget}
    waiting = sorted([table[post] << SHIFT | post for post in best])
    while waiting:
        least = heappop(waiting)
        here = least & MASK
        price = best[here]
        if least >> SHIFT > price + table[here]:
            continue
        if here in wanted:
            return Explored(best, before, here)
        for step in s.box.onward[here]:
            sum_ = price + (step.price if far_is_free else step_price(s, step, here))
            bound, there = sum_ + table[step.to], step.to
            if bound > budget or sum_ >= best.get(there, NEVER):
                continue
            if step.ferry == NOWHERE and not hindered[step.section] and is_plain_section(s, step.section):
                if rails[step.section]:
                    continue
            elif network.posts >> there & 1 or not is_open(s, step):
                continue
            if not barred or (step.section, step.ferry) not in barred:
                best[there] = sum_
                before[there] = step, here
                heappush(waiting, bound << SHIFT | there)
    return Explored(best, before, NOWHERE)
