"""Why a step of building is refused, and by which rule."""

from __future__ import annotations

from engineshed.core.contract import Illegal
from engineshed.core.stages import refuse
from engineshed.games.steam.rules.board import Terrain
from engineshed.games.steam.rules.components import FACE_NAMES
from engineshed.games.steam.rules.ground import EVERY_EDGE, NO_CITY
from engineshed.games.steam.rules.links import NOBODY
from engineshed.games.steam.rules.money import building_money
from engineshed.games.steam.rules.moves import Cross, Redirect, Second, Town, Track
from engineshed.games.steam.rules.names import company_word, the_hex, the_place
from engineshed.games.steam.rules.ownership import NO_MARKS, Marks, far_place, loop_ways, marks_of
from engineshed.games.steam.rules.phases.build_track import (
    in_stock,
    other_way,
    price,
    redirected,
    town_price,
)
from engineshed.games.steam.rules.phases.track_offers import second_fits, town_begins
from engineshed.games.steam.rules.state import State
from engineshed.games.steam.rules.tiles import COMPLEX_PRICE, SECOND_PRICE
from engineshed.games.steam.rules.truth import NOWHERE
from engineshed.rail.faces import WAY_MASK, WAYS, far_edge
from engineshed.rail.network import bits
from engineshed.rail.words import EDGE_WORDS, WAY_WORDS


def check_track(s: State, m: Track) -> None:
    _check_placements(s)
    _check_plain(s, m.hex)
    _check_way(m.way)
    if s.tiles[m.hex]:
        raise refuse("ST-UPG-2", "occupied", hex=the_hex(s, m.hex))
    _check_course(s, m.hex, m.way)
    _check_piece(s, m)


def check_second(s: State, m: Second) -> None:
    if s.fresh == NOWHERE:
        raise refuse("ST-UPG-5", "nothing-fresh")
    if m.hex != s.fresh:
        raise refuse("ST-UPG-5", "not-fresh", hex=the_hex(s, s.fresh))
    _check_way(m.way)
    mark = marks_of(s, s.active).get(m.hex, NO_MARKS)
    _check_edges(s, m.hex, m.way, mark)
    mask = WAY_MASK[m.way]
    if s.cautious and not mask & (s.gates[m.hex] | mark.firm):
        raise refuse("ST-UPG-6", "cautious", hex=the_hex(s, m.hex))
    _check_loop(s, m.hex, m.way)
    _check_beside(s, m.hex, m.way)
    _check_money(s, SECOND_PRICE, m.hex)


def check_cross(s: State, m: Cross) -> None:
    _check_placements(s)
    _check_plain(s, m.hex)
    _check_way(m.way)
    tile = s.tiles[m.hex]
    if not tile:
        raise refuse("ST-UPG-1", "cross-empty", hex=the_hex(s, m.hex))
    if not s.ground.tiles.one_track[tile]:
        raise refuse("ST-TILE-5", "cross-full", hex=the_hex(s, m.hex))
    _check_course(s, m.hex, m.way)
    _check_beside(s, m.hex, m.way)
    _check_money(s, COMPLEX_PRICE, m.hex)


def check_redirect(s: State, m: Redirect) -> None:
    _check_placements(s)
    _check_plain(s, m.hex, redirected=True)
    _check_way(m.way)
    link, entry, old = redirected(s, m)
    _check_edges(s, m.hex, m.way, marks_of(s, s.active).get(m.hex, NO_MARKS))
    if not s.players[s.active].built and not WAY_MASK[m.way] & s.gates[m.hex]:
        raise refuse("ST-TRACK-4", "first-tile", hex=the_hex(s, m.hex))
    if far_place(s, m.hex, far_edge(m.way, entry)) == link.start:
        raise refuse("ST-TRACK-12", "loop", hex=the_hex(s, m.hex), place=the_place(s, link.start))
    kept = other_way(s, s.tiles[m.hex], old)
    if kept < 0:
        _check_piece(s, m)
        return
    code = s.ground.tiles.complex[kept][m.way]
    if not code:
        raise refuse("ST-UPG-2", "redirect-beside", hex=the_hex(s, m.hex), old=WAY_WORDS[kept], way=WAY_WORDS[m.way])
    _check_stock(s, m.hex, code)
    _check_money(s, s.ground.tiles.price_of[code], m.hex)


def check_town(s: State, m: Town) -> None:
    _check_placements(s)
    _check_land(s, m.hex)
    name = the_hex(s, m.hex)
    if not s.ground.is_town[m.hex]:
        raise refuse("ST-TRACK-13", "no-town", hex=name)
    if not 0 < m.exits <= EVERY_EDGE:
        raise refuse("ST-TILE-1", "no-exits")
    tile = s.tiles[m.hex]
    old = s.ground.tiles.edges_of[tile]
    if m.exits & old != old or m.exits == old:
        raise refuse("ST-TOWN-5", "fewer-exits", hex=name)
    _check_open(s, m.hex, m.exits)
    if not s.ground.tiles.town[m.exits]:
        raise refuse("ST-TILE-5", "too-many-exits", hex=name, exits=m.exits.bit_count())
    _check_town_begins(s, m)
    _check_stock(s, m.hex, s.ground.tiles.town[m.exits])
    _check_money(s, town_price(s, m), m.hex)


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
        raise refuse("ST-TRACK-9", "city", hex=the_hex(s, hex_), city=the_place(s, hex_))
    if s.board.terrain[hex_] == Terrain.WATER:
        raise refuse("ST-TRACK-9", "water", hex=the_hex(s, hex_))


