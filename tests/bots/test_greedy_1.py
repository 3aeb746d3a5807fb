"""The first greedy bots never change, so that every later bot can be measured against them.

The files in the folder ``greedy-1`` hold their choices, decision by decision: in their own games, and in games in which
every third move is random.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engineshed.bots.player import Player
from engineshed.core.contract import CHANCE, Seat
from engineshed.core.loop import Turn, play
from engineshed.core.options import read_options
from engineshed.core.registry import find_game, game_ids

STORED = Path(__file__).parent / "greedy-1"
EVERY_THIRD = 3


def stored(game_id: str) -> list[dict[str, Any]]:
    recorded: list[dict[str, Any]] = json.loads((STORED / f"{game_id}.json").read_text("utf-8"))
    return recorded


GAMES = [(game_id, number) for game_id in game_ids() for number in range(len(stored(game_id)))]


def choices(game_id: str, seats: int, options: dict[str, Any], seed: str, wanders: bool, most: int) -> list[str]:
    """The bot's choices in this game, as texts."""
    game = find_game(game_id)
    greedy, other = Player(game, "greedy-1"), Player(game, "random")
    chosen: list[str] = []

    def answers(state: Any, acting: tuple[Seat, ...], ply: int) -> tuple[Seat, Any] | None:
        if len(chosen) == most:
            return None
        seat = acting[0]
        move = greedy.choose(state, seat, seed=seed, ply=ply)
        chosen.append(game.speech.write(state, move))
        if wanders and len(chosen) % EVERY_THIRD == 0:
            move = other.choose(state, seat, seed=seed, ply=ply)
        return seat, move

    start = game.rules.start(seats, read_options(game.rules.options, options))
    turns: list[Turn[Any, Any]] = list(play(game.rules, start, answers, seed=seed))
    assert any(turn.seat == CHANCE for turn in turns)
    return chosen


@pytest.mark.parametrize(("game_id", "number"), GAMES)
def test_the_first_greedy_bot_chooses_as_before(game_id: str, number: int) -> None:
    recorded = stored(game_id)[number]
    expected = recorded.pop("choices")
    assert choices(game_id, **recorded, most=len(expected)) == expected
