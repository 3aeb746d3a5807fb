"""Glicko-2: the example of the paper, rest, weights, and bounds."""

from __future__ import annotations

import math

import pytest

from engineshed.server.glicko import Glicko, Meeting, after_rest, rated


def test_the_example_of_glickmans_paper() -> None:
    """http://www.glicko.net/glicko/glicko2.pdf, page 5."""
    others = [(Glicko(1400, 30), 1), (Glicko(1550, 100), 0), (Glicko(1700, 300), 0)]
    found = rated(Glicko(1500, 200, 0.06), [Meeting(other, score) for other, score in others])
    assert (round(found.points, 2), round(found.deviation, 2)) == (1464.05, 151.52)
    assert round(found.volatility, 5) == 0.06
    assert abs(found.points - 1464.06) < 0.011, "the paper rounds its steps to four digits"
    assert abs(found.volatility - 0.05999) < 0.00001


def test_who_rests_becomes_uncertain_but_never_more_than_a_newcomer() -> None:
    known = Glicko(1700, 50)
    assert after_rest(known, 0) == known
    assert round(after_rest(known, 1).deviation, 1) == round(math.hypot(50, 0.06 * 173.7178), 1)
    assert after_rest(known, 1e9) == Glicko(1700, 350)
    assert rated(known, [], 1) == after_rest(known, 1)


def test_a_surprise_moves_more_than_what_was_expected_and_weights_count() -> None:
    strong, weak = Glicko(1800, 60), Glicko(1400, 60)
    won, lost = (rated(weak, [Meeting(strong, score)]).points - 1400 for score in (1, 0))
    assert won > 4 * -lost > 0
    half = rated(weak, [Meeting(strong, 1, 0.5)]).points - 1400
    assert 0.45 * won < half < 0.55 * won


@pytest.mark.parametrize("score", [0.0, 1.0])
def test_the_strangest_series_stays_within_bounds(score: float) -> None:
    player = Glicko()
    for _ in range(2000):
        player = rated(player, [Meeting(Glicko(1500, 30), score)] * 4, 0.01)
    assert 0 < player.points < 4000
    assert 30 <= player.deviation <= 350
    assert player.volatility <= 0.2
