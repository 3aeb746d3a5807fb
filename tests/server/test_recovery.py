"""Coming back without a cookie: the recovery code, and the devices that know a guest."""

from __future__ import annotations

import asyncio
import re

import pytest

from engineshed.server import mydata, recovery
from engineshed.server.app import Settings
from engineshed.server.web.limits import Limits, Rate
from tests.server.play import new_guest, opened, refused, run
from tests.server.web import ORIGIN, Visitor, problem, visitors, web

CODE = re.compile(r"[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){4}")


def test_a_guest_who_has_lost_all_cookies_comes_back_with_the_code() -> None:
    with visitors() as (ada, bob):
        table = ada.create_table()
        assert ada.get("/api/me/devices")["recovery"] is None
        code = ada.post("/api/me/recovery")["code"]
        assert CODE.fullmatch(code)
        assert ada.get("/api/me/devices")["recovery"] is not None
        assert code not in str(ada.get("/api/me/data")), "it is shown once"
        lost = Visitor(ada.client)
        assert lost.post("/api/me/recover", {"code": code})["name"] == "Ada"
        assert lost.look(table)["seat"] is not None
        assert ada.get("/api/me/devices")["recovery"] is None, "it is used up"
        problem(bob.ask("POST", "/api/me/recover", {"code": code, "replace": True}), 403, "house.dead-recovery")
        assert bob.get("/api/me")["name"] == "Bob"


def test_the_code_is_read_as_people_write_it_and_a_new_one_replaces_it() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            old = (await recovery.new_code(service, ada)).code
            new = (await recovery.new_code(service, ada)).code
            with refused("forbidden", "dead-recovery"):
                await recovery.come_back(service, old)
            typed = new.lower().replace("-", " ").replace("0", "o").replace("1", "l")
            assert (await recovery.come_back(service, f" {typed} "))[0] == ada
            for wrong in ("", "x", new[:-1], new + "A", "ſ" * 20, "0" * 20):
                with refused("forbidden", "dead-recovery"):
                    await recovery.come_back(service, wrong)

    run(go())


def test_only_one_of_several_uses_a_code_and_none_after_the_data_was_deleted() -> None:
    async def go() -> None:
        async with opened() as service:
            ada = await new_guest(service)
            code = (await recovery.new_code(service, ada)).code
            tried = await asyncio.gather(*(recovery.come_back(service, code) for _ in range(4)), return_exceptions=True)
            assert sum(isinstance(one, tuple) for one in tried) == 1
            code = (await recovery.new_code(service, ada)).code
            await mydata.delete(service, ada)
            with refused("forbidden", "dead-recovery"):
                await recovery.come_back(service, code)

    run(go())


def test_attempts_are_limited() -> None:
    with web(Settings(limits=Limits(recoveries=Rate(1 / 3600, 2)))) as client:
        thief = Visitor(client)
        for _ in range(2):
            problem(thief.ask("POST", "/api/me/recover", {"code": "0" * 20}), 403, "house.dead-recovery")
        problem(thief.ask("POST", "/api/me/recover", {"code": "0" * 20}), 429, "house.too-many")


def test_a_device_with_a_guest_is_asked_first() -> None:
    with visitors() as (ada, bob):
        code = ada.post("/api/me/recovery")["code"]
        problem(bob.ask("POST", "/api/me/recover", {"code": code}), 409, "house.known-guest")
        assert bob.post("/api/me/recover", {"code": code, "replace": True})["name"] == "Ada"


@pytest.mark.parametrize("others", [0, 2])
def test_other_devices_are_listed_and_signed_out_together(others: int) -> None:
    with visitors() as (ada, _):
        phones = [Visitor(ada.client) for _ in range(others)]
        for phone in phones:
            link = ada.post("/api/me/devices", {"page": f"{ORIGIN}/me"})["link"]
            phone.post("/api/me/device", {"code": link.partition("#")[2]})
        found = ada.get("/api/me/devices")["devices"]
        assert [device["this"] for device in found] == [True, *[False] * others]
        assert ada.ask("DELETE", "/api/me/devices").status_code == 204
        assert [phone.get("/api/me") for phone in phones] == [None] * others
        assert ada.get("/api/me")["name"] == "Ada"
        assert len(ada.get("/api/me/devices")["devices"]) == 1
