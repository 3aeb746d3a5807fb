"""Whole games of players who want to earn money: late positions, big networks, two trains, and the goal."""

from __future__ import annotations

from functools import cache
from statistics import quantiles
from time import process_time
from typing import Any, NamedTuple

import pytest

from engineshed.core.contract import CHANCE
from engineshed.core.rng import Rng
from engineshed.games.dampf_and_rails.rules.board import NOWHERE
from engineshed.games.dampf_and_rails.rules.box import box_of
from engineshed.games.dampf_and_rails.rules.exploring import cheapest_way_to
from engineshed.games.dampf_and_rails.rules.journeys import Journey, quickest_journey
from engineshed.games.dampf_and_rails.rules.moves import (
    Build,
    Buy,
    Connect,
    Cross,
    Deliver,
    End,
    Exchange,
    Load,
    Step,
    Stop,
)
from engineshed.games.dampf_and_rails.rules.state import State
from engineshed.games.dampf_and_rails.rules.truth import Stage
from tests.games.dampf_and_rails.play import GAME, started

BOX = box_of(())
BOARD = BOX.board
GOODS = BOX.goods
ORDERS = BOX.orders
OFFERS = BOX.offers
START_TOWNS = BOX.start_towns

MOST_MOVES = 20_000
RICH = 200
"""A player with this much cash joins the three big cities."""


class Plan(NamedTuple):
    """A delivery that can be made: what it earns per turn, the next journey, and the good."""

    value: float
    journey: Journey
    good: int


@cache
def thrifty_game(seats: int, seed: str, **options: Any) -> list[Any]:
    """The positions of a game in which everybody carries what pays best and builds only what is needed for that."""
    states, rng = [started(seats, seed, **options)], Rng("thrift", seed)
    queue: list[Any] = []
    while GAME.rules.to_act(states[-1]) and len(states) < MOST_MOVES:
        state = states[-1]
        seat = GAME.rules.to_act(state)[0]
        if seat == CHANCE:
            move = GAME.rules.draw(state, rng)
        else:
            moves = list(GAME.rules.legal(state, seat))
            queue = queue or _chosen(state, moves) or [rng.choice(moves)]
            move = queue.pop(0)
        states.append(GAME.rules.apply(state, seat, move).state)
    return states


def _chosen(s: State, moves: list[Any]) -> list[Any]:
    """The next moves of the active player, all of which will be legal."""
    if s.stage == Stage.MOVE:
        return _running(s, moves)
    return [_building(s, moves)] if s.stage == Stage.BUILD else []


# -- running -------------------------------------------------------------------------------------------------------


def _running(s: State, moves: list[Any]) -> list[Any]:
    """Deliver if possible, otherwise follow the best plan; without a plan, get new orders if nothing can be built."""
    deliveries = [move for move in moves if isinstance(move, Deliver)]
    if deliveries:
        return deliveries[:1]
    plan = _plan(s)
    if plan is None:
        return [Exchange() if Exchange() in moves and _wish(s) == NOWHERE else Stop()]
    if not plan.journey.legs:
        load = Load(0, plan.good)
        return [load if load in moves else Stop()]
    leg = plan.journey.legs[0]
    crossing = [Cross(0, leg.ferry, leg.owner)] if leg.ferry != NOWHERE else []
    course = [*crossing, *(Step(0, post) for post in leg.course)]
    return course if course and _can_be_run(s, course) else [Stop()]


def _can_be_run(s: State, course: list[Any]) -> bool:
    """Journeys are computed from the start of a turn, so in the middle of a turn they may be too long."""
    for move in course:
        if move not in GAME.rules.legal(s, GAME.rules.to_act(s)[0]):
            return False
        s = GAME.rules.apply(s, GAME.rules.to_act(s)[0], move).state
        if not GAME.rules.to_act(s):
            return len(course) == 1
    return True


def _plan(s: State) -> Plan | None:
    """The delivery by the first train that pays most per turn."""
    train = s.trains[s.active][0]
    plans = []
    for town, good, pay in _wanted(s):
        to_town = BOARD.places[town].at
        if good in train.loads:
            journey = quickest_journey(s, s.active, train, to_town)
            if journey is not None:
                plans.append(Plan((pay - journey.toll) / (1 + journey.turns), journey, good))
        elif len(train.loads) < 2 and s.supply[good]:
            plans += _fetching(s, good, to_town, pay)
    return max(plans, key=lambda plan: plan.value, default=None)


