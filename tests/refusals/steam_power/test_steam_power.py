"""Steam Power refuses a move by a rule that it breaks, in a true sentence, and allows every other move."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, cast

from engineshed.core.contract import AnyGame
from engineshed.games.steam_power import GAME as POWER
from engineshed.games.steam_power.rules.moves import From, Plan, Via
from tests.refusals.judge import Survey, Trial, named_by
from tests.refusals.positions import from_play, from_scenarios, with_steps
from tests.refusals.steam_power import claims, predicates_goods
from tests.refusals.steam_power.moves import any_moves, moves
from tests.refusals.steam_power.position import Position
from tests.refusals.steam_power.predicates import CODE
from tests.soak import sized

GAME = cast(AnyGame, POWER)
FILLED_BY = (claims, predicates_goods)
"""The modules that register predicates and claims in ``CODE``."""
TABLES = ((3, "ireland"), (4, "germany"), (1, "ireland"), (5, "great-britain"), (2, "france"))
ELSEWHERE = {"R40", "R52", "R66"}
"""Whether a plan has anything to choose, and whether contracts are left to draw, is not judged here."""
BY_NATURE = {"R4", "R7", "R9", "R50", "R61"}
"""Rules that only a draw can break."""


def positions() -> Iterator[tuple[str, Any]]:
    yield from from_scenarios(GAME)
    for number in range(sized(1, 30)):
        for seats, board in TABLES:
            yield from from_play(GAME, seats, {"map": board}, f"refusals {number}", every=3, most=400, whims=5)


@lru_cache(maxsize=1)
def survey() -> Survey:
    looked_at = with_steps(GAME, positions(), 2, prefer=(Plan, From, Via))
    return Trial(GAME, CODE, Position, moves, any_moves).survey(looked_at)


def test_engine_and_predicates_agree() -> None:
    assert survey().report() == ""


def test_every_rule_with_a_predicate_refused_something() -> None:
    assert sorted(CODE.rules - set(survey().met)) == []


def test_every_rule_that_a_refusal_names_has_a_predicate() -> None:
    named = named_by(GAME) - ELSEWHERE - BY_NATURE
    assert sorted(named - CODE.rules) == []
