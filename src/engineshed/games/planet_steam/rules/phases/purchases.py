"""What is bought in the tank phase: tanks, converters, superchargers and better carriers (R50 to R55)."""

from __future__ import annotations

from typing import Final

from engineshed.core.stages import Log, refuse
from engineshed.games.planet_steam.rules.board import MOST_ZONES
from engineshed.games.planet_steam.rules.carriers import may_upgrade
from engineshed.games.planet_steam.rules.components import CONVERTED, ENERGY, WATER
from engineshed.games.planet_steam.rules.moves import (
    AnyMove,
    Converter,
    Discard,
    Fit,
    Import,
    Supercharger,
    Tank,
    Upgrade,
)
from engineshed.games.planet_steam.rules.names import COMPANY_WORDS, RESOURCE_WORDS, zone_at
from engineshed.games.planet_steam.rules.paying import can_pay, check_payable, pay
from engineshed.games.planet_steam.rules.phases.setup import UPGRADES, check_upgrade, upgrade_carrier
from engineshed.games.planet_steam.rules.phases.zones import check_zone
from engineshed.games.planet_steam.rules.state import State
from engineshed.games.planet_steam.rules.truth import NOTHING, NOWHERE, Stage, Tanks

ZONES: Final = range(MOST_ZONES)
TANKS: Final[tuple[AnyMove, ...]] = tuple(Tank(zone) for zone in ZONES)
IMPORTS: Final[tuple[AnyMove, ...]] = tuple(Import(zone) for zone in ZONES)
CONVERTERS: Final[tuple[tuple[AnyMove, ...], ...]] = tuple(
    tuple(Converter(zone, r) for r in range(4)) for zone in ZONES
)
FITS: Final[tuple[AnyMove, ...]] = tuple(Fit(zone) for zone in ZONES)
SUPERCHARGERS: Final[tuple[AnyMove, ...]] = tuple(Supercharger(zone) for zone in ZONES)
DISCARD: Final = Discard()


# -- what may be bought ----------------------------------------------------------------------------------------------


def offer_purchases(s: State) -> list[AnyMove]:
    tanks = s.tanks
    own = s.own[s.active]
    empty = [zone for zone in own if not tanks[zone]]
    moves = _offer_tanks(s, empty) if empty else []
    if len(empty) < len(own):
        standing = [zone for zone in own if tanks[zone] and zone != s.fallen]
        moves += _offer_converters(s, standing)
        moves += _offer_superchargers(s, standing)
    if can_pay(s, s.active, s.board.upgrade):
        moves += [UPGRADES[resource] for resource in range(4) if may_upgrade(s, s.active, resource)]
    return moves


def _offer_tanks(s: State, empty: list[int]) -> list[AnyMove]:
    board, seat = s.board, s.active
    if s.tank_pieces() <= 0:
        return []
    moves: list[AnyMove] = []
    if s.market and can_pay(s, seat, board.local_tank, board.tank_prices[s.market]):
        moves += [TANKS[zone] for zone in empty]
    if can_pay(s, seat, board.imported_tank):
        moves += [IMPORTS[zone] for zone in empty]
    return moves


def _offer_converters(s: State, standing: list[int]) -> list[AnyMove]:
    """Converters for the player's tanks, but not of the kind that a tank already has."""
    seat, tanks = s.active, s.tanks
    kinds = [kind for kind in CONVERTED if can_pay(s, seat, s.board.converters[kind]) and s.converters_left(kind) > 0]
    return [
        CONVERTERS[zone][kind]
        for zone in standing
        for kind in kinds
        if Tanks.PRODUCT[tanks[zone]] != kind and fits_river(s, zone, kind)
    ]


def _offer_superchargers(s: State, standing: list[int]) -> list[AnyMove]:
    if not can_pay(s, s.active, s.board.supercharger) or s.superchargers_left() <= 0:
        return []
    return [SUPERCHARGERS[zone] for zone in standing if not Tanks.CHARGED[s.tanks[zone]]]


def fits_river(s: State, zone: int, product: int) -> bool:
    """Whether a tank may have this converter: with the advanced rule, river zones give only water and energy (R96)."""
    return not s.options.river_restriction or not s.board.river[zone] or product in (WATER, ENERGY)


def offer_fits(s: State) -> list[AnyMove]:
    moves: list[AnyMove] = [FITS[zone] for zone in fitting_zones(s)]
    moves.append(DISCARD)
    return moves


def fitting_zones(s: State) -> list[int]:
    """The player's tanks that could take the replaced converter, other than the one that it came from."""
    return [
        zone
        for zone in s.own[s.active]
        if s.tanks[zone]
        and zone not in (s.zone, s.fallen)
        and Tanks.PRODUCT[s.tanks[zone]] != s.resource
        and fits_river(s, zone, s.resource)
    ]


# -- why not ---------------------------------------------------------------------------------------------------------


def check_own_zone(s: State, zone: int, rule: str) -> None:
    check_zone(s, zone)
    if s.owners[zone] != s.active:
        raise refuse(rule, "not-own", zone=zone_at(s, zone))


def check_own_tank(s: State, zone: int, rule: str) -> None:
    """The zone must have a tank that is not on its side (R117)."""
    check_own_zone(s, zone, rule)
    if not s.tanks[zone]:
        raise refuse(rule, "no-tank", zone=zone_at(s, zone))
    if zone == s.fallen:
        raise refuse("R117", "fallen", zone=zone_at(s, zone))


def _check_place(s: State, zone: int) -> None:
    check_own_zone(s, zone, "R22")
    if s.tanks[zone]:
        raise refuse("R22", "tank-there", zone=zone_at(s, zone))
    if s.tank_pieces() <= 0:
        raise refuse("R52", "tanks-gone", count=s.board.tanks)


