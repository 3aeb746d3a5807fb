"""A quick choice in a whole position, by rules of thumb: for playing games on in thought.

Each train has an errand, the demand that pays most for its track and its way; prices on an empty board say how far
away things are. Whoever has no errand that can be paid for takes new orders.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engineshed.core.contract import Seat
from engineshed.core.rng import Rng
from engineshed.games.dampf_and_rails.rules.for_bots import (
    BOARD,
    GOODS,
    NOWHERE,
    ORDERS,
    SHIFT,
    START_TOWNS,
    TRAINS,
    Accept,
    AnyMove,
    Build,
    Cross,
    Deliver,
    Drop,
    End,
    Exchange,
    Go,
    Lay,
    Load,
    Refuse,
    Stage,
    State,
    Step,
    Stop,
    Train,
    Work,
    prices_to,
)

TRACK = 1.5
"""What a million for track counts: it is not the train that decides, so that some of it will be built in vain."""
WAY = 0.5
"""What a step counts, told by the prices on an empty board."""
RICH = 60
"""The cash from which on the start towns are joined and a better train is bought."""


class Errand(NamedTuple):
    worth: float
    stop: int
    """Where to go next: a town."""
    good: int
    missing: int
    """The town to which track is to be built first, NOWHERE if none is."""


def policy(s: State, seat: Seat, moves: Sequence[AnyMove], rng: Rng) -> AnyMove:
    if len(moves) == 1:
        return moves[0]
    match s.stage:
        case Stage.MOVE:
            return _run(s, moves)
        case Stage.BUILD:
            return _build(s, moves)
        case Stage.ANSWER if s.proposal is not None:
            return Accept() if s.proposal.runner == seat else Refuse()
    return rng.choice(moves)


def _errand(s: State, train: Train) -> Errand | None:
    return max(_errands(s, train), default=None)


def _errands(s: State, train: Train) -> Iterator[Errand]:
    """What the active player's cards ask for, as far as track for it can be paid."""
    near, cash = s.networks[s.active].near, s.cash[s.active]
    cards = (*s.hands[s.active], *s.public)
    has_room = len(train.loads) < TRAINS[train.kind].holds or _needless(s, train) != NOWHERE
    for card in cards:
        for demand in ORDERS[card]:
            onward, to_build = prices_to(demand.town), near[demand.town] >> SHIFT
            if to_build > cash:
                continue
            if demand.good in train.loads:
                worth = demand.pay - TRACK * to_build - WAY * onward[train.at]
                yield Errand(worth, demand.town, demand.good, demand.town if to_build else NOWHERE)
            elif has_room and s.supply[demand.good]:
                for source in GOODS[demand.good].towns:
                    before = near[source] >> SHIFT
                    if before + to_build <= cash:
                        way = prices_to(source)[train.at] + onward[BOARD.places[source].at]
                        worth = demand.pay - TRACK * (before + to_build) - WAY * way
                        missing = source if before else demand.town if to_build else NOWHERE
                        yield Errand(worth, source, demand.good, missing)


def _needless(s: State, train: Train) -> int:
    """A good on a train for which no card asks, NOWHERE if there is none."""
    asked = [demand.good for card in (*s.hands[s.active], *s.public) for demand in ORDERS[card]]
    return next((good for good in train.loads if good not in asked), NOWHERE)


# -- running -----------------------------------------------------------------------------------------------------------


def _run(s: State, moves: Sequence[AnyMove]) -> AnyMove:
    deliveries = [move for move in moves if isinstance(move, Deliver)]
    if deliveries:
        return max(deliveries, key=_pay)
    errands = [_errand(s, train) for train in s.trains[s.active]]
    for number, errand in enumerate(errands):
        move = None if errand is None else _serve(s, number, errand, moves)
        if move is not None:
            return move
    return Stop() if any(errands) or s.acted else Exchange()


def _pay(move: Deliver) -> int:
    return next(demand.pay for demand in ORDERS[move.card] if demand.good == move.good)


def _serve(s: State, number: int, errand: Errand, moves: Sequence[AnyMove]) -> AnyMove | None:
    """The next move for an errand: load where the good is, else run on towards the stop."""
    train = s.trains[s.active][number]
    if BOARD.place_at[train.at] == errand.stop:
        load = Load(number, errand.good)
        needless = Drop(number, _needless(s, train))
        return next((move for move in (load, needless) if move in moves), None)
    table = prices_to(errand.stop)
    ends = [(table[end], place) for place, end in enumerate(_end(number, train, move) for move in moves)]
    least, best = min(ends)
    return moves[best] if least < table[train.at] else None


def _end(number: int, train: Train, move: AnyMove) -> int:
    """Where a move takes a train; other moves leave it where it is."""
    match move:
        case Go(train=n, place=place) if n == number:
            return BOARD.places[place].at
        case Step(train=n, to=post) if n == number:
            return post
        case Cross(train=n, ferry=ferry) if n == number:
            return BOARD.places[BOARD.ferries[ferry].across(BOARD.place_at[train.at])].at
    return train.at


# -- building ----------------------------------------------------------------------------------------------------------


def _build(s: State, moves: Sequence[AnyMove]) -> AnyMove:
    rich = s.cash[s.active] >= RICH
    for number, train in enumerate(s.trains[s.active]):
        errand = _errand(s, train)
        if errand is not None and errand.missing != NOWHERE:
            return _towards(s, errand.missing, moves)
        if rich:
            better = [m for m in moves if isinstance(m, Work) and m.train == number and _is_better(m, train)]
            if better:
                return better[0]
    missing = [town for town in START_TOWNS if not s.joined[town] >> s.active & 1]
    return _towards(s, missing[0], moves) if rich and missing else End()


def _is_better(move: Work, train: Train) -> bool:
    return TRAINS[move.kind].stage > TRAINS[train.kind].stage


def _towards(s: State, place: int, moves: Sequence[AnyMove]) -> AnyMove:
    """The whole way, or the section that comes nearest."""
    if Lay(place) in moves:
        return Lay(place)
    table, own = prices_to(place), s.networks[s.active].posts
    nearest, best = s.networks[s.active].near[place] >> SHIFT, moves[-1]
    for move in moves:
        if isinstance(move, Build):
            for post in BOARD.ends[move.section]:
                if not own >> post & 1 and table[post] < nearest:
                    nearest, best = table[post], move
    return best
