"""Whatever happens on a server, its logs never contain a token, a hand or a seed."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from engineshed.core.contract import CHANCE
from engineshed.server import replay
from engineshed.server.logs import TextEntry
from engineshed.server.service import Service
from tests.server.play import GAME_ID
from tests.server.test_app_serve import create_me, my_turn, service
from tests.server.web import Visitor, good, new_service, web

CLIENTS = ("httpx", "httpcore", "websockets.client")
"""The loggers of the test's own clients."""


def be_rude(visitor: Visitor, table: str) -> None:
    """Send requests that fail in all the usual ways; some of them contain a secret."""
    for method, path, body in (
        ("GET", f"/api/tables/{table}?seat=9", None),
        ("GET", f"/api/tables/{table}/at/99999", None),
        ("GET", f"/nowhere?token={visitor.cookies['sid']}", None),
        ("POST", f"/api/tables/{table}/claim", {"token": visitor.cookies["sid"]}),
        ("POST", f"/api/tables/{table}/moves", {"seat": 0, "move": "nonsense", "expect": 0}),
        ("POST", f"/api/tables/{table}/check", {"seat": 0, "move": [visitor.cookies["sid"]]}),
        ("POST", "/api/me", {"name": "\u0000"}),
    ):
        assert 400 <= visitor.ask(method, path, body).status_code < 500


def test_a_whole_game_against_a_bot_leaves_nothing_in_the_log(tmp_path: Path) -> None:
    """With its usual settings the server logs nothing at all, whatever is requested."""
    with service(tmp_path, "--unlimited") as (client, log):
        ada, address = create_me(client), str(client.base_url).rstrip("/")
        table = ada.create_table("me", "bot")
        url = f"{address.replace('http', 'ws')}/api/tables/{table}/live?seat=0"
        with connect(url, origin=Origin(address), additional_headers={"Cookie": f"sid={ada.cookies['sid']}"}) as socket:
            socket.send("nonsense")
        be_rude(ada, table)
        while my_turn(ada, table):
            good(ada.try_move(table))
        assert ada.look(table)["table"]["state"] == "over"
    assert log.read_text() == f"Engine Shed is open at {address} (Ctrl-C closes it).\nEngine Shed is closed.\n"


def secrets_of(here: Service, table: str) -> list[str]:
    """The seed and the dealt hands, as they appear in the table's log and in the game's state."""
    loaded = here._tables[table]
    live, log = loaded.live, loaded.recalled(0, loaded.live.ply)
    assert log, "the log is short enough to be in memory"
    dealt = [entry.text for entry in log if entry.seat == CHANCE]
    assert dealt
    return [live.row.seed, *dealt, *(str(hand) for hand in live.state.hands)]


def test_not_even_a_bug_leaks_secrets(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every logger is at its most verbose, and the message of the error quotes every secret."""
    caplog.set_level(logging.DEBUG)
    here = new_service()
    with web(service=here) as client:
        ada, bob = Visitor(client).create_me("Ada"), Visitor(client).create_me("Bob")
        created = ada.post(
            "/api/tables", {"game": GAME_ID, "seats": [{"kind": "me"}, {"kind": "me"}, {"kind": "open"}]}
        )
        table = created["id"]
        bob.post(f"/api/tables/{table}/claim", {"token": created["links"]["2"]})
        ada.look(table)
        secrets = [ada.cookies["sid"], bob.cookies["sid"], created["links"]["2"], *secrets_of(here, table)]
        be_rude(ada, table)

        async def defective(*_: Any) -> None:
            raise ValueError(" ".join(secrets))

        monkeypatch.setattr(replay, "record", defective)
        broken = client.get(f"/api/tables/{table}/record")
        assert broken.status_code == 500
    lines = [TextEntry().format(entry) for entry in caplog.records if not entry.name.startswith(CLIENTS)]
    assert any("ValueError" in line for line in lines), "the bug is logged"
    for secret in secrets:
        assert not [line for line in lines if secret in line]
        assert secret not in broken.text
