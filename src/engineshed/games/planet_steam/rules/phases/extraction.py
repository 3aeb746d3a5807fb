"""Extracting resources: energy first, then the yield of all working tanks with their bonuses (R58 to R68)."""

from __future__ import annotations

from typing import Final

from engineshed.core.stages import Log, refuse
from engineshed.games.planet_steam.rules.board import MOST_ZONES
from engineshed.games.planet_steam.rules.carriers import capacity, overflow, spare, tell_lost
from engineshed.games.planet_steam.rules.components import ENERGY, WATER
from engineshed.games.planet_steam.rules.moves import AnyMove, Extract, Unload, Work
from engineshed.games.planet_steam.rules.names import COMPANY_WORDS, RESOURCE_WORDS, zone_at, zones_at
from engineshed.games.planet_steam.rules.phases.purchases import check_own_zone
from engineshed.games.planet_steam.rules.state import State
from engineshed.games.planet_steam.rules.truth import Stage, Tanks

WORKS: Final[tuple[AnyMove, ...]] = tuple(Work(zone) for zone in range(MOST_ZONES))
UNLOADS: Final[tuple[AnyMove, ...]] = tuple(Unload(resource) for resource in range(4))
EXTRACT: Final = Extract()


def begin_extraction(s: State, log: Log) -> bool:
    s.queue = s.order
    return _next_extraction(s, log)


def _next_extraction(s: State, log: Log) -> bool:
    """On to the next player who has something to decide; the others extract at once. False after the last."""
    while s.next_player():
        s.stage = Stage.EXTRACT
        if payable(s) or _extract(s, log):
            return True
    s.stage = Stage.EXTRACT
    return False


# -- which tanks work ------------------------------------------------------------------------------------------------


def is_free(s: State, zone: int) -> bool:
    """Tanks that need no energy: basic ones on the river, and those that make energy (R63)."""
    product = Tanks.PRODUCT[s.tanks[zone]]
    return product == ENERGY or (product == WATER and s.board.river[zone])


def payable(s: State) -> list[int]:
    """Zones of tanks that could be paid for now."""
    seat = s.active
    if not s.goods[4 * seat + ENERGY]:
        return []
    return [
        zone
        for zone in s.own[seat]
        if s.tanks[zone] and zone != s.fallen and not s.working >> zone & 1 and not is_free(s, zone)
    ]


def offer_work(s: State) -> list[AnyMove]:
    moves = [WORKS[zone] for zone in payable(s)]
    moves.append(EXTRACT)
    return moves


def check_work(s: State, m: Work) -> None:
    check_own_zone(s, m.zone, "R58")
    name = zone_at(s, m.zone)
    if not s.tanks[m.zone]:
        raise refuse("R58", "no-tank", zone=name)
    if m.zone == s.fallen:
        raise refuse("R61", "fallen", zone=name)
    if is_free(s, m.zone):
        raise refuse("R63", "works-free", zone=name)
    if s.working >> m.zone & 1:
        raise refuse("R58", "works-already", zone=name)
    if not s.has(s.active, ENERGY):
        raise refuse("R59", "no-energy")


def play_work(s: State, m: Work, log: Log) -> bool:
    s.change_goods(s.active, ENERGY, -1)
    s.working |= 1 << m.zone
    log.tell("work", company=COMPANY_WORDS[s.active], zone=zone_at(s, m.zone))
    return not payable(s) and play_extract(s, log)


def play_extract(s: State, log: Log) -> bool:
    return not _extract(s, log) and not _next_extraction(s, log)


# -- what they extract -----------------------------------------------------------------------------------------------


def working_zones(s: State, seat: int) -> list[int]:
    """Tanks that are paid for, and all that need no energy: they cost nothing, so they always work."""
    return [
        zone
        for zone in s.own[seat]
        if s.tanks[zone] and zone != s.fallen and (s.working >> zone & 1 or is_free(s, zone))
    ]


def yields(s: State, zones: list[int]) -> list[int]:
    """What tanks extract of each resource: one each, plus superchargers, the airship's row and synergy."""
    gains = [0, 0, 0, 0]
    for zone in zones:
        tank = s.tanks[zone]
        gains[Tanks.PRODUCT[tank]] += 1 + Tanks.CHARGED[tank] + (s.board.row_of[zone] == s.airship)
    if len(zones) > 1:
        _add_synergy(s, zones, gains)
    return gains


def _add_synergy(s: State, zones: list[int], gains: list[int]) -> None:
    """A group of connected tanks with the same product extracts one more for each tank but one (R65)."""
    left = dict.fromkeys(zones)
    while left:
        start = left.popitem()[0]
        product = Tanks.PRODUCT[s.tanks[start]]
        reached = [start]
        for zone in reached:
            for other in s.board.neighbours[zone]:
                if other in left and Tanks.PRODUCT[s.tanks[other]] == product:
                    del left[other]
                    reached.append(other)
        gains[product] += len(reached) - 1


def _extract(s: State, log: Log) -> bool:
    """Store what the active player extracts; returns whether they have to choose what to give back."""
    seat = s.active
    zones = working_zones(s, seat)
    s.working = 0
    if not zones:
        if log.on:
            log.tell("extract-nothing", company=COMPANY_WORDS[seat])
        return False
    gains = yields(s, zones)
    quartz, ore, water, energy = gains
    log.tell(
        "extract",
        company=COMPANY_WORDS[seat],
        zones=zones_at(s, zones),
        quartz=quartz,
        ore=ore,
        water=water,
        energy=energy,
    )
    start = 4 * seat
    raw = [have + gain for have, gain in zip(s.goods[start : start + 4], gains, strict=True)]
    if s.carrier != seat:
        raw = [_stored(s, resource, amount, log) for resource, amount in enumerate(raw)]
    s.goods = (*s.goods[:start], *raw, *s.goods[start + 4 :])
    return s.carrier == seat and _stow(s, log)


# -- what there is no room for ---------------------------------------------------------------------------------------


def _stored(s: State, resource: int, amount: int, log: Log) -> int:
    """How much of this amount the resource's own carrier holds."""
    holds = capacity(s, s.active, resource)
    if amount > holds:
        tell_lost(s.active, resource, amount - holds, log)
    return min(amount, holds)


def _stow(s: State, log: Log) -> bool:
    """With the Independent Carrier: give back what does not fit; returns whether there is a choice."""
    surplus = overflow(s, s.active)
    excess = sum(surplus) - spare(s, s.active)
    over = [resource for resource in range(4) if surplus[resource]]
    if excess > 0 and len(over) == 1:
        s.change_goods(s.active, over[0], -excess)
        tell_lost(s.active, over[0], excess, log)
        excess = 0
    s.stage = Stage.UNLOAD if excess > 0 else Stage.EXTRACT
    return excess > 0


def offer_unloading(s: State) -> list[AnyMove]:
    return [UNLOADS[resource] for resource, surplus in enumerate(overflow(s, s.active)) if surplus]


def check_unload(s: State, m: Unload) -> None:
    if not 0 <= m.resource < 4:
        raise refuse("R2", "no-resource")
    if not overflow(s, s.active)[m.resource]:
        raise refuse("R123", "no-surplus", resource=RESOURCE_WORDS[m.resource])


def play_unload(s: State, m: Unload, log: Log) -> bool:
    s.change_goods(s.active, m.resource, -1)
    log.tell("unload", company=COMPANY_WORDS[s.active], resource=RESOURCE_WORDS[m.resource])
    return not _stow(s, log) and not _next_extraction(s, log)
