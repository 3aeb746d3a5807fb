"""Build track (ST-TRACK to ST-UPG): lay, cross, redirect and upgrade tiles, three or four in a turn.

A tile with two tracks is laid in two steps, one track each, so that the lists stay short; the second step is part
of the same placement. Its track may wait to be connected until the turn ends (ST-UPG-6): then the turn cannot end
otherwise than by connecting it or by ``TakeBack``. Where the box has no piece with the first track alone, the second
one must follow at once. ``docs/decisions/0012-steam-build-turn.md`` tells why.
"""

from __future__ import annotations

from itertools import chain
from typing import TypeVar

from engineshed.core.contract import Fact, Illegal
from engineshed.games.steam.board import Terrain
from engineshed.games.steam.components import FACE_NAMES
from engineshed.games.steam.ground import EVERY_EDGE, NO_CITY
from engineshed.games.steam.laying import lay_stub, lay_way, put_tile, redirect
from engineshed.games.steam.links import NOBODY, OPPOSITE, Link, goal_of
from engineshed.games.steam.money import building_money
from engineshed.games.steam.moves import AnyMove, Cross, Redirect, Second, Town, Track
from engineshed.games.steam.ownership import NO_MARKS, Marks, far_place, loop_ways, marks_of, may_extend
from engineshed.games.steam.phases.finance import charge
from engineshed.games.steam.saying import company_word, fact, hex_name, place_name, refuse
from engineshed.games.steam.state import NOWHERE, State
from engineshed.games.steam.tiles import (
    COMPLEX,
    COMPLEX_FACES,
    EDGES_OF,
    FACE_OF,
    ONE_TRACK,
    PRICE_OF,
    SIMPLE,
    SIMPLE_FACES,
    TOWN,
    TOWN_FACES,
    TRACK_FACES,
    WAYS_OF,
    open_without,
)
from engineshed.rail.faces import WAY_MASK, WAY_NAMES, WAY_OF, WAYS, far_edge
from engineshed.rail.hexgrid import EDGES
from engineshed.rail.links import bits

SIMPLE_PRICE, COMPLEX_PRICE = PRICE_OF[SIMPLE[0]], 2 * PRICE_OF[SIMPLE[0]]
Placement = Track | Second | Cross | Redirect | Town
Way = TypeVar("Way", Track, Cross)


# -- what may be done -----------------------------------------------------------------------------------------------


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
    """New tracks that can be paid, those without a piece of their own only together with a second track."""
    for hex_ in s.ground.dearer(money - SIMPLE_PRICE):
        lots[hex_] = ()
    if SIMPLE_FACES & ~s.stocked:
        for hex_ in s.ground.dearer(money - COMPLEX_PRICE):
            if lots[hex_]:
                lots[hex_] = tuple([m for m in lots[hex_] if _in_stock(s, hex_, SIMPLE[m.way])])
        if s.cautious:
            return [m for lot in lots for m in lot if _has_piece(s, m, marks.get(m.hex, NO_MARKS))]
    return list(chain.from_iterable(filter(None, lots)))


def _offer_ways(s: State, marks: dict[int, Marks]) -> tuple[list[tuple[Track, ...]], list[tuple[Cross, ...]]]:
    """New tracks by hex: what begins at cities is known; the hexes where open ends point are looked at one by one."""
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
            lots[hex_] = _joining_well(s, mark, laid) if watched else laid
        elif ONE_TRACK[tile]:
            crossed = ground.crosses_from(hex_, begin, mark.barred, complex_, WAYS_OF[tile][0])
            crossings[hex_] = _joining_well(s, mark, crossed) if watched else crossed
    return lots, crossings


def _has_piece(s: State, m: Track, mark: Marks) -> bool:
    """A piece with this track alone is left, or one with another track that can be added at once."""
    return _in_stock(s, m.hex, SIMPLE[m.way]) or _second_follows(s, m, mark)


def _second_follows(s: State, m: Track | Redirect, mark: Marks) -> bool:
    """Whether a second track can be added at once, and a piece with both be had and paid."""
    if building_money(s, s.active) < price(s, m) + COMPLEX_PRICE - SIMPLE_PRICE:
        return False
    if mark.loose.bit_count() > 1:
        return _second_follows_when_laid(s, m)
    return bool(_joining_well(s, mark, _beside(s, m.hex, m.way, mark)))


