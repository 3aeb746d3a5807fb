"""Action 1: build track (R13 to R32): lay, cross, replace or remove, in one or two steps per action.

A new link begins at a city of the company's network (its very first: at any city). An unfinished link continues
from its loose end, and only from there. ``barred`` edges are those where track would join a rival's
loose end (R21).
"""

from __future__ import annotations

from functools import cache

from engineshed.core.stages import Log, refuse
from engineshed.core.words import Thing
from engineshed.games.steam_power.rules.board import Terrain
from engineshed.games.steam_power.rules.box import FIRST_CROSSING
from engineshed.games.steam_power.rules.components import NUMBERS
from engineshed.games.steam_power.rules.consequences import building_sites, loose_end, place_at, stock_left
from engineshed.games.steam_power.rules.moves import AnyMove, Cross, Remove, Replace, Track
from engineshed.games.steam_power.rules.names import company_word, the_city, the_hex, the_link
from engineshed.games.steam_power.rules.phases.take_money import pay_bank
from engineshed.games.steam_power.rules.phases.turn import begin_action, end_action
from engineshed.games.steam_power.rules.state import State
from engineshed.games.steam_power.rules.supply import forget_distant_prices
from engineshed.games.steam_power.rules.truth import LooseEnd, Stage
from engineshed.rail.faces import WAY_MASK, WAYS, far_edge
from engineshed.rail.hexgrid import NOWHERE, opposite
from engineshed.rail.paths import Path
from engineshed.rail.words import EDGE_WORDS, WAY_WORDS

# -- what may be done -----------------------------------------------------------------------------------------------


def offer_track(s: State) -> list[AnyMove]:
    """Every step of building that is allowed now, in the order of the kinds of moves."""
    end = s.ends[s.active]
    return _offer_starts(s) if end is None else _offer_extension(s, end)


def _offer_starts(s: State) -> list[AnyMove]:
    laid: list[AnyMove] = []
    crossed: list[AnyMove] = []
    if s.trains_left(s.active) <= 0:
        return laid
    ground, tiles, price = s.ground, s.tiles, s.ground.price
    money, stocked, barred = s.money[s.purse(s.active)], _stocked(s.stock), _barred(s)
    can_cross = money >= NUMBERS.crossing_cost
    for hex_, begin in s.frontiers[s.active]:
        code = tiles[hex_]
        if not code:
            if price[hex_] <= money:
                laid += ground.starts(hex_, begin, barred.get(hex_, 0), stocked)
        elif can_cross and code < FIRST_CROSSING:
            crossed += ground.crossing_starts(hex_, begin, barred.get(hex_, 0), stocked, code)
    laid += crossed
    return laid


def _offer_extension(s: State, end: LooseEnd) -> list[AnyMove]:
    """Moves at the loose end: lay or cross, and replace or remove the tile before it."""
    ground, money, stocked = s.ground, s.money[s.purse(s.active)], _stocked(s.stock)
    loose = s.loose[s.active]
    assert loose is not None
    barred = _barred(s)
    moves: list[AnyMove] = []
    code, begin = s.tiles[end.ahead], 1 << end.gate
    no_end = barred.get(end.ahead, 0) | ground.edges_to(end.ahead, loose.start)
    if not code:
        if ground.price[end.ahead] <= money:
            moves += ground.starts(end.ahead, begin, no_end, stocked)
    elif code < FIRST_CROSSING and NUMBERS.crossing_cost <= money:
        moves += ground.crossing_starts(end.ahead, begin, no_end, stocked, code)
    kept = _kept_way(s, end)
    no_end = (barred.get(end.last, 0) | ground.edges_to(end.last, loose.start)) & ~(1 << end.entry)
    returned = stocked | 1 << s.ground.tiles.stock_of[s.tiles[end.last]]  # the tile that is there goes back first
    moves += ground.replacements(end.last, end.entry, no_end, returned, end.way, kept)
    moves.append(ground.removes[end.last])
    return moves


def beginnings(s: State, hex_: int) -> int:
    """The edges (as bits) of a hex where the company may begin a link."""
    for beside, edges in s.frontiers[s.active]:
        if beside == hex_:
            return edges
    return 0


@cache
def _stocked(stock: tuple[int, ...]) -> int:
    """A bit for every stock of tiles that is not used up."""
    return sum(1 << number for number, left in enumerate(stock) if left > 0)


