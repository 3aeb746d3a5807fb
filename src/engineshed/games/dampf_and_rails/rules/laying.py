"""The cheapest way to each place (R22 to R28), for players who build it in one move.

Usually a walk finds it: from the nearest milepost of the network, always by the step with the lowest price on an empty
board. No way can cost less than these prices, so a walk that costs no more is a cheapest way. If there is no such walk,
a search decides (``exploring``).
"""

from __future__ import annotations

from collections.abc import Callable

from engineshed.games.dampf_and_rails.rules.blocking import CALM, HARMLESS, SHUT, judge
from engineshed.games.dampf_and_rails.rules.board import NOWHERE
from engineshed.games.dampf_and_rails.rules.exploring import search
from engineshed.games.dampf_and_rails.rules.memo import Draft
from engineshed.games.dampf_and_rails.rules.nearness import MASK, NEVER, SHIFT
from engineshed.games.dampf_and_rails.rules.onward import has_room, is_open, is_open_to_all, may_leave, step_price
from engineshed.games.dampf_and_rails.rules.state import State
from engineshed.games.dampf_and_rails.rules.ways import Onward, Way

# -- to one place --------------------------------------------------------------------------------------------------


def cheapest_way(s: State, place: int) -> Way | None:
    """The active player's cheapest way to a place, if they can pay for it now; of several, always the same one.

    It is cached until something is built or the turn ends, because a way that is listed may be the next move.
    """
    budget, near = s.budget(), s.networks[s.active].near[place]
    if not 0 < near >> SHIFT <= budget or not has_room(s, place) or s.weather.struck >> s.active & 1:
        return None
    key, known = (place, budget, s.active, s.round), s.memo.ways
    if key not in known:
        known[key] = _find_way(s, place, near, budget)
    return known[key]


def _find_way(s: State, place: int, near: int, budget: int) -> Way | None:
    """``near``: the nearest milepost of the network and its price, as ``nearness`` writes them."""
    draft = _walk(s, place, near & MASK, near >> SHIFT)
    if draft is None and not _leads_on(s, near & MASK):
        near = _nearest_way_out(s, place)
        if near >> SHIFT > budget:
            return None
        draft = _walk(s, place, near & MASK, near >> SHIFT)
    return draft.way if draft else search(s, s.board.places[place].at, s.box.prices_to[place], budget)


def _leads_on(s: State, post: int) -> bool:
    """Whether anything may be built out of a milepost of the network."""
    place = s.board.place_at[post]
    return place == NOWHERE or bool(s.box.ferries_at[place]) or may_leave(s, place)


def _nearest_way_out(s: State, place: int) -> int:
    """Like ``near``, but only for mileposts out of which something may be built."""
    table = s.box.prices_to[place]
    return min(
        (table[post] << SHIFT | post for post in s.networks[s.active].members if _leads_on(s, post)), default=NEVER
    )


# -- to all places -------------------------------------------------------------------------------------------------


def places_in_reach(s: State) -> list[int]:
    """The places to which the active player could build a way now.

    Any way within the budget is good enough for this. Those found are kept as drafts: after the next section of this
    turn is built, they are checked instead of searched for again.
    """
    budget = s.budget()
    if budget <= 0 or s.weather.struck >> s.active & 1:
        return []
    network, (posts, drafts) = s.networks[s.active], s.drafts
    new = network.posts & ~posts
    found: dict[int, Draft | None] = {}
    nearest, too_far = 1 << SHIFT, budget + 1 << SHIFT
    for place, near in enumerate(network.near):
        if nearest <= near < too_far:
            if place in drafts and _still_holds(s, drafts[place], new, budget):
                found[place] = drafts[place]
            elif has_room(s, place):
                found[place] = _walk(s, place, near & MASK, budget) or _dearer(s, place)
    s.drafts = network.posts, found
    return [place for place, way in found.items() if way is not None]


def _dearer(s: State, place: int) -> Draft | None:
    way = cheapest_way(s, place)
    return None if way is None else _draft(s, way)


def _draft(s: State, way: Way) -> Draft:
    places_at, posts = s.box.places_at, 0
    sections: list[int] = []
    ferries: list[int] = []
    special: list[Onward] = []
    for step, _ in way.taken:
        posts |= 1 << step.to
        if step.ferry != NOWHERE:
            ferries.append(step.ferry)
            special.append(step)
        else:
            sections.append(step.section)
            if places_at[step.section]:
                special.append(step)
    return Draft(way, posts, tuple(special), (s.active, tuple(sections), tuple(ferries)))


def _still_holds(s: State, draft: Draft | None, new: int, budget: int) -> bool:
    """Whether a draft from earlier in this turn still holds, now that the network has these new mileposts, as bits.

    Every way that can be built now could have been built then, as a part of a longer one. So what was too expensive
    then is too expensive now. And a way that was possible still is, unless it has become too expensive or part of it
    has been built.
    """
    if draft is None:
        return True
    if draft.way.price > budget or draft.posts & new:
        return False
    judged = judge(s, draft.works)
    if judged == CALM:
        return all(is_open_to_all(s, step) for step in draft.special)
    return judged == HARMLESS and all(is_open(s, step) for step in draft.way.steps)


# -- walking -------------------------------------------------------------------------------------------------------


def _walk(s: State, place: int, start: int, most: int) -> Draft | None:
    """A way from this milepost that costs at most this much, if going by the lowest price leads to one.

    Usually such a way takes nothing that others need. If it does, the walk is repeated, avoiding that.
    """
    way = _walk_by(s, place, start, most, is_open_to_all)
    if way is None:
        return None
    draft = _draft(s, way)
    judged = judge(s, draft.works)
    if judged == CALM or (judged == HARMLESS and all(is_open(s, step) for step in way.steps)):
        return draft
    way = _walk_by(s, place, start, most, is_open)
    if way is None:
        return None
    draft = _draft(s, way)
    return None if judge(s, draft.works) == SHUT else draft


def _walk_by(s: State, place: int, start: int, most: int, is_allowed: Callable[[State, Onward], bool]) -> Way | None:
    """A walk never turns back. It may begin with the player's own ferry, which does not count as a step."""
    box, rails, hindered = s.box, s.rails, s.weather.hindered
    heeds_others = is_allowed is is_open
    places_at = box.places_at
    beyond, towards, groups = box.prices_to[place], box.towards[place], box.groups
    far_is_free = s.options.far_end == "free"
    here, left, been = start, most, list(groups[start])
    taken: list[tuple[Onward, int]] = []
    while beyond[here]:
        for step in towards[here]:
            price = step.price if far_is_free else step_price(s, step, here)
            if price + beyond[step.to] <= left and step.to not in been:
                section = step.section
                if heeds_others or step.ferry != NOWHERE or places_at[section] or hindered[section]:
                    if is_allowed(s, step):
                        break
                elif not rails[section]:
                    break
        else:
            return None
        taken.append((step, here))
        left, here = left - price, step.to
        been += groups[here]
        if step.ferry != NOWHERE and s.networks[s.active].posts >> here & 1:
            taken.clear()
    return Way(most - left, taken)
