"""Rearranging tanks in Planet Steam: which rule a move breaks, and whether what a refusal says is true.

Tankphase: players may move their own tanks, converters and superchargers between their own zones for free.
"""

from __future__ import annotations

from typing import Any

from engineshed.games.planet_steam.rules.moves import (
    REARRANGING,
    MoveConverter,
    MoveSupercharger,
    MoveTank,
    ReturnConverter,
)
from tests.refusals.planet_steam.claims import Said, is_zone, zones_of
from tests.refusals.planet_steam.position import ORE, QUARTZ, WATER, Position
from tests.refusals.planet_steam.predicates import CODE


def from_zone(move: Any) -> int:
    """The zone that the piece comes from."""
    return zones_of(move)[0]


def tank_zones(move: Any) -> list[int]:
    """The zones that must have a tank: a tank that moves goes to an empty zone."""
    return zones_of(move)[:1] if isinstance(move, MoveTank) else zones_of(move)


def product(p: Position, zone: int) -> int:
    return int(p.zone(zone).product)


# -- what there is ----------------------------------------------------------------------------------------------------


@CODE.meaning("R20", *REARRANGING)
def no_such_zone(p: Position, move: Any) -> bool:
    """Landkarte: the zones are on the map."""
    return not all(map(p.exists, zones_of(move)))


@CODE.meaning("R95", MoveTank)
def tanks_stay(p: Position, _move: MoveTank) -> bool:
    """Unbewegliche Tanks: a tank never moves once it is placed."""
    return bool(p.view.options.immobile_tanks)


@CODE.meaning("R56", *REARRANGING)
def not_among_own_tanks(p: Position, move: Any) -> bool:
    """Umbauen: pieces move between the player's own zones and tanks."""
    mine = all(p.exists(zone) and p.mine(zone) for zone in zones_of(move))
    return not mine or not all(map(p.has_tank, tank_zones(move)))


@CODE.meaning("R117", *REARRANGING)
def tank_lies_on_its_side(p: Position, move: Any) -> bool:
    """Sabotage: nothing is done with a tank on its side."""
    return any(p.exists(zone) and p.zone(zone).fallen for zone in tank_zones(move))


# -- what may move where ----------------------------------------------------------------------------------------------


@CODE.rule("R22", MoveTank)
def tank_there(p: Position, move: MoveTank) -> bool:
    """Einen Tank kaufen: a zone has room for one tank."""
    return p.has_tank(move.goal)


@CODE.rule("R56", MoveTank, MoveConverter, MoveSupercharger)
def received_one(p: Position, move: Any) -> bool:
    """Umbauen: each zone receives each kind of piece at most once in a turn."""
    zone = p.zone(move.goal)
    received = {MoveTank: zone.moved, MoveConverter: zone.refitted, MoveSupercharger: zone.recharged}
    return bool(received[type(move)])


@CODE.rule("R56", MoveConverter, ReturnConverter)
def no_converter(p: Position, move: Any) -> bool:
    """Umbauen: the tank has a converter; without one it extracts water."""
    return product(p, from_zone(move)) == WATER


@CODE.rule("R56", MoveSupercharger)
def no_supercharger(p: Position, move: MoveSupercharger) -> bool:
    """Umbauen: the tank has a supercharger."""
    return not p.zone(move.start).supercharger


@CODE.rule("R56", MoveConverter, MoveSupercharger)
def changes_nothing(p: Position, move: Any) -> bool:
    """Umbauen: something changes."""
    if isinstance(move, MoveSupercharger):
        return bool(p.zone(move.goal).supercharger)
    return product(p, move.start) == product(p, move.goal)


def dry(p: Position, zone: int, made: int) -> bool:
    """Whether a river zone would have a converter for ore or quartz where that is not allowed."""
    return bool(p.view.options.river_restriction) and p.board.river[zone] and made in (QUARTZ, ORE)


@CODE.rule("R96", MoveTank, MoveConverter)
def not_on_a_river(p: Position, move: Any) -> bool:
    """Flusseinschränkung: no converters for ore or quartz on the river; two converters change places."""
    back = isinstance(move, MoveConverter) and dry(p, move.start, product(p, move.goal))
    return back or dry(p, move.goal, product(p, move.start))


# -- what is said -----------------------------------------------------------------------------------------------------


@CODE.says("immobile")
def _immobile(p: Position, _m: Any, said: Said) -> bool:
    return bool(p.view.options.immobile_tanks) and not said


@CODE.says("received")
def _received(p: Position, m: Any, said: Said) -> bool:
    return received_one(p, m) and is_zone(p, said["zone"], m.goal)


@CODE.says("no-converter-there")
def _no_converter_there(p: Position, m: Any, said: Said) -> bool:
    return no_converter(p, m) and is_zone(p, said["zone"], from_zone(m))


@CODE.says("no-supercharger")
def _no_supercharger(p: Position, m: Any, said: Said) -> bool:
    return no_supercharger(p, m) and is_zone(p, said["zone"], m.start)


@CODE.says("no-change")
def _no_change(p: Position, m: Any, said: Said) -> bool:
    return changes_nothing(p, m) and not said
