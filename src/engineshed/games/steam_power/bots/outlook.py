"""What a position is worth: the points that are certain, and what a simple plan earns in the actions left.

The plan takes one project after the other, those that earn most per action first: complete a contract in
hand (with the factories that it still needs), or join a VP city.
"""

from __future__ import annotations

from typing import NamedTuple

from engineshed.games.steam_power.bots.position import Position, World
from engineshed.games.steam_power.rules.for_bots import GOODS, NUMBERS, VP_CITY

OUT_OF_REACH = 8
"""So many links or actions between my network and a city that nobody would pay for them."""


def outlook(world: World, p: Position) -> float:
    """The victory points by which I can expect to be ahead of the rivals in the end; only differences mean anything."""
    return p.points + purse(world, p.money) + _shares(world, p) + factories(world, p) + plan(world, p)


# -- what there is --------------------------------------------------------------------------------------------------


def purse(world: World, money: float) -> float:
    hoard = world.w.hoard
    return world.w.dollar * (money if money < hoard else hoard + world.surplus * (money - hoard))


def _shares(world: World, p: Position) -> float:
    """VP cities: what they earn me, less what they earn the rivals on average."""
    return sum(_share(world, guests) for guests in p.guests)


def _share(world: World, guests: int) -> float:
    number = guests.bit_count()
    if world.solo:
        return float(number * NUMBERS.solo.vp_per_company)
    if not number:
        return 0.0
    mine = guests >> world.me & 1
    return _each(world, number) * (mine - (number - mine) / world.rivals)


def _each(world: World, guests: int) -> float:
    """What a VP city will earn each of this many companies, once others that are likely to join have done so."""
    others = world.rivals + 1 - guests
    return NUMBERS.vp_city / (guests + others * world.w.join * min(1.0, world.rounds / world.w.early))


def own_shares(world: World, p: Position) -> float:
    """What VP cities earn me, regardless of what they earn the rivals."""
    if world.solo:
        return _shares(world, p)
    return sum(_each(world, guests.bit_count()) for guests in p.guests if guests >> world.me & 1)


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


class Opening(NamedTuple):
    """A city where a factory could be built: sorted by what it costs to open and to use it."""

    price: float
    effort: float
    fee: int


class Supply:
    """Goods of one colour: what each one costs, the cheapest first, and where more could be made."""

    __slots__ = ("fees", "new_factory", "openings")

    def __init__(self, world: World, p: Position, colour: int) -> None:
        stocked = sum(p.goods[city] > 0 for city in world.by_colour[colour])
        self.new_factory = _exhaustion(world, colour, NUMBERS.factory_goods, stocked + 1)
        self.fees: list[int] = []
        self.openings: list[Opening] = []
        distance, place_of = p.net.distances(world.me), world.board.place_of
        for city in world.by_colour[colour]:
            place = place_of[city]
            away, factory = distance[place], p.factories[city]
            if factory is None:
                self._add_opening(away, p.reach[place])
            elif p.goods[city] and away < OUT_OF_REACH:
                self.fees += [away + (factory != world.me)] * p.goods[city]
        self.fees.sort()
        self.openings.sort()

    def _add_opening(self, away: int, reach: float) -> None:
        """If there is already a link, a factory is one action; otherwise a link comes first."""
        if away < OUT_OF_REACH:
            self.openings.append(Opening(1.0 + away, 1.0, away))
        elif reach < OUT_OF_REACH:
            self.openings.append(Opening(1.0 + reach, 1.0 + reach, 0))

    def take(self, wanted: int) -> None:
        if wanted > len(self.fees) and self.openings:
            self.fees += [self.openings.pop(0).fee] * NUMBERS.factory_goods
        del self.fees[:wanted]


def plan(world: World, p: Position) -> float:
    """What the best projects earn in the time left. Projects that earn less than actions usually do are left out."""
    supplies = [Supply(world, p, colour) for colour in range(len(GOODS))]
    projects = [_contract(world, number, supplies, p.money) for number in p.hand] + _cities(world, p)
    projects.sort(key=_rate, reverse=True)
    time, money, earned = p.time, float(p.money), 0.0
    for project in projects:
        if project.contract is not None:
            project = _contract(world, project.contract, supplies, money)
        if project.gain < world.action * project.effort or (world.last and project.effort > time):
            continue
        late = p.time - time + project.effort
        earned += project.gain * max(0.0, 1 - world.w.delay * late) * min(1.0, time / project.effort)
        time -= project.effort
        if time <= 0:
            return earned
        if project.contract is not None:
            money = max(0.0, money - project.fees) + world.contracts[project.contract].money
            for colour, wanted in world.demands[project.contract]:
                supplies[colour].take(wanted)
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
            gain = _share(world, guests | 1 << world.me) - _share(world, guests)
            projects.append(Project(gain, max(effort, 1 / NUMBERS.tiles_per_action), 0.0, None))
    return projects
