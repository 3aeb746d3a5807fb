"""Whole games of players who watch their money, so that networks grow; the referee checks every position."""

from __future__ import annotations

import pytest

from engineshed.games.steam.rules.moves import Deliver
from engineshed.games.steam.rules.truth import Stage
from tests.games.steam.play import GAME, acting, thrifty_game

TABLES = [
    (3, "northeast", {}),
    (4, "northeast", {"variant": "expert"}),
    (5, "ruhr", {"opening": "random"}),
    (4, "ruhr", {"unlimited_tiles": True, "join_ownerless": False, "towns_once": True, "opening": "random"}),
]


@pytest.mark.parametrize(("seats", "board", "options"), TABLES)
def test_a_thrifty_game_has_no_faults(seats: int, board: str, options: dict[str, str]) -> None:
    """Legal moves pass their checks, and none leads to a broken position."""
    states = thrifty_game(seats, "thrift", map=board, **options)
    for state in states:
        assert list(GAME.rules.faults(state)) == []
    for state in states[:-1:7]:
        for move in GAME.rules.legal(state, acting(state)):
            GAME.rules.check(state, acting(state), move)


def test_thrifty_games_have_networks_and_deliveries() -> None:
    """Otherwise the games above would test little."""
    states = thrifty_game(4, "networks", opening="random")
    assert sum(link.complete for link in states[-1].links) > 8
    goods = [state for state in states if state.stage == Stage.MOVE]
    assert any(isinstance(move, Deliver) for state in goods for move in GAME.rules.legal(state, acting(state)))
