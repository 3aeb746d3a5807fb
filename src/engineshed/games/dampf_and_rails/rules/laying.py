"""The cheapest ways to build (R22 to R28): exact, by section and ferry, with all that stands in the way now.

Whether a step is allowed depends on its two ends alone, with one exception: whoever comes into a town by ferry has
used none of its sections, so that one more is left for going on. Such arrivals are looked at apart.
"""

from __future__ import annotations

from functools import cache
from heapq import heappop, heappush
from typing import NamedTuple

import msgspec

from engineshed.games.dampf_and_rails.rules.board import BOARD, NOWHERE
from engineshed.games.dampf_and_rails.rules.components import NUMBERS
from engineshed.games.dampf_and_rails.rules.nearness import FAR_FROM_ALL, MASK, SHIFT, ferry_price, prices_to
from engineshed.games.dampf_and_rails.rules.networks import GROUPS
from engineshed.games.dampf_and_rails.rules.prices import (
    FERRIES_AT,
    LIMITS,
    PLACE_PRICE,
    PORT_FERRY,
    POST_PRICE,
    WATER_PRICE,
)
from engineshed.games.dampf_and_rails.rules.state import State

BY_FERRY = 1 << SHIFT
"""Added to a milepost that was reached on a ferry."""
WAITING = SHIFT + 1
ARRIVED = (1 << WAITING) - 1
"""A price and such a milepost are one number: price << WAITING | milepost."""

NEVER = FAR_FROM_ALL[0]


class Onward(msgspec.Struct, frozen=True, gc=False):
    """A step of a way that may be built: a section to the next milepost, or a ferry to its other end."""

    to: int
    arrival: int
    """The same, with BY_FERRY if it is reached so."""
    price: int
    """On an empty board."""
    section: int
    """NOWHERE for a ferry."""
    ferry: int
    left: int
    """The place where it begins, NOWHERE if that is a dot; ``entered``: where it ends."""
    entered: int
    plain: bool
    """Between two dots, so that nothing but free ground is needed."""


class Way(msgspec.Struct, frozen=True, gc=False):
    price: int
    taken: list[tuple[Onward, int]]
    """Its steps, each with where it begins."""

    @property
    def steps(self) -> list[Onward]:
        return [step for step, _ in self.taken]


@cache
def onward_from(post: int) -> tuple[Onward, ...]:
    """Every step out of a milepost, or out of the hexagon that it belongs to."""
    steps = [
        _by_land(here, there, section)
        for here in GROUPS[post]
        for there, section in BOARD.around[here]
        if not BOARD.streets[section]
    ]
    place = BOARD.place_at[post]
    steps += [_by_ferry(number, place) for number, ferry in enumerate(BOARD.ferries) if place in ferry.ends]
    return tuple(steps)


def _by_land(here: int, there: int, section: int) -> Onward:
    left, entered = BOARD.place_at[here], BOARD.place_at[there]
    return Onward(
        to=there,
        arrival=there,
        price=POST_PRICE[there] + WATER_PRICE[section],
        section=section,
        ferry=NOWHERE,
        left=left,
        entered=entered,
        plain=left == entered == NOWHERE,
    )


def _by_ferry(ferry: int, place: int) -> Onward:
    across = BOARD.ferries[ferry].across(place)
    beyond = BOARD.places[across].at
    return Onward(
        to=beyond,
        arrival=beyond + BY_FERRY,
        price=ferry_price(ferry, place),
        section=NOWHERE,
        ferry=ferry,
        left=place,
        entered=across,
        plain=False,
    )


def is_open(s: State, step: Onward, arrived: int) -> bool:
    """Whether the active player could take a step of a way, having arrived (or being connected) at its beginning."""
    if step.ferry != NOWHERE:
        # The ferry of a lone port was connected with it.
        return not BOARD.places[step.left].is_town or may_take_ferry(s, step.ferry, step.left)
    if s.rails[step.section] or (s.weather.hindered[step.section] and not _weather_allows(s, step)):
        return False
    if step.left != NOWHERE and not may_leave(s, step.left, by_ferry=arrived >= BY_FERRY):
        return False
    return step.entered == NOWHERE or may_enter(s, step.entered)


def _weather_allows(s: State, step: Onward) -> bool:
    return not s.weather.frozen[step.to] and not s.weather.flooded[step.section]


def may_leave(s: State, place: int, *, by_ferry: bool = False) -> bool:
    """Out of a connected place: it must be no big city that was left twice, and the way in must stay open."""
    if place in s.big_cities and s.exits[place] >= NUMBERS.exits:
        return False
    return by_ferry or s.spare[place] > 0


