"""What helps the page to draw what can be done: what tanks would bring, what the price would be."""

from __future__ import annotations

import msgspec

from engineshed.games.planet_steam.rules.phases.extraction import working_zones, yields
from engineshed.games.planet_steam.rules.state import Stage, State


class Hints(msgspec.Struct, frozen=True):
    yields: tuple[tuple[int, ...], ...] = ()
    """For each seat, what its tanks that work so far would extract of each resource."""
    quotes: tuple[int, ...] = ()
    """While a resource is traded: the price that the next player finds, by the supply that is left."""


def hints(s: State, _seat: int | None) -> Hints:
    """The same for everybody: tanks and market are open."""
    return Hints(
        yields=tuple(tuple(yields(s, working_zones(s, seat))) for seat in range(s.seats)),
        quotes=_quotes(s) if s.stage == Stage.TRADE else (),
    )


def _quotes(s: State) -> tuple[int, ...]:
    price, board, resource = s.prices[s.resource], s.board, s.resource
    low, high = board.lowest[resource], board.highest[resource]
    return tuple(min(high, max(low, price + shift)) for shift in board.shifts[resource])
