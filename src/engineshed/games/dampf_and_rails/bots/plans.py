"""Plans: which orders a train takes on next, where it stops for them, and what that is worth."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from msgspec.structs import replace

from engineshed.games.dampf_and_rails.bots.network import Spot, at
from engineshed.games.dampf_and_rails.bots.outlook import Order, Outlook
from engineshed.games.dampf_and_rails.rules.for_bots import NOWHERE, Train


class Stop(NamedTuple):
    """Fetch a good in a town, or deliver it there."""

    town: int
    order: Order
    delivers: bool


Stops = tuple[Stop, ...]


class Plan(NamedTuple):
    worth: float
    stops: Stops
    money: int
    """The price of the track that is still to be built."""
    rounds: float

    @property
    def cards(self) -> list[int]:
        return [stop.order.card for stop in self.stops]


class Trip(NamedTuple):
    """How far a train has come with a plan."""

    spot: Spot
    points: int
    ferries: int
    spent: int
    """On track."""
    cash: int
    room: int
    earned: float


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
        for order in self.p.orders(self.train, [card for planner in self.before for card in planner.chosen.cards]):
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
            return self._threes(max([best, *self._pairs], key=lambda plan: plan.worth))
        for first, other in combinations(self.singles[: self.p.w.paired], 2):
            second = self._beside(first, other)
            if second is not None and self._promise(first, second) > best.worth:
                best = self._joined(first, second, best)
        return best

    @cached_property
    def chosen(self) -> Plan:
        """The plan that the train follows: the best one, unless another would look better at its first stop.

        A train that changes its mind at every stop runs back and forth for ever.
        """
        steady = (plan for plan in self.ranked[: self.p.w.steady] if self._holds_on(plan))
        return next(steady, self.best)

    def _holds_on(self, plan: Plan) -> bool:
        """Whether the train would still want what it came for; track that is built on the way ties it to the plan."""
        stop, place_at = plan.stops[0], self.p.box.board.place_at
        if place_at[self.train.at] == stop.town or self.p.net.leg(self.spot, stop.town).money:
            return True
        there = Planner(self.p, replace(self.train, at=self.p.box.board.places[stop.town].at), self.before)
        return bool(there.best.stops) and there.best.stops[0].town == stop.town

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

    def _threes(self, least: Plan) -> Plan:
        """The best pairs, each with a third order that takes another card and another good; the best of them."""
        best = least
        for pair in self._pairs[: self.p.w.pairs]:
            cards, goods = pair.cards, [stop.order.good for stop in pair.stops]
            for single in self.singles[: self.p.w.third]:
                order = single.stops[0].order
                if order.card not in cards and order.good not in goods and self._promise(pair, single) > best.worth:
                    best = self._joined(pair, single, best)
        return best

    def _joined(self, first: Plan, second: Plan, least: Plan) -> Plan:
        """The best sequence of the stops of two plans, if it is better than the least one."""
        stops = (*first.stops, *second.stops)
        towns = [stop.town for stop in stops]
        hope = sum(self._pay(stop.order) for stop in stops if stop.delivers)
        hope += self.p.w.start_town * sum(town in towns for town in self.p.unjoined)
        departure = self._departure([stop.order for stop in stops])
        return self._best_merged(departure, (), (first.stops, second.stops), hope, least)

    def _best_merged(self, trip: Trip, done: Stops, ahead: tuple[Stops, Stops], hope: float, least: Plan) -> Plan:
        """The best way to go on: the stops of each plan stay in their order.

        A beginning is given up as soon as it costs more than all that is hoped for.
        """
        one, other = ahead
        if not one and not other:
            plan = self._plan(trip, done)
            return plan if plan.worth > least.worth else least
        best = least
        for stops, left in ((one, (one[1:], other)), (other, (one, other[1:]))):
            after = self._after(trip, stops[0]) if stops else None
            if after is not None and self._worth(hope, after) > best.worth:
                best = self._best_merged(after, (*done, stops[0]), left, hope, best)
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

    # -- what a plan takes ---------------------------------------------------------------------------------------------

    def plan(self, stops: Stops) -> Plan | None:
        """What it is worth; None if the cash does not last, or there is no room for a good."""
        trip: Trip | None = self._departure([stop.order for stop in stops])
        for stop in stops:
            trip = None if trip is None else self._after(trip, stop)
        return None if trip is None else self._plan(trip, stops)

    def _departure(self, orders: Sequence[Order]) -> Trip:
        """Goods for these orders that are on the train stay there; all others make room."""
        return Trip(self.spot, 0, 0, 0, self.p.cash, self.holds - sum([o.source == NOWHERE for o in orders]), 0.0)

    def _after(self, trip: Trip, stop: Stop) -> Trip | None:
        town, order, delivers = stop
        _, steps, money, crossings, spot = self.p.net.leg(trip.spot, town)
        cash, room = trip.cash - money, trip.room + (1 if delivers else -1)
        if cash < 0 or room < 0:
            return None
        earned = trip.earned
        if delivers:
            cash += order.pay
            earned += self._pay(order)
        if money and town in self.p.unjoined:
            earned += self.p.w.start_town
        points = trip.points + steps + self.p.pace.handling
        return Trip(spot, points, trip.ferries + crossings, trip.spent + money, cash, room, earned)

    def _pay(self, order: Order) -> float:
        return order.pay * (self.p.w.public if order.public else 1.0)

    def _rounds(self, trip: Trip) -> float:
        p = self.p
        return max(trip.points / self.speed + p.w.ferry_rounds * trip.ferries, trip.spent / p.pace.limit)

    def _worth(self, earned: float, trip: Trip) -> float:
        """What is earned, less what the trip takes in track and time."""
        return earned - self.p.track * trip.spent - self.p.round * self._rounds(trip)

    def _plan(self, trip: Trip, stops: Stops) -> Plan:
        return Plan(self._worth(trip.earned, trip), stops, trip.spent, self._rounds(trip))


def _stops(order: Order) -> Stops:
    delivery = Stop(order.town, order, delivers=True)
    return (delivery,) if order.source == NOWHERE else (Stop(order.source, order, delivers=False), delivery)


def planners_of(p: Outlook) -> tuple[Planner, ...]:
    """A planner for each train."""
    planners: tuple[Planner, ...] = ()
    for train in p.trains:
        planners = (*planners, Planner(p, train, planners))
    return planners
