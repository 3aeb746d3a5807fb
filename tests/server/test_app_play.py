"""Playing over HTTP, and looking back at what was played."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import httpx

from engineshed.core.record import read_record, verify
from engineshed.core.registry import find_game
from engineshed.server.web.operation import LARGEST_BODY
from tests.server.play import GAME_ID
from tests.server.web import NO_LOG, Visitor, good, problem, served, some_of, visitors


def test_a_whole_game_with_its_record_and_its_seed() -> None:
    with visitors() as (ada, bob):
        table = ada.create_table()
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


def test_a_move_may_be_a_text_or_an_object() -> None:
    with visitors() as (ada, _):
        table = ada.create_table()
        good(ada.try_move(table, move="money"))
        good(ada.try_move(table, move={"type": "money"}))
        assert ada.look(table)["log"][0]["seat"] is None, "nature has no seat"
        assert [line["text"] for line in ada.look(table)["log"] if line["seat"] is not None] == ["money", "money"]


def test_checking_a_move_shows_its_outcome_and_changes_nothing() -> None:
    with visitors() as (ada, _):
        table = ada.create_table()
        before = ada.look(table)
        preview = good(ada.ask("POST", f"/api/tables/{table}/check", {"seat": before["seat"], "move": "money"}))
        assert ada.look(table) == before
        good(ada.try_move(table, move="money"))
        after = ada.look(table, since=before["table"]["ply"])
        assert preview == {"facts": after["log"][0]["facts"], "view": after["view"], "hints": after["hints"]}


def test_several_moves_in_a_row_can_be_checked() -> None:
    with visitors() as (ada, _):
        table = ada.create_table()
        before = ada.look(table)
        asked = {"seat": before["seat"], "move": "money", "then": ["money"]}
        preview = good(ada.ask("POST", f"/api/tables/{table}/check", asked))
        assert ada.look(table) == before
        for _ in range(2):
            good(ada.try_move(table, move="money"))
        after = ada.look(table, since=before["table"]["ply"], seat=before["seat"])
        facts = [fact for line in after["log"] for fact in line["facts"]]
        assert preview == {"facts": facts, "view": after["view"], "hints": after["hints"]}


def test_checking_several_moves_reports_the_first_refusal() -> None:
    with visitors() as (ada, _):
        table = ada.create_table()
        check, seat = f"/api/tables/{table}/check", ada.look(table)["seat"]
        third = {"seat": seat, "move": "money", "then": ["money", "money"]}
        problem(ada.ask("POST", check, third), 422, "refuse.not-your-turn")
        many = {"seat": seat, "move": "money", "then": ["money"] * 101}
        problem(ada.ask("POST", check, many), 400, "house.field-wrong")


def test_checking_a_move_does_not_reveal_what_nature_will_draw() -> None:
    with visitors() as (ada, _):
        table = ada.create_table()
        seat = ada.look(table)["seat"]
        preview = good(ada.ask("POST", f"/api/tables/{table}/check", {"seat": seat, "move": "contracts"}))
        assert [fact["id"] for fact in preview["facts"]] == ["fact.contracts"]
        assert preview["view"]["hand"] == ada.look(table)["view"]["hand"]


def test_a_guest_can_ask_why_before_making_a_move() -> None:
    with visitors() as (ada, bob):
        table = ada.create_table()
        now = ada.look(table)
        why = f"/api/tables/{table}/why"
        answer = good(ada.ask("POST", why, {"seat": now["seat"], "about": "done"}))
        assert (answer["problem"]["rule"], answer["problem"]["code"]) == ("R12", "refused")
        assert answer == good(ada.ask("POST", why, {"seat": now["seat"], "move": "done"}))
        assert good(ada.ask("POST", why, {"seat": now["seat"], "about": "money"})) == {"problem": None, "move": None}
        problem(ada.ask("POST", why, {"seat": now["seat"], "about": "x"}), 400, "read.nothing-to-ask")
        problem(bob.ask("POST", why, {"seat": now["seat"], "about": "money"}), 403, "house.not-your-seat")


def test_offers_have_texts_and_prices_and_the_table_has_a_task() -> None:
    with visitors() as (ada, _):
        now = ada.look(ada.create_table())
        assert now["legal"][-1] == {"move": {"type": "money"}, "text": "money", "price": 0, "hint": None}
        assert now["task"] == {"id": "task.action", "params": {"left": 2}}


def test_the_ground_is_the_same_for_everybody_and_has_a_light_and_a_dark_theme() -> None:
    with visitors() as (ada, bob):
        table = ada.create_table()
        light = ada.get(f"/api/tables/{table}/ground")
        assert bob.get(f"/api/tables/{table}/ground", look="light") == light
        dark = bob.get(f"/api/tables/{table}/ground", look="dark")
        assert dark["layout"] == light["layout"]
        assert dark["ground"] != light["ground"]
        assert len(light["layout"]["hexes"]) > 50


def test_the_history_of_scores_is_shown_once_the_game_is_over() -> None:
    with visitors() as (ada, bob):
        table = ada.create_table()
        problem(ada.ask("GET", f"/api/tables/{table}/review"), 409, "house.not-over")
        while ada.look(table, since=NO_LOG)["table"]["state"] == "running":
            ada.play(table, 1)
        over = ada.look(table, since=NO_LOG)["table"]
        course = bob.get(f"/api/tables/{table}/review")["milestones"]
        assert [milestone["round"] for milestone in course] == list(range(1, len(course) + 1))
        assert course[-1]["totals"] == [score["total"] for score in over["result"]["scores"]]
        assert [milestone["ply"] for milestone in course] == sorted({milestone["ply"] for milestone in course})


def test_requests_with_the_same_key_make_one_move() -> None:
    with visitors() as (ada, _):
        table = ada.create_table()
        now = ada.look(table)
        body = {"seat": now["seat"], "move": "money", "expect": now["table"]["ply"], "key": "once"}
        plies = [ada.post(f"/api/tables/{table}/moves", body)["ply"] for _ in range(3)]
        assert plies == [now["table"]["ply"] + 1] * 3
        assert len(ada.look(table, since=now["table"]["ply"])["log"]) == 1


def test_a_move_can_be_taken_back_once_and_only_by_its_player() -> None:
    with visitors() as (ada, bob):
        table = ada.create_table()
        start = ada.look(table)
        track = next(offer["move"] for offer in start["legal"] if offer["move"]["type"] == "track")
        good(ada.try_move(table, move=track))
        body = {"seat": start["seat"], "expect": start["table"]["ply"] + 1, "key": "u", "turn": True}
        problem(bob.ask("POST", f"/api/tables/{table}/undo", body), 403, "house.not-your-seat")
        assert ada.look(table)["undo"] == 1
        assert ada.post(f"/api/tables/{table}/undo", body) == {"ply": start["table"]["ply"] + 2}
        now = ada.look(table)
        assert (now["view"], now["log"][-1]["text"], now["log"][-1]["undone"]) == (start["view"], None, 1)
        again = {**body, "key": None, "expect": start["table"]["ply"] + 2}
        problem(ada.ask("POST", f"/api/tables/{table}/undo", again), 409, "house.cannot-undo")


def test_a_past_position_can_be_seen_and_forked() -> None:
    with visitors() as (ada, bob):
        table = ada.create_table()
        ada.play(table, 5)
        now = ada.look(table)
        ply = now["table"]["ply"] - 2
        past = bob.get(f"/api/tables/{table}/at/{ply}")
        assert (past["legal"], past["log"][0]["ply"]) == ([], ply)
        problem(bob.ask("GET", f"/api/tables/{table}/at/9999"), 404, "house.no-ply")
        seats = [{"kind": "me"}, {"kind": "bot"}]
        forked = bob.post(f"/api/tables/{table}/fork/{ply}", {"seats": seats})["id"]
        assert bob.look(forked)["table"]["state"] == "running"
        record = bob.get(f"/api/tables/{forked}/record")
        assert [part["start"] for part in record["parts"]] == ["?"]


def test_a_record_of_a_running_game_keeps_its_secrets() -> None:
    with visitors() as (ada, bob):
        table = ada.create_table("me", "bot")
        record = bob.get(f"/api/tables/{table}/record")
        assert record["seed"] is None
        assert "?" in [text for _, text in record["moves"]]


def test_of_ten_simultaneous_moves_one_is_accepted() -> None:
    with served() as address:
        with httpx.Client(base_url=f"http://{address}", timeout=60) as client:
            ada = Visitor(client, f"http://{address}").create_me()
            table = ada.create_table()
            now = ada.look(table)
        body = {"seat": now["seat"], "move": "money", "expect": now["table"]["ply"]}
        headers = {"origin": f"http://{address}", "cookie": f"sid={ada.cookies['sid']}"}

        def race(number: int) -> int:
            url = f"http://{address}/api/tables/{table}/moves"
            return httpx.post(url, json={**body, "key": str(number)}, headers=headers).status_code

        with ThreadPoolExecutor(10) as racers:
            assert sorted(racers.map(race, range(10))) == [200] + [409] * 9
