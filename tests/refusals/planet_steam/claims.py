"""What the refusals of Planet Steam claim, checked against the position."""

from __future__ import annotations

from typing import Any

from engineshed.games.planet_steam import GAME
from engineshed.games.planet_steam.rules.moves import (
    BuyLicence,
    BuyQuarters,
    Converter,
    Import,
    Keep,
    Manipulate,
    Supercharger,
    Tank,
)
from tests.refusals.judge import Claim
from tests.refusals.planet_steam.position import RESOURCES, Position
from tests.refusals.planet_steam.predicates import CODE, COSTS, MOVES_OF_STAGE, out_of_turn, room_to_move
from tests.refusals.planet_steam.predicates_zones import CONVERTER_PRICES, tank_price

Said = dict[str, Any]


def company(seat: int) -> str:
    return f"@company.{GAME.seat_names[seat]}"


def is_zone(p: Position, thing: Any, zone: int) -> bool:
    return bool(thing.id == zone and thing.name == p.board.names[zone])


def zones_of(move: Any) -> list[int]:
    """The zones that a move names."""
    return [move.zone] if hasattr(move, "zone") else [move.start, move.goal]


def named_zone(p: Position, move: Any, said: Said) -> int:
    """The zone of the move that the sentence names."""
    return next((zone for zone in zones_of(move) if p.exists(zone) and is_zone(p, said["zone"], zone)), -1)


def is_resource(said: Any, resource: int) -> bool:
    """A resource may be given as a word or as a thing on the board."""
    return str(getattr(said, "name", said)) == f"@resource.{RESOURCES[resource]}"


# -- turns ------------------------------------------------------------------------------------------------------------


@CODE.says("over")
def _over(p: Position, _m: Any, said: Said) -> bool:
    return p.stage == "over" and not said


@CODE.says("not-your-turn")
def _turn(p: Position, _m: Any, said: Said) -> bool:
    return out_of_turn(p) and said == {"company": company(p.view.active)}


@CODE.says("not-nature", "not-active")
def _nothing_said(_p: Position, _m: Any, said: Said) -> bool:
    return not said


def _time_of(stage: str) -> Claim:
    return lambda p, _m, said: p.stage == stage and not said


for _stage in MOVES_OF_STAGE:
    CODE.says(f"time-{_stage}")(_time_of(_stage))


def _opening(stage: str) -> Claim:
    return lambda p, _m, said: p.stage == stage and p.view.bid == 0 and p.most_bid > 0 and not said


def _passing(stage: str) -> Claim:
    return lambda p, _m, said: p.stage == stage and p.most_bid < p.least_bid and not said


for _stage in ("auction", "carrier-auction", "zone-auction"):
    CODE.says(f"time-{_stage}-open")(_opening(_stage))
    CODE.says(f"time-{_stage}-pass")(_passing(_stage))


@CODE.says("time-cannot-open")
def _cannot_open(p: Position, _m: Any, said: Said) -> bool:
    return p.view.bid == 0 and p.credits == 0 and not said


# -- things that do not exist -----------------------------------------------------------------------------------------


@CODE.says("no-resource")
def _no_resource(_p: Position, m: Any, said: Said) -> bool:
    return not 0 <= m.resource < 4 and not said


@CODE.says("no-zone")
def _no_zone(p: Position, m: Any, said: Said) -> bool:
    return not all(map(p.exists, zones_of(m))) and not said


@CODE.says("no-seat")
def _no_seat(p: Position, m: Any, said: Said) -> bool:
    return not 0 <= m.seat < p.view.seats and not said


@CODE.says("no-card")
def _no_card(p: Position, m: Any, said: Said) -> bool:
    return not 1 <= m.number <= p.view.seats and said == {"most": p.view.seats}


@CODE.says("no-row")
def _no_row(p: Position, m: Any, said: Said) -> bool:
    return not 0 <= m.row < p.board.rows and said == {"most": p.board.rows}


@CODE.says("no-way")
def _no_way(_p: Position, m: Any, said: Said) -> bool:
    return not 0 <= m.way < 3 and not said


@CODE.says("no-marker")
def _no_marker(_p: Position, m: Any, said: Said) -> bool:
    return not 1 <= m.number <= 4 and not said


@CODE.says("no-converter")
def _no_converter(_p: Position, m: Any, said: Said) -> bool:
    return m.resource not in CONVERTER_PRICES and not said


# -- auctions and specialists -----------------------------------------------------------------------------------------


@CODE.says("bid-low")
def _bid_low(p: Position, _m: Any, said: Said) -> bool:
    return said == {"least": p.least_bid}


@CODE.says("bid-high")
def _bid_high(p: Position, _m: Any, said: Said) -> bool:
    return said == {"most": p.most_bid}


@CODE.says("cannot-bid")
def _cannot_bid(p: Position, _m: Any, said: Said) -> bool:
    return p.most_bid < p.least_bid and said == {"bid": p.view.bid, "most": p.most_bid}


@CODE.says("must-open")
def _must_open(p: Position, _m: Any, said: Said) -> bool:
    return p.view.bid == 0 and not said