def may_enter(s: State, place: int) -> bool:
    """Into a place that is not connected yet; a lone port only with its ferry."""
    if not has_room(s, place):
        return False
    return PORT_FERRY[place] == NOWHERE or may_take_ferry(s, PORT_FERRY[place], place)


def has_room(s: State, place: int) -> bool:
    return s.joined[place].bit_count() < LIMITS[place]


def may_take_ferry(s: State, ferry: int, place: int) -> bool:
    """From this place: the ferry sails and has room, and so has the place across, where no snow may lie either."""
    if s.weather.stopped >> ferry & 1 or s.ferries[ferry].bit_count() >= NUMBERS.port_places:
        return False
    across = BOARD.ferries[ferry].across(place)
    if s.joined[across] >> s.active & 1:
        return True
    return has_room(s, across) and not s.weather.frozen[BOARD.places[across].at]


def surcharge(s: State, ferry: int, place: int) -> int:
    """If the table has chosen so, the town at the far end is paid as well."""
    if s.options.far_end == "free":
        return 0
    across = BOARD.ferries[ferry].across(place)
    if s.joined[across] >> s.active & 1 or not BOARD.places[across].is_town:
        return 0
    return PLACE_PRICE[across]


def step_price(s: State, step: Onward, here: int) -> int:
    if s.options.far_end == "free":
        return step.price
    if step.ferry != NOWHERE:
        place = BOARD.place_at[here]
        return step.price + (surcharge(s, step.ferry, place) if BOARD.places[place].is_town else 0)
    entered = BOARD.place_at[step.to]
    port = NOWHERE if entered == NOWHERE else PORT_FERRY[entered]
    return step.price + (0 if port == NOWHERE else surcharge(s, port, entered))


# -- ways ----------------------------------------------------------------------------------------------------------


def cheapest_way(s: State, place: int) -> Way | None:
    """The cheapest way of the active player to a place, if he can pay for it now; of several always the same.

    It is remembered until something is built or the turn ends: whoever lists a way may be about to take it.
    """
    budget, near = s.budget(), s.networks[s.active].near[place]
    if not 0 < near >> SHIFT <= budget or not has_room(s, place) or s.weather.struck >> s.active & 1:
        return None
    key = "way", place, budget, s.active, s.round
    if key not in s.memo:
        s.memo[key] = _find_way(s, place, near, budget)
    way: Way | None = s.memo[key]
    return way


def _find_way(s: State, place: int, near: int, budget: int) -> Way | None:
    way = _walk(s, place, near, near >> SHIFT)
    if way is None and not _leads_on(s, near & MASK):
        near = _nearest_way_out(s, place)
        if near >> SHIFT > budget:
            return None
        way = _walk(s, place, near, near >> SHIFT)
    return way or _search(s, BOARD.places[place].at, prices_to(place), budget)


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


def cheapest_way_to(s: State, post: int, budget: int) -> Way | None:
    """The cheapest way of the active player to a milepost, at any price up to the budget."""
    if s.weather.struck >> s.active & 1:
        return None
    return _search(s, post, NO_TABLE, budget)


NO_TABLE = (0,) * BOARD.size
"""For a goal whose prices nobody has worked out."""


def _search(s: State, goal: int, table: tuple[int, ...], budget: int) -> Way | None:
    found = _explore(s, GROUPS[goal], table, budget)
    return None if found.end == NOWHERE else Way(found.best[found.end], _steps(found.before, found.end))


class Explored(NamedTuple):
    """What a search has found out: a milepost is one number, with BY_FERRY if it was reached so."""

    best: dict[int, int]
    """The least money to each; nothing for those of the network."""
    before: dict[int, tuple[Onward, int]]
    """The last step to each, and where it begins."""
    end: int
    """The goal; NOWHERE if it was not found."""


def everywhere(s: State) -> Explored:
    """The cheapest ways of the active player to all mileposts that he could connect now."""
    budget = s.budget()
    if budget <= 0 or s.weather.struck >> s.active & 1:
        return Explored({}, {}, NOWHERE)
    return _explore(s, (), NO_TABLE, budget)


def _explore(s: State, wanted: tuple[int, ...], table: tuple[int, ...], budget: int) -> Explored:
    """A search from the whole network at once, within the budget, guided by the prices on an empty board.

    What waits is one number: the price that can be hoped for, and the milepost.
    """
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
        for step in onward_from(here):
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
    """Whether the way to a milepost has been at a landing before: nobody comes there by land and by ferry, too."""
    while arrived in before and arrived != landing:
        arrived = before[arrived][1]
    return arrived == landing


def _steps(before: dict[int, tuple[Onward, int]], arrived: int) -> list[tuple[Onward, int]]:
    steps: list[tuple[Onward, int]] = []
    while arrived in before:
        steps.append(before[arrived])
        arrived = steps[-1][1]
    return steps[::-1]
