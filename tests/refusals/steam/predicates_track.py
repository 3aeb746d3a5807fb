"""Track of Steam: which rule a placement breaks. Docstrings begin with a heading of phase 2."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from engineshed.games.steam.rules.moves import TRACK, Cross, Redirect, Second, Town, Track
from tests.refusals.steam.ground import WAYS
from tests.refusals.steam.position import End, Link, Position, Side, edges_of, way_of
from tests.refusals.steam.predicates import CODE
from tests.refusals.steam.stock import Ways, face_of

WAY_MOVES = (Track, Second, Cross, Redirect)
AT_PLACES = ("city", "own", "free")
"""Ends that are already joined to a place, by the builder's track or by track that they may take over."""


# -- what exists ------------------------------------------------------------------------------------------------------


@CODE.meaning("ST-TRACK-2", Track, Cross, Redirect, Town)
def all_tiles_laid(p: Position, _move: Any) -> bool:
    """What tiles cost: a player lays up to three tiles in a turn, the Engineer four."""
    return p.all_placed


@CODE.meaning("ST-TRACK-9", *TRACK)
def not_on_land(p: Position, move: Any) -> bool:
    """Further limits: tiles go on land, never off the map or on a city."""
    return not p.ground.exists(move.hex) or p.ground.water(move.hex) or move.hex in p.cities


@CODE.meaning("ST-TILE-1", *WAY_MOVES)
def no_such_way(_p: Position, move: Any) -> bool:
    """Table of the tiles: a track joins two edges of its hex."""
    return not 0 <= move.way < len(WAYS)


@CODE.meaning("ST-TILE-1", Town)
def no_such_exits(_p: Position, move: Town) -> bool:
    """Table of the tiles: a town tile has one or more exits, each over an edge."""
    return not 1 <= move.exits < 64


@CODE.meaning("ST-TRACK-13", Track, Second, Cross)
def town_tile_needed(p: Position, move: Any) -> bool:
    """Town tiles: no other tile goes on a town."""
    return move.hex in p.towns


@CODE.meaning("ST-TRACK-13", Town)
def no_town_there(p: Position, move: Town) -> bool:
    """Town tiles: they go only on towns."""
    return move.hex not in p.towns


@CODE.meaning("ST-REDIR-6", Redirect)
def towns_are_not_turned(p: Position, move: Redirect) -> bool:
    """Changing the course: a town tile cannot be turned."""
    return move.hex in p.towns


@CODE.meaning("ST-UPG-5", Second)
def not_just_laid(p: Position, move: Second) -> bool:
    """Upgrading: a tile with two tracks is laid at once, so the second track directly follows the first."""
    return bool(p.view.fresh != move.hex)


@CODE.meaning("ST-UPG-2", Track)
def hex_has_a_tile(p: Position, move: Track) -> bool:
    """Upgrading: an existing tile is upgraded, not covered."""
    return move.hex in p.tracks


@CODE.meaning("ST-UPG-1", Cross)
def nothing_to_upgrade(p: Position, move: Cross) -> bool:
    """Upgrading: it replaces an existing tile."""
    return move.hex not in p.tracks


@CODE.rule("ST-TILE-5", Second, Cross)
def no_such_tile(p: Position, move: Second | Cross) -> bool:
    """Table of the tiles: no tile has three tracks, two tight curves or a junction."""
    return _face(p, move) is None


@CODE.rule("ST-TILE-5", Town)
def too_many_exits(_p: Position, move: Town) -> bool:
    """Table of the tiles: a town has at most four exits."""
    return move.exits.bit_count() > 4


@CODE.rule("ST-TOWN-5", Town)
def exits_are_not_kept(p: Position, move: Town) -> bool:
    """Changing the course: a town tile is replaced by one that adds exits and keeps the old ones."""
    return not p.exits.get(move.hex, set()) < edges_of(move.exits)


def _tracks(p: Position, move: Any) -> Ways:
    """The tracks of the tile after the move."""
    if isinstance(move, Town):
        return frozenset(frozenset((edge,)) for edge in edges_of(move.exits))
    return p.tile(move.hex) | {way_of(move.way)}


def _face(p: Position, move: Any) -> str | None:
    old = p.tile(move.hex)
    if isinstance(move, Second | Cross) and way_of(move.way) in old:
        return None
    return face_of(_tracks(p, move))


# -- where it leads ---------------------------------------------------------------------------------------------------


def new_edges(p: Position, move: Any) -> frozenset[int]:
    """The edges to which the move brings track."""
    return edges_of(move.exits) - p.exits.get(move.hex, set()) if isinstance(move, Town) else way_of(move.way)


def met(p: Position, move: Any) -> list[End]:
    return p.met(move.hex, new_edges(p, move))


def kinds(p: Position, move: Any) -> set[str]:
    return {end.kind for end in met(p, move)}


@CODE.rule("ST-TRACK-10", Track, Second, Cross, Town)
def over_a_closed_edge(p: Position, move: Any) -> bool:
    """Further limits: no track crosses a black edge or leaves the map."""
    return any(p.ground.closed(move.hex, edge) for edge in new_edges(p, move))


