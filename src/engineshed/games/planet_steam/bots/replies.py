"""How everybody plays on in a simulated game: as the greedy bot would, with short cuts that cost little."""

from __future__ import annotations

from typing import Any

from engineshed.core.contract import AnyRules, Seat
from engineshed.core.rng import Rng
from engineshed.games.planet_steam.bots.bidding import bid_up_to, limit
from engineshed.games.planet_steam.bots.greedy import decide
from engineshed.games.planet_steam.bots.weights import Weights
from engineshed.games.planet_steam.bots.worth import worths
from engineshed.games.planet_steam.rules.for_bots import AUCTIONS, REARRANGING, AnyMove, Stage, State

REMEMBERED = 500


class Replies:
    """In an auction, what a thing is worth does not change from bid to bid; and nobody rearranges their tanks."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._limits: dict[Any, float] = {}

    def __call__(self, rules: AnyRules, s: State, seat: Seat, _rng: Rng) -> AnyMove:
        moves: list[AnyMove] = list(rules.legal(s, seat))
        if len(moves) == 1:
            return moves[0]
        if s.stage in AUCTIONS:
            return bid_up_to(self._limit(s, seat), self._weights.jump, s, moves)
        if s.stage == Stage.TANK:
            moves = [move for move in moves if not isinstance(move, REARRANGING)]
        return decide(s, seat, moves, self._weights)

    def _limit(self, s: State, seat: Seat) -> float:
        key = seat, s.stage, s.round, s.zone, s.cards, s.bonus, s.credits, s.goods, s.owners, s.tanks, s.prices
        if key not in self._limits:
            if len(self._limits) == REMEMBERED:
                self._limits.clear()
            self._limits[key] = limit(s, seat, worths(s, seat, self._weights))
        return self._limits[key]
