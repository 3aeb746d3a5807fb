"""Build track (ST-TRACK to ST-UPG): lay, cross, redirect and upgrade tiles, three or four in a turn.

A tile with two tracks is laid in two steps, one track each, so that the lists stay short; the second step is part
of the same placement. Its track may wait to be connected until the turn ends (ST-UPG-6): then the turn cannot end
otherwise than by connecting it or by ``TakeBack``. ``docs/decisions/0012-steam-build-turn.md`` tells why.
"""

from __future__ import annotations

from itertools import chain

from engineshed.core.contract import Fact
from engineshed.games.steam.board import Terrain
from engineshed.games.steam.components import FACE_NAMES
from engineshed.games.steam.ground import NO_CITY
from engineshed.games.steam.laying import lay_stub, lay_way, put_tile, redirect
from engineshed.games.steam.links import NOBODY, OPPOSITE, Link, goal_of
from engineshed.games.steam.money import building_money
from engineshed.games.steam.moves import AnyMove, Cross, Redirect, Second, Town, Track
from engineshed.games.steam.ownership import NO_MARKS, Marks, joint, makes_loop, marks_of, may_extend
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
    WAYS_OF,
    open_without,
)
from engineshed.rail.faces import WAY_MASK, WAY_NAMES, WAY_OF, WAYS, far_edge
from engineshed.rail.hexgrid import EDGES
from engineshed.rail.links import bits

TRACKS = SIMPLE_FACES | COMPLEX_FACES
SIMPLE_PRICE, COMPLEX_PRICE = PRICE_OF[SIMPLE[0]], 2 * PRICE_OF[SIMPLE[0]]
EVERY_EDGE = 63

Placement = Track | Second | Cross | Redirect | Town


# -- what may be done -----------------------------------------------------------------------------------------------


def offer_track(s: State) -> list[AnyMove]:
    """Every step of building that is allowed now, in the order of the kinds of moves."""
    marks = marks_of(s, s.active)
    money = building_money(s, s.active)
    seconds = _offer_second(s, marks, money) if s.fresh != NOWHERE else []
    if not s.placements:
        return seconds
    lots, crossings = _offer_ways(s, marks)
    if money < SIMPLE_PRICE + s.ground.dearest:
        spare, extra = money - SIMPLE_PRICE, s.ground.extra
        lots = [moves if extra[hex_] <= spare else () for hex_, moves in enumerate(lots)]
    moves: list[AnyMove] = list(chain.from_iterable(lots))
    moves += seconds
    if money >= COMPLEX_PRICE:
        moves += chain.from_iterable(crossings)
    moves += _offer_redirects(s, marks, money)
    moves += _offer_towns(s, marks, money)
    return moves


def _offer_ways(s: State, marks: dict[int, Marks]) -> tuple[list[tuple[Track, ...]], list[tuple[Cross, ...]]]:
    """New tracks by hex: what begins at cities is known; the hexes where open ends point are looked at one by one."""
    lots, crossings = s.lots.copy(), s.crossings.copy()
    tiles, gates, ground = s.tiles, s.gates, s.ground
    first = not s.players[s.active].built
    simple, complex_ = s.stocked & SIMPLE_FACES, s.stocked & COMPLEX_FACES
    for hex_, mark in marks.items():
        tile = tiles[hex_]
        begin = gates[hex_] if first else gates[hex_] | mark.firm | mark.loose
        if not begin or ground.is_town[hex_]:
            continue
        watched = mark.firm | mark.loose
        if not tile:
            laid = ground.tracks_from(hex_, begin, mark.barred, simple)
            lots[hex_] = tuple([m for m in laid if _joins_well(s, mark, m)]) if watched else laid
        elif ONE_TRACK[tile]:
            crossed = ground.crosses_from(hex_, begin, mark.barred, complex_, WAYS_OF[tile][0])
            crossings[hex_] = tuple([m for m in crossed if _joins_well(s, mark, m)]) if watched else crossed
    return lots, crossings


def _joins_well(s: State, mark: Marks, m: Track | Cross | Second) -> bool:
    """Whether track of which one end is sound goes well with what its other end meets."""
    mask = WAY_MASK[m.way]
    if mask & mark.strange and not mask & (mark.firm | s.gates[m.hex]):
        return False
    a, b = WAYS[m.way]
    return not makes_loop(s, m.hex, a, b)


