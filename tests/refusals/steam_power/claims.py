"""What the refusals of Steam Power claim, checked against the position."""

from __future__ import annotations

from typing import Any

from engineshed.core.contract import Illegal
from engineshed.games.steam_power import GAME
from engineshed.games.steam_power.rules.moves import Contracts, Done, Replace
from tests.refusals.steam_power.ground import CONTRACTS, EDGES, GOODS, WAYS, cross, length, stock_of
from tests.refusals.steam_power.position import Position, way_of
from tests.refusals.steam_power.predicates import CODE, beyond, moves_now, other_track, price, wrong_seat
from tests.refusals.steam_power.predicates_goods import cost_onward, needed, place_of, places_of, with_rest

COMPANIES = GAME.seat_names
STOCKS = (("straight", "wide"), ("tight", "straight-crossing"), ("curve-crossing", "mixed-crossing"))
Said = dict[str, Any]


def unjudged(_p: Position, move: Any, refusal: Illegal) -> bool:
    """Two refusals are convenience, not a rule: a plan without a choice (R40), and a draw with no contract left."""
    return refusal.rule == "R40" or (isinstance(move, Contracts) and refusal.message.id == "refuse.none-to-draw")


CODE.unjudged = unjudged


def company(number: int) -> str:
    return f"@company.{COMPANIES[number]}"


def is_hex(p: Position, thing: Any, hex_: int) -> bool:
    return bool(thing.id == hex_ and thing.name == p.ground.names[hex_])


def is_city(p: Position, thing: Any, city: int) -> bool:
    return bool(thing.id == p.ground.city_hex[city] and thing.name == p.ground.city_names[city])


def is_contract(thing: Any, contract: int) -> bool:
    return bool(thing.id == contract and thing.name == CONTRACTS[contract]["id"])


def way_name(way: frozenset[int]) -> str:
    return "@way." + "-".join(EDGES[edge] for edge in sorted(way))


def edge_said(said: Said) -> int:
    return EDGES.index(said["edge"].removeprefix("@edge."))


# -- turns ------------------------------------------------------------------------------------------------------------


@CODE.says("over")
def _over(p: Position, _m: Any, said: Said) -> bool:
    return p.stage == "over" and not said


@CODE.says("not-your-turn")
def _turn(p: Position, _m: Any, said: Said) -> bool:
    return wrong_seat(p) and said == {"company": company(p.view.active)}


@CODE.says("not-nature")
def _not_nature(_p: Position, _m: Any, said: Said) -> bool:
    return not said


@CODE.says("action-first")
def _action_first(p: Position, m: Any, said: Said) -> bool:
    return p.stage == "action" and not isinstance(m, moves_now(p)) and not said


@CODE.says("laying")
def _laying(p: Position, m: Any, said: Said) -> bool:
    return p.stage == "laying" and not isinstance(m, moves_now(p)) and not said


@CODE.says("bonus")
def _bonus(p: Position, _m: Any, said: Said) -> bool:
    return p.stage == "bonus" and said == {"bonus": f"@bonus.{p.view.bonus}"}


@CODE.says("planning")
def _planning(p: Position, _m: Any, said: Said) -> bool:
    return p.view.shipment.at is None and is_contract(said["contract"], p.view.shipment.contract)


@CODE.says("routing")
def _routing(p: Position, _m: Any, said: Said) -> bool:
    return p.view.shipment.at is not None and not said


@CODE.says("no-pass")
def _no_pass(p: Position, m: Any, said: Said) -> bool:
    return isinstance(m, Done) and said == {"money": p.view.options.take_money}


# -- track ------------------------------------------------------------------------------------------------------------


@CODE.says("no-hex")
def _no_hex(p: Position, m: Any, said: Said) -> bool:
    return not p.ground.exists(m.hex) and not said


@CODE.says("no-way")
def _no_way(_p: Position, m: Any, said: Said) -> bool:
    return not 0 <= m.way < len(WAYS) and not said