def _barred(s: State) -> dict[int, int]:
    """The edges (as bits) of hexes that rivals' loose ends point to, where track would join them."""
    barred: dict[int, int] = {}
    own = s.ends[s.active]
    for end in s.ends:
        if end is not None and end is not own:
            barred[end.ahead] = barred.get(end.ahead, 0) | 1 << end.gate
    return barred


def _kept_way(s: State, end: LooseEnd) -> int:
    """The second track in a link's last hex, which has to stay as it is (R28); -1 if there is none."""
    code = s.tiles[end.last]
    if code < FIRST_CROSSING:
        return -1
    a, b = s.ground.tiles.ways[code]
    return b if a == end.way else a


def _stock_after_return(s: State, hex_: int, code: int) -> bool:
    """Whether tile ``code`` is in stock once the tile in the hex has gone back."""
    stock = s.ground.tiles.stock_of[code]
    return s.stock[stock] > 0 or (s.tiles[hex_] > 0 and s.ground.tiles.stock_of[s.tiles[hex_]] == stock)


# -- why not --------------------------------------------------------------------------------------------------------


def check_track(s: State, m: Track) -> None:
    _check_hex(s, m.hex, m.way)
    if s.tiles[m.hex]:
        raise refuse("R26", "occupied", hex=the_hex(s, m.hex))
    _check_joint(s, m.hex, m.way)
    _check_tile(s, m.hex, m.way + 1)
    _check_money(s, s.ground.price[m.hex], m.hex)


def check_cross(s: State, m: Cross) -> None:
    _check_hex(s, m.hex, m.way)
    code = s.tiles[m.hex]
    if not code:
        raise refuse("R26", "cross-empty", hex=the_hex(s, m.hex))
    if code >= FIRST_CROSSING:
        raise refuse("R26", "cross-crossing", hex=the_hex(s, m.hex))
    if not any(s.ground.tiles.crossing[code - 1]):
        raise refuse("R29", "cross-tight", hex=the_hex(s, m.hex))
    _check_joint(s, m.hex, m.way)
    new = s.ground.tiles.crossing[code - 1][m.way]
    if not new:
        raise refuse("R26", "no-crossing", hex=the_hex(s, m.hex), old=WAY_WORDS[code - 1], way=WAY_WORDS[m.way])
    _check_tile(s, m.hex, new)
    _check_money(s, NUMBERS.crossing_cost, m.hex)


def check_replace(s: State, m: Replace) -> None:
    end = _unfinished(s, m.hex)
    _check_way(m.way)
    last = the_hex(s, end.last)
    if not WAY_MASK[m.way] >> end.entry & 1:
        raise refuse("R24", "replace-entry", hex=last, edge=EDGE_WORDS[end.entry])
    if m.way == end.way:
        raise refuse("R24", "replace-same", hex=last, way=WAY_WORDS[end.way])
    _check_end(s, end.last, far_edge(m.way, end.entry), s.loose[s.active])
    kept = _kept_way(s, end)
    code = _with_kept(s, kept, m.way)
    if not code:
        raise refuse("R28", "replace-crossing", hex=last, old=WAY_WORDS[kept], way=WAY_WORDS[m.way])
    _check_tile(s, end.last, code)


def check_remove(s: State, m: Remove) -> None:
    _unfinished(s, m.hex)


def _unfinished(s: State, hex_: int) -> LooseEnd:
    """The loose end, if this hex holds the last tile before it."""
    end = s.ends[s.active]
    if end is None:
        if _has_finished_link(s, hex_):
            raise refuse("R25", "finished", hex=the_hex(s, hex_))
        raise refuse("R24", "nothing-unfinished")
    if hex_ != end.last:
        raise refuse("R24", "not-last", hex=the_hex(s, end.last))
    return end


def _has_finished_link(s: State, hex_: int) -> bool:
    return any(hex_ == laid for own in s.links for path in own for laid, _ in path.tiles(s.board.grid))


def _with_kept(s: State, kept: int, way: int) -> int:
    """The tile with this way and, unless it is -1, the one to be kept; 0 if there is no such tile."""
    return way + 1 if kept < 0 else s.ground.tiles.crossing[kept][way]


def _check_way(way: int) -> None:
    if not 0 <= way < len(WAYS):
        raise refuse("R3", "no-way")


