"""The tank phase: what to buy, what to put where, and when to stop."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engineshed.core.contract import Seat
from engineshed.games.planet_steam.bots.outlook import outlook
from engineshed.games.planet_steam.bots.worth import Worth
from engineshed.games.planet_steam.rules.for_bots import (
    CONVERTED,
    PURCHASES,
    REARRANGING,
    RULES,
    Activate,
    AnyMove,
    Done,
    Fit,
    Idle,
    Import,
    ReturnConverter,
    State,
    Tank,
    can_pay,
    fits_river,
    offer_tank_turn,
    pay,
    set_product,
)

MOVING = tuple(kind for kind in REARRANGING if kind is not ReturnConverter)

Weighed = tuple[float, AnyMove]


class TankTurn:
    """One player's turn, weighed step by step."""

    def __init__(self, s: State, seat: int, worth: Worth) -> None:
        self.s, self.seat, self.worth = s, seat, worth
        self.base = outlook(s, seat, worth)

    def best(self, moves: Sequence[AnyMove]) -> Weighed | None:
        """The step that gains most, if any gains enough. Pieces are moved only when nothing is worth buying."""
        for kinds in ((*PURCHASES, ReturnConverter), MOVING):
            weighed = [(self.gain(move), move) for move in moves if isinstance(move, kinds)]
            worthwhile = [option for option in weighed if option[0] > self.worth.weights.least_gain]
            if worthwhile:
                return max(worthwhile, key=lambda option: option[0])
        return None

    def gain(self, move: AnyMove) -> float:
        after = RULES.apply(self.s, Seat(self.seat), move, tell=False).state
        gain = outlook(after, self.seat, self.worth) - self.base
        if isinstance(move, Tank | Import):
            fitted = [outlook(done, self.seat, self.worth) - self.base for done in self._converted(after, move.zone)]
            gain = max([gain, *fitted])
        return gain

    def _converted(self, s: State, zone: int) -> Iterator[State]:
        """The position with each converter that could be bought for a new tank."""
        for resource in CONVERTED:
            cost = s.board.converters[resource]
            if can_pay(s, self.seat, cost) and s.converters_left(resource) > 0 and fits_river(s, zone, resource):
                done = s.copy()
                pay(done, self.seat, cost)
                set_product(done, zone, resource)
                yield done


def tank_step(s: State, seat: int, worth: Worth, moves: Sequence[AnyMove]) -> AnyMove:
    best = TankTurn(s, seat, worth).best(moves)
    return Done() if best is None else best[1]


def activation(s: State, seat: int, worth: Worth) -> AnyMove:
    """Pay the activation cost if the turn gains more than the cost plus the water that not paying would give."""
    begun = RULES.apply(s, Seat(seat), Activate(), tell=False).state
    best = TankTurn(begun, seat, worth).best(offer_tank_turn(begun))
    price = sum(
        (paid + given) * worth.unit[resource]
        for resource, (paid, given) in enumerate(zip(s.board.activation.goods, s.board.idle.goods, strict=True))
    )
    return Activate() if best is not None and best[0] > price + s.board.activation.credits else Idle()


def fitting(s: State, seat: int, worth: Worth, moves: Sequence[AnyMove]) -> AnyMove:
    """Where a replaced converter is most useful; back to the supply if nowhere."""

    def value(move: AnyMove) -> tuple[float, bool]:
        after = RULES.apply(s, Seat(seat), move, tell=False).state
        return outlook(after, seat, worth), not isinstance(move, Fit)

    return max(moves, key=value)
