"""Claim markers: where they may be placed (R7, R20, R22)."""

from __future__ import annotations

from typing import Final

from engineshed.core.stages import Log, refuse
from engineshed.games.planet_steam.rules.board import CLOSED, MOST_ZONES, NEUTRAL_MARKER, NOBODY
from engineshed.games.planet_steam.rules.moves import AnyMove, Claim, Licence, Name, Neutral
from engineshed.games.planet_steam.rules.names import COMPANY_WORDS, zone_at
from engineshed.games.planet_steam.rules.state import State

NAMES: Final[tuple[AnyMove, ...]] = tuple(Name(zone) for zone in range(MOST_ZONES))
CLAIMS: Final[tuple[AnyMove, ...]] = tuple(Claim(zone) for zone in range(MOST_ZONES))
NEUTRALS: Final[tuple[AnyMove, ...]] = tuple(Neutral(zone) for zone in range(MOST_ZONES))
LICENCES: Final[tuple[AnyMove, ...]] = tuple(Licence(zone) for zone in range(MOST_ZONES))


def check_zone(s: State, zone: int) -> None:
    if not 0 <= zone < len(s.owners):
        raise refuse("R20", "no-zone")


def check_unclaimed(s: State, zone: int, rule: str) -> None:
    check_zone(s, zone)
    owner = s.owners[zone]
    name = zone_at(s, zone)
    if owner == CLOSED:
        raise refuse("R20", "unavailable", zone=name)
    if owner == NEUTRAL_MARKER:
        raise refuse(rule, "neutral", zone=name)
    if owner != NOBODY:
        raise refuse(rule, "claimed", zone=name, company=COMPANY_WORDS[owner])


def check_claimable(s: State, zone: int, rule: str) -> None:
    """Check that a zone is unclaimed, or has a neutral marker that would be replaced."""
    check_zone(s, zone)
    if s.owners[zone] != NEUTRAL_MARKER:
        check_unclaimed(s, zone, rule)


def neutral_zones(s: State) -> list[int]:
    """The zones with a neutral marker."""
    return [zone for zone, owner in enumerate(s.owners) if owner == NEUTRAL_MARKER]


def place_marker(s: State, seat: int, zone: int, log: Log) -> None:
    message = "replace" if s.owners[zone] == NEUTRAL_MARKER else "claim"
    s.set_owner(zone, seat)
    if log.on:
        log.tell(message, company=COMPANY_WORDS[seat], zone=zone_at(s, zone))
