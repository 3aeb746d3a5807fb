"""Who may build on from where: what each open end means to the player who builds.

Track begins at a city, at an own open end, or at an ownerless one that starts at a city or at a town where a
complete link of the player ends. Foreign open ends are barred to everybody else; towns and cities that join them
are another matter.
"""

from __future__ import annotations

from typing import NamedTuple

from engineshed.games.steam.ground import NO_CITY
from engineshed.games.steam.links import NOBODY, Link, goal_of
from engineshed.games.steam.state import State


class Marks:
    """What the open ends that point at one hex mean to a player; edges of that hex as bits."""

    __slots__ = ("barred", "firm", "loose", "strange")

    def __init__(self) -> None:
        self.firm = 0
        """Where he may build on."""
        self.loose = 0
        """Where his own track waits to be connected."""
        self.barred = 0
        """Where he may not build at all."""
        self.strange = 0
        """Ownerless ends that he may join, but not begin at."""


NO_MARKS = Marks()


def may_extend(s: State, seat: int, link: Link) -> bool:
    """Whether this seat may extend or redirect an incomplete link that is joined to a place."""
    if link.owner != NOBODY:
        return link.owner == seat
    return s.colours[link.start] != NO_CITY or bool(s.held[seat] >> link.start & 1)


def marks_of(s: State, seat: int) -> dict[int, Marks]:
    """The marks on every hex that an open end points at."""
    found: dict[int, Marks] = {}
    colours, held, joins = s.colours, s.held[seat], s.options.join_ownerless
    for key, link in s.ends.items():
        hex_, edge = divmod(key, 6)
        marks = found.get(hex_)
        if marks is None:
            marks = found[hex_] = Marks()
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


class Joint(NamedTuple):
    """What track would meet at an edge of a hex."""

    link: Link | None
    """The open link that ends there."""
    far: int
    """The place where the track would then begin or point at; -1 if there is none."""


def joint(s: State, hex_: int, edge: int) -> Joint:
    link = s.ends.get(6 * hex_ + edge)
    if link is None:
        return Joint(None, place(s, s.ground.neighbours[hex_][edge]))
    return Joint(link, far_end(s, hex_, edge, link))


def far_end(s: State, hex_: int, edge: int, link: Link) -> int:
    """The place at the other end of a link whose open end points at this edge."""
    if link.head:
        return link.start
    if (link.start, link.edges[0]) == (hex_, edge):
        return place(s, goal_of(s.ground, link.start, link.edges))
    return place(s, link.start)


def place(s: State, hex_: int) -> int:
    """The hex itself if a city or a town lies there, else -1."""
    return hex_ if hex_ >= 0 and (s.colours[hex_] != NO_CITY or s.ground.is_town[hex_]) else -1


def makes_loop(s: State, hex_: int, a: int, b: int) -> bool:
    """Whether track from edge to edge would bring a link back to the place where it began."""
    one, other = joint(s, hex_, a), joint(s, hex_, b)
    if one.link is not None and one.link is other.link:
        return True
    return one.far == other.far >= 0