@CODE.says("card-taken")
def _card_taken(p: Position, m: Any, said: Said) -> bool:
    owner = next(seat for seat, player in enumerate(p.view.players) if player.card == m.number)
    return bool(said["company"] == company(owner) and said["card"].id == m.number)


@CODE.says("no-room")
def _no_room(p: Position, m: Any, said: Said) -> bool:
    return p.me.rooms[m.resource] == 0 and is_resource(said["resource"], m.resource)


@CODE.says("highest-class")
def _highest_class(p: Position, m: Any, said: Said) -> bool:
    return p.me.classes[m.resource] == 4 and is_resource(said["resource"], m.resource)


@CODE.says("no-bonus")
def _no_bonus(p: Position, m: Any, said: Said) -> bool:
    return not p.view.bonus[m.resource] and is_resource(said["resource"], m.resource)


# -- optional cards ---------------------------------------------------------------------------------------------------


@CODE.says("marked")
def _marked(p: Position, m: Any, said: Said) -> bool:
    return p.view.markers[m.resource] == said["number"] and is_resource(said["resource"], m.resource)


@CODE.says("marker-used")
def _marker_used(p: Position, m: Any, said: Said) -> bool:
    used = p.view.markers.index(m.number)
    return said["number"] == m.number and is_resource(said["resource"], used)


@CODE.says("no-quartz")
def _no_quartz(p: Position, m: Any, said: Said) -> bool:
    return m.resource == 0 and p.view.way != "strong" and not said


@CODE.says("shifted")
def _shifted(p: Position, m: Any, said: Said) -> bool:
    return m.resource in p.view.shifted and is_resource(said["resource"], m.resource)


@CODE.says("no-spaces")
def _no_spaces(p: Position, m: Any, said: Said) -> bool:
    return (said["down"], said["up"]) == room_to_move(p, m) and is_resource(said["resource"], m.resource)


@CODE.says("nothing-shifted")
def _nothing_shifted(p: Position, _m: Any, said: Said) -> bool:
    return not p.view.shifted and not said


@CODE.says("no-opponent")
def _no_opponent(p: Position, m: Any, said: Said) -> bool:
    return (m.seat == p.seat or not 0 <= m.seat < p.view.seats) and not said


@CODE.says("no-tanks")
def _no_tanks(p: Position, m: Any, said: Said) -> bool:
    tanks = any(zone.owner == m.seat and zone.product is not None for zone in p.view.zones)
    return not tanks and said == {"company": company(m.seat)}


@CODE.says("no-own-tank")
def _no_own_tank(p: Position, m: Any, said: Said) -> bool:
    return not (p.exists(m.zone) and p.has_own_tank(m.zone)) and not said


# -- zones ------------------------------------------------------------------------------------------------------------


@CODE.says("unavailable")
def _unavailable(p: Position, m: Any, said: Said) -> bool:
    return p.zone(m.zone).owner == "unavailable" and is_zone(p, said["zone"], m.zone)


@CODE.says("neutral")
def _neutral(p: Position, m: Any, said: Said) -> bool:
    return m.zone in p.neutral and is_zone(p, said["zone"], m.zone)


@CODE.says("claimed")
def _claimed(p: Position, m: Any, said: Said) -> bool:
    owner = p.zone(m.zone).owner
    return isinstance(owner, int) and said["company"] == company(owner) and is_zone(p, said["zone"], m.zone)


@CODE.says("no-river")
def _no_river(p: Position, m: Any, said: Said) -> bool:
    return not p.board.river[m.zone] and is_zone(p, said["zone"], m.zone)


@CODE.says("no-free-zone", "no-choice")
def _no_free_zone(p: Position, _m: Any, said: Said) -> bool:
    return not p.unclaimed and not said


@CODE.says("roll-failed")
def _roll_failed(p: Position, _m: Any, said: Said) -> bool:
    return p.stage == "divert" and is_zone(p, said["zone"], p.view.zone)


@CODE.says("not-nearest")
def _not_nearest(p: Position, m: Any, said: Said) -> bool:
    named = is_zone(p, said["named"], p.view.zone)
    return m.zone not in p.nearest and named and is_zone(p, said["zone"], m.zone)


@CODE.says("no-licence")
def _no_licence(p: Position, _m: Any, said: Said) -> bool:
    return p.me.licences == 0 and not said


@CODE.says("licences-gone")
def _licences_gone(p: Position, _m: Any, said: Said) -> bool:
    return p.view.licence_stock == 0 and not said


@CODE.says("quarters-gone")
def _quarters_gone(p: Position, _m: Any, said: Said) -> bool:
    return p.view.quarters_stock == 0 and not said


# -- costs ------------------------------------------------------------------------------------------------------------