@CODE.says("water")
def _water(p: Position, m: Any, said: Said) -> bool:
    return p.ground.water(m.hex) and is_hex(p, said["hex"], m.hex)


@CODE.says("city")
def _city(p: Position, m: Any, said: Said) -> bool:
    return is_hex(p, said["hex"], m.hex) and is_city(p, said["city"], p.ground.city_at[m.hex])


@CODE.says("occupied")
def _occupied(p: Position, m: Any, said: Said) -> bool:
    return m.hex in p.tracks and is_hex(p, said["hex"], m.hex)


@CODE.says("cross-empty")
def _cross_empty(p: Position, m: Any, said: Said) -> bool:
    return m.hex not in p.tracks and is_hex(p, said["hex"], m.hex)


@CODE.says("cross-crossing")
def _cross_crossing(p: Position, m: Any, said: Said) -> bool:
    return len(p.tracks[m.hex]) == 2 and is_hex(p, said["hex"], m.hex)


@CODE.says("cross-tight")
def _cross_tight(p: Position, m: Any, said: Said) -> bool:
    return length(p.tracks[m.hex][0]) == 1 and is_hex(p, said["hex"], m.hex)


@CODE.says("no-crossing")
def _no_crossing(p: Position, m: Any, said: Said) -> bool:
    old, way = p.tracks[m.hex][0], way_of(m.way)
    named = (said["old"], said["way"]) == (way_name(old), way_name(way))
    return not cross(old, way) and named and is_hex(p, said["hex"], m.hex)


@CODE.says("unfinished")
def _unfinished(p: Position, m: Any, said: Said) -> bool:
    line = p.mine
    if line is None or m.hex == line.goal:
        return False
    return is_city(p, said["start"], p.ground.city_at[line.start]) and is_hex(p, said["hex"], line.goal)


@CODE.says("not-joined")
def _not_joined(p: Position, m: Any, said: Said) -> bool:
    line = p.mine
    joined = line is not None and m.hex == line.goal and line.enters not in way_of(m.way)
    return joined and line is not None and edge_said(said) == line.enters and is_hex(p, said["hex"], m.hex)


@CODE.says("first-tile")
def _first_tile(p: Position, m: Any, said: Said) -> bool:
    return not any(hex_ in p.ground.city_at for hex_ in beyond(p, m)) and is_hex(p, said["hex"], m.hex)


@CODE.says("no-start")
def _no_start(p: Position, m: Any, said: Said) -> bool:
    return not any(map(p.in_network, beyond(p, m))) and is_hex(p, said["hex"], m.hex)


@CODE.says("joins-rival")
def _joins_rival(p: Position, m: Any, said: Said) -> bool:
    edge = edge_said(said)
    return edge in way_of(m.way) and (m.hex, edge) in p.rivals_ends and is_hex(p, said["hex"], m.hex)


@CODE.says("off-map")
def _off_map(p: Position, m: Any, said: Said) -> bool:
    edge = edge_said(said)
    return edge in way_of(m.way) and p.ground.beside[m.hex][edge] is None and is_hex(p, said["hex"], m.hex)


@CODE.says("into-water")
def _into_water(p: Position, m: Any, said: Said) -> bool:
    edge = edge_said(said)
    lake = p.ground.beside[m.hex][edge]
    wet = lake is not None and p.ground.water(lake) and is_hex(p, said["water"], lake)
    return wet and edge in way_of(m.way) and is_hex(p, said["hex"], m.hex)


@CODE.says("loop")
def _loop(p: Position, m: Any, said: Said) -> bool:
    line = p.mine
    return line is not None and is_city(p, said["city"], p.ground.city_at[line.start]) and is_hex(p, said["hex"], m.hex)


@CODE.says("trains-gone")
def _trains_gone(p: Position, _m: Any, said: Said) -> bool:
    return p.me.trains == 0 and said == {"trains": len(p.links[p.company])}


