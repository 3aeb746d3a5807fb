"""Playing over HTTP, and the past of what was played."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import httpx

from engineshed.core.record import read_record, verify
from engineshed.core.registry import find_game
from engineshed.server.web.operation import LARGEST_BODY
from tests.server.play import GAME_ID
from tests.server.web import NO_LOG, Visitor, good, problem, served, some_of, visitors


def test_a_whole_game_its_record_and_its_seed() -> None:
    with visitors() as (ada, bob):
        table = ada.lay()
        while (now := ada.look(table, since=NO_LOG))["table"]["state"] == "running":
            assert now["table"]["seed"] is None
            body = {"seat": now["seat"], "move": some_of(now), "expect": now["table"]["ply"]}
            ada.post(f"/api/tables/{table}/moves", body)
        over = bob.look(table)["table"]
        assert over["result"]["ranks"]
        answer = bob.ask("GET", f"/api/tables/{table}/record")
        verify(read_record(answer.text), find_game(GAME_ID))
        assert answer.json()["seed"] == over["seed"]

        assert len(answer.content) < LARGEST_BODY
        brought = bob.post("/api/records", answer.json())["id"]
        assert bob.look(brought)["table"]["result"] == over["result"]


def test_a_move_in_words_and_as_an_object() -> None:
    with visitors() as (ada, _):
        table = ada.lay()
        good(ada.try_move(table, move="money"))
        good(ada.try_move(table, move={"type": "money"}))
        assert [line["text"] for line in ada.look(table)["log"] if line["seat"] >= 0] == ["money", "money"]


def test_checking_changes_nothing() -> None:
    with visitors() as (ada, _):
        table = ada.lay()
        before = ada.look(table)
        body = {"seat": before["seat"], "move": before["legal"][0]}
        assert ada.ask("POST", f"/api/tables/{table}/check", body).status_code == 204
        assert ada.look(table) == before


def test_the_same_key_is_one_move() -> None:
    with visitors() as (ada, _):
        table = ada.lay()
        now = ada.look(table)
        body = {"seat": now["seat"], "move": "money", "expect": now["table"]["ply"], "key": "once"}
        plies = [ada.post(f"/api/tables/{table}/moves", body)["ply"] for _ in range(3)]
        assert plies == [now["table"]["ply"] + 1] * 3
        assert len(ada.look(table, since=now["table"]["ply"])["log"]) == 1


def test_undo() -> None:
    with visitors() as (ada, bob):
        table = ada.lay()
        start = ada.look(table)
        track = next(move for move in start["legal"] if move["type"] == "track")
        good(ada.try_move(table, move=track))
        body = {"seat": start["seat"], "expect": start["table"]["ply"] + 1, "key": "u", "turn": True}
        problem(bob.ask("POST", f"/api/tables/{table}/undo", body), 403, "house.not-your-seat")
        assert ada.look(table)["undo"] == 1
        assert ada.post(f"/api/tables/{table}/undo", body) == {"ply": start["table"]["ply"] + 2}
        assert ada.look(table)["view"] == start["view"]
        again = {**body, "key": None, "expect": start["table"]["ply"] + 2}
        problem(ada.ask("POST", f"/api/tables/{table}/undo", again), 409, "house.cannot-undo")


def test_any_position_and_a_new_table_from_it() -> None:
    with visitors() as (ada, bob):
        table = ada.lay()
        ada.play(table, 5)
        now = ada.look(table)
        ply = now["table"]["ply"] - 2
        past = bob.get(f"/api/tables/{table}/at/{ply}")
        assert (past["legal"], past["log"][0]["ply"]) == ([], ply)
        problem(bob.ask("GET", f"/api/tables/{table}/at/9999"), 404, "house.no-ply")
        seats = [{"kind": "me"}, {"kind": "bot"}]
        forked = bob.post(f"/api/tables/{table}/fork/{ply}", {"seats": seats})["id"]
        assert bob.look(forked)["table"]["state"] == "running"
        problem(bob.ask("GET", f"/api/tables/{forked}/record"), 409, "house.forked")


def test_a_record_of_a_running_game_keeps_its_secrets() -> None:
    with visitors() as (ada, bob):
        table = ada.lay("me", "bot")
        record = bob.get(f"/api/tables/{table}/record")
        assert record["seed"] is None
        assert "?" in [text for _, text in record["moves"]]


def test_of_ten_racers_one_wins() -> None:
    with served() as address:
        with httpx.Client(base_url=f"http://{address}") as client:
            ada = Visitor(client, f"http://{address}").come_in()
            table = ada.lay()
            now = ada.look(table)
        body = {"seat": now["seat"], "move": "money", "expect": now["table"]["ply"]}
        headers = {"origin": f"http://{address}", "cookie": f"sid={ada.cookies['sid']}"}

        def race(number: int) -> int:
            url = f"http://{address}/api/tables/{table}/moves"
            return httpx.post(url, json={**body, "key": str(number)}, headers=headers).status_code

        with ThreadPoolExecutor(10) as racers:
            assert sorted(racers.map(race, range(10))) == [200] + [409] * 9
