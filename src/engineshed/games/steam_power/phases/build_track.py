"""Action 1: build track (R13 to R32): lay, cross, replace or remove, one or two steps an action.

A new link begins at a city of the company's network (its very first: at any city). An unfinished link goes
on from its loose end, and only from there. ``barred`` edges are those where track would join a rival's
loose end (R21).
"""

from __future__ import annotations

from engineshed.core.contract import Fact
from engineshed.games.steam_power.board import Terrain
from engineshed.games.steam_power.components import NUMBERS
from engineshed.games.steam_power.ground import TILES
from engineshed.games.steam_power.moves import AnyMove, Cross, Remove, Replace, Track
from engineshed.games.steam_power.phases.take_money import pay_bank
from engineshed.games.steam_power.phases.turn import begin_action, end_action
from engineshed.games.steam_power.saying import city_name, company_word, fact, hex_name, refuse
from engineshed.games.steam_power.state import Stage, State, building_sites, place_at
from engineshed.rail.faces import WAY_MASK, WAY_NAMES, WAYS, far_edge
from engineshed.rail.hexgrid import EDGES, NOWHERE, opposite
from engineshed.rail.links import Path

FIRST_CROSSING = TILES.FIRST_CROSSING


# -- what may be done -----------------------------------------------------------------------------------------------


def offer_track(s: State) -> list[AnyMove]:
    """Every step of building that is allowed now, in the order of the kinds of moves."""
    loose = s.loose[s.active]
    return _offer_starts(s) if loose is None else _offer_extension(s, loose)


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


def _offer_extension(s: State, loose: Path) -> list[AnyMove]:
    """At the loose end: lay or cross, and replace or remove the tile before it."""
    ground, grid = s.ground, s.board.grid
    money, stocked, barred = s.money[s.purse(s.active)], _stocked(s.stock), _barred(s)
    ahead, entry = loose.goal(grid), opposite(loose.edges[-1])
    code = s.tiles[ahead]
    moves: list[AnyMove] = []
    if code < FIRST_CROSSING and money >= (NUMBERS.crossing_cost if code else ground.price[ahead]):
        kind = ground.crosses[ahead] if code else ground.tracks[ahead]
        for way, end in ground.exits(ahead, entry):
            new = TILES.crossing[code - 1][way] if code else way + 1
            if new and stocked >> TILES.stock_of[new] & 1 and _may_end(s, loose, ahead, end, barred):
                moves.append(kind[way])
    moves += _offer_replacement(s, loose, barred)
    last, _ = loose.tiles(grid)[-1]
    if _removable(s, last):
        moves.append(ground.removes[last])
    return moves


def _offer_replacement(s: State, loose: Path, barred: dict[int, int]) -> list[AnyMove]:
    ground = s.ground
    last, old = loose.tiles(s.board.grid)[-1]
    moves: list[AnyMove] = []
    for way, end in ground.exits(last, opposite(loose.edges[-2])):
        if way == old or not _may_end(s, loose, last, end, barred):
            continue
        code = _replacement(s, last, old, way)
        if code and _stock_after_return(s, last, code):
            moves.append(ground.replaces[last][way])
    return moves


def _may_end(s: State, loose: Path, hex_: int, end: int, barred: dict[int, int]) -> bool:
    """Not onto foreign track (R21), and not back into the city where the link began (R18)."""
    return not barred.get(hex_, 0) >> end & 1 and s.ground.neighbours[hex_][end] != loose.start


def _stocked(stock: tuple[int, ...]) -> int:
    """A bit for every stock of tiles that is not used up."""
    return sum(1 << number for number, left in enumerate(stock) if left > 0)


def _barred(s: State) -> dict[int, int]:
    """For the hexes that rivals' loose ends point to, the edges (as bits) where they would be joined."""
    barred: dict[int, int] = {}
    for company, loose in enumerate(s.loose):
        if loose is not None and company != s.active:
            ahead = loose.goal(s.board.grid)
            barred[ahead] = barred.get(ahead, 0) | 1 << opposite(loose.edges[-1])
    return barred


