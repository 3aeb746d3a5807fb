"""The tank phase: activation, then purchases and rearrangements in any order (R46 to R49)."""

from __future__ import annotations

from typing import Final

from engineshed.core.stages import Log
from engineshed.games.planet_steam.rules.carriers import store, tell_lost
from engineshed.games.planet_steam.rules.moves import Activate, AnyMove, Idle
from engineshed.games.planet_steam.rules.names import COMPANY_WORDS
from engineshed.games.planet_steam.rules.paying import can_pay, check_payable, pay
from engineshed.games.planet_steam.rules.phases.price_manipulation import DONE
from engineshed.games.planet_steam.rules.phases.purchases import offer_purchases
from engineshed.games.planet_steam.rules.phases.rearranging import offer_rearrangements
from engineshed.games.planet_steam.rules.state import State
from engineshed.games.planet_steam.rules.truth import Stage

OFFERED: Final[tuple[AnyMove, ...]] = (Activate(), Idle())


def begin_tank_phase(s: State, log: Log) -> bool:
    s.queue = s.order
    return _next_turn(s, log)


def _next_turn(s: State, log: Log) -> bool:
    """On to the next player who can pay the activation cost; the others take water at once. False after the last."""
    s.stage = Stage.ACTIVATE
    while s.next_player():
        if can_pay(s, s.active, s.board.activation):
            return True
        _rest(s, log)
    return False


def _rest(s: State, log: Log) -> None:
    """Take water instead of paying; what does not fit is lost (A12)."""
    if log.on:
        log.tell("idle", company=COMPANY_WORDS[s.active])
    for resource, count in enumerate(s.board.idle.goods):
        lost = count - store(s, s.active, resource, count)
        if lost:
            tell_lost(s.active, resource, lost, log)


def offer_activation(_s: State) -> list[AnyMove]:
    return list(OFFERED)


def check_activate(s: State) -> None:
    check_payable(s, s.active, s.board.activation, "R48")


def play_activate(s: State, log: Log) -> bool:
    pay(s, s.active, s.board.activation)
    s.stage = Stage.TANK
    if log.on:
        log.tell("activate", company=COMPANY_WORDS[s.active])
    return False


def play_idle(s: State, log: Log) -> bool:
    _rest(s, log)
    return not _next_turn(s, log)


def offer_tank_turn(s: State) -> list[AnyMove]:
    moves = offer_purchases(s)
    moves += offer_rearrangements(s)
    moves.append(DONE)
    return moves


def play_done(s: State, log: Log) -> bool:
    if log.on:
        log.tell("tank-done", company=COMPANY_WORDS[s.active])
    s.moved = s.refitted = s.recharged = 0
    return not _next_turn(s, log)
