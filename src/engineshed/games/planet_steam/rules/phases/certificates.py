"""Buying and selling certificates: building licences and luxury quarters (R74)."""

from __future__ import annotations

from engineshed.core.stages import Log, refuse
from engineshed.games.planet_steam.rules.moves import AnyMove, BuyLicence, BuyQuarters, SellLicence
from engineshed.games.planet_steam.rules.names import COMPANY_WORDS
from engineshed.games.planet_steam.rules.paying import can_pay, check_payable, pay
from engineshed.games.planet_steam.rules.phases.auction import PASS
from engineshed.games.planet_steam.rules.state import State
from engineshed.games.planet_steam.rules.truth import Stage
from engineshed.games.planet_steam.rules.tuples import put

BUY_LICENCE, SELL_LICENCE, BUY_QUARTERS = BuyLicence(), SellLicence(), BuyQuarters()


def begin_certificates(s: State, log: Log) -> bool:
    s.stage, s.queue = Stage.CERTIFICATE, s.order
    return _next_turn(s, log)


def _next_turn(s: State, log: Log) -> bool:
    """On to the next player who can do anything; False after the last."""
    while s.next_player():
        if _offer(s):
            return True
        if log.on:
            log.tell("certificate-impossible", company=COMPANY_WORDS[s.active])
    return False


def _offer(s: State) -> list[AnyMove]:
    """Certificates that the active player can trade; none of them costs credits."""
    board, seat = s.board, s.active
    moves: list[AnyMove] = []
    if s.licence_stock and can_pay(s, seat, board.licence_cost):
        moves.append(BUY_LICENCE)
    if s.licences[seat]:
        moves.append(SELL_LICENCE)
    if s.quarters_stock and can_pay(s, seat, board.quarters_cost):
        moves.append(BUY_QUARTERS)
    return moves


def offer_certificates(s: State) -> list[AnyMove]:
    return [*_offer(s), PASS]


def check_buy_licence(s: State) -> None:
    if not s.licence_stock:
        raise refuse("R74", "licences-gone")
    check_payable(s, s.active, s.board.licence_cost, "R74")


def check_sell_licence(s: State) -> None:
    if not s.licences[s.active]:
        raise refuse("R74", "no-licence")


def check_buy_quarters(s: State) -> None:
    if not s.quarters_stock:
        raise refuse("R74", "quarters-gone")
    check_payable(s, s.active, s.board.quarters_cost, "R74")


def play_buy_licence(s: State, log: Log) -> bool:
    pay(s, s.active, s.board.licence_cost)
    s.licence_stock -= 1
    s.licences = put(s.licences, s.active, s.licences[s.active] + 1)
    log.tell("buy-licence", company=COMPANY_WORDS[s.active])
    return not _next_turn(s, log)


def play_sell_licence(s: State, log: Log) -> bool:
    """Sell a building licence, which leaves the game."""
    s.licences = put(s.licences, s.active, s.licences[s.active] - 1)
    s.earn(s.active, s.board.licence_sale)
    log.tell("sell-licence", company=COMPANY_WORDS[s.active], credits=s.board.licence_sale)
    return not _next_turn(s, log)


def play_buy_quarters(s: State, log: Log) -> bool:
    pay(s, s.active, s.board.quarters_cost)
    s.quarters_stock -= 1
    s.quarters = put(s.quarters, s.active, s.quarters[s.active] + 1)
    log.tell("buy-quarters", company=COMPANY_WORDS[s.active])
    return not _next_turn(s, log)


def play_pass(s: State, log: Log) -> bool:
    log.tell("no-certificate", company=COMPANY_WORDS[s.active])
    return not _next_turn(s, log)