def _replacement(s: State, hex_: int, old: int, way: int) -> int:
    """The tile for the last hex of a link when its track changes from ``old`` to ``way``; 0 if there is none.

    A second track in the hex has to stay as it is (R28).
    """
    others = _other_ways(s, hex_, old)
    return TILES.crossing[others[0]][way] if others else way + 1


def _other_ways(s: State, hex_: int, own: int) -> list[int]:
    return [way for way in TILES.ways[s.tiles[hex_]] if way != own]


def _stock_after_return(s: State, hex_: int, code: int) -> bool:
    """Whether tile ``code`` can be had when the tile that lies in the hex goes back first."""
    stock = TILES.stock_of[code]
    return s.stock[stock] > 0 or TILES.stock_of[s.tiles[hex_]] == stock


def _removable(s: State, last: int) -> bool:
    """Where track of somebody else stays behind, it needs a simple tile again."""
    code = s.tiles[last]
    if code < FIRST_CROSSING:
        return True
    kept = _tile_left_behind(s, last)
    return _stock_after_return(s, last, kept)


def _tile_left_behind(s: State, last: int) -> int:
    loose = s.loose[s.active]
    assert loose is not None
    others = _other_ways(s, last, loose.tiles(s.board.grid)[-1][1])
    return others[0] + 1 if others else 0


# -- why not --------------------------------------------------------------------------------------------------------


def check_track(s: State, m: Track) -> None:
    _check_hex(s, m.hex, m.way)
    if s.tiles[m.hex]:
        raise refuse("R26", "occupied", hex=hex_name(s, m.hex))
    _check_joint(s, m.hex, m.way)
    _check_tile(s, m.hex, m.way + 1)
    _check_money(s, s.ground.price[m.hex], m.hex)


def check_cross(s: State, m: Cross) -> None:
    _check_hex(s, m.hex, m.way)
    code = s.tiles[m.hex]
    if not code:
        raise refuse("R26", "cross-empty", hex=hex_name(s, m.hex))
    if code >= FIRST_CROSSING:
        raise refuse("R26", "cross-crossing", hex=hex_name(s, m.hex))
    if not any(TILES.crossing[code - 1]):
        raise refuse("R29", "cross-tight", hex=hex_name(s, m.hex))
    _check_joint(s, m.hex, m.way)
    new = TILES.crossing[code - 1][m.way]
    if not new:
        raise refuse("R26", "no-crossing", hex=hex_name(s, m.hex), old=WAY_NAMES[code - 1], way=WAY_NAMES[m.way])
    _check_tile(s, m.hex, new)
    _check_money(s, NUMBERS.crossing_cost, m.hex)


def check_replace(s: State, m: Replace) -> None:
    loose = _unfinished(s)
    last, old = loose.tiles(s.board.grid)[-1]
    if m.hex != last:
        raise refuse("R24", "not-last", hex=hex_name(s, last))
    _check_way(m.way)
    entry = opposite(loose.edges[-2])
    if not WAY_MASK[m.way] >> entry & 1:
        raise refuse("R24", "replace-entry", hex=hex_name(s, last), edge=EDGES[entry])
    if m.way == old:
        raise refuse("R24", "replace-same", hex=hex_name(s, last), way=WAY_NAMES[old])
    _check_end(s, last, far_edge(m.way, entry), loose)
    code = _replacement(s, last, old, m.way)
    if not code:
        others = WAY_NAMES[_other_ways(s, last, old)[0]]
        raise refuse("R28", "replace-crossing", hex=hex_name(s, last), old=others, way=WAY_NAMES[m.way])
    _check_tile(s, last, code)


def check_remove(s: State, m: Remove) -> None:
    last, _ = _unfinished(s).tiles(s.board.grid)[-1]
    if m.hex != last:
        raise refuse("R24", "not-last", hex=hex_name(s, last))
    if not _removable(s, last):
        raise refuse("R28", "remove-no-tile", hex=hex_name(s, last))