def _second_follows_when_laid(s: State, m: Track | Redirect) -> bool:
    """A loose track may come to this hex with both its ends: then the first track changes what the second one meets."""
    laid = s.copy()
    if isinstance(m, Track):
        play_track(laid, m, [])
    else:
        play_redirect(laid, m, [])
    return bool(_offer_second(laid, marks_of(laid, laid.active), building_money(laid, laid.active)))


def _beside(s: State, hex_: int, way: int, mark: Marks) -> tuple[Cross, ...]:
    """Second tracks with which there is a piece for this one in this hex, whatever they meet."""
    begin = s.gates[hex_] | mark.firm if s.cautious else EVERY_EDGE
    stocked = _stock_for(s, hex_) & COMPLEX_FACES
    beside: tuple[Cross, ...] = s.ground.crosses_from(hex_, begin, mark.barred, stocked, way)
    return beside


def owes_second(s: State) -> bool:
    """The box has no piece for the tile just laid; with a second track it will (ST-TRACK-14, ST-UPG-5)."""
    return s.fresh != NOWHERE and not _in_stock(s, s.fresh, s.tiles[s.fresh])


def _in_stock(s: State, hex_: int, code: int) -> bool:
    """Whether there is a piece for this tile in this hex."""
    return bool(_stock_for(s, hex_) >> FACE_OF[code] & 1)


def _stock_for(s: State, hex_: int) -> int:
    """The faces that can be had for this hex (bits), what lies there gone back to the box."""
    tile = s.tiles[hex_]
    return open_without(s.shown, s.stocked, tile) if tile else s.stocked


def _joining_well(s: State, mark: Marks, moves: tuple[Way, ...]) -> tuple[Way, ...]:
    """Of new tracks in one hex of which one end is sound, those that go well with what their other end meets."""
    if not moves:
        return moves
    hex_ = moves[0].hex
    if mark.loops is None:
        mark.loops = loop_ways(s, hex_)
    if not mark.loops and not mark.strange:
        return moves
    sound = mark.firm | s.gates[hex_]
    return tuple([m for m in moves if m.way not in mark.loops and _claims_well(mark, WAY_MASK[m.way], sound)])


def _claims_well(mark: Marks, edges: int, sound: int) -> bool:
    """Ownerless track that one may not begin at is joined from another end only (ST-OWNL-1)."""
    return not edges & mark.strange or bool(edges & sound)


def _offer_second(s: State, marks: dict[int, Marks], money: int) -> list[AnyMove]:
    hex_ = s.fresh
    if money < COMPLEX_PRICE - SIMPLE_PRICE:
        return []
    mark, seconds = marks.get(hex_, NO_MARKS), s.ground.seconds[hex_]
    beside = _beside(s, hex_, WAYS_OF[s.tiles[hex_]][0], mark)
    return [seconds[cross.way] for cross in _joining_well(s, mark, beside)]


def _offer_redirects(s: State, marks: dict[int, Marks], money: int) -> list[Redirect]:
    found: list[Redirect] = []
    first, own = not s.players[s.active].built, (s.active, NOBODY)
    for key, link in s.ends.items():
        if link.owner in own and link.head and len(link.edges) > 1 and may_extend(s, s.active, link):
            hex_, edge = divmod(key, 6)
            last = s.ground.neighbours[hex_][edge]
            if PRICE_OF[s.tiles[last]] <= money:
                found += _redirects(s, link, last, edge, marks.get(last, NO_MARKS), first=first)
    found.sort(key=lambda move: (move.hex, move.way))
    return found


def _redirects(s: State, link: Link, last: int, edge: int, mark: Marks, *, first: bool) -> list[Redirect]:
    """Other ways for the last tile of a link, which points over ``edge`` of the hex ahead."""
    entry, tile = OPPOSITE[link.edges[-2]], s.tiles[last]
    old = WAY_OF[entry, OPPOSITE[edge]]
    stocked, kept = _stock_for(s, last) & TRACK_FACES, _other_way(tile, old)
    moves = list(s.ground.redirects_from(last, entry, mark.barred, stocked, old, kept))
    if kept < 0 and SIMPLE_FACES & ~stocked:
        pieceless = s.ground.redirects_from(last, entry, mark.barred, SIMPLE_FACES & ~stocked, old, kept)
        moves += [move for move in pieceless if _second_follows(s, move, mark)]
    if first:
        moves = [move for move in moves if WAY_MASK[move.way] & s.gates[last]]
    alone = len(link.edges) == 2 or link.start not in s.ground.neighbours[last]
    if mark is NO_MARKS and alone:
        return moves
    return [move for move in moves if far_place(s, last, far_edge(move.way, entry)) != link.start]


