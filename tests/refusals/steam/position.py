"""A position of Steam as the predicates see it, read from the view and the map's file."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from engineshed.games.steam import GAME
from engineshed.games.steam.rules.view import PlayerView
from tests.refusals.steam.ground import WAYS, Ground, ground_of, opposite
from tests.refusals.steam.stock import Ways, face_of, short

STEP = 5
"""Dollars for a step of income, or for two victory points."""
GROWTH, LOCOMOTIVE, URBANISATION = 5, 6, 7


class Side(NamedTuple):
    """Where one side of a link leads: the place that it is joined to, or the hex that its open end points at."""

    hex: int
    joined: bool


@dataclass(frozen=True, eq=False)
class Link:
    owner: int | None
    head: Side
    tail: Side
    tiles: tuple[tuple[int, int, int], ...]
    """Each hex, with the edges by which the link enters and leaves it, from head to tail."""
    leaves: tuple[int, int]
    """The edge by which it leaves its head, and the edge by which it enters its tail."""

    @property
    def complete(self) -> bool:
        return self.head.joined and self.tail.joined

    @property
    def loose(self) -> bool:
        return not self.head.joined and not self.tail.joined


class End(NamedTuple):
    """What a new track meets at one of its edges."""

    kind: str
    """``city``; an open link that is ``own``, ``loose`` (own, but joined to no place), ``free`` (ownerless, and the
    builder may extend it), ``strange`` (ownerless, and they may not) or ``foreign``; or ``nothing``."""
    link: Link | None
    beyond: Side
    """Where the track leads on this side."""


class Position:
    def __init__(self, state: Any, seat: int) -> None:
        self.view: Any = GAME.rules.view(state, None)
        self.seat = seat
        self.ground: Ground = ground_of(self.view.options)
        self.links = [self._link(link) for link in self.view.links]
        self.me: PlayerView = self.view.players[seat]
        self.expert = self.view.options.variant == "expert"
        self.memory: dict[Any, Any] = {}
        """Results about this position that are needed more than once."""

    def _link(self, link: Any) -> Link:
        tiles, hex_ = [], link.start
        for comes, leaves in zip(link.edges, link.edges[1:], strict=False):
            hex_ = self.ground.beside[hex_][comes]
            tiles.append((hex_, opposite(comes), leaves))
        head, tail = Side(link.start, link.head), Side(link.goal, link.tail)
        return Link(link.owner, head, tail, tuple(tiles), (link.edges[0], opposite(link.edges[-1])))

    # -- the map ------------------------------------------------------------------------------------------------------

    @cached_property
    def cities(self) -> dict[int, Any]:
        return {city.hex: city for city in self.view.cities}

    @cached_property
    def towns(self) -> set[int]:
        """The towns that are not cities yet."""
        return set(self.ground.printed_towns) - set(self.cities)

    @cached_property
    def tracks(self) -> dict[int, list[tuple[frozenset[int], Link]]]:
        """The tracks of each tile outside towns."""
        found: dict[int, list[tuple[frozenset[int], Link]]] = {}
        for link in self.links:
            for hex_, comes, leaves in link.tiles:
                found.setdefault(hex_, []).append((frozenset((comes, leaves)), link))
        return found

    @cached_property
    def exits(self) -> dict[int, set[int]]:
        """The edges by which track leaves each town."""
        found: dict[int, set[int]] = {}
        for link in self.links:
            for side, edge in zip((link.head, link.tail), link.leaves, strict=True):
                if side.joined and side.hex in self.towns:
                    found.setdefault(side.hex, set()).add(edge)
        return found

    @cached_property
    def ends(self) -> dict[tuple[int, int], tuple[Link, Side]]:
        """The open ends, by the hex and edge that they point at, with their link and its other side."""
        found = {}
        for link in self.links:
            if not link.head.joined:
                found[link.head.hex, link.leaves[0]] = link, link.tail
            if not link.tail.joined:
                found[link.tail.hex, link.leaves[1]] = link, link.head
        return found

    def tile(self, hex_: int) -> Ways:
        """The tracks of the tile in this hex; empty where there is no tile."""
        return frozenset(way for way, _ in self.tracks.get(hex_, ())) | {
            frozenset((edge,)) for edge in self.exits.get(hex_, ())
        }

    @cached_property
    def shown(self) -> Counter[str]:
        return Counter(face_of(self.tile(hex_)) or "?" for hex_ in {*self.tracks, *self.exits})

    def in_stock(self, hex_: int, tracks: Ways) -> bool:
        """Whether the stock has a tile with these tracks to replace what is there now."""
        if self.view.options.unlimited_tiles:
            return True
        shown = Counter(self.shown)
        if self.tile(hex_):
            shown[face_of(self.tile(hex_)) or "?"] -= 1
        shown[face_of(tracks) or "?"] += 1
        return not short(shown)

    @property
    def lacks_a_piece(self) -> bool:
        """Whether a track was laid for which only tiles with two tracks are left."""
        return not self.view.options.unlimited_tiles and short(self.shown)

    # -- ownership ----------------------------------------------------------------------------------------------------

    def ends_here(self, hex_: int) -> bool:
        """Whether a complete link of the builder ends at this town."""
        return any(
            link.owner == self.seat and link.complete and hex_ in (link.head.hex, link.tail.hex) for link in self.links
        )

    def claimable(self, link: Link) -> bool:
        """Whether the builder could have begun this ownerless open link: at a city, or where their links end."""
        return link.owner is None and any(
            side.joined and (side.hex in self.cities or self.ends_here(side.hex)) for side in (link.head, link.tail)
        )

    def end(self, hex_: int, edge: int) -> End:
        """What track that leaves the hex by this edge meets; track must be able to cross the edge."""
        beyond = self.ground.across(hex_, edge)
        assert beyond is not None
        if (hex_, edge) in self.ends:
            link, other = self.ends[hex_, edge]
            if link.owner == self.seat:
                return End("loose" if link.loose else "own", link, other)
            if link.owner is None:
                return End("free" if self.claimable(link) else "strange", link, other)
            return End("foreign", link, other)
        if beyond in self.cities:
            return End("city", None, Side(beyond, True))
        return End("nothing", None, Side(beyond, False))

    def met(self, hex_: int, edges: Any) -> list[End]:
        """What track meets at each of these edges that it can cross."""
        return [self.end(hex_, edge) for edge in sorted(edges) if not self.ground.closed(hex_, edge)]

    @property
    def loose_track(self) -> bool:
        return any(link.owner == self.seat and link.loose for link in self.links)

    # -- money and time -----------------------------------------------------------------------------------------------

    @property
    def steps(self) -> int:
        """How many times money can be raised."""
        lowest: int = self.view.options.income_lowest
        return self.me.income - lowest + self.me.vp // 2

    @property
    def capacity(self) -> int:
        return self.me.cash + STEP * self.steps

    @property
    def track_money(self) -> int:
        """The money for track: only cash in the expert game, unless the table has beginner relief."""
        relief = self.view.options.beginner_relief in ("track", "both")
        return self.me.cash if self.expert and not relief else self.capacity

    @property
    def all_placed(self) -> bool:
        """The view counts down from three placements, or the Engineer's four."""
        return bool(self.view.placements == 0)

    @property
    def can_grow(self) -> bool:
        return any(map(any, self.view.fields)) and any(not city.grown for city in self.view.cities)

    @property
    def can_urbanise(self) -> bool:
        return bool(self.towns) and any(self.view.new_cities)


def way_of(number: int) -> frozenset[int]:
    return frozenset(WAYS[number])


def edges_of(bits: int) -> frozenset[int]:
    return frozenset(edge for edge in range(6) if bits >> edge & 1)
