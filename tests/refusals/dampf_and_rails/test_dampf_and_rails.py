"""Dampf & Rails refuses a move by a rule that it breaks, in a true sentence, and allows every other move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain
from typing import Any, cast

from engineshed.core.contract import AnyGame
from engineshed.core.rng import Rng
from engineshed.games.dampf_and_rails import GAME as DAMPF
from engineshed.games.dampf_and_rails.rules.moves import Propose, Withdraw
from tests.refusals.dampf_and_rails import claims, claims_building, predicates_agreements, predicates_building
from tests.refusals.dampf_and_rails.board import EVENT_IDS, TRAINS
from tests.refusals.dampf_and_rails.moves import any_moves, moves
from tests.refusals.dampf_and_rails.position import Position
from tests.refusals.dampf_and_rails.predicates import CODE, MOVES_OF_STAGE, OF_A_PROPOSAL
from tests.refusals.judge import Survey, Trial, named_by
from tests.refusals.positions import from_play, from_scenarios, with_steps
from tests.soak import sized

GAME = cast(AnyGame, DAMPF)
FILLED_BY = (claims, claims_building, predicates_agreements, predicates_building)
"""The modules that register predicates and claims in ``CODE``."""
TABLES: tuple[tuple[int, dict[str, Any]], ...] = (
    (3, {}),
    (2, {"variant": "fast"}),
    (3, {"variant": "fast", "big_cities": "hexagon", "far_end": "paid"}),
    (2, {"turn_back": "towns", "idle_rounds": 1}),
)
LASTING = [id_ for id_ in EVENT_IDS if id_ not in ("derailment", "profit-tax")]
"""The events that last for a round."""
BY_NATURE = {"R8"}
"""Rules that only a draw can break."""
NEVER = {"E10"}
"""The tax refuses nothing; it only looks as if it could, because refusals take their rule from a list of events."""


def played() -> Iterator[tuple[str, Any]]:
    for number in range(sized(1, 20)):
        for seats, options in TABLES:
            options = {"deals": False, "idle_rounds": 12, **options}
            yield from from_play(GAME, seats, options, f"refusals {number}", every=14, most=600, whims=6)


def positions() -> Iterator[tuple[str, Any]]:
    """Positions from scenarios and from play, some of them changed: other events, less money, exits used up."""
    yield from from_scenarios(GAME)
    for where, state in played():
        yield where, state
        rng = Rng("changed", where)
        doc = GAME.speech.describe(state)
        if doc["stage"] in ("move", "build"):
            yield f"{where}, changed", GAME.speech.arrange(changed(doc, rng))


def agreeing() -> Iterator[tuple[str, Any]]:
    """Agreements that are put together at random, offered and answered, by rich players and poor ones."""
    towards = (Propose, *(kind for kind in OF_A_PROPOSAL if kind is not Withdraw))
    for number in range(sized(1, 10)):
        played = from_play(GAME, 3, {"idle_rounds": 12}, f"agreeing {number}", every=30, most=400, whims=4)
        running = filter(is_running, played)
        yield from with_steps(GAME, poor_or_bound(running), steps=14, prefer=towards)


def poor_or_bound(positions: Iterable[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
    """Each position; the same with less money; and the same with agreements that still hold."""
    tolls = ["red on blue 1 for 2", "green on red 0 for 3"]
    promises = ["blue brings red fish to Nyborg within 2", "green brings blue fish to Nyborg within 9"]
    for where, state in positions:
        yield where, state
        doc = without_derived(GAME.speech.describe(state))
        rng = Rng("poor", where)
        yield f"{where}, poor", GAME.speech.arrange({**doc, "cash": {company: rng.below(3) for company in doc["cash"]}})
        yield f"{where}, bound", GAME.speech.arrange({**doc, "tolls": tolls, "promises": promises})


def is_running(where_and_state: tuple[str, Any]) -> bool:
    return bool(GAME.rules.view(where_and_state[1], None).stage == "move")


def without_derived(doc: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in doc.items() if key != "derived"}


def changed(doc: dict[str, Any], rng: Rng) -> dict[str, Any]:
    company = rng.choice(list(doc["cash"]))
    doc = without_derived(doc)
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
    """Whether a player is to act; the predicates know nothing about draws."""
    return GAME.rules.view(where_and_state[1], None).stage in MOVES_OF_STAGE


@lru_cache(maxsize=1)
def survey() -> Survey:
    looked_at = filter(known, chain(with_steps(GAME, positions()), agreeing()))
    return Trial(GAME, CODE, Position, moves, any_moves).survey(looked_at)


def test_engine_and_predicates_agree() -> None:
    assert survey().report() == ""


def test_every_rule_with_a_predicate_refused_something() -> None:
    assert sorted(CODE.rules - set(survey().met)) == []


def test_every_rule_that_a_refusal_names_has_a_predicate() -> None:
    named = named_by(GAME) - BY_NATURE - NEVER
    assert sorted(named - CODE.rules) == []
