"""The goods phase: deliver, raise the range or wait, and how to take points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engineshed.games.steam.bots.outlook import outlook, pays_for_range
from engineshed.games.steam.bots.position import Position, acted, with_cubes, with_income, with_points, with_range
from engineshed.games.steam.rules.for_bots import GOODS, AnyMove, Deliver, Income, Pass, Points, Upgrade, View

CLOSER_LOOK = 10
"""How many deliveries are weighed with all their consequences: those that gain most at once."""


def moving(view: View, p: Position, moves: Sequence[AnyMove]) -> Iterator[tuple[float, AnyMove]]:
    """The moves of a pass with the outlook after each."""
    me, rivals = view.active, view.seats - 1
    deliveries = [move for move in moves if isinstance(move, Deliver)]
    deliveries.sort(key=lambda move: -_margin(p, move, me, rivals))
    for delivery in deliveries[:CLOSER_LOOK]:
        yield _delivered(p, delivery, me) - p.weights.foreign * _given(delivery, me) / rivals, delivery
    for move in moves:
        match move:
            case Upgrade() if pays_for_range(p):
                yield outlook(acted(with_range(p))), move
            case Pass():
                yield outlook(acted(p)), move


def _given(move: Deliver, me: int) -> int:
    return sum(move.gains) - move.gains[me]


def _margin(p: Position, move: Deliver, me: int, rivals: int) -> float:
    return move.gains[me] - p.weights.foreign * _given(move, me) / rivals


def _delivered(p: Position, move: Deliver, me: int) -> float:
    gone = tuple(-int(colour == move.colour) for colour in range(len(GOODS)))
    after = acted(with_cubes(p, move.city, gone))
    points = move.gains[me]
    return max(outlook(with_points(after, points)), outlook(with_income(after, points)))


def scale(view: View, p: Position) -> AnyMove:
    """Points or income, whichever leaves the better outlook."""
    points = view.gains[0].points
    return Points() if outlook(with_points(p, points)) >= outlook(with_income(p, points)) else Income()
