"""The auction by which specialists, a zone and the Independent Carrier are sold (R34, R39, R120).

The active player bids more than the highest bid or leaves for good. The player who opens has to bid; without a credit
they leave, and the next player opens instead.
"""

from __future__ import annotations

from typing import Final

from engineshed.core.stages import Log, refuse
from engineshed.games.planet_steam.rules.components import SPECULATOR
from engineshed.games.planet_steam.rules.moves import AnyMove, Bid, Pass
from engineshed.games.planet_steam.rules.names import COMPANY_WORDS
from engineshed.games.planet_steam.rules.state import State
from engineshed.games.planet_steam.rules.truth import Stage

LEAST_BID: Final = 1
PER_CREDIT: Final = 2
"""What the Speculator may bid for each credit, because they pay half of it (R40)."""
PASS: Final = Pass()
_BIDS: Final[list[AnyMove]] = []
"""Bids by amount, made once and reused."""

RULES: Final = {Stage.CARRIER_AUCTION: "R120", Stage.AUCTION: "R34", Stage.ZONE_AUCTION: "R39"}


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
    """Whether this player pays only half: the Speculator does, when a zone is sold (R28)."""
    return s.stage == Stage.ZONE_AUCTION and s.holder(SPECULATOR) == seat


def highest_bid(s: State) -> int:
    """The Speculator may bid what they can pay half of (R40)."""
    own = s.credits[s.active]
    return PER_CREDIT * own if is_speculator(s, s.active) else own


def may_pass(s: State) -> bool:
    return s.bid > 0 or s.credits[s.active] < LEAST_BID


def asked_for(auction: str, bid: int, most: int | None) -> str:
    """The id of the active player's task: to bid more, to open, or to pass because they can do neither.

    ``most`` is the highest bid that they could pay. It is None for viewers who may not know it; they get the usual
    task.
    """
    if not bid:
        return "cannot-open" if most is not None and most < LEAST_BID else f"{auction}-open"
    return f"{auction}-pass" if most is not None and most <= bid else auction


# -- why not ---------------------------------------------------------------------------------------------------------


def check_bid(s: State, m: Bid) -> None:
    most = highest_bid(s)
    limit = "R40" if is_speculator(s, s.active) else RULES[s.stage]
    if not s.bid and most < LEAST_BID:
        raise refuse(limit, "time-cannot-open")
    if most <= s.bid:
        raise refuse(limit, "cannot-bid", bid=s.bid, most=most)
    if m.amount <= s.bid:
        raise refuse(RULES[s.stage], "bid-low", least=s.bid + 1)
    if m.amount > most:
        raise refuse(limit, "bid-high", most=most)


def check_pass(s: State) -> None:
    if not may_pass(s):
        raise refuse(RULES[s.stage], "must-open")


# -- doing it --------------------------------------------------------------------------------------------------------


def raise_bid(s: State, m: Bid, log: Log) -> bool:
    """Play a bid; returns whether the auction is over because nobody else is left in it."""
    seat = s.active
    s.bid = m.amount
    if log.on:
        log.tell("bid", company=COMPANY_WORDS[seat], credits=m.amount)
    if not s.queue:
        return True
    s.active, s.queue = s.queue[0], (*s.queue[1:], seat)
    return False


def leave(s: State, log: Log) -> bool:
    """Leave the auction; returns whether it is over: then the active player has won it, or nobody has bid."""
    if log.on:
        log.tell("bid-pass", company=COMPANY_WORDS[s.active])
    if not s.queue:
        return True
    s.active, s.queue = s.queue[0], s.queue[1:]
    return not s.queue and s.bid > 0