def _unfinished(s: State) -> Path:
    loose = s.loose[s.active]
    if loose is None:
        rule = "R25" if s.links[s.active] else "R24"
        raise refuse(rule, "nothing-unfinished")
    return loose


def _check_way(way: int) -> None:
    if not 0 <= way < len(WAYS):
        raise refuse("R3", "no-way")


def _check_hex(s: State, hex_: int, way: int) -> None:
    if not 0 <= hex_ < s.ground.size:
        raise refuse("R15", "no-hex")
    _check_way(way)
    terrain = s.board.terrain[hex_]
    if terrain == Terrain.WATER:
        raise refuse("R15", "water", hex=hex_name(s, hex_))
    if terrain == Terrain.CITY:
        raise refuse("R15", "city", hex=hex_name(s, hex_), city=city_name(s, s.board.city_at[hex_]))


def _check_joint(s: State, hex_: int, way: int) -> None:
    """New track must begin where the company may build on, and end where it may end."""
    loose = s.loose[s.active]
    if loose is not None:
        entry = _check_extends(s, loose, hex_, way)
    else:
        entry = _check_starts(s, hex_, way)
        _check_rivals(s, hex_, entry)
    _check_end(s, hex_, far_edge(way, entry), loose)


def _check_extends(s: State, loose: Path, hex_: int, way: int) -> int:
    ahead, entry = loose.goal(s.board.grid), opposite(loose.edges[-1])
    if hex_ != ahead:
        raise refuse("R20", "unfinished", hex=hex_name(s, ahead), start=_start_name(s, loose))
    if not WAY_MASK[way] >> entry & 1:
        raise refuse("R17", "not-joined", hex=hex_name(s, hex_), edge=EDGES[entry])
    return entry


def _check_starts(s: State, hex_: int, way: int) -> int:
    begin = dict(s.frontiers[s.active]).get(hex_, 0)
    if not WAY_MASK[way] & begin:
        if not s.has_network(s.active):
            raise refuse("R16", "first-tile", hex=hex_name(s, hex_))
        raise refuse("R17", "no-start", hex=hex_name(s, hex_))
    if s.trains_left(s.active) <= 0:
        raise refuse("R3", "trains-gone", trains=len(s.links[s.active]))
    entry: int = s.ground.first_edge(way, begin)
    return entry


def _check_rivals(s: State, hex_: int, edge: int) -> None:
    if _barred(s).get(hex_, 0) >> edge & 1:
        raise refuse("R21", "joins-rival", hex=hex_name(s, hex_), edge=EDGES[edge])


def _check_end(s: State, hex_: int, end: int, loose: Path | None) -> None:
    beyond = s.ground.neighbours[hex_][end]
    if beyond == NOWHERE:
        raise refuse("R30", "off-map", hex=hex_name(s, hex_), edge=EDGES[end])
    if s.board.terrain[beyond] == Terrain.WATER:
        raise refuse("R30", "into-water", hex=hex_name(s, hex_), edge=EDGES[end], water=hex_name(s, beyond))
    _check_rivals(s, hex_, end)
    if loose is not None and beyond == loose.start:
        raise refuse("R18", "loop", hex=hex_name(s, hex_), city=_start_name(s, loose))


def _check_tile(s: State, hex_: int, code: int) -> None:
    if not _stock_after_return(s, hex_, code):
        raise refuse("R3", "tiles-gone", face=f"@face.{TILES.name_of[code]}")


def _check_money(s: State, price: int, hex_: int) -> None:
    money = s.money[s.purse(s.active)]
    if price > money:
        raise refuse("R14", "track-price", hex=hex_name(s, hex_), price=price, money=money)


def _start_name(s: State, path: Path) -> str:
    return city_name(s, s.board.city_at[path.start])


# -- doing it -------------------------------------------------------------------------------------------------------


def play_track(s: State, m: Track, facts: list[Fact]) -> None:
    _lay(s, m.hex, m.way, m.way + 1, s.ground.price[m.hex], "track", facts)


def play_cross(s: State, m: Cross, facts: list[Fact]) -> None:
    code = TILES.crossing[s.tiles[m.hex] - 1][m.way]
    _lay(s, m.hex, m.way, code, NUMBERS.crossing_cost, "cross", facts)


