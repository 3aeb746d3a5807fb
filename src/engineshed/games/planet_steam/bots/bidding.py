"""Auctions: how much to bid for a card, a zone or the Independent Carrier. Bids are raised by one, up to a limit."""

from __future__ import annotations

from collections.abc import Sequence

from engineshed.games.planet_steam.bots.specialists import Specialists
from engineshed.games.planet_steam.bots.worth import Worth
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
    """The least bid, as long as it is worth it; an opener has no choice."""
    least = moves[0]
    if s.bid and isinstance(least, Bid) and least.amount > _limit(s, seat, worth):
        return moves[-1]
    return least


def _limit(s: State, seat: int, worth: Worth) -> float:
    """What it is worth, but only part of the credits unless this is the last round."""
    value = _value(s, seat, worth)
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
    """How much better it is to choose now than to take a card later."""
    specialists = Specialists(s, seat, worth)
    cards = [specialists.card(number) for number in cards_left(s)]
    tokens = [specialists.taken(resource) for resource in range(len(RESOURCES)) if s.bonus[resource]]
    return _ahead_of_the_rest(cards) + _ahead_of_the_rest(tokens)


def _ahead_of_the_rest(values: Sequence[float]) -> float:
    return max(values) - sum(values) / len(values) if values else 0.0
