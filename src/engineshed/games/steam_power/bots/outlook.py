"""What a position is worth: the points that are certain, and what a simple plan earns in the actions left.

The plan takes one project after the other, those that earn most per action first: complete a contract in
hand (with the factories that it still needs), or join a VP city.
"""

from __future__ import annotations

from operator import itemgetter
from typing import Final

from engineshed.games.steam_power.bots.position import each_share
from engineshed.games.steam_power.bots.world import JOINING, Demand, Opening, Position, Project, Sources, Supply, World
from engineshed.games.steam_power.rules.for_bots import GOODS, NUMBERS, VP_CITY

OUT_OF_REACH: Final = 8
"""More links or actions than anybody would spend to get from my network to a city."""
COLOURS: Final = range(len(GOODS))
RATE: Final = itemgetter(0)
"""What a project earns for each action."""


def outlook(world: World, p: Position) -> float:
    """The victory points by which I can expect to be ahead of the rivals in the end; only differences mean anything."""
    return p.points + purse(world, p.money) + _shares(world, p) + factories(world, p) + plan(world, p)


# -- what there is --------------------------------------------------------------------------------------------------


def purse(world: World, money: float) -> float:
    hoard = world.w.hoard
    return world.w.dollar * (money if money < hoard else hoard + world.surplus * (money - hoard))


def _shares(world: World, p: Position) -> float:
    """VP cities: what they earn me, less what they earn the rivals on average."""
    total = 0.0
    for guests in p.guests:
        total += world.shares[guests]
    return total


def own_shares(world: World, p: Position) -> float:
    """What VP cities earn me, regardless of what they earn the rivals."""
    if world.solo:
        return _shares(world, p)
    total = 0.0
    for guests in p.guests:
        if guests >> world.me & 1:
            total += each_share(world, guests.bit_count())
    return total


def factories(world: World, p: Position) -> float:
    """My factories, weighted by how likely they are to be exhausted."""
    key = p.factories, p.goods
    worth = world.known.factories.get(key)
    if worth is None:
        worth = world.known.factories[key] = _factories(world, p)
    return worth


def _factories(world: World, p: Position) -> float:
    total = 0.0
    for colour in COLOURS:
        stocked = [city for city in world.by_colour[colour] if p.goods[city]]
        for city in stocked:
            if world.solo or p.factories[city] == world.me:
                total += _exhaustion(world, colour, p.goods[city], len(stocked))
    return total


def _exhaustion(world: World, colour: int, goods: int, stocked: int) -> float:
    """What a factory with this many goods will earn, given how many goods of its colour there are."""
    used = world.w.use * world.rounds * world.companies
    return world.flip[colour] * min(1.0, used / (stocked * goods))


# -- what can be done with it ---------------------------------------------------------------------------------------


def plan(world: World, p: Position) -> float:
    """What the best projects earn in the time left. Projects that earn less than actions usually do are left out."""
    supplies, taken = _supplies(world, p), [0 for _ in COLOURS]
    projects = [_contract(world, number, supplies, taken, p.money) for number in p.hand]
    projects += _cities(world, p)
    projects.sort(key=RATE, reverse=True)
    time, money, earned, begun = p.time, float(p.money), 0.0, False
    for project in projects:
        _, gain, effort, fees, contract = project
        if begun and contract != JOINING:
            _, gain, effort, fees, _ = _contract(world, contract, supplies, taken, money)
        if gain < world.action * effort or (world.last and effort > time):
            continue
        late = p.time - time + effort
        earned += gain * max(0.0, 1 - world.w.delay * late) * min(1.0, time / effort)
        time -= effort
        if time <= 0:
            return earned
        if contract != JOINING:
            begun, money = True, max(0.0, money - fees) + world.contracts[contract].money
            _take(supplies, taken, world.demands[contract])
    return earned + max(0.0, time) * world.action


def _take(supplies: list[Supply], taken: list[int], demand: Demand) -> None:
    """Use up the goods of a contract, those of a new factory if there are too few."""
    for colour, wanted in demand:
        supply, goods = supplies[colour], taken[colour] + wanted
        if goods > supply.goods:
            supply = supplies[colour] = supply.wider()
            goods = min(goods, supply.goods)
        taken[colour] = goods


def _supplies(world: World, p: Position) -> list[Supply]:
    """By colour. Most of the links that are compared change nothing for most colours."""
    supplies = []
    for colour, known in enumerate(world.known.supplies):
        places, cities = world.places_of[colour], world.cities_of[colour]
        sources: Sources = (places(p.away), places(p.reach), cities(p.goods), cities(p.factories))
        supply = known.get(sources)
        if supply is None:
            supply = known[sources] = _new_supply(world, colour, sources)
        supplies.append(supply)
    return supplies


def _new_supply(world: World, colour: int, sources: Sources) -> Supply:
    fees: list[int] = []
    openings: list[Opening] = []
    stocked = 0
    for away, reach, goods, factory in zip(*sources, strict=True):
        stocked += goods > 0
        if factory is not None:
            if away < OUT_OF_REACH:
                fees += [away + (factory != world.me)] * goods
        # If there is already a link, a factory is one action; otherwise a link comes first.
        elif away < OUT_OF_REACH:
            openings.append((1.0 + away, 1.0, away))
        elif reach < OUT_OF_REACH:
            openings.append((1.0 + reach, 1.0 + reach, 0))
    fees.sort()
    openings.sort()
    return Supply(fees, openings, _exhaustion(world, colour, NUMBERS.factory_goods, stocked + 1))


def _contract(world: World, number: int, supplies: list[Supply], taken: list[int], money: float) -> Project:
    """Completing a contract: the fees for its goods, the missing factories, and the missing money.

    ``taken`` goods of each colour are used up before.
    """
    gain, effort, fees = world.rewards[number], 1.0, 0.0
    for colour, wanted in world.demands[number]:
        supply, gone = supplies[colour], taken[colour]
        missing = gone + wanted - supply.goods
        if missing <= 0:
            fees += supply.together[gone + wanted] - supply.together[gone]
            continue
        fees += supply.together[-1] - supply.together[gone]
        bank = missing * NUMBERS.bank_price
        if supply.openings and fees + bank > money - world.w.hoard:
            _, opening, fee = supply.openings[0]
            effort += opening
            gain += supply.new_factory
            fees += missing * fee
        else:
            fees += bank
    if fees > money:
        effort += (fees - money) / world.take_money
    gain = gain - purse(world, money) + purse(world, money - fees)
    return gain / effort, gain, effort, fees, number


def _cities(world: World, p: Position) -> list[Project]:
    """VP cities that I could join."""
    key = p.guests, world.places_of[VP_CITY](p.reach)
    projects = world.known.cities.get(key)
    if projects is None:
        projects = world.known.cities[key] = [
            _city(world, guests, max(effort, 1 / NUMBERS.tiles_per_action))
            for guests, effort in zip(*key, strict=True)
            if not guests >> world.me & 1 and effort < OUT_OF_REACH
        ]
    return projects


def _city(world: World, guests: int, effort: float) -> Project:
    gain = world.shares[guests | 1 << world.me] - world.shares[guests]
    return gain / effort, gain, effort, 0.0, JOINING
