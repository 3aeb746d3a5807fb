"""What operators do about trouble at tables, what guests notice, and the audit log that records it all."""

from __future__ import annotations

import httpx
import msgspec
import pytest
from litestar.exceptions import WebSocketDisconnect

from engineshed.server import moderation, penalties
from engineshed.server.app import Settings
from engineshed.server.chat import lines, say
from engineshed.server.rows import Search
from engineshed.server.web.limits import Limits
from engineshed.server.web.operator import Operators
from tests.server.play import ME, OPEN, PATIENCE, live, new_guest, new_table, opened, play_on, play_one, refused, run
from tests.server.web import FREE, ORIGIN, Doc, Visitor, good, problem, web

TOKEN = "-".join(("a", "token", "for", "operators"))
RUN = msgspec.structs.replace(FREE, operators=Operators(admin=TOKEN))


class Operator:
    """Somebody with the token, who has no cookie and sends no origin."""

    def __init__(self, client: httpx.Client) -> None:
        self.client, self.token = client, TOKEN

    def ask(self, method: str, path: str, body: Doc | None = None) -> httpx.Response:
        self.client.cookies.clear()
        headers = {"authorization": f"Bearer {self.token}"}
        return self.client.request(method, f"/api/admin/{path}", headers=headers, json=body)

    def does(self, path: str, **body: object) -> None:
        answer = self.ask("POST", path, {"note": "because", **body})
        assert answer.status_code == 204, answer.text

    def sees(self, path: str) -> list[Doc]:
        found: list[Doc] = good(self.ask("GET", path))
        return found


def guest_id(operator: Operator, table: str, seat: int) -> str:
    return str(good(operator.ask("GET", f"tables/{table}"))["seats"][seat]["id"])


# -- closing --------------------------------------------------------------------------------------------------------


def test_nothing_happens_at_a_closed_table_until_it_is_opened_again() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada)
            await play_on(service, ada, table, 20)
            before = await live(service, table)
            await moderation.close(service, table, "a quarrel")
            with refused("conflict", "closed"):
                await play_one(service, ada, table)
            with refused("conflict", "closed"):
                await say(service, ada, table, "hello?")
            with refused("conflict", "closed"):
                await moderation.close(service, table, "again")
            assert (await live(service, table)).row.state == "closed"
            await moderation.reopen(service, table, "all is well")
            after = await live(service, table)
            assert (after.row.state, after.ply, after.row.to_act) == ("running", before.ply, before.row.to_act)
            await play_one(service, ada, table)
            with refused("conflict", "not-closed"):
                await moderation.reopen(service, table, "again")

    run(go())


@pytest.mark.parametrize("state", ["open", "over"])
def test_a_table_before_or_after_its_game_can_be_closed_too(state: str) -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada, ME, OPEN if state == "open" else ME, public=True, shared=True)
            if state == "over":
                await play_on(service, ada, table)
            await moderation.close(service, table, "a rude title")
            assert (await live(service, table)).row.state == "closed"
            assert (await service.store.listings(Search())).tables == []
            await moderation.reopen(service, table, "a better one")
            assert (await live(service, table)).row.state == state

    run(go())


def test_players_see_that_their_table_is_closed_and_strangers_cannot_take_its_seats() -> None:
    with web(RUN) as client:
        ada, bob, operator = Visitor(client).create_me("Ada"), Visitor(client).create_me("Bob"), Operator(client)
        table = ada.create_table("me", "open", public=True)
        operator.does(f"tables/{table}/close")
        now = ada.look(table)
        assert (now["table"]["state"], now["view"]) == ("closed", None)
        problem(bob.ask("POST", f"/api/tables/{table}/seats/1/join"), 409, "house.closed")
        problem(ada.ask("POST", f"/api/tables/{table}/seats/0/leave"), 409, "house.closed")
        assert [row["act"] for row in operator.sees("audit")] == ["close"]


def test_a_socket_says_that_the_table_is_closed() -> None:
    with web(RUN) as client:
        ada, operator = Visitor(client).create_me("Ada"), Operator(client)
        table = ada.create_table()
        client.cookies.clear()
        headers = {"origin": ORIGIN, "cookie": f"sid={ada.cookies['sid']}"}
        with client.websocket_connect(f"/api/tables/{table}/live", headers=headers) as socket:
            assert socket.receive_json(timeout=PATIENCE)["now"]["table"]["state"] == "running"
            operator.does(f"tables/{table}/close")
            assert socket.receive_json(timeout=PATIENCE)["now"]["table"]["state"] == "closed"


