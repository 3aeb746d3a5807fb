"""How the strong bot of Planet Steam learns what a position is worth."""

from __future__ import annotations

from itertools import islice

import pytest

from engineshed.games.planet_steam.bots import BOTS
from engineshed.games.planet_steam.bots.features import NAMES
from tests.bots.learning import explained, fitted, rows


def test_the_same_seed_gives_the_same_positions_and_players_are_compared_with_each_other() -> None:
    first, again = (list(islice(rows(1, "learn"), 4)) for _ in range(2))
    assert first == again
    values, _ = first[0]
    assert len(values) == 2 * len(NAMES)
    assert sum(values[NAMES.index("opens")] for values, _ in first) == pytest.approx(0.0, abs=1.0)


def test_it_finds_what_made_the_difference() -> None:
    """Three features, of which the first counts 2, the second nothing and the third -1."""
    found = [([a, b, c], 2 * a - c) for a in (-2.0, 1.0, 3.0) for b in (-1.0, 0.5) for c in (-3.0, 0.0, 2.0)] * 20
    coefficients = fitted(found)
    assert coefficients == pytest.approx([2.0, 0.0, -1.0], abs=0.4)
    assert explained(found, coefficients) > 0.9
    assert explained(found, [0.0, 0.0, 0.0]) == 0.0


@pytest.mark.parametrize("weights", ["strong-2", "strong-3"])
def test_everything_that_was_learned_is_a_feature(weights: str) -> None:
    value = BOTS.weights(weights).value
    assert value
    assert set(value) <= set(NAMES)
