"""What the bot weighs: a position reduced to what matters for the rest of the game, and how actions change it.

In the solo game each company plays for itself, like a player: this joins the networks where the goods are, which makes
them cheap for all companies.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from engineshed.games.steam_power.bots.land import efforts_of
from engineshed.games.steam_power.bots.weights import Weights
from engineshed.games.steam_power.rules.for_bots import (
    GOODS,
    NEVER,
    NUMBERS,
    SPARE_TILES_THAT_COUNT,
    TILE_NAMES,
    VP_CITY,
    Board,
    Contract,
    Options,
    View,
    box_of,
    ground_of,
    load_board,
    network_of,
    one_by_one,
)
from engineshed.rail.network import UNREACHED, Network, bits
from engineshed.rail.paths import Path


class World(NamedTuple):
    """What stays the same whichever action is chosen now."""

    w: Weights
    contracts: tuple[Contract, ...]
    demands: tuple[Demand, ...]
    rewards: tuple[float, ...]
    """What each contract earns, its bonus action included."""
    board: Board
    efforts: tuple[tuple[float, ...], ...]
    """The number of actions that a link between two places takes on an empty board."""
    me: int
    """The company whose outlook is computed."""
    companies: int
    solo: bool
    rivals: int
    """How many players share what I give away; at least 1, because it is a divisor."""
    by_colour: tuple[tuple[int, ...], ...]
    """The cities of each colour, then (VP_CITY) the VP cities."""
    flip: tuple[int, ...]
    """Victory points for an exhausted factory, by colour."""
    direct: bool
    """Whether only a player's link to a VP city itself counts, not one to its group."""
    take_money: int
    rounds: float
    """Rounds left, including this one."""
    patience: float
    """1 in games of normal length, smaller and smaller in longer ones."""
    action: float
    """What an action earns if it is saved for later."""
    surplus: float
    """What share of its value each dollar above the hoard keeps."""
    last: bool
    """Whether this is my last turn."""

    shares: tuple[float, ...] = ()
    """What a VP city earns me less what it earns the rivals on average, by the companies (as bits) that share it."""
    sources: tuple[tuple[tuple[int, int], ...], ...] = ()
    """The cities of each good, each with its place."""
    supplies: tuple[dict[tuple[Source, ...], Supply], ...] = ()
    """The supplies of each good that were computed for this decision, by all that they depend on."""


Demand = tuple[tuple[int, int], ...]
"""The goods that a contract asks for, and how many of each."""
Source = tuple[int, float, int, int | None]
"""A city: how many links away it is, how many actions a link to it takes, its goods, and whose factory it has."""
Opening = tuple[float, float, int]
"""A city where a factory could be built: what it costs to open and to use it, the actions that takes, and the fee."""


class Supply(NamedTuple):
    """Goods of one colour: what each one costs, the cheapest first, and where more could be made, the best first."""

    fees: list[int]
    openings: list[Opening]
    new_factory: float
    """What a new factory will earn."""

    def without(self, wanted: int) -> Supply:
        """What is left after this many goods are taken, from a new factory if there are too few."""
        fees, openings = self.fees, self.openings
        if wanted > len(fees) and openings:
            fees, openings = fees + [openings[0][2]] * NUMBERS.factory_goods, openings[1:]
        return Supply(fees[wanted:], openings, self.new_factory)


class Position(Struct, frozen=True):
    net: Network
    reach: tuple[float, ...]
    """For each place, how many actions a link to it takes from my nearest place."""
    guests: tuple[int, ...]
    """For each VP city the companies (as bits) that share it."""
    factories: tuple[int | None, ...]
    """Each city's factory, by its company."""
    goods: tuple[int, ...]
    money: int
    hand: tuple[int, ...]
    time: float
    """Actions that I have left in the game."""
    points: float = 0.0
    """Earnings of actions that no other field shows, less what they earned the rivals on average."""


# -- as it is -------------------------------------------------------------------------------------------------------


