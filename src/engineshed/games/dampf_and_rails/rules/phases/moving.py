"""Running trains: steps, whole ways, ferries and tolls (R11 to R14, A10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from engineshed.core.contract import Illegal
from engineshed.core.stages import Log, refuse
from engineshed.games.dampf_and_rails.rules.board import FREE, NOWHERE, STREET
from engineshed.games.dampf_and_rails.rules.components import EVENT_IDS
from engineshed.games.dampf_and_rails.rules.moves import AnyMove, Cross, Go, Step, Stop
from engineshed.games.dampf_and_rails.rules.names import (
    COMPANY_WORDS,
    refuse_by_event,
    the_ferry,
    the_place,
    the_post,
)
from engineshed.games.dampf_and_rails.rules.phases.turns import might_end, reaches_goal, settle
from engineshed.games.dampf_and_rails.rules.running import (
    fares,
    fares_of_the_rich,
    is_directed,
    landing,
    may_turn,
    step_cost,
    toll_of,
    trips,
)
from engineshed.games.dampf_and_rails.rules.runs import Fares
from engineshed.games.dampf_and_rails.rules.state import State
from engineshed.games.dampf_and_rails.rules.truth import Stage, Train
from engineshed.games.dampf_and_rails.rules.ways import Trip, Trips

STOP: Final = Stop()
DERAILMENT: Final = EVENT_IDS.index("derailment")


# -- what may be done ----------------------------------------------------------------------------------------------


def offer_runs(s: State, moves: list[AnyMove]) -> None:
    """Steps, ways and crossings of all trains."""
    seat, fares_ = s.active, fares(s, s.active)
    goes: list[AnyMove] = []
    crossings: list[AnyMove] = []
    for number, train in enumerate(s.trains[seat]):
        if train.stuck:
            continue
        if train.at in s.tracks:
            steps, ways = _runs(s, number, train, fares_)
            moves += steps
            goes += ways
        if train.at in s.box.at_port and not (s.moved | s.crossed) >> number & 1:
            _offer_crossings(s, number, train, fares_, crossings)
    moves += goes
    moves += crossings


def _runs(s: State, number: int, train: Train, fares_: Fares) -> tuple[list[Step], list[Go]]:
    """A train's steps and ways, cached, because most moves of a turn leave it where it is."""
    left = s.points_left(number)
    key, known = (s.active, number, train.at, train.came, left, fares_), s.memo.offers
    found = known.get(key)
    if found is None:
        ways = trips(s, train, fares_, left) if left > 1 else {}
        found = known[key] = _steps(s, number, train, fares_, left), list(_goes(s, number, ways))
    return found


def _goes(s: State, number: int, ways: dict[int, Trips]) -> Iterator[Go]:
    """The cheapest way first; a single step is offered as a step."""
    for place, trips_ in ways.items():
        cheapest, quickest = s.box.goes[number][place]
        if not trips_.cheapest.is_step:
            yield cheapest
        if trips_.differ and not trips_.quickest.is_step:
            yield quickest


def _steps(s: State, number: int, train: Train, fares_: Fares, left: int) -> list[Step]:
    here, slow, steps, usable = train.at, s.weather.slow, s.box.steps[number], fares_.free | fares_.payable
    barred = NOWHERE if may_turn(s, s.active, here, train.came) else train.came
    return [
        steps[there]
        for there, owner in s.tracks[here]
        if owner & usable and there != barred and left >= (2 if slow[here] or slow[there] else 1)
    ]


def _offer_crossings(s: State, number: int, train: Train, fares_: Fares, moves: list[AnyMove]) -> None:
    """A crossing takes no points, so in the fast game a train may have used them all on goods before."""
    for ferry in s.box.at_port[train.at]:
        owners = s.ferries[ferry]
        if owners and not s.weather.stopped >> ferry & 1:
            own = owners >> s.active & 1 and fares_.table[s.active + 1] is not None
            accounts = (s.active,) if own else range(s.seats)
            moves += [
                s.box.crossings[number][ferry][owner]
                for owner in accounts
                if owners >> owner & 1 and fares_.table[owner + 1] is not None
            ]


# -- why not -------------------------------------------------------------------------------------------------------


def train_of(s: State, number: int) -> Train:
    """The active player's train; refused if they have none with this number."""
    if not 0 <= number < len(s.trains[s.active]):
        raise refuse("V5" if s.fast else "R2", "no-train", number=number + 1)
    return s.trains[s.active][number]