@CODE.says("tiles-gone")
def _tiles_gone(p: Position, m: Any, said: Said) -> bool:
    """The sentence names a face of the stock that the move needs, which is empty."""
    old = other_track(p, m) if isinstance(m, Replace) else p.tracks.get(m.hex, [])
    stock = stock_of(*old, way_of(m.way))
    return p.view.stock[stock] == 0 and str(said["face"]).removeprefix("@face.") in STOCKS[stock]


@CODE.says("track-price")
def _track_price(p: Position, m: Any, said: Said) -> bool:
    numbers = (said["price"], said["money"]) == (price(p, m), p.money)
    return price(p, m) > p.money and numbers and is_hex(p, said["hex"], m.hex)


@CODE.says("nothing-unfinished")
def _nothing_unfinished(p: Position, _m: Any, said: Said) -> bool:
    return p.mine is None and not said


@CODE.says("not-last")
def _not_last(p: Position, m: Any, said: Said) -> bool:
    return p.mine is not None and m.hex != p.mine.tiles[-1][0] and is_hex(p, said["hex"], p.mine.tiles[-1][0])


@CODE.says("replace-entry")
def _replace_entry(p: Position, m: Any, said: Said) -> bool:
    comes = -1 if p.mine is None else p.mine.tiles[-1][1]
    return comes not in way_of(m.way) and edge_said(said) == comes and is_hex(p, said["hex"], m.hex)


@CODE.says("replace-same")
def _replace_same(p: Position, m: Any, said: Said) -> bool:
    same = p.mine is not None and way_of(m.way) == {*p.mine.tiles[-1][1:]}
    return same and said["way"] == way_name(way_of(m.way)) and is_hex(p, said["hex"], m.hex)


@CODE.says("replace-crossing")
def _replace_crossing(p: Position, m: Any, said: Said) -> bool:
    (other,) = other_track(p, m)
    named = (said["old"], said["way"]) == (way_name(other), way_name(way_of(m.way)))
    return not cross(other, way_of(m.way)) and named and is_hex(p, said["hex"], m.hex)


# -- factories --------------------------------------------------------------------------------------------------------


@CODE.says("no-city")
def _no_city(p: Position, m: Any, said: Said) -> bool:
    return not 0 <= m.city < len(p.ground.city_hex) and not said


@CODE.says("factory-goods")
def _factory_goods(p: Position, m: Any, said: Said) -> bool:
    return p.stage != "bonus" and said == {"wanted": 5, "goods": m.goods}


@CODE.says("bonus-goods")
def _bonus_goods(p: Position, m: Any, said: Said) -> bool:
    return p.stage == "bonus" and said == {"low": 4, "high": 6, "goods": m.goods}


@CODE.says("factory-vp")
def _factory_vp(p: Position, m: Any, said: Said) -> bool:
    return p.view.cities[m.city].tile == "vp" and is_city(p, said["city"], m.city)


@CODE.says("factory-taken")
def _factory_taken(p: Position, m: Any, said: Said) -> bool:
    there = p.view.cities[m.city]
    return there.goods > 0 and said["owner"] == company(there.factory) and is_city(p, said["city"], m.city)


@CODE.says("factory-exhausted")
def _factory_exhausted(p: Position, m: Any, said: Said) -> bool:
    there = p.view.cities[m.city]
    return there.goods == 0 and said["owner"] == company(there.factory) and is_city(p, said["city"], m.city)


@CODE.says("factory-unconnected")
def _factory_unconnected(p: Position, m: Any, said: Said) -> bool:
    return p.ground.group[m.city] not in p.reached and is_city(p, said["city"], m.city)


@CODE.says("factories-gone")
def _factories_gone(p: Position, _m: Any, said: Said) -> bool:
    return p.me.factories == 0 and said == {"factories": 15}


# -- contracts --------------------------------------------------------------------------------------------------------


@CODE.says("not-yours")
def _not_yours(p: Position, m: Any, said: Said) -> bool:
    """If the contract does not exist, the sentence cannot say more."""
    return m.contract not in p.holds and (m.contract >= len(CONTRACTS) or m.contract < 0 or _named(m, said))


