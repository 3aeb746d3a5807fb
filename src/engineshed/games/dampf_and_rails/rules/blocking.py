"""Whether building shuts somebody out (R28).

While a town or port has room, as many players as it has room for must have ways into it that share no section. Both
ends of a section belong to its builder's network, so the owners of a wall are all inside it: players can only shut out
others, never themselves. So a player must leave ways open for their opponents: for each of them, and for all together.

Such ways are kept (``proof``), and building anything that they do not need shuts nobody out. Nor does anybody depend on
a section with short detours for all opponents. Only for the rest are other ways looked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engineshed.games.dampf_and_rails.rules.board import NOWHERE
from engineshed.games.dampf_and_rails.rules.detours import Ground, Search
from engineshed.games.dampf_and_rails.rules.open_ways import Group, OpenWays, Shut
from engineshed.games.dampf_and_rails.rules.passages import Passages, bring_forward, remember
from engineshed.games.dampf_and_rails.rules.proof import Proof, Site
from engineshed.games.dampf_and_rails.rules.state import State
from engineshed.games.dampf_and_rails.rules.ways import Onward

SHORT = 20
"""Detours are short if they are found among this many spots."""
SHUT = -1
"""Instead of bits: somebody would be shut out."""

# -- a position ----------------------------------------------------------------------------------------------------


def site_of(s: State) -> Site:
    return Site(Ground(s.passages, s.rails, s.taken), tuple([network.posts for network in s.networks]), s.joined)


def opponents_of(s: State) -> list[int]:
    return [seat for seat in range(s.seats) if seat != s.active]


# -- what must stay open -------------------------------------------------------------------------------------------


def open_ways(s: State) -> OpenWays:
    """What the active player must leave open."""
    old, seat = s.open_ways[s.active], s.active
    if old is not None and old.starts is s.starts:
        if old.taken is s.taken:
            return old
        if not old.bits & s.taken:
            # Copies: what is found out later holds only for this position and those after it.
            new = old._replace(taken=s.taken, harmless=dict(old.harmless), shut=set())
            s.open_ways = (*s.open_ways[:seat], new, *s.open_ways[seat + 1 :])
            return new
    new = _renewed(s, old)
    s.open_ways = (*s.open_ways[:seat], new, *s.open_ways[seat + 1 :])
    return new


def _renewed(s: State, old: OpenWays | None) -> OpenWays:
    site, opponents = site_of(s), opponents_of(s)
    wanted = [(place, group) for place in range(len(s.board.places)) for group in site.groups(place, opponents)]
    wanted.sort(key=lambda pair: sum([s.networks[seat].near[pair[0]] for seat in pair[1]]))  # the nearest first
    proof = Proof(site)
    if old is not None:
        proof.keep_old([kept for kept in old.kept if (kept.place, kept.seats) in wanted], s.taken)
    have = {(kept.place, kept.seats) for kept in proof.kept}
    for place, group in wanted:
        if (place, group) not in have:
            ways = proof.find(place, group)
            if ways is not None:  # else a flood has shut them out
                proof.keep(place, group, ways)
    bits = 0
    for kept in proof.kept:
        bits |= kept.ways.bits
    return OpenWays(s.taken, s.starts, tuple(proof.kept), bits, {}, set())


def watched_sections(s: State) -> int:
    """The sections that cannot be built without a closer look, as bits."""
    return open_ways(s).bits | s.passages.at_places


# -- what is built -------------------------------------------------------------------------------------------------


def shut_by_section(s: State, section: int) -> bool:
    """Whether somebody would be shut out if the active player built a section."""
    ways = open_ways(s)
    return bool(s.passages.takes[section] & ways.bits) and _is_shut(s, ways, (section,), ())


def shut_by_ferry(s: State, ferry: int) -> bool:
    ways = open_ways(s)
    return bool(s.passages.ferry_takes[ferry] & ways.bits) and _is_shut(s, ways, (), (ferry,))


def shut_by_way(s: State, steps: Sequence[Onward]) -> bool:
    ways, passages, takes = open_ways(s), s.passages, 0
    for step in steps:
        takes |= passages.takes[step.section] if step.ferry == NOWHERE else passages.ferry_takes[step.ferry]
    if not takes & ways.bits:
        return False
    sections = tuple([step.section for step in steps if step.section != NOWHERE])
    return _is_shut(s, ways, sections, tuple([step.ferry for step in steps if step.ferry != NOWHERE]))


def _is_shut(s: State, ways: OpenWays, sections: tuple[int, ...], ferries: tuple[int, ...]) -> bool:
    taken = s.taken
    for section in sections:
        taken |= 1 << section
    if s.passages.narrow:
        taken |= _room_taken(s, sections, ferries)
    new = taken ^ s.taken
    gone = new & ways.bits
    if not gone:
        return False
    key = gone, new & ~s.passages.sections
    if key not in ways.harmless or ways.harmless[key] & taken:
        if new in ways.shut:
            return True
        needs = _look_closely(s, ways, taken, gone, sections, ferries)
        if needs == SHUT:
            ways.shut.add(new)
            return True
        ways.harmless[key] = needs
    return False


def _look_closely(
    s: State, ways: OpenWays, taken: int, gone: int, sections: tuple[int, ...], ferries: tuple[int, ...]
) -> int:
    """What the detours and ways need that replace what is gone; SHUT if somebody would be shut out."""
    needs = 0
    for section in sections:
        if gone >> section & 1:
            bits = _known_detours(s.passages, taken, section)
            if bits:
                needs, gone = needs | bits, gone ^ 1 << section
    if not gone:
        return needs
    after = _site_after(s, taken, sections, ferries)
    for section in sections:
        if gone >> section & 1:
            bits = _new_detours(after, section)
            if bits:
                needs, gone = needs | bits, gone ^ 1 << section
    more = _one_by_one(ways, after, gone, _spots_taken(s.passages, taken ^ s.taken)) if gone else 0
    if more is None:
        more = _all_again(ways, after, gone)
    return SHUT if more == SHUT else needs | more


def _spots_taken(passages: Passages, new: int) -> int:
    """The narrow spots where room was taken up, as bits."""
    spots = 0
    if new > passages.sections:
        for spot in passages.narrow:
            if new & (passages.one_left[spot] | passages.two_left[spot]):
                spots |= 1 << spot
    return spots


def _one_by_one(ways: OpenWays, after: Site, gone: int, without: int) -> int | None:
    """What other ways need that replace those that are gone; None if that cannot be said without the rest of the proof.

    ``without``: spots where no way may begin any more, as bits.
    """
    needs = 0
    for kept in ways.kept:
        if kept.ways.bits & gone:
            found = Proof(after, kept.goals, without).find(kept.place, kept.seats)
            if found is None:
                is_needed = not without and kept.seats in after.groups(kept.place, kept.seats)
                return SHUT if is_needed else None
            needs |= found.bits
    return needs


def _all_again(ways: OpenWays, after: Site, gone: int) -> int:
    """The same, but only those are replaced that somebody still needs."""
    proof, needs = Proof(after), 0
    rest = proof.keep_old(ways.kept, gone)
    old = len(proof.kept)
    if not all(proof.renew(kept) for kept in rest):
        return SHUT
    for kept in proof.kept[old:]:
        needs |= kept.ways.bits
    return needs


def _known_detours(passages: Passages, taken: int, section: int) -> int:
    """What detours round a section need that are enough for all opponents; 0 if no such detours are known."""
    known = passages.detours[section]
    for number, bits in enumerate(known):
        if not bits & taken:
            bring_forward(known, number)
            return bits
    return 0


def _new_detours(site: Site, section: int) -> int:
    """The same; 0 if there are too few short ones."""
    passages, needs = site.passages, 0
    a, b = (passages.spots[post] for post in passages.board.ends[section])
    for start, end in ((a, b),) if passages.is_symmetric else ((a, b), (b, a)):
        search = Search(site.ground, start, 1 << end, SHORT)
        found = search.one_way() if passages.seats == 2 else search.two_ways()
        if found is None:
            return 0
        needs |= found.bits
    remember(passages.detours[section], needs)
    return needs


def _newly_connected(s: State, sections: tuple[int, ...], ferries: tuple[int, ...]) -> tuple[list[int], list[int]]:
    """The places and ferries that the active player would newly connect."""
    me = 1 << s.active
    places = [place for section in sections for place in s.box.places_at[section] if not s.joined[place] & me]
    lines = [*ferries, *[s.box.port_ferry[place] for place in places if s.box.port_ferry[place] != NOWHERE]]
    for line in lines:
        places += [end for end in s.board.ferries[line].ends if not s.joined[end] & me]
    return places, lines


def _room_taken(s: State, sections: tuple[int, ...], ferries: tuple[int, ...]) -> int:
    """The room that is gone once the active player has built all this, as bits."""
    passages, gone = s.passages, 0
    places, lines = _newly_connected(s, sections, ferries)
    for spot in [*[s.board.places[place].at for place in places], *[s.board.size + line for line in lines]]:
        if spot in passages.narrow:
            gone |= passages.room_after(spot, s.joined, s.ferries)
    return gone


def _site_after(s: State, taken: int, sections: tuple[int, ...], ferries: tuple[int, ...]) -> Site:
    """The position once the active player has built all this."""
    rails, joined = bytearray(s.rails), list(s.joined)
    for section in sections:
        rails[section] = 1
    for place in _newly_connected(s, sections, ferries)[0]:
        joined[place] |= 1 << s.active
    return Site(Ground(s.passages, rails, taken), tuple([network.posts for network in s.networks]), tuple(joined))


# -- looking closely -----------------------------------------------------------------------------------------------


def _has_ways(site: Site, place: int, group: Group) -> bool:
    return Proof(site).find(place, group) is not None


def first_shut(s: State, sections: tuple[int, ...], ferries: tuple[int, ...] = ()) -> Shut | None:
    """The first group that would be shut out, in the order of the places. It does not depend on earlier searches."""
    taken = s.taken | _room_taken(s, sections, ferries)
    for section in sections:
        taken |= 1 << section
    before, after = site_of(s), _site_after(s, taken, sections, ferries)
    for place in range(len(s.board.places)):
        for group in after.groups(place, opponents_of(s)):
            if not _has_ways(after, place, group) and _has_ways(before, place, group):
                return Shut(place, group)
    return None


def blocked(s: State) -> Iterator[Shut]:
    """Groups that have no ways into a place, although there is room for them."""
    site = site_of(s)
    for place in range(len(s.board.places)):
        for group in site.groups(place, range(s.seats)):
            if not _has_ways(site, place, group):
                yield Shut(place, group)
