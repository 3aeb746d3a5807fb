"""Networks: which mileposts belong to a player, and where their track can continue.

A network is its start town, the ends of its track, both ends of its ferries, and of a hexagon all mileposts or none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engineshed.games.dampf_and_rails.rules.board import NOWHERE, Board
from engineshed.games.dampf_and_rails.rules.box import Box, Front
from engineshed.games.dampf_and_rails.rules.nearness import nearest


class Network:
    """A value: it never changes."""

    __slots__ = ("edge", "front", "members", "near", "posts")

    def __init__(
        self, members: tuple[int, ...], posts: int, front: dict[int, int], edge: int, near: tuple[int, ...]
    ) -> None:
        self.members, self.posts = members, posts
        """Its mileposts, as a set and as bits."""
        self.front, self.edge = front, edge
        """The free sections at its mileposts, each with the price of building there; ``edge``: as bits."""
        self.near = near
        """For each place, how cheaply it could be reached on an empty board (``nearness``)."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Network) and (self.posts, self.front, self.edge, self.near) == (
            other.posts,
            other.front,
            other.edge,
            other.near,
        )

    __hash__ = None  # type: ignore[assignment]

    def with_posts(self, box: Box, rails: bytes, posts: Iterable[int], built: tuple[int, ...] = ()) -> Network:
        """The network with these mileposts and those connected with them, after sections were built."""
        new = [post for given in posts for post in box.groups[given] if not self.posts >> post & 1]
        if not new:
            return self.without_sections(built)
        members, grown, front, edge, near = self.members, self.posts, dict(self.front), self.edge, self.near
        for section in built:
            front.pop(section, None)
            edge &= ~(1 << section)
        for post in dict.fromkeys(new):
            members = (*members, post)
            grown |= 1 << post
            near = nearest(near, box.codes[post])
            edge |= _open_front(front, box.fronts[post], rails, grown)
        return Network(members, grown, front, edge, near)

    def without_sections(self, sections: tuple[int, ...]) -> Network:
        """The same network after somebody has built there."""
        gone = [section for section in sections if section in self.front]
        if not gone:
            return self
        front, edge = dict(self.front), self.edge
        for section in gone:
            del front[section]
            edge &= ~(1 << section)
        return Network(self.members, self.posts, front, edge, self.near)


def _open_front(front: dict[int, int], sections: Front, rails: bytes, posts: int) -> int:
    """Add the free sections at a new milepost; between two mileposts of the network, the cheaper one is paid for.

    Returns those sections as bits.
    """
    opened = 0
    for there, section, price, between in sections:
        if not rails[section]:
            front[section] = between if posts >> there & 1 else price
            opened |= 1 << section
    return opened


def network_of(box: Box, rails: bytes, ferries: tuple[int, ...], seat: int, start: int) -> Network:
    """The whole network of a seat."""
    posts = [] if start == NOWHERE else [box.board.places[start].at]
    for number, owners in enumerate(ferries):
        if owners >> seat & 1:
            posts += box.board.ferries[number].ports
    for section in sections_of(rails, seat + 1):
        posts += box.board.ends[section]
    return Network((), 0, {}, 0, box.far_from_all).with_posts(box, rails, posts)


def sections_of(rails: bytes, owner: int) -> Iterator[int]:
    """The sections with this entry in ``rails``."""
    section = rails.find(owner)
    while section >= 0:
        yield section
        section = rails.find(owner, section + 1)


Tracks = dict[int, tuple[tuple[int, int], ...]]
"""For each milepost with track, the mileposts to which it leads, each with its owner: 1 << the entry in ``rails``."""


def tracks_of(board: Board, rails: bytes) -> Tracks:
    found: dict[int, list[tuple[int, int]]] = {}
    for section, owner in enumerate(rails):
        if owner:
            a, b = board.ends[section]
            found.setdefault(a, []).append((b, 1 << owner))
            found.setdefault(b, []).append((a, 1 << owner))
    return {post: tuple(sorted(ways)) for post, ways in found.items()}


def with_track(board: Board, tracks: Tracks, sections: tuple[int, ...], owner: int) -> Tracks:
    """The tracks together with these sections."""
    grown = dict(tracks)
    for section in sections:
        a, b = board.ends[section]
        grown[a] = tuple(sorted((*grown.get(a, ()), (b, 1 << owner))))
        grown[b] = tuple(sorted((*grown.get(b, ()), (a, 1 << owner))))
    return grown
