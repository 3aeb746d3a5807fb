"""Prices to come: at the end of a trade, and later, when they go back to what is usual."""

from __future__ import annotations

from engineshed.games.planet_steam.bots.weights import RIVALS_SELL, USUAL
from engineshed.games.planet_steam.rules.board import Board
from engineshed.games.planet_steam.rules.components import ENERGY, ORE, RESOURCES
from engineshed.games.planet_steam.rules.state import State

SHORT = (ORE, ENERGY)
"""What no tank can be made without: its price rises when there is none."""


def later_prices(s: State) -> tuple[float, ...]:
    """What a unit of each resource may be expected to bring that is kept."""
    return tuple(later_price(s, resource, s.prices[resource]) for resource in range(len(RESOURCES)))


def later_price(s: State, resource: int, price: float) -> float:
    """What is to be expected of a price when the resource is traded again; after the last round it stays."""
    if s.round == s.rounds:
        return price
    board: Board = s.board
    return (price + USUAL[resource] * board.start_prices[resource]) / 2


def price_to_come(s: State, supply: int) -> float:
    """The price of what is traded after the active player has left this supply and all others have had their turn."""
    board: Board = s.board
    resource = s.resource
    low, high, shifts = board.lowest[resource], board.highest[resource], board.shifts[resource]
    price = min(high, max(low, s.prices[resource] + shifts[supply]))
    for rival in s.queue:
        supply = min(len(shifts) - 1, supply + _rivals_sale(s, rival))
        price = min(high, max(low, price + shifts[supply]))
    if resource in SHORT and not supply:
        price = min(high, price + board.shortage)
    return price


def _rivals_sale(s: State, rival: int) -> int:
    return int(RIVALS_SELL * s.has(rival, s.resource))
