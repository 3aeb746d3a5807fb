"""What players of Steam can arrange before their turn: to pass, to bid up to an amount, to build, to deliver."""

from __future__ import annotations

from typing import Any, Final

from engineshed.core.ahead import Ahead, Matter
from engineshed.games.steam.rules.links import NOBODY
from engineshed.games.steam.rules.moves import Bid, Pass
from engineshed.games.steam.rules.phases.rounds import begin_build_turn
from engineshed.games.steam.rules.state import State
from engineshed.games.steam.rules.truth import NOWHERE, Auction, Stage

BEGINS: Final = {
    Stage.CAPITAL: Stage.CAPITAL,
    Stage.CHOOSE: Stage.CHOOSE,
    Stage.BUILD: Stage.BUILD,
    Stage.GROUP: Stage.BUILD,
    Stage.MOVE: Stage.MOVE,
    Stage.ROUTE: Stage.MOVE,
    Stage.POINTS: Stage.MOVE,
}
"""The stage in which the next player begins, for each stage in which players follow each other."""


def matter(s: State) -> Matter | None:
    if s.auction is not None:
        placed = s.auction.placed if s.stage == Stage.OPENING else ()
        return Matter(f"auction {s.round} {len(placed)}", auction=True, bid=_highest(s.auction))
    return Matter(f"goods {s.round}") if BEGINS.get(s.stage) == Stage.MOVE else None


def _highest(auction: Auction) -> int | None:
    return None if auction.leader == NOBODY else auction.bids[auction.leader]


def in_turn(s: State, seat: int) -> State | None:
    if s.auction is not None:
        return _asked(s, s.auction, seat)
    if s.stage not in BEGINS or seat not in s.queue:
        return None
    new = (s if s.before is None else s.before).copy()
    new.stage, new.active, new.queue = BEGINS[s.stage], seat, s.queue[s.queue.index(seat) + 1 :]
    new.acted, new.cautious, new.fresh, new.growing, new.placements = False, False, NOWHERE, NOWHERE, 0
    new.before, new.trip, new.gains = None, None, ()
    if new.stage == Stage.BUILD:
        begin_build_turn(new)
    return new


def _asked(s: State, auction: Auction, seat: int) -> State | None:
    if seat not in auction.bidders or seat == auction.leader:
        return None
    new = s.copy()
    new.active = seat
    return new


def _amount(move: Any) -> int | None:
    return move.amount if isinstance(move, Bid) else None


AHEAD: Final = Ahead(passes=lambda move: isinstance(move, Pass), amount=_amount, matter=matter, in_turn=in_turn)