def _offer_second(s: State, marks: dict[int, Marks], money: int) -> list[AnyMove]:
    hex_ = s.fresh
    tile = s.tiles[hex_]
    if money < COMPLEX_PRICE - SIMPLE_PRICE:
        return []
    mark, kept = marks.get(hex_, NO_MARKS), WAYS_OF[tile][0]
    begin = s.gates[hex_] | mark.firm if s.cautious else EVERY_EDGE
    stocked = open_without(s.shown, s.stocked, tile)
    ways = s.ground.ways_from(hex_, begin, mark.barred)
    seconds = [s.ground.seconds[hex_][w] for w in ways if COMPLEX[kept][w] and stocked >> FACE_OF[COMPLEX[kept][w]] & 1]
    return [second for second in seconds if _joins_well(s, mark, second)]


def _offer_redirects(s: State, marks: dict[int, Marks], money: int) -> list[Redirect]:
    found: list[Redirect] = []
    first = not s.players[s.active].built
    for key, link in s.ends.items():
        if link.head and len(link.edges) > 1 and may_extend(s, s.active, link):
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
    stocked = open_without(s.shown, s.stocked, tile) & TRACKS
    moves = list(s.ground.redirects_from(last, entry, mark.barred, stocked, old, _other_way(tile, old)))
    if first:
        moves = [move for move in moves if WAY_MASK[move.way] & s.gates[last]]
    if mark is NO_MARKS and link.start not in s.ground.neighbours[last]:
        return moves
    return [move for move in moves if joint(s, last, far_edge(move.way, entry)).far != link.start]


def _other_way(tile: int, way: int) -> int:
    """The track beside this one on its tile; -1 if there is none."""
    return next((other for other in WAYS_OF[tile] if other != way), -1)


def _offer_towns(s: State, marks: dict[int, Marks], money: int) -> list[Town]:
    found: list[Town] = []
    for hex_ in s.ground.town_hexes:
        begin = _town_begins(s, hex_, marks.get(hex_, NO_MARKS))
        if begin and s.colours[hex_] == NO_CITY:
            tile = s.tiles[hex_]
            stocked = (open_without(s.shown, s.stocked, tile) if tile else s.stocked) & TOWN_FACES
            spare = money if tile else money - s.ground.extra[hex_]
            moves = s.ground.towns_from(hex_, begin, EDGES_OF[tile], stocked)
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
    _check_stock(s, m.hex, SIMPLE[m.way])
    _check_money(s, SIMPLE_PRICE + s.ground.extra[m.hex], m.hex)


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
    _check_loop(s, m.hex, *WAYS[m.way])
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
    if joint(s, m.hex, far_edge(m.way, entry)).far == link.start:
        raise refuse("ST-TRACK-12", "loop", hex=hex_name(s, m.hex), place=place_name(s, link.start))
    kept = _other_way(s.tiles[m.hex], old)
    code = SIMPLE[m.way] if kept < 0 else COMPLEX[kept][m.way]
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
    _check_loop(s, hex_, *WAYS[way])


def _check_loop(s: State, hex_: int, a: int, b: int) -> None:
    if makes_loop(s, hex_, a, b):
        far = max(joint(s, hex_, a).far, joint(s, hex_, b).far)
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


def _check_stock(s: State, hex_: int, code: int) -> None:
    tile = s.tiles[hex_]
    stocked = open_without(s.shown, s.stocked, tile) if tile else s.stocked
    if not stocked >> FACE_OF[code] & 1:
        raise refuse("ST-TRACK-14", "tiles-gone", face=FACE_NAMES[FACE_OF[code]])


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
    _pay(s, m, "redirect", facts, way=WAY_NAMES[m.way])
    kept = _other_way(s.tiles[m.hex], old)
    put_tile(s, m.hex, SIMPLE[m.way] if kept < 0 else COMPLEX[kept][m.way])
    _tell_if_complete(s, redirect(s, s.active, link, far_edge(m.way, entry)), facts)
    _end_placement(s, m.hex if kept < 0 else NOWHERE)


def play_town(s: State, m: Town, facts: list[Fact]) -> None:
    new = m.exits & ~EDGES_OF[s.tiles[m.hex]]
    _pay(s, m, "town", facts, town=place_name(s, m.hex), exits=m.exits.bit_count())
    put_tile(s, m.hex, TOWN[m.exits])
    for edge in bits(new):
        _tell_if_complete(s, lay_stub(s, s.active, m.hex, edge), facts)
    _end_placement(s, NOWHERE)


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
    """There is nothing to take back to when every track is connected."""
    if s.before is not None and all(link.head for link in s.ends.values()):
        s.before = None


def _tell_if_complete(s: State, link: Link, facts: list[Fact]) -> None:
    if link.complete:
        facts.append(complete_fact(s, link))


def complete_fact(s: State, link: Link) -> Fact:
    goal = goal_of(s.ground, link.start, link.edges)
    return fact("link", company=company_word(link.owner), start=place_name(s, link.start), goal=place_name(s, goal))