def _check_free(train: Train) -> None:
    if train.stuck:
        raise refuse_by_event(DERAILMENT, "derailed")


def check_step(s: State, m: Step) -> None:
    train = train_of(s, m.train)
    if not 0 <= m.to < s.board.size:
        raise refuse("R23", "no-milepost")
    _check_free(train)
    section = _section_to(s, train.at, m.to)
    if section == NOWHERE or s.rails[section] == FREE:
        raise refuse("R11", "no-track", start=the_post(s, train.at), to=the_post(s, m.to))
    if m.to == train.came and not may_turn(s, s.active, train.at, train.came):
        raise refuse("A10", "no-turning", post=the_post(s, train.at))
    owner = s.rails[section]
    if owner != STREET:
        _check_fare(s, owner - 1)
    cost, left = step_cost(s, train.at, m.to), s.points_left(m.train)
    if cost > left:
        raise _no_points(s, train.at, m.to, left)


def _section_to(s: State, here: int, there: int) -> int:
    return s.board.section.get((min(here, there), max(here, there)), NOWHERE)


def _check_fare(s: State, owner: int) -> None:
    """A strike closes a network; otherwise anybody who pays can use it."""
    struck = s.weather.closes(owner)
    if struck != NOWHERE:
        raise refuse_by_event(struck, "strike", company=COMPANY_WORDS[owner])
    if fares(s, s.active).table[owner + 1] is None:
        toll = toll_of(s, s.active, owner)
        raise refuse("R13", "no-toll", company=COMPANY_WORDS[owner], money=toll, cash=s.cash[s.active])


def _no_points(s: State, here: int, there: int, left: int) -> Illegal:
    for number, _ in s.weather.events:
        if left and (here in s.box.events[number].slow or there in s.box.events[number].slow):
            return refuse_by_event(number, "slow")
    return refuse("R11", "no-points")


def check_go(s: State, m: Go) -> None:
    train = train_of(s, m.train)
    if not 0 <= m.place < len(s.board.places):
        raise refuse("R23", "no-place")
    _check_free(train)
    if s.board.place_at[train.at] == m.place:
        raise refuse("R11", "is-there", place=the_place(s, m.place))
    left = s.points_left(m.train)
    ways = trips(s, train, fares(s, s.active), left).get(m.place)
    if ways is None:
        raise refuse("R11", "no-way", start=the_post(s, train.at), place=the_place(s, m.place), left=left)
    if m.quickest and not ways.differ:
        raise _no_quicker(s, train, left, m.place, ways.cheapest)
    if (ways.quickest if m.quickest else ways.cheapest).is_step:
        raise refuse("R11", "one-step", place=the_place(s, m.place))


def _no_quicker(s: State, train: Train, left: int, place: int, cheapest: Trip) -> Illegal:
    quickest = trips(s, train, fares_of_the_rich(s), left)[place].quickest
    if quickest.points < cheapest.points:
        cash = s.cash[s.active]
        return refuse("R13", "dear-way", place=the_place(s, place), money=quickest.toll, cash=cash)
    return refuse("R11", "no-quicker-way", place=the_place(s, place))


def check_cross(s: State, m: Cross) -> None:
    train = train_of(s, m.train)
    if not 0 <= m.ferry < len(s.board.ferries):
        raise refuse("R14", "no-ferry")
    _check_free(train)
    if m.ferry not in s.box.at_port.get(train.at, ()):
        raise refuse("R14", "not-in-port", ferry=the_ferry(s, m.ferry))
    if (s.moved | s.crossed) >> m.train & 1:
        raise refuse("R14", "not-first", ferry=the_ferry(s, m.ferry))
    stopped = s.weather.stops(m.ferry)
    if stopped != NOWHERE:
        raise refuse_by_event(stopped, "ferry-stopped", ferry=the_ferry(s, m.ferry))
    _check_account(s, m)


def _check_account(s: State, m: Cross) -> None:
    owners = s.ferries[m.ferry]
    if not owners:
        raise refuse("R14", "no-ferry-owner", ferry=the_ferry(s, m.ferry))
    if not 0 <= m.owner < s.seats or not owners >> m.owner & 1:
        raise refuse("R13", "not-their-ferry", ferry=the_ferry(s, m.ferry))
    _check_fare(s, m.owner)
    if m.owner != s.active and owners >> s.active & 1 and not s.weather.struck >> s.active & 1:
        raise refuse("R13", "own-ferry", ferry=the_ferry(s, m.ferry))


