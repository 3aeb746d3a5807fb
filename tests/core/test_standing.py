"""Standings and reviews: what every game has, what is hidden, and how money received is counted."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from engineshed.core.contract import Score, Seat
from engineshed.core.once import once
from engineshed.core.registry import find_game
from engineshed.core.review import Chronicle, Milestone, Moment, Reviewer
from engineshed.core.standing import Progress, Standing, Tally, standing_of, tallied, upcoming
from engineshed.core.table import Table
from engineshed.core.words import Message
from tests.core.toy import GAME, HandcarRace, game_of

SCORES = (Score(7, {"cash": 5, "land": 2}), Score(3, {"cash": 3, "land": 0}))


def test_a_game_that_says_nothing_has_a_goal_and_a_round() -> None:
    table = Table(GAME, 2, seed="s")
    expected = Standing(GAME.wins, 1, rounds=None, phase=None, next=(), tallies=())
    assert table.standing(None) == standing_of(GAME, table.state, Seat(0)) == expected


def test_hidden_parts_are_known_to_their_owner_alone() -> None:
    steps = [(Progress(Message("a"), 1, 2),), ()]
    assert tallied(SCORES, Seat(0), hidden=["cash"], progress=steps) == (
        Tally(7, complete=True, parts={"cash": 5, "land": 2}, progress=steps[0]),
        Tally(0, complete=False, parts={"cash": None, "land": 0}, progress=()),
    )
    assert [tally.total for tally in tallied(SCORES, None, hidden=["cash"])] == [2, 0]
    assert [tally.total for tally in tallied(SCORES, None)] == [7, 3]


def test_what_comes_next_begins_after_the_current_phase() -> None:
    names = ("buy", "build", "sell")
    assert [message.id for message in upcoming(names, "build")] == ["phase.sell"]
    assert [message.id for message in upcoming(names, "setup")] == ["phase.buy", "phase.build", "phase.sell"]


def test_an_answer_about_a_position_is_worked_out_once_for_all_viewers() -> None:
    asked: list[list[int]] = []

    @once
    def total(s: list[int]) -> int:
        asked.append(s)
        return sum(s)

    one, same, other = [1, 2], [1, 2], [3]
    assert [total(one), total(one), total(same), total(other), total(one)] == [3, 3, 3, 3, 3]
    assert list(map(id, asked)) == list(map(id, [one, same, other, one])), "equal positions are not the same position"


class Places(Chronicle):
    """Takes a car's place for money."""

    def figures(self, s: Any) -> dict[str, Any]:
        return {"cash": s.places}


def test_a_review_counts_what_was_received_in_each_round() -> None:
    game = game_of(HandcarRace(), chronicle=Places)
    table = Table(game, 2, seed="s")
    while not table.over:
        seat = table.to_act()[0]
        table.play(seat, table.legal(seat)[-1])
    reviewer = Reviewer(game, 2)
    states = table.states
    moments = [Moment(n + 1, states[n], states[n + 1], ply.facts) for n, ply in enumerate(table.plies)]
    reviewer.see(game, states[0], 0, moments)
    found = reviewer.review().milestones
    assert [milestone.round for milestone in found] == list(range(1, found[-1].round + 1))
    gains = [0, 0]
    for before, after in pairwise(states):
        gains = [sum_ + max(0, after.places[seat] - before.places[seat]) for seat, sum_ in enumerate(gains)]
    assert [sum(milestone.figures["received"][seat] for milestone in found) for seat in (0, 1)] == gains
    assert found[-1] == Milestone(
        found[-1].round,
        table.ply,
        [score.total for score in game.rules.scores(table.state)],
        [score.parts for score in game.rules.scores(table.state)],
        {"cash": list(table.state.places), "received": found[-1].figures["received"]},
    )


def test_solo_contracts_of_steam_power_are_told_to_the_one_player() -> None:
    game = find_game("steam-power")
    table = Table(game, 1, seed="s")
    while not table.over:
        table.play(Seat(0), table.read("money"))
    reviewer = Reviewer(game, 1)
    states = table.states
    reviewer.see(
        game, states[0], 0, [Moment(n + 1, states[n], states[n + 1], p.facts) for n, p in enumerate(table.plies)]
    )
    review = reviewer.review()
    assert "luck.contracts-solo" in {highlight.message.id for highlight in review.highlights}
    assert review.accounts["money"][0] > 0
