"""What a seat is told beyond what lies on the table: where its deliveries go, what its bids would leave."""

from __future__ import annotations

from typing import Any

import pytest

from engineshed.core.contract import Seat
from engineshed.rail.hexgrid import EDGES
from tests.games.steam.play import GAME, GREEN, ORANGE, acting, offered, play, position, row, started

SOUTH_EAST = EDGES.index("se")


def stakes(state: Any, seat: Seat | None) -> list[tuple[int, int]]:
    return list(GAME.boards.hints(state, seat).stakes)


@pytest.fixture
def opening() -> Any:
    """Places are sold, and nobody has money yet."""
    return started(3)


def test_a_bid_of_the_opening_tells_what_would_have_to_be_raised_for_it(opening: Any) -> None:
    """$5 for each step of income."""
    told = stakes(opening, acting(opening))
    assert len(told) == len(offered(opening, "bid"))
    assert told[:7] == [(0, 0), (4, -1), (3, -1), (2, -1), (1, -1), (0, -1), (4, -2)]
    raised = play(opening, "bid 3")
    assert stakes(raised, acting(raised))[0] == (1, -1)  # $4 are the least now


def test_what_a_bid_tells_is_what_it_costs_when_it_wins(opening: Any) -> None:
    bidder = acting(opening)
    cash, income = stakes(opening, bidder)[7]
    sold = play(opening, "bid 7", "pass", "pass")
    player = sold.players[bidder]
    assert (player.cash, player.income) == (cash, income) == (3, -2)


def test_bids_of_the_expert_game_are_paid_from_cash() -> None:
    doc = {"map": "northeast", "players": 3, "options": {"variant": "expert"}, "stage": "auction"}
    state = position(**doc, cash={"orange": 2, "green": 2, "black": 2})
    assert stakes(state, acting(state)) == [(2, 0), (1, 0), (0, 0)]


def test_only_whoever_is_to_bid_is_told(opening: Any) -> None:
    others = [seat for seat in (ORANGE, GREEN, None) if seat != acting(opening)]
    assert [stakes(opening, seat) for seat in others] == [[]] * len(others)
    chosen = started(3, opening="random")
    assert stakes(chosen, acting(chosen)) == []


def test_whoever_is_to_deliver_is_told_a_route_for_each_delivery() -> None:
    links = {"orange": ["Ash se ne", "Birch se ne"]}
    state = position(
        map=row("ASH", "BIRCH", "CEDAR"), stage="move", range={"orange": 2}, cubes={"Ash": "BY"}, links=links
    )
    assert offered(state, "deliver") == ["deliver blue Ash > Birch orange 1", "deliver yellow Ash > Cedar orange 2"]
    assert GAME.boards.hints(state, ORANGE).routes == ((SOUTH_EAST,), (SOUTH_EAST, SOUTH_EAST))
    assert GAME.boards.hints(state, GREEN).routes == ()
