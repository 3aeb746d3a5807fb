"""The auction of a zone that the Speculator names (R38 to R40)."""

from __future__ import annotations

from engineshed.core.stages import Log
from engineshed.games.planet_steam.rules.components import LADY_STEAM, SPECULATOR
from engineshed.games.planet_steam.rules.moves import AnyMove, Bid, Name
from engineshed.games.planet_steam.rules.names import COMPANY_WORDS, zone_at
from engineshed.games.planet_steam.rules.phases.auction import (
    PER_CREDIT,
    is_speculator,
    leave,
    open_auction,
    raise_bid,
)
from engineshed.games.planet_steam.rules.phases.zones import (
    NAMES,
    check_claimable,
    check_unclaimed,
    neutral_zones,
    place_marker,
)
from engineshed.games.planet_steam.rules.state import State
from engineshed.games.planet_steam.rules.truth import NOWHERE, Stage


def begin_zone_auction(s: State, log: Log) -> bool:
    """Skipped if there is no zone, or if nobody has a marker to claim it."""
    if not named_zones(s):
        log.tell("no-zone-to-auction")
        return False
    if not bidders(s):
        log.tell("no-markers-for-auction")
        return False
    s.stage, s.active, s.queue = Stage.NAME, s.holder(SPECULATOR), ()
    return True


def named_zones(s: State) -> list[int]:
    """The zones that can be auctioned: unclaimed ones, or those with a neutral marker if none is unclaimed."""
    return list(s.free) or neutral_zones(s)


def bidders(s: State) -> tuple[int, ...]:
    """All who have a marker left, clockwise from Lady Steam."""
    return tuple(seat for seat in s.clockwise(s.holder(LADY_STEAM)) if s.markers_left(seat))


def offer_names(s: State) -> list[AnyMove]:
    return [NAMES[zone] for zone in named_zones(s)]


def check_name(s: State, m: Name) -> None:
    if s.free:
        check_unclaimed(s, m.zone, "R38")
    else:
        check_claimable(s, m.zone, "R38")


def play_name(s: State, m: Name, log: Log) -> bool:
    if log.on:
        log.tell("name", company=COMPANY_WORDS[s.active], zone=zone_at(s, m.zone))
    s.zone = m.zone
    for seat in range(s.seats):
        if not s.markers_left(seat):
            log.tell("no-marker-to-bid", company=COMPANY_WORDS[seat])
    open_auction(s, Stage.ZONE_AUCTION, bidders(s))
    return False


def play_bid(s: State, m: Bid, log: Log) -> bool:
    return raise_bid(s, m, log) and _sell(s, log)


def play_pass(s: State, log: Log) -> bool:
    return leave(s, log) and _sell(s, log)


def _sell(s: State, log: Log) -> bool:
    """The Speculator pays half of the bid, rounded up (R28); without a bid the zone stays as it is."""
    if s.bid:
        half = is_speculator(s, s.active)
        price = -(-s.bid // PER_CREDIT) if half else s.bid
        s.earn(s.active, -price)
        message = "zone-won-for-half" if half else "zone-won"
        if log.on:
            log.tell(message, company=COMPANY_WORDS[s.active], zone=zone_at(s, s.zone), credits=price)
        place_marker(s, s.active, s.zone, log)
    else:
        log.tell("zone-unsold", zone=zone_at(s, s.zone))
    s.bid, s.zone = 0, NOWHERE
    return True
