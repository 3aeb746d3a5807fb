"""How fast the games run: random play on one core, with the complete list of legal moves at every decision.

Rates are per second of this process's CPU time, so that other programs on the machine do not count against them. To
correct for a machine whose speed varies, time is cut into short chunks, each between two runs of a fixed loop; a rate
"at reference speed" is the rate on a machine that runs this loop ``REFERENCE`` times a second.
Several subjects take turns chunk by chunk, so that their ratios hold even if the machine's speed swings. One of them
may be the same rules as plain Python, in another process (``plain``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median
from time import process_time
from typing import Any

import msgspec

from engineshed.core.contract import CHANCE, AnyGame
from engineshed.core.rng import Rng
from engineshed.lab.simulate import LIMIT

REFERENCE = 4.5e6
CHUNK = 0.35
CALIBRATION = 0.03
"""CPU seconds of one chunk, and of the loop before and after it."""


class Count(msgspec.Struct):
    """What was played. Decisions are those of players, and free ones have at least two legal moves."""

    games: int = 0
    decisions: int = 0
    free: int = 0
    legal: int = 0

    def add_decision(self, legal: int) -> None:
        self.decisions += 1
        self.free += legal > 1
        self.legal += legal

    def add(self, other: Count) -> None:
        self.games += other.games
        self.decisions += other.decisions
        self.free += other.free
        self.legal += other.legal


class Chunk(msgspec.Struct, frozen=True):
    """What was played in a short time."""

    count: Count
    seconds: float
    speed: float
    """How many times a second the fixed loop ran before and after it."""


class Subject(msgspec.Struct, frozen=True):
    """Something that plays: ``play_game(n)`` plays its n-th random game from start to end."""

    name: str
    version: str
    play_game: Callable[[int], Count]
    elsewhere: Callable[[int], Chunk] | None = None
    """If it plays in another process: plays a chunk from its n-th game on."""

    def play_chunk(self, first: int) -> Chunk:
        """Play whole games for a short time."""
        if self.elsewhere is not None:
            return self.elsewhere(first)
        before = calibrate(CALIBRATION)
        count, start, spent = Count(), process_time(), 0.0
        while spent < CHUNK:
            count.add(self.play_game(first + count.games))
            spent = process_time() - start
        return Chunk(count, spent, (before + calibrate(CALIBRATION)) / 2)


class Rates(msgspec.Struct, frozen=True):
    """Per second of CPU time, and the same at reference speed."""

    games_per_second: float
    decisions_per_second: float
    free_decisions_per_second: float
    ref_games_per_second: float
    ref_decisions_per_second: float
    ref_free_decisions_per_second: float
    mean_legal: float
    decisions_per_game: float
    games: int
    cpu_seconds: float
    calibration: float
    """How many times a second the fixed loop ran, as a median."""


def game_subject(game: AnyGame, seats: int, options: Any) -> Subject:
    """Random play of one of our games, without facts for a log. Nature's draws do not count as decisions."""

    def play_game(number: int) -> Count:
        rng, state, count = Rng("bench", number), game.rules.start(seats, options), Count(games=1)
        while count.decisions < LIMIT and (acting := game.rules.to_act(state)):
            seat = acting[0]
            if seat == CHANCE:
                move = game.rules.draw(state, rng)
            else:
                moves = list(game.rules.legal(state, seat))
                count.add_decision(len(moves))
                move = rng.choice(moves)
            state = game.rules.apply(state, seat, move, tell=False).state
        return count

    return Subject(game.id, str(game.version), play_game)


class _Meter:
    """One subject's chunks."""

    def __init__(self, subject: Subject) -> None:
        self.subject, self.total, self.seconds = subject, Count(), 0.0
        self.chunks: list[tuple[float, float, float]] = []
        """Games, decisions and free decisions of each chunk, per turn of the fixed loop."""
        self.calibrations: list[float] = []

    def run_chunk(self) -> None:
        chunk = self.subject.play_chunk(self.total.games)
        count, turns = chunk.count, chunk.seconds * chunk.speed
        self.total.add(count)
        self.seconds += chunk.seconds
        self.calibrations.append(chunk.speed)
        self.chunks.append((count.games / turns, count.decisions / turns, count.free / turns))

    def rates(self) -> Rates:
        total, seconds = self.total, self.seconds
        ref_games, ref_decisions, ref_free = (median(column) * REFERENCE for column in zip(*self.chunks, strict=True))
        return Rates(
            games_per_second=total.games / seconds,
            decisions_per_second=total.decisions / seconds,
            free_decisions_per_second=total.free / seconds,
            ref_games_per_second=ref_games,
            ref_decisions_per_second=ref_decisions,
            ref_free_decisions_per_second=ref_free,
            mean_legal=total.legal / total.decisions,
            decisions_per_game=total.decisions / total.games,
            games=total.games,
            cpu_seconds=seconds,
            calibration=median(self.calibrations),
        )


def measure(subjects: Sequence[Subject], seconds: float) -> list[Rates]:
    """The subjects' rates, in their order; each gets about this many CPU seconds."""
    meters = [_Meter(subject) for subject in subjects]
    while meters[-1].seconds < seconds:
        for meter in meters:
            meter.run_chunk()
    return [meter.rates() for meter in meters]


class _Probe:
    """The fixed work of the calibration: a method call, a list, an attribute, whole numbers."""

    __slots__ = ("cells", "total")

    def __init__(self) -> None:
        self.total = 0
        self.cells = [0] * 16

    def step(self, number: int) -> int:
        cells = self.cells
        cells[number & 15] += number
        self.total = (self.total + cells[(number >> 2) & 15]) & 0xFFFF
        return self.total


def calibrate(seconds: float) -> float:
    """Runs of the fixed loop per CPU second: how fast this machine runs plain Python just now."""
    probe, table, turns = _Probe(), {number: number * 3 for number in range(64)}, 0
    start, spent = process_time(), 0.0
    while spent < seconds:
        for number in range(2000):
            probe.step(number)
            table[number & 63] ^= number
        turns += 2000
        spent = process_time() - start
    return turns / spent
