"""Claiming a zone: by a roll of the die, with a building licence, or freely (R41 to R44, R110)."""

from __future__ import annotations

from typing import Final

from engineshed.core.rng import Rng
from engineshed.core.stages import Log, refuse
from engineshed.games.planet_steam.rules.board import NOBODY
from engineshed.games.planet_steam.rules.components import DIE
from engineshed.games.planet_steam.rules.moves import AnyMove, Claim, Licence, Roll
from engineshed.games.planet_steam.rules.names import COMPANY_WORDS, zone_at
from engineshed.games.planet_steam.rules.phases.auction import PASS
from engineshed.games.planet_steam.rules.phases.zones import (
    CLAIMS,
    LICENCES,
    check_claimable,
    check_unclaimed,
    check_zone,
    neutral_zones,
    place_marker,
)
from engineshed.games.planet_steam.rules.state import State
from engineshed.games.planet_steam.rules.truth import NOWHERE, Stage
from engineshed.games.planet_steam.rules.tuples import put

ROLLS: Final[tuple[AnyMove, ...]] = tuple(Roll(pips) for pips in range(1, DIE + 1))


def begin_claims(s: State, log: Log) -> bool:
    s.queue = s.order
    return _next_claim(s, log)


def _next_claim(s: State, log: Log) -> bool:
    """On to the next player who has a marker and can claim something; False after the last."""
    s.stage, s.zone = Stage.CLAIM, NOWHERE
    while s.next_player():
        if not s.markers_left(s.active):
            log.tell("no-marker-to-claim", company=COMPANY_WORDS[s.active])
        elif s.free or licensed_zones(s):
            return True
        else:
            log.tell("nothing-to-claim", company=COMPANY_WORDS[s.active])
    return False


# -- what may be done ------------------------------------------------------------------------------------------------


def licensed_zones(s: State) -> list[int]:
    """Where a licence may be used; nowhere without one."""
    return sorted((*s.free, *neutral_zones(s))) if s.licences[s.active] else []


def offer_claims(s: State) -> list[AnyMove]:
    moves = [CLAIMS[zone] for zone in s.free]
    moves += [LICENCES[zone] for zone in licensed_zones(s)]
    moves.append(PASS)
    return moves


def nearest(s: State, zone: int) -> list[int]:
    """The first unclaimed zone in each direction, skipping claimed and unavailable ones."""
    owners = s.owners
    found = [next((other for other in line if owners[other] == NOBODY), NOWHERE) for line in s.board.lines[zone]]
    return sorted(other for other in found if other != NOWHERE)


def offer_diversions(s: State) -> list[AnyMove]:
    return [CLAIMS[zone] for zone in nearest(s, s.zone)]


def offer_rolls(_s: State) -> list[AnyMove]:
    return list(ROLLS)


def draw_roll(_s: State, rng: Rng) -> Roll:
    return Roll(1 + rng.below(DIE))


# -- why not ---------------------------------------------------------------------------------------------------------


def check_claim(s: State, m: Claim) -> None:
    check_zone(s, m.zone)
    freely = s.options.free_zone_choice
    if not s.free:
        raise refuse("R110", "no-choice") if freely else refuse("R43", "no-free-zone")
    check_unclaimed(s, m.zone, "R110" if freely else "R42")


def check_diversion(s: State, m: Claim) -> None:
    check_unclaimed(s, m.zone, "R42")
    if m.zone == s.zone:
        raise refuse("R42", "roll-failed", zone=zone_at(s, m.zone))
    if m.zone not in nearest(s, s.zone):
        raise refuse("R42", "not-nearest", zone=zone_at(s, m.zone), named=zone_at(s, s.zone))


def check_licence(s: State, m: Licence) -> None:
    check_zone(s, m.zone)
    if not s.licences[s.active]:
        raise refuse("R44", "no-licence")
    check_claimable(s, m.zone, "R44")


def check_roll(m: Roll, rule: str) -> None:
    if not 1 <= m.pips <= DIE:
        raise refuse(rule, "no-roll", most=DIE)


# -- doing it --------------------------------------------------------------------------------------------------------


def play_claim(s: State, m: Claim, log: Log) -> bool:
    if s.options.free_zone_choice:
        place_marker(s, s.active, m.zone, log)
        return not _next_claim(s, log)
    s.stage, s.zone = Stage.CLAIM_ROLL, m.zone
    if log.on:
        log.tell("claim-try", company=COMPANY_WORDS[s.active], zone=zone_at(s, m.zone))
    return False


def play_roll(s: State, m: Roll, log: Log) -> bool:
    if log.on:
        log.tell("roll", company=COMPANY_WORDS[s.active], zone=zone_at(s, s.zone), pips=m.pips)
    if m.pips >= s.board.claimed_by:
        place_marker(s, s.active, s.zone, log)
        return not _next_claim(s, log)
    others = nearest(s, s.zone)
    if len(others) > 1:
        s.stage = Stage.DIVERT
        return False
    if others:
        place_marker(s, s.active, others[0], log)
    else:
        s.earn(s.active, s.board.no_zone)
        log.tell("no-zone", company=COMPANY_WORDS[s.active], credits=s.board.no_zone)
    return not _next_claim(s, log)


def play_diversion(s: State, m: Claim, log: Log) -> bool:
    place_marker(s, s.active, m.zone, log)
    return not _next_claim(s, log)


def play_licence(s: State, m: Licence, log: Log) -> bool:
    """Use a building licence, which leaves the game."""
    s.licences = put(s.licences, s.active, s.licences[s.active] - 1)
    log.tell("licence", company=COMPANY_WORDS[s.active])
    place_marker(s, s.active, m.zone, log)
    return not _next_claim(s, log)


def play_pass(s: State, log: Log) -> bool:
    log.tell("no-claim", company=COMPANY_WORDS[s.active])
    return not _next_claim(s, log)