def _check_hex(s: State, hex_: int, way: int) -> None:
    if not 0 <= hex_ < s.ground.size:
        raise refuse("R15", "no-hex")
    _check_way(way)
    terrain = s.board.terrain[hex_]
    if terrain == Terrain.WATER:
        raise refuse("R15", "water", hex=the_hex(s, hex_))
    if terrain == Terrain.CITY:
        raise refuse("R15", "city", hex=the_hex(s, hex_), city=the_city(s, s.board.city_at[hex_]))


def _check_joint(s: State, hex_: int, way: int) -> None:
    """New track must begin where the company may build, and end where it may end."""
    loose = s.loose[s.active]
    entry = _check_starts(s, hex_, way) if loose is None else _check_extends(s, loose, hex_, way)
    _check_end(s, hex_, far_edge(way, entry), loose)


def _check_extends(s: State, loose: Path, hex_: int, way: int) -> int:
    end = s.ends[s.active]
    assert end is not None
    if hex_ != end.ahead:
        raise refuse("R20", "unfinished", hex=the_hex(s, end.ahead), start=_start(s, loose))
    if not WAY_MASK[way] >> end.gate & 1:
        raise refuse("R17", "not-joined", hex=the_hex(s, hex_), edge=EDGE_WORDS[end.gate])
    return end.gate


def _check_starts(s: State, hex_: int, way: int) -> int:
    begin = beginnings(s, hex_)
    if not WAY_MASK[way] & begin:
        if not s.has_network(s.active):
            raise refuse("R16", "first-tile", hex=the_hex(s, hex_))
        raise refuse("R17", "no-start", hex=the_hex(s, hex_))
    if s.trains_left(s.active) <= 0:
        raise refuse("R3", "trains-gone", trains=len(s.links[s.active]))
    return s.ground.first_edge(way, begin)


def _check_end(s: State, hex_: int, end: int, loose: Path | None) -> None:
    beyond = s.ground.neighbours[hex_][end]
    if beyond == NOWHERE:
        raise refuse("R30", "off-map", hex=the_hex(s, hex_), edge=EDGE_WORDS[end])
    if s.board.terrain[beyond] == Terrain.WATER:
        raise refuse("R30", "into-water", hex=the_hex(s, hex_), edge=EDGE_WORDS[end], water=the_hex(s, beyond))
    if _barred(s).get(hex_, 0) >> end & 1:
        raise refuse("R21", "joins-rival", hex=the_hex(s, hex_), edge=EDGE_WORDS[end])
    if loose is not None and beyond == loose.start:
        raise refuse("R18", "loop", hex=the_hex(s, hex_), city=_start(s, loose))


def _check_tile(s: State, hex_: int, code: int) -> None:
    if not _stock_after_return(s, hex_, code):
        raise refuse("R3", "tiles-gone", face=f"@face.{s.ground.tiles.name_of[code]}")


def _check_money(s: State, price: int, hex_: int) -> None:
    money = s.money[s.purse(s.active)]
    if price > money:
        raise refuse("R14", "track-price", hex=the_hex(s, hex_), price=price, money=money)


def _start(s: State, path: Path) -> Thing:
    return the_city(s, s.board.city_at[path.start])


# -- doing it -------------------------------------------------------------------------------------------------------


def play_track(s: State, m: Track, log: Log) -> None:
    _lay(s, m.hex, m.way, m.way + 1, s.ground.price[m.hex], "track", log)


def play_cross(s: State, m: Cross, log: Log) -> None:
    code = s.ground.tiles.crossing[s.tiles[m.hex] - 1][m.way]
    _lay(s, m.hex, m.way, code, NUMBERS.crossing_cost, "cross", log)


def _lay(s: State, hex_: int, way: int, code: int, price: int, said: str, log: Log) -> None:
    _begin_step(s)
    loose, end = s.loose[s.active], s.ends[s.active]
    if loose is None or end is None:
        entry = s.ground.first_edge(way, beginnings(s, hex_))
        loose = Path(s.ground.neighbours[hex_][entry], (opposite(entry),))
    else:
        entry = end.gate
    pay_bank(s, s.active, price)
    _put_tile(s, hex_, code)
    if log.on:
        log.tell(said, company=company_word(s.active), hex=the_hex(s, hex_), way=WAY_WORDS[way], price=price)
    _continue_link(s, loose, hex_, entry, way, log)
    _end_step(s, log)


