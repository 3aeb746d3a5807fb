"""What search needs from a game: playouts from its middle, small positions, cheap whole games."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Sequence
from time import process_time
from typing import Any

import msgspec

from engineshed.core.contract import CHANCE, AnyGame, Seat
from engineshed.core.rng import Rng
from engineshed.lab.bench import CALIBRATION, REFERENCE, calibrate
from engineshed.lab.simulate import LIMIT

Choice = Callable[[Any, Seat, Sequence[Any], Rng], Any]


class Depth(msgspec.Struct, frozen=True):
    """Playouts go from the middle of a random game to its end; rates are at reference speed."""

    random_playouts_per_second: float
    greedy_playouts_per_second: float
    """Playouts by the quick policy of the game."""
    state_bytes: float
    """The memory that each further position of a game takes; positions share most of their parts."""
    game_ms: float
    """A whole random game, at reference speed, and how many decisions it has."""
    game_decisions: int


def depth(game: AnyGame, seats: int, options: Any, seconds: float) -> Depth:
    start, rng = game.rules.start(seats, options), Rng("depth", 0)
    states = _played(game, start, rng, _at_random)
    middle = states[len(states) // 2]
    speed = calibrate(CALIBRATION) / REFERENCE
    began = process_time()
    _played(game, start, Rng("depth", 0), _at_random)
    spent = process_time() - began
    return Depth(
        random_playouts_per_second=_rate(game, middle, _at_random, seconds),
        greedy_playouts_per_second=_rate(game, middle, game.bots.policy, seconds),
        state_bytes=_bytes(game, start),
        game_ms=spent * speed * 1000,
        game_decisions=sum(game.rules.to_act(state) != (CHANCE,) for state in states[:-1]),
    )


def _at_random(_state: Any, _seat: Seat, moves: Sequence[Any], rng: Rng) -> Any:
    return rng.choice(moves)


def _played(game: AnyGame, state: Any, rng: Rng, choose: Choice) -> list[Any]:
    """All positions from this one to the end."""
    rules, states = game.rules, [state]
    while len(states) < LIMIT and (acting := rules.to_act(state)):
        seat = acting[0]
        move = rules.draw(state, rng) if seat == CHANCE else choose(state, seat, list(rules.legal(state, seat)), rng)
        state = rules.apply(state, seat, move, tell=False).state
        states.append(state)
    return states


def _rate(game: AnyGame, state: Any, choose: Choice, seconds: float) -> float:
    speed, number, spent, began = calibrate(CALIBRATION), 0, 0.0, process_time()
    while spent < seconds:
        _played(game, state, Rng("playout", number), choose)
        number += 1
        spent = process_time() - began
    return number / spent * REFERENCE / speed


def _bytes(game: AnyGame, start: Any) -> float:
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        states = _played(game, start, Rng("depth", 1), _at_random)
        return (tracemalloc.get_traced_memory()[0] - before) / len(states)
    finally:
        tracemalloc.stop()
