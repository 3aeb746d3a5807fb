"""A refusal names the rule that this particular move breaks, and its sentence is true in every language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engineshed.core.contract import Seat
from engineshed.games.steam.rules.moves import Deliver
from tests.games.steam.play import acting, offered, play, position, refusal, refusal_of, row, started

EXPERT = {"variant": "expert"}
TWO_ROUTES = row("START", "GOAL", colours="YR")


def others(state: Any) -> list[Seat]:
    return [Seat(seat) for seat in range(state.seats) if seat != acting(state)]


# -- whose turn it is -----------------------------------------------------------------------------------------------


def on_its_way() -> Any:
    links = {"orange": ["Start se ne", "Start s se ne n"]}
    return play(position(map=TWO_ROUTES, stage="move", links=links, cubes={"Start": "R"}), "plan red Start")


def growing() -> Any:
    return play(position(tiles={"orange": 5, "green": 1, "black": 2}, supply=["R"]), "grow Boston")


def founding() -> Any:
    return play(position(tiles={"orange": 7, "green": 1, "black": 2}, supply=["R"]), "urbanise Poughkeepsie grey")


OUT_OF_TURN: dict[str, tuple[Callable[[], Any], str, str]] = {
    "opening": (started, "bid 5", "ST-ORD-4"),
    "capital": (lambda: position(options=EXPERT, stage="capital"), "capital 1", "ST-XCAP-1"),
    "auction": (lambda: position(options=EXPERT, stage="auction"), "bid 0", "ST-XAUC-1"),
    "choose": (lambda: position(stage="choose"), "choose 1", "ST-ACT-1"),
    "build": (position, "done", "ST-TRACK-1"),
    "group for growth": (growing, "group 1", "ST-TRACK-1"),
    "group for a New City": (founding, "group 1", "ST-TRACK-1"),
    "move": (lambda: position(stage="move"), "pass", "ST-MOVE-1"),
    "route": (on_its_way, "via se", "ST-DEL-2"),
    "points": (lambda: position(stage="points", gains={"orange": 2, "green": 1}), "points", "ST-PTS-3"),
}
"""For each stage, a legal move of the player to act, and the rule that makes the others wait."""


@pytest.mark.refuses("steam", "ST-ORD-4", "ST-XCAP-1", "ST-XAUC-1", "ST-ACT-1", "ST-TRACK-1", "ST-MOVE-1", "ST-PTS-3")
@pytest.mark.parametrize("stage", OUT_OF_TURN)
def test_a_move_out_of_turn_is_refused_by_the_rule_that_says_whose_turn_it_is(stage: str) -> None:
    reach, move, rule = OUT_OF_TURN[stage]
    state = reach()
    assert move in offered(state)
    assert [refusal(state, move, seat).rule for seat in others(state)] == [rule, rule]


@pytest.mark.refuses("steam", "ST-GROW-1", "ST-URB-3")
@pytest.mark.parametrize(("reach", "rule"), [(growing, "ST-GROW-1"), (founding, "ST-URB-3")])
def test_new_cubes_must_be_chosen_first_by_the_rule_of_their_action(reach: Any, rule: str) -> None:
    assert refusal(reach(), "done") == (rule, "First choose a group of cubes from the supply")


# -- loose track ----------------------------------------------------------------------------------------------------

LOOSE = {
    "en": "The track in K10 is not connected yet and cannot be redirected; take it back instead",
    "de": "Das Gleis in K10 ist noch nicht verbunden, und seine Streckenführung kann man nicht ändern; "
    "nimm es stattdessen zurück",
    "pl": "Tor na K10 nie jest jeszcze połączony i nie można zmienić jego kierunku; zamiast tego cofnij go",
}


@pytest.mark.refuses("steam", "ST-REDIR-1")
@pytest.mark.parametrize("language", LOOSE)
def test_loose_track_can_be_taken_back_but_not_redirected(language: str) -> None:
    """A complete link is on the same tile."""
    state = position(tiles={"orange": 7, "green": 1, "black": 3}, supply=["R"], cash={"orange": 20})
    state = play(state, "urbanise Poughkeepsie grey", "group 1", "track K10 n-s", "second K10 ne-sw")
    for way in ("n-s", "ne-se", "n-nw"):
        assert refusal(state, f"redirect K10 {way}", language=language) == ("ST-REDIR-1", LOOSE[language])
    assert "takeback" in offered(state)


@pytest.mark.allows("steam", "ST-REDIR-1")
@pytest.mark.refuses("steam", "ST-REDIR-1", "ST-REDIR-3")
def test_the_new_way_shows_which_track_of_a_tile_is_to_be_redirected() -> None:
    """The link from Sund enters C2 from the north and leaves it to the southwest; the loose track runs ne-s."""
    board = {
        "terrain": ". . S . Z\n. . . . ~\n. . . . ~\n",
        "cities": {
            "S": {"name": "Sund", "colour": "blue", "cubes": 0},
            "Z": {"name": "Zell", "colour": "red", "cubes": 0},
        },
    }
    state = play(position(map=board, round=2, cash={"orange": 40}), "track C2 n-sw", "second C2 ne-s")
    assert "redirect C2 n-nw" in offered(state)
    assert refusal(state, "redirect C2 ne-nw") == ("ST-REDIR-1", LOOSE["en"].replace("K10", "C2"))
    assert refusal(state, "redirect C2 se-sw").rule == "ST-REDIR-3"
    assert refusal(state, "redirect A2 n-s") == ("ST-REDIR-1", "No incomplete link ends with the tile in A2")


# -- deliveries -----------------------------------------------------------------------------------------------------


@pytest.mark.refuses("steam", "ST-DEL-5")
def test_a_route_that_gives_nobody_points_is_refused_because_it_uses_no_own_link() -> None:
    """Start and Goal are joined by an ownerless link and by a link of Orange's."""
    links = {"nobody": ["Start se ne"], "orange": ["Start s se ne n"]}
    state = position(map=TWO_ROUTES, players=4, fallen={"white": 1}, stage="move", links=links, cubes={"Start": "R"})
    start, goal = (city.hex for city in state.board.cities)
    assert offered(state, "deliver") == ["deliver red Start > Goal orange 1"]
    assert refusal_of(state, Deliver(start, 0, goal, (0, 0, 0, 0))) == (
        "ST-DEL-5",
        "The route from Start to Goal with these points uses no link of yours",
    )


