"""What search relies on: moves without facts, keys, nature's probabilities, evaluations, policies."""

from __future__ import annotations

from collections import Counter
from math import isfinite, sqrt
from typing import Any

from engineshed.core.contract import CHANCE
from engineshed.testing.case import Playout, Position

TRIED_MOVES = 20
FEW_OUTCOMES = 60
"""Up to this many outcomes, draws can be frequent enough to compare with the stated probabilities."""
DRAWS_EACH = 12


def moves_can_be_played_without_facts(position: Position) -> None:
    """The same state, and the same answer on whether something was revealed, but no facts."""
    rules = position.game.rules
    for seat in position.to_act:
        for move in position.rng("news").shuffled(position.legal(seat))[:TRIED_MOVES]:
            loud, quiet = (rules.apply(position.state, seat, move, tell=tell) for tell in (True, False))
            if quiet.facts:
                raise AssertionError(f"{move} tells {quiet.facts} though nobody wants to know")
            if quiet.state != loud.state or quiet.reveals != loud.reveals:
                raise AssertionError(f"{move} leads to something else when nothing is told")


def equal_positions_have_equal_keys(position: Position) -> None:
    rules, state = position.game.rules, position.state
    key = rules.key(state)
    if rules.key(rules.load(rules.dump(state))) != key:
        raise AssertionError("the same position has another key after dump and load")
    for seat in position.to_act:
        for move in position.rng("keys").shuffled(position.legal(seat))[:TRIED_MOVES]:
            after = rules.apply(state, seat, move).state
            if (rules.key(after) == key) != (after == state):
                raise AssertionError(f"before and after {move}, keys and positions do not agree on being equal")


def nature_has_the_chances_it_states(position: Position) -> None:
    """The outcomes are exactly the legal moves, add up to 1, and are drawn about as often as they say."""
    if not position.of_nature:
        return
    outcomes = position.game.rules.outcomes(position.state)
    if outcomes is None:
        return
    if sum(outcome.chance for outcome in outcomes) != 1 or any(outcome.chance <= 0 for outcome in outcomes):
        raise AssertionError("the chances of nature's moves do not add up to 1")
    moves = [outcome.move for outcome in outcomes]
    if moves != list(position.game.rules.legal(position.state, CHANCE)):
        raise AssertionError("nature's outcomes are not its legal moves")
    if len(moves) <= FEW_OUTCOMES:
        _must_come_as_often(position, {outcome.move: float(outcome.chance) for outcome in outcomes})


def _must_come_as_often(position: Position, chances: dict[Any, float]) -> None:
    """Pearson's test, with such a wide margin that fair dice will practically never fail it."""
    rng, draws = position.rng("chances"), DRAWS_EACH * len(chances)
    seen = Counter(position.game.rules.draw(position.state, rng) for _ in range(draws))
    distance = sum((seen[move] - draws * chance) ** 2 / (draws * chance) for move, chance in chances.items())
    if distance > len(chances) + 8 * sqrt(2 * len(chances)) + 16:
        raise AssertionError(f"nature draws {dict(seen)}, which its chances {chances} do not explain")


def positions_have_a_value_for_every_seat(position: Position) -> None:
    values = position.game.bots.evaluation()(position.state)
    if len(values) != len(position.seats):
        raise AssertionError(f"there are {len(values)} values for {len(position.seats)} seats")
    names = {tuple(value.parts) for value in values}
    if len(names) != 1 or not all(isfinite(part) for value in values for part in value.parts.values()):
        raise AssertionError(f"the values {values} do not have the same finite parts")


def the_policy_plays_legal_moves(position: Position) -> None:
    policy = position.game.bots.policy
    for seat in position.to_act:
        if seat == CHANCE:
            continue
        moves = position.legal(seat)
        chosen = [policy(position.state, seat, moves, position.rng("policy")) for _ in range(2)]
        if chosen[0] not in moves or chosen[0] != chosen[1]:
            raise AssertionError(f"the policy chooses {chosen[0]} and then {chosen[1]}")


def every_level_can_be_played(playout: Playout) -> None:
    """Each level has a bot, and weights that can be read."""
    bots = playout.game.bots
    for level in bots.levels:
        bots.make(level.name)
    if not any(level.offered for level in bots.levels):
        raise AssertionError("no bot is offered to people")
