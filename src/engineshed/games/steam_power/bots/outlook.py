"""What a position is worth: the points that are certain, and what a simple plan earns in the actions left.

The plan takes one project after the other, those that earn most per action first: complete a contract in
hand (with the factories that it still needs), or join a VP city.
"""

from __future__ import annotations

from typing import NamedTuple

from engineshed.games.steam_power.bots.position import Opening, Position, Source, Supply, World, each_share
from engineshed.games.steam_power.rules.for_bots import GOODS, NUMBERS, VP_CITY

OUT_OF_REACH = 8
"""More links or actions than anybody would spend to get from my network to a city."""


def outlook(world: World, p: Position) -> float:
    """The victory points by which I can expect to be ahead of the rivals in the end; only differences mean anything."""
    return p.points + purse(world, p.money) + _shares(world, p) + factories(world, p) + plan(world, p)


# -- what there is --------------------------------------------------------------------------------------------------


def purse(world: World, money: float) -> float:
    hoard = world.w.hoard
    return world.w.dollar * (money if money < hoard else hoard + world.surplus * (money - hoard))


def _shares(world: World, p: Position) -> float:
    """VP cities: what they earn me, less what they earn the rivals on average."""
    return sum([world.shares[guests] for guests in p.guests])


def own_shares(world: World, p: Position) -> float:
    """What VP cities earn me, regardless of what they earn the rivals."""
    if world.solo:
        return _shares(world, p)
    return sum(each_share(world, guests.bit_count()) for guests in p.guests if guests >> world.me & 1)


def factories(world: World, p: Position) -> float:
    """My factories, weighted by how likely they are to be exhausted."""
    total = 0.0
    for colour in range(len(GOODS)):
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


class Project(NamedTuple):
    gain: float
    effort: float
    """How many actions it takes."""
    fees: float
    contract: int | None


def _supply(world: World, p: Position, colour: int) -> Supply:
    """Most of the links that are compared change nothing for most colours, so supplies are cached by all that they
    depend on."""
    distance, reach, goods, built = p.net.distances(world.me), p.reach, p.goods, p.factories
    sources = tuple(
        [(distance[place], reach[place], goods[city], built[city]) for city, place in world.sources[colour]]
    )
    known = world.supplies[colour].get(sources)
    if known is None:
        known = world.supplies[colour][sources] = _new_supply(world, colour, sources)
    return known


def _new_supply(world: World, colour: int, sources: tuple[Source, ...]) -> Supply:
    fees: list[int] = []
    openings: list[Opening] = []
    stocked = 0
    for away, reach, goods, factory in sources:
        stocked += goods > 0
        if factory is not None:
            if away < OUT_OF_REACH:
                fees += [away + (factory != world.me)] * goods
        # If there is already a link, a factory is one action; otherwise a link comes first.
        elif away < OUT_OF_REACH:
            openings.append((1.0 + away, 1.0, away))
        elif reach < OUT_OF_REACH:
            openings.append((1.0 + reach, 1.0 + reach, 0))
    return Supply(sorted(fees), sorted(openings), _exhaustion(world, colour, NUMBERS.factory_goods, stocked + 1))


def plan(world: World, p: Position) -> float:
    """What the best projects earn in the time left. Projects that earn less than actions usually do are left out."""
    supplies = [_supply(world, p, colour) for colour in range(len(GOODS))]
    projects = [_contract(world, number, supplies, p.money) for number in p.hand] + _cities(world, p)
    projects.sort(key=_rate, reverse=True)
    time, money, earned, begun = p.time, float(p.money), 0.0, False
    for project in projects:
        if project.contract is not None and begun:
            project = _contract(world, project.contract, supplies, money)
        if project.gain < world.action * project.effort or (world.last and project.effort > time):
            continue
        late = p.time - time + project.effort
        earned += project.gain * max(0.0, 1 - world.w.delay * late) * min(1.0, time / project.effort)
        time -= project.effort
        if time <= 0:
            return earned
        if project.contract is not None:
            begun, money = True, max(0.0, money - project.fees) + world.contracts[project.contract].money
            for colour, wanted in world.demands[project.contract]:
                supplies[colour] = supplies[colour].without(wanted)
    return earned + max(0.0, time) * world.action


def _rate(project: Project) -> float:
    return project.gain / project.effort


def _contract(world: World, number: int, supplies: list[Supply], money: float) -> Project:
    """Completing a contract: the fees for its goods, the missing factories, and the missing money."""
    gain, effort, fees = world.rewards[number], 1.0, 0.0
    for colour, wanted in world.demands[number]:
        supply = supplies[colour]
        fees += sum(supply.fees[:wanted])
        missing = wanted - len(supply.fees)
        if missing <= 0:
            continue
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
    return Project(gain - purse(world, money) + purse(world, money - fees), effort, fees, number)


def _cities(world: World, p: Position) -> list[Project]:
    """VP cities that I could join."""
    projects = []
    for guests, city in zip(p.guests, world.by_colour[VP_CITY], strict=True):
        effort = p.reach[world.board.place_of[city]]
        if not guests >> world.me & 1 and effort < OUT_OF_REACH:
            gain = world.shares[guests | 1 << world.me] - world.shares[guests]
            projects.append(Project(gain, max(effort, 1 / NUMBERS.tiles_per_action), 0.0, None))
    return projects
