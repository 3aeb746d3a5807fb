"""Deliveries compared with an exhaustive search: which are possible, which is cheapest, and every choice.

The search here is independent of the engine's: it reads the described position, follows every route that visits no
place twice, and tries every choice of sources.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod
from typing import Any

import pytest

from engineshed.core.contract import CHANCE
from engineshed.core.rng import Rng
from engineshed.games.steam_power import GAME
from engineshed.games.steam_power.rules.board import load_board
from engineshed.games.steam_power.rules.box import box_of
from engineshed.games.steam_power.rules.components import CONTRACT_OF, GOODS
from engineshed.games.steam_power.rules.moves import Deliver, Plan
from engineshed.games.steam_power.rules.options import Options
from engineshed.rail.hexgrid import EDGES

CONTRACTS = box_of(()).contracts

Outcome = tuple[tuple[str, ...], tuple[tuple[str, int], ...]]
"""The cities that goods leave (sorted), and what each other company is paid."""

Route = tuple[tuple[str, int], ...]
"""For each link, its owner and the place that it leads to."""

Way = tuple[tuple[str, Route], ...]
"""For each good, the city that it leaves and its route (sorted)."""

MOST_OUTCOMES = 120
MOST_TRIED = 3000
MOST_MONEY = 7
"""With more money there would be too many affordable detours to try them all."""


def positions(map_name: str, seats: int, seed: str) -> Iterator[Any]:
    """The positions of a random game in which a player chooses an action."""
    s = GAME.rules.start(seats, Options(map=map_name))
    rng = Rng("deliveries", seed)
    ply = 0
    while GAME.rules.to_act(s):
        (seat,) = GAME.rules.to_act(s)
        if seat == CHANCE:
            move = GAME.rules.draw(s, Rng("draw", seed, ply))
        else:
            if GAME.speech.describe(s)["stage"] == "action":
                yield s
            move = rng.choice(list(GAME.rules.legal(s, seat)))
        s = GAME.rules.apply(s, seat, move).state
        ply += 1


class Search:
    """The position as a graph of places, read from its description."""

    def __init__(self, s: Any) -> None:
        self.doc = GAME.speech.describe(s)
        self.board = load_board(self.doc["map"])
        self.company: str = self.doc["turn"]
        self.money: int = self.doc["money"][self.company]
        self.own = {self.place(city) for city in self.doc["derived"]["networks"][self.company]}
        self.hops: dict[int, set[tuple[str, int]]] = {}
        for owner, texts in self.doc["links"].items():
            for text in texts:
                self.add_link(owner, text)

    def place(self, city: str) -> int:
        return self.board.place_of[self.board.cities.index(city)]

    def add_link(self, owner: str, text: str) -> None:
        words = text.split()
        edges = [word for word in words if word in EDGES]
        start = " ".join(words[: len(words) - len(edges)])
        here = self.board.city_hex[self.board.cities.index(start)]
        for edge in edges:
            here = self.board.grid.neighbours[here][EDGES.index(edge)]
        goal = self.board.city_at[here]
        if goal >= 0:
            a, b = self.place(start), self.board.place_of[goal]
            self.hops.setdefault(a, set()).add((owner, b))
            self.hops.setdefault(b, set()).add((owner, a))

    def routes(self, place: int, been: tuple[int, ...] = ()) -> Iterator[Route]:
        """Every route into the network, link by link."""
        if place in self.own:
            yield ()
            return
        for owner, there in sorted(self.hops.get(place, ())):
            if there not in (*been, place):
                for rest in self.routes(there, (*been, place)):
                    if len(rest) < self.money:
                        yield ((owner, there), *rest)

    def supplies(self, good: str) -> list[tuple[str, int, list[Route]]]:
        """The city, its number of goods and every route, for all cities that can supply a good."""
        found = []
        for city, goods in self.doc["goods"].items():
            if goods and self.doc["cities"][city] == good:
                routes = list(self.routes(self.place(city)))
                if routes or self.joined(self.place(city)):
                    found.append((city, goods, routes))
        return found

    def payees(self, city: str, route: Route) -> list[str]:
        owner = self.doc["factories"][city]
        return [*([] if owner == self.company else [owner]), *(owner for owner, _ in route)]

    def joined(self, place: int) -> bool:
        """Whether the place is connected to the network at all, at any cost."""
        seen, wave = {place}, [place]
        while wave:
            for _, there in self.hops.get(wave.pop(), ()):
                if there not in seen:
                    seen.add(there)
                    wave.append(there)
        return bool(seen & self.own)

    def ways(self, contract: str) -> tuple[int, set[Way]] | None:
        """How many goods the bank must sell, and every affordable way to get the others; None if there are too many."""
        demand = CONTRACTS[CONTRACT_OF[contract]].demand
        bank, units = 0, []
        for good, wanted in zip(GOODS, demand, strict=True):
            supplies = self.supplies(good)
            there = min(wanted, sum(goods for _, goods, _ in supplies))
            bank += wanted - there
            units += [supplies] * there
        stock = {city: goods for supplies in units for city, goods, _ in supplies}
        found: set[Way] = set()
        options = [[(city, route) for city, _, routes in supplies for route in routes] for supplies in units]
        if prod(len(routes) for routes in options) > MOST_TRIED:
            return None
        for chosen in product(*options):
            cities = [city for city, _ in chosen]
            fees = sum(len(self.payees(city, route)) for city, route in chosen)
            if fees + 5 * bank <= self.money and all(cities.count(city) <= stock[city] for city in cities):
                found.add(tuple(sorted(chosen)))
        return bank, found

    def outcome(self, way: Way) -> Outcome:
        payees = [payee for city, route in way for payee in self.payees(city, route)]
        return tuple(city for city, _ in way), tuple((payee, payees.count(payee)) for payee in sorted(set(payees)))


def played_outcomes(s: Any, after: Any, contract: int) -> Outcome:
    before, now = GAME.speech.describe(s), GAME.speech.describe(after)
    cities = tuple(sorted(city for city, goods in before["goods"].items() for _ in range(goods - now["goods"][city])))
    paid = {name: now["money"][name] - money for name, money in before["money"].items() if name != before["turn"]}
    assert CONTRACTS[contract].id in now["done"][before["turn"]]
    return cities, tuple(sorted((name, amount) for name, amount in paid.items() if amount))


def plan_outcomes(s: Any, plan: Plan) -> set[Outcome]:
    """Everything that choosing sources and links can lead to."""
    (seat,) = GAME.rules.to_act(s)
    found: set[Outcome] = set()
    stack = [GAME.rules.apply(s, seat, plan).state]
    seen: list[bytes] = []
    while stack:
        here = stack.pop()
        if GAME.speech.describe(here)["stage"] not in ("plan", "route"):
            found.add(played_outcomes(s, here, plan.contract))
            continue
        for move in GAME.rules.legal(here, seat):
            after = GAME.rules.apply(here, seat, move).state
            key = GAME.rules.dump(after)
            if key not in seen:
                seen.append(key)
                stack.append(after)
    return found


@pytest.mark.parametrize(("map_name", "seats"), [("ireland", 3), ("germany", 4), ("great-britain", 5)])
def test_the_offered_deliveries_match_an_exhaustive_search(map_name: str, seats: int) -> None:
    compared = planned = 0
    for number, s in enumerate(positions(map_name, seats, f"exact-{map_name}")):
        search = Search(s)
        if search.money > MOST_MONEY:
            continue
        (seat,) = GAME.rules.to_act(s)
        legal = list(GAME.rules.legal(s, seat))
        for contract in search.doc["hands"][search.company] if search.own else ():
            tried = search.ways(contract)
            if tried is None:
                continue
            bank, ways = tried
            outcomes = {search.outcome(way) for way in ways}
            deliver = Deliver(CONTRACT_OF[contract])
            assert (deliver in legal) == bool(outcomes), (number, contract)
            if not outcomes:
                continue
            compared += 1
            after = GAME.rules.apply(s, seat, deliver).state
            reward = CONTRACTS[deliver.contract].money
            spent = search.money + reward - GAME.speech.describe(after)["money"][search.company]
            assert spent == 5 * bank + min(sum(paid for _, paid in payees) for _, payees in outcomes)
            assert played_outcomes(s, after, deliver.contract) in outcomes
            plan = Plan(deliver.contract)
            assert (plan in legal) == (len(ways) > 1), (number, contract)
            if plan in legal and len(outcomes) <= MOST_OUTCOMES:
                assert plan_outcomes(s, plan) == outcomes
                planned += 1
    assert compared > 25
    assert planned > 10