def _lay(s: State, hex_: int, way: int, code: int, price: int, said: str, facts: list[Fact]) -> None:
    _begin_step(s)
    loose = s.loose[s.active]
    if loose is None:
        entry = s.ground.first_edge(way, dict(s.frontiers[s.active])[hex_])
        path = Path(s.ground.neighbours[hex_][entry], (opposite(entry), far_edge(way, entry)))
    else:
        path = loose.extended(far_edge(way, opposite(loose.edges[-1])))
    pay_bank(s, s.active, price)
    _put_tile(s, hex_, code)
    facts.append(
        fact(
            said,
            company=company_word(s.active),
            hex=hex_name(s, hex_),
            way=WAY_NAMES[way],
            price=price,
        )
    )
    _set_loose(s, path, facts)
    _end_step(s, facts)


def play_replace(s: State, m: Replace, facts: list[Fact]) -> None:
    _begin_step(s)
    loose = s.loose[s.active]
    assert loose is not None
    _, old = loose.tiles(s.board.grid)[-1]
    end = far_edge(m.way, opposite(loose.edges[-2]))
    _put_tile(s, m.hex, _replacement(s, m.hex, old, m.way))
    facts.append(fact("replace", company=company_word(s.active), hex=hex_name(s, m.hex), way=WAY_NAMES[m.way]))
    _set_loose(s, Path(loose.start, (*loose.edges[:-1], end)), facts)
    _end_step(s, facts)


def play_remove(s: State, m: Remove, facts: list[Fact]) -> None:
    _begin_step(s)
    loose = s.loose[s.active]
    assert loose is not None
    _put_tile(s, m.hex, _tile_left_behind(s, m.hex))
    _change_loose(s, loose.shortened())
    facts.append(fact("remove", company=company_word(s.active), hex=hex_name(s, m.hex)))
    _end_step(s, facts)


def play_done(s: State, facts: list[Fact]) -> None:
    """Enough track, or no bonus action wanted."""
    end_action(s, facts)


def _begin_step(s: State) -> None:
    begin_action(s)
    if s.stage != Stage.LAYING:
        s.steps = NUMBERS.tiles_per_action
        s.stage = Stage.LAYING


def _end_step(s: State, facts: list[Fact]) -> None:
    s.steps -= 1
    if not s.steps:
        end_action(s, facts)


def _put_tile(s: State, hex_: int, code: int) -> None:
    """Exchange the hex's tile for another (0: none); what lay there goes back to its stock."""
    stock = list(s.stock)
    old = s.tiles[hex_]
    if old:
        stock[TILES.stock_of[old]] += 1
    if code:
        stock[TILES.stock_of[code]] -= 1
    tiles = bytearray(s.tiles)
    tiles[hex_] = code
    s.tiles, s.stock = bytes(tiles), tuple(stock)


def _change_loose(s: State, path: Path | None) -> None:
    s.loose = (*s.loose[: s.active], path, *s.loose[s.active + 1 :])


def _set_loose(s: State, path: Path, facts: list[Fact]) -> None:
    """The company's unfinished link is now this path; if it reaches a city, it is finished (R18)."""
    goal = path.goal(s.board.grid)
    if s.board.city_at[goal] < 0:
        _change_loose(s, path)
        return
    company, ground = s.active, s.ground
    _change_loose(s, None)
    s.links = (*s.links[:company], (*s.links[company], path), *s.links[company + 1 :])
    s.net = s.net.joined(company, place_at(s.board, path.start), place_at(s.board, goal))
    frontier = ground.frontier(s.net.owned[company])
    s.frontiers = (*s.frontiers[:company], frontier, *s.frontiers[company + 1 :])
    s.sites = building_sites(ground, s.net, s.colours, s.factories)
    s.prices = [None] * s.companies
    facts.append(
        fact(
            "link",
            company=company_word(company),
            start=_start_name(s, path),
            goal=city_name(s, s.board.city_at[goal]),
        )
    )
