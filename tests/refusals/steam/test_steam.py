"""Steam refuses a move by a rule that it breaks, in a true sentence, and allows every other move."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, cast

from engineshed.core.contract import AnyGame
from engineshed.games.steam import GAME as STEAM
from tests.refusals.judge import Survey, Trial, named_by
from tests.refusals.positions import from_play, from_scenarios, with_steps
from tests.refusals.steam import claims, claims_goods, claims_track, predicates_goods, predicates_track
from tests.refusals.steam.moves import any_moves, moves
from tests.refusals.steam.position import Position
from tests.refusals.steam.predicates import CODE
from tests.soak import sized

GAME = cast(AnyGame, STEAM)
FILLED_BY = (claims, claims_goods, claims_track, predicates_goods, predicates_track)
"""The modules that register predicates and claims in ``CODE``."""
TABLES: tuple[tuple[int, dict[str, Any]], ...] = (
    (3, {"map": "northeast"}),
    (4, {"map": "northeast", "variant": "expert"}),
    (5, {"map": "ruhr"}),
    (4, {"map": "northeast", "towns_once": True, "join_ownerless": False}),
)


BY_NATURE = {"ST-ORD-1", "ST-SETUP-1"}
"""Rules that only a draw can break."""
ARRANGED: tuple[dict[str, Any], ...] = (
    {"stage": "choose", "round": 2, "income": {"orange": -10}},
    {"stage": "choose", "round": 2, "income": {"orange": -9}, "range": {"orange": 2}},
    {"stage": "choose", "round": 2, "supply": ["-"] * 12},
    {"stage": "build", "round": 2, "tiles": {"orange": 5, "green": 1, "black": 2}, "supply": ["-"] * 12},
    {"stage": "build", "round": 2, "income": {"orange": -10}, "cash": {"orange": 3}},
    {"stage": "choose", "round": 2, "turn": "green", "fallen": {"orange": 1}},
)
"""Poor and bankrupt players and an empty supply, which are rare when bots play well."""


def positions() -> Iterator[tuple[str, Any]]:
    yield from from_scenarios(GAME)
    for doc in ARRANGED:
        yield str(doc), GAME.speech.arrange(doc)
    for number in range(sized(1, 30)):
        for seats, options in TABLES:
            yield from from_play(GAME, seats, options, f"refusals {number}", every=6, most=500, whims=8)


@lru_cache(maxsize=1)
def survey() -> Survey:
    return Trial(GAME, CODE, Position, moves, any_moves).survey(with_steps(GAME, positions()))


def test_engine_and_predicates_agree() -> None:
    assert survey().report() == ""


def test_every_rule_with_a_predicate_refused_something() -> None:
    assert sorted(CODE.rules - set(survey().met)) == []


def test_every_rule_that_a_refusal_names_has_a_predicate() -> None:
    assert sorted(named_by(GAME) - BY_NATURE - CODE.rules) == []