@CODE.rule("ST-TRACK-7", Track, Second, Cross)
def extends_others(p: Position, move: Any) -> bool:
    """Phase 2: nobody extends another player's track."""
    return "foreign" in kinds(p, move)


@CODE.rule("ST-OWNL-1", Track, Cross)
def extends_strange_track(p: Position, move: Any) -> bool:
    """Ownerless links: a player extends those that begin at a city or at their complete links, or joins their track."""
    found = kinds(p, move)
    return "strange" in found and not (p.view.options.join_ownerless and found & {*AT_PLACES})


@CODE.rule("ST-OWNL-1", Second)
def second_meets_strange_track(p: Position, move: Second) -> bool:
    """Ownerless links: until the turn ends, the second track may still be joined to a city."""
    return "strange" in kinds(p, move) and not p.view.options.join_ownerless


@CODE.rule("ST-TRACK-4", Track, Cross, Town)
def first_not_at_a_city(p: Position, move: Any) -> bool:
    """Phase 2: a player's first tile has a track that leaves a city."""
    return not p.me.built and "city" not in kinds(p, move)


@CODE.rule("ST-TRACK-5", Track, Cross)
def begins_nowhere(p: Position, move: Any) -> bool:
    """Phase 2: a tile continues the player's own track or begins at a city."""
    return not kinds(p, move) & {*AT_PLACES, "loose"}


@CODE.rule("ST-TRACK-6", Town)
def town_is_not_joined(p: Position, move: Town) -> bool:
    """Phase 2: all track is joined to a city by the player's own track."""
    return not kinds(p, move) & {*AT_PLACES} and not p.ends_here(move.hex)


@CODE.rule("ST-UPG-6", Second)
def taken_back_before(p: Position, move: Second) -> bool:
    """Upgrading: after loose track was taken back, the next second track must be joined at once."""
    return bool(p.view.cautious) and not kinds(p, move) & {*AT_PLACES}


@CODE.rule("ST-TRACK-12", Track, Second, Cross)
def comes_back(p: Position, move: Any) -> bool:
    """Further limits: no link starts and ends at the same place."""
    ends = met(p, move)
    return len(ends) == 2 and loops(p, ends[0].beyond, ends[1].beyond)


@CODE.rule("ST-TRACK-12", Town)
def exit_comes_back(p: Position, move: Town) -> bool:
    """Further limits: no link starts and ends at the same town."""
    return any(end.beyond == Side(move.hex, True) for end in met(p, move))


def loops(p: Position, one: Side, other: Side) -> bool:
    """Both sides lead to the same place; a town counts even before it has an exit, since the link can only close."""
    return one.hex == other.hex and (one.joined or other.joined or one.hex in p.towns)


# -- stock and money --------------------------------------------------------------------------------------------------


def seconds(p: Position, move: Track | Redirect) -> list[Ways]:
    """The tiles with this track and a second one that can be laid at once when no tile has this track alone."""
    first = way_of(move.way)
    found = []
    for way in map(frozenset, WAYS):
        tracks = frozenset((first, way))
        ends = p.met(move.hex, way)
        bad = first & way or len(ends) < 2 or face_of(tracks) is None or not p.in_stock(move.hex, tracks)
        joined = {end.kind for end in ends} & {*AT_PLACES}
        if bad or any(end.kind == "foreign" for end in ends) or loops(p, ends[0].beyond, ends[1].beyond):
            continue
        if joined or not p.view.cautious:
            found.append(tracks)
    return found


@CODE.rule("ST-TRACK-14", Second, Cross, Town)
def none_in_stock(p: Position, move: Any) -> bool:
    """Phase 2: only tiles in stock can be laid."""
    return _face(p, move) is not None and not p.in_stock(move.hex, _tracks(p, move))


@CODE.rule("ST-TRACK-14", Track)
def none_with_this_track(p: Position, move: Track) -> bool:
    """Phase 2: only tiles in stock can be laid, but a tile with a second track will do."""
    return not p.in_stock(move.hex, _tracks(p, move)) and not seconds(p, move)


def price(p: Position, move: Any) -> int:
    """What tiles cost: the edges of the new tile, the town, and the terrain if the hex was empty."""
    if isinstance(move, Second):
        return 2
    if isinstance(move, Town):
        edges, empty = move.exits.bit_count() + 1, move.hex not in p.exits
    else:
        edges, empty = 2 * len(_tracks(p, move)), move.hex not in p.tracks
    if isinstance(move, Track) and not p.in_stock(move.hex, _tracks(p, move)):
        edges = 4
    return edges + (p.ground.surcharge(move.hex) if empty else 0)


def redirect_price(p: Position, move: Redirect) -> int:
    """Changing the course: the edges of the tile are paid for, but not the terrain.

    If no tile has this track alone, they are those of a tile with two.
    """
    there = p.tracks.get(move.hex, ())
    if len(there) == 1 and not p.in_stock(move.hex, frozenset({way_of(move.way)})):
        return 4
    return 2 * len(there)


