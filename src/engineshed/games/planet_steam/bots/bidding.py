"""Auctions: how much to bid for a card, a zone or the Independent Carrier."""

from __future__ import annotations

from collections.abc import Sequence

from engineshed.games.planet_steam.bots.specialists import Specialists
from engineshed.games.planet_steam.bots.worth import Worth, worths
from engineshed.games.planet_steam.bots.zones import Land
from engineshed.games.planet_steam.rules.for_bots import (
    RESOURCES,
    AnyMove,
    Bid,
    Stage,
    State,
    cards_left,
    is_speculator,
)


def bid(s: State, seat: int, worth: Worth, moves: Sequence[AnyMove]) -> AnyMove:
    """A bid, as long as the least one is worth it; the player who opens has no choice."""
    bids, most = [move for move in moves if isinstance(move, Bid)], limit(s, seat, worth)
    if not bids or (s.bid and bids[0].amount > most):
        return moves[-1]
    return bids[min(_jump(s, bids[0].amount, most, worth), len(bids) - 1)]


def bid_up_to(most: float, jump: float, s: State, moves: Sequence[AnyMove]) -> AnyMove:
    """The same for simulated games, without a thought for what the others would pay."""
    bids = [move for move in moves if isinstance(move, Bid)]
    if not bids or (s.bid and bids[0].amount > most):
        return moves[-1]
    return bids[min(max(0, int(jump * (most - bids[0].amount))), len(bids) - 1)]


def _jump(s: State, least: int, most: float, worth: Worth) -> int:
    """How much more than the least to bid: part of the way to the limit, but not beyond what others would pay."""
    weights = worth.weights
    if not weights.jump:
        return 0
    rivals = max((_value(s, rival, worths(s, rival, weights)) for rival in s.queue), default=0.0)
    return max(0, int(min(least + weights.jump * (most - least), rivals)) - least)


def limit(s: State, seat: int, worth: Worth) -> float:
    """What it is worth, but only part of the credits unless this is the last round."""
    value = _value(s, seat, worth) / (1 + worth.weights.thrift * (s.rounds - s.round))
    return min(value, worth.weights.purse * s.credits[seat]) if s.round < s.rounds else value


def _value(s: State, seat: int, worth: Worth) -> float:
    match s.stage:
        case Stage.AUCTION:
            return worth.weights.modest * _choice(s, seat, worth)
        case Stage.ZONE_AUCTION:
            value = worth.weights.modest * Land(s, seat, worth).worth_of(s.zone)
            return 2 * value if is_speculator(s, seat) else value
    return worth.weights.spare_carrier


def _choice(s: State, seat: int, worth: Worth) -> float:
    """How much better it is to choose a card now than later."""
    specialists = Specialists(s, seat, worth)
    cards = [specialists.card(number) for number in cards_left(s)]
    tokens = [specialists.taken(resource) for resource in range(len(RESOURCES)) if s.bonus[resource]]
    return _ahead_of_the_rest(cards) + _ahead_of_the_rest(tokens)


def _ahead_of_the_rest(values: Sequence[float]) -> float:
    return max(values) - sum(values) / len(values) if values else 0.0
