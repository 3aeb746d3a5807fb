"""Which steps of building are allowed now: the complete list, found without trying every move."""

from __future__ import annotations

from itertools import chain
from typing import TypeVar

from engineshed.core.stages import Log
from engineshed.games.steam.rules.ground import EVERY_EDGE, NO_CITY
from engineshed.games.steam.rules.links import NOBODY, OPPOSITE, Link
from engineshed.games.steam.rules.money import building_money
from engineshed.games.steam.rules.moves import AnyMove, Cross, Redirect, Town, Track
from engineshed.games.steam.rules.ownership import NO_MARKS, Marks, far_place, loop_ways, marks_of, may_extend
from engineshed.games.steam.rules.phases.build_track import (
    in_stock,
    other_way,
    owes_second,
    play_redirect,
    play_track,
    price,
    stock_for,
)
from engineshed.games.steam.rules.state import State
from engineshed.games.steam.rules.tiles import (
    COMPLEX_FACES,
    COMPLEX_PRICE,
    SECOND_PRICE,
    SIMPLE_FACES,
    SIMPLE_PRICE,
    TOWN_FACES,
    TRACK_FACES,
)
from engineshed.games.steam.rules.truth import NOWHERE
from engineshed.rail.faces import WAY_MASK, WAY_OF, far_edge

Way = TypeVar("Way", Track, Cross)


def offer_track(s: State) -> list[AnyMove]:
    """Every step of building that is allowed now, in the order of the kinds of moves."""
    marks = marks_of(s, s.active)
    money = building_money(s, s.active)
    seconds = _offer_second(s, marks, money) if s.fresh != NOWHERE else []
    if not s.placements or owes_second(s):
        return seconds
    lots, crossings = _offer_ways(s, marks)
    moves: list[AnyMove] = _affordable(s, lots, marks, money)
    moves += seconds
    if money >= COMPLEX_PRICE:
        moves += chain.from_iterable(filter(None, crossings))
    moves += _offer_redirects(s, marks, money)
    moves += _offer_towns(s, marks, money)
    return moves


def _affordable(s: State, lots: list[tuple[Track, ...]], marks: dict[int, Marks], money: int) -> list[AnyMove]:
    """New tracks that the player can afford; one without its own piece needs a second track as well."""
    for hex_ in s.ground.dearer(money - SIMPLE_PRICE):
        lots[hex_] = ()
    if SIMPLE_FACES & ~s.stocked:
        for hex_ in s.ground.dearer(money - COMPLEX_PRICE):
            if lots[hex_]:
                lots[hex_] = tuple([m for m in lots[hex_] if in_stock(s, hex_, s.ground.tiles.simple[m.way])])
        if s.cautious:
            return [m for lot in lots for m in lot if _has_piece(s, m, marks.get(m.hex, NO_MARKS))]
    return list(chain.from_iterable(filter(None, lots)))


def _offer_ways(s: State, marks: dict[int, Marks]) -> tuple[list[tuple[Track, ...]], list[tuple[Cross, ...]]]:
    """New tracks by hex: those that begin at cities are known; hexes that open ends point at are examined one by
    one."""
    lots, crossings = s.lots.copy(), s.crossings.copy()
    tiles, gates, ground = s.tiles, s.gates, s.ground
    first = not s.players[s.active].built
    stocked, complex_ = s.stocked & TRACK_FACES, s.stocked & COMPLEX_FACES
    short = bool(SIMPLE_FACES & ~stocked)
    for hex_, mark in marks.items():
        tile = tiles[hex_]
        begin = gates[hex_] if first else gates[hex_] | mark.firm | mark.loose
        if not begin or ground.is_town[hex_]:
            continue
        watched = mark.firm | mark.loose
        if not tile:
            laid = ground.tracks_from(hex_, begin, mark.barred, stocked)
            if short:
                laid = tuple([m for m in laid if _has_piece(s, m, mark)])
            lots[hex_] = _without_loops(s, mark, laid) if watched else laid
        elif s.ground.tiles.one_track[tile]:
            crossed = ground.crosses_from(hex_, begin, mark.barred, complex_, s.ground.tiles.ways_of[tile][0])
            crossings[hex_] = _without_loops(s, mark, crossed) if watched else crossed
    return lots, crossings


def _has_piece(s: State, m: Track, mark: Marks) -> bool:
    """A piece with this track alone is left, or one with another track that can be added at once."""
    return in_stock(s, m.hex, s.ground.tiles.simple[m.way]) or second_follows(s, m, mark)


def second_follows(s: State, m: Track | Redirect, mark: Marks) -> bool:
    """Whether a second track can be added at once, with a piece for both that is in stock and can be paid for."""
    return building_money(s, s.active) >= price(s, m) + SECOND_PRICE and second_fits(s, m, mark)


def second_fits(s: State, m: Track | Redirect, mark: Marks) -> bool:
    """The same, whatever it costs.

    Laying the first one to see is slow, so that is done only at ends that it may change.
    """
    if mark.loose.bit_count() > 1 or (s.cautious and mark.strange | mark.barred):
        return _second_fits_when_laid(s, m)
    return bool(_without_loops(s, mark, _beside(s, m.hex, m.way, mark)))


