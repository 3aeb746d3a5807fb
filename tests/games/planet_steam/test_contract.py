"""The contract with random combinations of optional rules, which tests of single rules would not cover."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engineshed.core.options import choices
from engineshed.core.rng import Rng
from engineshed.testing import Case, check_case
from tests.games.planet_steam.play import GAME, position, zones

RULES = [name for name in GAME.rules.options.__struct_fields__ if name != "map"]


def some_rules(number: int) -> dict[str, Any]:
    """A random value for each option; the number is the seed."""
    rng = Rng("rules together", number)
    return {name: rng.choice(choices(GAME.rules.options, name)) for name in RULES}


@pytest.mark.parametrize("number", range(12))
def test_any_combination_of_rules_keeps_the_contract(number: int) -> None:
    case = Case(GAME, GAME.seats[number % len(GAME.seats)], "standard", some_rules(number), f"combination {number}")
    check_case(case, positions=6, refusals=60)


@pytest.mark.parametrize(
    "stage",
    [
        {"stage": "first"},
        {"stage": "claim-roll", "zone": "C3", "zones": zones()},
        {"stage": "river-roll", "zones": {}, "options": {"variable_claims": True}},
        {"stage": "compensation", "zones": zones(), "tanks": {"A1": "ore"}, "fallen": "A1", "round": 2,
         "options": {"sabotage": True}},
    ],
)  # fmt: skip
def test_nature_draws_with_the_stated_probabilities(stage: dict[str, Any]) -> None:
    state = position(**stage)
    outcomes = GAME.rules.outcomes(state)
    assert outcomes is not None
    assert sum(outcome.chance for outcome in outcomes) == 1
    draws = Counter(GAME.rules.draw(state, Rng("likely", number)) for number in range(3000))
    assert set(draws) == {outcome.move for outcome in outcomes}
    for move, chance in outcomes:
        assert draws[move] == pytest.approx(float(3000 * chance), rel=0.2)


def test_the_combinations_differ() -> None:
    """Every value of every option is played, and no two options always have the same value."""
    drawn = [some_rules(number) for number in range(12)]
    for name in RULES:
        if len(choices(GAME.rules.options, name)) == 2:
            assert {rules[name] for rules in drawn} == set(choices(GAME.rules.options, name)), name
    switches = [name for name in RULES if choices(GAME.rules.options, name) == (False, True)]
    for one in switches:
        for other in switches:
            assert one == other or any(rules[one] != rules[other] for rules in drawn)
