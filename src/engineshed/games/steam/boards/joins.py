"""Where the track of a tile would lead."""

from __future__ import annotations

from typing import NamedTuple

from engineshed.core.words import Message, Thing
from engineshed.games.steam.rules.ground import NO_CITY
from engineshed.games.steam.rules.moves import Cross, Redirect, Second, Town, Track
from engineshed.games.steam.rules.names import the_place
from engineshed.games.steam.rules.phases.build_track import redirected
from engineshed.games.steam.rules.state import State
from engineshed.rail.faces import WAYS, far_edge
from engineshed.rail.joins import JoinHint
from engineshed.rail.network import bits


class End(NamedTuple):
    """One end of a track: the place that it is joined to, or else the hex that it points at."""

    place: Thing
    joined: bool
    tiles: int
    """How many tiles of older track lie in between."""


def join_hint(s: State, m: Track | Second | Cross | Redirect | Town) -> JoinHint:
    match m:
        case Town(hex_, exits):
            return _town(s, hex_, exits & ~s.ground.tiles.edges_of[s.tiles[hex_]])
        case Redirect(hex_, way):
            link, entry, _ = redirected(s, m)
            behind = End(the_place(s, link.start), True, len(link.edges) - 2)
            return _between(behind, _end(s, hex_, far_edge(way, entry)))
    a, b = WAYS[m.way]
    return _between(_end(s, m.hex, a), _end(s, m.hex, b))


def _end(s: State, hex_: int, edge: int) -> End:
    link = s.ends.get(6 * hex_ + edge)
    if link is not None and link.head:
        return End(the_place(s, link.start), True, len(link.edges) - 1)
    beyond = s.ground.neighbours[hex_][edge]
    return End(the_place(s, beyond), link is None and s.colours[beyond] != NO_CITY, 0)


def _between(one: End, other: End) -> JoinHint:
    if one.joined and other.joined:
        tiles = one.tiles + 1 + other.tiles
        return JoinHint(Message("hint.joins", {"start": one.place, "goal": other.place, "tiles": tiles}), 2)
    start, goal = (one, other) if one.joined else (other, one)
    return JoinHint(Message("hint.leads", {"start": start.place, "hex": goal.place}), int(start.joined))


def _town(s: State, hex_: int, new: int) -> JoinHint:
    ends = [_end(s, hex_, edge) for edge in bits(new)]
    joined = tuple([end.place for end in ends if end.joined])
    ahead = tuple([end.place for end in ends if not end.joined])
    which = "hint.town-both" if joined and ahead else "hint.town-joins" if joined else "hint.town-opens"
    return JoinHint(Message(which, {"town": the_place(s, hex_), "joined": joined, "ahead": ahead}), len(joined))
