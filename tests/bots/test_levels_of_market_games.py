"""Planet Steam and Dampf & Rails: three levels that play in time, remember nothing that matters, and say why."""

from __future__ import annotations

from time import process_time
from typing import Any, cast

import pytest

from engineshed.bots import question
from engineshed.bots.random import RandomBot
from engineshed.core.bot import Ask, ExplainingBot
from engineshed.core.contract import CHANCE, AnyGame, Seat
from engineshed.core.loop import draw_rng
from engineshed.core.registry import find_game
from engineshed.games.dampf_and_rails.rules.moves import Go, Step
from engineshed.games.dampf_and_rails.rules.truth import Stage

GAMES = [find_game(name) for name in ("planet-steam", "dampf-and-rails")]
LEVELS = ("beginner", "casual", "strong")
SLOW = 6.0
"""Seconds of the processor for a decision; on an idle machine none takes a second."""


def positions(game: AnyGame, seats: int, options: dict[str, Any], seed: str, bot: Any) -> Any:
    """Every question of a game in which this bot plays all seats."""
    rules = game.rules
    state = rules.start(seats, rules.options(**options))
    for ply in range(3000):
        acting = rules.to_act(state)
        if not acting:
            return
        seat = acting[0]
        if seat == CHANCE:
            move = rules.draw(state, draw_rng(seed, ply))
        else:
            asked = question(game, state, seat, seed=seed, ply=ply)
            yield state, asked
            move = bot.choose(asked)
        state = rules.apply(state, seat, move, tell=False).state


def explaining(game: AnyGame, level: str) -> ExplainingBot[Any, Any]:
    return cast(ExplainingBot[Any, Any], game.bots.make(level))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_three_levels_are_offered_and_casual_is_usual(game: AnyGame) -> None:
    offered = [level.name for level in game.bots.levels if level.offered]
    assert offered == ["strong", "casual", "beginner"]
    assert game.bots.usual == "casual"


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_level_decides_in_time_and_needs_no_memory(game: AnyGame, level: str) -> None:
    bot, budget = game.bots.make(level), game.bots.budget(level)
    memory: dict[Any, Any] = {}
    casual = game.bots.make("casual")
    for number, (state, asked) in enumerate(positions(game, 2, {}, "levels", casual)):
        if number % 9 or number > 120 or len(asked.moves) == 1:
            continue
        began = process_time()
        first = bot.choose(_with(game, state, asked, budget, memory))
        assert process_time() - began < SLOW
        assert first in asked.moves
        assert bot.choose(_with(game, state, asked, budget, {})) == first


def _with(game: AnyGame, state: Any, asked: Ask[Any, Any], budget: Any, memory: dict[Any, Any]) -> Ask[Any, Any]:
    return question(game, state, asked.seat, seed="levels", ply=0, budget=budget, memory=memory)


OPTIONS: dict[str, dict[str, Any]] = {
    "planet-steam": {
        "price_manipulation": True,
        "sabotage": True,
        "independent_carrier": True,
        "variable_trade_order": True,
        "variable_claims": True,
    },
    "dampf-and-rails": {"variant": "fast"},
}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("chooser", ["random", "casual"])
def test_every_move_has_reasons_in_every_language(game: AnyGame, chooser: str) -> None:
    bot, casual = RandomBot() if chooser == "random" else game.bots.make("casual"), explaining(game, "casual")
    explained: dict[tuple[str, type[Any]], int] = {}
    for state, asked in positions(game, 3, OPTIONS[game.id], "reasons", bot):
        view = asked.view
        for move in asked.moves:
            kind = (view.stage, type(move))
            if explained.setdefault(kind, 0) < 2:
                explained[kind] += 1
                messages = casual.explain(question(game, state, asked.seat, seed="reasons", ply=0), move)
                assert 1 <= len(messages) <= 3, move
                for language in game.languages:
                    words = game.speech.words_in(language)
                    assert all("{" not in words.say(message) for message in messages)
    assert len(explained) > 15


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_strong_explains_as_casual_does(game: AnyGame) -> None:
    strong, casual = explaining(game, "strong"), explaining(game, "casual")
    state, asked = next((s, a) for s, a in positions(game, 2, {}, "strong", casual) if len(a.moves) > 1)
    for move in asked.moves[:3]:
        again = [question(game, state, asked.seat, seed="strong", ply=0) for _ in range(2)]
        assert list(strong.explain(again[0], move)) == list(casual.explain(again[1], move))


TO_AND_FRO: dict[str, Any] = {
    "stage": "move",
    "round": 42,
    "cash": {"red": 198},
    "hands": {"red": [10, 53, 63], "blue": [14, 27, 33]},
    "public": [8, 30, 55],
    "starts": {"red": "Odense", "blue": "Århus"},
    "track": {
        "red": [
            "Herning G19 H19 I19 I18 J18 K18 L18 Århus",
            "Helsingør Y20 Y21 Y22",
            "Kalundborg S23 T23 T24 U24 V24 W24 X24 Y23",
            "T24 T25 S26 S27 Korsør S28 T28 U28 Næstved",
            "Odense O27 Knudshoved",
            "O27 O28 Nyborg",
            "Kiel L40 M41 M42 N43 N44 Lübeck",
        ]
    },
    "ferries": {"red": ["Storebælt", "Århus-Kalundborg", "Kieler Bucht"]},
    "trains": {"red": ["C15 Odense"]},
}


@pytest.mark.parametrize("level", ["casual", "strong"])
def test_a_train_does_not_run_to_and_fro(level: str) -> None:
    """In Knudshoved a plan that begins in Odense looked best, and in Odense one that begins with the ferry; in that
    game, the train was still there after eighty rounds."""
    game = find_game("dampf-and-rails")
    bot, state, been = game.bots.make(level), game.speech.arrange(TO_AND_FRO), list[int]()
    while state.stage == Stage.MOVE and state.active == 0 and len(been) < 20:
        move = bot.choose(question(game, state, Seat(0), seed="fro", ply=len(been)))
        if isinstance(move, Go | Step):
            been.append(state.trains[0][0].at)
        state = game.rules.apply(state, Seat(0), move, tell=False).state
    assert len(been) == len(set(been))
