"""Rearranging your own pieces for free (R56): tanks to empty zones, converters and superchargers to other tanks.

It is done in single steps: two tanks change places by exchanging their parts. To make sure that it ends, each zone
receives a tank, a converter and a supercharger at most once in a turn. Every arrangement can still be reached: bring to
each zone, one after the other, what belongs there.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from engineshed.core.stages import Log, refuse
from engineshed.games.planet_steam.rules.board import MOST_ZONES
from engineshed.games.planet_steam.rules.components import WATER
from engineshed.games.planet_steam.rules.moves import (
    AnyMove,
    MoveConverter,
    MoveSupercharger,
    MoveTank,
    ReturnConverter,
)
from engineshed.games.planet_steam.rules.names import COMPANY_WORDS, RESOURCE_WORDS, zone_at
from engineshed.games.planet_steam.rules.phases.purchases import (
    check_own_tank,
    check_own_zone,
    check_river,
    fits_river,
    set_product,
)
from engineshed.games.planet_steam.rules.state import State
from engineshed.games.planet_steam.rules.truth import Tanks

RETURNS: Final[tuple[AnyMove, ...]] = tuple(ReturnConverter(zone) for zone in range(MOST_ZONES))
_move_tank, _move_converter, _move_supercharger = cache(MoveTank), cache(MoveConverter), cache(MoveSupercharger)


# -- what may be done ------------------------------------------------------------------------------------------------


def offer_rearrangements(s: State) -> list[AnyMove]:
    """Every step that would change something."""
    tanks, fallen = s.tanks, s.fallen
    own = [zone for zone in s.own[s.active] if zone != fallen]
    standing = [zone for zone in own if tanks[zone]]
    if not standing:
        return []
    moves = [] if s.options.immobile_tanks else _offer_tanks(s, own, standing)
    if len(standing) > 1:
        moves += _offer_parts(s, standing)
    return moves + [RETURNS[zone] for zone in standing if Tanks.PRODUCT[tanks[zone]] != WATER]


def _offer_tanks(s: State, own: list[int], standing: list[int]) -> list[AnyMove]:
    tanks = s.tanks
    goals = [zone for zone in own if not tanks[zone] and not s.moved >> zone & 1]
    return [
        _move_tank(start, goal)
        for start in standing
        for goal in goals
        if fits_river(s, goal, Tanks.PRODUCT[tanks[start]])
    ]


def _offer_parts(s: State, standing: list[int]) -> list[AnyMove]:
    made = [Tanks.PRODUCT[s.tanks[zone]] for zone in standing]
    charged = [Tanks.CHARGED[s.tanks[zone]] for zone in standing]
    moves: list[AnyMove] = [
        _move_converter(start, goal)
        for start, mine in zip(standing, made, strict=True)
        if mine != WATER
        for goal, theirs in zip(standing, made, strict=True)
        if mine != theirs and not s.refitted >> goal & 1 and fits_river(s, goal, mine) and fits_river(s, start, theirs)
    ]
    if 1 in charged and 0 in charged:
        moves += [
            _move_supercharger(start, goal)
            for start, mine in zip(standing, charged, strict=True)
            if mine
            for goal, theirs in zip(standing, charged, strict=True)
            if not theirs and not s.recharged >> goal & 1
        ]
    return moves


# -- why not ---------------------------------------------------------------------------------------------------------


def check_move_tank(s: State, m: MoveTank) -> None:
    if s.options.immobile_tanks:
        raise refuse("R95", "immobile")
    check_own_tank(s, m.start, "R56")
    check_own_zone(s, m.goal, "R56")
    if s.tanks[m.goal]:
        raise refuse("R22", "tank-there", zone=zone_at(s, m.goal))
    _check_fresh(s, s.moved, m.goal)
    check_river(s, m.goal, Tanks.PRODUCT[s.tanks[m.start]])


def _check_fresh(s: State, received: int, zone: int) -> None:
    if received >> zone & 1:
        raise refuse("R56", "received", zone=zone_at(s, zone))


def check_move_converter(s: State, m: MoveConverter) -> None:
    check_own_tank(s, m.start, "R56")
    check_own_tank(s, m.goal, "R56")
    mine, theirs = Tanks.PRODUCT[s.tanks[m.start]], Tanks.PRODUCT[s.tanks[m.goal]]
    _check_converter(s, m.start)
    _check_fresh(s, s.refitted, m.goal)
    if mine == theirs:
        raise refuse("R56", "no-change")
    check_river(s, m.goal, mine)
    check_river(s, m.start, theirs)


def _check_converter(s: State, zone: int) -> None:
    if Tanks.PRODUCT[s.tanks[zone]] == WATER:
        raise refuse("R56", "no-converter-there", zone=zone_at(s, zone))


def check_move_supercharger(s: State, m: MoveSupercharger) -> None:
    check_own_tank(s, m.start, "R56")
    check_own_tank(s, m.goal, "R56")
    if not Tanks.CHARGED[s.tanks[m.start]]:
        raise refuse("R56", "no-supercharger", zone=zone_at(s, m.start))
    _check_fresh(s, s.recharged, m.goal)
    if Tanks.CHARGED[s.tanks[m.goal]]:
        raise refuse("R56", "no-change")


def check_return(s: State, m: ReturnConverter) -> None:
    check_own_tank(s, m.zone, "R56")
    _check_converter(s, m.zone)


# -- doing it --------------------------------------------------------------------------------------------------------


def play_move_tank(s: State, m: MoveTank, log: Log) -> bool:
    s.set_tank(m.goal, s.tanks[m.start])
    s.set_tank(m.start, Tanks.NONE)
    s.moved |= 1 << m.goal
    _tell(s, "move-tank", m.start, m.goal, log)
    return False


def play_move_converter(s: State, m: MoveConverter, log: Log) -> bool:
    mine, theirs = Tanks.PRODUCT[s.tanks[m.start]], Tanks.PRODUCT[s.tanks[m.goal]]
    set_product(s, m.goal, mine)
    set_product(s, m.start, theirs)
    s.refitted |= 1 << m.goal
    _tell(s, "move-converter", m.start, m.goal, log)
    return False


def play_move_supercharger(s: State, m: MoveSupercharger, log: Log) -> bool:
    s.set_tank(m.goal, s.tanks[m.goal] + Tanks.SUPERCHARGED)
    s.set_tank(m.start, s.tanks[m.start] - Tanks.SUPERCHARGED)
    s.recharged |= 1 << m.goal
    _tell(s, "move-supercharger", m.start, m.goal, log)
    return False


def _tell(s: State, message: str, start: int, goal: int, log: Log) -> None:
    if log.on:
        log.tell(message, company=COMPANY_WORDS[s.active], start=zone_at(s, start), goal=zone_at(s, goal))


def play_return(s: State, m: ReturnConverter, log: Log) -> bool:
    product = Tanks.PRODUCT[s.tanks[m.zone]]
    set_product(s, m.zone, WATER)
    log.tell(
        "return-converter",
        company=COMPANY_WORDS[s.active],
        zone=zone_at(s, m.zone),
        resource=RESOURCE_WORDS[product],
    )
    return False
