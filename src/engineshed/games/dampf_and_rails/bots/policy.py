"""A quick choice in a whole position, by rules of thumb, for simulated games.

Each train has an errand: of all that the orders ask for, the delivery that pays most for the track and steps it takes.
Distances are judged by the prices on an empty board.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from engineshed.core.contract import Seat
from engineshed.core.rng import Rng
from engineshed.games.dampf_and_rails.bots.deals import is_welcome
from engineshed.games.dampf_and_rails.rules.for_bots import (
    NOWHERE,
    SHIFT,
    STAGES,
    STREET,
    Accept,
    AnyMove,
    Box,
    Build,
    Connect,
    Cross,
    Deliver,
    Drop,
    Exchange,
    Go,
    Keep,
    Lay,
    Load,
    Refuse,
    Stage,
    Start,
    State,
    Step,
    Stop,
    Train,
    Withdraw,
    Work,
    has_room,
    steps_to,
)

TRACK = 1.0
"""The weight of a million spent on track."""
STEP = 0.5
"""The weight of a step of a train: nine of them are a round, in which it earns about five million."""
CROSSING = 8
"""How many steps a crossing counts as."""
RICH = 60
"""The cash needed before better trains are bought and the start towns are joined."""
PATIENCE = 3
"""When no train has anything to do, the hand is exchanged in one of this many turns; track may still be built."""


class Errand(NamedTuple):
    worth: float
    stop: int
    """The town to go to next."""
    good: int
    missing: int
    """The town to which track must be built first; NOWHERE if none is needed."""


def policy(s: State, seat: Seat, moves: Sequence[AnyMove], rng: Rng) -> AnyMove:
    if len(moves) == 1:
        return moves[0]
    match s.stage:
        case Stage.KEEP:
            return max(
                moves, key=lambda m: sum(_promise(s.box, card) for card in m.cards) if isinstance(m, Keep) else 0.0
            )
        case Stage.START:
            return max(moves, key=lambda m: _prospect(s, m.town) if isinstance(m, Start) else 0.0)
        case Stage.MOVE:
            return _run(s, moves, rng)
        case Stage.BUILD:
            return _build(s, moves)
        case Stage.ANSWER if s.proposal is not None:
            return Accept() if Accept() in moves and is_welcome(s.proposal, seat) else Refuse()
    return Withdraw() if Withdraw() in moves else rng.choice(moves)


# -- errands -----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def _promise(box: Box, card: int) -> float:
    """What the best demand of a card is worth, if all track for it were still to be built."""
    return max(
        demand.pay - (TRACK + STEP) * box.prices_to[demand.town][box.board.places[source].at]
        for demand in box.orders[card]
        for source in box.goods[demand.good].towns
    )


def _prospect(s: State, town: int) -> float:
    at = s.board.places[town].at
    errand = _errand(s, Train(at=at), s.box.codes[at])
    return NO_PROSPECT if errand is None else errand.worth


NO_PROSPECT = float("-inf")


def _errand(s: State, train: Train, near: Sequence[int]) -> Errand | None:
    """The errand of one of the active player's trains; ``near``: how near every place is to the network."""
    return max(_errands(s, train, near), default=None)


def _errands(s: State, train: Train, near: Sequence[int]) -> Iterator[Errand]:
    cash, asked = s.cash[s.active], _asked(s)
    may_load = len(train.loads) < s.box.trains[train.kind].holds or _needless(train, asked) != NOWHERE
    for town, good, pay in asked:
        onward, track = s.box.prices_to[town], near[town] >> SHIFT
        if track and not has_room(s, town):
            continue
        if good in train.loads and track <= cash:
            worth = pay - TRACK * track - STEP * onward[train.at]
            yield Errand(worth, town, good, town if track else NOWHERE)
        elif may_load and s.supply[good]:
            for source in s.box.goods[good].towns:
                before = near[source] >> SHIFT
                if before + track <= cash:
                    steps = s.box.prices_to[source][train.at] + onward[s.board.places[source].at]
                    missing = source if before else town if track else NOWHERE
                    yield Errand(pay - TRACK * (before + track) - STEP * steps, source, good, missing)


_Asked = list[tuple[int, int, int]]


def _asked(s: State) -> _Asked:
    """Town, good and pay of everything that the active player may deliver."""
    cards = (*s.hands[s.active], *s.public)
    return [(demand.town, demand.good, demand.pay) for card in cards for demand in s.box.orders[card]]


