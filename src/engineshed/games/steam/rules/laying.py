"""Track changes hands and shape: what laying, turning and replacing tiles does to the links.

Every function here changes the state that it is given, which is the mover's own copy.
"""

from __future__ import annotations

from bisect import bisect_left, insort

from engineshed.games.steam.rules.consequences import crossing_at, lot_at
from engineshed.games.steam.rules.courses import goal_of, make_link, open_keys, reverse, stubs_of
from engineshed.games.steam.rules.ground import NO_CITY
from engineshed.games.steam.rules.journeys import Journeys
from engineshed.games.steam.rules.links import NOBODY, OPPOSITE, Link
from engineshed.games.steam.rules.state import NO_CUBES, State
from engineshed.games.steam.rules.tiles import COMPLEX_FACES, TRACK_FACES
from engineshed.rail.faces import WAYS
from engineshed.rail.network import bits

Course = tuple[int, tuple[int, ...], bool]
"""Track that leads up to somewhere: start, edges, and whether it is joined to a place at its start."""


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


def _leading_to(s: State, hex_: int, edge: int) -> Course:
    """The track that leads to this edge: an open link, which is taken out, or nothing but the hex beyond."""
    link = s.ends.get(6 * hex_ + edge)
    if link is None:
        beyond = s.ground.neighbours[hex_][edge]
        return beyond, (OPPOSITE[edge],), s.colours[beyond] != NO_CITY
    remove_link(s, link)
    if link.head or (link.start, link.edges[0]) != (hex_, edge):
        return link.start, link.edges, link.head
    start, edges = reverse(s.ground, link.start, link.edges)
    return start, edges, False


def _joined(s: State, course: Course, hex_: int, edge: int, owner: int, since: int) -> Link:
    """Track that has come to a hex leaves it over this edge and joins what it meets there."""
    start, edges, head = course
    beyond, beyond_edges, tail = _leading_to(s, hex_, edge)
    _, back = reverse(s.ground, beyond, beyond_edges)
    return make_link(s.ground, start, edges + back, head, tail, owner, since)


def lay_way(s: State, seat: int, hex_: int, way: int) -> Link:
    """New track of this seat from edge to edge, joined with whatever it meets."""
    a, b = WAYS[way]
    link = _joined(s, _leading_to(s, hex_, a), hex_, b, seat, s.round)
    add_link(s, link)
    return link


def lay_stub(s: State, seat: int, hex_: int, edge: int) -> Link:
    """Track from a town to an edge. A foreign link that it meets stays foreign; an ownerless one is taken over."""
    met = s.ends.get(6 * hex_ + edge)
    owner = seat if met is None or met.owner == NOBODY else met.owner
    beyond, edges, head = _leading_to(s, hex_, edge)
    link = make_link(s.ground, beyond, edges, head, True, owner, s.round)
    add_link(s, link)
    return link


def redirect(s: State, seat: int, link: Link, edge: int) -> Link:
    """The last tile of a link lets it out over another edge. Only a link that is completed so changes hands."""
    last = goal_of(s.ground, link.start, link.edges[:-1])
    remove_link(s, link)
    course = link.start, link.edges[:-1], link.head
    met = s.ends.get(6 * last + edge)
    turned = _joined(s, course, last, edge, link.owner, link.since if met is None else s.round)
    if turned.complete or met is not None:
        turned = make_link(s.ground, turned.start, turned.edges, turned.head, turned.tail, seat, s.round)
    add_link(s, turned)
    return turned


def disown(s: State, link: Link) -> None:
    """Nobody owns it any more."""
    remove_link(s, link)
    add_link(s, make_link(s.ground, link.start, link.edges, link.head, link.tail, NOBODY, link.since))


# -- tiles ----------------------------------------------------------------------------------------------------------


def put_tile(s: State, hex_: int, code: int) -> None:
    """Exchange the hex's tile for another (0: none); what lay there goes back to the stock."""
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
    """Work out anew what may begin at a city on these hexes."""
    s.lots, s.crossings = s.lots.copy(), s.crossings.copy()
    for hex_ in lots:
        s.lots[hex_] = lot_at(s.ground, hex_, s.tiles[hex_], s.gates[hex_], s.stocked)
    for hex_ in crossings:
        s.crossings[hex_] = crossing_at(s.ground, hex_, s.tiles[hex_], s.gates[hex_], s.stocked)


# -- New Cities -----------------------------------------------------------------------------------------------------


def found_city(s: State, seat: int, hex_: int, colour: int) -> list[Link]:
    """A New City takes a town's place: bare stubs vanish, and all track that points at it is completed."""
    exits = s.ground.tiles.edges_of[s.tiles[hex_]]
    for link in _bare_stubs(s, hex_):
        remove_link(s, link)
    colours = bytearray(s.colours)
    colours[hex_] = colour
    s.colours = bytes(colours)
    s.new_cities = (*s.new_cities, (hex_, colour))
    s.cubes = (*s.cubes, NO_CUBES)
    s.held = tuple(held & ~(1 << hex_) for held in s.held)
    s.journeys = Journeys()
    completed = [lay_stub(s, seat, hex_, edge) for edge in bits(63 & ~exits) if 6 * hex_ + edge in s.ends]
    around = [hex_, *(beside for beside in s.ground.neighbours[hex_] if beside >= 0)]
    gates = bytearray(s.gates)
    for beside in around:
        gates[beside] = s.ground.gates_of(s.colours, beside)
    s.gates = bytes(gates)
    put_tile(s, hex_, 0)
    survey(s, around, around)
    return completed


def _bare_stubs(s: State, hex_: int) -> list[Link]:
    """Links without any track but a stub of the town in this hex; a neighbouring town's stub is track, too."""
    return [
        link
        for link in s.links
        if len(link.edges) == 1
        and hex_ in (ends := [where for where, _ in stubs_of(s.ground, link)])
        and all(where == hex_ or s.colours[where] != NO_CITY for where in ends)
    ]