def _other_way(tile: int, way: int) -> int:
    """The track beside this one on its tile; -1 if there is none."""
    return next((other for other in WAYS_OF[tile] if other != way), -1)


def _offer_towns(s: State, marks: dict[int, Marks], money: int) -> list[Town]:
    found: list[Town] = []
    gates, held = s.gates, s.held[s.active]
    for hex_ in s.ground.town_hexes:
        if not (gates[hex_] or hex_ in marks or held >> hex_ & 1):
            continue
        begin = _town_begins(s, hex_, marks.get(hex_, NO_MARKS))
        if begin and s.colours[hex_] == NO_CITY:
            tile = s.tiles[hex_]
            spare = money if tile else money - s.ground.extra[hex_]
            moves = s.ground.towns_from(hex_, begin, EDGES_OF[tile], _stock_for(s, hex_) & TOWN_FACES)
            found += [move for move in moves if PRICE_OF[TOWN[move.exits]] <= spare]
    found.sort(key=lambda move: (move.hex, move.exits))
    return found


def _town_begins(s: State, hex_: int, mark: Marks) -> int:
    """The edges (bits) one of which a new exit must have, so that the town is connected to the builder's track."""
    if not s.players[s.active].built:
        return s.gates[hex_]
    return EVERY_EDGE if s.held[s.active] >> hex_ & 1 else s.gates[hex_] | mark.firm


# -- why not --------------------------------------------------------------------------------------------------------


def check_track(s: State, m: Track) -> None:
    _check_placements(s)
    _check_plain(s, m.hex)
    _check_way(m.way)
    if s.tiles[m.hex]:
        raise refuse("ST-UPG-2", "occupied", hex=hex_name(s, m.hex))
    _check_course(s, m.hex, m.way)
    _check_piece(s, m)


def check_second(s: State, m: Second) -> None:
    if s.fresh == NOWHERE:
        raise refuse("ST-UPG-5", "nothing-fresh")
    if m.hex != s.fresh:
        raise refuse("ST-UPG-5", "not-fresh", hex=hex_name(s, s.fresh))
    _check_way(m.way)
    mark = marks_of(s, s.active).get(m.hex, NO_MARKS)
    _check_edges(s, m.hex, m.way, mark)
    mask = WAY_MASK[m.way]
    if not mask & (s.gates[m.hex] | mark.firm):
        if mask & mark.strange:
            raise refuse("ST-OWNL-1", "not-claimable", hex=hex_name(s, m.hex))
        if s.cautious:
            raise refuse("ST-UPG-6", "cautious", hex=hex_name(s, m.hex))
    _check_loop(s, m.hex, m.way)
    _check_beside(s, m.hex, m.way)
    _check_money(s, COMPLEX_PRICE - SIMPLE_PRICE, m.hex)


def check_cross(s: State, m: Cross) -> None:
    _check_placements(s)
    _check_plain(s, m.hex)
    _check_way(m.way)
    tile = s.tiles[m.hex]
    if not tile:
        raise refuse("ST-UPG-1", "cross-empty", hex=hex_name(s, m.hex))
    if not ONE_TRACK[tile]:
        raise refuse("ST-TILE-5", "cross-full", hex=hex_name(s, m.hex))
    _check_course(s, m.hex, m.way)
    _check_beside(s, m.hex, m.way)
    _check_money(s, COMPLEX_PRICE, m.hex)


