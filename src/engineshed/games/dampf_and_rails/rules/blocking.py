"""Whether building shuts somebody out (R28).

While a town or port has room, as many players as it has room for must have ways into it that share no section. Both
ends of a section belong to its builder's network, so the owners of a wall are all inside it: players can only shut out
others, never themselves. So a player must leave ways open for their opponents: for each of them, and for all together.

Whatever shuts somebody out closes a line around a place: no crossing is left, or only one where two of them still have
to get in. The regions of the board show which lines there are (``regions``). Most lines separate no place from another.
For the others, it may be enough that everybody who needs a place has connected another one on the same side
(``doubts``). Only in the remaining cases are ways searched for (``detours``). What was found out is kept as long as it
holds (``lasting``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engineshed.games.dampf_and_rails.rules.aftermath import After, after_works, opponents_of
from engineshed.games.dampf_and_rails.rules.board import NOWHERE
from engineshed.games.dampf_and_rails.rules.detours import Found, Ground, Site, groups_at, has_room_for
from engineshed.games.dampf_and_rails.rules.doubts import (
    EVERYWHERE,
    Crossing,
    are_all_apart,
    closes_harmlessly,
    crosses_harmlessly,
    crossing,
    doubts_about,
    may_be_calm,
)
from engineshed.games.dampf_and_rails.rules.lasting import lasting, still_lasts
from engineshed.games.dampf_and_rails.rules.passages import numbers_in
from engineshed.games.dampf_and_rails.rules.state import State
from engineshed.games.dampf_and_rails.rules.ways import Onward
from engineshed.games.dampf_and_rails.rules.works import Fence, Shut, Works

SHUT: Final = 0
HARMLESS: Final = 1
CALM: Final = 2
"""Judgements on what would be built."""

MOST_REMEMBERED: Final = 7
"""So many ways of one group into one place are kept besides the latest."""

# -- at a glance ---------------------------------------------------------------------------------------------------


def is_plain_section(s: State, section: int) -> bool:
    """Whether building this section, if it is free, is known to be harmless without a search."""
    return not s.box.places_at[section] and (bool(s.regions.lone >> section & 1) or _is_calm(s, section))


def unsettled(s: State, sections: int) -> int:
    """Those of these free sections that somebody may need as far as is known without a search; all as bits."""
    left = sections & ~s.calm[s.active] & ~(s.regions.lone & ~s.passages.doors)
    for section in numbers_in(left):
        if _is_calm(s, section):
            left ^= s.faces.bits[section]
    return left


def _note(s: State, sections: int) -> None:
    """Nobody needs these sections."""
    seat, calm = s.active, s.calm
    s.calm = (*calm[:seat], calm[seat] | sections, *calm[seat + 1 :])


def _is_calm(s: State, section: int) -> bool:
    """Whether the regions show that nobody needs a section."""
    if s.calm[s.active] >> section & 1:
        return True
    passages, regions, faces = s.passages, s.regions, s.faces
    if passages.is_tight or (passages.entries[section] and _enters(s, section)):
        return False
    if regions.lone >> section & 1:
        return True
    if (s.active, (section,), ()) in s.fences:
        return False
    one, other = regions.of[faces.left[section]], regions.of[faces.right[section]]
    if one == other:
        can_spare = not passages.is_odd and closes_harmlessly(s, section)
    else:
        can_spare = _parts_nothing(s, section, regions.rims[one], regions.rims[other])
    if can_spare:
        _note(s, faces.bits[section])
    return can_spare


def _parts_nothing(s: State, section: int, rim: int, beyond: int) -> bool:
    """Whether no line that crosses a section, from region to region, and one more would shut anybody out."""
    regions = s.regions
    if rim & regions.fulls and beyond & regions.fulls:
        return False
    if s.seats == 2:
        return True
    crossings = rim & beyond & (regions.halves | s.passages.sections) ^ s.faces.bits[section]
    if not crossings:
        return True
    is_clear = crossings <= s.passages.sections and not s.passages.is_odd
    return is_clear and crosses_harmlessly(s, section, crossings)


# -- what is built -------------------------------------------------------------------------------------------------


def shut_by_section(s: State, section: int) -> bool:
    """Whether somebody would be shut out if the active player built a section."""
    return not _is_calm(s, section) and is_shut(s, (s.active, (section,), ()))


def _enters(s: State, section: int) -> bool:
    """Whether a section would take up room somewhere."""
    own = s.networks[s.active].posts
    return any(not own >> spot & 1 for spot in s.passages.entries[section])


def shut_by_ferry(s: State, ferry: int) -> bool:
    return bool(s.passages.narrow) and is_shut(s, (s.active, (), (ferry,)))


def works_of(s: State, steps: Sequence[Onward]) -> Works:
    sections = tuple([step.section for step in steps if step.section != NOWHERE])
    return s.active, sections, tuple([step.ferry for step in steps if step.ferry != NOWHERE])


def is_shut(s: State, works: Works) -> bool:
    """Whether somebody would be shut out if the active player built all of this."""
    return judge(s, works) == SHUT


def judge(s: State, works: Works) -> int:
    """``SHUT``, ``CALM`` or ``HARMLESS``: the same, and whether nobody needs any part of it."""
    known = s.memo.judged
    if works not in known:
        known[works] = _judge(s, works)
    return known[works]


def _judge(s: State, works: Works) -> int:
    if s.passages.is_alone and are_all_apart(s, works[1]):
        return CALM
    known = s.lasting.get(works)
    if known is not None and still_lasts(s, known):
        return CALM if known.is_calm else HARMLESS
    after = after_works(s, works)
    if works in s.fences and _is_still_fenced(s, s.fences[works], after):
        return SHUT
    found = crossing(s, after)
    judged, needs = CALM if may_be_calm(s, found) else HARMLESS, 0
    for doubt in doubts_about(s, found):
        judged = HARMLESS
        result = _look_closely(s, after, doubt)
        if isinstance(result, Fence):
            s.fences = {**s.fences, works: result}
            return SHUT
        needs |= result
    _remember(s, works, found, needs, judged)
    return judged


def _remember(s: State, works: Works, found: Crossing, needs: int, judged: int) -> None:
    _, sections, ferries = works
    if found.after.landings:
        return  # which ferries are needed depends on sections everywhere
    if len(sections) == 1 and not ferries:
        _note_calm(s, sections[0], needs)
    else:
        known = lasting(s, found, needs, is_calm=judged == CALM)
        if known is not None:
            s.lasting = {**s.lasting, works: known}


def _note_calm(s: State, section: int, needs: int) -> None:
    """Nobody needs a section, as long as something else stays free."""
    _note(s, s.faces.bits[section])
    if needs:
        s.spared = {**s.spared, (s.active, section): needs}


def _is_still_fenced(s: State, known: Fence, after: After) -> bool:
    """Whether a group that would have been shut out in an earlier position still would be."""
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

    ``doubt``: the places, as bits of their mileposts.
    """
    needs, opponents = 0, opponents_of(s)
    places = [number for number, place in enumerate(s.board.places) if doubt >> place.at & 1] if doubt else []
    for place in places:
        for group in groups_at(s.passages, after.joined, place, opponents):
            found = _ways_into(s, after, Shut(place, group))
            if found.is_found:
                needs |= found.bits
            elif site_of(s).find(place, group).is_found:  # otherwise a flood has shut them out
                return Fence(Shut(place, group), found.bits)
    return needs


def _ways_into(s: State, after: After, wanted: Shut) -> Found:
    """Ways of a group into a place; those that are known are tried first."""
    known, taken = s.ways.get(wanted, ()), after.taken
    for bits in known:
        if not bits & taken:
            return Found(True, bits, 0)
    found = _site_after(s, after).find(*wanted)
    if found.is_found:
        s.ways = {**s.ways, wanted: (found.bits, *known[:MOST_REMEMBERED])}
    return found


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
