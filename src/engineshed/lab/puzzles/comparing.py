"""Is one move clearly better than all others? Every move is tried in the same worlds, with the same luck.

A world is guessed from what the player sees; the move is played, and then everybody plays on like a bot that never
changes. What counts is the player's lead over the best of the others where that ends. Moves that are certainly
worse are given up early, so most of the work is spent on the nearest rivals. Moves after which everything comes out
exactly as after the solution are no rivals: they are the same in another order, or its first step.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from statistics import fmean, stdev
from typing import Any, NamedTuple

import msgspec

from engineshed.core.contract import AnyGame, Seat
from engineshed.core.rng import Rng
from engineshed.lab.analysis.playing_on import ended

FIRST_LOOK = 8
"""Worlds before the first moves are given up; each later look comes after twice as many."""
CERTAIN = 2.6
"""Standard errors: a mean difference is above its lower bound in more than 99 of 100 cases."""

DOUBT = 0.5
"""Points by which a difference is in doubt even if it is the same in all worlds that were tried."""


class Budget(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is claimed of a solution, and how much is played to prove it."""

    margin: float
    """Its lead is certainly larger than that of every other move by this much."""
    worlds: int
    """In so many worlds at most is each move tried."""
    rounds: int = 0
    """How many rounds are played on after the present one; 0: to the end of the game."""
    bot: str = "greedy-1"
    """Who plays on."""
    seed: str = "0"


class Rival(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another move: by how much it falls behind the solution, on average, in so many worlds."""

    move: str
    behind: float
    worlds: int


class Compared(NamedTuple):
    """The other moves of a position, each beside its solution."""

    rivals: tuple[Rival, ...]
    """All that are certainly worse, the nearest first."""
    same: tuple[str, ...]
    """All that come to exactly the same, in every world that was tried."""


class _Tried:
    """A move and how far it fell behind in each world."""

    def __init__(self, move: Any) -> None:
        self.move = move
        self.behind: list[float] = []
        self.same = True
        """Whether everything has come out as after the solution so far."""

    def add(self, best: Outcome, found: Outcome) -> None:
        self.behind.append(best.lead - found.lead)
        self.same = self.same and best.end == found.end

    @property
    def mean(self) -> float:
        return fmean(self.behind)

    @property
    def low(self) -> float:
        """Worlds that all agree are not certain either: some doubt stays, and less in more worlds."""
        error: float = max(stdev(self.behind), DOUBT) / len(self.behind) ** 0.5
        return self.mean - CERTAIN * error


def compared(
    game: AnyGame, state: Any, seat: Seat, solution: Any, others: Sequence[Any], budget: Budget
) -> Compared | None:
    """How the other moves fall behind; None if one of them does not come to the same and is not certainly worse by the
    margin."""
    view = game.rules.view(state, seat)
    tried = [_Tried(move) for move in others]
    alive, look = list(tried), FIRST_LOOK
    for world in range(budget.worlds):
        guessed = game.rules.guess(view, Rng("puzzle", budget.seed, world))
        best = outcome(game, guessed, seat, solution, budget, world)
        for one in alive:
            one.add(best, outcome(game, guessed, seat, one.move, budget, world))
        if world + 1 in (look, budget.worlds):
            look *= 2
            if any(not one.same and one.mean < budget.margin for one in alive):
                return None
            alive = [one for one in alive if one.same or one.low < budget.margin]
        if all(one.same for one in alive) and world + 1 >= min(FIRST_LOOK, budget.worlds):
            break
    if any(not one.same for one in alive):
        return None
    write = game.speech.write
    rivals = [Rival(write(state, one.move), round(one.mean, 1), len(one.behind)) for one in tried if not one.same]
    same = sorted(write(state, one.move) for one in tried if one.same)
    return Compared(tuple(sorted(rivals, key=lambda rival: (rival.behind, rival.move))), tuple(same))


class Outcome(NamedTuple):
    """Where a move has led when everybody has played on."""

    lead: float
    """How far the player is ahead."""
    end: Hashable
    """The position."""


def outcome(game: AnyGame, world: Any, seat: Seat, move: Any, budget: Budget, number: int) -> Outcome:
    state = game.rules.apply(world, seat, move, tell=False).state
    last = game.rules.round(world) + budget.rounds if budget.rounds else None
    end = ended(game, state, budget.bot, f"{budget.seed}/{number}", last)
    return Outcome(_lead(game, end, seat, budget.bot), game.rules.key(end))


def _lead(game: AnyGame, state: Any, seat: Seat, bot: str) -> float:
    """How far a player is ahead of the best of the others, in points; before the end, in what the position is worth."""
    if game.rules.to_act(state):
        totals = [value.total for value in game.bots.evaluation(bot or None)(state)]
    else:
        totals = [float(score.total) for score in game.rules.scores(state)]
    return totals[seat] - max(total for other, total in enumerate(totals) if other != seat)
