"""Dampf & Rails refuses what breaks a rule, by a rule that it breaks, with true facts; and allows everything else."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, cast

from engineshed.core.contract import AnyGame
from engineshed.core.rng import Rng
from engineshed.games.dampf_and_rails import GAME as DAMPF
from tests.refusals.dampf_and_rails import claims, claims_building, predicates_building
from tests.refusals.dampf_and_rails.board import EVENT_IDS, TRAINS
from tests.refusals.dampf_and_rails.moves import any_moves, moves
from tests.refusals.dampf_and_rails.position import Position
from tests.refusals.dampf_and_rails.predicates import CODE, COME
from tests.refusals.judge import Survey, Trial, named_by
from tests.refusals.positions import from_play, from_scenarios, with_steps
from tests.soak import sized

GAME = cast(AnyGame, DAMPF)
FILLED_BY = (claims, claims_building, predicates_building)
"""The modules that have put their predicates and claims into ``CODE``."""
TABLES: tuple[tuple[int, dict[str, Any]], ...] = (
    (3, {}),
    (2, {"variant": "fast"}),
    (3, {"variant": "fast", "big_cities": "hexagon", "far_end": "paid"}),
    (2, {"turn_back": "towns", "idle_rounds": 1}),
)
ELSEWHERE = {"A36", "A39", "A40"}
"""Agreements have tests of their own."""
LASTING = [id_ for id_ in EVENT_IDS if id_ not in ("derailment", "profit-tax")]
"""The events that last for a round."""
BY_NATURE = {"R8"}
"""What only a draw can break."""
NEVER = {"E10"}
"""The tax refuses nothing; its id is one of those of events, from which a refusal takes its own."""


def played() -> Iterator[tuple[str, Any]]:
    for number in range(sized(1, 20)):
        for seats, options in TABLES:
            options = {"deals": False, "idle_rounds": 12, **options}
            yield from from_play(GAME, seats, options, f"refusals {number}", every=14, most=600, whims=6)


def positions() -> Iterator[tuple[str, Any]]:
    """From scenarios and from play, and some of them with other weather, less money and exits that are used up."""
    yield from from_scenarios(GAME)
    for where, state in played():
        yield where, state
        rng = Rng("changed", where)
        doc = GAME.speech.describe(state)
        if doc["stage"] in ("move", "build"):
            yield f"{where}, changed", GAME.speech.arrange(changed(doc, rng))


def changed(doc: dict[str, Any], rng: Rng) -> dict[str, Any]:
    company = rng.choice(list(doc["cash"]))
    doc = {key: value for key, value in doc.items() if key != "derived"}
    doc["running"] = [f"{event} {company} begun" for event in rng.shuffled(LASTING)[: 1 + rng.below(3)]]
    if not rng.below(3):
        doc["cash"] = {**doc["cash"], doc["turn"]: rng.below(8)}
    if doc["stage"] == "move" and not rng.below(2):
        doc |= last_point(doc)
    if doc["stage"] == "build":
        doc["exits"] = {town: 2 for town in ("Århus", "Odense", "København") if rng.below(2)}
    return doc


def last_point(doc: dict[str, Any]) -> dict[str, Any]:
    """The first train has one movement point left, and there is fog."""
    pace = "fast_speed" if doc["options"].get("variant") == "fast" else "speed"
    train = next(train for train in TRAINS if train["id"] == doc["trains"][doc["turn"]][0].split()[0])
    spent = (train[pace] + 1) // 2 - 1 if 1 in doc["crossed"] else train[pace] - 1
    fog = f"fog {doc['turn']} begun"
    return {"running": [fog], "spent": [spent, *doc["spent"][1:]], "moved": sorted({1, *doc["moved"]}), "acted": True}


def known(where_and_state: tuple[str, Any]) -> bool:
    """Whether the stage is one that the predicates know: agreements are not."""
    return GAME.rules.view(where_and_state[1], None).stage in COME


@lru_cache(maxsize=1)
def survey() -> Survey:
    looked_at = filter(known, with_steps(GAME, positions()))
    return Trial(GAME, CODE, Position, moves, any_moves).survey(looked_at)


def test_engine_and_predicates_agree() -> None:
    assert survey().told() == ""


def test_every_rule_with_a_predicate_refused_something() -> None:
    assert sorted(CODE.rules - set(survey().met)) == []


def test_every_rule_that_a_refusal_names_has_a_predicate() -> None:
    named = named_by(GAME) - ELSEWHERE - BY_NATURE - NEVER
    assert sorted(named - CODE.rules) == []
