"""Goods on and off trains: loading, setting down, delivering (R15 to R20, V3)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from engineshed.core.stages import Log, refuse
from engineshed.games.dampf_and_rails.rules.board import NOWHERE
from engineshed.games.dampf_and_rails.rules.components import GOODS_IN_ALL, NUMBERS, ORDERS_IN_ALL, TRAINS_EACH, Demand
from engineshed.games.dampf_and_rails.rules.moves import AnyMove, Deliver, Drop, Load
from engineshed.games.dampf_and_rails.rules.names import (
    COMPANY_WORDS,
    GOOD_WORDS,
    refuse_by_event,
    the_order,
    the_place,
)
from engineshed.games.dampf_and_rails.rules.phases.moving import train_of
from engineshed.games.dampf_and_rails.rules.phases.turns import go_on, settle, tell_promise
from engineshed.games.dampf_and_rails.rules.state import State
from engineshed.games.dampf_and_rails.rules.truth import Lying, Stage, Train
from engineshed.games.dampf_and_rails.rules.tuples import without

LOADS: Final = tuple(tuple(Load(train, good) for good in range(GOODS_IN_ALL)) for train in range(TRAINS_EACH))
DROPS: Final = tuple(tuple(Drop(train, good) for good in range(GOODS_IN_ALL)) for train in range(TRAINS_EACH))
DELIVERIES: Final = tuple(
    tuple(tuple(Deliver(train, card, good) for good in range(GOODS_IN_ALL)) for card in range(ORDERS_IN_ALL))
    for train in range(TRAINS_EACH)
)
"""All deliveries, made once."""


# -- what may be done ----------------------------------------------------------------------------------------------


def offer_handling(s: State, moves: list[AnyMove]) -> None:
    """Loading, setting down and delivering, for every train that is in a town."""
    drops: list[AnyMove] = []
    deliveries: list[AnyMove] = []
    town_at, trains = s.box.town_at, s.box.trains
    for number, train in enumerate(s.trains[s.active]):
        town = town_at[train.at]
        if town == NOWHERE or s.weather.idle_docks >> town & 1 or s.points_left(number) < s.pace.handling:
            continue
        if len(train.loads) < trains[train.kind].holds:
            loads = LOADS[number]
            moves += [loads[good] for good in goods_at(s, town)]
        if train.loads:
            goods = sorted(set(train.loads))
            drops += [DROPS[number][good] for good in goods]
            deliveries += _deliveries(s, number, town, goods)
    moves += drops
    moves += deliveries


def goods_at(s: State, town: int) -> list[int]:
    """What can be loaded there: goods that the town offers while chips are left, and goods that were set down."""
    supply = s.supply
    goods = [good for good in s.box.offers[town] if supply[good]]
    lying = [thing.good for thing in s.lying if thing.town == town]
    return sorted({*goods, *lying}) if lying else goods


def _deliveries(s: State, number: int, town: int, goods: list[int]) -> list[AnyMove]:
    hand, public = s.hands[s.active], s.public
    found = [
        (card, good) for good in goods for card in s.box.wanting.get((town, good), ()) if card in hand or card in public
    ]
    return [DELIVERIES[number][card][good] for card, good in sorted(found)]


# -- why not -------------------------------------------------------------------------------------------------------


def _check_town(s: State, number: int, good: int, rule: str) -> tuple[Train, int]:
    """The train and its town, if goods can be handled there; ``rule``: the rule behind what the player wants to do."""
    train = train_of(s, number)
    if not 0 <= good < GOODS_IN_ALL:
        raise refuse(rule, "no-good")
    town = s.box.town_at[train.at]
    if town == NOWHERE:
        raise refuse(rule, "no-town")
    idle = s.weather.idles(town)
    if idle != NOWHERE:
        raise refuse_by_event(idle, "idle-docks", town=the_place(s, town))
    if s.points_left(number) < s.pace.handling:
        raise refuse("V3", "no-points-for-goods")
    return train, town


def check_load(s: State, m: Load) -> None:
    train, town = _check_town(s, m.train, m.good, "R15")
    if m.good not in s.box.offers[town] and not any(lying.good == m.good for lying in s.lying if lying.town == town):
        raise refuse("R15", "not-there", good=GOOD_WORDS[m.good], town=the_place(s, town))
    if m.good not in goods_at(s, town):
        raise refuse("R15", "no-chip", good=GOOD_WORDS[m.good])
    if len(train.loads) >= s.box.trains[train.kind].holds:
        raise refuse("R15", "full")


def check_drop(s: State, m: Drop) -> None:
    train, _ = _check_town(s, m.train, m.good, "R16")
    if m.good not in train.loads:
        raise refuse("R16", "not-loaded", good=GOOD_WORDS[m.good])


def check_deliver(s: State, m: Deliver) -> None:
    train, town = _check_town(s, m.train, m.good, "R17")
    if m.card not in s.hands[s.active] and m.card not in s.public:
        raise refuse("R17", "not-your-order")
    if m.good not in train.loads:
        raise refuse("R17", "not-loaded", good=GOOD_WORDS[m.good])
    if (town, m.good) not in s.box.wanted[m.card]:
        raise refuse("R17", "not-wanted", card=the_order(m.card), good=GOOD_WORDS[m.good], town=the_place(s, town))


# -- what comes of it ----------------------------------------------------------------------------------------------


def _handle(s: State, number: int, loads: tuple[int, ...]) -> None:
    """Change the goods on a train; in the fast game that takes points."""
    train = s.trains[s.active][number]
    s.acted = True
    if s.pace.handling:
        spent = s.spent
        s.spent = (*spent[:number], spent[number] + s.pace.handling, *spent[number + 1 :])
    s.set_train(s.active, number, replace(train, loads=loads))


def play_load(s: State, m: Load, log: Log) -> None:
    """Goods that were set down are taken first: the one that would go back soonest."""
    train = s.trains[s.active][m.train]
    town = s.box.town_at[train.at]
    lying = [thing for thing in s.lying if (thing.town, thing.good) == (town, m.good)]
    if lying:
        taken = lying[0]
        s.lying = tuple(thing for thing in s.lying if thing is not taken)
    else:
        s.stock(m.good, -1)
    _handle(s, m.train, tuple(sorted((*train.loads, m.good))))
    log.tell("load", company=COMPANY_WORDS[s.active], good=GOOD_WORDS[m.good], town=the_place(s, town))


def play_drop(s: State, m: Drop, log: Log) -> None:
    train = s.trains[s.active][m.train]
    town = s.box.town_at[train.at]
    if m.good in s.box.offers[town]:
        s.stock(m.good, 1)
    else:
        until = s.round + NUMBERS.lying_rounds
        s.lying = tuple(sorted((*s.lying, Lying(town, m.good, until, s.active))))
    _handle(s, m.train, without(train.loads, m.good))
    log.tell("drop", company=COMPANY_WORDS[s.active], good=GOOD_WORDS[m.good], town=the_place(s, town))
    if s.promises:
        keep_promises(s, m.good, town, log)


def keep_promises(s: State, good: int, town: int, log: Log) -> None:
    """The promised good is there now (A40); one piece keeps one promise, the oldest."""
    for promise in s.promises:
        if (promise.giver, promise.good, promise.town) == (s.active, good, town):
            s.promises = without(s.promises, promise)
            tell_promise(s, "promise-kept", promise, log)
            return


def play_deliver(s: State, m: Deliver, log: Log) -> None:
    seat = s.active
    train = s.trains[seat][m.train]
    demand: Demand = s.box.wanted[m.card][s.box.town_at[train.at], m.good]
    s.stock(m.good, 1)
    _handle(s, m.train, without(train.loads, m.good))
    s.pay(seat, -demand.pay)
    log.tell(
        "deliver",
        company=COMPANY_WORDS[seat],
        good=GOOD_WORDS[m.good],
        town=the_place(s, demand.town),
        money=demand.pay,
        card=the_order(m.card),
    )
    _throw_away(s, m.card)
    s.delivered, s.resume = True, Stage.MOVE
    _announce(s, seat, log)
    settle(s, seat, log)
    if s.stage != Stage.OVER:
        go_on(s, log)


def _throw_away(s: State, card: int) -> None:
    if card in s.public:
        s.public = without(s.public, card)
    else:
        s.set_hand(s.active, without(s.hands[s.active], card))
    s.discards = tuple(sorted((*s.discards, card)))


def _announce(s: State, seat: int, log: Log) -> None:
    """A player who is rich after a delivery says so (R31)."""
    rich = s.cash[seat] >= NUMBERS.announce
    s.announced = s.announced & ~(1 << seat) | rich << seat
    if rich:
        log.tell("announce", company=COMPANY_WORDS[seat], money=NUMBERS.announce)
