"""What players are told about who is winning: it adds up, gives nothing away, and ends as the final scores."""

from __future__ import annotations

from collections.abc import Iterator

from engineshed.core.contract import Seat
from engineshed.core.review import Moment, Reviewer
from engineshed.core.standing import Standing, Tally, standing_of
from engineshed.core.words import Message
from engineshed.testing.case import Position, Walk
from engineshed.testing.speech import must_be_sayable


def standings_add_up(position: Position) -> None:
    """Parts that are shown are those of the score, and the total is their sum; a viewer's own parts may be hidden
    too."""
    game, state = position.game, position.state
    scores = game.rules.scores(state)
    for viewer in (*position.seats, None):
        standing = standing_of(game, state, viewer)
        if len(standing.tallies) not in {0, position.walk.seats}:
            raise AssertionError(f"{len(standing.tallies)} tallies for {position.walk.seats} seats")
        for seat, tally in enumerate(standing.tallies):
            _must_fit(f"seat {viewer} is told about seat {seat}", tally, scores[seat].parts)


def _must_fit(source: str, tally: Tally, parts: dict[str, int]) -> None:
    known = {part: points for part, points in tally.parts.items() if points is not None}
    if list(tally.parts) != list(parts) or any(parts[part] != points for part, points in known.items()):
        raise AssertionError(f"{source}: {tally.parts}, but the score is made of {parts}")
    if tally.total != sum(known.values()) or tally.complete != (len(known) == len(parts)):
        raise AssertionError(f"{source}: {tally} does not add up")
    for progress in tally.progress:
        if progress.of < 1 or (progress.done is not None and progress.done < 0):
            raise AssertionError(f"{source}: nobody can be that far: {progress}")


def standings_tell_nothing_hidden(position: Position) -> None:
    for seat in (*position.seats, None):
        standing = standing_of(position.game, position.state, seat)
        for truth in position.guesses(seat):
            if standing_of(position.game, truth, seat) != standing:
                raise AssertionError(f"seat {seat} is told another standing when what it cannot see is changed")


def standings_can_be_told(position: Position) -> None:
    if position.game.standing is None:
        return  # there is only how to win, which is part of the manifest
    standing = standing_of(position.game, position.state, None)
    for message in _messages(standing):
        must_be_sayable(position.game, message, "the standing")
    if not 1 <= standing.round <= (standing.rounds or standing.round):
        raise AssertionError(f"round {standing.round} of {standing.rounds}")


def _messages(standing: Standing) -> list[Message]:
    progress = [step.goal for tally in standing.tallies for step in tally.progress]
    parts = [Message(f"part.{part}") for tally in standing.tallies for part in tally.parts]
    phase = [] if standing.phase is None else [standing.phase]
    return [standing.goal, *phase, *standing.next, *progress, *parts]


def the_last_standing_is_the_result(walk: Walk) -> None:
    """When the game is over, everybody may know everything."""
    state = walk.states[-1]
    result = walk.game.rules.result(state)
    for viewer in (*map(Seat, range(walk.seats)), None):
        standing = standing_of(walk.game, state, viewer)
        if standing.next:
            raise AssertionError(f"nothing follows the end, least of all {standing.next}")
        for tally, score in zip(standing.tallies, result.scores if result else (), strict=False):
            if (tally.total, tally.complete) != (score.total, True):
                raise AssertionError(f"seat {viewer} is told {tally}, but the final score is {score}")


def the_review_can_be_told(walk: Walk) -> None:
    """The review ends with the final scores, speaks of seats and moves that exist, and has words for everything."""
    game = walk.game
    reviewer = Reviewer(game, walk.seats)
    reviewer.see(game, walk.states[0], 0, _moments(walk))
    review = reviewer.review()
    last = review.milestones[-1]
    if last.totals != [score.total for score in game.rules.scores(walk.states[-1])] or last.ply != len(walk.plies):
        raise AssertionError(f"the review ends with {last}, not with the final scores")
    for highlight in review.highlights:
        must_be_sayable(game, highlight.message, "the review")
        if highlight.ply is not None and not 1 <= highlight.ply <= len(walk.plies):
            raise AssertionError(f"there is no move {highlight.ply}: {highlight}")
        if highlight.seat is not None and not 0 <= highlight.seat < walk.seats:
            raise AssertionError(f"nobody has the seat {highlight.seat}: {highlight}")
    for family, counted in (("figure", last.figures), ("account", review.accounts)):
        for name, numbers in counted.items():
            must_be_sayable(game, Message(f"{family}.{name}"), "the review")
            if len(numbers) != walk.seats:
                raise AssertionError(f"{len(numbers)} numbers for {walk.seats} seats: {name}")


def _moments(walk: Walk) -> Iterator[Moment]:
    for number, ply in enumerate(walk.plies):
        yield Moment(number + 1, walk.states[number], walk.states[number + 1], ply.facts)
