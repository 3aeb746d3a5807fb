"""What goods can be had, and what they cost a company: exact, and remembered until something changes.

Transport costs one fee for each foreign link between the good and the company's network, so a place's
distance in links is its price. Every city makes one colour only; so the cheapest way to get several goods
is to take the cheapest of each colour, one by one.
"""

from __future__ import annotations

from typing import NamedTuple

from engineshed.games.steam_power.components import CONTRACTS, GOODS, NUMBERS
from engineshed.games.steam_power.state import State
from engineshed.rail.links import UNREACHED

MOST = tuple(max(contract.demand[colour] for contract in CONTRACTS) for colour in range(len(GOODS)))
"""The most goods of each colour that any contract asks for."""


class Source(NamedTuple):
    """A city whose goods can be brought to a company's network, in the order in which they are taken."""

    cost: int
    """Factory fee and the cheapest transport, for one good."""
    foreign: bool
    city: int
    goods: int
    away: int
    """Foreign links on the cheapest way."""


class Prices(NamedTuple):
    """One company's prices of one colour."""

    sources: tuple[Source, ...]
    available: int
    """How many goods can be brought, at whatever cost."""
    costs: tuple[int, ...]
    """``costs[n]``: the least that n goods cost, those that cannot be had bought from the bank."""
    choices: tuple[bool, ...]
    """``choices[n]``: whether n goods may come from elsewhere or by another way."""


def prices(s: State, company: int) -> tuple[Prices, ...]:
    """A company's prices by colour."""
    known: tuple[Prices, ...] | None = s.prices[company]
    if known is None:
        known = s.prices[company] = _work_out(s, company)
    return known


def _work_out(s: State, company: int) -> tuple[Prices, ...]:
    found: list[list[Source]] = [[] for _ in GOODS]
    distance = s.net.distances(company)
    place_of = s.board.place_of
    for city, goods in enumerate(s.goods):
        away = distance[place_of[city]]
        if goods and away != UNREACHED:
            foreign = s.factories[city] != company + 1
            cost = away * NUMBERS.link_fee + foreign * NUMBERS.factory_fee
            found[s.colours[city]].append(Source(cost, foreign, city, goods, away))
    return tuple(_of_colour(colour, sorted(sources)) for colour, sources in enumerate(found))


def _of_colour(colour: int, sources: list[Source]) -> Prices:
    available = sum(source.goods for source in sources)
    most = MOST[colour]
    costs = tuple(cheapest(sources, n) for n in range(most + 1))
    outside = any(source.away for source in sources)
    choices = tuple(n > 0 and (outside or (len(sources) > 1 and available > n)) for n in range(most + 1))
    return Prices(tuple(sources), available, costs, choices)


def cheapest(sources: list[Source] | tuple[Source, ...], wanted: int, without: int = -1) -> int:
    """The least that so many goods cost; one good of the city ``without`` is spoken for."""
    cost = 0
    for source in sources:
        take = min(wanted, source.goods - (source.city == without))
        cost += take * source.cost
        wanted -= take
        if not wanted:
            return cost
    return cost + wanted * NUMBERS.bank_price


def cost_of(table: tuple[Prices, ...], demand: tuple[int, ...]) -> int:
    """The least that a contract's goods cost, bank purchases included."""
    black, white, orange, grey = table
    return black.costs[demand[0]] + white.costs[demand[1]] + orange.costs[demand[2]] + grey.costs[demand[3]]


def bought(table: tuple[Prices, ...], demand: tuple[int, ...]) -> int:
    """How many of a contract's goods cannot be had and must come from the bank (R42)."""
    return sum(max(0, n - colour.available) for n, colour in zip(demand, table, strict=True))


def has_choice(table: tuple[Prices, ...], demand: tuple[int, ...]) -> bool:
    return any(colour.choices[n] for n, colour in zip(demand, table, strict=True))
