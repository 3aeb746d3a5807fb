"""Optional cards and order markers: favourable prices, tanks laid on their side, the Independent Carrier."""

from __future__ import annotations

from collections.abc import Sequence

from engineshed.games.planet_steam.bots.needs import Needs
from engineshed.games.planet_steam.bots.outlook import lasting_property, outlook
from engineshed.games.planet_steam.bots.working import Extraction
from engineshed.games.planet_steam.bots.worth import Worth
from engineshed.games.planet_steam.rules.for_bots import (
    QUARTZ,
    RESOURCES,
    STRONG,
    AnyMove,
    Keep,
    Manipulate,
    Order,
    Release,
    Sabotage,
    Shift,
    State,
    Topple,
    yields,
)


def for_sale(s: State, seat: int, worth: Worth) -> list[int]:
    """How many of each resource I expect to sell in this round; a negative number is bought."""
    needs = Needs(s, seat, worth.unit, worth.weights)
    gains = yields(s, Extraction(s, seat, worth).working)
    return [s.has(seat, r) + gains[r] - len(needs.uses(r)) for r in range(len(RESOURCES))]


# -- Price Manipulation ----------------------------------------------------------------------------------------------


def manipulation(s: State, seat: int, worth: Worth, moves: Sequence[AnyMove]) -> AnyMove:
    """The way that gains most beyond its cost, if all its spaces go to one resource."""
    sale = for_sale(s, seat, worth)

    def gain(move: AnyMove) -> int:
        assert isinstance(move, Manipulate)
        way = s.board.ways[move.way]
        most = max(abs(sale[r]) for r in range(len(RESOURCES)) if r != QUARTZ or move.way == STRONG)
        return way.spaces * most - way.cost

    return max(moves, key=gain)


def price_shift(s: State, seat: int, worth: Worth, moves: Sequence[AnyMove]) -> AnyMove:
    """Raise the prices of what I sell, and lower those of what I buy; stopping gains nothing."""
    sale = for_sale(s, seat, worth)
    return max(moves, key=lambda move: sale[move.resource] * move.spaces if isinstance(move, Shift) else 0)


# -- Sabotage --------------------------------------------------------------------------------------------------------


def victim(s: State, moves: Sequence[AnyMove]) -> AnyMove:
    """The opponent with the greatest visible wealth."""

    def wealth(move: AnyMove) -> int:
        assert isinstance(move, Sabotage)
        return lasting_property(s, move.seat)

    return max(moves, key=wealth)


def toppled(s: State, seat: int, worth: Worth, moves: Sequence[AnyMove]) -> AnyMove:
    """The tank that I need least."""

    def without(move: AnyMove) -> float:
        assert isinstance(move, Topple)
        fallen = s.copy()
        fallen.fallen = move.zone
        return outlook(fallen, seat, worth)

    return max(moves, key=without)


# -- order of trade, the Independent Carrier -------------------------------------------------------------------------


def marker(s: State, seat: int, worth: Worth, moves: Sequence[AnyMove]) -> AnyMove:
    """What I sell is traded first and what I buy last, so that I have the credits for it."""
    sale = for_sale(s, seat, worth)

    def value(move: AnyMove) -> float:
        assert isinstance(move, Order)
        return -sale[move.resource] * worth.unit[move.resource] * move.number

    return max(moves, key=value)


def kept_carrier(s: State, worth: Worth, moves: Sequence[AnyMove]) -> AnyMove:
    keeps = s.deposit <= worth.weights.spare_carrier and Keep() in moves
    return Keep() if keeps else Release()
