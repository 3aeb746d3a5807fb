"""What helps the page to draw what can be done: what tanks would bring, and what a trade does to the price."""

from __future__ import annotations

import msgspec

from engineshed.games.planet_steam.rules.moves import AnyMove, Buy, Sell
from engineshed.games.planet_steam.rules.phases.extraction import working_zones, yields
from engineshed.games.planet_steam.rules.phases.trade import next_price
from engineshed.games.planet_steam.rules.state import Stage, State


class Hints(msgspec.Struct, frozen=True):
    yields: tuple[tuple[int, ...], ...]
    """For each seat, what its tanks that work so far would extract of each resource."""


class TradeHint(msgspec.Struct, frozen=True):
    """What a trade or a pass leads to."""

    price: int
    """What the next player pays."""


def hints(s: State, _seat: int | None) -> Hints:
    """The same for everybody: tanks are open."""
    return Hints(tuple(tuple(yields(s, working_zones(s, seat))) for seat in range(s.seats)))


def hint(s: State, m: AnyMove) -> TradeHint | None:
    if s.stage != Stage.TRADE:
        return None
    left = min(s.supplies[s.resource] - _bought(m), len(s.board.shifts[s.resource]) - 1)
    return TradeHint(next_price(s.board, s.resource, s.prices[s.resource], left))


def _bought(m: AnyMove) -> int:
    """Below zero when something is sold."""
    match m:
        case Buy(amount):
            return amount
        case Sell(amount):
            return -amount
        case _:
            return 0