def _fetching(s: State, good: int, to_town: int, pay: int) -> list[Plan]:
    """Plans that first go to a town that offers the good."""
    train, found = s.trains[s.active][0], []
    for source in GOODS[good].towns:
        at = BOARD.places[source].at
        if s.joined[source] >> s.active & 1:
            journey = quickest_journey(s, s.active, train, at)
            onward = quickest_journey(s, s.active, type(train)(train.kind, at), to_town)
            if journey is not None and onward is not None and pay > journey.toll + onward.toll:
                toll, turns = journey.toll + onward.toll, journey.turns + onward.turns
                found.append(Plan((pay - toll) / (1 + turns), journey, good))
    return found


def _wanted(s: State) -> list[tuple[int, int, int]]:
    """The demands of the active player's orders and the public ones: town, good and pay."""
    cards = (*s.hands[s.active], *s.public)
    return [(demand.town, demand.good, demand.pay) for card in cards for demand in ORDERS[card]]


# -- building ------------------------------------------------------------------------------------------------------


def _building(s: State, moves: list[Any]) -> Any:
    buys = [move for move in moves if isinstance(move, Buy)]
    if buys and s.cash[s.active] > RICH:
        return buys[0]
    wish = _wish(s)
    way = None if wish == NOWHERE else cheapest_way_to(s, BOARD.places[wish].at, 200)
    if way is None or not way.steps:
        return End()
    step = way.steps[0]
    move = Build(step.section) if step.section != NOWHERE else Connect(step.ferry)
    return move if move in moves else End()


def _wish(s: State) -> int:
    """The town to build to: a big city for rich players, otherwise a town that an affordable order needs."""
    missing = [town for town in START_TOWNS if not s.joined[town] >> s.active & 1]
    if s.cash[s.active] >= RICH or _plan(s) is not None:
        return missing[0] if missing and s.cash[s.active] >= RICH else NOWHERE
    joined = [town for town in range(BOARD.towns) if s.joined[town] >> s.active & 1]
    sold = [good for town in joined for good in OFFERS[town]]
    wishes = [(pay, town) for town, good, pay in _wanted(s) if good in sold and town not in joined]
    wishes += [(pay, source) for town, good, pay in _wanted(s) if town in joined for source in GOODS[good].towns]
    affordable = [(pay - price, town) for pay, town in wishes if (price := _price(s, town)) <= s.cash[s.active]]
    return max(affordable, default=(0, NOWHERE))[1]


def _price(s: State, town: int) -> int:
    way = cheapest_way_to(s, BOARD.places[town].at, 60)
    return 1000 if way is None else way.price


@pytest.mark.parametrize("options", [{}, {"variant": "fast", "finish_round": True}])
def test_a_thrifty_game_stays_sound_to_its_end(options: dict[str, Any]) -> None:
    states = thrifty_game(2, "for money", **options)
    for state in states[::25]:
        assert list(GAME.rules.faults(state)) == []
    last = states[-1]
    result = GAME.rules.result(last)
    assert result is not None
    assert result.reason.id == ("end.round" if options else "end.goal")
    assert max(last.cash) >= last.pace.goal


def test_late_in_a_game_view_hints_and_legal_moves_are_quick() -> None:
    """In 95 of 100 positions they take less than 20 ms, although nothing is cached from the position before."""
    states = thrifty_game(2, "for money", variant="fast", finish_round=True)
    late = [state for state in states[-len(states) // 3 :] if GAME.rules.to_act(state) not in ((), (CHANCE,))]
    assert len(late) > 100
    assert quantiles([looking_time(state) for state in late[::5]], n=20)[-1] < 0.02


def looking_time(state: State) -> float:
    """The best of three measurements, so that other work on the machine does not count."""
    times = []
    for _ in range(3):
        asked, seat = GAME.rules.load(GAME.rules.dump(state)), GAME.rules.to_act(state)[0]
        before = process_time()
        GAME.rules.view(asked, seat)
        GAME.boards.hints(asked, seat)
        for move in GAME.rules.legal(asked, seat):
            GAME.boards.hint(asked, move)
        times.append(process_time() - before)
    return min(times)
