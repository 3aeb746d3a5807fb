"""The greedy bot: weighs every action by the outlook that it leaves, and takes the best."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from engineshed.bots.steam_power.outlook import outlook
from engineshed.bots.steam_power.position import (
    Position,
    World,
    free_part,
    survey,
    with_contracts,
    with_delivery,
    with_factory,
    with_link,
    with_money,
)
from engineshed.bots.steam_power.routes import Route, Site, from_cities, from_loose_end, routes, site_of
from engineshed.bots.steam_power.weights import UNFINISHED
from engineshed.core.contract import Ask
from engineshed.core.rng import Rng
from engineshed.games.steam_power.components import CONTRACTS, NUMBERS
from engineshed.games.steam_power.moves import (
    AnyMove,
    Contracts,
    Cross,
    Deliver,
    Done,
    Factory,
    Money,
    Remove,
    Rest,
    Track,
)
from engineshed.games.steam_power.view import View

Choice = tuple[float, AnyMove]

SAMPLES = 3
"""Hands that are tried when two unknown contracts are weighed: more decide no better, only more slowly."""

LONGEST_EXTENSION = 8
"""Tiles by which an unfinished link is followed: further than a new one, for it has to be finished somehow."""


class GreedyBot:
    """Plays Steam Power one action at a time, each as if it were followed by a sensible plan."""

    def choose(self, ask: Ask[AnyMove, View]) -> AnyMove:
        if len(ask.moves) == 1:
            return ask.moves[0]
        view = ask.view
        if view.shipment is not None:
            return Rest()
        world, position = survey(view)
        legal = frozenset(ask.moves)
        best, most = ask.moves[-1], float("-inf")
        for value, move in weighed(world, position, view, ask):
            if value > most and move in legal:
                best, most = move, value
        return best


def weighed(world: World, p: Position, view: View, ask: Ask[AnyMove, View]) -> Iterator[Choice]:
    """Every action with the outlook that it leaves; track by whole routes, each told by its first tile."""
    track = False
    for move in ask.moves:
        match move:
            case Deliver(contract):
                yield outlook(world, with_delivery(world, p, contract)), move
            case Factory(city, goods):
                yield outlook(world, with_factory(world, p, city, goods)), move
            case Contracts():
                yield _drawing(world, p, view, ask.rng), move
            case Money():
                yield outlook(world, with_money(world, p)), move
            case Done():
                yield outlook(world, msgspec.structs.replace(p, time=p.time - free_part(view))), move
            case Track() | Cross() | Remove():
                track = True
    if track:
        yield from _building(world, p, view)


def _drawing(world: World, p: Position, view: View, rng: Rng) -> float:
    """Two contracts out of those that I have not seen, a few times."""
    seen = (*p.hand, *view.aside, *(c for player in view.players for c in player.done))
    unseen = [c for c in range(len(CONTRACTS)) if c not in seen]
    left = view.bag + sum(player.contracts for seat, player in enumerate(view.players) if seat != view.seat)
    number = min(NUMBERS.contracts_drawn, left)
    total = 0.0
    for _ in range(SAMPLES):
        drawn = rng.shuffled(unseen)[:number]
        total += outlook(world, with_contracts(p, tuple(drawn)))
    return total / SAMPLES


def _building(world: World, p: Position, view: View) -> Iterator[Choice]:
    loose = view.companies[view.active].loose
    site = site_of(view, p.money)
    if loose is not None:
        yield from _routes_valued(
            world, p, view, site, routes(site, from_loose_end(site.land, loose), LONGEST_EXTENSION), 0
        )
        bare = site_of(view, p.money, with_own_loose=False)
        last = loose.tiles(world.board.grid)[-1][0]
        for value, _ in _routes_valued(world, p, view, bare, _new_routes(bare, p, world), len(loose.edges) - 1):
            yield value, Remove(last)
    else:
        yield from _routes_valued(world, p, view, site, _new_routes(site, p, world), 0)


def _new_routes(site: Site, p: Position, world: World) -> list[Route]:
    owned = p.net.owned[world.active]
    board = world.board
    if owned:
        cities = [c for c, place in enumerate(board.place_of) if owned >> place & 1]
        return routes(site, from_cities(site.land, cities))
    return [route for city in range(len(board.cities)) for route in routes(site, from_cities(site.land, [city]), 2)]


def _routes_valued(
    world: World, p: Position, view: View, site: Site, found: list[Route], extra: int
) -> Iterator[Choice]:
    """What each route is worth, with the first tile that it asks for; ``extra`` tiles must be taken away before."""
    extending = view.companies[view.active].loose is not None and not extra
    steps = view.steps or NUMBERS.tiles_per_action
    for route in found:
        if not extending and not _adds(world, p, route):
            continue
        tiles = len(route.laid) + extra
        after = with_link(world, p, route.start, route.goal, route.money, tiles)
        value = outlook(world, after) - UNFINISHED * max(0, tiles - steps)
        hex_, way = route.laid[0]
        yield value, Cross(hex_, way) if hex_ in site.ways else Track(hex_, way)


def _adds(world: World, p: Position, route: Route) -> bool:
    """Whether a new link leads to where the company has not been; a second one only helps to own a VP city."""
    new = not p.net.owned[world.active] >> world.board.place_of[route.goal] & 1
    return new or (world.direct and route.goal in world.vp_cities)