def _needless(train: Train, asked: _Asked) -> int:
    """A good on a train that no order asks for; NOWHERE if there is no such good."""
    goods = [good for _, good, _ in asked]
    return next((good for good in train.loads if good not in goods), NOWHERE)


# -- running -----------------------------------------------------------------------------------------------------------


def _run(s: State, moves: Sequence[AnyMove], rng: Rng) -> AnyMove:
    deliveries = [move for move in moves if isinstance(move, Deliver)]
    if deliveries:
        return max(deliveries, key=lambda move: _pay(s, move))
    for number, train in enumerate(s.trains[s.active]):
        errand = _errand(s, train, s.networks[s.active].near)
        move = None if errand is None else _serve(s, number, train, errand, moves)
        if move is not None:
            return move
    return Stop() if s.acted or rng.below(PATIENCE) else Exchange()


def _pay(s: State, move: Deliver) -> int:
    return next(demand.pay for demand in s.box.orders[move.card] if demand.good == move.good)


def _serve(s: State, number: int, train: Train, errand: Errand, moves: Sequence[AnyMove]) -> AnyMove | None:
    """The next move for an errand: load where the good is, otherwise run on towards the stop."""
    if s.board.place_at[train.at] == errand.stop:
        wanted = (Load(number, errand.good), Drop(number, _needless(train, _asked(s))))
        return next((move for move in wanted if move in moves), None)
    steps = _steps(s, train, s.board.places[errand.stop].at)
    far, best = steps.get(train.at, s.board.size), None
    for move in moves:
        post = _end(s, number, train, move)
        if post != NOWHERE and steps.get(post, s.board.size) < far:
            far, best = steps[post], move
    return best


def _steps(s: State, train: Train, goal: int) -> dict[int, int]:
    """How far the goal is on the player's own track; if it is across water, how far the port of their own ferry is."""
    own = 1 << s.active + 1 | 1 << STREET
    steps = steps_to(s, goal, own)
    if train.at in steps:
        return steps
    ports = [
        (steps[there] + CROSSING, here)
        for ferry, owners in zip(s.board.ferries, s.ferries, strict=True)
        for here, there in (ferry.ports, ferry.ports[::-1])
        if owners >> s.active & 1 and there in steps
    ]
    if not ports:
        return steps
    _, port = min(ports)
    return {**steps_to(s, port, own), **dict.fromkeys(steps, -1)}


def _end(s: State, number: int, train: Train, move: AnyMove) -> int:
    """Where a move takes a train; NOWHERE if it does not move it."""
    match move:
        case Go(train=n, place=place) if n == number:
            return s.board.places[place].at
        case Step(train=n, to=post) if n == number:
            return post
        case Cross(train=n, ferry=ferry) if n == number:
            return s.board.places[s.board.ferries[ferry].across(s.board.place_at[train.at])].at
    return NOWHERE


# -- building ----------------------------------------------------------------------------------------------------------


def _build(s: State, moves: Sequence[AnyMove]) -> AnyMove:
    """Track for errands first; then, with money to spare, better trains and the start towns. The last move is "end"."""
    rich, near = s.cash[s.active] >= RICH, s.networks[s.active].near
    for number, train in enumerate(s.trains[s.active]):
        errand = _errand(s, train, near)
        if errand is not None and errand.missing != NOWHERE:
            return _towards(s, errand.missing, moves)
        for move in moves if rich else ():
            if isinstance(move, Work) and move.train == number and _is_better(move, train):
                return move
    missing = [town for town in s.box.start_towns if near[town] >> SHIFT]
    return _towards(s, missing[0], moves) if rich and missing else moves[-1]


def _is_better(move: Work, train: Train) -> bool:
    return STAGES[move.kind] > STAGES[train.kind]


def _towards(s: State, place: int, moves: Sequence[AnyMove]) -> AnyMove:
    """The whole way, or as near as possible."""
    if Lay(place) in moves:
        return Lay(place)
    table, network = s.box.prices_to[place], s.networks[s.active]
    least, best = network.near[place] >> SHIFT, moves[-1]
    for move in moves:
        for post in _reached(s, move):
            if table[post] < least and not network.posts >> post & 1:
                least, best = table[post], move
    return best


def _reached(s: State, move: AnyMove) -> tuple[int, ...]:
    """The mileposts that a move may add to the network."""
    if isinstance(move, Build):
        return s.board.ends[move.section]
    return s.board.ferries[move.ferry].ports if isinstance(move, Connect) else ()
