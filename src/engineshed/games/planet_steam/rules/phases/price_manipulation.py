"""Price Manipulation: the first to win a card moves prices at once, in one of three ways (R112 to R115)."""

from __future__ import annotations

from typing import Final

from engineshed.core.stages import Log, refuse
from engineshed.games.planet_steam.rules.components import QUARTZ, STRONG, WAYS, WEAK
from engineshed.games.planet_steam.rules.moves import AnyMove, Done, Manipulate, Shift
from engineshed.games.planet_steam.rules.names import COMPANY_WORDS, GAUGES, WAY_WORDS
from engineshed.games.planet_steam.rules.state import State
from engineshed.games.planet_steam.rules.truth import NO_SEAT, Stage

DONE: Final = Done()


def begin_manipulation(s: State, _log: Log) -> bool:
    """Let the player who takes the first card of the round move prices."""
    if not s.options.price_manipulation or s.seats - s.cards.count(0) != 1:
        return False
    s.manipulator, s.stage = s.active, Stage.MANIPULATE
    return True


def offer_ways(s: State) -> list[AnyMove]:
    return [Manipulate(way) for way in range(len(WAYS)) if s.board.ways[way].cost <= s.credits[s.active]]


def check_way(s: State, m: Manipulate) -> None:
    if not 0 <= m.way < len(WAYS):
        raise refuse("R113", "no-way")
    cost = s.board.ways[m.way].cost
    if cost > s.credits[s.active]:
        raise refuse("R114", "too-few-credits", price=cost, credits=s.credits[s.active])


def play_way(s: State, m: Manipulate, log: Log) -> bool:
    way = s.board.ways[m.way]
    s.earn(s.active, -way.cost)
    s.stage, s.way, s.budget, s.shifted = Stage.SHIFT, m.way, way.spaces, 0
    log.tell("manipulate", company=COMPANY_WORDS[s.active], way=WAY_WORDS[m.way], credits=way.cost)
    return False


# -- moving prices ---------------------------------------------------------------------------------------------------


def may_shift(s: State, resource: int) -> bool:
    """Whether a price may be moved: each only once, and quartz only by strong manipulation."""
    return not s.shifted >> resource & 1 and (resource != QUARTZ or s.way == STRONG)


def offer_shifts(s: State) -> list[AnyMove]:
    """The moves of prices that stay on their scales."""
    moves: list[AnyMove] = []
    for resource in range(4):
        if may_shift(s, resource):
            least, most = _reach(s, resource)
            moves += [Shift(resource, spaces) for spaces in range(least, most + 1) if spaces]
    if s.shifted:
        moves.append(DONE)
    return moves


def _reach(s: State, resource: int) -> tuple[int, int]:
    """How far the price can be moved down (a negative number) and up."""
    price = s.prices[resource]
    down, up = s.board.lowest[resource] - price, s.board.highest[resource] - price
    return max(-s.budget, down), min(s.budget, up)


def check_shift(s: State, m: Shift) -> None:
    if not 0 <= m.resource < 4:
        raise refuse("R2", "no-resource")
    if m.resource == QUARTZ and s.way != STRONG:
        raise refuse("R114", "no-quartz")
    if not may_shift(s, m.resource):
        raise refuse("R114", "shifted", resource=GAUGES[m.resource])
    least, most = _reach(s, m.resource)
    if not least <= m.spaces <= most or not m.spaces:
        raise refuse("R114", "no-spaces", resource=GAUGES[m.resource], down=-least, up=most)


def check_done(s: State) -> None:
    if not s.shifted:
        raise refuse("R113", "nothing-shifted")


def play_shift(s: State, m: Shift, log: Log) -> bool:
    s.change_price(m.resource, m.spaces)
    s.budget -= abs(m.spaces)
    s.shifted |= 1 << m.resource
    log.tell(
        "shift",
        company=COMPANY_WORDS[s.active],
        resource=GAUGES[m.resource],
        price=s.prices[m.resource],
    )
    if s.way == WEAK or not s.budget or not any(may_shift(s, resource) for resource in range(4)):
        _finish(s)
        return True
    return False


def play_done(s: State, _m: Done, log: Log) -> bool:
    log.tell("manipulated", company=COMPANY_WORDS[s.active])
    _finish(s)
    return True


def _finish(s: State) -> None:
    s.way, s.budget, s.shifted = 0, 0, 0


def reward_manipulator(s: State, log: Log) -> None:
    """At the start of the End phase, its holder returns the card and gets the specialist's number in credits (R115)."""
    seat = s.manipulator
    if seat != NO_SEAT:
        s.earn(seat, s.cards[seat])
        s.manipulator = NO_SEAT
        log.tell("manipulator", company=COMPANY_WORDS[seat], credits=s.cards[seat])