def check_tank(s: State, m: Tank) -> None:
    _check_place(s, m.zone)
    if not s.market:
        raise refuse("R50", "sold-out")
    check_payable(s, s.active, s.board.local_tank, "R50", s.board.tank_prices[s.market])


def check_import(s: State, m: Import) -> None:
    _check_place(s, m.zone)
    check_payable(s, s.active, s.board.imported_tank, "R51")


def check_converter(s: State, m: Converter) -> None:
    check_own_tank(s, m.zone, "R53")
    if m.resource not in CONVERTED:
        raise refuse("R23", "no-converter")
    if Tanks.PRODUCT[s.tanks[m.zone]] == m.resource:
        raise refuse("R53", "same-converter", zone=zone_at(s, m.zone))
    check_river(s, m.zone, m.resource)
    if s.converters_left(m.resource) <= 0:
        raise refuse("R7", "converters-gone", resource=RESOURCE_WORDS[m.resource])
    check_payable(s, s.active, s.board.converters[m.resource], "R53")


def check_river(s: State, zone: int, product: int) -> None:
    if not fits_river(s, zone, product):
        raise refuse("R96", "river", zone=zone_at(s, zone), resource=RESOURCE_WORDS[product])


def check_fit(s: State, m: Fit) -> None:
    check_own_tank(s, m.zone, "R53")
    if m.zone == s.zone:
        raise refuse("R53", "replaced-here", zone=zone_at(s, m.zone))
    if Tanks.PRODUCT[s.tanks[m.zone]] == s.resource:
        raise refuse("R53", "same-converter", zone=zone_at(s, m.zone))
    check_river(s, m.zone, s.resource)


def check_supercharger(s: State, m: Supercharger) -> None:
    check_own_tank(s, m.zone, "R54")
    if Tanks.CHARGED[s.tanks[m.zone]]:
        raise refuse("R54", "supercharger-there", zone=zone_at(s, m.zone))
    if s.superchargers_left() <= 0:
        raise refuse("R7", "superchargers-gone")
    check_payable(s, s.active, s.board.supercharger, "R54")


def check_bought_upgrade(s: State, m: Upgrade) -> None:
    check_upgrade(s, m, "R25")
    check_payable(s, s.active, s.board.upgrade, "R55")


# -- doing it --------------------------------------------------------------------------------------------------------


def play_tank(s: State, m: Tank, log: Log) -> bool:
    """Buy a local tank. The marker moves towards "sold out", no matter how many pieces are left (R52)."""
    price = s.board.tank_prices[s.market]
    pay(s, s.active, s.board.local_tank, price)
    s.market -= 1
    s.set_tank(m.zone, Tanks.BASIC)
    log.tell("tank", company=COMPANY_WORDS[s.active], zone=zone_at(s, m.zone), credits=price)
    return False


def play_import(s: State, m: Import, log: Log) -> bool:
    pay(s, s.active, s.board.imported_tank)
    s.set_tank(m.zone, Tanks.BASIC)
    log.tell("import", company=COMPANY_WORDS[s.active], zone=zone_at(s, m.zone))
    return False


def play_converter(s: State, m: Converter, log: Log) -> bool:
    """A replaced converter goes to another tank if one can take it, otherwise back to the supply at once."""
    replaced = Tanks.PRODUCT[s.tanks[m.zone]]
    pay(s, s.active, s.board.converters[m.resource])
    set_product(s, m.zone, m.resource)
    log.tell(
        "converter",
        company=COMPANY_WORDS[s.active],
        zone=zone_at(s, m.zone),
        resource=RESOURCE_WORDS[m.resource],
    )
    if replaced != WATER:
        s.resource, s.zone, s.stage = replaced, m.zone, Stage.FIT
        if not fitting_zones(s):
            _give_back(s, s.resource, log)
            _put_away(s)
    return False


def set_product(s: State, zone: int, product: int) -> None:
    """Give a tank another converter, or none for water."""
    s.set_tank(zone, s.tanks[zone] - Tanks.PRODUCT[s.tanks[zone]] + product)


def _put_away(s: State) -> None:
    s.resource, s.zone, s.stage = NOTHING, NOWHERE, Stage.TANK


def _give_back(s: State, converter: int, log: Log) -> None:
    """Give a converter back to the general supply, which consists of everything not on the map."""
    log.tell("discard", company=COMPANY_WORDS[s.active], resource=RESOURCE_WORDS[converter])


def play_fit(s: State, m: Fit, log: Log) -> bool:
    """A converter that was there goes back (A15)."""
    pushed = Tanks.PRODUCT[s.tanks[m.zone]]
    set_product(s, m.zone, s.resource)
    log.tell("fit", company=COMPANY_WORDS[s.active], zone=zone_at(s, m.zone), resource=RESOURCE_WORDS[s.resource])
    if pushed != WATER:
        _give_back(s, pushed, log)
    _put_away(s)
    return False


def play_discard(s: State, log: Log) -> bool:
    _give_back(s, s.resource, log)
    _put_away(s)
    return False


def play_supercharger(s: State, m: Supercharger, log: Log) -> bool:
    pay(s, s.active, s.board.supercharger)
    s.set_tank(m.zone, s.tanks[m.zone] + Tanks.SUPERCHARGED)
    log.tell("supercharger", company=COMPANY_WORDS[s.active], zone=zone_at(s, m.zone))
    return False


def play_bought_upgrade(s: State, m: Upgrade, log: Log) -> bool:
    pay(s, s.active, s.board.upgrade)
    upgrade_carrier(s, m.resource, log)
    return False
