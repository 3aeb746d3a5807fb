"""Bonus resources: one of each resource on the market; players take them with their cards (R32, R36, R37)."""

from __future__ import annotations

from itertools import compress
from typing import Final

from engineshed.core.stages import Log, refuse
from engineshed.core.words import Thing
from engineshed.games.planet_steam.rules.carriers import store
from engineshed.games.planet_steam.rules.moves import AnyMove, Take
from engineshed.games.planet_steam.rules.names import COMPANY_WORDS, GAUGES, RESOURCE_WORDS
from engineshed.games.planet_steam.rules.state import State
from engineshed.games.planet_steam.rules.truth import Stage
from engineshed.games.planet_steam.rules.tuples import put

TAKES: Final[tuple[AnyMove, ...]] = tuple(Take(resource) for resource in range(4))


def lay_out(s: State, log: Log) -> None:
    s.bonus = tuple(int(supply > 0) for supply in s.supplies)
    s.supplies = tuple(supply - laid for supply, laid in zip(s.supplies, s.bonus, strict=True))
    if any(s.bonus):
        if log.on:
            log.tell("bonus-laid-out", resources=_laid_out(s))
    else:
        log.tell("no-bonus")


def _laid_out(s: State) -> tuple[Thing, ...]:
    return tuple(compress(GAUGES, s.bonus))


def begin_bonus(s: State, _log: Log) -> bool:
    """A player who has taken a card takes one if any is left, even one that they cannot store."""
    if not any(s.bonus):
        return False
    s.stage = Stage.BONUS
    return True


def offer_bonus(s: State) -> list[AnyMove]:
    return [TAKES[resource] for resource in range(4) if s.bonus[resource]]


def check_bonus(s: State, m: Take) -> None:
    if not 0 <= m.resource < 4:
        raise refuse("R2", "no-resource")
    if not s.bonus[m.resource]:
        raise refuse("R36", "no-bonus", resource=RESOURCE_WORDS[m.resource])


def play_bonus(s: State, m: Take, log: Log) -> bool:
    """Take a bonus resource; one that does not fit goes back to the market."""
    seat, resource = s.active, m.resource
    s.bonus = put(s.bonus, resource, 0)
    stored = store(s, seat, resource, 1)
    if not stored:
        s.change_supply(resource, 1)
    message = "bonus" if stored else "bonus-full"
    if log.on:
        log.tell(message, company=COMPANY_WORDS[seat], resource=RESOURCE_WORDS[resource])
    return True


def return_leftovers(s: State, log: Log) -> None:
    if not any(s.bonus):
        return
    log.tell("bonus-left", resources=_laid_out(s))
    for resource in range(4):
        if s.bonus[resource]:
            s.change_supply(resource, 1)
    s.bonus = (0, 0, 0, 0)