def survey(view: View, me: int, w: Weights) -> tuple[World, Position]:
    """The position as a seat sees it; ``me`` is its company, or in the solo game, the company that acts."""
    world = _world(view, me, w)
    net = _network(view.options, tuple(company.links for company in view.companies))
    position = Position(
        net=net,
        reach=_reach(world, net),
        guests=tuple(_guests(world, net, view, city) for city in world.by_colour[VP_CITY]),
        factories=tuple(city.factory for city in view.cities),
        goods=tuple(city.goods for city in view.cities),
        money=view.players[view.seat or 0].money,
        hand=view.hand or (),
        time=_time_left(view, me, world.rounds),
    )
    return world, position


def _world(view: View, me: int, w: Weights) -> World:
    tiles = [city.tile for city in view.cities]
    raised = view.spare[:SPARE_TILES_THAT_COUNT] if view.options.spare_tile_bonus else ()
    last, patience, box = _last_turn(view), _patience(view, w), box_of(view.options.data)
    world = World(
        w=w,
        contracts=box.contracts,
        demands=_demands(view.options),
        rewards=_rewards(view.options, w),
        board=load_board(view.options.map),
        efforts=efforts_of(view.options, w.dollar_effort),
        me=me,
        companies=len(view.companies),
        solo=view.seats == 1,
        rivals=max(1, view.seats - 1),
        by_colour=tuple(tuple(c for c, tile in enumerate(tiles) if tile == kind) for kind in TILE_NAMES),
        flip=tuple(NUMBERS.factory_vp + raised.count(good) for good in GOODS),
        direct=view.options.vp_cities == "direct",
        take_money=view.options.take_money,
        rounds=_rounds_left(view, w),
        patience=patience,
        action=view.options.take_money * w.dollar if last else w.action * patience,
        surplus=1.0 if last else w.surplus,
        last=last,
    )
    return world._replace(
        shares=tuple(_share(world, guests) for guests in range(1 << world.companies)),
        sources=tuple(
            tuple((city, world.board.place_of[city]) for city in world.by_colour[good]) for good in range(len(GOODS))
        ),
        supplies=tuple({} for _ in GOODS),
    )


def _share(world: World, guests: int) -> float:
    number = guests.bit_count()
    if world.solo:
        return float(number * NUMBERS.solo.vp_per_company)
    if not number:
        return 0.0
    mine = guests >> world.me & 1
    return each_share(world, number) * (mine - (number - mine) / world.rivals)


def each_share(world: World, guests: int) -> float:
    """What a VP city will earn each of this many companies, once others that are likely to join have done so."""
    others = world.rivals + 1 - guests
    return NUMBERS.vp_city / (guests + others * world.w.join * min(1.0, world.rounds / world.w.early))


@lru_cache(maxsize=16)
def _rewards(options: Options, w: Weights) -> tuple[float, ...]:
    contracts = box_of(options.data).contracts
    return tuple(c.vp + c.money * w.dollar + (0.0 if c.bonus == "none" else w.bonus) for c in contracts)


@lru_cache(maxsize=16)
def _demands(options: Options) -> tuple[Demand, ...]:
    contracts = box_of(options.data).contracts
    return tuple(tuple((colour, n) for colour, n in enumerate(c.demand) if n) for c in contracts)


@lru_cache(maxsize=64)
def _network(options: Options, links: tuple[tuple[Path, ...], ...]) -> Network:
    return network_of(ground_of(options.map, options.data), links)


def _reach(world: World, net: Network) -> tuple[float, ...]:
    own = [world.efforts[place] for place in bits(net.owned[world.me])]
    return tuple(map(min, zip(*own, strict=True))) if own else (float(NEVER),) * len(world.board.places)


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


def _rounds_left(view: View, w: Weights) -> float:
    if view.seats == 1:
        return NUMBERS.solo.turns - view.round + 1
    missing = min(NUMBERS.targets[view.seats] - len(player.done) for player in view.players)
    return max(1.0, missing * w.rounds_per_contract)


def _last_turn(view: View) -> bool:
    if view.seats > 1:
        return view.final
    return view.round == NUMBERS.solo.turns and not any(view.trains)


def _time_left(view: View, me: int, rounds: float) -> float:
    now = view.actions + begun(view) if me == view.active else float(NUMBERS.actions * acts_later(view, me))
    if view.seats > 1:
        return now + (rounds - 1) * NUMBERS.actions
    return now + sum(view.trains) / len(view.companies) + (rounds - 1) * NUMBERS.solo.trains_in_bag


