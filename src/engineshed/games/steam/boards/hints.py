"""What helps the page to draw what can be done: where a delivery goes, what a bid leaves."""

from __future__ import annotations

import msgspec

from engineshed.games.steam.rules.money import pay
from engineshed.games.steam.rules.moves import Bid, Deliver
from engineshed.games.steam.rules.phases.move_goods import offer_actions, route_of
from engineshed.games.steam.rules.phases.turn_order import offer_bids
from engineshed.games.steam.rules.state import Stage, State


class Hints(msgspec.Struct, frozen=True):
    routes: tuple[tuple[int, ...], ...] = ()
    """For whoever is to deliver: a route for each of their deliveries, in the order of the legal moves."""
    stakes: tuple[tuple[int, int], ...] = ()
    """For whoever is to bid: the cash and income that each of their bids would leave if it won, as legal moves go."""


def hints(s: State, seat: int | None) -> Hints:
    if seat != s.active:
        return Hints()
    return Hints(
        routes=_routes(s) if s.stage == Stage.MOVE else (),
        stakes=_stakes(s) if s.auction is not None else (),
    )


def _routes(s: State) -> tuple[tuple[int, ...], ...]:
    return tuple(route_of(s, move) for move in offer_actions(s) if isinstance(move, Deliver))


def _stakes(s: State) -> tuple[tuple[int, int], ...]:
    return tuple(_stake(s, move.amount) for move in offer_bids(s) if isinstance(move, Bid))


def _stake(s: State, amount: int) -> tuple[int, int]:
    paid = s.copy()
    pay(paid, s.active, amount)
    player = paid.players[s.active]
    return player.cash, player.income
