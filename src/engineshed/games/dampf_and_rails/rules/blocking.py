"""Whether building shuts somebody out (R28).

While a town or port has room, as many players as it has room for must have ways into it that share no section. Both
ends of a section belong to its builder's network, so the owners of a wall are all inside it: players can only shut out
others, never themselves. So a player must leave ways open for their opponents: for each of them, and for all together.

Whatever shuts somebody out closes a line around a place: no crossing is left, or only one where two of them still have
to get in. The regions of the board show which lines there are (``regions``). Most lines separate no place from another.
For the others, it may be enough that everybody who needs a place has connected another one on the same side
(``doubts``). Only in the remaining cases are ways searched for (``detours``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engineshed.games.dampf_and_rails.rules.board import NOWHERE
from engineshed.games.dampf_and_rails.rules.bypasses import Rounds
from engineshed.games.dampf_and_rails.rules.detours import Ground, Pocket, Site, groups_at, has_room_for
from engineshed.games.dampf_and_rails.rules.doubts import (
    EVERYWHERE,
    After,
    Crossing,
    after_works,
    are_all_apart,
    catch_up,
    crossing,
    doubt_without_lines,
    doubtful_places,
    is_calm,
    is_sure,
    opponents_of,
)
from engineshed.games.dampf_and_rails.rules.passages import numbers_in
from engineshed.games.dampf_and_rails.rules.state import State
from engineshed.games.dampf_and_rails.rules.ways import Onward
from engineshed.games.dampf_and_rails.rules.works import Fence, Shut, Works

MOST_REMEMBERED: Final = 3
"""So many ways of one group into one place are kept besides the latest."""

# -- at a glance ---------------------------------------------------------------------------------------------------


def is_plain_section(s: State, section: int) -> bool:
    """Whether building this section, if it is free, is known to be harmless without a search."""
    return not s.box.places_at[section] and _is_calm(s, section)


def unsettled(s: State, sections: int) -> int:
    """Those of these sections, as bits, of which it is not known yet that they are harmless."""
    settled = s.safe | _rounds(s).bits
    if s.regions.taken == s.taken:
        settled |= s.calm[s.active]
    return sections & ~settled


def _rounds(s: State) -> Rounds:
    known = s.rounds[s.active]
    if known.taken != s.taken:
        known, seat = known.when(s.taken), s.active
        s.rounds = (*s.rounds[:seat], known, *s.rounds[seat + 1 :])
    return known


def _is_calm(s: State, section: int) -> bool:
    """Whether it is known that nobody needs a section."""
    if s.safe >> section & 1:
        return True
    rounds = _rounds(s)
    if rounds.bits >> section & 1:
        return True
    needs = s.bypasses.known_round(section, s.taken)
    if needs != NOWHERE:
        rounds.note(section, needs)
        return True
    if _has_bypass(s, section):
        return True
    catch_up(s)
    return bool(s.calm[s.active] >> section & 1) or _parts_nobody(s, section)


def _has_bypass(s: State, section: int) -> bool:
    """Whether others can go round a section, or it leads only to where nobody needs to go."""
    round_, rounds = s.bypasses, _rounds(s)
    if round_.passages.is_odd:
        return False
    one, other = round_.ends[section]
    rails = bytearray(s.rails)
    rails[section] = 1
    for end, goal in ((one, other), (other, one)):
        if not round_.spokes[end] & ~(s.taken | s.faces.bits[section]) and not round_.places >> end & 1:
            needs = _round_pocket(s, Pocket(1 << end, NOWHERE, NOWHERE), goal, rails)
            if needs != NOWHERE:
                rounds.note(section, needs)
                return True
    if s.stuck >> section & 1:
        return False
    for start, goal in ((one, other), (other, one)):
        found, pocket = round_.detours(start, 1 << goal, rails, s.taken)
        if found.is_found:
            rounds.note(section, round_.keep(section, found.bits))
            return True
        if pocket is not None and not pocket.spots & round_.places:
            needs = _round_pocket(s, pocket, goal, rails)
            if needs != NOWHERE:
                rounds.note(section, needs)
                return True
    s.stuck |= s.faces.bits[section]
    return False


def _round_pocket(s: State, pocket: Pocket, goal: int, rails: bytearray) -> int:
    """What is needed to go round a pocket to the goal instead of through it, or out of it; NOWHERE if nobody could."""
    needs = 0
    for seat in opponents_of(s):
        posts = s.networks[seat].posts
        if posts & pocket.spots and not posts >> goal & 1:
            found, _ = s.bypasses.detours(goal, posts & ~pocket.spots, rails, s.taken)
            if not found.is_found:
                return NOWHERE
            needs |= found.bits
    if pocket.exit == NOWHERE:
        return needs
    needs |= s.faces.bits[pocket.exit]
    if pocket.beyond == goal:
        return needs
    rails[pocket.exit] = 1
    found, _ = s.bypasses.detours(goal, 1 << pocket.beyond, rails, s.taken)
    rails[pocket.exit] = 0
    return needs | found.bits if found.is_found else NOWHERE


def _parts_nobody(s: State, section: int) -> bool:
    """Whether the regions show that nobody needs a section."""
    if s.passages.is_tight:
        return False
    regions, faces = s.regions, s.faces
    one, other = regions.of[faces.left[section]], regions.of[faces.right[section]]
    if one == other:
        if s.seats > 2:  # what closes up here may matter together with a line that leaves one crossing
            return False
        can_spare = not regions.parted(section) and not regions.rims[one] & regions.fulls and is_sure(s)
    elif s.seats == 2 and not regions.fulls:
        return True
    else:
        can_spare = _parts_nothing(s, section, regions.rims[one], regions.rims[other])
    if can_spare:
        seat, calm = s.active, s.calm
        s.calm = (*calm[:seat], calm[seat] | faces.bits[section], *calm[seat + 1 :])
    return can_spare


def _parts_nothing(s: State, section: int, rim: int, beyond: int) -> bool:
    """Whether no line that crosses a section, from region to region, and one more would separate places."""
    regions = s.regions
    if rim & regions.fulls and beyond & regions.fulls:
        return False
    if s.seats == 2:
        return True
    crossings = rim & beyond & (regions.halves | s.passages.sections) ^ s.faces.bits[section]
    if not crossings:
        return True
    if crossings > s.passages.sections or s.passages.is_odd or not is_sure(s):
        return False
    parted = regions.parted(section)
    return all(regions.parted(other) == parted for other in numbers_in(crossings))


def needs_of_way(s: State, taken_by: Sequence[tuple[Onward, int]]) -> int:
    """What a way and those that go round it need, as bits; NOWHERE if that is not all that matters.

    ``taken_by``: its steps, each with where it begins.
    """
    bits, doors, round_ = s.faces.bits, s.passages.doors, s.bypasses
    own = sides = 0
    for step, _ in taken_by:
        if step.section == NOWHERE:
            return NOWHERE
        own |= bits[step.section]
        sides |= round_.sides[step.section]
    if own & doors:
        return NOWHERE
    if not own & ~s.safe and not sides & own:
        return own | sides
    sections = tuple([step.section for step, _ in taken_by])
    needs = _way_round(s, After(sections, s.joined, s.ferries, s.taken | own, ()), sections)
    return NOWHERE if needs == NOWHERE else needs | own


def is_calm_way(s: State, steps: Sequence[Onward]) -> bool:
    """Whether it is known that nobody needs anything a way takes up; then each of its steps is harmless, too."""
    known, works = s.memo.calm, _works(s, steps)
    if works not in known:
        after = after_works(s, works)
        known[works] = _is_bypassed(s, after) or _is_calm_by_lines(s, after)
        if known[works]:
            s.memo.shut[works] = False
    return known[works]


def _is_calm_by_lines(s: State, after: After) -> bool:
    if s.seats == 2 and not s.passages.narrow:
        catch_up(s)
        return are_all_apart(s, after.sections)
    return is_calm(s, crossing(s, after))


# -- what is built -------------------------------------------------------------------------------------------------


def shut_by_section(s: State, section: int) -> bool:
    """Whether somebody would be shut out if the active player built a section."""
    if s.passages.entries[section] and _enters(s, section):
        return _is_shut(s, (s.active, (section,), ()))
    return not _is_calm(s, section) and _is_shut(s, (s.active, (section,), ()))


def _enters(s: State, section: int) -> bool:
    """Whether a section would take up room somewhere."""
    own = s.networks[s.active].posts
    return any(not own >> spot & 1 for spot in s.passages.entries[section])


def shut_by_ferry(s: State, ferry: int) -> bool:
    return bool(s.passages.narrow) and _is_shut(s, (s.active, (), (ferry,)))


def shut_by_way(s: State, steps: Sequence[Onward]) -> bool:
    return _is_shut(s, _works(s, steps))


def _works(s: State, steps: Sequence[Onward]) -> Works:
    sections = tuple([step.section for step in steps if step.section != NOWHERE])
    return s.active, sections, tuple([step.ferry for step in steps if step.ferry != NOWHERE])


def _is_shut(s: State, works: Works) -> bool:
    known = s.memo.shut
    if works not in known:
        after = after_works(s, works)
        known[works] = _is_fenced(s, works, after) or (
            not _is_bypassed(s, after) and _find_shut(s, works, crossing(s, after))
        )
    return known[works]


def _is_bypassed(s: State, after: After) -> bool:
    """Whether there are ways round everything that would be taken."""
    if not after.entered:
        return _way_round(s, after, after.sections) != NOWHERE
    around = posts = 0
    for spot in after.entered:
        if after.taken & s.passages.two_left[spot]:
            for post in s.faces.posts_of[spot]:
                posts |= 1 << post
                around |= s.bypasses.spokes[post]
    bits = s.faces.bits
    if _way_round(s, after, [section for section in after.sections if not bits[section] & around]) == NOWHERE:
        return False
    if not all(_has_chain(s, after, post) for post in numbers_in(posts)):
        return False
    if not any(s.faces.has_port[spot] for spot in after.entered):
        return True
    catch_up(s)
    return not doubt_without_lines(s, after)


def _way_round(s: State, after: After, sections: Sequence[int]) -> int:
    """What bypasses of all of these sections need; NOWHERE if they do not all have one."""
    round_, taken, all_needs = s.bypasses, after.taken, 0
    for section in sections:
        needs = round_.known_round(section, taken)
        if needs == NOWHERE and not s.stuck >> section & 1:
            needs = round_.find_round(section, _rails_after(s, after), taken)
        if needs == NOWHERE:
            s.stuck |= s.faces.bits[section]
            return NOWHERE
        all_needs |= needs
    return all_needs


def _rails_after(s: State, after: After) -> bytearray:
    rails = bytearray(s.rails)
    for section in after.sections:
        rails[section] = 1
    return rails


def _has_chain(s: State, after: After, post: int) -> bool:
    """Whether nobody needs to pass through a milepost that would be connected, or to begin or end there by land."""
    round_, taken = s.bypasses, after.taken
    free, new = round_.spokes[post] & ~taken, round_.spokes[post] & taken & ~s.taken
    place = s.board.place_at[post]
    room = s.box.limits[place] - after.joined[place].bit_count()
    if new and room and not free:
        return False
    if new and not free & (free - 1):
        for seat in opponents_of(s):
            if s.joined[place] >> seat & 1 and not s.networks[seat].posts & round_.beside[post]:
                return False
    if round_.known_past(post, taken) != NOWHERE:
        return True
    mark = 1 << len(s.board.ends) + post
    if s.stuck & mark:
        return False
    if round_.find_past(post, _rails_after(s, after), taken) != NOWHERE:
        return True
    s.stuck |= mark
    return False


def _find_shut(s: State, works: Works, found: Crossing) -> bool:
    after = found.after
    doubt, needs = doubtful_places(s, found), 0
    if doubt:
        result = _look_closely(s, after, doubt)
        if isinstance(result, Fence):
            s.fences = {**s.fences, works: result}
            return True
        needs = result
    if len(after.sections) == 1 and not after.entered:
        _note_calm(s, after.sections[0], needs)
    return False


def _note_calm(s: State, section: int, needs: int) -> None:
    """Nobody needs a section, as long as something else stays free."""
    seat, calm = s.active, s.calm
    s.calm = (*calm[:seat], calm[seat] | s.faces.bits[section], *calm[seat + 1 :])
    if needs:
        s.spared = {**s.spared, (seat, section): needs}


def _is_fenced(s: State, works: Works, after: After) -> bool:
    """Whether a group that would have been shut out in an earlier position still would be."""
    known = s.fences.get(works)
    if known is None:
        return False
    place, group = known.shut
    if any(s.joined[place] >> seat & 1 or s.networks[seat].posts & known.inside for seat in group):
        return False
    return has_room_for(s.passages, after.joined, place, group)


# -- one group at a time -------------------------------------------------------------------------------------------


def site_of(s: State) -> Site:
    return Site(Ground(s.passages, s.rails, s.taken), tuple([network.posts for network in s.networks]), s.joined)


def _site_after(s: State, after: After) -> Site:
    rails = bytearray(s.rails)
    for section in after.sections:
        rails[section] = 1
    ground = Ground(s.passages, rails, after.taken)
    return Site(ground, tuple([network.posts for network in s.networks]), after.joined)


def _look_closely(s: State, after: After, doubt: int) -> Fence | int:
    """The first group that would be shut out of one of these places; otherwise what their ways into them need.

    Ways that are known are tried first.
    """
    needs, taken, opponents = 0, after.taken, opponents_of(s)
    for place in numbers_in(doubt & (1 << len(s.board.places)) - 1):
        for group in groups_at(s.passages, after.joined, place, opponents):
            known = s.ways.get(Shut(place, group), ())
            free = [bits for bits in known if not bits & taken]
            if not free:
                found = _site_after(s, after).find(place, group)
                if found.is_found:
                    free = [found.bits]
                    s.ways = {**s.ways, Shut(place, group): (found.bits, *known[:MOST_REMEMBERED])}
                elif site_of(s).find(place, group).is_found:  # otherwise a flood has shut them out
                    return Fence(Shut(place, group), found.bits)
            if free:
                needs |= free[0]
    return needs


def first_shut(s: State, sections: tuple[int, ...], ferries: tuple[int, ...] = ()) -> Shut | None:
    """The first group that would be shut out, in the order of the places; the same whatever was searched before."""
    found = _look_closely(s, after_works(s, (s.active, sections, ferries)), EVERYWHERE)
    return found.shut if isinstance(found, Fence) else None


def blocked(s: State) -> Iterator[Shut]:
    """Groups without ways into a place that has room for them."""
    site = site_of(s)
    for place in range(len(s.board.places)):
        for group in groups_at(s.passages, s.joined, place, [seat for seat in range(s.seats) if site.posts[seat]]):
            if not site.find(place, group).is_found:
                yield Shut(place, group)
