"""The cheapest ways to build from anywhere on a network: an exact search that heeds every current obstacle."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import NamedTuple

from engineshed.games.dampf_and_rails.rules.board import NOWHERE
from engineshed.games.dampf_and_rails.rules.nearness import MASK, NEVER, SHIFT
from engineshed.games.dampf_and_rails.rules.onward import is_open, step_price
from engineshed.games.dampf_and_rails.rules.state import State
from engineshed.games.dampf_and_rails.rules.ways import BY_FERRY, Onward, Way

WAITING = SHIFT + 1
ARRIVED = (1 << WAITING) - 1
"""An entry of the queue is one number: lowest possible price << WAITING | milepost, with BY_FERRY if reached so."""


class Explored(NamedTuple):
    """The result of a search. A milepost is one number, with BY_FERRY if it was reached by ferry."""

    best: dict[int, int]
    """The lowest price of each; 0 for those of the network."""
    before: dict[int, tuple[Onward, int]]
    """The last step to each, and where it begins."""
    end: int
    """The goal; NOWHERE if it was not found."""


def cheapest_way_to(s: State, post: int, budget: int) -> Way | None:
    """The cheapest way of the active player to a milepost, at any price up to the budget."""
    if s.weather.struck >> s.active & 1:
        return None
    return search(s, post, s.box.no_table, budget)


def search(s: State, goal: int, table: tuple[int, ...], budget: int) -> Way | None:
    found = _explore(s, s.box.groups[goal], table, budget)
    return None if found.end == NOWHERE else Way(found.best[found.end], _steps(found.before, found.end))


def everywhere(s: State) -> Explored:
    """The cheapest ways of the active player to all mileposts that they could connect now."""
    budget = s.budget()
    if budget <= 0 or s.weather.struck >> s.active & 1:
        return Explored({}, {}, NOWHERE)
    return _explore(s, (), s.box.no_table, budget)


def _explore(s: State, wanted: tuple[int, ...], table: tuple[int, ...], budget: int) -> Explored:
    """A search from the whole network at once, within the budget, guided by the prices on an empty board."""
    network, rails, hindered = s.networks[s.active], s.rails, s.weather.hindered
    far_is_free = s.options.far_end == "free"
    before: dict[int, tuple[Onward, int]] = {}
    best = {post: 0 for post in network.members if table[post] <= budget}
    waiting = sorted([table[post] << WAITING | post for post in best])
    while waiting:
        least = heappop(waiting)
        arrived = least & ARRIVED
        here, price = arrived & MASK, best[arrived]
        if least >> WAITING > price + table[here]:
            continue
        if here in wanted:
            return Explored(best, before, arrived)
        for step in s.box.onward[here]:
            sum_ = price + (step.price if far_is_free else step_price(s, step, here))
            bound, key = sum_ + table[step.to], step.arrival
            if bound > budget or sum_ >= best.get(key, NEVER):
                continue
            if step.plain and not hindered[step.section]:
                if rails[step.section]:
                    continue
            elif network.posts >> step.to & 1 or not is_open(s, step, arrived):
                continue
            if key ^ BY_FERRY not in before or not _passes(before, arrived, key ^ BY_FERRY):
                best[key] = sum_
                before[key] = step, arrived
                heappush(waiting, bound << WAITING | key)
    return Explored(best, before, NOWHERE)


def _passes(before: dict[int, tuple[Onward, int]], arrived: int, landing: int) -> bool:
    """Whether the way to a milepost has passed a landing already: no way comes there both by land and by ferry."""
    while arrived in before and arrived != landing:
        arrived = before[arrived][1]
    return arrived == landing


def _steps(before: dict[int, tuple[Onward, int]], arrived: int) -> list[tuple[Onward, int]]:
    steps: list[tuple[Onward, int]] = []
    while arrived in before:
        steps.append(before[arrived])
        arrived = steps[-1][1]
    return steps[::-1]
