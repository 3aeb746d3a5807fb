"""The cheapest ways to build (R22 to R28): exact, by section and ferry, with all that stands in the way now.

Whether a step is allowed depends on its two ends alone, with one exception: whoever comes into a town by ferry has
used none of its sections, so that one more is left for going on. Such arrivals are looked at apart.
"""

from __future__ import annotations

from functools import cache
from heapq import heappop, heappush
from typing import NamedTuple

from engineshed.games.dampf_and_rails.board import BOARD, NOWHERE
from engineshed.games.dampf_and_rails.components import NUMBERS
from engineshed.games.dampf_and_rails.nearness import FAR_FROM_ALL, MASK, SHIFT, ferry_price, prices_to
from engineshed.games.dampf_and_rails.networks import GROUPS
from engineshed.games.dampf_and_rails.prices import (
    FERRIES_AT,
    LIMITS,
    PLACE_PRICE,
    PORT_FERRY,
    POST_PRICE,
    WATER_PRICE,
)
from engineshed.games.dampf_and_rails.state import State

BY_FERRY = 1 << SHIFT
"""Added to a milepost that was reached on a ferry."""


NEVER = FAR_FROM_ALL[0]


class Onward(NamedTuple):
    """A step of a way that may be built: a section to the next milepost, or a ferry to its other end."""

    to: int
    price: int
    """On an empty board."""
    section: int
    """NOWHERE for a ferry."""
    ferry: int
    plain: bool
    """Between two dots, so that nothing but free ground is needed."""


class Way(NamedTuple):
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
        Onward(
            there,
            POST_PRICE[there] + WATER_PRICE[section],
            section,
            NOWHERE,
            BOARD.place_at[here] == BOARD.place_at[there] == NOWHERE,
        )
        for here in GROUPS[post]
        for there, section in BOARD.around[here]
        if not BOARD.streets[section]
    ]
    place = BOARD.place_at[post]
    for number, ferry in enumerate(BOARD.ferries):
        if place in ferry.ends:
            beyond = BOARD.places[ferry.across(place)].at
            steps.append(Onward(beyond, ferry_price(number, place), NOWHERE, number, False))
    return tuple(steps)


def is_open(s: State, step: Onward, arrived: int) -> bool:
    """Whether the active player could take a step of a way, having arrived (or being connected) at its beginning."""
    if step.plain and not s.weather.hinders_building:
        return not s.rails[step.section]
    if step.ferry != NOWHERE:
        return _ferry_is_open(s, step, BOARD.place_at[arrived & MASK])
    if s.rails[step.section] or not _weather_allows(s, step):
        return False
    ends = BOARD.ends[step.section]
    left = BOARD.place_at[ends[0] if ends[1] == step.to else ends[1]]
    if left != NOWHERE and not may_leave(s, left, by_ferry=arrived >= BY_FERRY):
        return False
    entered = BOARD.place_at[step.to]
    return entered == NOWHERE or may_enter(s, entered)


def _weather_allows(s: State, step: Onward) -> bool:
    return not s.weather.frozen[step.to] and step.section not in s.weather.flooded


def _ferry_is_open(s: State, step: Onward, place: int) -> bool:
    """The ferry of a lone port was connected with it."""
    if not BOARD.places[place].is_town:
        return True
    return may_take_ferry(s, step.ferry, place)


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
    """From this place: the ferry sails and has room, and so has the place across."""
    if s.weather.stopped >> ferry & 1 or s.ferries[ferry].bit_count() >= NUMBERS.port_places:
        return False
    across = BOARD.ferries[ferry].across(place)
    return bool(s.joined[across] >> s.active & 1) or has_room(s, across)


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
    """The cheapest way of the active player to a place, if he can pay for it now; of several always the same."""
    budget, near = s.budget(), s.networks[s.active].near[place]
    if not 0 < near >> SHIFT <= budget or s.weather.struck >> s.active & 1:
        return None
    way = _straight_way(s, place, near)
    if way is None and not _leads_on(s, near & MASK):
        near = _nearest_way_out(s, place)
        if near >> SHIFT > budget:
            return None
        way = _straight_way(s, place, near)
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
    found: dict[int, Way | None] = {}
    nearest, farthest = 1 << SHIFT, budget + 1 << SHIFT
    for place, near in enumerate(s.networks[s.active].near):
        if nearest <= near < farthest:
            known, way = _drafted(s, place, budget)
            found[place] = way if known else cheapest_way(s, place)
    s.drafts = s.networks[s.active].posts, found
    return [place for place, way in found.items() if way is not None]


