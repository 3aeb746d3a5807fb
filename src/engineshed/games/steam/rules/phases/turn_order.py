"""Auctions for the turn order: place by place before the base game (ST-ORD), all at once in the expert game (ST-XAUC).

In both, players bid in turn and either raise the highest bid or leave. They differ in which place players who leave
get, in what is paid, and in the skip of the expert game.
"""

from __future__ import annotations

from typing import Final

from engineshed.core.stages import Log, refuse
from engineshed.games.steam.rules.links import NOBODY
from engineshed.games.steam.rules.money import capacity
from engineshed.games.steam.rules.moves import AnyMove, Bid, Pass, Skip
from engineshed.games.steam.rules.names import company_word
from engineshed.games.steam.rules.phases.finance import charge
from engineshed.games.steam.rules.phases.rounds import begin_phase, begin_round
from engineshed.games.steam.rules.state import State
from engineshed.games.steam.rules.truth import Auction, Stage

PASS, SKIP = Pass(), Skip()
_BIDS: Final[list[AnyMove]] = []
"""Bids by amount, made once and reused."""


# -- what may be done -----------------------------------------------------------------------------------------------


def offer_bids(s: State) -> list[AnyMove]:
    moves = _bids(least_bid(s), highest_bid(s))
    if may_skip(s):
        moves.append(SKIP)
    if may_pass(s):
        moves.append(PASS)
    return moves


def _bids(least: int, most: int) -> list[AnyMove]:
    while len(_BIDS) <= most:
        _BIDS.append(Bid(len(_BIDS)))
    return _BIDS[least : most + 1]


def least_bid(s: State) -> int:
    auction = _auction(s)
    return 0 if auction.leader == NOBODY else auction.bids[auction.leader] + 1


def highest_bid(s: State) -> int:
    """The most that the active player can bid: with raised money in the opening auction, from cash in all later
    ones.
    """
    player = s.players[s.active]
    return capacity(s, player) if s.stage == Stage.OPENING else player.cash


def may_skip(s: State) -> bool:
    return s.stage == Stage.AUCTION and s.skipper == s.active


def may_pass(s: State) -> bool:
    """Whether the active player may pass: only the player who opens an auction before the game has to bid."""
    return s.stage == Stage.AUCTION or _auction(s).leader != NOBODY


def _auction(s: State) -> Auction:
    assert s.auction is not None
    return s.auction


# -- why not --------------------------------------------------------------------------------------------------------


def check_bid(s: State, m: Bid) -> None:
    opening = s.stage == Stage.OPENING
    least, most = least_bid(s), highest_bid(s)
    if m.amount < least:
        raise refuse("ST-ORD-4" if opening else "ST-XAUC-1", "bid-low", least=least)
    if m.amount > most:
        raise refuse("ST-FIN-7" if opening else "ST-XAUC-2", "bid-high", most=most)


def check_skip(s: State) -> None:
    if not may_skip(s):
        raise refuse("ST-XAUC-4", "no-skip")


def check_pass(s: State) -> None:
    if not may_pass(s):
        raise refuse("ST-ORD-4", "must-open")


# -- doing it -------------------------------------------------------------------------------------------------------


def begin_opening(s: State, speakers: tuple[int, ...]) -> None:
    s.auction = Auction((NOBODY,) * s.seats, NOBODY, speakers, ())
    s.stage, s.active = Stage.OPENING, speakers[0]


def play_bid(s: State, m: Bid, log: Log) -> None:
    auction = _auction(s)
    bids = (*auction.bids[: s.active], m.amount, *auction.bids[s.active + 1 :])
    s.auction = Auction(bids, s.active, auction.bidders, auction.placed)
    if log.on:
        log.tell("bid", company=company_word(s.active), money=m.amount)
    _next_speaker(s, s.active)


def play_skip(s: State, log: Log) -> None:
    s.skipper = NOBODY
    log.tell("skip", company=company_word(s.active))
    _next_speaker(s, s.active)


def play_pass(s: State, log: Log) -> None:
    """Leave the auction; in the expert game, a player who leaves takes the last place that is free."""
    auction, seat = _auction(s), s.active
    if log.on:
        log.tell("bid-pass", company=company_word(seat))
    bidders = tuple(other for other in auction.bidders if other != seat)
    placed = auction.placed if s.stage == Stage.OPENING else (*auction.placed, seat)
    s.auction = Auction(auction.bids, auction.leader, bidders, placed)
    if len(bidders) > 1:
        _next_speaker(s, seat, auction.bidders)
    elif s.stage == Stage.OPENING:
        _sell_place(s, bidders[0], log)
    else:
        _sell_all(s, bidders[0], log)


def _next_speaker(s: State, after: int, circle: tuple[int, ...] = ()) -> None:
    """The next player still bidding who does not hold the highest bid; after a skip it may be the same player."""
    auction = _auction(s)
    circle = circle or auction.bidders
    place = circle.index(after)
    for seat in (*circle[place + 1 :], *circle[: place + 1]):
        if seat != auction.leader and seat in auction.bidders:
            s.active = seat
            return


def _sell_place(s: State, winner: int, log: Log) -> None:
    """Opening: the highest bidder pays and takes the place; the last player gets the last one for free."""
    auction = _auction(s)
    price = auction.bids[winner]
    placed = (*auction.placed, winner)
    if log.on:
        log.tell("place", company=company_word(winner), place=len(placed), money=price)
    charge(s, winner, price, log)
    left = [(winner + step) % s.seats for step in range(1, s.seats)]
    bidders = tuple(seat for seat in left if seat not in placed)
    if len(bidders) > 1:
        s.auction = Auction((NOBODY,) * s.seats, NOBODY, bidders, placed)
        s.active = bidders[0]
        return
    if log.on:
        log.tell("place", company=company_word(bidders[0]), place=s.seats, money=0)
    s.auction, s.order = None, (*placed, *bidders)
    begin_round(s)


def _sell_all(s: State, first: int, log: Log) -> None:
    """Expert: the first two places pay their full bid, the last pays nothing, the others pay half (ST-XAUC-5)."""
    auction = _auction(s)
    s.order = (first, *reversed(auction.placed))
    last = len(s.order) - 1
    for place, seat in enumerate(s.order):
        bid = max(0, auction.bids[seat])
        price = 0 if place == last else bid if place < 2 else -(-bid // 2)
        s.change(seat, cash=s.players[seat].cash - price)
        log.tell("place", company=company_word(seat), place=place + 1, money=price)
    s.auction, s.skipper = None, NOBODY
    begin_phase(s, Stage.CHOOSE, s.order)
