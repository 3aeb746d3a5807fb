"""What the refusals of Steam claim about track, checked against the position."""

from __future__ import annotations

from typing import Any

from engineshed.games.steam.rules.moves import Redirect
from tests.refusals.steam.ground import WAYS
from tests.refusals.steam.naming import Said, company, edge_said, is_hex, is_place, way_name
from tests.refusals.steam.position import Position, edges_of, way_of
from tests.refusals.steam.predicates import CODE
from tests.refusals.steam.predicates_track import (
    kinds,
    last_tiles,
    met,
    new_edges,
    price,
    redirect_price,
    redirectable,
    redirecting,
)
from tests.refusals.steam.stock import face_of


@CODE.says("no-placements")
def _no_placements(p: Position, _m: Any, said: Said) -> bool:
    return p.all_placed and not said


@CODE.says("no-hex")
def _no_hex(p: Position, m: Any, said: Said) -> bool:
    return not p.ground.exists(m.hex) and not said


@CODE.says("no-way")
def _no_way(_p: Position, m: Any, said: Said) -> bool:
    return not 0 <= m.way < len(WAYS) and not said


@CODE.says("no-exits")
def _no_exits(_p: Position, m: Any, said: Said) -> bool:
    return not 1 <= m.exits < 64 and not said


@CODE.says("city")
def _city(p: Position, m: Any, said: Said) -> bool:
    return m.hex in p.cities and is_hex(p, said["hex"], m.hex) and is_place(p, said["city"], m.hex)


@CODE.says("water")
def _water(p: Position, m: Any, said: Said) -> bool:
    return p.ground.water(m.hex) and is_hex(p, said["hex"], m.hex)


@CODE.says("town", "redirect-town")
def _town(p: Position, m: Any, said: Said) -> bool:
    return m.hex in p.towns and is_hex(p, said["hex"], m.hex) and is_place(p, said["town"], m.hex)


@CODE.says("no-town")
def _no_town(p: Position, m: Any, said: Said) -> bool:
    return m.hex not in p.towns and is_hex(p, said["hex"], m.hex)


@CODE.says("occupied")
def _occupied(p: Position, m: Any, said: Said) -> bool:
    return m.hex in p.tracks and is_hex(p, said["hex"], m.hex)


@CODE.says("cross-empty")
def _cross_empty(p: Position, m: Any, said: Said) -> bool:
    return m.hex not in p.tracks and is_hex(p, said["hex"], m.hex)


@CODE.says("cross-full")
def _cross_full(p: Position, m: Any, said: Said) -> bool:
    return len(p.tracks[m.hex]) == 2 and is_hex(p, said["hex"], m.hex)


@CODE.says("no-complex")
def _no_complex(p: Position, m: Any, said: Said) -> bool:
    ((old, _),) = p.tracks[m.hex]
    way = way_of(m.way)
    nothing = way == old or face_of(frozenset((old, way))) is None
    return nothing and is_hex(p, said["hex"], m.hex) and (said["old"], said["way"]) == (way_name(old), way_name(way))


@CODE.says("redirect-beside")
def _redirect_beside(p: Position, m: Any, said: Said) -> bool:
    olds = {way_name(way) for way, _ in p.tracks[m.hex]}
    return is_hex(p, said["hex"], m.hex) and said["old"] in olds and said["way"] == way_name(way_of(m.way))


@CODE.says("not-last")
def _not_last(p: Position, m: Any, said: Said) -> bool:
    return not last_tiles(p, m.hex) and is_hex(p, said["hex"], m.hex)


@CODE.says("redirect-entry")
def _redirect_entry(p: Position, m: Any, said: Said) -> bool:
    """No track that ends here would stay joined, or none that the builder may redirect."""
    last = last_tiles(p, m.hex)
    staying = {stays for link, stays, *_ in last if redirectable(p, link)} or {stays for _, stays, *_ in last}
    return bool(staying) and not staying & way_of(m.way) and is_hex(p, said["hex"], m.hex)


@CODE.says("redirect-foreign")
def _redirect_foreign(p: Position, m: Any, said: Said) -> bool:
    return any("ST-REDIR-1" in rules for rules in redirecting(p, m)) and is_hex(p, said["hex"], m.hex)


@CODE.says("redirect-same")
def _redirect_same(p: Position, m: Any, said: Said) -> bool:
    way = way_of(m.way)
    same = any({stays, was} == way for _, stays, was, _ in last_tiles(p, m.hex))
    return same and is_hex(p, said["hex"], m.hex) and said["way"] == way_name(way)


