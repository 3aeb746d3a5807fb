"""The bot that thinks in playouts: its answer depends only on its playouts, never on its memory."""

from __future__ import annotations

import time
from typing import Any

import pytest

from engineshed.bots import question
from engineshed.bots.playouts import UNTRIED, PlayoutBot
from engineshed.bots.random import RandomBot
from engineshed.core.bot import AnyBot, Ask, Budget, Memory
from engineshed.core.contract import Seat
from engineshed.core.loop import play
from engineshed.core.registry import find_game, game_ids
from engineshed.core.table import Table
from tests.core import toy


def toy_bot() -> PlayoutBot:
    return PlayoutBot(toy.policy, toy.GAME.bots.evaluation())


def ask_toy(budget: Budget, memory: Memory | None = None) -> Ask[Any, Any]:
    table = Table(toy.GAME, 2, seed="think")
    (seat,) = table.to_act()
    return question(toy.GAME, table.state, seat, seed="think", ply=table.ply, budget=budget, memory=memory)


def test_every_move_is_weighed_once_and_the_best_is_chosen() -> None:
    weighed = toy_bot().weigh(ask_toy(Budget(30)))
    ask = ask_toy(Budget(30))
    assert [option.move for option in weighed] == list(ask.moves)
    assert toy_bot().choose(ask) == max(weighed, key=lambda option: option.worth).move
    assert all(option.worth == 0 for option in RandomBot().weigh(ask_toy(Budget())))


def test_memory_does_not_change_the_answer() -> None:
    memory: Memory = {}
    first = toy_bot().weigh(ask_toy(Budget(30), memory))
    assert memory
    assert toy_bot().weigh(ask_toy(Budget(30), memory)) == first
    assert toy_bot().weigh(ask_toy(Budget(30))) == first


def test_more_playouts_change_the_answer_and_every_move_gets_at_least_one() -> None:
    assert toy_bot().weigh(ask_toy(Budget(300))) != toy_bot().weigh(ask_toy(Budget(30)))
    assert all(option.worth > UNTRIED for option in toy_bot().weigh(ask_toy(Budget(1))))


def test_after_the_deadline_it_answers_with_what_it_has() -> None:
    late = toy_bot().weigh(ask_toy(Budget(10**9, deadline=time.monotonic())))
    assert {option.worth for option in late} == {UNTRIED}
    assert toy_bot().choose(ask_toy(Budget(10**9, deadline=time.monotonic() + 0.05))) in ask_toy(Budget()).moves


@pytest.mark.parametrize("game_id", game_ids())
def test_every_game_is_played_the_same_with_and_without_memory(game_id: str) -> None:
    """The bot is asked for several moves of a real game, with its memory of earlier moves and without."""
    game = find_game(game_id)
    table = Table(game, game.seats[-1], seed="memory")
    bot, memory = game.bots.make("playouts"), Memory()
    for _ in range(6):
        (seat,) = table.to_act()
        asks = [
            question(game, table.state, seat, seed="m", ply=table.ply, budget=Budget(12), memory=kept)
            for kept in (memory, None)
        ]
        chosen = [bot.choose(ask) for ask in asks]
        assert chosen[0] == chosen[1]
        table.play(seat, chosen[0])


def lead(number: int) -> int:
    """The bot's lead over random play at the end of a race; the first player changes from race to race."""
    seed, thinker = f"race {number}", Seat(number % 2)
    bots: dict[Seat, AnyBot] = {thinker: toy_bot(), Seat(1 - thinker): RandomBot()}

    def answers(state: Any, acting: tuple[Seat, ...], ply: int) -> tuple[Seat, Any]:
        seat = acting[0]
        return seat, bots[seat].choose(question(toy.GAME, state, seat, seed=seed, ply=ply, budget=Budget(24)))

    *_, last = play(toy.GAME.rules, toy.GAME.rules.start(2, toy.Options()), answers, seed=seed)
    scores = [score.total for score in toy.GAME.rules.scores(last.step.state)]
    return scores[thinker] - scores[1 - thinker]


def test_it_beats_random_play() -> None:
    leads = [lead(number) for number in range(30)]
    assert sum(ahead > 0 for ahead in leads) >= 20
