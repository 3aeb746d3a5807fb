"""What speaks for a move and what it costs: orders, steps and money, as the bot counts them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from engineshed.core.bot import Ask
from engineshed.core.words import Message, Param
from engineshed.games.dampf_and_rails.bots.network import at
from engineshed.games.dampf_and_rails.bots.opening import planner_from
from engineshed.games.dampf_and_rails.bots.plans import Plan, planners_of
from engineshed.games.dampf_and_rails.bots.position import Position, position
from engineshed.games.dampf_and_rails.bots.weights import Weights
from engineshed.games.dampf_and_rails.rules.for_bots import (
    COMPANY_WORDS,
    GOOD_WORDS,
    NUMBERS,
    TRAIN_WORDS,
    Accept,
    AnyMove,
    Build,
    Buy,
    Connect,
    Cross,
    Deliver,
    Drop,
    Exchange,
    Go,
    Goods,
    Keep,
    Lay,
    Load,
    Lose,
    Money,
    Place,
    Propose,
    Refuse,
    Start,
    Step,
    Stop,
    Sum,
    Turns,
    View,
    Work,
    box_of,
    proposal_of,
    the_order,
    tolls_due,
)

MOST = 3
"""So many reasons are given at most."""


def reasons(ask: Ask[AnyMove, View], move: AnyMove, w: Weights) -> Sequence[Message]:
    """The weightiest first."""
    return list(_of(ask, move, w))[:MOST]


def _of(ask: Ask[AnyMove, View], move: AnyMove, w: Weights) -> Iterator[Message]:
    match move:
        case Keep(cards):
            yield from _kept(ask, cards)
        case Start(town):
            yield from _started(ask, town, w)
        case _ if ask.view.stage in ("terms", "money", "goods", "place", "turns", "answer") or isinstance(
            move, Propose
        ):
            yield _agreed(ask, move)
        case _:
            yield from Reasons(position(ask, w)).of(ask, move)


def _why(what: str, **params: Param) -> Message:
    return Message(f"why.{what}", params)


# -- before the first round ------------------------------------------------------------------------------------------


def _kept(ask: Ask[AnyMove, View], cards: Iterable[int]) -> Iterator[Message]:
    """What each of the orders pays at most."""
    box = box_of(ask.view.options.data)
    for card in cards:
        best = max(box.orders[card], key=lambda demand: demand.pay)
        yield _why(
            "order", card=the_order(card), good=GOOD_WORDS[best.good], town=box.places[best.town], money=best.pay
        )


def _started(ask: Ask[AnyMove, View], town: int, w: Weights) -> Iterator[Message]:
    planner = planner_from(ask, town, w)
    messages = list(_plan(planner.p.box, planner.best))
    yield from messages or [_why("start", town=planner.p.box.places[town])]


def _plan(box: Any, plan: Plan) -> Iterator[Message]:
    """What the first delivery of a plan pays, and what the track for the plan costs."""
    for stop in plan.stops:
        if stop.delivers:
            order = stop.order
            yield _why(
                "plan",
                card=the_order(order.card),
                good=GOOD_WORDS[order.good],
                town=box.places[order.town],
                money=order.pay,
            )
            break
    if plan.stops and plan.money:
        yield _why("plan-track", money=plan.money)


# -- agreements --------------------------------------------------------------------------------------------------------


def _agreed(ask: Ask[AnyMove, View], move: AnyMove) -> Message:
    box = box_of(ask.view.options.data)
    match move:
        case Accept() | Refuse():
            return _balance(ask, accepted=isinstance(move, Accept))
        case Propose(seat):
            return _why("partner", company=COMPANY_WORDS[seat])
        case Money(money):
            return _why("sum", money=money)
        case Goods(good):
            return _why("supply", good=GOOD_WORDS[good], count=ask.view.supply[good])
        case Place(town):
            return _why("place", town=box.places[town])
        case Turns(turns):
            return _why("turns", turns=turns)
    return _why("printed-toll", money=NUMBERS.toll)


def _balance(ask: Ask[AnyMove, View], *, accepted: bool) -> Message:
    """What an agreement brings at once."""
    proposal = proposal_of(ask.view)
    sums = [term for term in proposal.terms if isinstance(term, Sum)] if proposal else []
    money = sum(-term.money if term.payer == ask.seat else term.money for term in sums)
    return _why("accept" if accepted else "refuse", money=money)


# -- in a turn ---------------------------------------------------------------------------------------------------------


class Reasons:
    def __init__(self, p: Position) -> None:
        self.p, self.box = p, p.box
        self.plans = [planner.chosen for planner in planners_of(p)]

    def of(self, ask: Ask[AnyMove, View], move: AnyMove) -> Iterator[Message]:
        match move:
            case Go(train) | Step(train) | Cross(train):
                yield from self._run(ask, train, move)
            case Load(_, good) | Drop(_, good) | Lose(good):
                yield self._wanted(good)
            case Deliver(_, card, good):
                yield from self._delivery(card, good)
            case Build() | Lay() | Connect() | Work() | Buy():
                yield from self._spending(ask, move)
            case Stop():
                yield _why("points-left", points=sum(map(self.p.state.points_left, range(len(self.p.trains)))))
                yield from self._first_plan()
            case Exchange():
                yield _why("exchange", cards=len(self.p.hand))
                yield from self._first_plan()
            case _:
                yield _why("money-left", money=self.p.cash)

    def _first_plan(self) -> Iterator[Message]:
        yield from _plan(self.box, self.plans[0])

    # -- running -------------------------------------------------------------------------------------------------------

    def _run(self, ask: Ask[AnyMove, View], number: int, move: AnyMove) -> Iterator[Message]:
        """How far the next stop is before and after it; and the toll."""
        plan = self.plans[number]
        if plan.stops:
            train = self._after(ask, move).trains[self.p.seat][number]
            here, there = self.p.trains[number].at, train.at
            goal = plan.stops[0].town
            now, then = (self.p.net.leg(at(post), goal).steps for post in (here, there))
            town = self.box.places[goal]
            yield _why("nearer" if then < now else "not-nearer", town=town, steps=then, now=now)
            yield from list(_plan(self.box, plan))[:1]
        else:
            yield _why("no-plan")
        toll = tolls_due(self.p.state, move) if isinstance(move, Go) else 0
        if toll:
            yield _why("toll", money=toll)

    def _after(self, ask: Ask[AnyMove, View], move: AnyMove) -> Any:
        return ask.rules.apply(self.p.state, ask.seat, move, tell=False).state

    # -- goods ---------------------------------------------------------------------------------------------------------

    def _wanted(self, good: int) -> Message:
        """What the best order for a good pays."""
        cards = (*self.p.hand, *self.p.table.public)
        found = [
            (demand.pay, card, demand.town) for card in cards for demand in self.box.orders[card] if demand.good == good
        ]
        if not found:
            return _why("unwanted", good=GOOD_WORDS[good])
        pay, card, town = max(found)
        return _why("order", card=the_order(card), good=GOOD_WORDS[good], town=self.box.places[town], money=pay)

    def _delivery(self, card: int, good: int) -> Iterator[Message]:
        demand = next(demand for demand in self.box.orders[card] if demand.good == good)
        yield _why("deliver", good=GOOD_WORDS[good], town=self.box.places[demand.town], money=demand.pay)
        best = max(self.box.orders[card], key=lambda other: other.pay)
        if best.pay > demand.pay:
            town = self.box.places[best.town]
            yield _why("given-up", card=the_order(card), good=GOOD_WORDS[best.good], town=town, money=best.pay)

    # -- building ------------------------------------------------------------------------------------------------------

    def _spending(self, ask: Ask[AnyMove, View], move: AnyMove) -> Iterator[Message]:
        left = self._after(ask, move).cash[self.p.seat]
        yield _why("cost", money=self.p.cash - left, left=left)
        match move:
            case Work(_, kind):
                train = self.box.trains[kind]
                speed = self.p.speed(replace(self.p.trains[0], kind=kind))
                yield _why("train", train=TRAIN_WORDS[kind], points=speed, holds=train.holds)
            case Buy(town):
                yield _why("second-train", town=self.box.places[town])
            case _ if self.plans[0].money:
                yield from self._first_plan()
