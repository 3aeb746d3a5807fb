"""What helps the page to draw a legal move: where a delivery goes, what a bid leaves."""

from __future__ import annotations

import msgspec

from engineshed.games.steam.rules.money import pay
from engineshed.games.steam.rules.moves import AnyMove, Bid, Deliver
from engineshed.games.steam.rules.phases.move_goods import route_of
from engineshed.games.steam.rules.state import State


class RouteHint(msgspec.Struct, frozen=True, tag_field="type", tag="route"):
    """Of a delivery."""

    edges: tuple[int, ...]
    """The edges over which the cube leaves one place after the other, the start first."""


class StakeHint(msgspec.Struct, frozen=True, tag_field="type", tag="stake"):
    """Of a bid: what would be left if it won."""

    cash: int
    income: int


Hint = RouteHint | StakeHint | None


def hint(s: State, m: AnyMove) -> Hint:
    match m:
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
