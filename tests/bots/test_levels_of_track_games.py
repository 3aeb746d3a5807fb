"""Steam Power and Steam: three levels whose answers depend on what they see and on their playouts, on nothing else."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest

from engineshed.bots import question
from engineshed.core.bot import Budget, Memory
from engineshed.core.contract import AnyGame
from engineshed.core.registry import find_game
from engineshed.core.table import Table

SEATS = {"steam-power": 2, "steam": 3}
GAMES = [find_game(name) for name in SEATS]
LEVELS = ("beginner", "casual", "strong")
EVERY, ASKED = 11, 6
"""So many questions of a game are asked, and how far they are apart."""


def tables(game: AnyGame) -> Iterator[tuple[Table[Any, Any, Any], Any]]:
    """Some positions of a game among casual bots, each with the seat that has to choose."""
    table, casual = Table(game, SEATS[game.id], seed="levels"), game.bots.make("casual")
    for number in range(EVERY * ASKED):
        (seat,) = table.to_act()
        if number % EVERY == EVERY - 1:
            yield table, seat
        table.play(seat, casual.choose(question(game, table.state, seat, seed="levels", ply=table.ply)))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_three_levels_are_offered_and_casual_is_usual(game: AnyGame) -> None:
    assert [level.name for level in game.bots.levels if level.offered] == ["strong", "casual", "beginner"]
    assert game.bots.usual == "casual"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("level", LEVELS)
def test_a_level_answers_the_same_whatever_it_remembers(game: AnyGame, level: str) -> None:
    memory: Memory = {}
    for table, seat in tables(game):
        asks = [
            question(game, table.state, seat, seed="same", ply=table.ply, budget=Budget(8), memory=kept)
            for kept in (memory, {})
        ]
        remembering, forgetful = (game.bots.make(level).choose(ask) for ask in asks)
        assert remembering == forgetful
        assert remembering in asks[0].moves


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_without_time_strong_plays_what_it_thought_of_first(game: AnyGame) -> None:
    """And a deadline that it does not reach changes nothing."""
    strong = game.bots.make("strong")
    for table, seat in tables(game):

        def answer(budget: Budget, table: Table[Any, Any, Any] = table, seat: Any = seat) -> Any:
            return strong.choose(question(game, table.state, seat, seed="late", ply=table.ply, budget=budget))

        first = answer(Budget(8, deadline=time.monotonic()))
        unhurried = answer(Budget(8))
        assert answer(Budget(8, deadline=time.monotonic() + 600)) == unhurried
        assert {first, unhurried} <= set(table.legal(seat))
