"""Where it is in doubt whether somebody would be shut out (R28), judged by regions and places alone.

A line that separates no place from another shuts nobody out. Nor does any other line, if everybody who needs a place on
one of its sides has connected another place on that side, or could come there by ferry. Where one player may still
cross the line, it is enough that one of two opponents has.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from engineshed.games.dampf_and_rails.rules.board import NOWHERE
from engineshed.games.dampf_and_rails.rules.components import NUMBERS
from engineshed.games.dampf_and_rails.rules.memo import Lacking
from engineshed.games.dampf_and_rails.rules.passages import numbers_in
from engineshed.games.dampf_and_rails.rules.regions import Opening
from engineshed.games.dampf_and_rails.rules.state import State
from engineshed.games.dampf_and_rails.rules.truth import PLAYER_COUNTS
from engineshed.games.dampf_and_rails.rules.works import Group, Joined, Works

EVERYWHERE: Final = -1
"""All places, as bits."""
OPPONENTS: Final = tuple(
    tuple(tuple(other for other in range(seats) if other != seat) for seat in range(seats))
    for seats in range(max(PLAYER_COUNTS) + 1)
)
"""By the number of players and a seat, all others."""


class After(NamedTuple):
    """What matters of a position in which somebody has built something."""

    sections: tuple[int, ...]
    joined: Joined
    ferries: tuple[int, ...]
    taken: int
    entered: tuple[int, ...]
    """The narrow spots where room was taken up; ``by_port``: whether a ferry leads to one of them."""
    by_port: bool


def opponents_of(s: State) -> Group:
    return OPPONENTS[s.seats][s.active]


# -- after it was built --------------------------------------------------------------------------------------------


def after_works(s: State, works: Works) -> After:
    _, sections, ferries = works
    bits, places_at, joined, me = s.faces.bits, s.box.places_at, s.joined, 1 << s.active
    taken, places = s.taken, []
    for section in sections:
        taken |= bits[section]
        places += [place for place in places_at[section] if not joined[place] & me]
    if not places and not ferries:
        return After(sections, joined, s.ferries, taken, (), by_port=False)
    return _after_joining(s, sections, places, list(ferries), taken)


def _after_joining(s: State, sections: tuple[int, ...], places: list[int], lines: list[int], taken: int) -> After:
    """``places``, ``lines``: the places and ferries that the active player would newly connect."""
    board, port_ferry, me = s.board, s.box.port_ferry, 1 << s.active
    joined, owners, narrow = list(s.joined), list(s.ferries), s.passages.narrow
    lines += [port_ferry[place] for place in places if port_ferry[place] != NOWHERE]
    for line in lines:
        owners[line] |= me
        places += board.ferries[line].ends
    entered: list[int] = []
    for place in places:
        spot = board.places[place].at
        if not joined[place] & me:
            joined[place] |= me
            if spot in narrow:
                entered.append(spot)
    entered += [board.size + line for line in lines if board.size + line in narrow]
    new = tuple(joined), tuple(owners)
    for spot in entered:
        taken |= s.passages.room_gone(spot, *new)
    has_port = s.faces.has_port
    return After(sections, *new, taken, tuple(entered), any(has_port[spot] for spot in entered))


# -- doubts --------------------------------------------------------------------------------------------------------


def are_all_apart(s: State, sections: tuple[int, ...]) -> bool:
    """Whether each of these sections lies between two regions, also after those before it were built."""
    of, left, right = s.regions.of, s.faces.left, s.faces.right
    opened: dict[int, int] = {}
    for section in sections:
        one, other = of[left[section]], of[right[section]]
        while one in opened:
            one = opened[one]
        while other in opened:
            other = opened[other]
        if one == other:
            return False
        opened[one] = other
    return True


class Crossing(NamedTuple):
    """The lines that there would be after something was built."""

    after: After
    opening: Opening
    lines: list[int]
    """What is separated by lines with one crossing left, as bits: these shut out two players together."""
    is_roomy: bool
    """Whether there is room for two or more at all narrow spots where room is taken up."""


def crossing(s: State, after: After) -> Crossing:
    opening, regions, one_left = Opening(s.regions, after.taken), s.regions, s.passages.one_left
    for section in after.sections:
        opening.open(section)
    lines: list[int] = []
    is_roomy = True
    for spot in after.entered:
        if regions.halves & one_left[spot] or after.taken & one_left[spot]:
            is_roomy = False
        elif s.seats > 2:
            lines += opening.lines_through(spot)
    if s.seats > 2:
        lines += opening.lines(_halves(s) if regions.halves else 0)
    return Crossing(after, opening, lines, is_roomy)


def _halves(s: State) -> int:
    """The narrow spots, as bits, where there is room for one more player, and no opponent has connected them."""
    known = s.memo.halves
    if s.active not in known:
        halves = others = 0
        for seat in opponents_of(s):
            others |= s.networks[seat].posts
        for spot in s.passages.spots_in(s.regions.halves):
            halves |= 0 if others >> spot & 1 else s.passages.one_left[spot]
        known[s.active] = halves
    return known[s.active]


def is_calm(s: State, found: Crossing) -> bool:
    """Whether nobody needs anything that is taken: then any part of it can be built, too."""
    after, opening, lines, is_roomy = found
    if opening.free or not is_roomy or s.passages.is_tight:
        return False
    if s.regions.fulls and opening.touches(s.regions.fulls):
        return False
    if s.passages.is_odd:
        return not lines and not (after.by_port and _known_lacking(s))
    if not lines and not after.by_port:
        return True
    return not _doubt_without_lines(s, after) and not _doubt_by_lines(s, found)


def doubtful_places(s: State, found: Crossing) -> int:
    """The places that somebody might be shut out of, as bits; 0 if nobody would be."""
    if s.passages.is_odd:
        return EVERYWHERE
    after, opening, _, _ = found
    doubt, group = _doubt_without_lines(s, after), opponents_of(s)
    for seat in group:
        for line in _different([*opening.free, *_lines_through_full(s, after, opening, seat)]):
            doubt |= _doubt_beside(s, after, line, (seat,), EVERYWHERE, by_ferry=True)
    return doubt | _doubt_by_lines(s, found)


def _doubt_by_lines(s: State, found: Crossing) -> int:
    """The places, as bits, out of which lines with one crossing left would shut two players together."""
    after, opening, lines, _ = found
    if s.seats == 2:
        return 0
    doubt, group, cuts = 0, opponents_of(s), _different(opening.free)
    if opening.free:  # then any line with one crossing may matter: somebody came past it by track or can by ferry
        near = _places_of_visitors(s, after) if is_sure(s) and not cuts else EVERYWHERE
        lines = [*lines, *[line for line in opening.lines_inside(_halves(s)) if line & near]]
        lines = [*lines, *[line ^ cut for line in lines for cut in cuts]]
    for line in _different([*lines, *cuts]):
        if cuts or line in opening.past_ferries:
            doubt |= _doubt_beside(s, after, line, group, EVERYWHERE, by_ferry=False)
        else:
            doubt |= _doubt_beside(s, after, line, group, _divided(s, line), by_ferry=not opening.free)
    return doubt


def _places_of_visitors(s: State, after: After) -> int:
    """The places, as bits, of the lands where something is built and an opponent has been."""
    here, posts = 0, 0
    for seat in opponents_of(s):
        posts |= s.networks[seat].posts
    for section in after.sections:
        land = s.faces.land_of[s.board.ends[section][0]]
        if posts & s.faces.lands[land]:
            here |= s.faces.land_places[land]
    return here


def _divided(s: State, line: int) -> int:
    """The places of the pieces that a line divides, as bits: for all others, nothing changes with it."""
    divided = 0
    for pieces in s.regions.pieces:
        for piece in pieces:
            if piece & line and piece & ~line:
                divided |= piece
    return divided


def _different(lines: Iterable[int]) -> list[int]:
    """Each line once, without those that separate nothing."""
    return [line for line in dict.fromkeys(lines) if line]


def _lines_through_full(s: State, after: After, opening: Opening, seat: int) -> list[int]:
    """Lines that would close up around a player through narrow spots that are full."""
    passages = s.passages
    if not s.regions.fulls and not after.entered:
        return []
    fulls = [spot for spot in passages.spots_in(s.regions.fulls) if not _is_in(s, seat, spot)]
    new = [spot for spot in after.entered if after.taken & passages.one_left[spot] and not _is_in(s, seat, spot)]
    if not new and not (fulls and opening.touches(s.regions.fulls)):
        return []
    through = Opening(s.regions, after.taken)
    for spot in fulls:
        through.close(spot)
    through.free.clear()  # those were closed before
    for section in after.sections:
        through.open(section)
    for spot in new:
        through.close(spot)
    return [line & ~through.closed for line in through.free]


def _is_in(s: State, seat: int, spot: int) -> bool:
    return bool(s.networks[seat].posts >> spot & 1)


def _doubt_without_lines(s: State, after: After) -> int:
    """The places, as bits, on sides of lines that closed up where an opponent still needs one and has connected none.

    They may have come there nevertheless, by track of their own that crosses the line, or enough ferries lead there.
    """
    doubt = 0
    for piece, seats, are_there in _known_lacking(s):
        if are_there or (after.by_port and _capacity(s, after, piece, seats) < len(seats)):
            doubt |= piece
    return doubt


def is_sure(s: State) -> bool:
    """Whether whoever has come to a land has connected a place on each side of the lines that closed up there."""
    return not s.passages.is_odd and not any(are_there for _, _, are_there in _known_lacking(s))


def _known_lacking(s: State) -> Lacking:
    known = s.memo.lacking
    if s.active not in known:
        known[s.active] = _lacking(s)
    return known[s.active]


def _lacking(s: State) -> Lacking:
    found: Lacking = []
    for land, pieces in zip(s.faces.lands, s.regions.pieces, strict=True):
        for piece in pieces:
            seats = [seat for seat in opponents_of(s) if not piece & s.places[seat]]
            if seats and _needed(s, piece):
                found.append((piece, seats, any(s.networks[seat].posts & land for seat in seats)))
    return found


def _needed(s: State, places: int) -> bool:
    """Whether one of some places is not full."""
    return any(s.joined[place].bit_count() < s.box.limits[place] for place in numbers_in(places))


def doubt_beside_all(s: State, after: After, lines: Iterable[int]) -> int:
    """The same as ``_doubt_beside`` for two opponents together and several lines."""
    doubt, group = 0, opponents_of(s)
    for line in _different(lines):
        doubt |= _doubt_beside(s, after, line, group, _divided(s, line), by_ferry=True)
    return doubt


def _doubt_beside(s: State, after: After, line: int, group: Group, near: int, *, by_ferry: bool) -> int:
    """The places beside a line, as bits, on a side where a whole group might need them and none has connected any.

    ``near``: there are none if those are not among them; ``by_ferry``: whether somebody who comes to a side by ferry
    can help.
    """
    own = lacking = 0
    for seat in group:
        own |= s.places[seat]
    sides: list[int] = []
    for pieces in s.regions.pieces:
        for piece in pieces:
            for side in (piece & line, piece & ~line):
                if side:
                    sides.append(side)
                    lacking |= 0 if side & own else side
    if not lacking & near:
        return 0
    if by_ferry:
        lacking = 0
        for side in _linked(s, after, sides):
            lacking |= side if side & near and not side & own else 0
    return lacking


# -- ferries -------------------------------------------------------------------------------------------------------


def _rooms(s: State, after: After) -> list[tuple[int, int, int]]:
    """For each ferry, how many more players can take it and connect both its ends, and those."""
    found, limits, joined = s.memo.rooms, s.box.limits, after.joined
    if found is None or after.entered:
        found = []
        for ferry in s.passages.ferries:
            here, there = s.board.ferries[ferry].ends
            room = NUMBERS.port_places - after.ferries[ferry].bit_count()
            for end in (here, there):
                room = min(room, limits[end] - joined[end].bit_count())
            if room > 0:
                found.append((room, here, there))
        if not after.entered:
            s.memo.rooms = found
    return found


def _linked(s: State, after: After, sides: list[int]) -> list[int]:
    """Sides together with those from which somebody can come by ferry."""
    for _, here, there in _rooms(s, after):
        one = other = 0
        for side in sides:
            one = side if side >> here & 1 else one
            other = side if side >> there & 1 else other
        if one != other and one and other:
            sides = [*[side for side in sides if side not in (one, other)], one | other]
    return sides


def _capacity(s: State, after: After, piece: int, lacking: list[int]) -> int:
    """How many of these opponents can come by ferry to places, as bits, from where all of them have connected one."""
    inside: dict[int, int] = {}
    outside: dict[int, int] = {}
    limits, joined, beside = s.box.limits, after.joined, _places_beside_all(s, lacking)
    for room, one, other in _rooms(s, after):
        here, there = (one, other) if piece >> one & 1 else (other, one)
        if piece >> here & 1 and beside & ~piece & 1 << there:
            inside[here] = min(inside.get(here, 0) + room, limits[here] - joined[here].bit_count())
            outside[there] = min(outside.get(there, 0) + room, limits[there] - joined[there].bit_count())
    return min(sum(inside.values()), sum(outside.values()))


def _places_beside_all(s: State, seats: list[int]) -> int:
    """The places, as bits, on whose side all of these players have connected a place."""
    beside = 0
    for pieces in s.regions.pieces:
        for piece in pieces:
            if all(piece & s.places[seat] for seat in seats):
                beside |= piece
    return beside
