"""How actions change a position: as it would be after them."""

from __future__ import annotations

from msgspec.structs import replace

from engineshed.games.steam_power.bots.world import Position, World
from engineshed.games.steam_power.rules.for_bots import NUMBERS, VP_CITY, one_by_one
from engineshed.rail.network import UNREACHED


def with_link(world: World, p: Position, start: int, goal: int, tiles: int, money: int) -> Position:
    """With a link between two cities, once all its tiles are laid."""
    board, roads, efforts = world.board, world.roads, world.efforts
    a, b = board.place_of[start], board.place_of[goal]
    return replace(
        p,
        owned=p.owned | 1 << a | 1 << b,
        away=tuple(map(min, p.away, roads.away(a), roads.away(b))),
        reach=tuple(map(min, p.reach, efforts[a], efforts[b])),
        guests=_with_me(world, p.guests, (start, goal) if world.direct else (*board.places[a], *board.places[b])),
        money=p.money - money,
        time=p.time - tiles / NUMBERS.tiles_per_action,
    )


def _with_me(world: World, guests: tuple[int, ...], cities: tuple[int, ...]) -> tuple[int, ...]:
    """The guests of the VP cities, with me in those of these cities."""
    vp_cities = world.by_colour[VP_CITY]
    for city in cities:
        if city in vp_cities:
            at = vp_cities.index(city)
            guests = (*guests[:at], guests[at] | 1 << world.me, *guests[at + 1 :])
    return guests


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


def good_cost(world: World, p: Position, city: int) -> int:
    """What it costs to bring a good from a city into my network."""
    away = p.away[world.board.place_of[city]]
    return away * NUMBERS.link_fee + (p.factories[city] != world.me) * NUMBERS.factory_fee


def _sources(world: World, p: Position, colour: int) -> list[tuple[int, bool, int]]:
    """Cities whose goods of a colour can be brought to my network: fees, whether foreign, city."""
    place_of, found = world.board.place_of, []
    for city in world.by_colour[colour]:
        away = p.away[place_of[city]]
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
