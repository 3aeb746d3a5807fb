"""What a position is worth: the points that are certain, and what a simple plan earns in the actions left.

The plan takes one project after the other, the best per action first: complete a contract of the hand (and
build the factories that it needs), join a VP city. An action without a project earns ``ACTION``.
"""

from __future__ import annotations

from typing import NamedTuple

from engineshed.bots.steam_power.position import NOBODY, Position, World
from engineshed.bots.steam_power.weights import ACTION, BONUS, DELAY, DOLLAR, USE
from engineshed.games.steam_power.components import CONTRACTS, NUMBERS
from engineshed.rail.links import UNREACHED

OUT_OF_REACH = 8.0


class _Supply:
    """Goods of one colour: what each further one costs, and where more could be made."""

    __slots__ = ("sites", "units")

    def __init__(self, units: list[float], sites: list[tuple[float, float]]) -> None:
        self.units, self.sites = units, sites


def outlook(world: World, p: Position) -> float:
    time = max(p.time, 0.0)
    value = p.lead + _shares(world, p) + _flips(world, p) + p.money * DOLLAR
    return value + _plan(world, p, time)


def _shares(world: World, p: Position) -> float:
    """VP cities: what they bring me, less what they bring the rivals on average."""
    total = 0.0
    for mask in p.guests:
        total += _share(world, mask)
    return total


def _share(world: World, mask: int) -> float:
    guests = mask.bit_count()
    if world.players == 1:
        return float(guests * NUMBERS.solo.vp_per_company)
    if not guests:
        return 0.0
    each = NUMBERS.vp_city // guests
    mine = mask >> world.active & 1
    return each * (mine - (guests - mine) / (world.players - 1))


def _flips(world: World, p: Position) -> float:
    """Own factories that will be exhausted."""
    total = 0.0
    for colour, cities in enumerate(world.by_colour):
        stocked = [c for c in cities if p.goods[c]]
        if not stocked:
            continue
        used = world.rounds * world.players * USE / len(stocked)
        for city in stocked:
            if p.factories[city] in world.companies:
                total += world.flip[colour] * min(1.0, used / p.goods[city])
    return total


def _plan(world: World, p: Position, time: float) -> float:
    supplies = [_supply(world, p, colour) for colour in range(4)]
    contracts = list(p.hand)
    cities = _city_projects(world, p)
    money, spent, earned = float(p.money), 0.0, 0.0
    while contracts or cities:
        best_rate, best = ACTION, None
        for number in contracts:
            gain, effort, fees = _contract_project(number, supplies, money, world)
            if gain / effort > best_rate:
                best_rate, best = gain / effort, (number, gain, effort, fees)
        if cities and cities[0][0] > best_rate:
            rate, effort = cities.pop(0)
            gain = rate * effort
        elif best is not None:
            number, gain, effort, fees = best
            contracts.remove(number)
            money = max(0.0, money - fees) + CONTRACTS[number].money
            _consume(number, supplies)
        else:
            break
        part = min(1.0, (time - spent) / effort)
        spent += effort
        earned += gain * part * max(0.0, 1 - DELAY * spent)
        if spent >= time:
            return earned
    return earned + (time - spent) * ACTION


def _supply(world: World, p: Position, colour: int) -> _Supply:
    place_of, connected = world.board.place_of, p.net.connected
    units: list[float] = []
    sites: list[tuple[float, float]] = []
    share = 1 / len(world.companies)
    for city in world.by_colour[colour]:
        place = place_of[city]
        goods, factory = p.goods[city], p.factories[city]
        if factory != NOBODY and not goods:
            continue
        away = sum(min(p.net.distances(c)[place], OUT_OF_REACH) for c in world.companies) * share
        if goods:
            if away < OUT_OF_REACH:
                foreign = 1 - share if factory in world.companies else 1
                units += [away + foreign] * goods
        elif connected >> place & 1 and away < OUT_OF_REACH:
            sites.append((1.0, away))
        elif p.reach[place] < OUT_OF_REACH:
            sites.append((1.0 + p.reach[place], 0.0))
    units.sort()
    sites.sort(key=lambda site: site[0] + site[1])
    return _Supply(units, sites)


def _contract_project(number: int, supplies: list[_Supply], money: float, world: World) -> tuple[float, float, float]:
    contract = CONTRACTS[number]
    gain, effort, fees = contract.vp + contract.money * DOLLAR, 1.0, 0.0
    if contract.bonus != "none":
        gain += BONUS
    for colour, wanted in enumerate(contract.demand):
        if not wanted:
            continue
        supply = supplies[colour]
        units = supply.units
        fees += sum(units[:wanted])
        missing = wanted - len(units)
        if missing > 0:
            if supply.sites:
                opening, cost = supply.sites[0]
                effort += opening
                gain += 2.0
                fees += missing * cost
            else:
                fees += missing * NUMBERS.bank_price
    if fees > money:
        effort += (fees - money) / world.take_money
    return gain - fees * DOLLAR, effort, fees


def _consume(number: int, supplies: list[_Supply]) -> None:
    for colour, wanted in enumerate(CONTRACTS[number].demand):
        supply = supplies[colour]
        if wanted > len(supply.units) and supply.sites:
            _, cost = supply.sites.pop(0)
            supply.units += [cost] * NUMBERS.factory_goods
        del supply.units[:wanted]


def _city_projects(world: World, p: Position) -> list[tuple[float, float]]:
    """VP cities that I could join, as gain per action and actions."""
    projects = []
    for mask, city in zip(p.guests, world.vp_cities, strict=True):
        for company in world.companies:
            if not mask >> company & 1:
                effort = max(0.5, p.reach[world.board.place_of[city]])
                gain = _share(world, mask | 1 << company) - _share(world, mask)
                if effort < OUT_OF_REACH:
                    projects.append((gain / effort, effort))
    return sorted(projects, reverse=True)
