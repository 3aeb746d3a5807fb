"""An analysis, step by step: a first curve, a better one, and a second look at the turns that cost most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import NormalDist, fmean, stdev
from time import monotonic
from typing import Any

import msgspec

from engineshed.core.contract import Seat
from engineshed.core.errors import Trouble
from engineshed.core.table import Table
from engineshed.core.words import Message
from engineshed.lab.analysis.moments import Stretch, decisions, points, stretches
from engineshed.lab.analysis.playing_on import QUICK, Chances, Decision, Outlook, Shares, Trials
from engineshed.lab.analysis.weighing import Weighing, Weighings, by_kind, reasons
from engineshed.lab.engines import Engine, run
from engineshed.lab.stats import wilson

GUESSES = 4
"""Worlds of each position for the first curve."""
LOOKED_AT = 6
"""So many turns are looked at again, those that cost their players most."""
TOLD = 3
"""So many of them are told."""
ROUGH, CURVE, WEIGHED = 0.05, 0.6, 0.05
"""The shares of the time that the first curve, the better one, and weighing the decisions may take."""
ALPHA = 0.05
LEAST = 2
"""Fewer worlds say nothing about chance."""


class Effort(msgspec.Struct, frozen=True):
    """How much is played. The same effort finds the same, unless the time runs out."""

    worlds: int = 40
    """For each position of the curve."""
    trials: int = 60
    """For each move that is tried again."""
    bot: str = QUICK
    """Who plays on; ``choosing`` finds the strongest for which there is time."""
    adviser: str = "greedy"
    """Who says which moves to try."""
    seconds: float = 600.0
    seed: str = "analysis"


class Chance(msgspec.Struct, frozen=True):
    """A share of victories, and the interval in which the true one lies in 95 of 100 cases."""

    value: float
    low: float
    high: float


class Point(msgspec.Struct, frozen=True):
    """Everybody's chances in a position."""

    ply: int
    round: int
    chances: tuple[Chance, ...]


class Better(msgspec.Struct, frozen=True):
    """A move that would have been better than the one that was played, by how much, and why."""

    turn: Stretch
    ply: int
    played: str
    better: str
    """Both in the notation."""
    gain: Chance
    """In chances of victory; the interval does not include 0."""
    reasons: tuple[Message, ...]


class Mistakes(msgspec.Struct, frozen=True):
    """How often a player chose otherwise than the adviser, by kind of move."""

    kind: str
    seat: int
    decisions: int
    otherwise: int


class Shift(msgspec.Struct, frozen=True):
    """By how much a player's chance rose or fell in the whole game, and through whom."""

    luck: float
    own: float
    others: float


class Analysis(msgspec.Struct, frozen=True):
    """What was found. ``worlds``: how many of each position were played; 0 if the curve is the rough one."""

    game: str
    seats: int
    effort: Effort
    worlds: int
    points: tuple[Point, ...]
    turns: tuple[Stretch, ...]
    shifts: tuple[Shift, ...]
    better: tuple[Better, ...] = ()
    """The turns that decided the game, those that cost most first; fewer than three if no more are certain."""
    looked_at: int = 0
    mistakes: tuple[Mistakes, ...] = ()


class Progress(msgspec.Struct, frozen=True):
    """How far an analysis has got, and what is known so far."""

    done: float
    """From 0 to 1."""
    found: Analysis


def analyse(table: Table[Any, Any, Any], effort: Effort, engine: Engine) -> Iterator[Progress]:
    """Better and better analyses of a finished game; the last one is complete. Stop at any time."""
    if table.seats < 2:
        raise Trouble("trouble.analysis-alone")
    if not table.over or table.game.rules.result(table.state) is None:
        raise Trouble("trouble.analysis-running")
    yield from _Analyst(table, effort, engine).steps()


Asked = tuple[Stretch, Weighing]
"""A decision that is looked at again, and the turn that it belongs to."""