def cost(p: Position, m: Any) -> dict[str, int]:
    """The cost of a move, in credits and resources."""
    match m:
        case Tank():
            return {"water": 1, "credits": tank_price(p)}
        case Import():
            return {"water": 1, "quartz": 2, "credits": 5}
        case Converter():
            return {"credits": CONVERTER_PRICES[m.resource]}
        case Supercharger():
            return {"water": 1, "ore": 1, "quartz": 2}
        case BuyLicence():
            return {"quartz": 1, "water": 1}
        case BuyQuarters():
            return {"quartz": 1, "ore": 1}
        case Manipulate():
            return {"credits": COSTS[m.way]}
        case Keep():
            return {"credits": p.view.deposit}
    if hasattr(m, "amount"):
        return {"credits": m.amount * p.view.prices[p.view.resource]}
    return {"ore": 1, "energy": 1} if hasattr(m, "resource") else {"water": 1}


@CODE.says("too-few-credits")
def _too_few_credits(p: Position, m: Any, said: Said) -> bool:
    price = cost(p, m)["credits"]
    return price > p.credits and said == {"price": price, "credits": p.credits}


@CODE.says("too-few-goods")
def _too_few_goods(p: Position, m: Any, said: Said) -> bool:
    name = str(getattr(said["resource"], "name", said["resource"])).removeprefix("@resource.")
    have = p.me.goods[RESOURCES.index(name)]
    return bool(said["count"] == cost(p, m)[name] > have == said["have"])


# -- tanks ------------------------------------------------------------------------------------------------------------


@CODE.says("not-own")
def _not_own(p: Position, m: Any, said: Said) -> bool:
    zone = named_zone(p, m, said)
    return zone >= 0 and not p.mine(zone)


@CODE.says("no-tank")
def _no_tank(p: Position, m: Any, said: Said) -> bool:
    zone = named_zone(p, m, said)
    return zone >= 0 and not p.has_tank(zone)


@CODE.says("tank-there")
def _tank_there(p: Position, m: Any, said: Said) -> bool:
    zone = named_zone(p, m, said)
    return zone >= 0 and zone == zones_of(m)[-1] and p.has_tank(zone)


@CODE.says("tanks-gone")
def _tanks_gone(p: Position, _m: Any, said: Said) -> bool:
    return p.view.tank_pieces == 0 and said == {"count": p.board.pieces["tanks"]}


@CODE.says("sold-out")
def _sold_out(p: Position, _m: Any, said: Said) -> bool:
    return p.view.market == 0 and not said


@CODE.says("fallen")
def _fallen(p: Position, m: Any, said: Said) -> bool:
    zone = named_zone(p, m, said)
    return zone >= 0 and bool(p.zone(zone).fallen)


@CODE.says("same-converter")
def _same_converter(p: Position, m: Any, said: Said) -> bool:
    return p.zone(m.zone).product == m.resource and is_zone(p, said["zone"], m.zone)


@CODE.says("converters-gone")
def _converters_gone(p: Position, m: Any, said: Said) -> bool:
    return p.view.converters[m.resource] == 0 and is_resource(said["resource"], m.resource)


@CODE.says("river")
def _river(p: Position, m: Any, said: Said) -> bool:
    zone = named_zone(p, m, said)
    made = m.resource if isinstance(m, Converter) else p.zone(next(z for z in zones_of(m) if z != zone)).product
    river = zone >= 0 and p.board.river[zone] and bool(p.view.options.river_restriction)
    return river and is_resource(said["resource"], made)


@CODE.says("supercharger-there")
def _supercharger_there(p: Position, m: Any, said: Said) -> bool:
    return bool(p.zone(m.zone).supercharger) and is_zone(p, said["zone"], m.zone)


@CODE.says("superchargers-gone")
def _superchargers_gone(p: Position, _m: Any, said: Said) -> bool:
    return p.view.superchargers == 0 and not said


# -- resources --------------------------------------------------------------------------------------------------------


@CODE.says("works-free")
def _works_free(p: Position, m: Any, said: Said) -> bool:
    return p.works_free(m.zone) and is_zone(p, said["zone"], m.zone)


@CODE.says("works-already")
def _works_already(p: Position, m: Any, said: Said) -> bool:
    return bool(p.zone(m.zone).works) and is_zone(p, said["zone"], m.zone)


@CODE.says("no-energy")
def _no_energy(p: Position, _m: Any, said: Said) -> bool:
    return p.lacks(energy=1) and not said


@CODE.says("no-surplus")
def _no_surplus(p: Position, m: Any, said: Said) -> bool:
    fits = p.me.goods[m.resource] <= p.me.capacities[m.resource]
    return bool(fits) and is_resource(said["resource"], m.resource)


@CODE.says("trade-nothing")
def _trade_nothing(_p: Position, m: Any, said: Said) -> bool:
    return m.amount < 1 and not said


@CODE.says("supply-short")
def _supply_short(p: Position, m: Any, said: Said) -> bool:
    supply = p.view.supplies[p.view.resource]
    return m.amount > supply == said["count"] and is_resource(said["resource"], p.view.resource)


@CODE.says("goods-short")
def _goods_short(p: Position, m: Any, said: Said) -> bool:
    have = p.me.goods[p.view.resource]
    return m.amount > have == said["count"] and is_resource(said["resource"], p.view.resource)
