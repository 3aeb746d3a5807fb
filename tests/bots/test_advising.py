"""Hints: whoever follows the first one plays exactly as the bot behind it, and any bot can give them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from engineshed.bots import question
from engineshed.bots.advising import Hint, hints
from engineshed.bots.player import Player
from engineshed.core.ahead import NOTHING_AHEAD, Ahead
from engineshed.core.bot import Ask, Weighed
from engineshed.core.contract import Seat
from engineshed.core.registry import find_game
from engineshed.core.rng import Rng
from engineshed.core.table import Table
from engineshed.core.words import Message
from tests.soak import sized

TABLES: dict[str, dict[str, Any]] = {
    "steam-power": {"map": "ireland"},
    "steam": {"map": "ruhr"},
    "planet-steam": {},
    "dampf-and-rails": {},
}
SEED = "advice"


def played(game_id: str, choose: Callable[[Player, Any, Seat, int], Any], bot: str, moves: int) -> list[str]:
    """The first decisions of a game in which all seats play like this."""
    game = find_game(game_id)
    table = Table(game, 3, TABLES[game_id], seed=SEED)
    players = [Player(game, bot) for _ in range(3)]
    for _ in range(moves):
        if table.over:
            break
        seat = table.to_act()[0]
        table.play(seat, choose(players[seat], table.state, seat, table.ply))
    return [ply.text for ply in table.plies]


@pytest.mark.parametrize("game_id", list(TABLES))
@pytest.mark.parametrize(("bot", "moves"), [("casual", sized(50, 10_000)), ("strong", sized(3, 400))])
def test_a_game_by_first_hints_is_the_game_of_the_bot_behind_them(game_id: str, bot: str, moves: int) -> None:
    """So whoever follows hints blindly wins as often as that bot."""

    def blindly(player: Player, state: Any, seat: Seat, ply: int) -> Any:
        found = player.hints(state, seat, seed=SEED, ply=ply)
        assert 1 <= len(found) <= 3
        assert len({hint.move for hint in found}) == len(found)
        return found[0].move

    def alone(player: Player, state: Any, seat: Seat, ply: int) -> Any:
        return player.choose(state, seat, seed=SEED, ply=ply)

    assert played(game_id, blindly, bot, moves) == played(game_id, alone, bot, moves)


# -- how sure, and which moves ---------------------------------------------------------------------------------------


class Counting:
    """Chooses one of its moves, which are numbers, by worth; explains the even ones."""

    def __init__(self, worths: Sequence[float], choice: int) -> None:
        self._worths, self._choice = worths, choice

    def choose(self, _ask: Ask[Any, Any]) -> Any:
        return self._choice

    def weigh(self, ask: Ask[Any, Any]) -> Sequence[Weighed[Any]]:
        return [Weighed(move, worth) for move, worth in zip(ask.moves, self._worths, strict=True)]

    def explain(self, _ask: Ask[Any, Any], move: Any) -> Sequence[Message]:
        return [Message("even")] if move % 2 == 0 else []


class OnlyChoosing:
    def choose(self, ask: Ask[Any, Any]) -> Any:
        return ask.moves[-1]


def told(bot: Any, moves: int, ahead: Ahead = NOTHING_AHEAD) -> list[Hint]:
    game = find_game("steam")
    return hints(bot, lambda: Ask(game.rules, Seat(0), range(moves), Rng("x"), lambda: None), ahead)


@pytest.mark.parametrize(
    ("worths", "choice", "expected"),
    [
        ((10, 0, 1), 0, [(0, "clear")]),
        ((10, 8, 0), 0, [(0, "likely"), (1, "behind")]),
        ((10, 9.5, 9.4, 9.3, 0), 0, [(0, "close"), (1, "close"), (2, "close")]),
        ((10, 9, 0), 1, [(1, "close"), (0, "close")]),
        ((5, 5, 5), 2, [(2, "close"), (0, "close"), (1, "close")]),
        ((10, 0), 0, [(0, "alone")]),
        ((float("-inf"), 3, float("-inf")), 1, [(1, "alone")]),
        ((float("-inf"), float("inf")), 0, [(0, "alone")]),
    ],
)
def test_moves_are_good_if_they_are_nearly_as_good_as_the_best_that_was_considered(
    worths: tuple[float, ...], choice: int, expected: list[tuple[int, str]]
) -> None:
    found = told(Counting(worths, choice), len(worths))
    assert [(hint.move, hint.surety) for hint in found] == expected
    assert [bool(hint.reasons) for hint in found] == [hint.move % 2 == 0 for hint in found]


@pytest.mark.parametrize("choice", range(4))
def test_a_bid_is_a_matter_of_a_limit(choice: int) -> None:
    """Move 0 passes, and the others bid more and more: how near they are to each other says nothing."""
    found = told(Counting((0, -4, -5, -30), choice), 4, Ahead(amount=lambda move: move or None))
    assert [(hint.move, hint.surety) for hint in found] == [(choice, "limit")]


def test_a_bot_that_can_only_choose_gives_a_hint_without_reasons() -> None:
    assert told(OnlyChoosing(), 4) == [Hint(3, (), "alone")]


def test_bots_that_know_the_favourite_of_their_games_say_how_far_it_is_ahead() -> None:
    """Otherwise nobody could say how sure they are."""
    for game_id in ("planet-steam", "dampf-and-rails"):
        game = find_game(game_id)
        table = Table(game, 3, {}, seed=SEED)
        seat = table.to_act()[0]
        bot: Any = game.bots.make("casual")
        weighed = bot.weigh(question(game, table.state, seat, seed=SEED, ply=0))
        assert max(option.worth for option in weighed) < float("inf")
