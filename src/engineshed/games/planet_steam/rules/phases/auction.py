"""The auction by which specialists, a zone and the Independent Carrier are sold (R34, R39, R120).

The one who is asked bids more than the highest bid or leaves for good. The opener has to bid; only one without a credit
leaves an auction that has no bid yet, and then the next one opens it.
"""

from __future__ import annotations

from engineshed.core.stages import Log, refuse
from engineshed.games.planet_steam.rules.components import SPECULATOR
from engineshed.games.planet_steam.rules.moves import AnyMove, Bid, Pass
from engineshed.games.planet_steam.rules.names import COMPANY_WORDS
from engineshed.games.planet_steam.rules.state import Stage, State

LEAST_BID = 1
PASS = Pass()
_BIDS: list[AnyMove] = []
"""Bids by amount, made once and handed out again and again."""

RULES = {Stage.CARRIER_AUCTION: "R120", Stage.AUCTION: "R34", Stage.ZONE_AUCTION: "R39"}


def open_auction(s: State, stage: int, bidders: tuple[int, ...]) -> None:
    s.stage, s.bid, s.active, s.queue = stage, 0, bidders[0], bidders[1:]


# -- what may be done ------------------------------------------------------------------------------------------------


def offer_bids(s: State) -> list[AnyMove]:
    moves = bids(s.bid + 1, highest_bid(s))
    if may_pass(s):
        moves.append(PASS)
    return moves


def bids(least: int, most: int) -> list[AnyMove]:
    while len(_BIDS) <= most:
        _BIDS.append(Bid(len(_BIDS)))
    return _BIDS[least : most + 1]


def is_speculator(s: State, seat: int) -> bool:
    """Who pays only half: the Speculator, when a zone is sold (R28)."""
    return s.stage == Stage.ZONE_AUCTION and s.holder(SPECULATOR) == seat


def highest_bid(s: State) -> int:
    """The Speculator may bid what they can pay half of (R40)."""
    own = s.credits[s.active]
    return 2 * own if is_speculator(s, s.active) else own


def may_pass(s: State) -> bool:
    return s.bid > 0 or s.credits[s.active] < LEAST_BID


def asked_for(auction: str, bid: int, credits_: int | None) -> str:
    """The name of the sentence for the one who is asked: to bid more, to open, or to pass because they cannot.

    Rivals do not know the credits; they take it that there are some.
    """
    if bid:
        return auction
    return f"{auction}-open" if credits_ is None or credits_ >= LEAST_BID else "cannot-open"


# -- why not ---------------------------------------------------------------------------------------------------------


def check_bid(s: State, m: Bid) -> None:
    most = highest_bid(s)
    if m.amount <= s.bid:
        raise refuse(RULES[s.stage], "bid-low", least=s.bid + 1)
    if m.amount > most:
        raise refuse("R40" if is_speculator(s, s.active) else RULES[s.stage], "bid-high", most=most)


def check_pass(s: State) -> None:
    if not may_pass(s):
        raise refuse(RULES[s.stage], "must-open")


# -- doing it --------------------------------------------------------------------------------------------------------


def raise_bid(s: State, m: Bid, log: Log) -> bool:
    """Whether the auction is over, which it is at once when nobody else is in it."""
    seat = s.active
    s.bid = m.amount
    log.tell("bid", company=COMPANY_WORDS[seat], credits=m.amount)
    if not s.queue:
        return True
    s.active, s.queue = s.queue[0], (*s.queue[1:], seat)
    return False


def leave(s: State, log: Log) -> bool:
    """Whether the auction is over: then the active player has won it, or nobody has bid."""
    log.tell("bid-pass", company=COMPANY_WORDS[s.active])
    if not s.queue:
        return True
    s.active, s.queue = s.queue[0], s.queue[1:]
    return not s.queue and s.bid > 0
