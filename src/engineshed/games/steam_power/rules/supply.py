"""Which goods are available, and what they cost a company: exact, and cached until something changes.

Transport costs one fee for each foreign link between the good and the company's network, so a place's
distance in links is its price. Every city makes one colour only; so the cheapest way to get several goods
is to take the cheapest of each colour, one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from engineshed.games.steam_power.rules.components import GOODS, NUMBERS
from engineshed.games.steam_power.rules.state import State
from engineshed.games.steam_power.rules.truth import NOT_ASKED, Prices
from engineshed.rail.network import UNREACHED

Source = tuple[int, bool, int, int, int]
"""A city whose goods can be brought to a company's network; sorted in the order in which they are taken.

What one good costs (factory fee and the cheapest transport), whether the factory is foreign, the city, how
many goods there are, and how many foreign links away it is.
"""


NO_OTHER: Final = 1 << 30
"""More dollars than anybody has: there is no other way."""
AT_HOME: Final = -1
"""Used in place of a city, for goods in the company's own network."""
LINK_FEE, FACTORY_FEE = NUMBERS.link_fee, NUMBERS.factory_fee


def prices(s: State, company: int) -> list[Prices]:
    """A company's prices by colour."""
    known, first = s.prices, company * len(GOODS)
    table = known[first : first + len(GOODS)]
    for colour, asked in enumerate(table):
        if asked is NOT_ASKED:
            table[colour] = known[first + colour] = _work_out(s, company, colour)
    return table


def forget_prices(s: State, colour: int) -> None:
    """Goods or factories of a colour have changed."""
    s.prices = s.prices.copy()
    s.prices[colour :: len(GOODS)] = [NOT_ASKED] * s.companies