@CODE.says("closed-edge")
def _closed_edge(p: Position, m: Any, said: Said) -> bool:
    edge = edge_said(said)
    return edge in new_edges(p, m) and p.ground.closed(m.hex, edge) and is_hex(p, said["hex"], m.hex)


@CODE.says("joins-foreign")
def _joins_foreign(p: Position, m: Any, said: Said) -> bool:
    edge = edge_said(said)
    end = p.end(m.hex, edge)
    owner = None if end.link is None else end.link.owner
    return edge in new_edges(p, m) and end.kind == "foreign" and said["company"] == company(owner)


@CODE.says("not-claimable")
def _not_claimable(p: Position, m: Any, said: Said) -> bool:
    return "strange" in kinds(p, m) and is_hex(p, said["hex"], m.hex)


@CODE.says("first-tile")
def _first_tile(p: Position, m: Any, said: Said) -> bool:
    return not p.me.built and "city" not in kinds(p, m) and is_hex(p, said["hex"], m.hex)


@CODE.says("no-start")
def _no_start(p: Position, m: Any, said: Said) -> bool:
    return not kinds(p, m) & {"city", "own", "loose", "free"} and is_hex(p, said["hex"], m.hex)


@CODE.says("town-alone")
def _town_alone(p: Position, m: Any, said: Said) -> bool:
    alone = not kinds(p, m) & {"city", "own", "free"} and not p.ends_here(m.hex)
    return alone and is_hex(p, said["hex"], m.hex) and is_place(p, said["town"], m.hex)


@CODE.says("loop")
def _loop(p: Position, m: Any, said: Said) -> bool:
    """The sentence names the place where the link would begin and end."""
    if isinstance(m, Redirect):
        begins = {began.hex for *_, began in last_tiles(p, m.hex)}
        return said["place"].id in begins and is_hex(p, said["hex"], m.hex)
    sides = [end.beyond for end in met(p, m)]
    back = {side.hex for side in sides if side.joined or side.hex in p.towns} & (
        {m.hex} if hasattr(m, "exits") else {s.hex for s in sides}
    )
    return said["place"].id in back and is_hex(p, said["hex"], m.hex)


@CODE.says("fewer-exits")
def _fewer_exits(p: Position, m: Any, said: Said) -> bool:
    return not p.exits[m.hex] < edges_of(m.exits) and is_hex(p, said["hex"], m.hex)


@CODE.says("too-many-exits")
def _too_many_exits(p: Position, m: Any, said: Said) -> bool:
    return m.exits.bit_count() > 4 and said["exits"] == m.exits.bit_count() and is_hex(p, said["hex"], m.hex)


@CODE.says("tiles-gone")
def _tiles_gone(p: Position, m: Any, said: Said) -> bool:
    """The sentence names the face that the move needs."""
    if isinstance(m, Redirect):
        return any("ST-TRACK-14" in rules for rules in redirecting(p, m))
    if hasattr(m, "exits"):
        needed = face_of(frozenset(frozenset((edge,)) for edge in edges_of(m.exits)))
    else:
        needed = face_of(p.tile(m.hex) | {way_of(m.way)})
    return bool(said == {"face": needed})


@CODE.says("second-owed")
def _second_owed(p: Position, _m: Any, said: Said) -> bool:
    return p.lacks_a_piece and is_hex(p, said["hex"], p.view.fresh)


@CODE.says("track-price")
def _track_price(p: Position, m: Any, said: Said) -> bool:
    cost = redirect_price(p, m) if isinstance(m, Redirect) else price(p, m)
    return (said["price"], said["money"]) == (cost, p.track_money) and is_hex(p, said["hex"], m.hex)


@CODE.says("nothing-fresh")
def _nothing_fresh(p: Position, _m: Any, said: Said) -> bool:
    return p.view.fresh is None and not said


@CODE.says("not-fresh")
def _not_fresh(p: Position, m: Any, said: Said) -> bool:
    return p.view.fresh not in (None, m.hex) and is_hex(p, said["hex"], p.view.fresh)


@CODE.says("cautious")
def _cautious(p: Position, m: Any, said: Said) -> bool:
    return bool(p.view.cautious) and is_hex(p, said["hex"], m.hex)


@CODE.says("redirect-loose")
def _redirect_loose(p: Position, m: Any, said: Said) -> bool:
    return any(link.loose for link, *_ in last_tiles(p, m.hex)) and is_hex(p, said["hex"], m.hex)
