"""Every registered game keeps the contract: on every board, with every number of seats and every option."""

from __future__ import annotations

from math import ceil

import pytest

from engineshed.core.registry import find_game, game_ids
from engineshed.testing import Case, cases, check_case

REFUSALS = 10_000
"""Illegal moves that are seen refused, per game."""

TABLES = [case for game_id in game_ids() for case in cases(find_game(game_id))]


@pytest.mark.parametrize("case", TABLES, ids=str)
def test_the_contract_is_kept(case: Case) -> None:
    tables = [other for other in TABLES if other.game is case.game]
    report = check_case(case, positions=10, refusals=ceil(REFUSALS / len(tables)))
    assert report.refusals * len(tables) >= REFUSALS
