"""The bot that looks ahead: its answer depends on what it sees and on its playouts, never on what is hidden."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import pytest

from engineshed.bots import question
from engineshed.bots.search import UNTRIED, Favourite, Search, SearchBot, around, by_bot, by_policy
from engineshed.core.bot import Ask, Budget, Weighed
from engineshed.core.registry import find_game
from engineshed.core.table import Table
from tests.core import toy

ALWAYS, NEVER = Search(clear=0.0, gain=-1e9), Search(clear=0.0, gain=1e9)
"""Takes whatever is best on average; never leaves the adviser's choice."""


class First:
    """An adviser that likes the first move best."""

    def choose(self, ask: Ask[Any, Any]) -> Any:
        return ask.moves[0]

    def weigh(self, ask: Ask[Any, Any]) -> Sequence[Weighed[Any]]:
        return around(ask.moves, self.choose(ask))


def bot(search: Search) -> SearchBot:
    return SearchBot(First(), by_policy(toy.policy), toy.GAME.bots.evaluation(), search)


def ask_toy(budget: Budget = Budget(40)) -> Ask[Any, Any]:  # noqa: B008  (a frozen value)
    table = Table(toy.GAME, 2, seed="think")
    (seat,) = table.to_act()
    return question(toy.GAME, table.state, seat, seed="think", ply=table.ply, budget=budget)


def test_it_weighs_its_candidates_and_chooses_the_best_of_those_tried_to_the_end() -> None:
    weighed = bot(ALWAYS).weigh(ask_toy())
    tried = [option for option in weighed if option.worth > UNTRIED]
    assert [option.move for option in weighed] == list(ask_toy().moves)
    assert 1 < len(tried) <= ALWAYS.candidates
    assert bot(ALWAYS).choose(ask_toy()) in [option.move for option in tried]


def test_it_keeps_to_the_adviser_unless_something_is_clearly_better() -> None:
    assert bot(NEVER).choose(ask_toy()) == ask_toy().moves[0]


def test_the_same_question_has_the_same_answer() -> None:
    assert bot(ALWAYS).weigh(ask_toy()) == bot(ALWAYS).weigh(ask_toy())
    assert bot(ALWAYS).weigh(ask_toy(Budget(400))) != bot(ALWAYS).weigh(ask_toy())


def test_after_the_deadline_it_answers_with_what_it_has() -> None:
    late = Budget(10**9, deadline=time.monotonic())
    assert {option.worth for option in bot(ALWAYS).weigh(ask_toy(late))} == {UNTRIED}
    assert bot(ALWAYS).choose(ask_toy(late)) == ask_toy().moves[0]


def test_where_nothing_is_uncertain_every_candidate_is_tried_once() -> None:
    played: list[Any] = []

    def reply(rules: Any, state: Any, seat: Any, _rng: Any) -> Any:
        played.append(state)
        return next(iter(rules.legal(state, seat)))

    def games(search: Search) -> int:
        """Simulated games, each of which begins with a reply to a candidate."""
        played.clear()
        SearchBot(First(), reply, toy.GAME.bots.evaluation(), search).choose(ask_toy())
        return len(played)

    assert 0 < games(Search(certain=True, candidates=3, rounds=0)) < games(Search(candidates=3, rounds=0))


def test_neighbours_of_the_favourite_come_first() -> None:
    assert [option.worth for option in around("abcd", "c")] == [-2.0, -1.0, 0.0, -1.0]


def test_simulated_players_may_be_bots_that_see_only_their_own_view() -> None:
    seen: list[Any] = []

    class Watcher(First):
        def choose(self, ask: Ask[Any, Any]) -> Any:
            seen.append(ask.view)
            return super().choose(ask)

    SearchBot(First(), by_bot(Watcher()), toy.GAME.bots.evaluation(), ALWAYS).choose(ask_toy())
    assert seen
    assert Favourite(First()).weigh(ask_toy())[0].worth == 0.0


@pytest.mark.parametrize("game_id", ["planet-steam", "steam-power"])
def test_strong_bots_are_the_same_whatever_is_hidden(game_id: str) -> None:
    """Whole states that look the same to the bot get the same answer."""
    game = find_game(game_id)
    table = Table(game, 2, seed="hidden")
    strong, greedy = game.bots.make("strong"), game.bots.make("greedy")
    for _ in range(12):
        (seat,) = table.to_act()
        ask = question(game, table.state, seat, seed="s", ply=table.ply)
        table.play(seat, greedy.choose(ask))
    (seat,) = table.to_act()
    budget = Budget(playouts=6)
    seen = question(game, table.state, seat, seed="s", ply=table.ply, budget=budget)
    world = game.rules.guess(seen.view, seen.rng)
    answers = [
        strong.choose(question(game, state, seat, seed="s", ply=table.ply, budget=budget))
        for state in (table.state, world, table.state)
    ]
    assert answers[0] == answers[1] == answers[2]