def _check_plain(s: State, hex_: int, *, redirected: bool = False) -> None:
    _check_land(s, hex_)
    if s.ground.is_town[hex_]:
        if redirected:
            raise refuse("ST-REDIR-6", "redirect-town", hex=the_hex(s, hex_), town=the_place(s, hex_))
        raise refuse("ST-TRACK-13", "town", hex=the_hex(s, hex_), town=the_place(s, hex_))


def _check_open(s: State, hex_: int, edges: int) -> None:
    for edge in bits(edges & ~s.ground.open_edges[hex_]):
        raise refuse("ST-TRACK-10", "closed-edge", hex=the_hex(s, hex_), edge=EDGE_WORDS[edge])


def _check_edges(s: State, hex_: int, way: int, mark: Marks) -> None:
    """Neither end of the track may be closed or belong to somebody else."""
    _check_open(s, hex_, WAY_MASK[way])
    for edge in bits(WAY_MASK[way] & mark.barred):
        owner = s.ends[6 * hex_ + edge].owner
        if owner == NOBODY:
            raise refuse("ST-OWNL-1", "not-claimable", hex=the_hex(s, hex_))
        name, company = the_hex(s, hex_), company_word(owner)
        raise refuse("ST-TRACK-7", "joins-foreign", hex=name, edge=EDGE_WORDS[edge], company=company)


def _check_course(s: State, hex_: int, way: int) -> None:
    """New track begins where its builder may begin, and ends where it may end."""
    mark = marks_of(s, s.active).get(hex_, NO_MARKS)
    _check_edges(s, hex_, way, mark)
    mask = WAY_MASK[way]
    if not s.players[s.active].built:
        if not mask & s.gates[hex_]:
            raise refuse("ST-TRACK-4", "first-tile", hex=the_hex(s, hex_))
    elif not mask & (s.gates[hex_] | mark.firm | mark.loose):
        if mask & mark.strange:
            raise refuse("ST-OWNL-1", "not-claimable", hex=the_hex(s, hex_))
        raise refuse("ST-TRACK-5", "no-start", hex=the_hex(s, hex_))
    _check_loop(s, hex_, way)


def _check_loop(s: State, hex_: int, way: int) -> None:
    if way in loop_ways(s, hex_):
        far = max(far_place(s, hex_, edge) for edge in WAYS[way])
        raise refuse("ST-TRACK-12", "loop", hex=the_hex(s, hex_), place=the_place(s, far if far >= 0 else hex_))


def _check_beside(s: State, hex_: int, way: int) -> None:
    """There is a tile in stock that keeps the track in this hex and adds another."""
    kept = s.ground.tiles.ways_of[s.tiles[hex_]][0]
    code = s.ground.tiles.complex[kept][way]
    if not code:
        raise refuse("ST-TILE-5", "no-complex", hex=the_hex(s, hex_), old=WAY_WORDS[kept], way=WAY_WORDS[way])
    _check_stock(s, hex_, code)


def _check_town_begins(s: State, m: Town) -> None:
    mark = marks_of(s, s.active).get(m.hex, NO_MARKS)
    begin, new = town_begins(s, m.hex, mark), m.exits & ~s.ground.tiles.edges_of[s.tiles[m.hex]]
    if new & begin:
        return
    if not s.players[s.active].built:
        raise refuse("ST-TRACK-4", "first-tile", hex=the_hex(s, m.hex))
    raise refuse("ST-TRACK-6", "town-alone", hex=the_hex(s, m.hex), town=the_place(s, m.hex))


def _check_piece(s: State, m: Track | Redirect) -> None:
    """There is a piece with this track alone, or one with a second track that can be added at once."""
    if in_stock(s, m.hex, s.ground.tiles.simple[m.way]):
        _check_money(s, price(s, m), m.hex)
    elif second_fits(s, m, marks_of(s, s.active).get(m.hex, NO_MARKS)):
        _check_money(s, price(s, m) + SECOND_PRICE, m.hex)
    else:
        raise _tiles_gone(s, s.ground.tiles.simple[m.way])


def _check_stock(s: State, hex_: int, code: int) -> None:
    if not in_stock(s, hex_, code):
        raise _tiles_gone(s, code)


def _tiles_gone(s: State, code: int) -> Illegal:
    return refuse("ST-TRACK-14", "tiles-gone", face=FACE_NAMES[s.ground.tiles.face_of[code]])


def _check_money(s: State, price: int, hex_: int) -> None:
    money = building_money(s, s.active)
    if price > money:
        rule = "ST-XACT-5" if s.expert else "ST-FIN-7"
        raise refuse(rule, "track-price", hex=the_hex(s, hex_), price=price, money=money)
