"""What laying, turning and replacing tiles does to the links.

Every function here changes the state that it is given, which is the mover's own copy.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from typing import NamedTuple

from engineshed.games.steam.rules.consequences import crossing_at, lot_at
from engineshed.games.steam.rules.courses import goal_of, make_link, open_keys, reverse, stubs_of
from engineshed.games.steam.rules.ground import NO_CITY
from engineshed.games.steam.rules.journeys import Journeys
from engineshed.games.steam.rules.links import NOBODY, OPPOSITE, Link
from engineshed.games.steam.rules.ownership import may_extend
from engineshed.games.steam.rules.state import State
from engineshed.games.steam.rules.tiles import COMPLEX_FACES, TRACK_FACES
from engineshed.games.steam.rules.truth import NO_CUBES
from engineshed.rail.faces import WAYS


class Course(NamedTuple):
    """Track that leads to a hex."""

    start: int
    edges: tuple[int, ...]
    head: bool
    """Whether it is joined to a place at its start."""
    met: Link | None
    """The link that it was, which is no longer on the map."""


class Laid(NamedTuple):
    """The link that new track has become a part of, and the ownerless links that have changed hands with it."""

    link: Link
    claimed: tuple[Link, ...] = ()


# -- links ----------------------------------------------------------------------------------------------------------


def add_link(s: State, link: Link) -> None:
    links = list(s.links)
    insort(links, link)
    s.links = tuple(links)
    if link.complete:
        s.journeys = Journeys()
        if link.owner != NOBODY:
            _hold(s, link)
    else:
        s.ends = {**s.ends, **dict.fromkeys(open_keys(s.ground, link), link)}


def remove_link(s: State, link: Link) -> None:
    place = bisect_left(s.links, link)
    s.links = (*s.links[:place], *s.links[place + 1 :])
    if link.complete:
        s.journeys = Journeys()
    else:
        keys = open_keys(s.ground, link)
        s.ends = {key: other for key, other in s.ends.items() if key not in keys}


def _hold(s: State, link: Link) -> None:
    held = s.held[link.owner]
    for hex_, _ in stubs_of(s.ground, link):
        if s.colours[hex_] == NO_CITY:
            held |= 1 << hex_
    s.held = (*s.held[: link.owner], held, *s.held[link.owner + 1 :])


def _leading_to(s: State, hex_: int, edge: int, *, loose: bool = False) -> Course:
    """The track that leads to this edge: an open link, which is taken off the map, or only the hex beyond.

    Loose track does not join an ownerless link: the two face each other until it is connected (``join_faced``).
    """
    link = s.ends.get(6 * hex_ + edge)
    if link is None or (loose and link.owner == NOBODY):
        beyond = s.ground.neighbours[hex_][edge]
        return Course(beyond, (OPPOSITE[edge],), s.colours[beyond] != NO_CITY, None)
    remove_link(s, link)
    if link.head or (link.start, link.edges[0]) != (hex_, edge):
        return Course(link.start, link.edges, link.head, link)
    start, edges = reverse(s.ground, link.start, link.edges)
    return Course(start, edges, False, link)


def _join(s: State, course: Course, onward: Course, owner: int, since: int) -> Laid:
    """Make one link of two courses that meet in one hex."""
    _, back = reverse(s.ground, onward.start, onward.edges)
    link = make_link(s.ground, course.start, course.edges + back, course.head, onward.head, owner, since)
    add_link(s, link)
    ownerless = [met for met in (course.met, onward.met) if met is not None and met.owner == NOBODY]
    return Laid(link, tuple(ownerless) if owner != NOBODY else ())


def lay_way(s: State, seat: int, hex_: int, way: int) -> Laid:
    """New track of this seat from edge to edge, joined with what it meets. Loose only if it can be taken back."""
    a, b = WAYS[way]
    loose = s.before is not None and not (_connected(s, seat, hex_, a) or _connected(s, seat, hex_, b))
    course = _leading_to(s, hex_, a, loose=loose)
    return _join(s, course, _leading_to(s, hex_, b, loose=loose), seat, s.round)


def _connected(s: State, seat: int, hex_: int, edge: int) -> bool:
    """Whether track of this seat that comes to this edge would be connected to a city there."""
    link = s.ends.get(6 * hex_ + edge)
    if link is None:
        return s.colours[s.ground.neighbours[hex_][edge]] != NO_CITY
    return link.head and may_extend(s, seat, link)


def lay_stub(s: State, seat: int, hex_: int, edge: int) -> Laid:
    """Track from a town to an edge. Other players' links that it meets stay theirs; ownerless ones are taken over."""
    met = s.ends.get(6 * hex_ + edge)
    owner = seat if met is None or met.owner == NOBODY else met.owner
    course = _leading_to(s, hex_, edge)
    link = make_link(s.ground, course.start, course.edges, course.head, True, owner, s.round)
    add_link(s, link)
    return Laid(link, (met,) if met is not None and met.owner == NOBODY else ())


