"""Steam Power: which rule a move breaks. Docstrings begin with the German rulebook's heading."""

from __future__ import annotations

from typing import Any

from engineshed.games.steam_power.rules.moves import (
    BUILDING,
    NATURE,
    Contracts,
    Cross,
    Deliver,
    Done,
    Factory,
    From,
    Money,
    Plan,
    Remove,
    Replace,
    Rest,
    Track,
    Via,
)
from tests.refusals.judge import Code
from tests.refusals.steam_power.ground import WAYS, cross, length, stock_of
from tests.refusals.steam_power.position import Line, Position, way_of

CODE = Code()
ACTIONS = (*BUILDING, Factory, Deliver, Plan, Contracts, Money)
BONUS: dict[str, tuple[type[Any], ...]] = {"track": BUILDING, "factory": (Factory,), "contracts": (Contracts,)}


def moves_now(p: Position) -> tuple[type[Any], ...]:
    """The kinds of move that are allowed now."""
    match p.stage:
        case "action":
            return ACTIONS
        case "laying":
            return (*BUILDING, Done)
        case "bonus":
            return (*BONUS[p.view.bonus], Done)
        case "plan" | "route":
            return (From, Via, Rest)
    return ()


def wrong_seat(p: Position) -> bool:
    return not p.solo and bool(p.view.active != p.seat)


def wrong_time(p: Position, move: Any) -> bool:
    return not isinstance(move, moves_now(p))


# -- turns ------------------------------------------------------------------------------------------------------------


@CODE.turn("R55")
def game_is_over(p: Position, _move: Any) -> bool:
    """Spielende: everybody has had the same number of turns."""
    return p.stage == "over" and not p.solo


@CODE.turn("R62")
def solo_is_over(p: Position, _move: Any) -> bool:
    """Solo rules of the Polish rulebook: the game has eight turns."""
    return p.stage == "over" and p.solo


@CODE.turn("R10")
def not_their_turn(p: Position, _move: Any) -> bool:
    """Spielablauf: players take two actions each, clockwise."""
    return p.stage != "over" and wrong_seat(p)


@CODE.turn("R11")
def no_action(p: Position, move: Any) -> bool:
    """Spielablauf: there are five actions; sources and links are chosen while a contract is completed."""
    return (p.stage == "action" and wrong_time(p, move) and not isinstance(move, Done)) or isinstance(move, NATURE)


@CODE.turn("R12")
def passes(p: Position, move: Any) -> bool:
    """Spielablauf: a turn has two actions; there is no passing."""
    return p.stage == "action" and isinstance(move, Done)


@CODE.turn("R13")
def still_building(p: Position, move: Any) -> bool:
    """Strecken bauen: a player lays one or two tiles, and does nothing else in between."""
    return p.stage == "laying" and wrong_time(p, move)


@CODE.turn("R48")
def bonus_first(p: Position, move: Any) -> bool:
    """Bonus-Aktionen: the player takes this one at once or loses it."""
    return p.stage == "bonus" and wrong_time(p, move)


@CODE.turn("R36")
def contract_first(p: Position, move: Any) -> bool:
    """Auftrag erfüllen: all goods are delivered in one action."""
    return p.stage in ("plan", "route") and wrong_time(p, move)


# -- track: what exists -----------------------------------------------------------------------------------------------


@CODE.meaning("R15", Track, Cross)
def not_on_land(p: Position, move: Any) -> bool:
    """Strecken bauen: nothing is built on water, on cities or off the map."""
    return not p.ground.exists(move.hex) or p.ground.water(move.hex) or move.hex in p.ground.city_at


@CODE.meaning("R3", Track, Cross, Replace)
def no_such_way(_p: Position, move: Any) -> bool:
    """Spielmaterial: a track joins two edges of its hex."""
    return not 0 <= move.way < len(WAYS)


@CODE.meaning("R26", Track)
def only_to_be_crossed(p: Position, move: Track) -> bool:
    """Strecken bauen: existing track can only be crossed."""
    return move.hex in p.tracks


@CODE.meaning("R26", Cross)
def nothing_to_cross(p: Position, move: Cross) -> bool:
    """Strecken bauen: a crossing replaces a simple tile."""
    return len(p.tracks.get(move.hex, ())) != 1


@CODE.rule("R26", Cross)
def no_such_crossing(p: Position, move: Cross) -> bool:
    """Strecken bauen: the crossed track stays as it is."""
    return not cross(p.tracks[move.hex][0], way_of(move.way))


@CODE.rule("R29", Cross)
def tight(p: Position, move: Cross) -> bool:
    """Spielmaterial: no crossing tile has a tight curve."""
    return 1 in (length(p.tracks[move.hex][0]), length(way_of(move.way)))


# -- track: where it leads --------------------------------------------------------------------------------------------


@CODE.rule("R20", Track, Cross)
def must_go_on(p: Position, move: Any) -> bool:
    """Strecken bauen: an unfinished link is continued before another is begun."""
    return p.mine is not None and move.hex != p.mine.goal


@CODE.rule("R17", Track, Cross)
def joins_nothing(p: Position, move: Any) -> bool:
    """Strecken bauen: track continues the player's unfinished link, or else starts at a city of their network."""
    way = way_of(move.way)
    if p.mine is not None:
        return move.hex != p.mine.goal or p.mine.enters not in way
    if not p.links[p.company]:
        return False
    return not any(p.in_network(hex_) for hex_ in beyond(p, move))


@CODE.rule("R16", Track, Cross)
def first_touches_no_city(p: Position, move: Any) -> bool:
    """Strecken bauen: the first tile touches a city."""
    first = p.mine is None and not p.links[p.company]
    return first and not any(hex_ in p.ground.city_at for hex_ in beyond(p, move))