@CODE.says("empty-hand")
def _empty_hand(p: Position, _m: Any, said: Said) -> bool:
    return not p.holds and not said


@CODE.says("contract-done")
def _contract_done(p: Position, m: Any, said: Said) -> bool:
    return m.contract in p.done and _named(m, said)


def _named(m: Any, said: Said) -> bool:
    return is_contract(said["contract"], m.contract)


@CODE.says("no-network")
def _no_network(p: Position, m: Any, said: Said) -> bool:
    return not p.links[p.company] and _named(m, said)


@CODE.says("delivery-price")
def _delivery_price(p: Position, m: Any, said: Said) -> bool:
    fees, bank = p.supply(p.needs(m.contract))
    numbers = {"cost": fees + bank, "fees": fees, "bank": bank, "money": p.money}
    return fees + bank > p.money and numbers.items() <= said.items() and _named(m, said)


@CODE.says("on-the-way")
def _on_the_way(p: Position, _m: Any, said: Said) -> bool:
    at = p.view.shipment.at
    return at is not None and is_city(p, said["place"], place_of(p, at))


@CODE.says("no-goods")
def _no_goods(p: Position, m: Any, said: Said) -> bool:
    return p.view.cities[m.city].goods == 0 and is_city(p, said["city"], m.city)


@CODE.says("not-needed")
def _not_needed(p: Position, m: Any, said: Said) -> bool:
    colour = p.colour_of(m.city)
    good = None if colour is None else f"@good.{GOODS[colour]}"
    contract = is_contract(said["contract"], p.view.shipment.contract)
    return not needed(p, m) and said["good"] == good and contract and is_city(p, said["city"], m.city)


@CODE.says("unreachable")
def _unreachable(p: Position, m: Any, said: Said) -> bool:
    return p.unit_price(m.city) == float("inf") and is_city(p, said["city"], m.city)


@CODE.says("source-price")
def _source_price(p: Position, m: Any, said: Said) -> bool:
    numbers = (said["cost"], said["money"]) == (p.unit_price(m.city), p.money)
    return with_rest(p, m) > p.money and numbers and is_city(p, said["city"], m.city)


@CODE.says("nothing-on-the-way")
def _nothing_on_the_way(p: Position, _m: Any, said: Said) -> bool:
    return p.view.shipment.at is None and not said


@CODE.says("no-link")
def _no_link(p: Position, m: Any, said: Said) -> bool:
    here = place_of(p, p.view.shipment.at)
    return (m.company, m.city) not in p.roads.get(here, []) and is_city(p, said["place"], here)


@CODE.says("group-name")
def _group_name(p: Position, m: Any, said: Said) -> bool:
    first = p.ground.group[m.city]
    return first != m.city and is_city(p, said["city"], m.city) and is_city(p, said["first"], first)


@CODE.says("been-there")
def _been_there(p: Position, m: Any, said: Said) -> bool:
    shipment = p.view.shipment
    been = places_of(p, shipment.visited) | {place_of(p, shipment.at)}
    return m.city in been and is_city(p, said["place"], m.city)


@CODE.says("no-such-link")
def _no_such_link(p: Position, m: Any, said: Said) -> bool:
    here = place_of(p, p.view.shipment.at)
    named = said["company"] == company(m.company) and is_city(p, said["place"], here)
    return (m.company, m.city) not in p.roads.get(here, []) and named and is_city(p, said["city"], m.city)


@CODE.says("dead-end")
def _dead_end(p: Position, m: Any, said: Said) -> bool:
    return cost_onward(p, m) > p.money and is_city(p, said["city"], m.city) and said["money"] == p.money


@CODE.says("finished")
def _finished(p: Position, m: Any, said: Said) -> bool:
    return m.hex in p.finished_hexes and is_hex(p, said["hex"], m.hex)


@CODE.says("leads-away")
def _leads_away(p: Position, m: Any, said: Said) -> bool:
    return cost_onward(p, m) == float("inf") and is_city(p, said["city"], m.city)
