"""The End phase: optional cards go back, the market makes tanks, and the round marker moves on (R75 to R78)."""

from __future__ import annotations

from typing import Final

from engineshed.core.stages import Log
from engineshed.games.planet_steam.rules.components import ENERGY, LADY_STEAM, ORE
from engineshed.games.planet_steam.rules.names import COMPANY_WORDS, GAUGES
from engineshed.games.planet_steam.rules.phases.price_manipulation import reward_manipulator
from engineshed.games.planet_steam.rules.phases.sabotage import begin_compensation
from engineshed.games.planet_steam.rules.phases.trade_order import take_back_markers
from engineshed.games.planet_steam.rules.state import State
from engineshed.games.planet_steam.rules.truth import NOWHERE, Stage

SHORT: Final = (ORE, ENERGY)
"""The resources that tanks are made from; if one is missing, no tank is made and its price rises."""


def begin_end_phase(s: State, log: Log) -> bool:
    reward_manipulator(s, log)
    return begin_compensation(s)


def begin_production(s: State, log: Log) -> bool:
    """Make tanks, without asking anybody. The check for shortage comes first, even when the market is full."""
    scarce = [resource for resource in SHORT if not s.supplies[resource]]
    for resource in scarce:
        before = s.prices[resource]
        s.change_price(resource, s.board.shortage)
        price = s.prices[resource]
        log.tell("shortage" if price > before else "shortage-at-top", resource=GAUGES[resource], price=price)
    if not scarce:
        _produce(s, log)
    return False


def _produce(s: State, log: Log) -> None:
    """Make tanks one by one until something runs out; the pieces in the box do not count (R77)."""
    cost = s.board.new_tank.goods
    made = len(s.board.tank_prices) - 1 - s.market
    for resource in range(4):
        if cost[resource]:
            made = min(made, s.supplies[resource] // cost[resource])
    s.market += made
    s.supplies = tuple(supply - made * each for supply, each in zip(s.supplies, cost, strict=True))
    if log.on:
        log.tell("production" if made else "no-production", count=made, tanks=s.market)


def begin_maintenance(s: State, log: Log) -> bool:
    """On to the next round; True when the game is over, so that no other step begins."""
    s.lease = max(0, s.lease - 1)
    if s.round == s.rounds:
        s.stage, s.active, s.queue = Stage.OVER, 0, ()
        log.reveal()  # the end of the game reveals everybody's credits (R9)
        log.tell("over")
        return True
    s.opener = s.holder(LADY_STEAM)
    s.cards = (0,) * s.seats
    s.order, s.airship = (), NOWHERE
    take_back_markers(s)
    s.round += 1
    log.tell("round", round=s.round, company=COMPANY_WORDS[s.opener])
    return False