@pytest.mark.refuses("steam", "ST-PTS-1")
def test_without_ownerless_links_every_route_gives_points() -> None:
    links = {"orange": ["Start se ne", "Start s se ne n"]}
    state = position(map=TWO_ROUTES, stage="move", links=links, cubes={"Start": "R"})
    start, goal = (city.hex for city in state.board.cities)
    assert refusal_of(state, Deliver(start, 0, goal, (0, 0, 0))) == (
        "ST-PTS-1",
        "No route from Start to Goal gives these points",
    )


ONE_ROUTE_EACH = {
    "en": "No delivery of a red cube from Start has more than one route",
    "de": "Für keine Lieferung eines roten Warensteins aus Start gibt es mehr als eine Route",
    "pl": "Żadna dostawa czerwonej kostki z miasta Start nie ma więcej niż jednej trasy",
}


@pytest.mark.refuses("steam", "ST-DEL-2")
@pytest.mark.parametrize("language", ONE_ROUTE_EACH)
def test_a_plan_needs_a_delivery_with_several_routes(language: str) -> None:
    """Two routes lead to Goal, but they give different points, so they are separate deliveries."""
    board = row("START", "MID", "GOAL", colours="YBR")
    links = {"orange": ["Start se ne", "Mid se ne", "Start s se se ne ne n"]}
    state = position(map=board, stage="move", links=links, cubes={"Start": "R"}, range={"orange": 2})
    assert offered(state, "deliver") == ["deliver red Start > Goal orange 1", "deliver red Start > Goal orange 2"]
    assert refusal(state, "plan red Start", language=language) == ("ST-DEL-2", ONE_ROUTE_EACH[language])