@CODE.rule("ST-FIN-7", Track, Second, Cross, Town)
def track_too_expensive(p: Position, move: Any) -> bool:
    """Finances: nobody can spend more than their cash and the money that they can raise."""
    return not p.expert and price(p, move) > p.track_money


@CODE.rule("ST-XACT-5", Track, Second, Cross, Town)
def track_costs_more_than_cash(p: Position, move: Any) -> bool:
    """Expert, phases 4 and 5: track is paid from cash."""
    return p.expert and price(p, move) > p.track_money


# -- changing the course ----------------------------------------------------------------------------------------------


def last_tiles(p: Position, hex_: int) -> list[tuple[Link, int, int, Side]]:
    """The open links whose last tile is here: link, the edge that stays, the open edge, and where the link began."""
    found = []
    for link in p.links:
        if link.tiles and not link.tail.joined and link.tiles[-1][0] == hex_:
            found.append((link, link.tiles[-1][1], link.tiles[-1][2], link.head))
        if link.tiles and not link.head.joined and link.tiles[0][0] == hex_:
            found.append((link, link.tiles[0][2], link.tiles[0][1], link.tail))
    return found


def redirectable(p: Position, link: Link) -> bool:
    """Changing the course: the player's own open link, or an ownerless one that they may extend; never loose track."""
    return not link.loose and (link.owner == p.seat or p.claimable(link))


def redirecting(p: Position, move: Redirect) -> list[set[str]]:
    """For each open link whose last tile is here: the rules that this redirection would break."""
    return _redirecting(p, move)


@lru_cache(maxsize=64)
def _redirecting(p: Position, move: Redirect) -> list[set[str]]:
    return [_turned(p, move, *last) for last in last_tiles(p, move.hex)] or [{"ST-REDIR-1"}]


def _turned(p: Position, move: Redirect, link: Link, stays: int, was: int, began: Side) -> set[str]:
    way = way_of(move.way)
    broken: set[str] = set()
    if not redirectable(p, link):
        broken.add("ST-REDIR-1")
    if stays not in way or way == {stays, was}:
        return broken | {"ST-REDIR-3"}
    (now,) = way - {stays}
    beside = p.tile(move.hex) - {frozenset((stays, was))}
    tracks = beside | {way}
    if face_of(tracks) is None:
        broken |= {"ST-TILE-5", "ST-UPG-2"}
    elif not p.in_stock(move.hex, tracks) and (beside or not seconds(p, move)):
        broken.add("ST-TRACK-14")
    if redirect_price(p, move) > p.track_money:
        broken.add("ST-XACT-5" if p.expert else "ST-FIN-7")
    if p.ground.closed(move.hex, now):
        return broken | {"ST-TRACK-10"}
    end = p.end(move.hex, now)
    if end.kind == "foreign":
        broken.add("ST-TRACK-7")
    if end.kind == "strange" and not (p.view.options.join_ownerless and link.owner == p.seat):
        broken.add("ST-OWNL-1")
    if loops(p, began, end.beyond):
        broken.add("ST-TRACK-12")
    return broken


def _when_turned(rule: str) -> Callable[[Position, Redirect], bool]:
    """If several links end here, it means one that may be redirected; if none may be, each has its reason."""

    def broken(p: Position, move: Redirect) -> bool:
        found = redirecting(p, move)
        return all(found) and any(rule in rules for rules in found)

    return broken


CODE.rule("ST-REDIR-1", Redirect)(_when_turned("ST-REDIR-1"))  # only the last tile of the player's own open link
CODE.rule("ST-REDIR-3", Redirect)(_when_turned("ST-REDIR-3"))  # the open end changes, the other one stays
CODE.rule("ST-TILE-5", Redirect)(_when_turned("ST-TILE-5"))  # such a tile must exist
CODE.rule("ST-UPG-2", Redirect)(_when_turned("ST-UPG-2"))  # the other track of the tile stays
CODE.rule("ST-TRACK-7", Redirect)(_when_turned("ST-TRACK-7"))  # nobody extends another player's track
CODE.rule("ST-TRACK-10", Redirect)(_when_turned("ST-TRACK-10"))  # no track crosses a black edge or leaves the map
CODE.rule("ST-TRACK-12", Redirect)(_when_turned("ST-TRACK-12"))  # no link starts and ends at the same place
CODE.rule("ST-TRACK-14", Redirect)(_when_turned("ST-TRACK-14"))  # only tiles in stock can be laid
CODE.rule("ST-OWNL-1", Redirect)(_when_turned("ST-OWNL-1"))  # only the player's own track joins ownerless track
CODE.rule("ST-FIN-7", Redirect)(_when_turned("ST-FIN-7"))  # nobody can spend more than they have
CODE.rule("ST-XACT-5", Redirect)(_when_turned("ST-XACT-5"))  # expert: track is paid from cash
