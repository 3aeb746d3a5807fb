"""Variable trade order: each winner of a card puts a marker on a resource (R97 to R99)."""

from __future__ import annotations

from typing import Final

from engineshed.core.stages import Log, refuse
from engineshed.games.planet_steam.rules.moves import AnyMove, Order
from engineshed.games.planet_steam.rules.names import COMPANY_WORDS, GAUGES
from engineshed.games.planet_steam.rules.state import State
from engineshed.games.planet_steam.rules.truth import NO_ORDER, Stage
from engineshed.games.planet_steam.rules.tuples import put

NUMBERS: Final = (1, 2, 3, 4)
ORDERS: Final[tuple[tuple[AnyMove, ...], ...]] = tuple(tuple(Order(r, n) for n in (0, *NUMBERS)) for r in range(4))


def begin_marker(s: State, log: Log) -> bool:
    """Let the winner of a card place a marker while there are any left: with five players the last gets none."""
    if 0 not in s.markers:
        if s.options.variable_trade_order and s.seats > len(NUMBERS) and 0 not in s.cards:
            log.tell("no-marker", company=COMPANY_WORDS[s.active])
        return False
    s.stage = Stage.MARKER
    s.placing = 2 if s.seats == 2 else 1
    return True


def offer_markers(s: State) -> list[AnyMove]:
    left = [number for number in NUMBERS if number not in s.markers]
    return [ORDERS[resource][number] for resource in range(4) if not s.markers[resource] for number in left]


def check_marker(s: State, m: Order) -> None:
    if not 0 <= m.resource < 4:
        raise refuse("R2", "no-resource")
    if m.number not in NUMBERS:
        raise refuse("R97", "no-marker")
    if s.markers[m.resource]:
        raise refuse("R97", "marked", resource=GAUGES[m.resource], number=s.markers[m.resource])
    if m.number in s.markers:
        raise refuse("R97", "marker-used", number=m.number, resource=GAUGES[s.markers.index(m.number)])


def play_marker(s: State, m: Order, log: Log) -> bool:
    s.markers = put(s.markers, m.resource, m.number)
    s.placing -= 1
    log.tell("marker", number=m.number, company=COMPANY_WORDS[s.active], resource=GAUGES[m.resource])
    if s.markers.count(0) == 1:
        _put_last(s, log)
        s.placing = 0
    return not s.placing


def _put_last(s: State, log: Log) -> None:
    """Put the last marker on the only place left for it, without asking anybody."""
    (number,) = [number for number in NUMBERS if number not in s.markers]
    resource = s.markers.index(0)
    s.markers = put(s.markers, resource, number)
    log.tell("last-marker", resource=GAUGES[resource], number=number)


def take_back_markers(s: State) -> None:
    if s.options.variable_trade_order:
        s.markers = NO_ORDER