class _Analyst:
    def __init__(self, table: Table[Any, Any, Any], effort: Effort, engine: Engine) -> None:
        self.table, self.game, self.effort, self.engine = table, table.game, effort, engine
        self.turns = stretches(table)
        self.plies = points(self.turns)
        self.positions = tuple(self.game.rules.dump(table.states[ply]) for ply in self.plies)
        self.began = monotonic()

    def steps(self) -> Iterator[Progress]:
        """After each piece of work, so that whoever watches sees that it goes on."""
        found = rough = self._rough()
        yield Progress(ROUGH, rough)
        for share, found in self._curve(rough):
            yield Progress(ROUGH + CURVE * share, found)
        weighings: list[Weighing] = []
        for share, weighing in self._weighed():
            weighings.append(weighing)
            yield Progress(ROUGH + CURVE + WEIGHED * share, found)
        found = msgspec.structs.replace(found, mistakes=_mistakes(weighings))
        done = ROUGH + CURVE + WEIGHED
        turns = self._costly(found)
        asked = [(turn, one) for turn in turns for one in weighings if turn.first <= one.ply < turn.end and one.rivals]
        tried: list[list[Shares]] = [[] for _ in asked]
        for share in self._try(asked, tried):
            yield Progress(done + (1 - done) * share, found)
        yield Progress(1.0, self._with_better(found, turns, asked, tried))

    # -- the curve ------------------------------------------------------------------------------------------------

    def _rough(self) -> Analysis:
        game, seed = self.game, self.effort.seed
        ends = [score.total for score in game.rules.scores(self.table.state)]
        spread = max(1.0, (max(ends) - min(ends)) / 2)
        work = Outlook(game.id, self.positions, QUICK, seed, spread)
        shares = self._shares(work, range(GUESSES * len(self.positions)))
        chances = [[Chance(value, value, value) for value in map(fmean, zip(*some, strict=True))] for some in shares]
        return self._analysis(0, chances)

    def _curve(self, found: Analysis) -> Iterator[tuple[float, Analysis]]:
        """World by world, as long as there is time; a pass through all positions makes a better curve."""
        work = Chances(self.game.id, self.positions, self.effort.bot, self.effort.seed)
        size, until = len(self.positions), self.began + CURVE * self.effort.seconds
        shares: list[list[Shares]] = [[] for _ in self.positions]
        results = run(work, range(self.effort.worlds * size), self.engine)
        for number, share in enumerate(results, start=1):
            shares[(number - 1) % size].append(share)
            worlds, rest = divmod(number, size)
            if rest == 0 and worlds >= LEAST:
                found = self._analysis(worlds, [*(_chances(some) for some in shares[:-1]), _certain(shares[-1][0])])
            yield number / (self.effort.worlds * size), found
            if monotonic() > until:
                return

    def _shares(self, work: Chances, numbers: range) -> list[list[Shares]]:
        shares: list[list[Shares]] = [[] for _ in self.positions]
        for number, share in enumerate(run(work, numbers, self.engine)):
            shares[number % len(self.positions)].append(share)
        return shares

    def _analysis(self, worlds: int, chances: Sequence[Sequence[Chance]]) -> Analysis:
        rounds = (self.game.rules.round(self.table.states[ply]) for ply in self.plies)
        found = tuple(Point(*point) for point in zip(self.plies, rounds, map(tuple, chances), strict=True))
        return Analysis(
            game=self.game.id,
            seats=self.table.seats,
            effort=self.effort,
            worlds=worlds,
            points=found,
            turns=tuple(self.turns),
            shifts=tuple(self._shift(found, seat) for seat in range(self.table.seats)),
        )

    def _shift(self, found: Sequence[Point], seat: int) -> Shift:
        luck = own = others = 0.0
        for turn, before, after in zip(self.turns, found, found[1:], strict=False):
            change = after.chances[seat].value - before.chances[seat].value
            if turn.by_nature:
                luck += change
            elif turn.seat == seat:
                own += change
            else:
                others += change
        return Shift(luck, own, others)

    # -- the turns --------------------------------------------------------------------------------------------------

    def _weighed(self) -> Iterator[tuple[float, Weighing]]:
        played = [ply for turn in self.turns if not turn.by_nature for ply in decisions(self.table, turn)]
        work = Weighings(
            game=self.game.id,
            positions=tuple(self.game.rules.dump(self.table.states[ply]) for ply in played),
            played=tuple((ply, int(self.table.plies[ply].seat), self.table.plies[ply].move) for ply in played),
            bot=self.effort.adviser,
            seed=self.effort.seed,
        )
        for number, weighing in enumerate(run(work, range(len(played)), self.engine), start=1):
            yield number / len(played), weighing

    def _with_better(
        self, found: Analysis, turns: Sequence[Stretch], asked: Sequence[Asked], tried: Sequence[Sequence[Shares]]
    ) -> Analysis:
        width = _width(sum(len(one.rivals) for _, one in asked))
        better = [
            self._better(turn, one, shares, width)
            for (turn, one), shares in zip(asked, tried, strict=True)
            if len(shares) >= LEAST
        ]
        certain = sorted((one for one in better if one is not None), key=lambda one: -one.gain.value)
        by_turn = {one.turn.first: one for one in reversed(certain)}
        worst = sorted(by_turn.values(), key=lambda one: -one.gain.value)[:TOLD]
        return msgspec.structs.replace(found, better=tuple(worst), looked_at=len(turns))

    def _costly(self, found: Analysis) -> list[Stretch]:
        """The turns after which the player's own chance had fallen most."""
        costs = [
            (before.chances[turn.seat].value - after.chances[turn.seat].value, turn)
            for turn, before, after in zip(self.turns, found.points, found.points[1:], strict=False)
            if not turn.by_nature
        ]
        costs.sort(key=lambda cost: (-cost[0], cost[1].first))
        return [turn for _, turn in costs[:LOOKED_AT]]

    def _try(self, asked: Sequence[Asked], tried: list[list[Shares]]) -> Iterator[float]:
        """Try the moves of these decisions, world by world, as long as there is time."""
        if not asked:
            return
        positions = tuple(
            Decision(
                position=self.game.rules.dump(self.table.states[one.ply]),
                seat=one.seat,
                moves=(self.table.plies[one.ply].move, *one.rivals),
            )
            for _, one in asked
        )
        work = Trials(self.game.id, positions, self.effort.bot, self.effort.seed)
        until, number = self.began + self.effort.seconds, self.effort.trials * len(positions)
        for place, shares in enumerate(run(work, range(number), self.engine)):
            tried[place % len(positions)].append(shares)
            yield place / number
            if monotonic() > until:
                return

    def _better(self, turn: Stretch, one: Weighing, shares: Sequence[Shares], width: float) -> Better | None:
        """The best of the rivals, if it is certainly better than what was played."""
        gains = [_gain([share[place] - share[0] for share in shares], width) for place in range(1, len(one.rivals) + 1)]
        place = max(range(len(gains)), key=lambda number: gains[number].value)
        if gains[place].low <= 0:
            return None
        state, move = self.table.states[one.ply], one.rivals[place]
        return Better(
            turn=turn,
            ply=one.ply,
            played=self.table.plies[one.ply].text,
            better=self.game.speech.write(state, move),
            gain=gains[place],
            reasons=reasons(self.game, state, Seat(one.seat), one.ply, move, self.effort.adviser, self.effort.seed),
        )


def _chances(shares: Sequence[Shares]) -> list[Chance]:
    return [Chance(fmean(values), *wilson(sum(values), len(values))) for values in zip(*shares, strict=True)]


def _certain(shares: Shares) -> list[Chance]:
    """After the end of the game."""
    return [Chance(value, value, value) for value in shares]


def _gain(differences: Sequence[float], width: float) -> Chance:
    """The mean of differences within the same worlds; few of them that all agree are not certain either."""
    mean = fmean(differences)
    error = stdev(differences) / len(differences) ** 0.5 if len(differences) > 1 else 1.0
    half = width * max(error, 1 / (2 * len(differences)))
    return Chance(mean, mean - half, mean + half)


def _width(comparisons: int) -> float:
    """Half of an interval, in standard errors: so wide that in 95 of 100 games all intervals hold (Bonferroni)."""
    return NormalDist().inv_cdf(1 - ALPHA / (2 * max(1, comparisons)))


def _mistakes(weighings: Sequence[Weighing]) -> tuple[Mistakes, ...]:
    return tuple(
        Mistakes(kind, seat, number, otherwise)
        for seat in sorted({one.seat for one in weighings})
        for kind, number, otherwise in by_kind([one for one in weighings if one.seat == seat])
    )
