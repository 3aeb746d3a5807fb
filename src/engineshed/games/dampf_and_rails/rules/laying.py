"""The cheapest way to each place (R22 to R28), for whoever builds it in one move.

Mostly it is found by going where prices on an empty board are lowest; where that leads nowhere, by a search.
"""

from __future__ import annotations

from functools import cache

from engineshed.games.dampf_and_rails.rules.board import BOARD, NOWHERE
from engineshed.games.dampf_and_rails.rules.exploring import NEVER, search
from engineshed.games.dampf_and_rails.rules.nearness import MASK, SHIFT, prices_to
from engineshed.games.dampf_and_rails.rules.networks import GROUPS
from engineshed.games.dampf_and_rails.rules.onward import has_room, is_open, may_leave, onward_from, step_price
from engineshed.games.dampf_and_rails.rules.prices import FERRIES_AT
from engineshed.games.dampf_and_rails.rules.state import State
from engineshed.games.dampf_and_rails.rules.ways import Onward, Way


def cheapest_way(s: State, place: int) -> Way | None:
    """The cheapest way of the active player to a place, if they can pay for it now; of several always the same.

    It is remembered until something is built or the turn ends: whoever lists a way may be about to take it.
    """
    budget, near = s.budget(), s.networks[s.active].near[place]
    if not 0 < near >> SHIFT <= budget or not has_room(s, place) or s.weather.struck >> s.active & 1:
        return None
    key, known = (place, budget, s.active, s.round), s.memo.ways
    if key not in known:
        known[key] = _find_way(s, place, near, budget)
    return known[key]


def _find_way(s: State, place: int, near: int, budget: int) -> Way | None:
    way = _walk(s, place, near, near >> SHIFT)
    if way is None and not _leads_on(s, near & MASK):
        near = _nearest_way_out(s, place)
        if near >> SHIFT > budget:
            return None
        way = _walk(s, place, near, near >> SHIFT)
    return way or search(s, BOARD.places[place].at, prices_to(place), budget)


def _leads_on(s: State, post: int) -> bool:
    """Whether anything may be built out of a milepost of the network."""
    place = BOARD.place_at[post]
    return place == NOWHERE or bool(FERRIES_AT[place]) or may_leave(s, place)


def _nearest_way_out(s: State, place: int) -> int:
    """How near a place is from those mileposts out of which something may be built, as ``nearness`` writes it."""
    table = prices_to(place)
    return min(
        (table[post] << SHIFT | post for post in s.networks[s.active].members if _leads_on(s, post)), default=NEVER
    )


def places_in_reach(s: State) -> list[int]:
    """The places to which the active player could build a way now."""
    budget = s.budget()
    if budget <= 0 or s.weather.struck >> s.active & 1:
        return []
    network, (members, drafts) = s.networks[s.active], s.drafts
    new = network.members[members:]
    found: dict[int, Way | None] = {}
    nearest, farthest = 1 << SHIFT, budget + 1 << SHIFT
    for place, near in enumerate(network.near):
        if nearest <= near < farthest:
            if place in drafts and _still_holds(s, drafts[place], new, budget):
                found[place] = drafts[place]
            elif has_room(s, place):
                found[place] = _walk(s, place, near, budget) or cheapest_way(s, place)
    s.drafts = len(network.members), found
    return [place for place, way in found.items() if way is not None]


def _still_holds(s: State, way: Way | None, new: tuple[int, ...], budget: int) -> bool:
    """Whether what was found earlier in this turn is still true, now that the network has these new mileposts.

    Every way that can be built now could have been built then, after what was built since: so what was too dear then
    is so now. And whoever could take a way can still take it, unless it has become too dear or something of it has
    been built.
    """
    if way is None:
        return True
    return way.price <= budget and all(
        step.to not in new and (step.plain or is_open(s, step, arrived)) for step, arrived in way.taken
    )


@cache
def _steps_towards(place: int) -> tuple[tuple[Onward, ...], ...]:
    """Out of each milepost the steps, first those by which the place is reached most cheaply on an empty board."""
    table = prices_to(place)
    return tuple(
        tuple(sorted(onward_from(post), key=lambda step: step.price + table[step.to])) for post in range(BOARD.size)
    )


def _walk(s: State, place: int, near: int, most: int) -> Way | None:
    """A way that costs so much at most, if going where prices are lowest leads to one, without ever turning back.

    It may begin with a ferry of one's own, which is no step of it.
    """
    table, towards, rails, hindered = prices_to(place), _steps_towards(place), s.rails, s.weather.hindered
    far_is_free = s.options.far_end == "free"
    here = arrived = near & MASK
    price, been = 0, list(GROUPS[here])
    taken: list[tuple[Onward, int]] = []
    while table[here]:
        for step in towards[here]:
            sum_ = price + (step.price if far_is_free else step_price(s, step, here))
            if sum_ + table[step.to] > most or step.to in been:
                continue
            if not rails[step.section] if step.plain and not hindered[step.section] else is_open(s, step, arrived):
                break
        else:
            return None
        taken.append((step, arrived))
        price, here, arrived = sum_, step.to, step.arrival
        been += GROUPS[here]
        if step.ferry != NOWHERE and s.networks[s.active].posts >> here & 1:
            taken.clear()
            arrived = here
    return Way(price, taken)