def beyond(p: Position, move: Any) -> list[int]:
    """The hexes that the new track leads to."""
    found = [p.ground.beside[move.hex][edge] for edge in way_of(move.way)]
    return [hex_ for hex_ in found if hex_ is not None]


@CODE.rule("R21", Track, Cross)
def meets_a_rival(p: Position, move: Any) -> bool:
    """Strecken bauen: no track meets another player's."""
    return any((move.hex, edge) in p.rivals_ends for edge in way_of(move.way))


@CODE.rule("R30", Track, Cross)
def leads_nowhere(p: Position, move: Any) -> bool:
    """Strecken bauen: track must not lead into water or off the map."""
    return any(p.ground.dead_end(move.hex, edge) for edge in way_of(move.way))


@CODE.rule("R18", Track, Cross)
def comes_back(p: Position, move: Any) -> bool:
    """Strecken bauen: a link joins two different cities."""
    line = p.mine
    if line is None or move.hex != line.goal or line.enters not in way_of(move.way):
        return False
    (out,) = way_of(move.way) - {line.enters}
    return bool(p.ground.beside[move.hex][out] == line.start)


# -- track: pieces and money ------------------------------------------------------------------------------------------


@CODE.rule("R3", Track, Cross)
def pieces_gone(p: Position, move: Any) -> bool:
    """Spielmaterial: the track needs a tile from the stock, and a new link needs a train."""
    ways = (*p.tracks.get(move.hex, ()), way_of(move.way))
    known = len(ways) == 1 or cross(ways[0], ways[1])
    return bool((known and p.view.stock[stock_of(*ways)] == 0) or (p.mine is None and p.me.trains == 0))


def price(p: Position, move: Track | Cross) -> int:
    """Strecken bauen: $0, $2 or $4 by terrain; a crossing always costs $2."""
    return 2 if isinstance(move, Cross) else p.ground.price(move.hex)


@CODE.rule("R14", Track, Cross)
def track_too_expensive(p: Position, move: Any) -> bool:
    """Strecken bauen: the player pays for the tile."""
    return price(p, move) > p.money


# -- the last tile ----------------------------------------------------------------------------------------------------


def last_hex(line: Line) -> int:
    return line.tiles[-1][0]


@CODE.meaning("R24", Replace, Remove)
def not_the_last_tile(p: Position, move: Any) -> bool:
    """Strecken bauen: only the last tile of the player's unfinished link is replaced or removed."""
    return p.mine is None or move.hex != last_hex(p.mine)


@CODE.meaning("R25", Replace, Remove)
def finished(p: Position, move: Any) -> bool:
    """Strecken bauen: finished links are not changed."""
    return move.hex in p.finished_hexes and not_the_last_tile(p, move)


def other_track(p: Position, move: Any) -> list[frozenset[int]]:
    """The other track in the hex of the player's last tile."""
    assert p.mine is not None
    _, comes, leaves = p.mine.tiles[-1]
    return [way for way in p.tracks[move.hex] if way != {comes, leaves}]


@CODE.rule("R24", Replace)
def must_join_and_differ(p: Position, move: Replace) -> bool:
    """Strecken bauen: the new tile is different, and the link still enters it."""
    assert p.mine is not None
    _, comes, leaves = p.mine.tiles[-1]
    return comes not in way_of(move.way) or way_of(move.way) == {comes, leaves}


@CODE.rule("R28", Replace)
def must_keep_the_other(p: Position, move: Replace) -> bool:
    """Strecken bauen: the crossed link keeps its course."""
    return any(not cross(other, way_of(move.way)) for other in other_track(p, move))


@CODE.rule("R29", Replace)
def tight_replacement(p: Position, move: Replace) -> bool:
    """Spielmaterial: no crossing tile has a tight curve."""
    return bool(other_track(p, move)) and length(way_of(move.way)) == 1


@CODE.rule("R21", Replace)
def replacement_meets_a_rival(p: Position, move: Replace) -> bool:
    """Strecken bauen: no track meets another player's."""
    return any((move.hex, edge) in p.rivals_ends for edge in _out(p, move))


@CODE.rule("R30", Replace)
def replacement_leads_nowhere(p: Position, move: Replace) -> bool:
    """Strecken bauen: track must not lead into water or off the map."""
    return any(p.ground.dead_end(move.hex, edge) for edge in _out(p, move))


@CODE.rule("R18", Replace)
def replacement_comes_back(p: Position, move: Replace) -> bool:
    """Strecken bauen: a link joins two different cities."""
    assert p.mine is not None
    entered = p.mine.tiles[-1][1] in way_of(move.way)
    return (
        entered
        and len(p.mine.tiles) > 1
        and any(p.ground.beside[move.hex][edge] == p.mine.start for edge in _out(p, move))
    )


def _out(p: Position, move: Replace) -> frozenset[int]:
    """The edges by which the link leaves the new tile."""
    assert p.mine is not None
    return way_of(move.way) - {p.mine.tiles[-1][1]}


@CODE.rule("R3", Replace)
def replacement_gone(p: Position, move: Replace) -> bool:
    """Spielmaterial: the new tile comes from the stock, after the old one is returned."""
    assert p.mine is not None
    others = other_track(p, move)
    if any(not cross(other, way_of(move.way)) for other in others):
        return False
    _, comes, leaves = p.mine.tiles[-1]
    old, new = stock_of(*others, frozenset((comes, leaves))), stock_of(*others, way_of(move.way))
    return old != new and p.view.stock[new] == 0
