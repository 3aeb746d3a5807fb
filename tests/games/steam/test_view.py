"""What a seat sees, and the hints of its moves: the route of a delivery, and what a bid would leave."""

from __future__ import annotations

from typing import Any

import pytest

from engineshed.core.words import Thing
from engineshed.games.steam.boards.hints import RouteHint, StakeHint
from engineshed.rail.hexgrid import EDGES
from tests.games.steam.play import GAME, acting, offered, play, position, row, started, thrifty_game

SOUTH_EAST = EDGES.index("se")


def hints(state: Any, kind: str) -> list[Any]:
    """The hints of the legal moves of this kind."""
    moves = GAME.rules.legal(state, acting(state))
    return [GAME.boards.hint(state, move) for move in moves if type(move).__name__ == kind]


def seen(state: Any) -> Any:
    return GAME.rules.view(state, acting(state))


@pytest.fixture
def opening() -> Any:
    """The opening auction, when nobody has money yet."""
    return started(3)


# -- moves ----------------------------------------------------------------------------------------------------------


def test_the_hint_of_an_opening_bid_shows_what_must_be_raised_for_it(opening: Any) -> None:
    """Each step of income raises $5."""
    bids = hints(opening, "Bid")
    left = [(0, 0), (4, -1), (3, -1), (2, -1), (1, -1), (0, -1), (4, -2)]
    assert bids[:7] == [StakeHint(cash, income) for cash, income in left]
    assert hints(play(opening, "bid 3"), "Bid")[0] == StakeHint(1, -1)  # $4 is the lowest bid now


def test_the_hint_of_a_bid_is_what_it_costs_if_it_wins(opening: Any) -> None:
    hint = hints(opening, "Bid")[7]
    player = play(opening, "bid 7", "pass", "pass").players[acting(opening)]
    assert StakeHint(player.cash, player.income) == hint == StakeHint(3, -2)


def test_bids_of_the_expert_game_are_paid_from_cash() -> None:
    doc = {"map": "northeast", "players": 3, "options": {"variant": "expert"}, "stage": "auction"}
    state = position(**doc, cash={"orange": 2, "green": 2, "black": 2})
    assert hints(state, "Bid") == [StakeHint(2, 0), StakeHint(1, 0), StakeHint(0, 0)]


def test_the_hint_of_a_delivery_is_its_route() -> None:
    links = {"orange": ["Ash se ne", "Birch se ne"]}
    state = position(
        map=row("ASH", "BIRCH", "CEDAR"), stage="move", range={"orange": 2}, cubes={"Ash": "BY"}, links=links
    )
    assert offered(state, "deliver") == ["deliver blue Ash > Birch orange 1", "deliver yellow Ash > Cedar orange 2"]
    assert hints(state, "Deliver") == [RouteHint((SOUTH_EAST,)), RouteHint((SOUTH_EAST, SOUTH_EAST))]


def test_other_moves_have_no_hints(opening: Any) -> None:
    assert hints(play(opening, "bid 3"), "Pass") == [None]


# -- names instead of numbers ---------------------------------------------------------------------------------------


def test_a_view_has_names_for_stages_and_none_for_nobody(opening: Any) -> None:
    view = seen(opening)
    assert view.stage == "opening"
    assert (view.skipper, view.fresh, view.growing, view.trip) == (None, None, None, None)
    assert [(player.tile, player.fallen) for player in view.players] == [(None, None)] * 3
    assert (view.auction.leader, view.auction.bids) == (None, (None, None, None))
    bidder = acting(opening)
    bidding = seen(play(opening, "bid 0"))
    assert (bidding.auction.leader, bidding.auction.bids[bidder]) == (bidder, 0)


def test_a_complete_link_keeps_its_id() -> None:
    """It does not matter what is built next to it or who owns it."""
    known: dict[str, Any] = {}
    for state in thrifty_game(4, "links"):
        links = GAME.rules.view(state, None).links
        assert len({link.id for link in links}) == len(links)
        for link in links:
            if link.head and link.tail:
                assert link.since is None
                assert known.setdefault(link.id, link.edges) == link.edges
    assert len(known) > 3


# -- what facts are about -------------------------------------------------------------------------------------------


def things(state: Any, text: str) -> dict[str, list[str]]:
    """The things in each fact of a move, as the page calls them."""
    step = GAME.rules.apply(state, acting(state), GAME.speech.read(state, text))
    return {
        fact.id.removeprefix("fact."): [f"{thing.kind} {thing.id}" for thing in _things(fact)] for fact in step.facts
    }


def _things(fact: Any) -> list[Thing]:
    found: list[Thing] = []
    for param in fact.params.values():
        found += [param] if isinstance(param, Thing) else param if isinstance(param, tuple) else ()
    return found


def test_the_fact_about_a_finished_link_names_its_places_and_the_link() -> None:
    state = position(map=row("ASH", "BIRCH"))
    found = things(state, "track B1 ne-nw")
    assert found["track"] == ["hex 1"]
    assert found["link"] == ["hex 0", "hex 2", "link A1-se"]
    assert [link.id for link in seen(play(state, "track B1 ne-nw")).links] == ["A1-se"]


def test_the_fact_about_a_delivery_names_all_its_stops_and_links() -> None:
    links = {"orange": ["Ash se ne", "Birch se ne"]}
    state = position(
        map=row("ASH", "BIRCH", "CEDAR"), stage="move", range={"orange": 2}, cubes={"Ash": "Y"}, links=links
    )
    stops, links_used = ["hex 0", "hex 2", "hex 4"], ["link A1-se", "link C1-se"]
    assert things(state, "deliver yellow Ash > Cedar")["delivered"] == [*stops, *links_used]
