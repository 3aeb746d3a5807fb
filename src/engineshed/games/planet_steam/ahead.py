"""What players of Planet Steam can arrange before their turn: to pass, to bid up to an amount, to claim, to trade."""

from __future__ import annotations

from typing import Any, Final

from engineshed.core.ahead import Ahead, Matter
from engineshed.games.planet_steam.rules.moves import Bid, Pass
from engineshed.games.planet_steam.rules.state import State
from engineshed.games.planet_steam.rules.truth import AUCTIONS, NOTHING, NOWHERE, Stage

BEGINS: Final = {
    Stage.CLAIM: Stage.CLAIM,
    Stage.DIVERT: Stage.CLAIM,
    Stage.ACTIVATE: Stage.ACTIVATE,
    Stage.TANK: Stage.ACTIVATE,
    Stage.FIT: Stage.ACTIVATE,
    Stage.EXTRACT: Stage.EXTRACT,
    Stage.UNLOAD: Stage.EXTRACT,
    Stage.TRADE: Stage.TRADE,
    Stage.CERTIFICATE: Stage.CERTIFICATE,
}
"""The stage in which the next player begins, for each stage in which players follow each other."""
WITH_A_PASS: Final = (Stage.CLAIM, Stage.TRADE, Stage.CERTIFICATE)


def matter(s: State) -> Matter | None:
    begins = BEGINS.get(s.stage)
    if s.stage in AUCTIONS:
        sold = sum(card > 0 for card in s.cards) if s.stage == Stage.AUCTION else s.zone
        return Matter(f"{Stage.NAMES[s.stage]} {s.round} {sold}", auction=True, bid=s.bid or None)
    return Matter(f"{Stage.NAMES[begins]} {s.round}") if begins in WITH_A_PASS else None


def in_turn(s: State, seat: int) -> State | None:
    if s.stage in AUCTIONS:
        return _asked(s, seat)
    if s.stage not in BEGINS or seat not in s.queue:
        return None
    new = s.copy()
    new.stage, new.active, new.queue = BEGINS[s.stage], seat, s.queue[s.queue.index(seat) + 1 :]
    new.moved, new.refitted, new.recharged, new.working = 0, 0, 0, 0
    if new.stage != Stage.TRADE:
        new.zone, new.resource = NOWHERE, NOTHING
    return new


def _asked(s: State, seat: int) -> State | None:
    """The highest bidder, who is last in the queue, is not asked again unless somebody bids more."""
    others, leader = (s.queue[:-1], s.queue[-1:]) if s.bid else (s.queue, ())
    if seat not in others:
        return None
    new, place = s.copy(), others.index(seat)
    new.active, new.queue = seat, (*others[place + 1 :], s.active, *others[:place], *leader)
    return new


def _amount(move: Any) -> int | None:
    return move.amount if isinstance(move, Bid) else None


AHEAD: Final = Ahead(passes=lambda move: isinstance(move, Pass), amount=_amount, matter=matter, in_turn=in_turn)