# -- silencing and banning ------------------------------------------------------------------------------------------


def test_a_silenced_guest_can_play_but_not_write() -> None:
    with web(RUN) as client:
        ada, operator = Visitor(client).create_me("Ada"), Operator(client)
        table = ada.create_table()
        target = guest_id(operator, table, 0)
        operator.does("penalties", kind="mute", target=target)
        told = problem(ada.ask("POST", f"/api/tables/{table}/chat", {"text": "hello"}), 403, "house.muted")
        assert "silenced" in told["text"]
        good(ada.try_move(table))
        operator.does("penalties/lift", kind="mute", target=target)
        good(ada.ask("POST", f"/api/tables/{table}/chat", {"text": "hello"}))
        assert [row["act"] for row in operator.sees("audit")] == ["unmute", "mute"]


def test_a_banned_guest_can_watch_but_not_play_and_bots_play_on() -> None:
    with web(RUN) as client:
        ada, operator = Visitor(client).create_me("Ada"), Operator(client)
        running, waiting = ada.create_table("me", "me"), ada.create_table("me", "open")
        target = guest_id(operator, running, 0)
        operator.does("penalties", kind="ban", target=target, days=2)
        for path, body in (
            (f"/api/tables/{running}/moves", {"seat": 0, "move": "money", "expect": 0}),
            (f"/api/tables/{running}/chat", {"text": "hello"}),
            (f"/api/tables/{running}/seats/0/back", None),
            ("/api/tables", {"game": "steam-power", "seats": [{"kind": "me"}]}),
        ):
            problem(ada.ask("POST", path, body), 403, "house.banned")
        assert [seat["away"] for seat in ada.look(running)["table"]["seats"]] == [True, True]
        assert [seat["kind"] for seat in ada.look(waiting)["table"]["seats"]] == ["open", "open"]
        assert ada.get("/api/me")["name"] == "Ada"
        (kept,) = operator.sees("penalties")
        assert (kept["target"], kept["until"] - kept["at"]) == (target, 2 * 86400)


@pytest.mark.parametrize("act", ["ban", "delete"])
def test_the_socket_of_somebody_who_is_banned_or_gone_is_closed_and_says_why(act: str) -> None:
    with web(RUN) as client:
        ada, operator = Visitor(client).create_me("Ada"), Operator(client)
        table = ada.create_table(public=True, shared=True)
        headers = {"origin": ORIGIN, "cookie": f"sid={ada.cookies['sid']}"}
        with client.websocket_connect(f"/api/tables/{table}/live", headers=headers) as socket:
            socket.receive_json(timeout=PATIENCE)
            if act == "ban":
                operator.does("penalties", kind="ban", target=guest_id(operator, table, 0))
            else:
                good(ada.ask("DELETE", "/api/me"))
            while (told := socket.receive_json(timeout=PATIENCE))["type"] != "problem":
                pass
            assert told["problem"]["message"]["id"] == ("house.banned" if act == "ban" else "house.unknown-guest")
            with pytest.raises(WebSocketDisconnect) as closed:
                socket.receive_json(timeout=PATIENCE)
            assert closed.value.code == (4403 if act == "ban" else 4401)


def test_a_penalty_ends_by_itself() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada)
            await moderation.punish(service, "mute", ada.id, 10 / 86400, "ten seconds")
            with refused("forbidden", "muted"):
                await say(service, ada, table, "too early")
            for _ in range(12):
                service.clock()  # a second for each look
            await say(service, ada, table, "in time")
            assert [line.text for line in await lines(service, ada, table, 0)] == ["in time"]

    run(go())