def _drafted(s: State, place: int, budget: int) -> tuple[bool, Way | None]:
    """Whether it is known from earlier in this turn, and what.

    Every way that can be built now could have been built then, after what was built since. So what was too dear then
    is so now; and no way is cheaper than the old one but from mileposts that are new. Which of several equally cheap
    ways it is may depend on what was asked before, so that only its price counts.
    """
    posts, drafts = s.drafts
    if place not in drafts:
        return False, None
    way: Way | None = drafts[place]
    if way is None:
        return True, None
    new, table = s.networks[s.active].posts & ~posts, prices_to(place)
    while new:
        post = (new & -new).bit_length() - 1
        new &= new - 1
        if table[post] < way.price:
            return False, None
    if way.price > budget:
        return True, None
    return all(step.plain or is_open(s, step, arrived) for step, arrived in way.taken), way


@cache
def _straight_steps(place: int, post: int) -> tuple[Onward, ...]:
    """The steps out of a milepost by which a place is reached for as little as on an empty board."""
    table = prices_to(place)
    return tuple(step for step in onward_from(post) if table[step.to] + step.price == table[post])


def _straight_way(s: State, place: int, near: int) -> Way | None:
    """A way that costs no more than on an empty board, if following the table of prices leads to one.

    It may begin with a ferry of one's own, which is no step of it.
    """
    own, rails, easy = s.networks[s.active].posts, s.rails, not s.weather.hinders_building
    here = arrived = near & MASK
    left = price = near >> SHIFT
    steps: list[tuple[Onward, int]] = []
    while left:
        for step in _straight_steps(place, here):
            if easy and step.plain:
                if not rails[step.section]:
                    break
            elif is_open(s, step, arrived) and step_price(s, step, here) == step.price:
                break
        else:
            return None
        steps.append((step, arrived))
        here = arrived = step.to
        left -= step.price
        if own >> here & 1:
            steps.clear()
        elif step.ferry != NOWHERE:
            arrived += BY_FERRY
    return Way(price, steps)


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
    """A search from the whole network at once, within the budget, guided by the prices on an empty board."""
    network, rails = s.networks[s.active], s.rails
    easy, far_is_free = not s.weather.hinders_building, s.options.far_end == "free"
    before: dict[int, tuple[Onward, int]] = {}
    best = {post: 0 for post in network.members if table[post] <= budget}
    waiting = sorted((table[post], post) for post in best)
    while waiting:
        least, arrived = heappop(waiting)
        here, price = arrived & MASK, best[arrived]
        if least > price + table[here]:
            continue
        if here in wanted:
            return Explored(best, before, arrived)
        for step in onward_from(here):
            sum_ = price + (step.price if far_is_free else step_price(s, step, here))
            bound = sum_ + table[step.to]
            key = step.to if step.ferry == NOWHERE else step.to + BY_FERRY
            if bound > budget or sum_ >= best.get(key, bound + 1) or network.posts >> step.to & 1:
                continue
            if key ^ BY_FERRY in before and _passes(before, arrived, key ^ BY_FERRY):
                continue
            if not rails[step.section] if easy and step.plain else is_open(s, step, arrived):
                best[key] = sum_
                before[key] = step, arrived
                heappush(waiting, (bound, key))
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
