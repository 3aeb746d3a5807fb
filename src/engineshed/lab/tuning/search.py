"""The search itself: ask CMA-ES for weights, try them in games, tell it how they did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import Any, NamedTuple
from warnings import catch_warnings, simplefilter

from engineshed.core.errors import Trouble
from engineshed.core.rng import Rng
from engineshed.lab.engines import Engine, library, run
from engineshed.lab.tuning.dials import Dial, with_dials
from engineshed.lab.tuning.history import Generation, History, Start
from engineshed.lab.tuning.trials import Outcome, Trials

CHECK = "check"
"""In the seeds of games that no generation has seen."""


def search(history: History, dials: Sequence[Dial], generations: int, engine: Engine) -> Iterator[Generation]:
    """All generations of a run up to this number: those in the history first, then new ones."""
    start = history.start
    strategy = _strategy(len(dials), start)
    for known in list(history.generations[:generations]):
        tried = _asked(strategy)
        if tried != known.tried:
            raise Trouble("trouble.tuning-differs")
        strategy.tell([list(turns) for turns in tried], [-merit for merit in known.merits])
        yield known
    for number in range(len(history.generations), generations):
        tried = _asked(strategy)
        outcomes = _played(start, dials, tried, f"{start.seed}/{number}", start.games, engine)
        merits = tuple(fmean(outcome.merit for outcome in games) for games in outcomes)
        strategy.tell([list(turns) for turns in tried], [-merit for merit in merits])
        won = fmean(outcome.won for games in outcomes for outcome in games)
        history.add(Generation(tried, merits, won, tuple(map(float, strategy.mean))))
        yield history.generations[-1]


class Check(NamedTuple):
    """The same new games with the weights as they were and as they are now."""

    before: list[Outcome]
    after: list[Outcome]


def check(start: Start, dials: Sequence[Dial], games: int, middle: Sequence[float], engine: Engine) -> Check:
    both = ([0.0] * len(dials), middle)
    return Check(*_played(start, dials, both, f"{start.seed}/{CHECK}", games, engine))


def _played(
    start: Start, dials: Sequence[Dial], tried: Sequence[Sequence[float]], seed: str, games: int, engine: Engine
) -> list[list[Outcome]]:
    trials = Trials(
        game=start.game,
        seats=start.seats,
        options=start.options,
        level=start.level,
        weights=tuple(with_dials(start.weights, dials, turns) for turns in tried),
        opponents=start.opponents,
        games=games,
        seed=seed,
    )
    outcomes = list(run(trials, trials.numbers, engine))
    return [outcomes[first : first + games] for first in range(0, len(outcomes), games)]


def _asked(strategy: Any) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(float(turn) for turn in turns) for turns in strategy.ask())


def _strategy(dials: int, start: Start) -> Any:
    def load() -> Any:
        with catch_warnings():
            simplefilter("ignore")  # about plotting, which we do not use
            import cma  # noqa: PLC0415  (an extra)

        return cma

    cma = library("cma", "tune", load)
    options = {"seed": 1 + Rng("tune", start.seed).below(2**31), "popsize": start.population, "verbose": -9}
    return cma.CMAEvolutionStrategy([0.0] * dials, start.spread, options)
