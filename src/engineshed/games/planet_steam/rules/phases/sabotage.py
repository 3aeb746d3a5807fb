"""Sabotage: the last to get a card makes an opponent lay a tank on its side for the round (R116 to R119)."""

from __future__ import annotations

from engineshed.core.stages import Log, refuse
from engineshed.games.planet_steam.rules.moves import AnyMove, Roll, Sabotage, Topple
from engineshed.games.planet_steam.rules.names import COMPANY_WORDS, zone_at
from engineshed.games.planet_steam.rules.state import State
from engineshed.games.planet_steam.rules.truth import NOWHERE, Stage


def begin_sabotage(s: State, log: Log) -> bool:
    """Let the last to get a card choose a victim, but not in the first round, and only if an opponent has a tank."""
    if not s.options.sabotage or s.round < s.board.sabotage_from or 0 in s.cards:
        return False
    if not victims(s):
        log.tell("no-victim", company=COMPANY_WORDS[s.active])
        return False
    s.stage = Stage.SABOTAGE
    return True


def victims(s: State) -> list[int]:
    return [seat for seat in range(s.seats) if seat != s.active and tank_zones(s, seat)]


def tank_zones(s: State, seat: int) -> list[int]:
    return [zone for zone in s.own[seat] if s.tanks[zone]]


def offer_victims(s: State) -> list[AnyMove]:
    return [Sabotage(seat) for seat in victims(s)]


def check_sabotage(s: State, m: Sabotage) -> None:
    if not 0 <= m.seat < s.seats or m.seat == s.active:
        raise refuse("R116", "no-opponent")
    if not tank_zones(s, m.seat):
        raise refuse("R116", "no-tanks", company=COMPANY_WORDS[m.seat])


def play_sabotage(s: State, m: Sabotage, log: Log) -> bool:
    log.tell("sabotage", company=COMPANY_WORDS[s.active], victim=COMPANY_WORDS[m.seat])
    s.active, s.stage = m.seat, Stage.TOPPLE
    return False


def offer_topples(s: State) -> list[AnyMove]:
    return [Topple(zone) for zone in tank_zones(s, s.active)]


def check_topple(s: State, m: Topple) -> None:
    if m.zone not in tank_zones(s, s.active):
        raise refuse("R116", "no-own-tank")


def play_topple(s: State, m: Topple, log: Log) -> bool:
    s.fallen = m.zone
    log.tell("topple", company=COMPANY_WORDS[s.active], zone=zone_at(s, m.zone))
    return True


# -- at the end of the round -----------------------------------------------------------------------------------------


def begin_compensation(s: State) -> bool:
    """The owner of the tank rolls; returns whether there is one."""
    if s.fallen == NOWHERE:
        return False
    s.active, s.queue, s.stage = s.owners[s.fallen], (), Stage.COMPENSATION
    return True


def play_compensation(s: State, m: Roll, log: Log) -> bool:
    sum_, zone = s.board.per_pip * m.pips, s.fallen
    s.fallen = NOWHERE
    s.earn(s.active, sum_)
    log.tell("compensation", company=COMPANY_WORDS[s.active], zone=zone_at(s, zone), pips=m.pips, credits=sum_)
    return True