def check_redirect(s: State, m: Redirect) -> None:
    _check_placements(s)
    _check_plain(s, m.hex, redirected=True)
    _check_way(m.way)
    link, entry, old = _redirected(s, m)
    _check_edges(s, m.hex, m.way, marks_of(s, s.active).get(m.hex, NO_MARKS))
    if not s.players[s.active].built and not WAY_MASK[m.way] & s.gates[m.hex]:
        raise refuse("ST-TRACK-4", "first-tile", hex=hex_name(s, m.hex))
    if far_place(s, m.hex, far_edge(m.way, entry)) == link.start:
        raise refuse("ST-TRACK-12", "loop", hex=hex_name(s, m.hex), place=place_name(s, link.start))
    kept = _other_way(s.tiles[m.hex], old)
    if kept < 0:
        _check_piece(s, m)
        return
    code = COMPLEX[kept][m.way]
    if not code:
        raise refuse("ST-UPG-2", "redirect-beside", hex=hex_name(s, m.hex), old=WAY_NAMES[kept], way=WAY_NAMES[m.way])
    _check_stock(s, m.hex, code)
    _check_money(s, PRICE_OF[code], m.hex)


def check_town(s: State, m: Town) -> None:
    _check_placements(s)
    _check_land(s, m.hex)
    name = hex_name(s, m.hex)
    if not s.ground.is_town[m.hex]:
        raise refuse("ST-TRACK-13", "no-town", hex=name)
    if not 0 < m.exits <= EVERY_EDGE:
        raise refuse("ST-TILE-1", "no-exits")
    tile = s.tiles[m.hex]
    old = EDGES_OF[tile]
    if m.exits & old != old or m.exits == old:
        raise refuse("ST-TOWN-5", "fewer-exits", hex=name)
    _check_open(s, m.hex, m.exits)
    if not TOWN[m.exits]:
        raise refuse("ST-TILE-5", "too-many-exits", hex=name, exits=m.exits.bit_count())
    _check_town_begins(s, m)
    _check_stock(s, m.hex, TOWN[m.exits])
    _check_money(s, _town_price(s, m), m.hex)


def _check_placements(s: State) -> None:
    if not s.placements:
        raise refuse("ST-TRACK-2", "no-placements")


def _check_way(way: int) -> None:
    if not 0 <= way < len(WAYS):
        raise refuse("ST-TILE-1", "no-way")


def _check_land(s: State, hex_: int) -> None:
    if not 0 <= hex_ < s.ground.size:
        raise refuse("ST-TRACK-9", "no-hex")
    if s.colours[hex_] != NO_CITY:
        raise refuse("ST-TRACK-9", "city", hex=hex_name(s, hex_), city=place_name(s, hex_))
    if s.board.terrain[hex_] == Terrain.WATER:
        raise refuse("ST-TRACK-9", "water", hex=hex_name(s, hex_))


def _check_plain(s: State, hex_: int, *, redirected: bool = False) -> None:
    _check_land(s, hex_)
    if s.ground.is_town[hex_]:
        if redirected:
            raise refuse("ST-REDIR-6", "redirect-town", hex=hex_name(s, hex_), town=place_name(s, hex_))
        raise refuse("ST-TRACK-13", "town", hex=hex_name(s, hex_), town=place_name(s, hex_))


def _check_open(s: State, hex_: int, edges: int) -> None:
    for edge in bits(edges & ~s.ground.open_edges[hex_]):
        raise refuse("ST-TRACK-10", "closed-edge", hex=hex_name(s, hex_), edge=EDGES[edge])


def _check_edges(s: State, hex_: int, way: int, mark: Marks) -> None:
    """Neither end of the track may be closed or belong to somebody else."""
    _check_open(s, hex_, WAY_MASK[way])
    for edge in bits(WAY_MASK[way] & mark.barred):
        owner = s.ends[6 * hex_ + edge].owner
        if owner == NOBODY:
            raise refuse("ST-OWNL-1", "not-claimable", hex=hex_name(s, hex_))
        name, company = hex_name(s, hex_), company_word(owner)
        raise refuse("ST-TRACK-7", "joins-foreign", hex=name, edge=EDGES[edge], company=company)


