"""Setting up: who begins, and the carrier that each player upgrades free of charge (R17, R18)."""

from __future__ import annotations

from typing import Final

from engineshed.core.rng import Rng
from engineshed.core.stages import Log, refuse
from engineshed.games.planet_steam.rules.carriers import may_upgrade, upgrade
from engineshed.games.planet_steam.rules.moves import AnyMove, First, Upgrade
from engineshed.games.planet_steam.rules.names import COMPANY_WORDS, RESOURCE_WORDS
from engineshed.games.planet_steam.rules.state import State
from engineshed.games.planet_steam.rules.truth import Stage

UPGRADES: Final[tuple[AnyMove, ...]] = tuple(Upgrade(resource) for resource in range(4))


def offer_first(s: State) -> list[AnyMove]:
    return [First(seat) for seat in range(s.seats)]


def draw_first(s: State, rng: Rng) -> First:
    """Everybody rolls, and those who tie for the highest roll again: every seat is equally likely."""
    return First(rng.below(s.seats))


def check_first(s: State, m: First) -> None:
    if not 0 <= m.seat < s.seats:
        raise refuse("R17", "no-seat")


def play_first(s: State, m: First, log: Log) -> bool:
    everybody = s.clockwise(m.seat)
    s.opener = m.seat
    s.stage, s.active, s.queue = Stage.FIRST_UPGRADE, everybody[0], everybody[1:]
    log.tell("first", company=COMPANY_WORDS[m.seat])
    return False


def offer_upgrades(s: State) -> list[AnyMove]:
    seat = s.active
    return [UPGRADES[resource] for resource in range(4) if may_upgrade(s, seat, resource)]


def check_upgrade(s: State, m: Upgrade, rule: str) -> None:
    """What holds for every upgrade, free or paid."""
    if not 0 <= m.resource < 4:
        raise refuse("R2", "no-resource")
    if not may_upgrade(s, s.active, m.resource):
        raise refuse(rule, "highest-class", resource=RESOURCE_WORDS[m.resource])


def upgrade_carrier(s: State, resource: int, log: Log) -> None:
    """Upgrade a carrier; a player who has to pay for it has already done so."""
    seat = s.active
    reached = upgrade(s, seat, resource)
    log.tell("upgrade", company=COMPANY_WORDS[seat], resource=RESOURCE_WORDS[resource], number=reached)


def play_first_upgrade(s: State, m: Upgrade, log: Log) -> bool:
    upgrade_carrier(s, m.resource, log)
    return not s.next_player()
