"""Where it is in doubt whether somebody would be shut out (R28), judged by regions and networks alone.

A line shuts nobody out if everybody who may want a place on one of its sides has a milepost on that side, or could come
there by ferry. Where one player may still cross the line, it is enough that one of two opponents has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from engineshed.games.dampf_and_rails.rules.aftermath import After, linked, opponents_of, rooms_of
from engineshed.games.dampf_and_rails.rules.passages import numbers_in
from engineshed.games.dampf_and_rails.rules.regions import Opening, divided
from engineshed.games.dampf_and_rails.rules.state import State
from engineshed.games.dampf_and_rails.rules.works import Wants

EVERYWHERE: Final = -1
"""All mileposts, as bits."""

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
    opening.free = [line for line in opening.free if _parts_anything(s, line)]
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


def may_be_calm(s: State, found: Crossing) -> bool:
    """Whether nobody needs any part of what is taken, so that any part can be built, if there is no doubt about it."""
    if found.opening.free or not found.is_roomy or s.passages.is_tight:
        return False
    return not s.regions.fulls or not found.opening.touches(s.regions.fulls)


def doubts_about(s: State, found: Crossing) -> list[int]:
    """The places that somebody might be shut out of, as bits of their mileposts, once for each reason to doubt."""
    after, opening, lines, is_roomy = found
    if s.passages.is_odd:
        return [EVERYWHERE] if lines or after.landings or not may_be_calm(s, found) else []
    doubts: list[int] = []
    if after.landings:
        doubts += _doubts_by_port(s, after, opening)
    fulls = s.regions.fulls
    is_near = bool(fulls and (opening.free or after.landings or opening.touches(fulls)))
    if is_near or not is_roomy:
        doubts += _doubts_by_full(s, after, is_near=is_near)
    if opening.free:
        parts, rest = _parts_by(s.regions.pieces, opening.free)
        doubts += _doubts_after_closing(s, after, parts, rest, [*lines, *opening.lines_inside(_halves(s))])
    elif lines:
        doubts += _doubts_by_lines(s, after, opening, lines)
    return doubts


def wants_of(s: State) -> tuple[Wants, ...]:
    """What each opponent may want, and with three players, what both together may want."""
    known = s.memo.wants
    if s.active not in known:
        known[s.active] = tuple(_wants(s))
    return known[s.active]


def _wants(s: State) -> Iterator[Wants]:
    room, posts = s.faces.places & ~s.full, 0
    for seat in opponents_of(s):
        own = s.networks[seat].posts
        posts |= own
        yield Wants(own, room & ~own)
    if s.seats > 2:
        yield Wants(posts, room & ~s.scarce & ~posts)


def lacking(parts: Iterable[int], wants: Wants) -> int:
    """The places on these sides of lines, as bits, that a group may want although none of them is there."""
    found = 0
    for part in parts:
        if not part & wants.posts:
            found |= part & wants.places
    return found


# -- lines that close up -------------------------------------------------------------------------------------------


def _doubts_after_closing(s: State, after: After, parts: list[int], rest: list[int], lines: Iterable[int]) -> list[int]:
    """The places, as bits, in doubt if pieces are divided into parts, and across lines with one crossing in those."""
    doubts = _doubts_of_each(s, after, parts, rest)
    if s.seats > 2:
        *_, both = wants_of(s)
        if any(part & rooms_of(s, after).ports and not part & both.posts for part in parts):
            parts, rest = parts + rest, []  # it may matter for all pieces to which ferries lead
        doubts += _doubts_of_both(s, after, parts, rest, lines)
    return doubts


def _parts_by(pieces: Iterable[int], lines: Iterable[int]) -> tuple[list[int], list[int]]:
    """Parts of pieces that are divided by lines, and the other pieces."""
    parts = list(pieces)
    for line in lines:
        parts = divided(parts, line)
    return [part for part in parts if part not in pieces], [piece for piece in pieces if piece in parts]


def _doubts_of_each(s: State, after: After, parts: list[int], rest: list[int]) -> list[int]:
    """The places on some sides, as bits, that an opponent may want without being there or on a side with a ferry."""
    doubts = [_lacking_by_ferry(s, after, parts, rest, wants) for wants in wants_of(s)[: s.seats - 1]]
    return [doubt for doubt in doubts if doubt]


def _doubts_of_both(s: State, after: After, parts: list[int], rest: list[int], lines: Iterable[int]) -> list[int]:
    """The places, as bits, that only one of two opponents could get to: by one ferry, or across one of these lines."""
    both = wants_of(s)[-1]
    doubt = 0
    if lacking(parts, both):
        for ferries in rooms_of(s, after).all_but_one:
            doubt |= lacking(linked(ferries, (*parts, *rest)), both)
    for line in lines:
        if _is_lacking_beside(parts, line, both):
            doubt |= _lacking_by_ferry(s, after, divided(parts, line), rest, both)
    return [doubt & ~after.crowded] if doubt else []


def _parts_anything(s: State, line: int) -> bool:
    """Whether a line that closes up matters: there is a place with room or an opponent on both its sides."""
    occupied = s.faces.places & ~s.full | wants_of(s)[-1].posts
    for piece in s.regions.pieces:
        part = piece & line
        if part & occupied and (piece ^ part) & occupied:
            return True
    return False


def closes_harmlessly(s: State, section: int) -> bool:
    """Whether nobody needs a section with the same region on both sides, as far as is known without a search."""
    regions = s.regions
    line = regions.parted(section)
    if not _parts_anything(s, line):
        return True
    if regions.fulls:
        return False  # it matters who can pass there, also far away, from where ferries lead here
    after = After((section,), s.joined, s.ferries, s.taken, (), landings=0, crowded=0)
    parts, rest = _parts_by(regions.pieces, (line,))
    lines = Opening(regions, s.taken).lines_inside(_halves(s)) if s.seats > 2 else []
    return not _doubts_after_closing(s, after, parts, rest, lines)


def _doubts_by_full(s: State, after: After, *, is_near: bool) -> list[int]:
    """The places, as bits, on the sides of lines that close up around a player through narrow spots that are full.

    ``is_near``: whether spots that were full before may matter, not only where the last place is taken.
    """
    passages, regions, doubts = s.passages, s.regions, []
    for wants in wants_of(s)[: s.seats - 1]:
        posts = wants.posts
        fulls = [spot for spot in passages.spots_in(regions.fulls) if not posts >> spot & 1]
        new = [spot for spot in after.entered if after.taken & passages.one_left[spot] and not posts >> spot & 1]
        if new or (fulls and is_near):
            through = Opening(regions, after.taken)
            for spot in fulls:
                through.close(spot)
            divided_before, others = _parts_by(regions.pieces, [line & ~through.closed for line in through.free])
            through.free.clear()
            for section in after.sections:
                through.open(section)
            for spot in new:
                through.close(spot)
            parts, rest = _parts_by(divided_before + others, [line & ~through.closed for line in through.free])
            if after.landings:
                parts, rest = parts + rest, []
            doubts.append(_lacking_by_ferry(s, after, parts, rest, wants))
    return [doubt for doubt in doubts if doubt]


# -- lines with one crossing ---------------------------------------------------------------------------------------


def _doubts_by_lines(s: State, after: After, opening: Opening, lines: list[int]) -> list[int]:
    """The places, as bits, out of which lines with one crossing left would shut two players together."""
    doubt, both, pieces = 0, wants_of(s)[-1], s.regions.pieces
    for line in dict.fromkeys(lines):
        if line in opening.past_ferries:
            doubt |= lacking(divided(pieces, line), both)
        elif _is_lacking_beside(pieces, line, both):
            parts, rest = _parts_by(pieces, (line,))
            doubt |= _lacking_by_ferry(s, after, parts, rest, both)
    return [doubt & ~after.crowded] if doubt else []


def _is_lacking_beside(pieces: Iterable[int], line: int, wants: Wants) -> bool:
    """Whether a group may want anything on a side of a line, in one of these pieces, where none of them is."""
    posts, places = wants
    for piece in pieces:
        part = piece & line
        if part and part != piece:
            other = piece ^ part
            if (not part & posts and part & places) or (not other & posts and other & places):
                return True
    return False


def crosses_harmlessly(s: State, section: int, crossings: int) -> bool:
    """Whether nobody needs a section between two regions with these other sections, as bits, between them."""
    regions, both = s.regions, wants_of(s)[-1]
    parted = regions.parted(section)
    for other in numbers_in(crossings):
        if _is_lacking_beside(regions.pieces, regions.parted(other) ^ parted, both):
            return False
    return True


# -- ferries -------------------------------------------------------------------------------------------------------


def _lacking_by_ferry(s: State, after: After, parts: list[int], rest: list[int], wants: Wants) -> int:
    """The places on these sides, as bits, that a group may want although none of them is there or can come by ferry.

    ``rest``: all other sides; if someone comes there from one of these sides, they are in doubt, too.
    """
    away, doubt = lacking(parts, wants), 0
    if away:
        for side in linked(rooms_of(s, after).ferries, (*parts, *rest)):
            if side & away and not side & wants.posts:
                doubt |= side & wants.places
    return doubt


def _doubts_by_port(s: State, after: After, opening: Opening) -> list[int]:
    """The places, as bits, to which not enough ferries would lead any more for everybody who is not there."""
    pieces = list(s.regions.pieces)
    landed = [piece for piece in pieces if piece & after.landings]
    *_, both = wants_of(s)
    doubts = _doubts_of_each(s, after, pieces, [])
    if s.seats > 2:
        lines = opening.lines_inside(_halves(s))
        if all(piece & both.posts for piece in landed):  # then only sides where these ferries land matter
            landing = both._replace(places=after.landings)
            lines = [line for line in lines if _is_lacking_beside(landed, line, landing)]
        if lines or lacking(landed, both):
            doubts += _doubts_of_both(s, after, pieces, [], lines)
    return doubts
