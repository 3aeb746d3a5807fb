"""What a position is worth: the points that are certain, and what a simple plan earns in the actions left.

The plan takes one project after the other, those that earn most per action first: complete a contract of the
hand (with the factories that it still needs), or join a VP city. An action without a project earns ``ACTION``.
"""

from __future__ import annotations

from typing import NamedTuple

from engineshed.bots.steam_power.position import Position, World
from engineshed.bots.steam_power.weights import BONUS, DELAY, DOLLAR, HOARD, SURPLUS, USE
from engineshed.games.steam_power.components import CONTRACTS, GOODS, NUMBERS

OUT_OF_REACH = 8.0
"""Links or actions so far away that nobody plans with them."""

NO_CONTRACT = -1

DEMANDS = tuple(tuple((colour, n) for colour, n in enumerate(c.demand) if n) for c in CONTRACTS)
REWARDS = tuple(c.vp + c.money * DOLLAR + (BONUS if c.bonus != "none" else 0) for c in CONTRACTS)


class Project(NamedTuple):
    gain: float
    effort: float
    """Actions that it takes."""
    fees: float = 0.0


class Supply:
    """Goods of one colour: what each further one costs, cheapest first, and where more could be made."""

    __slots__ = ("sites", "units")

    def __init__(self, world: World, p: Position, colour: int) -> None:
        units: list[float] = []
        sites: list[tuple[float, float, float]] = []
        place_of, away, goods = world.board.place_of, p.away, p.goods
        for city in world.by_colour[colour]:
            place = place_of[city]
            owner = p.factories[city]
            if owner is None:
                if away[place] < OUT_OF_REACH:
                    sites.append((1 + away[place], 1.0, away[place]))
                elif p.reach[place] < OUT_OF_REACH:
                    sites.append((1 + p.reach[place], 1 + p.reach[place], 0.0))
            elif goods[city] and away[place] < OUT_OF_REACH:
                units += [away[place] + world.foreign(owner)] * goods[city]
        units.sort()
        sites.sort()
        self.units, self.sites = units, sites

    def take(self, wanted: int) -> None:
        if wanted > len(self.units) and self.sites:
            self.units += [self.sites.pop(0)[2]] * NUMBERS.factory_goods
        del self.units[:wanted]


def outlook(world: World, p: Position) -> float:
    """Victory points that I may hope to be ahead of the rivals by, in the end."""
    return p.lead + _purse(p.money) + _shares(world, p) + _flips(world, p) + _plan(world, p)


def _purse(money: float) -> float:
    """Money beyond what contracts can cost is worth less than it scores: one cannot win by taking it."""
    return DOLLAR * (money if money < HOARD else HOARD + SURPLUS * (money - HOARD))


def _shares(world: World, p: Position) -> float:
    """VP cities: what they bring me, less what they bring the rivals on average."""
    return sum(_share(world, guests) for guests in p.guests)


def _share(world: World, guests: int) -> float:
    number = guests.bit_count()
    if world.players == 1:
        return float(number * NUMBERS.solo.vp_per_company)
    if not number:
        return 0.0
    mine = guests >> world.active & 1
    return NUMBERS.vp_city // number * (mine - (number - mine) / (world.players - 1))


def _flips(world: World, p: Position) -> float:
    """Own factories that are likely to be exhausted."""
    total = 0.0
    for colour, cities in enumerate(world.by_colour):
        stocked = [city for city in cities if p.goods[city]]
        used = world.rounds * world.players * USE
        for city in stocked:
            if p.factories[city] in world.companies:
                total += world.flip[colour] * min(1.0, used / (len(stocked) * p.goods[city]))
    return total


def _plan(world: World, p: Position) -> float:
    """What the best projects earn in the time left, and the usual for the rest of it."""
    supplies = [Supply(world, p, colour) for colour in range(len(GOODS))]
    projects = [(number, _contract(number, supplies, p.money, world)) for number in p.hand]
    projects += [(NO_CONTRACT, city) for city in _cities(world, p)]
    ranked = sorted(((project.gain / project.effort, number, project) for number, project in projects), reverse=True)
    time, spent, earned, money = max(0.0, p.time), 0.0, 0.0, float(p.money)
    for _, number, project in ranked:
        if number != NO_CONTRACT:
            project = _contract(number, supplies, money, world)
        gain, effort, fees = project
        if gain < world.action * effort:
            continue
        spent += effort
        earned += gain * min(1.0, 1 - (spent - time) / effort) * max(0.0, 1 - DELAY * spent)
        if spent >= time:
            return earned
        if number != NO_CONTRACT:
            money = max(0.0, money - fees) + CONTRACTS[number].money
            for colour, wanted in DEMANDS[number]:
                supplies[colour].take(wanted)
    return earned + (time - spent) * world.action


def _contract(number: int, supplies: list[Supply], money: float, world: World) -> Project:
    """Completing a contract: its goods' fees, the factories that are missing, the money that is."""
    gain, effort, fees = REWARDS[number], 1.0, 0.0
    for colour, wanted in DEMANDS[number]:
        supply = supplies[colour]
        units = supply.units
        if len(units) >= wanted:
            fees += units[0] if wanted == 1 else sum(units[:wanted])
            continue
        fees += sum(units)
        missing = wanted - len(units)
        if supply.sites:
            _, opening, cost = supply.sites[0]
            effort += opening
            gain += world.flip[colour]
            fees += missing * cost
        else:
            fees += missing * NUMBERS.bank_price
    if fees > money:
        effort += (fees - money) / world.take_money
    return Project(gain - _purse(money) + _purse(money - fees), effort, fees)


def _cities(world: World, p: Position) -> list[Project]:
    """VP cities that I could join."""
    projects = []
    for guests, city in zip(p.guests, world.vp_cities, strict=True):
        effort = max(0.5, p.reach[world.board.place_of[city]])
        if effort < OUT_OF_REACH:
            missing = [company for company in world.companies if not guests >> company & 1]
            gains = [_share(world, guests | 1 << company) - _share(world, guests) for company in missing]
            projects += [Project(gain, effort) for gain in gains]
    return projects
