"""Certificates: quarters for the end, licences when zones run out, and selling what is not needed."""

from __future__ import annotations

from collections.abc import Sequence

from engineshed.games.planet_steam.bots.worth import Worth
from engineshed.games.planet_steam.bots.zones import Land
from engineshed.games.planet_steam.rules.for_bots import (
    AnyMove,
    BuyLicence,
    BuyQuarters,
    Cost,
    Engineer,
    SellLicence,
    State,
)


def certificate(s: State, seat: int, worth: Worth, moves: Sequence[AnyMove]) -> AnyMove:
    """The move that gains most; doing nothing counts as a gain of 0."""
    land = Land(s, seat, worth)
    board = land.board

    def gain(move: AnyMove) -> float:
        match move:
            case BuyQuarters():
                return board.quarters_value - _price(board.quarters_cost, worth)
            case BuyLicence():
                return land.licence_gained() - _price(board.licence_cost, worth)
            case SellLicence():
                return board.licence_sale - land.licence_used(s.licences[seat])
        return 0.0

    return max(moves, key=gain)


def engineer(s: State, seat: int, worth: Worth, moves: Sequence[AnyMove]) -> AnyMove:
    """A licence only if it will be used."""
    wanted = Land(s, seat, worth).licence_gained() > s.board.engineer
    return next(move for move in moves if isinstance(move, Engineer) and move.credits != wanted)


def _price(cost: Cost, worth: Worth) -> float:
    return cost.credits + sum(count * value for count, value in zip(cost.goods, worth.unit, strict=True))
