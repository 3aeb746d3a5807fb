"""Buying and selling resources: one after the other, and the price moves after every player (R69 to R73)."""

from __future__ import annotations

from typing import Final

from engineshed.core.stages import Log, refuse
from engineshed.games.planet_steam.rules.board import Board
from engineshed.games.planet_steam.rules.boardfile import LARGEST
from engineshed.games.planet_steam.rules.carriers import store, tell_lost
from engineshed.games.planet_steam.rules.moves import AnyMove, Buy, Sell
from engineshed.games.planet_steam.rules.names import COMPANY_WORDS, GAUGES
from engineshed.games.planet_steam.rules.phases.auction import PASS
from engineshed.games.planet_steam.rules.state import State
from engineshed.games.planet_steam.rules.truth import NOTHING, Stage
from engineshed.games.planet_steam.rules.tuples import put

BUYS: Final[list[AnyMove]] = [Buy(amount) for amount in range(1, 2 * LARGEST + 1)]
"""Made once and reused, up to the most that a carrier and the Independent Carrier can hold."""
SELLS: Final[list[AnyMove]] = [Sell(amount) for amount in range(1, 2 * LARGEST + 1)]


def begin_trade(s: State, log: Log) -> bool:
    s.stage, s.resource, s.queue = Stage.TRADE, s.markers.index(1), s.order
    return _next_trade(s, log)


def _next_trade(s: State, log: Log) -> bool:
    """On to the next player, then to the next resource; False after the last.

    A player who could not trade with any number of credits passes automatically. A player who merely lacks credits does
    not, because that would tell the others how many they have (R9).
    """
    while True:
        if not s.queue and not _next_resource(s):
            return False
        s.active, s.queue = s.queue[0], s.queue[1:]
        if s.supplies[s.resource] or s.goods[4 * s.active + s.resource]:
            return True
        _pass(s, log)


def _next_resource(s: State) -> bool:
    place = s.markers[s.resource]
    if place == len(s.markers):
        s.resource = NOTHING
        return False
    s.resource, s.queue = s.markers.index(place + 1), s.order
    return True


# -- what may be done ------------------------------------------------------------------------------------------------


def most_bought(s: State) -> int:
    """The most that the player can buy: what the market has and they can pay for, even if they cannot store it."""
    supply, affordable = s.supplies[s.resource], s.credits[s.active] // s.prices[s.resource]
    return min(affordable, supply)


def next_price(board: Board, resource: int, price: int, supply: int) -> int:
    """What the next player pays for a resource after a trade that leaves this supply: its colour moves the price."""
    shift = board.shifts[resource][supply]
    return board.price(resource, price + shift) if shift else price


def offer_trades(s: State) -> list[AnyMove]:
    moves = BUYS[: most_bought(s)]
    moves += SELLS[: s.goods[4 * s.active + s.resource]]
    moves.append(PASS)
    return moves


def check_buy(s: State, m: Buy) -> None:
    if m.amount < 1:
        raise refuse("R70", "trade-nothing")
    if m.amount > s.supplies[s.resource]:
        raise refuse("R70", "supply-short", count=s.supplies[s.resource], resource=GAUGES[s.resource])
    price = m.amount * s.prices[s.resource]
    if price > s.credits[s.active]:
        raise refuse("R70", "too-few-credits", price=price, credits=s.credits[s.active])


def check_sell(s: State, m: Sell) -> None:
    if m.amount < 1:
        raise refuse("R71", "trade-nothing")
    have = s.has(s.active, s.resource)
    if m.amount > have:
        raise refuse("R71", "goods-short", count=have, resource=GAUGES[s.resource])


# -- doing it --------------------------------------------------------------------------------------------------------


def play_buy(s: State, m: Buy, log: Log) -> bool:
    """Buy resources; what cannot be stored is lost and does not go back to the market."""
    seat, resource = s.active, s.resource
    s.earn(seat, -m.amount * s.prices[resource])
    lost = m.amount - store(s, seat, resource, m.amount)
    s.change_supply(resource, -m.amount)
    _tell(s, "buy", m.amount, log)
    if lost:
        tell_lost(seat, resource, lost, log)
    return _end_turn(s, log)


def play_sell(s: State, m: Sell, log: Log) -> bool:
    seat, resource = s.active, s.resource
    s.earn(seat, m.amount * s.prices[resource])
    s.change_goods(seat, resource, -m.amount)
    s.change_supply(resource, m.amount)
    _tell(s, "sell", m.amount, log)
    return _end_turn(s, log)


def _tell(s: State, message: str, amount: int, log: Log) -> None:
    if log.on:
        company, resource = COMPANY_WORDS[s.active], GAUGES[s.resource]
        log.tell(message, count=amount, price=s.prices[s.resource], company=company, resource=resource)


def play_pass(s: State, log: Log) -> bool:
    _pass(s, log)
    return not _next_trade(s, log)


def _pass(s: State, log: Log) -> None:
    if log.on:
        log.tell("trade-pass", company=COMPANY_WORDS[s.active], resource=GAUGES[s.resource])
    _adjust(s, log)


def _end_turn(s: State, log: Log) -> bool:
    _adjust(s, log)
    return not _next_trade(s, log)


def _adjust(s: State, log: Log) -> None:
    """Move the price as the colour of the supply says (R73)."""
    resource = s.resource
    before = s.prices[resource]
    price = next_price(s.board, resource, before, s.supplies[resource])
    if price != before:
        s.prices = put(s.prices, resource, price)
        if log.on:
            log.tell("price-rises" if price > before else "price-falls", resource=GAUGES[resource], price=price)
