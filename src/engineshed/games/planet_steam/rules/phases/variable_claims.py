"""Variable claims: instead of a printed set-up, players place their first claim markers (R100 to R104)."""

from __future__ import annotations

from engineshed.core.stages import Log, refuse
from engineshed.games.planet_steam.rules.board import NEUTRAL_MARKER
from engineshed.games.planet_steam.rules.components import COMPANIES
from engineshed.games.planet_steam.rules.moves import AnyMove, Claim, Neutral, Roll
from engineshed.games.planet_steam.rules.names import COMPANY_WORDS, zone_at
from engineshed.games.planet_steam.rules.phases.zones import CLAIMS, NEUTRALS, check_unclaimed, place_marker
from engineshed.games.planet_steam.rules.state import State
from engineshed.games.planet_steam.rules.truth import Stage


def begin_variable_claims(s: State, _log: Log) -> bool:
    """Begin once, after the first auction of specialists; the start player is the one with card 1."""
    if not s.options.variable_claims or s.round > 1:
        return False
    s.active, s.queue = s.order[0], ()
    if s.options.river_neutrals == "roll":
        s.stage = Stage.RIVER_ROLL
    else:
        _begin_river(s, int(s.options.river_neutrals))
    return True


# -- neutral markers on the river ------------------------------------------------------------------------------------


def play_river_roll(s: State, m: Roll, log: Log) -> bool:
    """A roll above the limit for this number of players means no markers."""
    count = m.pips if m.pips <= s.board.highest_roll[s.seats] else 0
    log.tell("river-roll", company=COMPANY_WORDS[s.active], pips=m.pips, count=count)
    _begin_river(s, count)
    return False


def _begin_river(s: State, count: int) -> None:
    s.stage, s.placing = Stage.RIVER, count
    if not count:
        _begin_passes(s)


def offer_river(s: State) -> list[AnyMove]:
    return [NEUTRALS[zone] for zone in s.free if s.board.river[zone]]


# -- an own marker and a neutral one each, forwards, then backwards ---------------------------------------------------


def _begin_passes(s: State) -> None:
    s.stage, s.active = Stage.OWN_CLAIM, s.order[0]
    s.queue = (*s.order[1:], *reversed(s.order))


def offer_own(s: State) -> list[AnyMove]:
    return [CLAIMS[zone] for zone in s.free]


def offer_neutral(s: State) -> list[AnyMove]:
    return [NEUTRALS[zone] for zone in s.free]


def check_own(s: State, m: Claim) -> None:
    check_unclaimed(s, m.zone, "R103")


def check_neutral(s: State, m: Neutral) -> None:
    river = s.stage == Stage.RIVER
    check_unclaimed(s, m.zone, "R101" if river else "R103")
    if river and not s.board.river[m.zone]:
        raise refuse("R101", "no-river", zone=zone_at(s, m.zone))


def play_own(s: State, m: Claim, log: Log) -> bool:
    """With fewer than five players, the first player has twice as many neutral markers (R102)."""
    place_marker(s, s.active, m.zone, log)
    first = s.active == s.order[0] and s.seats < len(COMPANIES)
    s.stage, s.placing = Stage.NEUTRAL_CLAIM, 2 if first else 1
    return False


def play_neutral(s: State, m: Neutral, log: Log) -> bool:
    s.set_owner(m.zone, NEUTRAL_MARKER)
    s.placing -= 1
    log.tell("neutral", company=COMPANY_WORDS[s.active], zone=zone_at(s, m.zone))
    if s.placing:
        return False
    if s.stage == Stage.RIVER:
        _begin_passes(s)
        return False
    s.stage = Stage.OWN_CLAIM
    return not s.next_player()
