"""What helps the page to draw a legal move: where a tile leads, the route of a delivery, what a bid would leave."""

from __future__ import annotations

import msgspec

from engineshed.games.steam.boards.joins import join_hint
from engineshed.games.steam.rules.money import pay
from engineshed.games.steam.rules.moves import AnyMove, Bid, Cross, Deliver, Redirect, Second, Town, Track
from engineshed.games.steam.rules.phases.move_goods import route_of
from engineshed.games.steam.rules.state import State
from engineshed.rail.joins import JoinHint


class RouteHint(msgspec.Struct, frozen=True, tag_field="type", tag="route"):
    """A hint for a delivery: its route."""

    edges: tuple[int, ...]
    """The edges across which the cube leaves each place in turn, the start first."""


class StakeHint(msgspec.Struct, frozen=True, tag_field="type", tag="stake"):
    """A hint for a bid: what would be left if it won."""

    cash: int
    income: int


Hint = JoinHint | RouteHint | StakeHint | None


def hint(s: State, m: AnyMove) -> Hint:
    match m:
        case Track() | Second() | Cross() | Redirect() | Town():
            return join_hint(s, m)
        case Deliver():
            return RouteHint(route_of(s, m))
        case Bid(amount):
            return _stake(s, amount)
    return None


def _stake(s: State, amount: int) -> StakeHint:
    paid = s.copy()
    pay(paid, s.active, amount)
    player = paid.players[s.active]
    return StakeHint(player.cash, player.income)


def hints(_s: State, _seat: int | None) -> None:
    """Everything else that the page draws is in the view and in the layout."""
