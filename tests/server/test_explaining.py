"""What is this? Explanations of what is on a table, over HTTP."""

from __future__ import annotations

import pytest

from engineshed.core.registry import find_game, game_ids
from engineshed.core.words import PLURALS
from tests.server.web import Visitor, problem, visitors, web


@pytest.mark.parametrize("language", list(PLURALS))
@pytest.mark.parametrize("game_id", game_ids())
def test_everything_on_a_table_is_explained_in_the_readers_language(game_id: str, language: str) -> None:
    game = find_game(game_id)
    with web() as client:
        ada = Visitor(client).create_me("Ada", language)
        seats = [{"kind": "me"}] * game.seats[-1]
        table = ada.post("/api/tables", {"game": game_id, "seats": seats})["id"]
        ada.play(table, 3)
        told = ada.get(f"/api/tables/{table}/explain", thing="company 0")
        assert told["name"] == game.speech.words_in(language).word(f"company.{game.seat_names[0]}")
        book = game.speech.rulebook_in(language)
        assert [rule["text"] for rule in told["rules"]] == [book.rule(rule["id"]).text for rule in told["rules"]]
        for other in told["see"]:
            assert ada.get(f"/api/tables/{table}/explain", thing=other["thing"])["name"] == other["name"]
        legend = ada.get(f"/api/tables/{table}/legend")
        assert legend[0]["picture"].startswith("<svg ")
        assert all(entry["name"] and entry["now"] for entry in legend)
        assert ada.get(f"/api/tables/{table}/legend", language="en") == legend or language != "en"


def test_a_past_position_is_explained_with_its_own_numbers() -> None:
    with visitors() as (ada, _):
        table = ada.create_table()
        before = ada.look(table)
        seat, ply = before["seat"], before["table"]["ply"]
        ada.post(f"/api/tables/{table}/moves", {"seat": seat, "move": "money", "expect": ply})
        asked = {"thing": f"money {seat}", "seat": seat}
        now = ada.get(f"/api/tables/{table}/explain", **asked)["now"]
        then = ada.get(f"/api/tables/{table}/explain", **asked, at=ply)["now"]
        assert ("$5" in then[0], "$8" in now[0]) == (True, True)
        problem(ada.ask("GET", f"/api/tables/{table}/explain", params={**asked, "at": 999}), 404, "house.no-ply")


def test_nobody_is_told_about_what_they_cannot_see() -> None:
    with visitors() as (ada, bob):
        table = ada.create_table()
        (hand, other) = (ada.look(table, seat=seat)["view"]["hand"] for seat in (0, 1))
        mine, theirs = f"contract {hand[0]}", f"contract {other[0]}"
        path = f"/api/tables/{table}/explain"
        assert ada.get(path, thing=mine, seat=0)["now"]
        problem(ada.ask("GET", path, params={"thing": theirs, "seat": 0}), 404, "house.no-thing")
        problem(bob.ask("GET", path, params={"thing": mine}), 404, "house.no-thing")
        problem(bob.ask("GET", path, params={"thing": mine, "seat": 0}), 403, "house.not-your-seat")


def test_strange_questions_are_refused() -> None:
    with visitors() as (ada, _):
        table, waiting = ada.create_table(), ada.create_table("me", "open")
        path = f"/api/tables/{table}/explain"
        problem(ada.ask("GET", path, params={"thing": "unicorn 1"}), 404, "house.no-thing")
        problem(ada.ask("GET", path, params={"thing": "bag", "language": "la"}), 400, "no.language")
        assert ada.ask("GET", path, params={"thing": "x" * 61}).status_code == 400
        assert ada.ask("GET", path).status_code == 400
        problem(ada.ask("GET", f"/api/tables/{waiting}/explain", params={"thing": "bag"}), 409, "house.not-begun")


def test_the_words_of_explanations_are_not_sent_to_pages() -> None:
    with web() as client:
        words = Visitor(client).get("/api/games/steam/words", language="en")
    assert words["action.engineer"] == "Engineer"
    assert not [key for key in words if key.startswith("explain.")]
