"""Buying and selling: keep what is useful, sell the rest while the price is good, and think of the next prices."""

from __future__ import annotations

from collections.abc import Sequence

from engineshed.games.planet_steam.bots.needs import Needs
from engineshed.games.planet_steam.bots.prices import later_price, price_to_come
from engineshed.games.planet_steam.bots.weights import Weights
from engineshed.games.planet_steam.bots.worth import Worth
from engineshed.games.planet_steam.rules.for_bots import RESOURCES, AnyMove, Buy, Sell, State, room


def trade(s: State, seat: int, worth: Worth, moves: Sequence[AnyMove]) -> AnyMove:
    """The amount that leaves the player best off, and never more than there is room for."""
    w = worth.weights
    needs = Needs(s, seat, worth.unit, w)
    uses, urgent, soon = needs.uses(s.resource), _still_to_buy(s, seat, needs), _next_turn(s, needs)
    most = room(s, seat, s.resource)

    def left(move: AnyMove) -> float:
        bought = _bought(move)
        credits_ = s.credits[seat] - bought * s.prices[s.resource]
        missing = w.urgent * max(0, urgent - credits_) + w.shortfall * max(0, urgent + soon - credits_)
        return credits_ + _stock(s, s.has(seat, s.resource) + bought, uses, bought, w) - missing

    return max((move for move in moves if _bought(move) <= most), key=left)


def _bought(move: AnyMove) -> int:
    """How many are bought; a negative number is sold."""
    match move:
        case Buy(amount):
            return amount
        case Sell(amount):
            return -amount
    return 0


def _stock(s: State, kept: int, uses: Sequence[float], bought: int, w: Weights) -> float:
    """The worth of keeping this many: those that will be used, and then the expected price of the others."""
    resource = s.resource
    supply = min(len(s.board.shifts[resource]) - 1, s.supplies[resource] - bought)
    resale = price_to_come(s, supply, w)
    if s.round < s.rounds:
        resale = w.stored * later_price(s, resource, resale, w)
    return sum(max(use, resale) for use in uses[:kept]) + max(0, kept - len(uses)) * resale


def _still_to_buy(s: State, seat: int, needs: Needs) -> int:
    """Credits for what is needed and traded later in this round."""
    total = 0
    for resource in range(len(RESOURCES)):
        if s.markers[resource] > s.markers[s.resource]:
            price, have = s.prices[resource], s.has(seat, resource)
            wanted = sum(use > price for use in needs.uses(resource)[have:])
            total += price * min(wanted, s.supplies[resource], room(s, seat, resource))
    return total


def _next_turn(s: State, needs: Needs) -> int:
    """Credits for the next auctions and the next tanks."""
    if s.round == s.rounds:
        return 0
    return needs.weights.reserve + needs.tanks * s.board.tank_prices[s.market]
