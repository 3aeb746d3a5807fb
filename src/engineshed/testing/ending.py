"""How a game ends: there is a result exactly when nobody is to act, and ranks follow from the scores."""

from __future__ import annotations

from itertools import pairwise

from engineshed.core.contract import Result, Score
from engineshed.testing.case import Playout, Position, Walk
from engineshed.testing.speech import must_be_sayable


def over_exactly_when_there_is_a_result(position: Position) -> None:
    over, result = not position.to_act, position.game.rules.result(position.state)
    if over != (result is not None):
        raise AssertionError(f"{position.to_act} are to act, and the result is {result}")


def scores_are_the_sum_of_their_parts(position: Position) -> None:
    scores = position.game.rules.scores(position.state)
    if len(scores) != position.walk.seats:
        raise AssertionError(f"{len(scores)} scores for {position.walk.seats} seats")
    for seat, score in enumerate(scores):
        if score.total != sum(score.parts.values()):
            raise AssertionError(f"the parts of seat {seat}'s score do not add up: {score}")


def rounds_are_counted_from_one(playout: Playout) -> None:
    rounds = [playout.game.rules.round(state) for state in playout.states]
    if rounds[0] != 1 or any(after - before not in {0, 1} for before, after in pairwise(rounds)):
        raise AssertionError(f"the rounds are counted {list(dict.fromkeys(rounds))}")


def the_result_follows_from_the_scores(walk: Walk) -> None:
    game, state = walk.game, walk.states[-1]
    result = game.rules.result(state)
    if result is None:
        raise AssertionError("the game is over without a result")
    if result.scores != game.rules.scores(state):
        raise AssertionError(f"the result's scores {result.scores} are not those of the position")
    if result.ranks != _ranks(result):
        raise AssertionError(f"ranks {result.ranks} do not follow from {result.scores}")
    must_be_sayable(game, result.reason, "the game ends")


def _ranks(result: Result) -> tuple[int, ...]:
    """Everybody's rank: one more than the number of players who did better; players who tie share a rank."""
    order = [_strength(score) for score in result.scores]
    return tuple(1 + sum(other > own for other in order) for own in order)


def _strength(score: Score) -> tuple[int, ...]:
    return (score.total, *score.tiebreak)