@pytest.mark.parametrize("address", ["testclient.5", "::1"])
def test_an_address_can_be_banned(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engineshed.server.web.request.network_of", lambda _client: "192.0.2.7")
    with web(RUN) as client:
        ada, operator = Visitor(client).create_me("Ada"), Operator(client)
        operator.does("penalties", kind="ban", target=address if address == "::1" else "192.0.2.7")
        answers = [
            ada.ask("POST", "/api/tables", {"game": "steam-power", "seats": [{"kind": "me"}]}),
            Visitor(client).ask("POST", "/api/me", {"name": "Eve"}),
        ]
        assert [answer.status_code for answer in answers] == ([201, 201] if address == "::1" else [403, 403])


def test_another_process_learns_of_a_penalty_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            table = await new_table(service, ada)
            await say(service, ada, table, "hello")
            monkeypatch.setattr(service.penalties, "forget", lambda: None)
            await moderation.punish(service, "mute", ada.id, None, "elsewhere")
            await say(service, ada, table, "not known yet")
            monkeypatch.setattr(penalties, "FRESH", 0.0)
            with refused("forbidden", "muted"):
                await say(service, ada, table, "known now")

    run(go())


# -- reports --------------------------------------------------------------------------------------------------------


def test_a_report_has_the_chat_as_it_was_and_is_settled_once() -> None:
    with web(RUN) as client:
        ada, bob, operator = Visitor(client).create_me("Ada"), Visitor(client).create_me("Bob"), Operator(client)
        table = ada.create_table("me", "me", public=True, shared=True)
        for number in range(25):
            good(bob.ask("POST", f"/api/tables/{table}/chat", {"text": f"rude {number}"}))
        assert good(ada.ask("POST", f"/api/tables/{table}/reports", {"text": "Bob is\nrude"})) == {"number": 1}
        (told,) = operator.sees("reports")
        assert (told["text"], told["table"], told["settled"]) == ("Bob is rude", table, None)
        assert [line["text"] for line in told["lines"]] == [f"rude {number}" for number in range(5, 25)]
        assert told["lines"][0]["guest"] != told["guest"]
        operator.does("reports/1/settle")
        answer = operator.ask("POST", "reports/1/settle", {"note": "again"})
        problem(answer, 404, "house.no-report")
        assert (operator.sees("reports"), len(operator.sees("reports?settled=true"))) == ([], 1)


def test_only_guests_who_can_read_the_chat_can_report_it() -> None:
    with web(RUN) as client:
        ada, eve = Visitor(client).create_me("Ada"), Visitor(client).create_me("Eve")
        table = ada.create_table()
        problem(eve.ask("POST", f"/api/tables/{table}/reports", {"text": "x"}), 403, "house.not-at-table")
        problem(ada.ask("POST", f"/api/tables/{table}/reports", {"text": "x" * 1001}), 400, "house.text-long")
        problem(ada.ask("POST", f"/api/tables/{table}/reports", {"text": " "}), 400, "house.text-empty")


def test_reports_are_limited() -> None:
    with web(Settings(limits=Limits())) as client:
        ada = Visitor(client).create_me("Ada")
        table = ada.create_table()
        answers = [ada.ask("POST", f"/api/tables/{table}/reports", {"text": "x"}).status_code for _ in range(4)]
        assert answers == [201, 201, 201, 429]


# -- rights ---------------------------------------------------------------------------------------------------------


def test_acts_need_the_token_and_nothing_else() -> None:
    with web(RUN) as client:
        eve = Operator(client)
        for eve.token in ("", "wrong", TOKEN + "x"):
            assert eve.ask("GET", "audit").status_code == 403
        eve.token = TOKEN
        assert eve.sees("audit") == []


def test_without_a_token_nobody_is_an_operator() -> None:
    with web() as client:
        eve = Operator(client)
        for eve.token in ("", "None", TOKEN):
            assert eve.ask("GET", "audit").status_code == 403


def test_tokens_cannot_be_guessed_quickly() -> None:
    settings = Settings(limits=Limits(), operators=Operators(admin=TOKEN))
    with web(settings) as client:
        eve = Operator(client)
        eve.token = "wrong"  # noqa: S105
        answers = [eve.ask("GET", "audit").status_code for _ in range(61)]
        assert answers == [403] * 60 + [429]


def test_a_page_of_another_site_cannot_act_for_an_operator() -> None:
    with web(RUN) as client:
        answer = client.post("/api/admin/penalties", json={}, headers={"origin": "https://evil.example"})
        assert answer.json()["message"]["id"] == "house.foreign-origin"
        body = {"name": "Eve"}
        answer = client.post("/api/me", json=body, headers={"authorization": f"Bearer {TOKEN}"})
        assert answer.json()["message"]["id"] == "house.foreign-origin", "only the operators' own requests"


def test_lifting_a_penalty_that_does_not_exist_is_refused() -> None:
    with web(RUN) as client:
        operator = Operator(client)
        body = {"kind": "ban", "target": "nobody", "note": "x"}
        problem(operator.ask("POST", "penalties/lift", body), 404, "house.no-penalty")
        assert operator.sees("audit") == []
