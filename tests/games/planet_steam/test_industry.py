"""Whole games of players who build and trade, so that all laws are checked with tanks, parts and full carriers."""

from __future__ import annotations

from typing import Any

import pytest

from engineshed.core.rng import Rng
from engineshed.core.table import Table
from engineshed.games.planet_steam.rules.components import WATER
from engineshed.testing import Case, Playout, check_playout
from tests.games.planet_steam.play import GAME

WISHES = ("tank", "import", "supercharger", "converter", "work", "activate", "licence", "claim", "extract")
"""What an industrious player does whenever they can, most wanted first."""
HIGHEST_BID = 4
SEED = "smoke"

TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {"immobile_tanks": True, "river_restriction": True, "sabotage": True}),
    (4, {"independent_carrier": True, "sabotage": True, "price_manipulation": True}),
    (5, {"variable_claims": True, "variable_trade_order": True, "free_zone_choice": True, "carrier_decision": "end"}),
]


def industrious_game(seats: int, options: dict[str, Any], seed: str) -> Playout:
    case = Case(GAME, seats, "standard", options, seed)
    table = case.table()
    while not table.over:
        seat = table.to_act()[0]
        table.play(seat, _chosen(table, table.legal(seat), Rng("industry", seed, table.ply)))
    return Playout(case, table)


def _chosen(table: Table[Any, Any, Any], moves: list[Any], rng: Rng) -> Any:
    kinds: dict[str, list[Any]] = {}
    for move in moves:
        kinds.setdefault(GAME.speech.write(table.state, move).split()[0], []).append(move)
    wanted = [kind for kind in WISHES if kind in kinds]
    if wanted and rng.below(4):
        return rng.choice(kinds[wanted[0]])
    cheap = [move for move in kinds.get("bid", []) if move.amount <= HIGHEST_BID]
    if "bid" in kinds:
        return rng.choice([*cheap, *kinds.get("pass", [])] or moves[:1])
    if "buy" in kinds and table.state.resource == WATER:
        return kinds["buy"][:4][-1]
    if "sell" not in kinds and "pass" in kinds:
        moves = [move for move in moves if move not in kinds["pass"]] or moves
    return rng.choice(moves)


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_industrious_games_keep_the_contract(seats: int, options: dict[str, Any]) -> None:
    check_playout(industrious_game(seats, options, SEED), positions=10, refusals=100)


def test_industrious_games_have_tanks_and_parts() -> None:
    """Otherwise the games above would test little."""
    last = [industrious_game(seats, options, SEED).states[-1] for seats, options in TABLES]
    tanks = [tank for state in last for tank in state.tanks if tank]
    assert len(tanks) > 40
    assert len(set(tanks)) >= 5
    assert max(max(state.goods) for state in last) > 4
