"""A game plays the same in every process, whatever hash seed Python uses."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from engineshed.core.registry import find_game, game_ids
from engineshed.testing import scenario_cases
from engineshed.testing.digests import GAMES

HASH_SEEDS = ("0", "1")


@pytest.mark.parametrize("game_id", game_ids())
def test_the_hash_seed_changes_nothing(game_id: str) -> None:
    command = [sys.executable, "-m", "engineshed.testing.digests", game_id]
    running = [
        subprocess.Popen(command, env={**os.environ, "PYTHONHASHSEED": seed}, stdout=subprocess.PIPE, text=True)
        for seed in HASH_SEEDS
    ]
    printed = [process.communicate()[0] for process in running]
    assert all(process.returncode == 0 for process in running)
    assert len(set(printed)) == 1
    assert len(set(printed[0].split())) == GAMES + len(scenario_cases(find_game(game_id)))
