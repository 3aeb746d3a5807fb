"""A position of Steam Power as the predicates see it, read from the seat's view and the map's file."""

from __future__ import annotations

import heapq
from functools import cached_property
from typing import Any, NamedTuple

from engineshed.core.contract import Seat
from engineshed.games.steam_power import GAME
from tests.refusals.steam_power.ground import CONTRACTS, GOODS, WAYS, Ground, ground_of, opposite

BANK_PRICE = 5


class Line(NamedTuple):
    """A link: its tiles from the start, the hex that it leads to, and the edge by which it enters that hex."""

    start: int
    tiles: tuple[tuple[int, int, int], ...]
    """Each hex, with the edges by which the link enters and leaves it."""
    goal: int
    enters: int


class Position:
    def __init__(self, state: Any, seat: int) -> None:
        self.seat = seat
        self.view: Any = GAME.rules.view(state, Seat(seat))
        self.stage: str = self.view.stage
        self.ground: Ground = ground_of(self.view.options)
        self.solo = self.view.seats == 1
        self.company: int = self.view.active if self.solo else seat
        self.me: Any = self.view.companies[self.company]
        self.money: int = self.view.players[seat].money
        self.links = [[self._line(path) for path in company.links] for company in self.view.companies]
        paths = [company.loose for company in self.view.companies]
        self.loose: list[Line | None] = [None if path is None else self._line(path) for path in paths]
        self._prices: dict[tuple[int, frozenset[int]], float] = {}

    def _line(self, path: Any) -> Line:
        tiles, hex_ = [], path.start
        for comes, leaves in zip(path.edges, path.edges[1:], strict=False):
            hex_ = self.ground.beside[hex_][comes]
            tiles.append((hex_, opposite(comes), leaves))
        goal = self.ground.beside[hex_][path.edges[-1]]
        return Line(path.start, tuple(tiles), -1 if goal is None else goal, opposite(path.edges[-1]))

    # -- track --------------------------------------------------------------------------------------------------------

    @cached_property
    def tracks(self) -> dict[int, list[frozenset[int]]]:
        """The tracks in each hex, of all companies."""
        found: dict[int, list[frozenset[int]]] = {}
        for line in self.all_lines:
            for hex_, comes, leaves in line.tiles:
                found.setdefault(hex_, []).append(frozenset((comes, leaves)))
        return found

    @property
    def all_lines(self) -> list[Line]:
        return [*(line for links in self.links for line in links), *(line for line in self.loose if line)]

    @cached_property
    def finished_hexes(self) -> set[int]:
        """The hexes with track of a finished link."""
        return {hex_ for links in self.links for line in links for hex_, _, _ in line.tiles}

    @property
    def mine(self) -> Line | None:
        """The builder's unfinished link."""
        return self.loose[self.company]

    @cached_property
    def rivals_ends(self) -> set[tuple[int, int]]:
        """The edges of hexes that other companies' unfinished links point at."""
        others = [line for company, line in enumerate(self.loose) if line and company != self.company]
        return {(line.goal, line.enters) for line in others}

    def cities_of(self, company: int) -> set[int]:
        """The groups that a company's finished links reach, each by its first city."""
        ends = {hex_ for line in self.links[company] for hex_ in (line.start, line.goal)}
        return {self.ground.group[self.ground.city_at[hex_]] for hex_ in ends}

    @cached_property
    def network(self) -> set[int]:
        return self.cities_of(self.company)

    @cached_property
    def reached(self) -> set[int]:
        """The groups that anybody's finished link reaches."""
        return set().union(*(self.cities_of(company) for company in range(len(self.links))))

    def in_network(self, hex_: int) -> bool:
        city = self.ground.city_at.get(hex_)
        return city is not None and self.ground.group[city] in self.network

    # -- goods --------------------------------------------------------------------------------------------------------

    @cached_property
    def roads(self) -> dict[int, list[tuple[int, int]]]:
        """The finished links from each group: whose, and to which group."""
        found: dict[int, list[tuple[int, int]]] = {}
        for company, links in enumerate(self.links):
            for line in links:
                one, other = (self.ground.group[self.ground.city_at[hex_]] for hex_ in (line.start, line.goal))
                found.setdefault(one, []).append((company, other))
                found.setdefault(other, []).append((company, one))
        return found

    def way_home(self, place: int, visited: frozenset[int] = frozenset()) -> float:
        """What the links from a group to the network cost, avoiding these places."""
        key = (place, visited)
        if key not in self._prices:
            self._prices[key] = self._search(place, visited)
        return self._prices[key]

    def _search(self, place: int, visited: frozenset[int]) -> float:
        seen: set[int] = set()
        queue = [(0, place)]
        while queue:
            price, here = heapq.heappop(queue)
            if here in self.network:
                return price
            if here in seen:
                continue
            seen.add(here)
            for company, there in self.roads.get(here, []):
                if there not in visited and there not in seen:
                    heapq.heappush(queue, (price + (company != self.company), there))
        return float("inf")

    def unit_price(self, city: int) -> float:
        """What a good from this city costs: the factory's owner and the links are paid."""
        foreign = bool(self.view.cities[city].factory != self.company)
        return foreign + self.way_home(self.ground.group[city])

    def colour_of(self, city: int) -> int | None:
        tile = self.view.cities[city].tile
        return GOODS.index(tile) if tile in GOODS else None

    def supply(self, needs: tuple[int, ...], without: int | None = None) -> tuple[int, int]:
        """The cheapest way to supply this: the fees and the bank's price. The city ``without`` has one good less."""
        fees = bank = 0
        for colour, need in enumerate(needs):
            units: list[float] = []
            for city, there in enumerate(self.view.cities):
                if self.colour_of(city) == colour:
                    units += [self.unit_price(city)] * (there.goods - (city == without))
            cheapest = sorted(price for price in units if price < float("inf"))[:need]
            fees += int(sum(cheapest))
            bank += BANK_PRICE * (need - len(cheapest))
        return fees, bank

    def needs(self, contract: int) -> tuple[int, ...]:
        found: tuple[int, ...] = CONTRACTS[contract]["needs"]
        return found

    @property
    def holds(self) -> tuple[int, ...]:
        hand: tuple[int, ...] = self.view.hand or ()
        return hand

    @cached_property
    def done(self) -> set[int]:
        return {contract for player in self.view.players for contract in player.done}


def way_of(number: int) -> frozenset[int]:
    return frozenset(WAYS[number])
