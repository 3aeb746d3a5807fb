"""Factories and contracts of Steam Power: which rule a move breaks. Headings are from the German rulebook."""

from __future__ import annotations

from typing import Any

from engineshed.games.steam_power.rules.moves import (
    Deliver,
    Factory,
    From,
    Plan,
    Via,
)
from tests.refusals.steam_power.ground import CONTRACTS
from tests.refusals.steam_power.position import Position
from tests.refusals.steam_power.predicates import CODE

# -- factories --------------------------------------------------------------------------------------------------------


@CODE.meaning("R33", Factory)
def no_such_city(p: Position, move: Factory) -> bool:
    """Fabrik errichten: a factory is built in a city."""
    return not 0 <= move.city < len(p.ground.city_hex)


@CODE.rule("R33", Factory)
def not_connected(p: Position, move: Factory) -> bool:
    """Fabrik errichten: the city belongs to somebody's network."""
    return p.ground.group[move.city] not in p.reached


@CODE.rule("R34", Factory)
def not_five_goods(p: Position, move: Factory) -> bool:
    """Fabrik errichten: the factory gets five goods."""
    return p.stage != "bonus" and move.goods != 5


@CODE.rule("R48", Factory)
def not_four_to_six(p: Position, move: Factory) -> bool:
    """Bonus-Aktionen: the factory gets four, five or six goods."""
    return p.stage == "bonus" and move.goods not in (4, 5, 6)


@CODE.rule("R35", Factory)
def takes_no_factory(p: Position, move: Factory) -> bool:
    """Fabrik errichten: VP cities have none, and other cities only one."""
    city = p.view.cities[move.city]
    return city.tile == "vp" or city.factory is not None


@CODE.rule("R3", Factory)
def factories_gone(p: Position, _move: Factory) -> bool:
    """Spielmaterial: there are 15 factories of each colour."""
    return bool(p.me.factories == 0)


# -- contracts --------------------------------------------------------------------------------------------------------


@CODE.meaning("R36", Deliver, Plan)
def not_in_hand(p: Position, move: Any) -> bool:
    """Auftrag erfüllen: the contract is one of the player's own."""
    return not 0 <= move.contract < len(CONTRACTS) or move.contract not in p.holds


@CODE.rule("R45", Deliver, Plan)
def no_network(p: Position, _move: Any) -> bool:
    """Auftrag erfüllen: goods are delivered in the player's own network."""
    return not p.links[p.company]


@CODE.rule("R44", Deliver, Plan)
def contract_too_expensive(p: Position, move: Any) -> bool:
    """Auftrag erfüllen: all costs are paid before the reward."""
    return bool(p.links[p.company]) and sum(p.supply(p.needs(move.contract))) > p.money


@CODE.rule("R43", Deliver, Plan)
def fees_too_expensive(p: Position, move: Any) -> bool:
    """Auftrag erfüllen: the bank does not sell a good that can be had elsewhere, even to a player short of money."""
    fees, bank = p.supply(p.needs(move.contract))
    return bool(p.links[p.company]) and fees > 0 and fees + bank > p.money


# -- good by good -----------------------------------------------------------------------------------------------------


@CODE.meaning("R37", From)
def no_such_source(p: Position, move: From) -> bool:
    """Auftrag erfüllen: goods come from cities, one after the other."""
    return not 0 <= move.city < len(p.ground.city_hex) or p.view.shipment.at is not None


@CODE.meaning("R37", Via)
def nothing_on_the_way(p: Position, _move: Via) -> bool:
    """Auftrag erfüllen: links are used by a good that is on its way."""
    return p.view.shipment.at is None


@CODE.rule("R37", From)
def nothing_there(p: Position, move: From) -> bool:
    """Auftrag erfüllen: the city has a good that can reach the player's network."""
    return p.view.cities[move.city].goods == 0 or p.unit_price(move.city) == float("inf")


@CODE.rule("R46", From)
def exhausted(p: Position, move: From) -> bool:
    """Auftragsbelohnungen: a city whose last good is gone supplies no more."""
    city = p.view.cities[move.city]
    return city.goods == 0 and city.factory is not None


def needed(p: Position, move: From) -> bool:
    colour = p.colour_of(move.city)
    return colour is not None and p.view.shipment.needs[colour] > 0


@CODE.rule("R36", From)
def not_asked_for(p: Position, move: From) -> bool:
    """Auftrag erfüllen: only goods that the contract shows are delivered."""
    return p.view.cities[move.city].goods > 0 and not needed(p, move)


def with_rest(p: Position, move: From) -> float:
    """What a good from this city costs, with the rest of the contract at its cheapest."""
    needs = list(p.view.shipment.needs)
    needs[p.colour_of(move.city) or 0] -= 1
    return p.unit_price(move.city) + sum(p.supply(tuple(needs), without=move.city))


@CODE.rule("R44", From)
def source_too_expensive(p: Position, move: From) -> bool:
    """Auftrag erfüllen: all costs are paid before the reward."""
    return p.view.cities[move.city].goods > 0 and needed(p, move) and p.money < with_rest(p, move) < float("inf")


@CODE.meaning("R37", Via)
def no_such_link(p: Position, move: Via) -> bool:
    """Auftrag erfüllen: the good uses a finished link of the named company and visits no place twice."""
    shipment = p.view.shipment
    if shipment.at is None or not 0 <= move.city < len(p.ground.city_hex):
        return True
    roads = p.roads.get(place_of(p, shipment.at), [])
    return (move.company, move.city) not in roads or move.city in places_of(p, shipment.visited)


@CODE.meaning("R32", Via)
def not_the_first_of_its_group(p: Position, move: Via) -> bool:
    """Sonderfall Stadtgruppen: the cities of a group are one place, named after the first."""
    return 0 <= move.city < len(p.ground.city_hex) and p.ground.group[move.city] != move.city


def place_of(p: Position, number: int) -> int:
    """The first city of a place; views number the places consecutively."""
    return sorted(set(p.ground.group))[number]


def places_of(p: Position, numbers: tuple[int, ...]) -> set[int]:
    return {place_of(p, number) for number in numbers}


def cost_onward(p: Position, move: Via) -> float:
    """What this link and the rest of the way cost, with the rest of the contract at its cheapest."""
    visited = frozenset(places_of(p, p.view.shipment.visited)) | {place_of(p, p.view.shipment.at)}
    way = (move.company != p.company) + p.way_home(move.city, visited)
    return way + sum(p.supply(p.view.shipment.needs))


@CODE.rule("R44", Via)
def way_too_expensive(p: Position, move: Via) -> bool:
    """Auftrag erfüllen: all costs are paid before the reward."""
    return p.money < cost_onward(p, move) < float("inf")


@CODE.rule("R37", Via)
def leads_away(p: Position, move: Via) -> bool:
    """Auftrag erfüllen: the good must reach the player's own network."""
    return cost_onward(p, move) == float("inf")
