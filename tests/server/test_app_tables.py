"""Tables over HTTP: creating, joining, looking, chatting."""

from __future__ import annotations

import pytest

from engineshed.core.registry import find_game
from engineshed.core.words import PLURALS
from tests.server.play import GAME_ID
from tests.server.web import Visitor, problem, visitors, web

GAME = find_game(GAME_ID)


def test_games_are_listed_with_everything_that_can_be_chosen() -> None:
    with web() as client:
        info = next(game for game in Visitor(client).get("/api/games") if game["id"] == GAME_ID)
    assert (info["title"], info["seats"], info["maps"]) == (GAME.title, list(GAME.seats), list(GAME.boards.maps()))
    assert [known["bot"] for known in info["bots"]] == [level.name for level in GAME.bots.levels if level.offered]
    money = next(option for option in info["options"] if option["name"] == "take_money")
    assert (money["default"], money["choices"]) == (3, [3, 5])
    assert all(option["about"] for option in info["options"])


def test_a_game_and_its_maps_are_described_in_the_readers_language() -> None:
    with web() as client:
        (info,) = [game for game in Visitor(client).get("/api/games", language="de") if game["id"] == GAME_ID]
        words = Visitor(client).get(f"/api/games/{GAME_ID}/words", language="de")
    assert info["about"].startswith("Zwei Aktionen pro Zug")
    assert list(info["map_titles"]) == info["maps"]
    assert info["map_titles"]["great-britain"] == words["map.great-britain"] == "Großbritannien"


@pytest.mark.parametrize("language", list(PLURALS))
def test_the_rules_are_served_in_every_language(language: str) -> None:
    with web() as client:
        rulebook = Visitor(client).get(f"/api/games/{GAME_ID}/rules", language=language)
        assert rulebook["language"] == language
        assert len(rulebook["rules"]) == len(GAME.speech.rulebook.rules)
        guest = Visitor(client).create_me("Ada", language)
        assert guest.get(f"/api/games/{GAME_ID}/rules") == rulebook


def test_rules_that_do_not_exist_are_reported() -> None:
    with web() as client:
        problem(Visitor(client).ask("GET", "/api/games/chess/rules"), 404, "house.no-such-game")
        answer = Visitor(client).ask("GET", f"/api/games/{GAME_ID}/rules", params={"language": "la"})
        assert "choose from en, de, pl" in problem(answer, 400, "no.language")["text"]


def test_maps_can_be_looked_at_before_one_is_chosen() -> None:
    with web() as client:
        pictures = {
            (name, look): Visitor(client).get(f"/api/games/{GAME_ID}/maps/{name}", look=look)["picture"]
            for name in GAME.boards.maps()
            for look in ("light", "dark")
        }
        answer = Visitor(client).ask("GET", f"/api/games/{GAME_ID}/maps/atlantis")
        assert "steel-belt" in problem(answer, 400, "no.map")["text"]
    assert all(picture.startswith("<svg ") for picture in pictures.values())
    assert len(set(pictures.values())) == len(pictures)


def test_the_only_board_of_a_game_can_be_looked_at() -> None:
    with web() as client:
        denmark = "/api/games/dampf-and-rails/maps"
        assert Visitor(client).get(f"{denmark}/board")["picture"].startswith("<svg ")
        problem(Visitor(client).ask("GET", f"{denmark}/atlantis"), 400, "no.map")
        problem(Visitor(client).ask("GET", f"/api/games/{GAME_ID}/maps/board"), 400, "no.map")


@pytest.mark.parametrize(
    "wish",
    [
        {"game": "chess"},
        {"seats": []},
        {"map": "atlantis"},
        {"options": {"take_money": 4}},
        {"options": {"loan": 4}},
        {"seats": [{"kind": "bot", "bot": "genius"}]},
        {"pace": 11},
        {"title": "x" * 61},
    ],
    ids=str,
)
def test_a_table_with_wrong_settings_is_not_created(wish: dict[str, object]) -> None:
    with visitors() as (ada, _):
        answer = ada.ask("POST", "/api/tables", {"game": GAME_ID, "seats": [{"kind": "me"}], **wish})
        assert (answer.status_code, answer.json()["code"]) == (400, "bad-request"), answer.text
        assert ada.get("/api/lobby", mine=True) == {"tables": [], "more": None, "people": 0}