def _check_course(s: State, hex_: int, way: int) -> None:
    """New track begins where its builder may begin, and ends where it may end."""
    mark = marks_of(s, s.active).get(hex_, NO_MARKS)
    _check_edges(s, hex_, way, mark)
    mask = WAY_MASK[way]
    if not s.players[s.active].built:
        if not mask & s.gates[hex_]:
            raise refuse("ST-TRACK-4", "first-tile", hex=hex_name(s, hex_))
    elif not mask & (s.gates[hex_] | mark.firm):
        if mask & mark.strange:
            raise refuse("ST-OWNL-1", "not-claimable", hex=hex_name(s, hex_))
        if not mask & mark.loose:
            raise refuse("ST-TRACK-5", "no-start", hex=hex_name(s, hex_))
    _check_loop(s, hex_, way)


def _check_loop(s: State, hex_: int, way: int) -> None:
    if way in loop_ways(s, hex_):
        far = max(far_place(s, hex_, edge) for edge in WAYS[way])
        raise refuse("ST-TRACK-12", "loop", hex=hex_name(s, hex_), place=place_name(s, far if far >= 0 else hex_))


def _check_beside(s: State, hex_: int, way: int) -> None:
    """There is a tile, and it can be had, that keeps the track in this hex and adds another."""
    kept = WAYS_OF[s.tiles[hex_]][0]
    code = COMPLEX[kept][way]
    if not code:
        raise refuse("ST-TILE-5", "no-complex", hex=hex_name(s, hex_), old=WAY_NAMES[kept], way=WAY_NAMES[way])
    _check_stock(s, hex_, code)


def _redirected(s: State, m: Redirect) -> tuple[Link, int, int]:
    """The link whose last tile lies in the hex and could take this way, where it enters, and its present way."""
    found = [
        (link, OPPOSITE[link.edges[-2]], WAY_OF[OPPOSITE[link.edges[-2]], link.edges[-1]])
        for link in s.ends.values()
        if link.head and len(link.edges) > 1 and goal_of(s.ground, link.start, link.edges[:-1]) == m.hex
    ]
    name = hex_name(s, m.hex)
    if not found:
        raise refuse("ST-REDIR-1", "not-last", hex=name)
    fitting = [one for one in found if WAY_MASK[m.way] >> one[1] & 1]
    own = [one for one in fitting if may_extend(s, s.active, one[0])]
    if not fitting:
        raise refuse("ST-REDIR-3", "redirect-entry", hex=name)
    if not own:
        raise refuse("ST-REDIR-1", "redirect-foreign", hex=name)
    changed = [one for one in own if one[2] != m.way]
    if not changed:
        raise refuse("ST-REDIR-2", "redirect-same", hex=name, way=WAY_NAMES[m.way])
    return changed[0]


def _check_town_begins(s: State, m: Town) -> None:
    mark = marks_of(s, s.active).get(m.hex, NO_MARKS)
    begin, new = _town_begins(s, m.hex, mark), m.exits & ~EDGES_OF[s.tiles[m.hex]]
    if new & begin:
        return
    if not s.players[s.active].built:
        raise refuse("ST-TRACK-4", "first-tile", hex=hex_name(s, m.hex))
    raise refuse("ST-TRACK-6", "town-alone", hex=hex_name(s, m.hex), town=place_name(s, m.hex))


def _check_piece(s: State, m: Track | Redirect) -> None:
    """There is a piece with this track alone, or one with a second track that can be added at once."""
    in_stock = _in_stock(s, m.hex, SIMPLE[m.way])
    if not in_stock and _second_follows(s, m, marks_of(s, s.active).get(m.hex, NO_MARKS)):
        return
    if not in_stock:
        raise _tiles_gone(SIMPLE[m.way])
    _check_money(s, price(s, m), m.hex)


def _check_stock(s: State, hex_: int, code: int) -> None:
    if not _in_stock(s, hex_, code):
        raise _tiles_gone(code)


def _tiles_gone(code: int) -> Illegal:
    return refuse("ST-TRACK-14", "tiles-gone", face=FACE_NAMES[FACE_OF[code]])


def _check_money(s: State, price: int, hex_: int) -> None:
    money = building_money(s, s.active)
    if price > money:
        rule = "ST-XACT-5" if s.expert else "ST-FIN-7"
        raise refuse(rule, "track-price", hex=hex_name(s, hex_), price=price, money=money)


# -- doing it -------------------------------------------------------------------------------------------------------


