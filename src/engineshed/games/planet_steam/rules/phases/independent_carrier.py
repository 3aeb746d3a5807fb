"""The Independent Carrier: auctioned, kept for another round or auctioned again (R120 to R123).

Who has it may use it for the round of the auction. For a second round he pays his bid once more; a third there is not.
"""

from __future__ import annotations

from engineshed.core.contract import Fact
from engineshed.games.planet_steam.rules.carriers import unload_surplus
from engineshed.games.planet_steam.rules.moves import AnyMove, Bid, Keep, Release
from engineshed.games.planet_steam.rules.names import COMPANY_WORDS, fact, refuse
from engineshed.games.planet_steam.rules.phases.auction import leave, open_auction, raise_bid
from engineshed.games.planet_steam.rules.state import NO_SEAT, Stage, State

KEEP, RELEASE = Keep(), Release()


def begin_carrier_auction(s: State, _facts: list[Fact]) -> bool:
    if not s.options.independent_carrier or s.lease:
        return False
    open_auction(s, Stage.CARRIER_AUCTION, s.clockwise(s.opener))
    return True


def play_bid(s: State, m: Bid, facts: list[Fact]) -> bool:
    return raise_bid(s, m, facts) and _sell(s, facts)


def play_pass(s: State, facts: list[Fact]) -> bool:
    return leave(s, facts) and _sell(s, facts)


def _sell(s: State, facts: list[Fact]) -> bool:
    """The bid is laid on the card. Whoever had it before unloads what he cannot store any more."""
    winner, before = s.active if s.bid else NO_SEAT, s.carrier
    s.carrier, s.deposit, s.lease = winner, s.bid, int(s.bid > 0)
    if before not in (NO_SEAT, winner):
        unload_surplus(s, before, facts)
    if s.bid:
        s.earn(winner, -s.bid)
        facts.append(fact("carrier-won", company=COMPANY_WORDS[winner], credits=s.bid))
    else:
        facts.append(fact("carrier-unsold"))
    s.bid = 0
    return True


# -- kept or not -----------------------------------------------------------------------------------------------------


def begin_decision(s: State, _facts: list[Fact]) -> bool:
    """Once for every auction, and only while there is a round to come."""
    if not s.deposit or s.round == s.rounds:
        return False
    s.stage, s.active, s.queue = Stage.KEEP, s.carrier, ()
    return True


def offer_decision(s: State) -> list[AnyMove]:
    return [KEEP, RELEASE] if s.credits[s.active] >= s.deposit else [RELEASE]


def check_keep(s: State) -> None:
    if s.credits[s.active] < s.deposit:
        raise refuse("R122", "too-few-credits", price=s.deposit, credits=s.credits[s.active])


def play_keep(s: State, facts: list[Fact]) -> bool:
    s.earn(s.active, -s.deposit)
    facts.append(fact("keep", company=COMPANY_WORDS[s.active], credits=s.deposit))
    s.deposit, s.lease = 0, s.lease + 1
    return True


def play_release(s: State, facts: list[Fact]) -> bool:
    facts.append(fact("release", company=COMPANY_WORDS[s.active]))
    s.deposit = 0
    return True