# -- what comes of it ----------------------------------------------------------------------------------------------


def play_step(s: State, m: Step, log: Log) -> None:
    _run(s, m.train, (m.to,), log)


def _run(s: State, number: int, course: tuple[int, ...], log: Log) -> None:
    """Step by step, paying tolls before each step; if a toll ends the game, the train stops there.

    Whether tolls brought somebody to the goal is settled once the run has been told.
    """
    seat = s.active
    train, paid, passed = s.trains[seat][number], [], [s.trains[seat][number].at]
    here, came, cost, ends = train.at, NOWHERE, 0, False
    for there in course:
        owner = s.rails[_section_to(s, here, there)]
        if owner != STREET and _pay_toll(s, owner - 1, log):
            paid.append(owner - 1)
            ends = reaches_goal(s, owner - 1) and not s.options.finish_round
        cost += step_cost(s, here, there)
        here, came = there, here
        passed.append(here)
        if ends:
            break
    spent, s.acted = s.spent, True
    s.spent = (*spent[:number], spent[number] + cost, *spent[number + 1 :])
    s.moved |= 1 << number
    came = came if is_directed(s) else NOWHERE
    s.set_train(seat, number, Train(train.kind, here, train.loads, train.stuck, came, train.becomes))
    _tell_run(s, number, passed, cost, log)
    _settle_tolls(s, paid, log)


def _tell_run(s: State, number: int, passed: list[int], points: int, log: Log) -> None:
    """Report a run; the fact includes its course, so that the page can show it."""
    if not log.on:
        return
    course = tuple([the_post(s, post) for post in passed])
    company = COMPANY_WORDS[s.active]
    log.tell("run", company=company, train=number, start=course[0], to=course[-1], points=points, course=course)


def _pay_toll(s: State, owner: int, log: Log) -> bool:
    """Pay the toll, once for each network and turn; returns whether it was due.

    Paying a player who might win by it reveals something to the payer, even if the game goes on.
    """
    seat = s.active
    if owner == seat or s.paid >> owner & 1:
        return False
    toll = toll_of(s, seat, owner)
    s.paid |= 1 << owner
    s.pay(seat, toll)
    s.pay(owner, -toll)
    log.tell("toll", company=COMPANY_WORDS[seat], owner=COMPANY_WORDS[owner], money=toll)
    if might_end(s, owner):
        log.reveal()
    return True


def _settle_tolls(s: State, paid: list[int], log: Log) -> None:
    """The players who were paid may have reached the goal."""
    for owner in paid:
        settle(s, owner, log)


def trip_of(s: State, m: Go) -> Trip:
    train = s.trains[s.active][m.train]
    ways = trips(s, train, fares(s, s.active), s.points_left(m.train))[m.place]
    return ways.quickest if m.quickest else ways.cheapest


def play_go(s: State, m: Go, log: Log) -> None:
    _run(s, m.train, trip_of(s, m).course, log)


def play_cross(s: State, m: Cross, log: Log) -> None:
    seat = s.active
    train = s.trains[seat][m.train]
    paid = [m.owner] if _pay_toll(s, m.owner, log) else []
    s.acted, s.crossed = True, s.crossed | 1 << m.train
    s.set_train(seat, m.train, replace(train, at=landing(s, m.ferry, train.at), came=NOWHERE))
    log.tell("cross", company=COMPANY_WORDS[seat], ferry=the_ferry(s, m.ferry))
    _settle_tolls(s, paid, log)


def tolls_due(s: State, m: Step | Go | Cross) -> int:
    """What this move costs in tolls."""
    return sum(toll_of(s, s.active, owner) for owner in _payees(s, m))


def _payees(s: State, m: Step | Go | Cross) -> list[int]:
    """The players to whom this move makes a toll due."""
    if isinstance(m, Cross):
        met = 1 << m.owner
    else:
        train = s.trains[s.active][m.train]
        course = (m.to,) if isinstance(m, Step) else trip_of(s, m).course
        met = 0
        for here, there in zip((train.at, *course), course, strict=False):
            owner = s.rails[_section_to(s, here, there)]
            met |= 0 if owner == STREET else 1 << owner - 1
    return [owner for owner in range(s.seats) if met & ~s.paid & ~(1 << s.active) & 1 << owner]


def play_stop(s: State, log: Log) -> None:
    s.acted, s.stage, s.resume = True, Stage.BUILD, Stage.BUILD
    log.tell("stop", company=COMPANY_WORDS[s.active])