def price(s: State, m: Placement) -> int:
    match m:
        case Track(hex_, _):
            cost: int = SIMPLE_PRICE + s.ground.extra[hex_]
            return cost
        case Second():
            return COMPLEX_PRICE - SIMPLE_PRICE
        case Cross():
            return COMPLEX_PRICE
        case Redirect(hex_, _):
            return PRICE_OF[s.tiles[hex_]]
        case Town():
            return _town_price(s, m)


def _town_price(s: State, m: Town) -> int:
    """The ground is paid for once only, by whoever builds on it first."""
    extra: int = 0 if s.tiles[m.hex] else s.ground.extra[m.hex]
    return PRICE_OF[TOWN[m.exits]] + extra


def play_track(s: State, m: Track, facts: list[Fact]) -> None:
    _keep_way_back(s, m.hex, SIMPLE[m.way])
    _pay(s, m, "track", facts, way=WAY_NAMES[m.way])
    put_tile(s, m.hex, SIMPLE[m.way])
    _tell_if_complete(s, lay_way(s, s.active, m.hex, m.way), facts)
    _end_placement(s, m.hex)


def play_cross(s: State, m: Cross, facts: list[Fact]) -> None:
    _pay(s, m, "cross", facts, way=WAY_NAMES[m.way])
    _add_beside(s, m, facts)
    _end_placement(s, NOWHERE)


def play_second(s: State, m: Second, facts: list[Fact]) -> None:
    before = s.copy()
    _pay(s, m, "second", facts, way=WAY_NAMES[m.way])
    _add_beside(s, m, facts)
    s.fresh = NOWHERE
    s.before = s.before or before
    settle_loose(s)


def _add_beside(s: State, m: Cross | Second, facts: list[Fact]) -> None:
    put_tile(s, m.hex, COMPLEX[WAYS_OF[s.tiles[m.hex]][0]][m.way])
    _tell_if_complete(s, lay_way(s, s.active, m.hex, m.way), facts)


def play_redirect(s: State, m: Redirect, facts: list[Fact]) -> None:
    link, entry, old = _redirected(s, m)
    kept = _other_way(s.tiles[m.hex], old)
    code = SIMPLE[m.way] if kept < 0 else COMPLEX[kept][m.way]
    _keep_way_back(s, m.hex, code)
    _pay(s, m, "redirect", facts, way=WAY_NAMES[m.way])
    put_tile(s, m.hex, code)
    _tell_if_complete(s, redirect(s, s.active, link, far_edge(m.way, entry)), facts)
    _end_placement(s, m.hex if kept < 0 else NOWHERE)


def play_town(s: State, m: Town, facts: list[Fact]) -> None:
    new = m.exits & ~EDGES_OF[s.tiles[m.hex]]
    _pay(s, m, "town", facts, town=place_name(s, m.hex), exits=m.exits.bit_count())
    put_tile(s, m.hex, TOWN[m.exits])
    for edge in bits(new):
        _tell_if_complete(s, lay_stub(s, s.active, m.hex, edge), facts)
    _end_placement(s, NOWHERE)


def _keep_way_back(s: State, hex_: int, code: int) -> None:
    """A tile without a piece is no position to come back to: should its second track stay loose, both are undone."""
    if s.before is None and not _in_stock(s, hex_, code):
        s.before = s.copy()


def _pay(s: State, m: Placement, said: str, facts: list[Fact], **params: str | int) -> None:
    cost = price(s, m)
    facts.append(fact(said, company=company_word(s.active), hex=hex_name(s, m.hex), price=cost, **params))
    charge(s, s.active, cost, facts)


def _end_placement(s: State, fresh: int) -> None:
    s.placements -= 1
    s.fresh = fresh
    if not s.players[s.active].built:
        s.change(s.active, built=True)
    settle_loose(s)


def settle_loose(s: State) -> None:
    """There is nothing to take back to when every track is connected and every tile has its piece."""
    if s.before is not None and all(link.head for link in s.ends.values()) and not owes_second(s):
        s.before = None


def _tell_if_complete(s: State, link: Link, facts: list[Fact]) -> None:
    if link.complete:
        facts.append(complete_fact(s, link))


def complete_fact(s: State, link: Link) -> Fact:
    goal = goal_of(s.ground, link.start, link.edges)
    return fact("link", company=company_word(link.owner), start=place_name(s, link.start), goal=place_name(s, goal))
