"""What the bot weighs: a position reduced to what the rest of the game hangs on, and what actions make of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec

from engineshed.bots.steam_power.land import land_of
from engineshed.bots.steam_power.weights import ACTION, BONUS, DOLLAR, ROUNDS_PER_CONTRACT, USUAL_LENGTH
from engineshed.games.steam_power.board import Board
from engineshed.games.steam_power.components import CONTRACTS, GOODS, NUMBERS, VP_CITY
from engineshed.games.steam_power.view import View
from engineshed.rail.links import UNREACHED, Network, Path, bits

FAR = 8
"""Links away that count as out of reach when the companies of the solo game are averaged."""


class World(NamedTuple):
    """What no action of this decision changes."""

    board: Board
    colours: tuple[int, ...]
    """Each city's tile."""
    by_colour: tuple[tuple[int, ...], ...]
    vp_cities: tuple[int, ...]
    efforts: tuple[tuple[float, ...], ...]
    """Actions that a link between two places takes, on an empty board."""
    players: int
    companies: tuple[int, ...]
    """The companies that I play: one, or all in the solo game."""
    active: int
    take_money: int
    direct: bool
    """Whether only a link of one's own to a VP city counts, not one to its group."""
    flip: tuple[float, ...]
    """Victory points for an exhausted factory, by colour."""
    rounds: float
    """Rounds that are left, this one included."""
    action: float
    """What an action earns when there is nothing special to do."""

    def foreign(self, company: int) -> float:
        """The fee for a good of this company's factory; in the solo game, for the company that comes to act."""
        return 1.0 - (company in self.companies) / len(self.companies)


class Position(msgspec.Struct, frozen=True):
    net: Network
    guests: tuple[int, ...]
    """For each VP city the companies (as bits) that share it."""
    factories: tuple[int | None, ...]
    goods: tuple[int, ...]
    money: int
    hand: tuple[int, ...]
    lead: float
    """Points that are certain, less the rivals' on average; without money and VP cities."""
    time: float
    """Actions that I have left in the game."""
    reach: tuple[float, ...]
    """For each place the actions that a link to it takes from my nearest place."""
    away: Sequence[float]
    """For each place the foreign links between it and my network."""


def survey(view: View) -> tuple[World, Position]:
    land = land_of(view.options.map)
    board = land.board
    colours = tuple(VP_CITY if city.tile is None else city.tile for city in view.cities)
    solo = view.seats == 1
    raised = view.spare[:2] if view.options.spare_tile_bonus else ()
    companies = tuple(range(len(view.companies))) if solo else (view.active,)
    rounds = _rounds_left(view)
    net = _network(view.options.map, tuple(company.links for company in view.companies))
    world = World(
        board=board,
        colours=colours,
        by_colour=tuple(tuple(c for c, tile in enumerate(colours) if tile == colour) for colour in range(len(GOODS))),
        vp_cities=tuple(c for c, tile in enumerate(colours) if tile == VP_CITY),
        efforts=land.efforts,
        players=view.seats,
        companies=companies,
        active=view.active,
        take_money=view.options.take_money,
        direct=view.options.vp_cities == "direct",
        flip=tuple(NUMBERS.factory_vp + raised.count(colour) for colour in range(len(GOODS))),
        rounds=rounds,
        action=_action(view),
    )
    reach = [99.0] * len(board.places)
    for company in companies:
        for place in bits(net.owned[company]):
            reach = list(map(min, reach, world.efforts[place]))
    position = Position(
        net=net,
        guests=tuple(_guests(world, net, view, city) for city in world.vp_cities),
        factories=tuple(city.factory for city in view.cities),
        goods=tuple(city.goods for city in view.cities),
        money=view.players[view.seat or 0].money,
        hand=tuple(tile.contract for tile in view.hand or ()),
        lead=0,
        time=_time_left(view, rounds),
        reach=tuple(reach),
        away=_away(net, companies),
    )
    return world, position


@lru_cache(maxsize=64)
def _network(map_name: str, links: tuple[tuple[Path, ...], ...]) -> Network:
    board = land_of(map_name).board
    place_of, city_at = board.place_of, board.city_at
    ends = [
        (company, place_of[city_at[path.start]], place_of[city_at[path.goal(board.grid)]])
        for company, own in enumerate(links)
        for path in own
    ]
    return Network.of(len(board.places), len(links), ends)


def _away(net: Network, companies: tuple[int, ...]) -> Sequence[float]:
    """In the solo game, where any company may be the next to act, the average."""
    if len(companies) == 1:
        return net.distances(companies[0])
    each = [net.distances(company) for company in companies]
    return [sum(min(d, FAR) for d in distances) / len(companies) for distances in zip(*each, strict=True)]


