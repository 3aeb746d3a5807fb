"""A position as the bot sees it: the truth, reduced to what matters for the rest of the game."""

from __future__ import annotations

from functools import lru_cache

from engineshed.games.steam_power.bots.land import efforts_of
from engineshed.games.steam_power.bots.weights import Weights
from engineshed.games.steam_power.bots.world import Demand, Known, Pick, Position, Roads, World, pick
from engineshed.games.steam_power.rules.for_bots import (
    GOODS,
    NEVER,
    NUMBERS,
    SPARE_TILES_THAT_COUNT,
    TILE_NAMES,
    VP_CITY,
    Options,
    TileName,
    View,
    box_of,
    ground_of,
    load_board,
    network_of,
)
from engineshed.rail.network import Network, bits
from engineshed.rail.paths import Path

Picks = tuple[Pick, ...]


def survey(view: View, me: int, w: Weights) -> tuple[World, Position]:
    """The position as a seat sees it; ``me`` is its company, or in the solo game, the company that acts."""
    world = _world(view, me, w)
    net = world.roads.net
    position = Position(
        owned=net.owned[me],
        away=net.distances(me),
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
    by_colour, cities_of, places_of = _colours(view.options, tuple(city.tile for city in view.cities))
    raised = view.spare[:SPARE_TILES_THAT_COUNT] if view.options.spare_tile_bonus else ()
    last, patience, box = _last_turn(view), _patience(view, w), box_of(view.options.data)
    world = World(
        w=w,
        contracts=box.contracts,
        demands=_demands(view.options),
        rewards=_rewards(view.options, w),
        board=load_board(view.options.map),
        roads=_roads(view.options, tuple(company.links for company in view.companies)),
        efforts=efforts_of(view.options, w.dollar_effort),
        me=me,
        companies=len(view.companies),
        solo=view.seats == 1,
        rivals=max(1, view.seats - 1),
        by_colour=by_colour,
        cities_of=cities_of,
        places_of=places_of,
        flip=tuple(NUMBERS.factory_vp + raised.count(good) for good in GOODS),
        direct=view.options.vp_cities == "direct",
        take_money=view.options.take_money,
        rounds=_rounds_left(view, w),
        patience=patience,
        action=view.options.take_money * w.dollar if last else w.action * patience,
        surplus=1.0 if last else w.surplus,
        last=last,
        known=Known(),
    )
    return world._replace(shares=tuple(_share(world, guests) for guests in range(1 << world.companies)))


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


@lru_cache(maxsize=16)
def _colours(options: Options, tiles: tuple[TileName | None, ...]) -> tuple[tuple[tuple[int, ...], ...], Picks, Picks]:
    """The cities with each kind of tile, and how to pick from a row what belongs to them, and to their places."""
    place_of = load_board(options.map).place_of
    cities = tuple(tuple(city for city, tile in enumerate(tiles) if tile == kind) for kind in TILE_NAMES)
    places = [[place_of[city] for city in of_kind] for of_kind in cities]
    return cities, tuple(map(pick, cities)), tuple(map(pick, places))


@lru_cache(maxsize=64)
def _roads(options: Options, links: tuple[tuple[Path, ...], ...]) -> Roads:
    return Roads(network_of(ground_of(options.map, options.data), links))


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
