"""The Independent Carrier: auctioned, kept for another round or auctioned again (R120 to R123).

Its holder may use it for the round of the auction and, by paying the bid once more, for a second one.
"""

from __future__ import annotations

from engineshed.core.stages import Log, refuse
from engineshed.games.planet_steam.rules.carriers import unload_surplus
from engineshed.games.planet_steam.rules.moves import AnyMove, Bid, Keep, Release
from engineshed.games.planet_steam.rules.names import COMPANY_WORDS
from engineshed.games.planet_steam.rules.phases.auction import leave, open_auction, raise_bid
from engineshed.games.planet_steam.rules.state import State
from engineshed.games.planet_steam.rules.truth import NO_SEAT, Stage

KEEP, RELEASE = Keep(), Release()


def begin_carrier_auction(s: State, _log: Log) -> bool:
    if not s.options.independent_carrier or s.lease:
        return False
    open_auction(s, Stage.CARRIER_AUCTION, s.clockwise(s.opener))
    return True


def play_bid(s: State, m: Bid, log: Log) -> bool:
    return raise_bid(s, m, log) and _sell(s, log)


def play_pass(s: State, log: Log) -> bool:
    return leave(s, log) and _sell(s, log)


def _sell(s: State, log: Log) -> bool:
    """The bid is placed on the card. The previous holder unloads what they can no longer store."""
    winner, before = s.active if s.bid else NO_SEAT, s.carrier
    s.carrier, s.deposit, s.lease = winner, s.bid, int(s.bid > 0)
    if before not in (NO_SEAT, winner):
        unload_surplus(s, before, log)
    if s.bid:
        s.earn(winner, -s.bid)
        log.tell("carrier-won", company=COMPANY_WORDS[winner], credits=s.bid)
    else:
        log.tell("carrier-unsold")
    s.bid = 0
    return True


# -- kept or not -----------------------------------------------------------------------------------------------------


def begin_decision(s: State, _log: Log) -> bool:
    """Let the holder decide, once for every auction, and only if another round follows."""
    if not s.deposit or s.round == s.rounds:
        return False
    s.stage, s.active, s.queue = Stage.KEEP, s.carrier, ()
    return True


def offer_decision(s: State) -> list[AnyMove]:
    return [KEEP, RELEASE] if s.credits[s.active] >= s.deposit else [RELEASE]


def check_keep(s: State) -> None:
    if s.credits[s.active] < s.deposit:
        raise refuse("R122", "too-few-credits", price=s.deposit, credits=s.credits[s.active])


def play_keep(s: State, log: Log) -> bool:
    s.earn(s.active, -s.deposit)
    log.tell("keep", company=COMPANY_WORDS[s.active], credits=s.deposit)
    s.deposit, s.lease = 0, s.lease + 1
    return True


def play_release(s: State, log: Log) -> bool:
    log.tell("release", company=COMPANY_WORDS[s.active])
    s.deposit = 0
    return True
