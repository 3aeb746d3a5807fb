"""Action tiles, auctions and capital: what is worth having, and what may be paid for it."""

from __future__ import annotations

from collections.abc import Sequence

from engineshed.games.steam.bots.building import affordable, budget, growth, track, urbanisation
from engineshed.games.steam.bots.outlook import best_delivery, in_need, outlook, pays_for_range, relieved
from engineshed.games.steam.bots.position import Position, with_capital, with_links, with_payment, with_range
from engineshed.games.steam.bots.safety import bearable, is_lost, units_for
from engineshed.games.steam.rules.for_bots import (
    ACTIONS,
    NUMBERS,
    AnyMove,
    Bid,
    Capital,
    Choose,
    Pass,
    Skip,
    Tile,
    View,
    load_board,
)

BEYOND_MEANS = -100.0
"""Worse than anything that can be afforded."""


# -- action tiles ---------------------------------------------------------------------------------------------------


def tile_worth(view: View, p: Position, move: Choose) -> float:
    """What a tile gains, less its price."""
    if move.idle:
        return 0.0
    cost = price_of(view, p, move.tile)
    if not affordable(p, cost):
        return BEYOND_MEANS
    paid = with_payment(p, cost)
    return _action_worth(view, paid, move.tile) + outlook(paid) - outlook(p)


def price_of(view: View, p: Position, tile: int) -> int:
    """What a tile costs in dollars."""
    if view.options.variant == "expert":
        return 0
    action = ACTIONS[tile - 1]
    return action.cost + (p.range + 1 if action.plus_range else 0)


def _action_worth(view: View, p: Position, tile: int) -> float:
    w, to_come = p.weights, min(1.0, (p.payouts - 1) / 3)
    match tile:
        case Tile.TURN_ORDER:
            return w.turn_order * to_come
        case Tile.FIRST_MOVE:
            return w.first_move * best_delivery(p)
        case Tile.ENGINEER:
            return w.engineer * to_come
        case Tile.FIRST_BUILD:
            return w.first_build * (to_come if view.round <= w.early else to_come / 2)
        case Tile.GROWTH:
            return max((gain for gain, _ in growth(view, p)), default=0.0)
        case Tile.LOCOMOTIVE:
            return outlook(with_range(p)) - outlook(p) if pays_for_range(p) else w.useless_range
    return max((gain for gain, _ in urbanisation(view, p, towns_of_mine(view, p))), default=0.0)


def towns_of_mine(view: View, p: Position) -> list[int]:
    """Towns in my network that have not become cities."""
    cities = {city.hex for city in view.cities}
    return [town.hex for town in load_board(view.options.map).towns if town.hex in p.net and town.hex not in cities]


# -- auctions -------------------------------------------------------------------------------------------------------


def bid(view: View, p: Position, moves: Sequence[AnyMove]) -> AnyMove:
    """A bid, as long as the place is worth the least one and it is affordable; then a skip, if possible."""
    bids = [move for move in moves if isinstance(move, Bid)]
    if bids and _is_worth(view, p, bids[0].amount):
        return _raised(view, p, bids)
    return next((move for move in moves if isinstance(move, Skip | Pass)), moves[0])


def _raised(view: View, p: Position, bids: Sequence[Bid]) -> Bid:
    """The least bid, raised part of the way to the limit as far as that is affordable."""
    least = bids[0].amount
    wanted = least + p.weights.jump * (limit(view, p) - least)
    raised = [move for move in bids if move.amount <= wanted and bearable(p, with_payment(p, move.amount))]
    return raised[-1] if raised else bids[0]


def _is_worth(view: View, p: Position, amount: int) -> bool:
    """Players who would go bankrupt without new goods pay a little to choose first, if they can spare it."""
    if (
        in_need(p)
        and amount <= min(p.weights.rescue, budget(p))
        and is_lost(p)
        and any(gain >= p.weights.urgent for gain, _ in growth(view, p))
    ):
        return True
    return amount <= limit(view, p) and bearable(p, with_payment(p, amount))


def limit(view: View, p: Position) -> float:
    """A dollar for each player who would come after me; in the expert game no more than can be spared."""
    assert view.auction is not None
    behind = len(view.auction.bidders) - 1
    if view.stage == "opening":
        return p.weights.place * behind
    return min(p.weights.place * behind, max(0, budget(p)) / 4)


# -- capital --------------------------------------------------------------------------------------------------------


def capital(view: View, p: Position, moves: Sequence[AnyMove]) -> AnyMove:
    """How much capital to raise: enough for the expenses, as a missing dollar costs more later; then for track and a
    bid."""
    expenses = max(0, p.upkeep * (p.range + 1) - p.income)
    units = max(units_for(expenses - p.cash), _for_track(view, p, expenses))
    return [move for move in moves if isinstance(move, Capital) and move.units <= units][-1]


def _for_track(view: View, p: Position, expenses: int) -> int:
    """Units for the expenses and for the best route that is worth its capital and affordable; none without a route."""
    unbuilt = with_capital(p, units_for(expenses - p.cash))
    gaining = [option for option in track(view, p, NUMBERS.tiles_per_turn, p.weights.build_turn) if option[0] > 0]
    for _, route in sorted(gaining, key=lambda option: -option[0]):
        units = units_for(expenses + route.money + p.weights.second_route - p.cash)
        after = with_payment(with_links(with_capital(p, units), route.links), route.money)
        if bearable(unbuilt, after) and relieved(unbuilt, after) > outlook(unbuilt):
            return units
    return 0
