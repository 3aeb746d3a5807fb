"""A guest's own data: cookies that expire, signing out, another device, a copy of everything, deleting it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engineshed.server import guests, mydata
from engineshed.server.guests import DAY
from engineshed.server.rows import Session
from engineshed.server.secrets import hash_of
from engineshed.server.service import Service
from engineshed.server.sqlite import SQLiteStore
from tests.server.play import ME, OPEN, new_guest, new_table, refused, run
from tests.server.test_retention import Clock, service_and_clock
from tests.server.web import FREE, ORIGIN, Visitor, good, new_service, problem, visitors, web

PAGE = f"{ORIGIN}/me"


# -- cookies --------------------------------------------------------------------------------------------------------


async def session_of(service: Service, cookie: guests.Cookie) -> Session:
    found = await service.store.session(hash_of(cookie.token))
    assert found is not None
    return found


def test_a_cookie_expires_half_a_year_after_the_last_visit() -> None:
    async def go(clock: Clock, service: Service) -> None:
        ada, cookie = await guests.welcome(service, "Ada", "en")
        clock.pass_days(179)
        assert await guests.who(service, cookie.token) == ada
        assert await guests.renew(service, cookie.token) == cookie
        clock.pass_days(179.9)
        assert await guests.who(service, cookie.token) == ada
        clock.pass_days(0.2)
        assert await guests.who(service, cookie.token) is None

    async def with_service() -> None:
        async with service_and_clock() as (service, clock):
            await go(clock, service)

    run(with_service())


def test_no_cookie_gets_older_than_a_year_and_nobody_is_shut_out() -> None:
    async def go() -> None:
        async with service_and_clock() as (service, clock):
            ada, cookie = await guests.welcome(service, "Ada", "en")
            tokens, oldest = {cookie.token}, 0.0
            for _ in range(40):
                clock.pass_days(30)
                assert await guests.who(service, cookie.token) == ada
                cookie = await guests.renew(service, cookie.token)
                tokens.add(cookie.token)
                oldest = max(oldest, clock.now + cookie.seconds - (await session_of(service, cookie)).created)
            assert len(tokens) > 5
            assert oldest <= 365 * DAY
            assert await guests.who(service, cookie.token) == ada

    run(go())


def test_a_replaced_cookie_works_a_little_longer_and_then_no_more() -> None:
    async def go() -> None:
        async with service_and_clock() as (service, clock):
            ada, old = await guests.welcome(service, "Ada", "en")
            clock.pass_days(100)
            await guests.renew(service, old.token)
            clock.pass_days(81)
            new = await guests.renew(service, old.token)
            assert new.token != old.token
            assert await guests.who(service, old.token) == ada
            clock.pass_days(1 / 12)
            assert await guests.who(service, old.token) is None
            assert await guests.who(service, new.token) == ada

    run(go())


def test_the_store_is_told_of_a_visit_once_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> None:
        async with service_and_clock() as (service, clock):
            told: list[float] = []

            async def extend(_hash: bytes, expires: float) -> None:
                told.append(expires)

            _, cookie = await guests.welcome(service, "Ada", "en")
            monkeypatch.setattr(service.store, "extend_session", extend)
            for _ in range(48):
                clock.pass_days(1 / 50)
                await guests.renew(service, cookie.token)
            assert told == []
            clock.pass_days(0.1)
            await guests.renew(service, cookie.token)
            assert len(told) == 1

    run(go())


# -- signing out, another device ------------------------------------------------------------------------------------


def test_signing_out_ends_this_session_only() -> None:
    with web() as client:
        ada, phone = Visitor(client).create_me("Ada"), Visitor(client)
        made = ada.post("/api/me/devices", {"page": PAGE})
        assert phone.post("/api/me/device", {"code": made["link"].partition("#")[2]})["name"] == "Ada"
        before = dict(ada.cookies)
        answer = ada.ask("DELETE", "/api/me/session")
        assert answer.status_code == 204
        assert answer.headers["set-cookie"].startswith("sid=; Path=/; Max-Age=0; HttpOnly")
        ada.cookies = before
        assert ada.get("/api/me") is None, "the cookie is worth nothing any more"
        assert phone.get("/api/me")["name"] == "Ada"
        problem(ada.ask("DELETE", "/api/me/session"), 401, "house.unknown-guest")


def test_a_link_makes_another_device_mine_once() -> None:
    with visitors() as (ada, bob):
        table = ada.create_table()
        made = ada.post("/api/me/devices", {"page": PAGE})
        page, _, code = made["link"].partition("#")
        assert (page, len(code) >= 32) == (PAGE, True)
        phone, thief = Visitor(ada.client), Visitor(ada.client)
        phone.post("/api/me/device", {"code": code})
        assert phone.look(table)["seat"] is not None
        problem(thief.ask("POST", "/api/me/device", {"code": code}), 403, "house.dead-code")
        assert phone.cookies["sid"] != ada.cookies["sid"]
        assert code not in phone.cookies["sid"]
        assert bob.get("/api/me")["name"] == "Bob"


def test_a_device_with_a_guest_is_asked_before_they_are_replaced() -> None:
    with visitors() as (ada, bob):
        code = ada.post("/api/me/devices", {"page": PAGE})["link"].partition("#")[2]
        problem(bob.ask("POST", "/api/me/device", {"code": code}), 409, "house.known-guest")
        assert bob.get("/api/me")["name"] == "Bob"
        assert bob.post("/api/me/device", {"code": code, "replace": True})["name"] == "Ada"
        assert bob.get("/api/me")["name"] == "Ada"


def test_a_link_for_a_device_is_short_lived() -> None:
    async def go() -> None:
        async with service_and_clock() as (service, clock):
            ada = await new_guest(service)
            early, late = await mydata.new_device(service, ada), await mydata.new_device(service, ada)
            clock.pass_days(9.9 / 60 / 24)
            assert (await mydata.join_device(service, early.code))[0] == ada
            clock.pass_days(0.2 / 60 / 24)
            with refused("forbidden", "dead-code"):
                await mydata.join_device(service, late.code)

    run(go())


def test_the_picture_of_a_link_is_plain_svg() -> None:
    with visitors() as (ada, _):
        made = ada.post("/api/me/devices", {"page": PAGE})
        assert re.match(r"<svg [^>]*viewBox=", made["picture"])
        assert len(made["picture"]) < 20_000
        assert "script" not in made["picture"]


@pytest.mark.parametrize("page", ["javascript:alert(1)", "", "http://x y", f"http://{'x' * 300}", "http://a#b"])
def test_links_lead_to_pages(page: str) -> None:
    with visitors() as (ada, _):
        assert ada.ask("POST", "/api/me/devices", {"page": page}).status_code == 400


# -- a copy of everything, and deleting it --------------------------------------------------------------------------


def test_the_copy_has_everything_that_is_kept_about_me_and_nothing_about_others() -> None:
    with visitors() as (ada, bob):
        table = ada.create_table("me", "me", public=True, shared=True)
        ada.post(f"/api/tables/{table}/chat", {"text": "my words"})
        bob.post(f"/api/tables/{table}/chat", {"text": "their words"})
        ada.post(f"/api/tables/{table}/reports", {"text": "my report"})
        data = ada.get("/api/me/data")
        assert (data["name"], data["language"]) == ("Ada", "en")
        assert [(row["id"], row["owner"], row["seats"]) for row in data["tables"]] == [(table, True, [0, 1])]
        assert [line["text"] for line in data["chat"]] == ["my words"]
        assert [row["text"] for row in data["reports"]] == ["my report"]
        assert len(data["sessions"]) == 1
        assert "their words" not in str(data)
        assert ada.cookies["sid"] not in str(data)
        assert bob.get("/api/me/data")["tables"] == []


def test_deleting_leaves_no_name_anywhere_and_the_game_goes_on() -> None:
    here = new_service()
    with web(FREE, here) as client:
        ada, bob = Visitor(client).create_me("Adalbert"), Visitor(client).create_me("Bob")
        created = ada.post(
            "/api/tables", {"game": "steam-power", "seats": [{"kind": "me"}, {"kind": "open"}], "public": True}
        )
        table = created["id"]
        bob.post(f"/api/tables/{table}/claim", {"token": created["links"]["1"]})
        ada.post(f"/api/tables/{table}/chat", {"text": "my words"})
        waiting = ada.create_table("me", "open", public=True)
        before = dict(ada.cookies)
        assert ada.ask("DELETE", "/api/me").status_code == 204
        now = bob.look(table)["table"]
        assert [(seat["name"], seat["away"]) for seat in now["seats"]] == [("", True), ("Bob", False)]
        assert now["state"] == "running"
        assert bob.look(waiting)["table"]["seats"][0]["kind"] == "open"
        assert [(line["name"], line["text"]) for line in bob.get(f"/api/tables/{table}/chat")] == [("", "")]
        ada.cookies = before
        assert ada.get("/api/me") is None
        problem(ada.ask("POST", f"/api/tables/{table}/chat", {"text": "x"}), 401, "house.unknown-guest")


def test_a_deleted_guest_is_not_in_the_file(tmp_path: Path) -> None:
    async def go() -> None:
        service = Service(SQLiteStore(tmp_path / "x.db"), Clock())
        ada = await new_guest(service, "Xanthippe")
        await new_table(service, ada, ME, OPEN)
        await mydata.delete(service, ada)
        found: list[str] = []
        await service.store.dump(lambda dump: found.extend(str(list(table.rows)) for table in dump.tables))
        assert "Xanthippe" not in str(found)
        await service.store.close()

    run(go())


def test_deleting_needs_a_guest() -> None:
    with web() as client:
        problem(Visitor(client).ask("DELETE", "/api/me"), 401, "house.unknown-guest")
        good(Visitor(client).ask("GET", "/api/me"))
