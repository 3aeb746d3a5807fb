"""Costs in credits and resources, which go to the general supply and never to the market (R3, R47)."""

from __future__ import annotations

from engineshed.core.stages import refuse
from engineshed.games.planet_steam.rules.boardfile import Cost
from engineshed.games.planet_steam.rules.components import ENERGY, ORE, QUARTZ, RESOURCES, WATER
from engineshed.games.planet_steam.rules.names import RESOURCE_WORDS
from engineshed.games.planet_steam.rules.state import State


def can_pay(s: State, seat: int, cost: Cost, more: int = 0) -> bool:
    """``more``: credits to be paid in addition to the cost."""
    if s.credits[seat] < cost.credits + more:
        return False
    quartz, ore, water, energy = s.goods[4 * seat : 4 * seat + 4]
    wanted = cost.goods
    return quartz >= wanted[QUARTZ] and ore >= wanted[ORE] and water >= wanted[WATER] and energy >= wanted[ENERGY]


def check_payable(s: State, seat: int, cost: Cost, rule: str, more: int = 0) -> None:
    price = cost.credits + more
    if s.credits[seat] < price:
        raise refuse(rule, "too-few-credits", price=price, credits=s.credits[seat])
    for resource, wanted in enumerate(cost.goods):
        have = s.has(seat, resource)
        if have < wanted:
            raise refuse(rule, "too-few-goods", count=wanted, resource=RESOURCE_WORDS[resource], have=have)


def pay(s: State, seat: int, cost: Cost, more: int = 0) -> None:
    price = cost.credits + more
    if price:
        s.earn(seat, -price)
    for resource in range(len(RESOURCES)):
        if cost.goods[resource]:
            s.change_goods(seat, resource, -cost.goods[resource])
