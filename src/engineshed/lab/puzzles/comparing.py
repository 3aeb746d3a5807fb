"""Is one move clearly better than all others? Every move is tried in the same worlds, with the same luck.

A world is guessed from what the player sees; the move is played, and then everybody plays on like a bot that never
changes. What counts is the player's lead over the best of the others where that ends. Moves that are certainly
worse are given up early, so most of the work is spent on the nearest rivals.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean, stdev
from typing import Any

import msgspec

from engineshed.core.contract import AnyGame, Seat
from engineshed.core.rng import Rng
from engineshed.lab.analysis.playing_on import ended

FIRST_LOOK = 8
"""Worlds before the first moves are given up; each later look comes after twice as many."""
CERTAIN = 2.6
"""Standard errors: a mean difference is above its lower bound in more than 99 of 100 cases."""


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


class _Tried:
    """A move and how far it fell behind in each world."""

    def __init__(self, move: Any) -> None:
        self.move = move
        self.behind: list[float] = []

    @property
    def mean(self) -> float:
        return fmean(self.behind)

    @property
    def low(self) -> float:
        """Worlds that all agree are not certain either: half of a point stays in doubt, and less in more worlds."""
        error: float = max(stdev(self.behind), 0.5) / len(self.behind) ** 0.5
        return self.mean - CERTAIN * error


def rivals_of(
    game: AnyGame, state: Any, seat: Seat, solution: Any, others: Sequence[Any], budget: Budget
) -> list[Rival] | None:
    """The other moves, the nearest first; None if one of them is not certainly worse by the margin."""
    view = game.rules.view(state, seat)
    tried = [_Tried(move) for move in others]
    alive, look = list(tried), FIRST_LOOK
    for world in range(budget.worlds):
        guessed = game.rules.guess(view, Rng("puzzle", budget.seed, world))
        best = lead_after(game, guessed, seat, solution, budget, world)
        for one in alive:
            one.behind.append(best - lead_after(game, guessed, seat, one.move, budget, world))
        if world + 1 in (look, budget.worlds):
            look *= 2
            if any(one.mean < budget.margin for one in alive):
                return None
            alive = [one for one in alive if one.low < budget.margin]
        if not alive:
            break
    if alive:
        return None
    write = game.speech.write
    found = [Rival(write(state, one.move), round(one.mean, 1), len(one.behind)) for one in tried]
    return sorted(found, key=lambda rival: (rival.behind, rival.move))


def lead_after(game: AnyGame, world: Any, seat: Seat, move: Any, budget: Budget, number: int) -> float:
    """How far the player is ahead after this move, when everybody has played on."""
    state = game.rules.apply(world, seat, move, tell=False).state
    last = game.rules.round(world) + budget.rounds if budget.rounds else None
    return _lead(game, ended(game, state, budget.bot, f"{budget.seed}/{number}", last), seat, budget.bot)


def _lead(game: AnyGame, state: Any, seat: Seat, bot: str) -> float:
    """How far a player is ahead of the best of the others, in points; before the end, in what the position is worth."""
    if game.rules.to_act(state):
        totals = [value.total for value in game.bots.evaluation(bot or None)(state)]
    else:
        totals = [float(score.total) for score in game.rules.scores(state)]
    return totals[seat] - max(total for other, total in enumerate(totals) if other != seat)
