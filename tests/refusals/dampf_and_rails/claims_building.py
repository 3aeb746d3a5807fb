"""What the refusals about building in Dampf & Rails claim, checked against the position."""

from __future__ import annotations

from typing import Any

from engineshed.games.dampf_and_rails.rules.moves import Connect, Lay
from tests.refusals.dampf_and_rails.blocking import lands
from tests.refusals.dampf_and_rails.board import BOARD, TRAIN_IDS, TRAINS
from tests.refusals.dampf_and_rails.claims import Said, company, event_of, is_ferry, is_place, is_section
from tests.refusals.dampf_and_rails.position import Position
from tests.refusals.dampf_and_rails.predicates import (
    CODE,
)
from tests.refusals.dampf_and_rails.predicates_building import ferries_of, leaves, newly, price, stages

# -- building ---------------------------------------------------------------------------------------------------------


@CODE.says("street")
def _street(_p: Position, m: Any, said: Said) -> bool:
    return m.section in BOARD.streets and not said


@CODE.says("taken")
def _taken(p: Position, m: Any, said: Said) -> bool:
    return is_section(said["section"], m.section) and said["company"] == company(p.owner[m.section])


@CODE.says("not-connected")
def _not_connected(p: Position, m: Any, said: Said) -> bool:
    return p.network.isdisjoint(BOARD.ends[m.section]) and is_section(said["section"], m.section)


@CODE.says("strike-building")
def _strike_building(p: Position, _m: Any, said: Said) -> bool:
    return p.struck(p.seat) and event_of(said) == "walkout"


@CODE.says("flooded")
def _flooded(p: Position, m: Any, said: Said) -> bool:
    return m.section in p.flooded.get(event_of(said), set()) and is_section(said["section"], m.section)


@CODE.says("frozen")
def _frozen(p: Position, _m: Any, said: Said) -> bool:
    return event_of(said) == "snow" and any(p.frozen(thing.id) for thing in said["where"])


@CODE.says("exits")
def _exits(p: Position, m: Any, said: Said) -> bool:
    city = leaves(p, m.section)
    return city is not None and is_place(said["town"], city) and said["exits"] == p.view.exits[city]


@CODE.says("no-room")
def _no_room(p: Position, m: Any, said: Said) -> bool:
    place = next((number for number in range(len(BOARD.names)) if is_place(said["place"], number)), -1)
    if isinstance(m, Lay):
        port = BOARD.kinds[m.place] == "port"
        meant = place == m.place or (port and place in BOARD.ferry_ends[BOARD.port_ferry(m.place)])
    else:
        meant = place in newly(p, m)
    return meant and p.full(place) and said["players"] == len(p.connected_by(place))


@CODE.says("ferry-full")
def _ferry_full(p: Position, m: Any, said: Said) -> bool:
    ferry = said["ferry"].id
    meant = {BOARD.port_ferry(m.place)} if isinstance(m, Lay) else ferries_of(p, m)
    return ferry in meant and p.ferry_full(ferry) and is_ferry(said["ferry"], ferry)


@CODE.says("shut-out", "shut-out-both")
def _shut_out(p: Position, m: Any, said: Said) -> bool:
    """These opponents, and no others, had ways into this place and would have none."""
    place = next(number for number in range(len(BOARD.names)) if is_place(said["place"], number))
    named = [said[key] for key in ("company", "one", "other") if key in said]
    group = tuple(seat for seat in range(len(p.networks)) if company(seat) in named)
    before, after = lands(p, m)
    is_meant = len(group) == len(named) and group in after.groups(place, but=p.seat)
    return is_meant and before.has_ways(place, group) and not after.has_ways(place, group)


@CODE.says("limit")
def _limit(p: Position, m: Any, said: Said) -> bool:
    return price(p, m) > p.left and said == {"price": price(p, m), "left": p.left}


@CODE.says("no-cash")
def _no_cash(p: Position, m: Any, said: Said) -> bool:
    return price(p, m) > p.me.cash and said == {"price": price(p, m), "cash": p.me.cash}


@CODE.says("connected")
def _connected(p: Position, m: Any, said: Said) -> bool:
    return p.connected(m.place) and is_place(said["place"], m.place)


@CODE.says("no-way-to-build")
def _no_way_to_build(p: Position, m: Any, said: Said) -> bool:
    return p.cheapest_way(m.place) > p.money and is_place(said["place"], m.place) and said["money"] == p.money


@CODE.says("ferry-connected")
def _ferry_connected(p: Position, m: Any, said: Said) -> bool:
    return isinstance(m, Connect) and m.ferry in p.me.ferries and is_ferry(said["ferry"], m.ferry)


@CODE.says("no-end")
def _no_end(p: Position, m: Any, said: Said) -> bool:
    return not any(map(p.connected, BOARD.ferry_ends[m.ferry])) and is_ferry(said["ferry"], m.ferry)


@CODE.says("no-type")
def _no_type(_p: Position, m: Any, said: Said) -> bool:
    return not 0 <= m.kind < len(TRAINS) and said == {"types": ", ".join(TRAIN_IDS)}


@CODE.says("no-work")
def _no_work(p: Position, m: Any, said: Said) -> bool:
    old, new = TRAIN_IDS[p.me.trains[m.train].kind], TRAIN_IDS[m.kind]
    named = [str(value).removeprefix("@train.") for value in (said["old"], said["new"])]
    return (old == new or stages(p, m) not in (0, 1)) and named == [old, new]


@CODE.says("only-fast")
def _only_fast(p: Position, _m: Any, said: Said) -> bool:
    return not p.fast and not said


@CODE.says("two-trains")
def _two_trains(p: Position, _m: Any, said: Said) -> bool:
    return len(p.me.trains) == 2 and not said


@CODE.says("town-not-connected")
def _town_not_connected(p: Position, m: Any, said: Said) -> bool:
    return not p.connected(m.town) and is_place(said["town"], m.town)


@CODE.says("open-water")
def _open_water(_p: Position, m: Any, said: Said) -> bool:
    ends = frozenset((said["one"].id, said["other"].id))
    return m.section >= len(BOARD.ends) and ends in BOARD.open_water


@CODE.says("ordered")
def _ordered(p: Position, m: Any, said: Said) -> bool:
    becomes = p.becomes(m.train)
    return becomes is not None and said == {"train": f"@train.{TRAIN_IDS[becomes]}"}
