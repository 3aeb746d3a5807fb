"""What goods can be had, and what they cost a company: exact, and remembered until something changes.

Transport costs one fee for each foreign link between the good and the company's network, so a place's
distance in links is its price. Every city makes one colour only; so the cheapest way to get several goods
is to take the cheapest of each colour, one by one.
"""

from __future__ import annotations

from engineshed.games.steam_power.rules.components import GOODS, NUMBERS
from engineshed.games.steam_power.rules.state import NOT_ASKED, Prices, State
from engineshed.rail.network import UNREACHED

Source = tuple[int, bool, int, int, int]
"""A city whose goods can be brought to a company's network; sorted in the order in which they are taken.

What one good costs (factory fee and the cheapest transport), whether the factory is foreign, the city, how
many goods there are, and how many foreign links away it lies.
"""


ALWAYS = 1 << 30
LINK_FEE, FACTORY_FEE = NUMBERS.link_fee, NUMBERS.factory_fee


def prices(s: State, company: int) -> list[Prices]:
    """A company's prices by colour."""
    known, first = s.prices, company * len(GOODS)
    table = known[first : first + len(GOODS)]
    if NOT_ASKED in table:
        for colour, asked in enumerate(table):
            if asked is NOT_ASKED:
                table[colour] = known[first + colour] = _work_out(s, company, colour)
    return table


def forget_prices(s: State, colour: int) -> None:
    """Goods or factories of a colour have changed."""
    s.prices = s.prices.copy()
    s.prices[colour :: len(GOODS)] = [NOT_ASKED] * s.companies


def forget_distant_prices(s: State) -> None:
    """A link was finished: the prices stay for those companies only from whom nothing is nearer now."""
    knows = [s.net.knows_distances(company) for company in range(s.companies)]
    s.prices = [price if knows[number // len(GOODS)] else NOT_ASKED for number, price in enumerate(s.prices)]


def _work_out(s: State, company: int, colour: int) -> Prices:
    """Only what listing moves needs; which city it is that sells so cheaply is asked far less often."""
    each: list[int] = []
    distance, place_of, goods, factories = s.net.distances(company), s.board.place_of, s.goods, s.factories
    own, most, available, places, outside = company + 1, s.ground.box.most[colour], 0, 0, False
    for city in s.cities_of[colour]:
        here = goods[city]
        if here:
            away = distance[place_of[city]]
            if away != UNREACHED:
                cost = away * LINK_FEE + (factories[city] != own) * FACTORY_FEE
                each += [cost] * min(here, most)
                available += here
                places += 1
                outside = outside or away > 0
    each.sort()
    choice_below = ALWAYS if outside else available if places > 1 else 0
    return Prices(available, _running(each, most), choice_below)


def _running(each: list[int], most: int) -> tuple[int, ...]:
    """The least that 0, 1, ... goods cost, up to ``most``."""
    costs = [0]
    for number in range(most):
        costs.append(costs[-1] + (each[number] if number < len(each) else NUMBERS.bank_price))
    return tuple(costs)


def sources(s: State, company: int, colour: int) -> list[Source]:
    """The cities that goods of this colour can come from, the cheapest first."""
    found: list[Source] = []
    distance, place_of = s.net.distances(company), s.board.place_of
    for city in s.cities_of[colour]:
        away = distance[place_of[city]]
        if s.goods[city] and away != UNREACHED:
            foreign = s.factories[city] != company + 1
            found.append((away * LINK_FEE + foreign * FACTORY_FEE, foreign, city, s.goods[city], away))
    return sorted(found)


def cheapest(found: list[Source], wanted: int, without: int = -1) -> int:
    """The least that so many goods cost; one good of the city ``without`` is spoken for."""
    total = 0
    for cost, _, city, goods, _ in found:
        take = min(wanted, goods - (city == without))
        total += take * cost
        wanted -= take
        if not wanted:
            return total
    return total + wanted * NUMBERS.bank_price


def cheapest_cities(s: State, company: int, needs: tuple[int, ...]) -> list[int]:
    """Where so many goods of each colour come from when they come in the cheapest way; one entry a good."""
    cities: list[int] = []
    for colour, wanted in enumerate(needs):
        for _, _, city, goods, _ in sources(s, company, colour) if wanted else ():
            take = min(wanted, goods)
            cities += [city] * take
            wanted -= take
    return cities


def cost_of(table: list[Prices], demand: tuple[int, ...]) -> int:
    """The least that a contract's goods cost, bank purchases included."""
    black, white, orange, grey = table
    return black.costs[demand[0]] + white.costs[demand[1]] + orange.costs[demand[2]] + grey.costs[demand[3]]


def bought(table: list[Prices], demand: tuple[int, ...]) -> int:
    """How many of a contract's goods cannot be had and must come from the bank (R42)."""
    return sum(max(0, n - colour.available) for n, colour in zip(demand, table, strict=True))


def has_choice(table: list[Prices], demand: tuple[int, ...]) -> bool:
    """Whether any of these goods may come from elsewhere or by another way."""
    return any(0 < n < colour.choice_below for n, colour in zip(demand, table, strict=True))
