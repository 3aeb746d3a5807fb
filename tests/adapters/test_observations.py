"""What a seat sees as arrays: always of the same shape, within its bounds, and nothing that is hidden."""

from __future__ import annotations

import numpy as np
import pytest

from engineshed.adapters.course import Kind
from engineshed.adapters.observations import Encoder
from engineshed.core.contract import Seat
from engineshed.core.encoding import LEAST, MOST
from engineshed.core.rng import Rng
from tests.adapters.walking import GAMES, met
from tests.soak import sized

POSITIONS = sized(400, 40_000)
"""Of each game."""
LOOKED_AT = 8
"""One position in so many is looked at closely."""


@pytest.mark.parametrize("game", GAMES)
def test_numbers_are_within_their_bounds_and_follow_from_the_view_alone(game: str) -> None:
    bounds: dict[int, tuple[np.ndarray, np.ndarray]] = {}
    for position in met(game, POSITIONS):
        kind, view = position.kind, position.kind.game.rules.view(position.state, position.seat)
        seen = kind.encoder.flat(view)
        if position.number % LOOKED_AT:
            continue
        if id(kind) not in bounds:
            columns = kind.encoder.columns
            bounds[id(kind)] = (np.array([c.low for c in columns]), np.array([c.high for c in columns]))
        low, high = bounds[id(kind)]
        wrong = np.flatnonzero((seen < low) | (seen > high))
        assert not wrong.size, [(kind.encoder.names[place], seen[place]) for place in wrong]
        assert np.array_equal(_fresh(kind).flat(view), seen), "what is remembered differs from what would be made anew"


@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_is_hidden_makes_a_difference(game: str) -> None:
    rng, differ = Rng("hidden", game), 0
    for position in met(game, POSITIONS):
        if position.number % LOOKED_AT:
            continue
        rules = position.kind.game.rules
        for seat in (*(Seat(seat) for seat in range(position.kind.seats)), None):
            view = rules.view(position.state, seat)
            truth = rules.guess(view, rng)
            differ += rules.key(truth) != rules.key(position.state)
            here, there = _fresh(position.kind), _fresh(position.kind)
            assert np.array_equal(here.flat(view), there.flat(rules.view(truth, seat)))
    assert differ or game == "steam", "nothing hidden was changed"


def _fresh(kind: Kind) -> Encoder:
    return Encoder(kind.game, kind.seats, kind.options)


@pytest.mark.parametrize("game", GAMES)
def test_every_table_says_something_and_every_number_has_a_name(game: str) -> None:
    seen: dict[str, set[bytes]] = {}
    for position in met(game, POSITIONS, tables=3):
        encoder = position.kind.encoder
        for name, array in encoder.encode(position.kind.game.rules.view(position.state, position.seat)).items():
            seen.setdefault(name, set()).add(array.tobytes())
            assert not array.flags.writeable
    assert {name for name, values in seen.items() if len(values) < 2} <= RARELY
    assert len(set(encoder.names)) == encoder.size == len(encoder.columns)
    assert all(LEAST <= column.low < column.high <= MOST for column in encoder.columns)


RARELY = {"ferries"}
"""Tables that may stay as they are in a short random game."""


@pytest.mark.parametrize("game", GAMES)
def test_seats_count_from_the_viewer(game: str) -> None:
    """The first row of the players is the viewer's own, and the last one in the view of the next player."""
    for position in met(game, 60, tables=2):
        kind, rules = position.kind, position.kind.game.rules
        if kind.seats == 1:
            continue
        own = kind.encoder.encode(rules.view(position.state, Seat(0)))["players"]
        next_ = kind.encoder.encode(rules.view(position.state, Seat(1)))["players"]
        visible = (own[0] != -1) & (next_[-1] != -1)
        assert np.array_equal(own[0][visible], next_[-1][visible])