def test_a_link_claims_its_seat_only_once() -> None:
    with visitors() as (ada, bob):
        seats = [{"kind": "me"}, {"kind": "open"}]
        created = ada.post("/api/tables", {"game": GAME_ID, "seats": seats})
        table, token = created["id"], created["links"]["1"]
        assert ada.look(table)["table"]["state"] == "open"
        assert token not in str(ada.look(table))
        assert bob.post(f"/api/tables/{table}/claim", {"token": token}) == {"seat": 1}
        assert bob.look(table)["table"]["state"] == "running"
        answer = ada.ask("POST", f"/api/tables/{table}/claim", {"token": token})
        problem(answer, 403, "house.dead-link")


def test_only_the_owner_makes_and_revokes_links() -> None:
    with visitors() as (ada, bob):
        table = ada.create_table("me", "open")
        link = f"/api/tables/{table}/seats/1/link"
        problem(bob.ask("POST", link), 403, "house.not-owner")
        old, new = ada.post(link)["token"], ada.post(link)["token"]
        problem(bob.ask("POST", f"/api/tables/{table}/claim", {"token": old}), 403, "house.dead-link")
        assert ada.ask("DELETE", link).status_code == 204
        problem(bob.ask("POST", f"/api/tables/{table}/claim", {"token": new}), 403, "house.dead-link")
        problem(ada.ask("POST", f"/api/tables/{table}/seats/0/link"), 409, "house.seat-taken")
        problem(ada.ask("POST", f"/api/tables/{table}/seats/7/link"), 404, "house.no-seat")


def test_a_public_table_is_in_the_lobby_and_can_be_joined() -> None:
    with visitors() as (ada, bob):
        ada.create_table("me", "open")
        table = ada.create_table("me", "open", public=True, title="Sign in")
        assert [info["title"] for info in bob.get("/api/lobby")["tables"]] == ["Sign in"]
        assert bob.post(f"/api/tables/{table}/seats/1/join") == {"seat": 1}
        problem(bob.ask("POST", f"/api/tables/{table}/seats/0/join"), 403, "house.seat-not-open")
        mine = [visitor.get("/api/lobby", mine=True)["tables"] for visitor in (ada, bob)]
        assert [[info["my_turn"] for info in infos].count(True) for infos in mine] in ([1, 0], [0, 1])


def test_a_player_can_leave_and_come_back() -> None:
    with visitors() as (ada, _):
        table = ada.create_table()
        assert ada.ask("POST", f"/api/tables/{table}/seats/0/leave").status_code == 204
        assert ada.look(table)["table"]["seats"][0]["away"]
        assert ada.ask("POST", f"/api/tables/{table}/seats/0/back").status_code == 204
        assert not ada.look(table)["table"]["seats"][0]["away"]


def test_nobody_sees_the_view_of_another_players_seat() -> None:
    with visitors() as (ada, bob):
        table = ada.create_table("me", "me")
        assert bob.look(table)["seat"] is None
        for path in ("", "/at/0"):
            answer = bob.ask("GET", f"/api/tables/{table}{path}", params={"seat": 0})
            problem(answer, 403, "house.not-your-seat")
        assert "seed" not in str({**bob.look(table)["table"], "seed": None}).replace("'seed': None", "")


def test_players_can_chat_and_strangers_cannot() -> None:
    with visitors() as (ada, bob):
        table = ada.create_table()
        said = ada.post(f"/api/tables/{table}/chat", {"text": " hello "})
        assert (said["number"], said["text"], said["mine"]) == (1, "hello", True)
        problem(bob.ask("POST", f"/api/tables/{table}/chat", {"text": "psst"}), 403, "house.not-at-table")
        assert [line["mine"] for line in ada.get(f"/api/tables/{table}/chat")] == [True]
        assert ada.get(f"/api/tables/{table}/chat", since=1) == []
        assert bob.get(f"/api/tables/{table}/chat") == []
