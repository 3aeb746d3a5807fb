"""Who may continue track where: what each open end means to the player who builds.

Track begins at a city, at one of the player's own open ends, or at an ownerless one that starts at a city or at a town
where one of the player's complete links ends. Nobody may continue from another player's open end; towns and cities may
join it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engineshed.games.steam.rules.courses import goal_of
from engineshed.games.steam.rules.ground import NO_CITY
from engineshed.games.steam.rules.links import NOBODY, OPPOSITE, Link
from engineshed.games.steam.rules.state import State
from engineshed.rail.faces import WAY_OF
from engineshed.rail.hexgrid import EDGES


class Marks:
    """What the open ends that point at one hex mean to a player; edges of that hex as bits."""

    __slots__ = ("barred", "firm", "loops", "loose", "strange")

    def __init__(self) -> None:
        self.firm = 0
        """Where they may continue building."""
        self.loose = 0
        """Where their own track waits to be connected."""
        self.barred = 0
        """Where they may not build at all."""
        self.strange = 0
        """Ownerless ends that they may join from another end, but not begin at."""
        self.loops: Sequence[int] | None = None
        """Ways that would make a loop; None until they are needed. There are no loops if only one open end points at
        the hex and the hex is not next to the place where it began."""


NO_MARKS: Final = Marks()
NO_MARKS.loops = ()
"""A hex that no open end points at has no loops, because the places around it are all different."""


def may_extend(s: State, seat: int, link: Link) -> bool:
    """Whether this seat may extend or redirect an incomplete link that is joined to a place."""
    if link.owner != NOBODY:
        return link.owner == seat
    return s.colours[link.start] != NO_CITY or bool(s.held[seat] >> link.start & 1)


def marks_of(s: State, seat: int) -> dict[int, Marks]:
    """The marks on every hex that an open end points at."""
    found: dict[int, Marks] = {}
    colours, held, joins, neighbours = s.colours, s.held[seat], s.options.join_ownerless, s.ground.neighbours
    for key, link in s.ends.items():
        hex_, edge = divmod(key, 6)
        marks = found.get(hex_)
        if marks is None:
            marks = found[hex_] = Marks()
            if link.head and link.start not in neighbours[hex_]:
                marks.loops = ()
        else:
            marks.loops = None
        owner = link.owner
        if owner == seat:
            if link.head:
                marks.firm |= 1 << edge
            else:
                marks.loose |= 1 << edge
        elif owner != NOBODY:
            marks.barred |= 1 << edge
        elif colours[link.start] != NO_CITY or held >> link.start & 1:
            marks.firm |= 1 << edge
        elif joins:
            marks.strange |= 1 << edge
        else:
            marks.barred |= 1 << edge
    return found


NOTHING: Final = -1
"""No place."""


def far_place(s: State, hex_: int, edge: int) -> int:
    """The place where track from this edge of a hex would begin or that it would point at; NOTHING if none."""
    return max(NOTHING, _origin(s, hex_, edge))


def _origin(s: State, hex_: int, edge: int) -> int:
    """What track from this edge would be joined with: a place, or a loose track, which has a number below NOTHING."""
    link = s.ends.get(6 * hex_ + edge)
    if link is None:
        return place(s, s.ground.neighbours[hex_][edge])
    if link.head:
        return link.start
    far = _far_end(s, link, hex_, edge)
    return far if far != NOTHING else NOTHING - 1 - 6 * link.start - link.edges[0]


def _far_end(s: State, link: Link, hex_: int, edge: int) -> int:
    """Where the other end of a loose track will be joined: to ownerless track that it faces, or to a place ahead."""
    goal, last = goal_of(s.ground, link.start, link.edges), link.edges[-1]
    start = (link.start, link.edges[0])
    far, entry = (goal, OPPOSITE[last]) if start == (hex_, edge) else start
    faced = s.ends.get(s.ground.ahead[6 * far + entry])
    return place(s, far) if faced is None else faced.start


def place(s: State, hex_: int) -> int:
    """The hex itself if it has a city or a town, otherwise NOTHING."""
    return hex_ if hex_ >= 0 and (s.colours[hex_] != NO_CITY or s.ground.is_town[hex_]) else NOTHING


def loop_ways(s: State, hex_: int) -> list[int]:
    """The ways through a hex that would bring a link back to the place where it began, or into itself."""
    found: list[int] = []
    met: dict[int, list[int]] = {}
    for edge in range(len(EDGES)):
        origin = _origin(s, hex_, edge)
        if origin != NOTHING:
            edges = met.setdefault(origin, [])
            found += [WAY_OF[other, edge] for other in edges]
            edges.append(edge)
    return found
