"""How a solitary future is played: the bot carries its plans out, and everybody else does nothing.

What others do rarely changes what a plan is worth, and it would cost most of the time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engineshed.core.bot import Ask
from engineshed.core.contract import AnyRules, Seat
from engineshed.core.rng import Rng
from engineshed.games.dampf_and_rails.bots.greedy import GreedyBot, turn
from engineshed.games.dampf_and_rails.bots.plans import Plan, Planner, planners_of
from engineshed.games.dampf_and_rails.bots.policy import policy
from engineshed.games.dampf_and_rails.bots.position import Position, position
from engineshed.games.dampf_and_rails.bots.weights import Weights
from engineshed.games.dampf_and_rails.rules.for_bots import AnyMove, End, Stage, State, Stop

Traces = tuple[Any, ...]
"""What the first move of a plan leaves on the board."""


def traces(s: State, seat: int) -> Traces:
    return s.trains[seat], s.rails, s.ferries


class Solitary:
    """Plans anew only when something has changed, and carries out a plan that has been begun up to its first stop:
    otherwise each step would be weighed again, and taken back if another plan looks a little better."""

    def __init__(self, weights: Weights, seat: Seat, begun: Mapping[Traces, tuple[int, Plan]]) -> None:
        """``begun``: by the traces of their first moves, the plans to try, each with the number of its train."""
        self._weights, self._seat, self._begun = weights, seat, begun
        self._bot = GreedyBot(weights)
        self._future: Rng | None = None
        self._known: Any = None
        self._led = False
        self._planners: tuple[Planner, ...] = ()

    def __call__(self, rules: AnyRules, s: State, seat: Seat, rng: Rng) -> AnyMove:
        moves: list[AnyMove] = list(rules.legal(s, seat))
        running = s.stage in (Stage.MOVE, Stage.BUILD)
        if seat == self._seat:
            ask: Ask[AnyMove, Any] = Ask(rules, seat, moves, rng, lambda: rules.view(s, seat))
            return self._turn(ask, s) if running and len(moves) > 1 else self._bot.choose(ask)
        if running:
            return Stop() if s.stage == Stage.MOVE else End()
        return policy(s, seat, moves, rng)

    def _turn(self, ask: Ask[AnyMove, Any], s: State) -> AnyMove:
        p = position(ask, self._weights)
        if ask.rng is not self._future:  # every future has random numbers of its own
            self._future = ask.rng
            self._plan(p, s, self._begun.get(traces(s, self._seat)))
        elif self._known != self._knowledge(s):
            self._plan(p, s, None)
        return turn(p, self._planners)

    def _plan(self, p: Position, s: State, begun: tuple[int, Plan] | None) -> None:
        self._led, self._planners = begun is not None, planners_of(p)
        if begun is not None:
            number, plan = begun
            self._planners[number].best = self._planners[number].chosen = plan
        self._known = self._knowledge(s)

    def _knowledge(self, s: State) -> Traces:
        """What may change the mind of a player; the track and the others' deliveries do not, once a plan is begun."""
        mine = s.hands[self._seat], tuple(train.loads for train in s.trains[self._seat])
        return mine if self._led else (*mine, s.round, s.public, s.rails, s.ferries)