def begun(view: View) -> float:
    """The part of an action that is still to come: the second tile, a bonus action, a contract half completed."""
    if view.steps:
        return view.steps / NUMBERS.tiles_per_action
    return float(view.stage in ("bonus", "plan", "route"))


def acts_later(view: View, seat: int) -> bool:
    """Whether this seat still has a turn in this round after the current one."""
    first = view.first or 0
    return (seat - first) % view.seats > (view.active - first) % view.seats


def _patience(view: View, w: Weights) -> float:
    """In a long game, goods run short and actions earn little, so somebody has to end it."""
    return 1.0 if view.seats == 1 else min(1.0, w.usual_length * NUMBERS.targets[view.seats] / view.round)


# -- as it would be -------------------------------------------------------------------------------------------------


def with_link(world: World, p: Position, start: int, goal: int, tiles: int, money: int) -> Position:
    """With a link between two cities, once all its tiles are laid."""
    board, me = world.board, 1 << world.me
    a, b = board.place_of[start], board.place_of[goal]
    ends = (start, goal) if world.direct else (*board.places[a], *board.places[b])
    return replace(
        p,
        net=p.net.joined(world.me, a, b),
        reach=tuple(map(min, p.reach, world.efforts[a], world.efforts[b])),
        guests=tuple(
            guests | me if city in ends else guests
            for guests, city in zip(p.guests, world.by_colour[VP_CITY], strict=True)
        ),
        money=p.money - money,
        time=p.time - tiles / NUMBERS.tiles_per_action,
    )


def with_factory(world: World, p: Position, city: int, goods: int) -> Position:
    return replace(
        p,
        factories=(*p.factories[:city], world.me, *p.factories[city + 1 :]),
        goods=(*p.goods[:city], goods, *p.goods[city + 1 :]),
        time=p.time - 1,
    )


def with_delivery(world: World, p: Position, number: int) -> Position:
    """A contract completed in the cheapest way; its bonus action is still to come."""
    contract = world.contracts[number]
    left = dict(enumerate(p.goods))
    paid = bought = 0
    points = contract.vp + (0.0 if contract.bonus == "none" else world.w.bonus)
    for colour, wanted in enumerate(contract.demand):
        if not wanted:
            continue
        found = _sources(world, p, colour)
        costs = {city: cost for cost, _, city in found}
        for city in one_by_one(found, left, wanted, solo=world.solo):
            wanted -= 1
            paid += costs[city]
            if not left[city]:
                own = world.solo or p.factories[city] == world.me
                points += world.flip[colour] if own else -world.flip[colour] / world.rivals
        bought += wanted
    return replace(
        p,
        goods=tuple(left.values()),
        money=p.money + contract.money - paid - bought * NUMBERS.bank_price,
        hand=tuple(other for other in p.hand if other != number),
        time=p.time - 1,
        points=p.points + points - (0.0 if world.solo else paid * world.w.dollar / world.rivals),
    )


def fees(world: World, p: Position, number: int) -> int:
    """What the goods of a contract cost now, those from the bank included."""
    after = with_delivery(world, p, number)
    return p.money + world.contracts[number].money - after.money


def _sources(world: World, p: Position, colour: int) -> list[tuple[int, bool, int]]:
    """Cities whose goods of a colour can be brought to my network: fees, whether foreign, city."""
    distance, place_of, found = p.net.distances(world.me), world.board.place_of, []
    for city in world.by_colour[colour]:
        away = distance[place_of[city]]
        if p.goods[city] and away != UNREACHED:
            foreign = p.factories[city] != world.me
            found.append((away * NUMBERS.link_fee + foreign * NUMBERS.factory_fee, foreign, city))
    return found


def with_contracts(p: Position, drawn: tuple[int, ...]) -> Position:
    return replace(p, hand=(*p.hand, *drawn), time=p.time - 1)


def with_money(world: World, p: Position) -> Position:
    return replace(p, money=p.money + world.take_money, time=p.time - 1)


def without(p: Position, actions: float) -> Position:
    """The position with this many actions fewer."""
    return replace(p, time=p.time - actions)
