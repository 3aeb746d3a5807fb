"""How long a person waits: the time of single calls, early and late in a game."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter_ns
from typing import Any

import msgspec

from engineshed.core.contract import CHANCE, AnyGame
from engineshed.core.rng import Rng
from engineshed.lab.simulate import LIMIT

OPERATIONS = ("legal", "check", "apply", "view")


class Latency(msgspec.Struct, frozen=True):
    """Microseconds of one call: the usual and the slow case."""

    p50: float
    p95: float


Latencies = dict[str, dict[str, Latency]]
"""Latencies by part of the game (early: the first third of the decisions, late: the last), then by operation."""


def latencies(game: AnyGame, seats: int, options: Any, games: int = 3) -> Latencies:
    """Times each operation once at every decision of random games, on fresh states with nothing cached."""
    early: list[tuple[int, ...]] = []
    late: list[tuple[int, ...]] = []
    for number in range(games):
        timed = _timed_game(game, seats, options, Rng("latency", number))
        third = len(timed) // 3
        early += timed[:third]
        late += timed[-third:]
    return {"early": _percentiles(early), "late": _percentiles(late)}


def _timed_game(game: AnyGame, seats: int, options: Any, rng: Rng) -> list[tuple[int, ...]]:
    """For each decision, the nanoseconds that each operation took, in their order."""
    state = game.rules.start(seats, options)
    timed: list[tuple[int, ...]] = []
    while len(timed) < LIMIT and (acting := game.rules.to_act(state)):
        seat = acting[0]
        if seat == CHANCE:
            state = game.rules.apply(state, seat, game.rules.draw(state, rng)).state
            continue
        t0 = perf_counter_ns()
        moves = list(game.rules.legal(state, seat))
        t1 = perf_counter_ns()
        move = rng.choice(moves)
        t2 = perf_counter_ns()
        game.rules.check(state, seat, move)
        t3 = perf_counter_ns()
        after = game.rules.apply(state, seat, move).state
        t4 = perf_counter_ns()
        game.rules.view(state, seat)
        t5 = perf_counter_ns()
        timed.append((t1 - t0, t3 - t2, t4 - t3, t5 - t4))
        state = after
    return timed


def _percentiles(timed: list[tuple[int, ...]]) -> dict[str, Latency]:
    columns = zip(*timed, strict=True)
    return {
        name: Latency(_at(0.5, column), _at(0.95, column)) for name, column in zip(OPERATIONS, columns, strict=True)
    }


def _at(share: float, nanoseconds: Sequence[int]) -> float:
    ordered = sorted(nanoseconds)
    return ordered[round(share * (len(ordered) - 1))] / 1000
