"""Expected prices: at the end of trade, and later, when they return to normal."""

from __future__ import annotations

from engineshed.games.planet_steam.bots.weights import Weights
from engineshed.games.planet_steam.rules.for_bots import ENERGY, ORE, RESOURCES, State

SHORT = (ORE, ENERGY)
"""The resources that new tanks are made of: when the market has none, their price rises."""


def later_prices(s: State, w: Weights) -> tuple[float, ...]:
    """What a unit of each resource is expected to earn if it is kept."""
    return tuple(later_price(s, resource, s.prices[resource], w) for resource in range(len(RESOURCES)))


def later_price(s: State, resource: int, price: float, w: Weights) -> float:
    """The expected price when the resource is traded again; after the last round it stays the same."""
    if s.round == s.rounds:
        return price
    return (1 - w.reverts) * price + w.reverts * w.usual[resource] * s.board.start_prices[resource]


def price_to_come(s: State, supply: int, w: Weights) -> float:
    """The price of what is traded after the active player has left this supply and all others have had their turn."""
    board, resource = s.board, s.resource
    low, high, shifts = board.lowest[resource], board.highest[resource], board.shifts[resource]
    price = min(high, max(low, s.prices[resource] + shifts[supply]))
    for rival in s.queue:
        supply = min(len(shifts) - 1, supply + int(w.rivals_sell * s.has(rival, resource)))
        price = min(high, max(low, price + shifts[supply]))
    if resource in SHORT and not supply:
        price = min(high, price + board.shortage)
    return price
