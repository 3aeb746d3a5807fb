"""Plans: which orders a train takes on next, where it stops for them, and what that is worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from engineshed.games.dampf_and_rails.bots.network import at
from engineshed.games.dampf_and_rails.bots.outlook import Order, Outlook
from engineshed.games.dampf_and_rails.rules.for_bots import NOWHERE, Train


class Stop(NamedTuple):
    """Fetch a good in a town, or deliver it there."""

    town: int
    order: Order
    delivers: bool


class Plan(NamedTuple):
    worth: float
    stops: tuple[Stop, ...]
    money: int
    """The price of the track that is still to be built."""
    rounds: float

    @property
    def cards(self) -> list[int]:
        return [stop.order.card for stop in self.stops]


NO_PLAN = Plan(float("-inf"), (), 0, 0.0)


class Planner:
    """The plans of one train, made when they are needed. What earlier planners will deliver is left to them.

    If handling costs nothing, goods available in the town where a train is count as much as goods on the train.
    So the best plan stays the best while goods are set down and loaded for it, and no good goes back and forth.
    """

    def __init__(self, p: Outlook, train: Train, before: Sequence[Planner] = ()) -> None:
        self.p, self.train, self.before = p, train, before
        self.spot, self.speed, self.holds = at(train.at), p.speed(train), p.box.trains[train.kind].holds
        self.loaded: dict[tuple[int, int], Plan] = {}
        """Plans for goods on the train, by card and good; ``fetched``: for goods from the best town that has them."""
        self.fetched: dict[tuple[int, int], Plan] = {}

    @cached_property
    def singles(self) -> list[Plan]:
        """Every order alone, the best first."""
        for order in self.p.orders(self.train, [card for planner in self.before for card in planner.best.cards]):
            self._add(order)
        plans = {**self.fetched, **self.loaded}
        return [plans[key] for key in sorted(plans, key=lambda key: (-plans[key].worth, key))]

    def _add(self, order: Order) -> None:
        plans, plan = self.fetched if order.source != NOWHERE else self.loaded, self.plan(_stops(order))
        key = order.card, order.good
        if plan is not None and (key not in plans or plan.worth > plans[key].worth):
            plans[key] = plan

    @cached_property
    def best(self) -> Plan:
        """The best of all orders alone, of the best ones in pairs, and of the best pairs with a third."""
        best = self.singles[0] if self.singles else NO_PLAN
        if self.p.w.third:
            return max([best, *self._pairs, *self._threes()], key=lambda plan: plan.worth)
        for first, other in combinations(self.singles[: self.p.w.paired], 2):
            second = self._beside(first, other)
            if second is not None and self._promise(first, second) > best.worth:
                best = self._joined(first, second, best)
        return best

    @cached_property
    def _pairs(self) -> list[Plan]:
        """The best orders in pairs, each in its best sequence, the best pair first."""
        found = []
        for first, other in combinations(self.singles[: self.p.w.paired], 2):
            second = self._beside(first, other)
            plan = NO_PLAN if second is None else self._joined(first, second, NO_PLAN)
            if plan is not NO_PLAN:
                found.append(plan)
        return sorted(found, key=lambda plan: -plan.worth)

    @cached_property
    def ranked(self) -> list[Plan]:
        """The best plans, each with another first stop."""
        found: dict[tuple[int, int, bool], Plan] = {}
        for plan in sorted([self.best, *self._pairs, *self.singles], key=lambda plan: -plan.worth):
            if plan.stops:
                first = plan.stops[0]
                found.setdefault((first.town, first.order.good, first.delivers), plan)
        return list(found.values())

    def _threes(self) -> Iterator[Plan]:
        """The best pairs, each with a third order that takes another card and another good."""
        for pair in self._pairs[: self.p.w.pairs]:
            cards, goods = pair.cards, [stop.order.good for stop in pair.stops]
            for single in self.singles[: self.p.w.third]:
                order = single.stops[0].order
                if order.card not in cards and order.good not in goods:
                    yield self._joined(pair, single, NO_PLAN)

    def _joined(self, first: Plan, second: Plan, least: Plan) -> Plan:
        """The best sequence of the stops of two plans, if it is better than the least one."""
        best = least
        for stops in _merged(first.stops, second.stops):
            plan = self.plan(stops)
            if plan is not None and plan.worth > best.worth:
                best = plan
        return best

    def _beside(self, first: Plan, second: Plan) -> Plan | None:
        """The second plan as it can be carried out along with the first.

        It takes another card and a separate piece of its good, which may have to be fetched.
        """
        one, other = first.stops[0].order, second.stops[0].order
        if one.card == other.card:
            return None
        if one.good == other.good:
            return self._of_the_same(first, second)
        return second

    def _of_the_same(self, first: Plan, second: Plan) -> Plan | None:
        """The second of two plans with the same good."""
        one, other = first.stops[0].order, second.stops[0].order
        match self.train.loads.count(one.good):
            case 0:
                return second if self.p.has_two(one) and self.p.has_two(other) else None
            case 1:
                return self.fetched.get((other.card, other.good))
        return second

    def _promise(self, first: Plan, second: Plan) -> float:
        """The most that two plans could be worth together: as if one of them cost neither time nor money."""
        spared = self.p.track * min(first.money, second.money) + self.p.round * min(first.rounds, second.rounds)
        return first.worth + second.worth + spared

    def plan(self, stops: tuple[Stop, ...]) -> Plan | None:
        """What it is worth; None if the cash does not last, or there is no room for a good."""
        p, w, spot = self.p, self.p.w, self.spot
        points, ferries, spent, cash, earned = 0, 0, 0, p.cash, 0.0
        room = self.holds - sum([stop.order.source == NOWHERE for stop in stops])
        for town, order, delivers in stops:
            _, steps, money, crossings, spot = p.net.leg(spot, town)
            spent += money
            cash -= money
            room += 1 if delivers else -1
            if cash < 0 or room < 0:
                return None
            points += steps + p.pace.handling
            ferries += crossings
            if delivers:
                cash += order.pay
                earned += order.pay * (w.public if order.public else 1.0)
            if money and town in p.unjoined:
                earned += w.start_town
        rounds = max(points / self.speed + w.ferry_rounds * ferries, spent / p.pace.limit)
        return Plan(earned - p.track * spent - p.round * rounds, stops, spent, rounds)


def _stops(order: Order) -> tuple[Stop, ...]:
    delivery = Stop(order.town, order, delivers=True)
    return (delivery,) if order.source == NOWHERE else (Stop(order.source, order, delivers=False), delivery)


def _merged(first: tuple[Stop, ...], second: tuple[Stop, ...]) -> Iterator[tuple[Stop, ...]]:
    """Every sequence of all stops in which the stops of each plan keep their order."""
    if not first or not second:
        yield first + second
        return
    for rest in _merged(first[1:], second):
        yield (first[0], *rest)
    for rest in _merged(first, second[1:]):
        yield (second[0], *rest)


def planners_of(p: Outlook) -> tuple[Planner, ...]:
    """A planner for each train."""
    planners: tuple[Planner, ...] = ()
    for train in p.trains:
        planners = (*planners, Planner(p, train, planners))
    return planners