def redirect(s: State, seat: int, link: Link, edge: int) -> Laid:
    """The last tile of a link now leads across another edge. It changes hands only if this completes or extends it."""
    last = goal_of(s.ground, link.start, link.edges[:-1])
    remove_link(s, link)
    course, onward = Course(link.start, link.edges[:-1], link.head, link), _leading_to(s, last, edge)
    if onward.head or onward.met is not None:
        return _join(s, course, onward, seat, s.round)
    return _join(s, course, onward, link.owner, link.since)


def join_faced(s: State, seat: int) -> list[Laid]:
    """Track that was loose joins the ownerless track that it faces, as soon as either end of the two is connected."""
    joined: list[Laid] = []
    while (key := _facing(s, seat)) >= 0:
        own, other = s.ends[key], s.ends[s.ground.ahead[key]]
        remove_link(s, own)
        remove_link(s, other)
        start, edges = own.start, own.edges
        if (start, edges[0]) == divmod(key, 6):
            start, edges = reverse(s.ground, start, edges)
        course = Course(start, edges[:-1], own.head, own)
        joined.append(_join(s, course, Course(other.start, other.edges, True, other), seat, s.round))
    return joined


def _facing(s: State, seat: int) -> int:
    """Where an open end of this seat can now join the ownerless one that it faces; -1 if nowhere."""
    for key, link in s.ends.items():
        faced = s.ends.get(s.ground.ahead[key]) if link.owner == seat else None
        if faced is not None and (link.head or may_extend(s, seat, faced)):
            return key
    return -1


def disown(s: State, link: Link) -> None:
    """Make a link ownerless."""
    remove_link(s, link)
    add_link(s, make_link(s.ground, link.start, link.edges, link.head, link.tail, NOBODY, link.since))


# -- tiles ----------------------------------------------------------------------------------------------------------


def put_tile(s: State, hex_: int, code: int) -> None:
    """Exchange the hex's tile for another (0: none); the old one goes back to the stock."""
    shown, old = list(s.shown), s.tiles[hex_]
    if old:
        shown[s.ground.tiles.face_of[old]] -= 1
    if code:
        shown[s.ground.tiles.face_of[code]] += 1
    tiles = bytearray(s.tiles)
    tiles[hex_] = code
    s.tiles, s.shown = bytes(tiles), tuple(shown)
    before = s.stocked
    if not s.options.unlimited_tiles:
        for laid in (old, code):
            if laid:
                s.stocked = s.ground.tiles.open_after(s.shown, s.stocked, laid)
    hexes = range(s.ground.size)
    changed = before ^ s.stocked
    survey(
        s,
        hexes if changed & TRACK_FACES else range(hex_, hex_ + 1),
        hexes if changed & COMPLEX_FACES else range(hex_, hex_ + 1),
    )


def survey(s: State, lots: range | list[int], crossings: range | list[int]) -> None:
    """Recompute what may begin at a city on these hexes."""
    s.lots, s.crossings = s.lots.copy(), s.crossings.copy()
    for hex_ in lots:
        s.lots[hex_] = lot_at(s.ground, hex_, s.tiles[hex_], s.gates[hex_], s.stocked)
    for hex_ in crossings:
        s.crossings[hex_] = crossing_at(s.ground, hex_, s.tiles[hex_], s.gates[hex_], s.stocked)


# -- New Cities -----------------------------------------------------------------------------------------------------


class Founded(NamedTuple):
    """What a New City does to the links."""

    completed: list[Laid]
    gone: list[Link]
    """Links that consisted only of an exit of the town."""


def found_city(s: State, seat: int, hex_: int, colour: int) -> Founded:
    """A New City takes a town's place: bare stubs vanish, and all track that points at it is completed."""
    gone = _bare_stubs(s, hex_)
    for link in gone:
        remove_link(s, link)
    colours = bytearray(s.colours)
    colours[hex_] = colour
    s.colours = bytes(colours)
    s.new_cities = (*s.new_cities, (hex_, colour))
    s.cubes = (*s.cubes, NO_CUBES)
    s.held = tuple(held & ~(1 << hex_) for held in s.held)
    s.journeys = Journeys()
    completed = [lay_stub(s, seat, hex_, edge) for edge in range(6) if 6 * hex_ + edge in s.ends]
    around = [hex_, *(beside for beside in s.ground.neighbours[hex_] if beside >= 0)]
    gates = bytearray(s.gates)
    for beside in around:
        gates[beside] = s.ground.gates_of(s.colours, beside)
    s.gates = bytes(gates)
    put_tile(s, hex_, 0)
    survey(s, around, around)
    return Founded(completed, gone)


def _bare_stubs(s: State, hex_: int) -> list[Link]:
    """Links with no track except a stub of the town in this hex; a neighbouring town's stub is also track."""
    return [
        link
        for link in s.links
        if len(link.edges) == 1
        and hex_ in (ends := [where for where, _ in stubs_of(s.ground, link)])
        and all(where == hex_ or s.colours[where] != NO_CITY for where in ends)
    ]
