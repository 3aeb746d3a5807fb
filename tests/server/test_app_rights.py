"""Who may do what: every kind of visitor tries every operation and the live socket.

"nobody" has no cookie, "guest" is not at any table, "other" holds another seat, "spectator" watches the tables
throughout, and "owner" holds seat 0 and is to act. Requests that concern a seat concern seat 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import msgspec
import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient, WebSocketTestSession

from engineshed.core.record import record_of
from engineshed.core.registry import find_game
from engineshed.core.table import Table
from engineshed.server.app import Settings
from engineshed.server.notices.channels import Rules
from engineshed.server.web.limits import UNLIMITED
from engineshed.server.web.socket import SOCKETS
from tests.server.play import GAME_ID, AtOnce
from tests.server.web import ORIGIN, Doc, Visitor, description, good, web

ROLES = ("nobody", "guest", "other", "spectator", "owner")
NOTE = {"note": "because"}
LESSONS = f"/api/games/{GAME_ID}/lessons"
WAY = {"kind": "json", "address": "http://127.0.0.1:9/", "about": []}
NOTICES = Rules(address=ORIGIN, webhooks=True, private=True)
SECONDS = 5.0
"""How long to wait for a silent socket."""


class Request(NamedTuple):
    method: str
    path: str
    body: Doc | None = None


class Scene:
    """A private table with two players, and a public one with an open seat."""

    def __init__(self, visitors: dict[str, Visitor]) -> None:
        self.visitors, owner = visitors, visitors["owner"]
        seats = [{"kind": "me"}, {"kind": "open"}]
        created = owner.post("/api/tables", {"game": GAME_ID, "seats": seats, "options": {"start_player": "red"}})
        visitors["other"].post(f"/api/tables/{created['id']}/claim", {"token": created["links"]["1"]})
        self.table = f"/api/tables/{created['id']}"
        offers = owner.look(created["id"])["legal"]
        track = next(offer["move"] for offer in offers if offer["move"]["type"] == "track")
        good(owner.try_move(created["id"], move=track))
        self.ply = owner.look(created["id"])["table"]["ply"]
        public = owner.post("/api/tables", {"game": GAME_ID, "seats": seats, "public": True})
        self.way = f"/api/me/notices/{owner.post('/api/me/notices', WAY)['id']}"
        self.public, self.token = f"/api/tables/{public['id']}", public["links"]["1"]

    def request(self, operation: str) -> Request:
        seats = [{"kind": "me"}, {"kind": "me"}]
        record = record_of(Table(find_game(GAME_ID), 1, seed="a seed", name="a table"))
        return {
            "get_me": Request("GET", "/api/me"),
            "create_me": Request("POST", "/api/me", {"name": "Eve"}),
            "change_me": Request("PATCH", "/api/me", {"name": "Eve"}),
            "list_games": Request("GET", "/api/games"),
            "get_rules": Request("GET", f"/api/games/{GAME_ID}/rules"),
            "get_words": Request("GET", f"/api/games/{GAME_ID}/words"),
            "get_map": Request("GET", f"/api/games/{GAME_ID}/maps/ireland"),
            "get_scene": Request("GET", f"/api/games/{GAME_ID}/scene"),
            "get_reference": Request("GET", f"/api/games/{GAME_ID}/reference"),
            "get_example": Request("GET", f"/api/games/{GAME_ID}/examples/S9"),
            "list_lessons": Request("GET", f"{LESSONS}"),
            "get_step": Request("POST", f"{LESSONS}/turn", {"done": [""]}),
            "get_step_ground": Request("GET", f"{LESSONS}/turn/ground/0"),
            "try_step": Request("POST", f"{LESSONS}/turn/moves", {"done": [""], "move": "money"}),
            "check_step": Request("POST", f"{LESSONS}/turn/check", {"done": [""], "move": "money"}),
            "ask_step": Request("POST", f"{LESSONS}/turn/why", {"done": [""], "move": "done"}),
            "begin_guided_game": Request("POST", f"{LESSONS}/first-game/game", {}),
            "get_guide": Request("GET", f"{self.table}/guide?lesson=first-game"),
            "list_puzzles": Request("GET", f"/api/games/{GAME_ID}/puzzles"),
            "get_puzzle_of_the_day": Request("GET", "/api/puzzle"),
            "get_lobby": Request("GET", "/api/lobby"),
            "create_table": Request("POST", "/api/tables", {"game": GAME_ID, "seats": seats}),
            "get_table": Request("GET", f"{self.table}?seat=0"),
            "get_ground": Request("GET", f"{self.table}/ground"),
            "draw_table": Request("GET", f"{self.table}/picture"),
            "get_options": Request("GET", f"{self.table}/options"),
            "close_table": Request("POST", f"{self.table}/close"),
            "play_move": Request("POST", f"{self.table}/moves", {"seat": 0, "move": "done", "expect": self.ply}),
            "check_move": Request("POST", f"{self.table}/check", {"seat": 0, "move": "done"}),
            "get_plans": Request("GET", f"{self.table}/seats/0/plans"),
            "foresee": Request("POST", f"{self.table}/seats/0/plans/foresee", {}),
            "make_plan": Request("POST", f"{self.table}/seats/0/plans", {"plan": {"kind": "moves", "moves": ["done"]}}),
            "take_back_plan": Request("DELETE", f"{self.table}/seats/0/plans/next"),
            "ask_hints": Request("POST", f"{self.table}/hints", {"seat": 0}),
            "what_happened": Request("GET", f"{self.table}/happened?ply={self.ply}&seat=0"),
            "ask_why": Request("POST", f"{self.table}/why", {"seat": 0, "about": "done"}),
            "undo_move": Request("POST", f"{self.table}/undo", {"seat": 0, "expect": self.ply}),
            "end_turn": Request("POST", f"{self.table}/end", {"seat": 0, "expect": self.ply}),
            "hurry_bots": Request("POST", f"{self.table}/hurry"),
            "change_settings": Request("PATCH", f"{self.table}/settings", {"end_turn": "button"}),
            "explain_thing": Request("GET", f"{self.table}/explain?thing=round"),
            "get_legend": Request("GET", f"{self.table}/legend"),
            "get_position": Request("GET", f"{self.table}/at/1?seat=0"),
            "get_log": Request("GET", f"{self.table}/log?seat=0"),
            "get_review": Request("GET", f"{self.table}/review"),
            "get_record": Request("GET", f"{self.table}/record"),
            "get_study": Request("GET", f"{self.table}/study"),
            "begin_study": Request("POST", f"{self.table}/study", {}),
            "cancel_study": Request("DELETE", f"{self.table}/study"),
            "get_study_report": Request("GET", f"{self.table}/study/report"),
            "import_record": Request("POST", "/api/records", msgspec.to_builtins(record)),
            "fork_table": Request("POST", f"{self.table}/fork/1", {"seats": seats, "seat": 0}),
            "claim_seat": Request("POST", f"{self.public}/claim", {"token": self.token}),
            "join_table": Request("POST", f"{self.public}/seats/1/join"),
            "leave_seat": Request("POST", f"{self.table}/seats/0/leave"),
            "come_back": Request("POST", f"{self.table}/seats/0/back"),
            "cast_vote": Request("POST", f"{self.table}/seats/0/vote", {"about": 1, "choice": "wait"}),
            "pause_clocks": Request("POST", f"{self.table}/seats/0/pause", {"wish": "all"}),
            "make_link": Request("POST", f"{self.public}/seats/1/link"),
            "revoke_link": Request("DELETE", f"{self.public}/seats/1/link"),
            "get_links": Request("GET", f"{self.public}/links"),
            "draw_link": Request("GET", f"{self.public}/links/picture?seat=1"),
            "play_again": Request("POST", f"{self.table}/rematch", {}),
            "get_my_results": Request("GET", "/api/me/results"),
            "get_my_games": Request("GET", "/api/me/games"),
            "get_player": Request("GET", "/api/players/nobody"),
            "get_ratings": Request("GET", f"{self.table}/ratings"),
            "get_blocks": Request("GET", "/api/me/blocks"),
            "block": Request("POST", f"{self.table}/blocks", {"seat": 1}),
            "unblock": Request("DELETE", "/api/me/blocks/none"),
            "get_devices": Request("GET", "/api/me/devices"),
            "sign_out_elsewhere": Request("DELETE", "/api/me/devices"),
            "make_recovery_code": Request("POST", "/api/me/recovery"),
            "use_recovery_code": Request("POST", "/api/me/recover", {"code": "none", "replace": True}),
            "sign_out": Request("DELETE", "/api/me/session"),
            "make_device_code": Request("POST", "/api/me/devices", {"page": f"{ORIGIN}/me"}),
            "use_device_code": Request("POST", "/api/me/device", {"code": "none", "replace": True}),
            "export_my_data": Request("GET", "/api/me/data"),
            "delete_my_data": Request("DELETE", "/api/me"),
            "get_ways": Request("GET", "/api/me/notices"),
            "add_way": Request("POST", "/api/me/notices", {**WAY, "address": "http://127.0.0.1:9/other"}),
            "change_way": Request("PATCH", self.way, {"every": 3600}),
            "remove_way": Request("DELETE", self.way),
            "test_way": Request("POST", f"{self.way}/test"),
            "agree_to_notices": Request("POST", "/api/notices/yes", {"token": "none"}),
            "stop_notices": Request("POST", "/api/notices/off", {"token": "none"}),
            "report_table": Request("POST", f"{self.table}/reports", {"text": "rude"}),
            "review_table": Request("GET", self.table.replace("/api/", "/api/admin/")),
            "close_any_table": Request("POST", f"{self.table}/close".replace("/api/", "/api/admin/"), NOTE),
            "reopen_any_table": Request("POST", f"{self.table}/reopen".replace("/api/", "/api/admin/"), NOTE),
            "list_penalties": Request("GET", "/api/admin/penalties"),
            "add_penalty": Request("POST", "/api/admin/penalties", {"kind": "ban", "target": "x", **NOTE}),
            "lift_penalty": Request("POST", "/api/admin/penalties/lift", {"kind": "ban", "target": "x", **NOTE}),
            "list_reports": Request("GET", "/api/admin/reports"),
            "settle_report": Request("POST", "/api/admin/reports/1/settle", NOTE),
            "read_audit": Request("GET", "/api/admin/audit"),
            "get_chat": Request("GET", f"{self.table}/chat"),
            "post_chat": Request("POST", f"{self.table}/chat", {"text": "hello"}),
            "ignore_writer": Request("POST", f"{self.table}/chat/1/ignore"),
            "heed_writer": Request("DELETE", f"{self.table}/chat/1/ignore"),
        }[operation]


RIGHTS = {
    "get_me": (200, 200, 200, 200, 200),
    "create_me": (201, 409, 409, 409, 409),
    "change_me": (401, 200, 200, 200, 200),
    "list_games": (200, 200, 200, 200, 200),
    "get_rules": (200, 200, 200, 200, 200),
    "get_words": (200, 200, 200, 200, 200),
    "get_map": (200, 200, 200, 200, 200),
    "get_scene": (200, 200, 200, 200, 200),
    "get_reference": (200, 200, 200, 200, 200),
    "get_example": (200, 200, 200, 200, 200),
    "list_lessons": (200, 200, 200, 200, 200),
    "get_step": (200, 200, 200, 200, 200),
    "get_step_ground": (200, 200, 200, 200, 200),
    "try_step": (200, 200, 200, 200, 200),
    "check_step": (200, 200, 200, 200, 200),
    "ask_step": (200, 200, 200, 200, 200),
    "begin_guided_game": (401, 201, 201, 201, 201),
    "get_guide": (401, 403, 403, 403, 403),
    "list_puzzles": (200, 200, 200, 200, 200),
    "get_puzzle_of_the_day": (200, 200, 200, 200, 200),
    "get_lobby": (200, 200, 200, 200, 200),
    "create_table": (401, 201, 201, 201, 201),
    "get_table": (403, 403, 403, 403, 200),
    "get_ground": (200, 200, 200, 200, 200),
    "draw_table": (200, 200, 200, 200, 200),
    "get_options": (200, 200, 200, 200, 200),
    "close_table": (401, 403, 403, 403, 409),
    "play_move": (401, 403, 403, 403, 200),
    "check_move": (401, 403, 403, 403, 200),
    "ask_why": (401, 403, 403, 403, 200),
    "get_plans": (401, 403, 403, 403, 200),
    "foresee": (401, 403, 403, 403, 200),
    "make_plan": (401, 403, 403, 403, 204),
    "take_back_plan": (401, 403, 403, 403, 204),
    "ask_hints": (401, 403, 403, 403, 200),
    "what_happened": (401, 403, 403, 403, 200),
    "undo_move": (401, 403, 403, 403, 200),
    "end_turn": (401, 403, 403, 403, 200),
    "hurry_bots": (401, 403, 409, 403, 409),
    "change_settings": (401, 403, 403, 403, 204),
    "explain_thing": (200, 200, 200, 200, 200),
    "get_legend": (200, 200, 200, 200, 200),
    "get_position": (403, 403, 403, 403, 200),
    "get_log": (403, 403, 403, 403, 200),
    "get_review": (409, 409, 409, 409, 409),
    "get_record": (200, 200, 200, 200, 200),
    "get_study": (409, 409, 409, 409, 409),
    "begin_study": (401, 409, 409, 409, 409),
    "cancel_study": (401, 409, 409, 409, 409),
    "get_study_report": (409, 409, 409, 409, 409),
    "import_record": (401, 201, 201, 201, 201),
    "fork_table": (401, 403, 403, 403, 201),
    "claim_seat": (401, 200, 200, 200, 409),
    "join_table": (401, 200, 200, 200, 409),
    "leave_seat": (401, 403, 403, 403, 204),
    "come_back": (401, 403, 403, 403, 204),
    "cast_vote": (401, 403, 403, 403, 409),
    "pause_clocks": (401, 403, 403, 403, 409),
    "make_link": (401, 403, 403, 403, 201),
    "revoke_link": (401, 403, 403, 403, 204),
    "get_links": (200, 200, 200, 200, 200),
    "draw_link": (404, 404, 404, 404, 200),
    "play_again": (401, 403, 409, 403, 409),
    "get_chat": (200, 200, 200, 200, 200),
    "post_chat": (401, 403, 201, 403, 201),
    "ignore_writer": (401, 404, 404, 404, 404),
    "heed_writer": (401, 404, 404, 404, 404),
    "get_my_results": (401, 200, 200, 200, 200),
    "get_my_games": (401, 200, 200, 200, 200),
    "get_player": (404, 404, 404, 404, 404),
    "get_ratings": (200, 200, 200, 200, 200),
    "get_blocks": (401, 200, 200, 200, 200),
    "block": (401, 403, 404, 403, 204),
    "unblock": (401, 404, 404, 404, 404),
    "get_devices": (401, 200, 200, 200, 200),
    "sign_out_elsewhere": (401, 204, 204, 204, 204),
    "make_recovery_code": (401, 201, 201, 201, 201),
    "use_recovery_code": (403, 403, 403, 403, 403),
    "sign_out": (401, 204, 204, 204, 204),
    "make_device_code": (401, 201, 201, 201, 201),
    "use_device_code": (403, 403, 403, 403, 403),
    "export_my_data": (401, 200, 200, 200, 200),
    "delete_my_data": (401, 204, 204, 204, 204),
    "get_ways": (401, 200, 200, 200, 200),
    "add_way": (401, 201, 201, 201, 201),
    "change_way": (401, 404, 404, 404, 200),
    "remove_way": (401, 404, 404, 404, 204),
    "test_way": (401, 404, 404, 404, 200),
    "agree_to_notices": (404, 404, 404, 404, 404),
    "stop_notices": (404, 404, 404, 404, 404),
    "report_table": (401, 403, 201, 403, 201),
    "review_table": (403, 403, 403, 403, 403),
    "close_any_table": (403, 403, 403, 403, 403),
    "reopen_any_table": (403, 403, 403, 403, 403),
    "list_penalties": (403, 403, 403, 403, 403),
    "add_penalty": (403, 403, 403, 403, 403),
    "lift_penalty": (403, 403, 403, 403, 403),
    "list_reports": (403, 403, 403, 403, 403),
    "settle_report": (403, 403, 403, 403, 403),
    "read_audit": (403, 403, 403, 403, 403),
}

DELETED = ("spectator", "delete_my_data")
"""A guest who was deleted sees nothing any more."""

LIVE = "/api/tables/{table:str}/live"
LIVE_RIGHTS: dict[str, tuple[int | None, ...]] = {
    "?seat=0": (4403, 4403, 4403, 4403, 0),
    "": (None, None, 1, None, 0),
}
"""For each request: the code that the socket is closed with, or the seat whose view it shows."""


@contextmanager
def scene(*, watching: bool = True) -> Iterator[Scene]:
    """The spectator watches both tables to the end, unless that is impossible."""
    with web(Settings(limits=UNLIMITED, notices=NOTICES), workers=AtOnce()) as client:
        visitors = {role: Visitor(client) for role in ROLES}
        for role in ROLES[1:]:
            visitors[role].create_me(role)
        here = Scene(visitors)
        if not watching:
            yield here
            return
        with watched(visitors["spectator"], here.table), watched(visitors["spectator"], here.public):
            yield here


@contextmanager
def watched(spectator: Visitor, table: str) -> Iterator[None]:
    """The visitor watches the table during the block, and is still connected at its end."""
    spectator.get(table)
    with live(spectator, f"{table}/live") as socket:
        assert heard(socket)["now"]["seat"] is None
        yield
        socket.send_json({"type": "ping"})
        while heard(socket)["type"] != "pong":
            pass


def live(visitor: Visitor, path: str) -> WebSocketTestSession:
    """A socket for this visitor; the client's latest cookie, which may be another visitor's, is dropped."""
    client = visitor.client
    assert isinstance(client, TestClient)
    client.cookies.clear()
    cookie = {"cookie": f"sid={visitor.cookies['sid']}"} if visitor.cookies else {}
    return client.websocket_connect(path, headers={"origin": ORIGIN, **cookie})


def heard(socket: WebSocketTestSession) -> Doc:
    doc: Doc = socket.receive_json(timeout=SECONDS)
    return doc


def outcome(visitor: Visitor, table: str, query: str) -> int | None:
    """The outcome of watching, as in ``LIVE_RIGHTS``. A socket shows only what the visitor may ask for anyway."""
    with live(visitor, f"{table}/live{query}") as socket:
        message = heard(socket)
        if message["type"] == "problem":
            return closing_code(socket)
        assert message["now"] == good(visitor.ask("GET", f"{table}{query}"))
        seat: int | None = message["now"]["seat"]
        return seat


def closing_code(socket: WebSocketTestSession) -> int:
    with pytest.raises(WebSocketDisconnect) as closed:
        socket.receive(timeout=SECONDS)
    return closed.value.code


def test_the_rights_of_every_operation_are_listed() -> None:
    described = [operation["operationId"] for path in description()["paths"].values() for operation in path.values()]
    assert sorted(described) == sorted(RIGHTS)


def test_the_rights_of_every_socket_are_listed() -> None:
    assert [path for handler in SOCKETS for path in handler.paths] == [LIVE]


@pytest.mark.parametrize("operation", list(RIGHTS))
def test_visitors_may_do_exactly_what_their_role_allows(operation: str) -> None:
    rights = dict(zip(ROLES, RIGHTS[operation], strict=True))
    with scene() as here:
        owner, table = here.visitors["owner"], here.table.rpartition("/")[2]
        before, request = owner.look(table), here.request(operation)
        for role, expected in rights.items():
            if expected >= 400 or request.method == "GET":
                assert here.visitors[role].ask(*request).status_code == expected, role
        assert owner.look(table) == before
    for role, expected in rights.items():
        if expected < 400 and request.method != "GET":
            with scene(watching=(role, operation) != DELETED) as here:
                assert here.visitors[role].ask(*here.request(operation)).status_code == expected, role


@pytest.mark.parametrize("query", list(LIVE_RIGHTS))
def test_visitors_may_watch_exactly_what_their_role_allows(query: str) -> None:
    with scene() as here:
        for role, expected in zip(ROLES, LIVE_RIGHTS[query], strict=True):
            assert outcome(here.visitors[role], here.table, query) == expected, role