def _guests(world: World, net: Network, view: View, city: int) -> int:
    board = world.board
    if not world.direct:
        return sum(1 << c for c, owned in enumerate(net.owned) if owned >> board.place_of[city] & 1)
    hex_ = board.city_hex[city]
    return sum(
        1 << c
        for c, company in enumerate(view.companies)
        if any(hex_ in (path.start, path.goal(board.grid)) for path in company.links)
    )


def _action(view: View) -> float:
    if view.seats == 1:
        return ACTION
    return ACTION * min(1.0, USUAL_LENGTH * NUMBERS.targets[view.seats] / view.round)


def _rounds_left(view: View) -> float:
    if view.seats == 1:
        return NUMBERS.solo.turns - view.round + 1
    if view.final:
        return 1
    missing = min(NUMBERS.targets[view.seats] - len(player.done) for player in view.players)
    return max(1.0, missing * ROUNDS_PER_CONTRACT)


def free_part(view: View) -> float:
    """What has begun and need not be done: the second tile of an action, or a bonus action."""
    return view.steps / NUMBERS.tiles_per_action if view.steps else float(view.bonus > 0)


def _time_left(view: View, rounds: float) -> float:
    now = view.actions + free_part(view)
    if view.seats == 1:
        return now + sum(view.trains) + (rounds - 1) * NUMBERS.solo.trains_in_bag * len(view.companies)
    return now + (rounds - 1) * NUMBERS.actions


# -- what actions make of it ----------------------------------------------------------------------------------------


def with_link(world: World, p: Position, start: int, goal: int, money: int, tiles: int) -> Position:
    board = world.board
    a, b = board.place_of[start], board.place_of[goal]
    me = 1 << world.active
    net = p.net.joined(world.active, a, b)
    ends = (start, goal) if world.direct else (*board.places[a], *board.places[b])
    return msgspec.structs.replace(
        p,
        net=net,
        guests=tuple(g | me if city in ends else g for g, city in zip(p.guests, world.vp_cities, strict=True)),
        money=p.money - money,
        time=p.time - tiles / NUMBERS.tiles_per_action,
        reach=tuple(map(min, p.reach, world.efforts[a], world.efforts[b])),
        away=_away(net, world.companies),
    )


def with_factory(world: World, p: Position, city: int, goods: int) -> Position:
    return msgspec.structs.replace(
        p,
        factories=(*p.factories[:city], world.active, *p.factories[city + 1 :]),
        goods=(*p.goods[:city], goods, *p.goods[city + 1 :]),
        time=p.time - 1,
    )


def with_money(world: World, p: Position) -> Position:
    return msgspec.structs.replace(p, money=p.money + world.take_money, time=p.time - 1)


def with_contracts(p: Position, drawn: tuple[int, ...]) -> Position:
    return msgspec.structs.replace(p, hand=(*p.hand, *drawn), time=p.time - 1)


def with_delivery(world: World, p: Position, number: int) -> Position:
    """A contract completed in the cheapest way."""
    contract = CONTRACTS[number]
    goods = list(p.goods)
    lead, paid, bank = contract.vp + (BONUS if contract.bonus != "none" else 0.0), 0, 0
    for colour, wanted in enumerate(contract.demand):
        for cost, foreign, city in _sources(world, p, colour):
            take = min(wanted, goods[city])
            goods[city] -= take
            wanted -= take
            paid += take * cost
            if take and not goods[city]:
                lead += _exhausted(world, colour, foreign)
        bank += wanted * NUMBERS.bank_price
    if world.players > 1:
        lead -= paid * DOLLAR / (world.players - 1)
    return msgspec.structs.replace(
        p,
        goods=tuple(goods),
        money=p.money + contract.money - paid - bank,
        hand=tuple(c for c in p.hand if c != number),
        lead=p.lead + lead,
        time=p.time - 1,
    )


def _sources(world: World, p: Position, colour: int) -> list[tuple[int, bool, int]]:
    """What a good costs, whether its factory is foreign, and its city: the cheapest first."""
    distance, place_of = p.net.distances(world.active), world.board.place_of
    sources = []
    for city in world.by_colour[colour]:
        away = distance[place_of[city]]
        if p.goods[city] and away != UNREACHED:
            foreign = p.factories[city] != world.active
            sources.append((away * NUMBERS.link_fee + foreign * NUMBERS.factory_fee, foreign, city))
    return sorted(sources)


def _exhausted(world: World, colour: int, foreign: bool) -> float:
    """A factory's points: mine, in the solo game all mine, else a rival's."""
    if foreign and world.players > 1:
        return -world.flip[colour] / (world.players - 1)
    return world.flip[colour]
