"""Dampf & Rails is not on the list of games yet, since its table is to come; its scenarios find it anyway."""

from __future__ import annotations

import pytest

from engineshed.core.contract import AnyGame
from engineshed.core.registry import find_game
from tests.games.dampf_and_rails.play import GAME


@pytest.fixture(autouse=True)
def found(monkeypatch: pytest.MonkeyPatch) -> None:
    def find(game_id: str) -> AnyGame:
        return GAME if game_id == GAME.id else find_game(game_id)

    monkeypatch.setattr("engineshed.lab.scenario.find_game", find)