def _second_fits_when_laid(s: State, m: Track | Redirect) -> bool:
    """The first track may change what the second one meets: a loose track with both ends pointing at this hex, or
    ownerless track that the player may extend once the first track has completed a link."""
    laid = s.copy()
    laid.change(s.active, cash=s.players[s.active].cash + price(s, m) + SECOND_PRICE)
    if isinstance(m, Track):
        play_track(laid, m, Log(False))
    else:
        play_redirect(laid, m, Log(False))
    return bool(_offer_second(laid, marks_of(laid, laid.active), SECOND_PRICE))


def _beside(s: State, hex_: int, way: int, mark: Marks) -> tuple[Cross, ...]:
    """Second tracks for which there is a piece that also has this track, no matter what they meet."""
    begin = s.gates[hex_] | mark.firm if s.cautious else EVERY_EDGE
    stocked = stock_for(s, hex_) & COMPLEX_FACES
    return s.ground.crosses_from(hex_, begin, mark.barred, stocked, way)


def _without_loops(s: State, mark: Marks, moves: tuple[Way, ...]) -> tuple[Way, ...]:
    """The new tracks in one hex that would not lead back to where they began; one end of each is already checked."""
    if not moves:
        return moves
    if mark.loops is None:
        mark.loops = loop_ways(s, moves[0].hex)
    return tuple([m for m in moves if m.way not in mark.loops]) if mark.loops else moves


def _offer_second(s: State, marks: dict[int, Marks], money: int) -> list[AnyMove]:
    hex_ = s.fresh
    if money < SECOND_PRICE:
        return []
    mark, seconds = marks.get(hex_, NO_MARKS), s.ground.seconds[hex_]
    beside = _beside(s, hex_, s.ground.tiles.ways_of[s.tiles[hex_]][0], mark)
    return [seconds[cross.way] for cross in _without_loops(s, mark, beside)]


def _offer_redirects(s: State, marks: dict[int, Marks], money: int) -> list[Redirect]:
    found: list[Redirect] = []
    first, own = not s.players[s.active].built, (s.active, NOBODY)
    for key, link in s.ends.items():
        if link.owner in own and link.head and len(link.edges) > 1 and may_extend(s, s.active, link):
            hex_, edge = divmod(key, 6)
            last = s.ground.neighbours[hex_][edge]
            if s.ground.tiles.price_of[s.tiles[last]] <= money:
                found += _redirects(s, link, last, edge, marks.get(last, NO_MARKS), first=first)
    found.sort(key=lambda move: (move.hex, move.way))
    return found


def _redirects(s: State, link: Link, last: int, edge: int, mark: Marks, *, first: bool) -> list[Redirect]:
    """Other ways for the last tile of a link, which points at ``edge`` of the hex ahead."""
    entry, tile = OPPOSITE[link.edges[-2]], s.tiles[last]
    old = WAY_OF[entry, OPPOSITE[edge]]
    stocked, kept = stock_for(s, last) & TRACK_FACES, other_way(s, tile, old)
    moves = list(s.ground.redirects_from(last, entry, mark.barred, stocked, old, kept))
    if kept < 0 and SIMPLE_FACES & ~stocked:
        pieceless = s.ground.redirects_from(last, entry, mark.barred, SIMPLE_FACES & ~stocked, old, kept)
        moves += [move for move in pieceless if second_follows(s, move, mark)]
    if first:
        moves = [move for move in moves if WAY_MASK[move.way] & s.gates[last]]
    alone = len(link.edges) == 2 or link.start not in s.ground.neighbours[last]
    if mark is NO_MARKS and alone:
        return moves
    return [move for move in moves if far_place(s, last, far_edge(move.way, entry)) != link.start]


def _offer_towns(s: State, marks: dict[int, Marks], money: int) -> list[Town]:
    found: list[Town] = []
    gates, held = s.gates, s.held[s.active]
    for hex_ in s.ground.town_hexes:
        if not (gates[hex_] or hex_ in marks or held >> hex_ & 1):
            continue
        begin = town_begins(s, hex_, marks.get(hex_, NO_MARKS))
        if begin and s.colours[hex_] == NO_CITY:
            tile = s.tiles[hex_]
            spare = money if tile else money - s.ground.extra[hex_]
            moves = s.ground.towns_from(hex_, begin, s.ground.tiles.edges_of[tile], stock_for(s, hex_) & TOWN_FACES)
            found += [move for move in moves if s.ground.tiles.price_of[s.ground.tiles.town[move.exits]] <= spare]
    found.sort(key=lambda move: (move.hex, move.exits))
    return found


def town_begins(s: State, hex_: int, mark: Marks) -> int:
    """The edges (bits), one of which a new exit must use so that the town is connected to the builder's track."""
    if not s.players[s.active].built:
        return s.gates[hex_]
    return EVERY_EDGE if s.held[s.active] >> hex_ & 1 else s.gates[hex_] | mark.firm
