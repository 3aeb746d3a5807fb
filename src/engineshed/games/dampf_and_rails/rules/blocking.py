"""Whether building shuts somebody out (R28).

Cheap checks come first. Nobody depends on a section that is not exposed (``exposure``), or on anything that neither the
ties nor the kept ways need. Only for the rest are ties and ways looked for that go round it (``ties``, ``open_ways``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from engineshed.games.dampf_and_rails.rules.board import NOWHERE
from engineshed.games.dampf_and_rails.rules.exposure import corners_of, guard_of, is_in_line
from engineshed.games.dampf_and_rails.rules.open_ways import (
    Joined,
    LeftOpen,
    OpenWays,
    Shut,
    Site,
    bits_of,
    guarded,
    left_by,
)
from engineshed.games.dampf_and_rails.rules.passages import EXPOSED, Passages, numbers_in
from engineshed.games.dampf_and_rails.rules.state import State
from engineshed.games.dampf_and_rails.rules.ties import Ties, first_ties, quickly_retied, retied
from engineshed.games.dampf_and_rails.rules.ways import Onward

# -- what must stay open -------------------------------------------------------------------------------------------


def site_of(s: State) -> Site:
    return Site(s.passages, s.taken, tuple([network.posts for network in s.networks]), s.joined, s.ferries)


def open_ways(s: State) -> OpenWays:
    """What the active player must leave open."""
    ways = s.open_ways
    left = ways.left_open[s.active]
    if ways.taken is s.taken and left is not None and left.joined is s.joined:
        return ways
    s.open_ways = _renewed(s, ways)
    return s.open_ways


def _renewed(s: State, old: OpenWays) -> OpenWays:
    ties, left_open, seat = old.ties, old.left_open, s.active
    if ties.bits & s.taken:
        ties = retied(s.passages, s.taken, ties)
    left = before = left_open[seat]
    if (
        left is None
        or left.joined is not s.joined
        or not _same_classes(left.ties, ties)
        or left.bits & s.taken
        or left.lost
    ):
        left = left_by(site_of(s), ties, seat, left)
        left_open = (*left_open[:seat], left, *left_open[seat + 1 :])
    watched = ties.bits
    for each in left_open:
        watched |= each.bits if each else 0
    same = ties is old.ties and left.kept == (before.kept if before else ())
    harmless = {**old.harmless} if same else {}  # a copy: what is added to it holds only for this position
    new = old._replace(taken=s.taken, ties=ties, left_open=left_open, watched=watched, harmless=harmless)
    return guarded(s.passages, old, new)


@lru_cache(maxsize=64)
def first_open_ways(passages: Passages) -> OpenWays:
    """What must stay open before anything is built."""
    ties = first_ties(passages)
    nothing = OpenWays(0, ties, (None,) * passages.seats, 0, passages.marks, {}, 0, 0, {}, {})
    return guarded(passages, nothing, nothing._replace(watched=ties.bits))


def after_flood(s: State, old: OpenWays) -> OpenWays:
    """Networks have become smaller, and kept ways may begin at mileposts that no longer belong to them."""
    return old._replace(left_open=(None,) * s.seats, exposed=0, harmless={}, shut={})


# -- what is built -------------------------------------------------------------------------------------------------


def shut_by_section(s: State, section: int) -> Shut | None:
    """Who would be shut out if the active player built a section."""
    ways = open_ways(s)
    places = s.box.places_at[section] if s.passages.narrow else ()
    for place in places:
        if not s.joined[place] >> s.active & 1 and s.passages.takes_room[place] & ways.watched & ~s.taken:
            return _shut_by(s, ways, (section,), ())
    if not ways.marks[section] & EXPOSED or not ways.harmless.get((s.active, 1 << section), -1) & s.taken:
        return None
    return _shut_by(s, ways, (section,), ())


def shut_by_ferry(s: State, ferry: int) -> Shut | None:
    return _shut_by(s, open_ways(s), (), (ferry,)) if s.passages.narrow else None


def shut_by_way(s: State, steps: Sequence[Onward]) -> Shut | None:
    sections = tuple([step.section for step in steps if step.section != NOWHERE])
    return _shut_by(s, open_ways(s), sections, tuple([step.ferry for step in steps if step.ferry != NOWHERE]))


def _shut_by(s: State, ways: OpenWays, sections: tuple[int, ...], ferries: tuple[int, ...]) -> Shut | None:
    known, key = s.memo.shut, (s.active, sections, ferries)
    if key not in known:
        known[key] = _find_shut(s, ways, sections, ferries)
    return known[key]


def _find_shut(s: State, ways: OpenWays, sections: tuple[int, ...], ferries: tuple[int, ...]) -> Shut | None:
    """The cheap checks first; then the ties that would be built on, and last the ways where ties do not help."""
    taken = _taken_by(s, sections, ferries)
    gone = taken & ~s.taken & ways.watched
    if gone:
        gone ^= _guarded_sections(s, ways, gone & s.passages.sections, taken)
    key, left = (s.active, gone), ways.left_open[s.active]
    if not gone or not ways.harmless.get(key, -1) & taken:
        return None
    assert left is not None
    needed = None if gone & left.bits or key in ways.shut else quickly_retied(s.passages, taken, ways.ties)
    found = _look_closely(s, ways, left, _after(s, taken, sections, ferries), key) if needed is None else needed
    if isinstance(found, Shut):
        return found
    ways.harmless[key] = found
    return None


def _look_closely(s: State, ways: OpenWays, left: LeftOpen, after: Site, key: tuple[int, int]) -> int | Shut:
    """What the ties and ways round all that would be built need, or who would be shut out."""
    if key in ways.shut and after.is_walled_in(ways.shut[key]):
        return ways.shut[key]
    ties = retied(s.passages, after.taken, ways.ties)
    if key[1] & left.bits or not _same_classes(ties, ways.ties):
        left_after = left_by(after, ties, s.active, left)
        for shut in left_after.lost:
            if not left.lost or site_of(s).find(*shut) is not None:  # else a flood had cut them off before
                ways.shut[key] = shut
                return shut
        left = left_after
    return (ties.bits | left.bits) & ~ways.watched


def _guarded_sections(s: State, ways: OpenWays, sections: int, taken: int) -> int:
    """Those of these sections that nobody depends on, because they are not exposed."""
    found = others = 0
    for seat, network in enumerate(s.networks):
        others |= network.posts if seat != s.active else 0
    for section in numbers_in(sections):
        before = taken & ~(1 << section)
        if (
            not ways.guards.get(section, -1) & taken
            or corners_of(s.passages, taken, section) is not None
            or (not ways.marks[section] & EXPOSED and guard_of(s.passages, before, section) is not None)
            or is_in_line(s.passages, before, section, others)
        ):
            found |= 1 << section
    return found


def _same_classes(ties: Ties, others: Ties) -> bool:
    """Whether the same places are tied together."""
    if ties is others:
        return True
    return _alike(ties.roots, others.roots) and _alike(ties.weak_roots, others.weak_roots)


def _alike(roots: tuple[int, ...], others: tuple[int, ...]) -> bool:
    return roots == others or len(set(zip(roots, others, strict=True))) == len(set(roots)) == len(set(others))


def _taken_by(s: State, sections: tuple[int, ...], ferries: tuple[int, ...]) -> int:
    """What is taken once the active player has built all this, as bits."""
    return s.taken | bits_of(sections) | _room_taken(s, sections, ferries)


def _room_taken(s: State, sections: tuple[int, ...], ferries: tuple[int, ...]) -> int:
    """The room that is gone once the active player has built all this, as bits."""
    passages, gone = s.passages, 0
    if passages.narrow:
        places, lines = _newly_connected(s, sections, ferries)
        for place in places:
            gone |= passages.room_after(s.board.places[place].at, s.joined, s.ferries)
        for line in lines:
            gone |= passages.room_after(s.board.size + line, s.joined, s.ferries)
    return gone


def _newly_connected(s: State, sections: tuple[int, ...], ferries: tuple[int, ...]) -> tuple[list[int], list[int]]:
    """The places and ferries that the active player would newly connect."""
    me = 1 << s.active
    places = [place for section in sections for place in s.box.places_at[section] if not s.joined[place] & me]
    lines = [*ferries, *[s.box.port_ferry[place] for place in places if s.box.port_ferry[place] != NOWHERE]]
    for line in lines:
        places += [end for end in s.board.ferries[line].ends if not s.joined[end] & me]
    return places, lines


def _after(s: State, taken: int, sections: tuple[int, ...], ferries: tuple[int, ...]) -> Site:
    """The position once the active player has built all this."""
    site = site_of(s)
    site.taken = taken
    if s.passages.narrow:
        site.joined, site.ferries = _connected(s, sections, ferries)
    return site


def _connected(s: State, sections: tuple[int, ...], ferries: tuple[int, ...]) -> tuple[Joined, tuple[int, ...]]:
    """Who has connected each place and each ferry once the active player has built all this."""
    places, lines = _newly_connected(s, sections, ferries)
    if not places and not lines:
        return s.joined, s.ferries
    joined, owners = list(s.joined), list(s.ferries)
    for place in places:
        joined[place] |= 1 << s.active
    for line in lines:
        owners[line] |= 1 << s.active
    return tuple(joined), tuple(owners)


# -- looking closely -----------------------------------------------------------------------------------------------


def first_shut(s: State, sections: tuple[int, ...], ferries: tuple[int, ...] = ()) -> Shut | None:
    """The first group that would be shut out, in the order of the places. It does not depend on earlier searches."""
    before, after = site_of(s), _after(s, _taken_by(s, sections, ferries), sections, ferries)
    opponents = [seat for seat in range(s.seats) if seat != s.active]
    for place in range(len(s.board.places)):
        for group in after.groups(place, opponents):
            if after.find(place, group) is None and before.find(place, group) is not None:
                return Shut(place, group)
    return None


def blocked(s: State) -> Iterator[Shut]:
    """Groups that have no ways into a place, although there is room for them."""
    site = site_of(s)
    for place in range(len(s.board.places)):
        for group in site.groups(place, range(s.seats)):
            if site.find(place, group) is None:
                yield Shut(place, group)