def forget_distant_prices(s: State) -> None:
    """A link was finished: only companies for which no distance has become shorter keep their prices."""
    knows = [s.net.knows_distances(company) for company in range(s.companies)]
    s.prices = [price if knows[number // len(GOODS)] else NOT_ASKED for number, price in enumerate(s.prices)]


def _work_out(s: State, company: int, colour: int) -> Prices:
    """Work out only what listing moves needs; which cities the goods come from is needed far less often."""
    found: list[tuple[int, int, int]] = []
    distance, place_of, goods, factories = s.net.distances(company), s.ground.place_of, s.goods, s.factories
    own, most = company + 1, s.ground.box.most[colour]
    for city in s.cities_of[colour]:
        here = goods[city]
        if here:
            if here > most:
                here = most + 1  # more than that make no difference
            away = distance[place_of[city]]
            if away != UNREACHED:
                cost = away * LINK_FEE + (factories[city] != own) * FACTORY_FEE
                found.append((cost, here, place_of[city] if away else AT_HOME))
    found.sort()
    return _prices_of(tuple(found), most)


@lru_cache(maxsize=1 << 14)
def _prices_of(found: tuple[tuple[int, int, int], ...], most: int) -> Prices:
    """``found``: what one good costs, how many there are, and the place if it is outside, the cheapest first.

    Cached, because there are few different ones and each occurs many times.
    """
    available, costs, extras, outside = 0, [0], [NO_OTHER], []
    for number, (cost, here, place) in enumerate(found):
        if place != AT_HOME:
            outside.append((available, place))
        # Take one good from the next city instead of this one; or, if this one has more, one from here instead of the
        # last city.
        extra = found[number + 1][0] - cost if number + 1 < len(found) else NO_OTHER
        with_some_left = min(extra, cost - found[number - 1][0]) if number else extra
        for taken in range(1, min(here, most - available) + 1):
            costs.append(costs[-1] + cost)
            extras.append(with_some_left if taken < here else extra)
        available += here
    for _ in range(most - available):
        costs.append(costs[-1] + NUMBERS.bank_price)
        extras.append(NO_OTHER)
    return Prices(available, tuple(costs), tuple(extras), tuple(outside))


def sources(s: State, company: int, colour: int) -> list[Source]:
    """The cities that goods of this colour can come from, the cheapest first."""
    found: list[Source] = []
    distance, place_of = s.net.distances(company), s.ground.place_of
    for city in s.cities_of[colour]:
        away = distance[place_of[city]]
        if s.goods[city] and away != UNREACHED:
            foreign = s.factories[city] != company + 1
            found.append((away * LINK_FEE + foreign * FACTORY_FEE, foreign, city, s.goods[city], away))
    return sorted(found)


def cheapest(found: list[Source], wanted: int, without: int = -1) -> int:
    """The least that this many goods cost; one good of the city ``without`` is already taken."""
    total = 0
    for cost, _, city, goods, _ in found:
        take = min(wanted, goods - (city == without))
        total += take * cost
        wanted -= take
        if not wanted:
            return total
    return total + wanted * NUMBERS.bank_price


def cheapest_cities(s: State, company: int, needs: tuple[int, ...]) -> list[int]:
    """Where this many goods of each colour come from in the cheapest way; one entry for each good."""
    return [city for colour, wanted in enumerate(needs) if wanted for city in _cheapest_of(s, company, colour, wanted)]


def _cheapest_of(s: State, company: int, colour: int, wanted: int) -> Iterable[int]:
    found = sources(s, company, colour)
    if len(found) == 1:
        ((_, _, city, goods, _),) = found
        return [city] * min(wanted, goods)
    left = {city: goods for _, _, city, goods, _ in found}
    return one_by_one([source[:3] for source in found], left, wanted, solo=s.solo)


def one_by_one(found: list[tuple[int, bool, int]], left: dict[int, int], wanted: int, *, solo: bool) -> Iterator[int]:
    """The cities that goods leave, the cheapest first. ``found``: cost of a good, whether it is foreign, city.

    Equally cheap goods come from the company's own factories first, and from the one that is nearest to exhaustion.
    From rivals' factories they come from the fullest, so that a rival's city is exhausted only if that cannot be helped
    (R40). In the solo game, all factories are the player's.
    """

    def order(source: tuple[int, bool, int]) -> tuple[int, bool, int, int]:
        cost, foreign, city = source
        rival = foreign and not solo
        return cost, rival, -left[city] if rival else left[city], city

    for _ in range(min(wanted, sum(left[city] for _, _, city in found))):
        _, _, city = min((source for source in found if left[source[2]]), key=order)
        left[city] -= 1
        yield city


def cost_of(table: list[Prices], demand: tuple[int, ...]) -> int:
    """The least that a contract's goods cost, bank purchases included."""
    black, white, orange, grey = table
    return black.costs[demand[0]] + white.costs[demand[1]] + orange.costs[demand[2]] + grey.costs[demand[3]]


def bought(table: list[Prices], demand: tuple[int, ...]) -> int:
    """How many of a contract's goods are not available and must come from the bank (R42)."""
    missing = 0
    for wanted, colour in zip(demand, table, strict=True):
        if wanted > colour.available:
            missing += wanted - colour.available
    return missing


def has_choice(s: State, company: int, demand: tuple[int, ...], spare: int) -> bool:
    """Whether one of these goods may come from elsewhere or by another route for at most ``spare`` dollars more."""
    table = prices(s, company)
    elsewhere = any(colour.extras[wanted] <= spare for wanted, colour in zip(demand, table, strict=True))
    return elsewhere or has_detour(s, company, table, demand, spare)


def has_detour(s: State, company: int, table: list[Prices], demand: tuple[int, ...], spare: int) -> bool:
    """Whether one of these goods may come by another route than the cheapest for at most ``spare`` dollars more."""
    for wanted, colour in zip(demand, table, strict=True):
        for cheaper, place in colour.outside:
            if cheaper < wanted:
                detour = s.net.detour(company, place)
                if detour != UNREACHED and detour * LINK_FEE <= spare:
                    return True
    return False
