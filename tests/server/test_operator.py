"""For those who run the server: health, metrics, and who may see them."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

import httpx
import msgspec
import pytest
from litestar.testing import TestClient
from prometheus_client.parser import text_string_to_metric_families

from engineshed.server.app import make_app
from engineshed.server.service import Service
from engineshed.server.sqlite import SQLiteStore
from engineshed.server.web import operator
from engineshed.server.web.operator import Operators
from tests.server.play import PATIENCE
from tests.server.test_app_serve import create_me, service
from tests.server.web import FREE, ORIGIN, Visitor, good, new_service, served, web

TOKEN = "-".join(("a", "token", "that", "nobody", "guesses"))
GUARDED = msgspec.structs.replace(FREE, operators=Operators(metrics=TOKEN, admin="another token, for more"))


def metrics_in(text: str) -> dict[str, float]:
    """Every sample, by its name and labels."""
    return {
        sample.name + "".join(f"[{value}]" for value in sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def ask(client: object, token: str = TOKEN) -> dict[str, float]:
    assert isinstance(client, TestClient)
    answer = client.get("/metrics", headers={"authorization": f"Bearer {token}"})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/plain; version=")
    return metrics_in(answer.text)


# -- health ---------------------------------------------------------------------------------------------------------


def test_a_server_that_works_is_alive_and_ready() -> None:
    with web() as client:
        for path in ("/health/live", "/health/ready"):
            answer = client.get(path)
            assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
            assert client.head(path).status_code == 200


def test_without_its_store_it_is_alive_but_not_ready(tmp_path: Path) -> None:
    with web(service=Service(SQLiteStore(tmp_path / "x.db"), time.time)) as client:
        with sqlite3.connect(tmp_path / "x.db", isolation_level=None) as other:
            other.execute("BEGIN EXCLUSIVE")
            assert client.get("/health/ready").status_code == 503
            assert client.get("/health/live").status_code == 200
            other.execute("ROLLBACK")
        time.sleep(1.1)
        assert client.get("/health/ready").status_code == 200


def test_the_store_is_not_asked_by_every_request(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = 0

    async def ping(_store: SQLiteStore) -> None:
        nonlocal asked
        asked += 1

    monkeypatch.setattr(SQLiteStore, "ping", ping)
    monkeypatch.setattr(operator, "FRESH", 60.0)  # a busy machine may take more than the usual second
    with web() as client:
        for _ in range(20):
            assert client.get("/health/ready").status_code == 200
    assert asked == 1


# -- metrics --------------------------------------------------------------------------------------------------------


def test_moves_requests_sockets_and_tables_are_counted() -> None:
    with web(GUARDED) as client:
        before, ada = ask(client), Visitor(client).create_me()
        table = ada.create_table()
        ada.play(table, 3)
        with client.websocket_connect(f"/api/tables/{table}/live", headers={"origin": ORIGIN}) as socket:
            socket.receive_json(timeout=PATIENCE)
            during = ask(client)
        time.sleep(0.3)
        after = ask(client)

    def more(name: str) -> float:
        return after.get(name, 0.0) - before.get(name, 0.0)

    assert more("engineshed_moves_total[guest][steam-power]") == 3
    assert more("engineshed_requests_total[POST /api/tables/{table}/moves][200]") == 3
    assert more("engineshed_request_seconds_count[POST /api/tables/{table}/moves]") == 3
    assert more("engineshed_loop_lag_seconds_count") >= 1
    assert (during["engineshed_sockets"], after["engineshed_sockets"]) == (1, 0)
    assert after["engineshed_tables_in_memory"] == 1
    assert after["engineshed_bots_waiting"] == 0
    assert after["process_resident_memory_bytes"] > 10_000_000


def test_connections_and_what_is_refused_at_once_are_counted() -> None:
    with served(GUARDED) as address:
        headers = {"authorization": f"Bearer {TOKEN}"}
        with httpx.Client(base_url=f"http://{address}", timeout=PATIENCE) as client:
            before = metrics_in(client.get("/metrics", headers=headers).text)
            long = client.get("/" + "x" * 10_000)
            after = metrics_in(httpx.get(f"http://{address}/metrics", headers=headers).text)
    assert long.status_code == 414
    assert not any(name.startswith("engineshed_refused_total[") for name in before)
    assert after["engineshed_refused_total[address-too-long]"] == 1
    assert before["engineshed_connections"] == 1
    assert (before["engineshed_requests_working"], after["engineshed_requests_working"]) == (1, 1), "the one that asks"


def test_failures_of_the_store_are_counted(tmp_path: Path) -> None:
    here = Service(SQLiteStore(tmp_path / "x.db"), time.time)
    with web(GUARDED, here) as client:
        before = ask(client)["engineshed_store_errors_total"]
        with sqlite3.connect(tmp_path / "x.db") as other:
            other.execute("ALTER TABLE tables RENAME TO gone")
        assert client.get("/api/lobby").status_code == 503
        assert ask(client)["engineshed_store_errors_total"] == before + 1


def test_a_bots_turn_is_counted_as_a_bots(tmp_path: Path) -> None:
    with service(tmp_path, "--unlimited", "--bot-workers", "1") as (client, _):
        ada = create_me(client)
        table = ada.create_table("me", "bot")
        deadline = time.monotonic() + 30
        while "engineshed_moves_total[bot][steam-power]" not in (told := metrics_in(client.get("/metrics").text)):
            assert time.monotonic() < deadline
            if ada.look(table)["table"]["my_turn"]:
                good(ada.try_move(table))
        assert told["engineshed_moves_total[bot][steam-power]"] >= 1


def test_addresses_that_do_not_exist_share_one_name() -> None:
    with web(GUARDED) as client:
        for path in ("/a", "/b", "/api/c"):
            client.get(path)
        client.request("BREW", "/coffee")
        names = [name for name in ask(client) if name.startswith("engineshed_requests_total")]
        assert any("[GET nowhere][404]" in name for name in names)
        assert not [name for name in names if "/api/c" in name or "BREW" in name]


# -- who may see them -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "given", ["", "Bearer", "Bearer wrong", f"Basic {TOKEN}", f"Bearer {TOKEN}x", f"bearer x{TOKEN}"]
)
def test_metrics_need_the_token(given: str) -> None:
    with web(GUARDED) as client:
        assert client.get("/metrics", headers={"authorization": given}).status_code == 403
        assert client.get("/metrics").status_code == 403


def test_the_token_for_metrics_is_not_the_one_for_acts() -> None:
    with web(GUARDED) as client:
        assert client.get("/metrics", headers={"authorization": "Bearer another token, for more"}).status_code == 403


def test_nobody_sees_metrics_if_nothing_is_configured() -> None:
    with web() as client:
        assert client.get("/metrics").status_code == 403
        assert client.get("/metrics", headers={"authorization": "Bearer "}).status_code == 403


@pytest.mark.parametrize(
    ("address", "headers", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("::1", {}, 200),
        ("192.0.2.1", {}, 403),
        ("127.0.0.1", {"x-forwarded-for": "192.0.2.1"}, 403),
        ("127.0.0.1", {"forwarded": "for=192.0.2.1"}, 403),
        ("127.0.0.1", {"via": "1.1 proxy"}, 403),
    ],
)
def test_this_machine_may_see_metrics_but_nobody_through_it(address: str, headers: dict[str, str], status: int) -> None:
    settings = msgspec.structs.replace(FREE, operators=Operators(local=True))
    app = make_app(new_service(), settings)

    async def from_there(scope: dict[str, object], receive: object, send: object) -> None:
        await app({**scope, "client": (address, 1)} if scope["type"] == "http" else scope, receive, send)  # type: ignore[arg-type]

    with TestClient(from_there, base_url=ORIGIN) as client:  # type: ignore[type-var]
        assert client.get("/metrics", headers=headers).status_code == status


def test_a_server_behind_a_proxy_shows_them_only_with_a_token(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with service(tmp_path, "--origin", "https://play.example.org") as (client, _):
        assert client.get("/metrics").status_code == 403
    monkeypatch.setenv("ENGINESHED_METRICS_TOKEN", TOKEN)
    with service(tmp_path, "--origin", "https://play.example.org") as (client, _):
        assert client.get("/metrics", headers={"authorization": f"Bearer {TOKEN}"}).status_code == 200
