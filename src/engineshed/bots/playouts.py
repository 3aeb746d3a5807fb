"""The simplest search that plays any game: try every move, simulate the rest of the game, and see where it leads.

All it needs from a game is its rules, an evaluation and a quick policy. So every game with these has an opponent that
looks ahead, and every better search has something to be measured against.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import Any

from engineshed.core.bot import Ask, Evaluation, Memory, Policy, Weighed
from engineshed.core.contract import CHANCE, AnyRules, Seat
from engineshed.core.rng import Rng

PLAYOUTS = 64
"""How many playouts it makes if the budget does not say; always at least one for each move."""
HORIZON = 12
"""How many more moves are played, nature's included, before the position is evaluated."""
REMEMBERED = 2_000
"""How many results are kept, so that the memory does not grow for ever in a long game."""

UNTRIED = float("-inf")


class PlayoutBot:
    """Weighs each move by the average lead it gives, over worlds that fit what the bot sees."""

    def __init__(self, policy: Policy, evaluation: Evaluation) -> None:
        self._policy, self._evaluation = policy, evaluation

    def choose(self, ask: Ask[Any, Any]) -> Any:
        if len(ask.moves) == 1:
            return ask.moves[0]
        return max(self.weigh(ask), key=lambda weighed: weighed.worth).move

    def weigh(self, ask: Ask[Any, Any]) -> Sequence[Weighed[Any]]:
        """Tries all moves in one world before it draws the next, so that they are compared fairly."""
        salt, deadline = ask.rng.word(), ask.budget.deadline
        sums, tries = [0.0] * len(ask.moves), [0] * len(ask.moves)
        world: Any = None
        for playout in range(max(len(ask.moves), ask.budget.playouts or PLAYOUTS)):
            if deadline is not None and monotonic() >= deadline:
                break
            number, move = divmod(playout, len(ask.moves))
            if move == 0:
                world = ask.rules.guess(ask.view, Rng("world", salt, number))
            end = self._play_on(ask, world, ask.moves[move], Rng("playout", salt, number))
            sums[move] += self._lead(ask.rules, end, ask.seat, ask.memory)
            tries[move] += 1
        worths = [total / count if count else UNTRIED for total, count in zip(sums, tries, strict=True)]
        return [Weighed(move, worth) for move, worth in zip(ask.moves, worths, strict=True)]

    def _play_on(self, ask: Ask[Any, Any], world: Any, move: Any, rng: Rng) -> Any:
        rules = ask.rules
        state = rules.apply(world, ask.seat, move, tell=False).state
        for _ in range(HORIZON):
            acting = rules.to_act(state)
            if not acting:
                break
            seat = acting[0]
            if seat == CHANCE:
                next_move = rules.draw(state, rng)
            else:
                next_move = self._policy(state, seat, list(rules.legal(state, seat)), rng)
            state = rules.apply(state, seat, next_move, tell=False).state
        return state

    def _lead(self, rules: AnyRules, state: Any, seat: Seat, memory: Memory) -> float:
        """How far a seat is ahead of the best of the others; in a solo game, what its position is worth."""
        key = rules.key(state)
        totals = memory.get(key)
        if totals is None:
            totals = [value.total for value in self._evaluation(state)]
            if len(memory) < REMEMBERED:
                memory[key] = totals
        others = [total for other, total in enumerate(totals) if other != seat]
        lead: float = totals[seat] - max(others, default=0.0)
        return lead