def play_replace(s: State, m: Replace, log: Log) -> None:
    _begin_step(s)
    loose, end = s.loose[s.active], s.ends[s.active]
    assert loose is not None
    assert end is not None
    _put_tile(s, m.hex, _with_kept(s, _kept_way(s, end), m.way))
    if log.on:
        log.tell("replace", company=company_word(s.active), hex=the_hex(s, m.hex), way=WAY_WORDS[m.way])
    _continue_link(s, Path(loose.start, loose.edges[:-1]), m.hex, end.entry, m.way, log)
    _end_step(s, log)


def play_remove(s: State, m: Remove, log: Log) -> None:
    _begin_step(s)
    loose, end = s.loose[s.active], s.ends[s.active]
    assert loose is not None
    assert end is not None
    kept, shorter, company = _kept_way(s, end), loose.shortened(), company_word(s.active)
    if log.on:
        log.tell("remove", company=company, hex=the_hex(s, m.hex))
    if kept >= 0 and not s.stock[s.ground.tiles.simple]:
        log.tell("crossing-stays", hex=the_hex(s, m.hex))
    if shorter is None and log.on:
        log.tell("train-back", company=company)
    _put_tile(s, m.hex, kept + 1)
    _change_loose(s, shorter, None if shorter is None else loose_end(s.board.grid, shorter))
    _end_step(s, log)


def _begin_step(s: State) -> None:
    begin_action(s)
    if s.stage != Stage.LAYING:
        s.steps = NUMBERS.tiles_per_action
        s.stage = Stage.LAYING


def _end_step(s: State, log: Log) -> None:
    s.steps -= 1
    if not s.steps:
        end_action(s, log)


def _put_tile(s: State, hex_: int, code: int) -> None:
    """Exchange the hex's tile for another (0: none); what was there goes back to its stock."""
    tiles = bytearray(s.tiles)
    old, tiles[hex_] = tiles[hex_], code
    s.tiles = bytes(tiles)
    if not s.stock[s.ground.tiles.simple]:  # crossings may be used in place of simple tiles
        s.stock = stock_left(s.ground.tiles, s.tiles)
        return
    stock = list(s.stock)
    if old:
        stock[s.ground.tiles.stock_of[old]] += 1
    if code:
        stock[s.ground.tiles.stock_of[code]] -= 1
    s.stock = tuple(stock)


def _change_loose(s: State, path: Path | None, end: LooseEnd | None) -> None:
    s.loose = (*s.loose[: s.active], path, *s.loose[s.active + 1 :])
    s.ends = (*s.ends[: s.active], end, *s.ends[s.active + 1 :])


def _continue_link(s: State, path: Path, hex_: int, entry: int, way: int, log: Log) -> None:
    """The link that led up to this hex now goes through it; if it reaches a city, it is finished (R18)."""
    edge = far_edge(way, entry)
    ahead = s.ground.neighbours[hex_][edge]
    path = path.extended(edge)
    if s.ground.city_at[ahead] < 0:
        _change_loose(s, path, LooseEnd(hex_, entry, way, ahead, opposite(edge)))
    else:
        _change_loose(s, None, None)
        _finish_link(s, path, ahead, log)


def _finish_link(s: State, path: Path, goal: int, log: Log) -> None:
    company, board = s.active, s.board
    places = place_at(board, path.start), place_at(board, goal)
    s.links = (*s.links[:company], (*s.links[company], path), *s.links[company + 1 :])
    before, s.net = s.net, s.net.joined(company, *places)
    frontier = s.ground.widened(s.frontiers[company] if before.owned[company] else (), places)
    s.frontiers = (*s.frontiers[:company], frontier, *s.frontiers[company + 1 :])
    newly_connected = s.net.connected & ~before.connected
    if newly_connected:
        s.sites = building_sites(s.ground, s.net, s.colours, s.factories)
    forget_distant_prices(s)
    if log.on:
        log.tell(
            "link",
            company=company_word(company),
            start=_start(s, path),
            goal=the_city(s, board.city_at[goal]),
            link=the_link(company, len(s.links[company]) - 1),
        )
    for place in dict.fromkeys(places):
        if newly_connected >> place & 1 and len(board.places[place]) > 1:
            log.tell("group", cities=tuple(the_city(s, city) for city in board.places[place]))
