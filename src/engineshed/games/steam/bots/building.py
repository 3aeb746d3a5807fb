"""The build turn: which track to lay next, and where new goods and New Cities do the most good."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from engineshed.games.steam.bots.outlook import deliverable, outlook, relieved
from engineshed.games.steam.bots.position import Position, with_city, with_cubes, with_links, with_payment
from engineshed.games.steam.bots.routes import Route, Site, routes
from engineshed.games.steam.rules.for_bots import NUMBERS, AnyMove, Grow, Urbanise, View

Option = tuple[float, AnyMove]

FARTHER = 2
"""How many tiles an unfinished link may still need after this turn: it has to be extended, or it is lost."""


def budget(p: Position) -> int:
    """What may be spent without getting into a debt that deliveries will not pay off."""
    if p.upkeep:
        return p.cash - max(0, p.upkeep * p.range - p.income)
    return p.cash + NUMBERS.loan * max(0, p.income - max(p.weights.lowest_income, p.lowest + p.weights.reserve))


def affordable(p: Position, amount: int) -> bool:
    """What is free is always affordable."""
    return amount <= max(0, budget(p))


def track(view: View, p: Position, placements: int, money: int) -> Iterator[tuple[float, Route]]:
    """Routes with what they gain, compared with leaving everything as it is."""
    site = Site(view, p.weights.tile_price, brief=p.weights.brief)
    if p.weights.brief and site.open:
        going_on = list(_weighed(p, routes(site, site.from_open_ends(), placements, money)))
        yield from going_on
        if going_on:
            return
    yield from _weighed(p, routes(site, site.from_network(), placements, money))
    if deliverable(p) * 2 < p.actions or (p.weights.anywhere_at_last and p.payouts == 1):
        yield from _weighed(p, routes(site, site.from_cities(), placements, money))
    farther = 0 if p.weights.brief else FARTHER
    for gain, route in _weighed(p, routes(site, site.from_open_ends(), placements + farther, money)):
        yield gain if route.tiles <= placements else p.weights.unfinished * gain, route


def _weighed(p: Position, found: Sequence[Route]) -> Iterator[tuple[float, Route]]:
    base = outlook(p)
    for route in sorted(found, key=lambda route: (route.money / len(route.links), route.links))[: p.weights.routes]:
        after = with_payment(with_links(p, route.links), route.money)
        yield relieved(p, after) - base - p.weights.tile * route.tiles, route


def building(view: View, p: Position, legal: Collection[AnyMove]) -> Iterator[Option]:
    """The next tile towards each link worth building."""
    for gain, route in track(view, p, view.placements, budget(p)):
        if route.first in legal:
            yield gain, route.first


# -- goods and New Cities -------------------------------------------------------------------------------------------


def group_worth(view: View, p: Position, city: int) -> list[tuple[float, int]]:
    """Each group of the supply with the outlook if its cubes were in this city."""
    return [(relieved(p, with_cubes(p, city, cubes)), field) for field, cubes in enumerate(view.fields) if any(cubes)]


def _best_group(view: View, p: Position, city: int) -> float:
    return max((worth for worth, _ in group_worth(view, p, city)), default=outlook(p))


def growth(view: View, p: Position) -> list[Option]:
    """Every city that can grow, with what the best goods for it gain."""
    base = outlook(p)
    return [(_best_group(view, p, city.hex) - base, Grow(city.hex)) for city in view.cities if not city.grown]


def urbanisation(view: View, p: Position, towns: Sequence[int]) -> list[Option]:
    """New Cities in these towns, with what they and their goods gain."""
    base = outlook(p)
    return [
        (_best_group(view, with_city(p, town, colour), town) - base, Urbanise(town, colour))
        for town in towns
        for colour, left in enumerate(view.new_cities)
        if left
    ]
