"""Damaged bodies for every operation that takes one: there is never a 5xx, and a refused request changes nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engineshed.server.app import Settings
from engineshed.server.service import Service
from engineshed.server.web.limits import UNLIMITED
from tests.server.play import AtOnce
from tests.server.test_app_rights import NOTICES, ROLES, Scene
from tests.server.web import ORIGIN, Visitor, description, new_service, web
from tests.soak import sized

OPERATIONS = [
    entry["operationId"]
    for path in description()["paths"].values()
    for entry in path.values()
    if "requestBody" in entry
]
JSON = {"origin": ORIGIN, "content-type": "application/json"}

SPOILT = {
    "null": "null",
    "true": "true",
    "zero": "0",
    "negative": "-1",
    "negative zero": "-0",
    "fraction": "0.5",
    "beyond 53 bits": str(1 << 60),
    "beyond 64 bits": str(1 << 64),
    "a thousand digits": "9" * 1000,
    "beyond floats": "1e999",
    "NaN": "NaN",
    "infinity": "-Infinity",
    "empty text": '""',
    "null character": '"\\u0000"',
    "lone surrogate": '"\\ud800"',
    "right to left": '"\\u202egnp"',
    "long text": json.dumps("x" * 20_000),
    "path": '"../../etc/passwd"',
    "statement": '"\'; DROP TABLE tables; --"',
    "empty list": "[]",
    "empty object": "{}",
    "list of everything": '[null, 0, "", [], {}]',
    "many": "[" + "0," * 9000 + "0]",
    "deep list": "[" * 900 + "]" * 900,
    "deeper list": "[" * 20_000 + "]" * 20_000,
    "deep object": '{"a":' * 900 + "0" + "}" * 900,
    "open list": "[" * 20_000,
    "many keys": "{" + ",".join(f'"{number}":0' for number in range(4000)) + "}",
    "twice the same key": '{"type": "done", "type": "money"}',
}
"""JSON, or nearly JSON, to put in the place of a sensible value."""


class Target:
    """A table with its guests, and access to its hidden state."""

    def __init__(self, service: Service, client: httpx.Client) -> None:
        visitors = {role: Visitor(client) for role in ROLES}
        for role in ROLES[1:]:
            visitors[role].create_me(role)
        self.scene, self._house = Scene(visitors), service

    def truth(self) -> tuple[Any, ...]:
        live = self._house._tables[self.scene.table.rpartition("/")[2]].live
        return live.ply, live.game.rules.dump(live.state), live.row, live.seats

    def body(self, operation: str) -> dict[str, Any]:
        """A correct body, for the table as it is now."""
        self.scene.ply = self.truth()[0]
        return self.scene.request(operation).body or {}

    def ask(self, operation: str, content: bytes) -> None:
        """Send this as another guest, which must change nothing, and as the owner, which may."""
        request = self.scene.request(operation)
        for role in ("guest", "owner"):
            before, visitor = self.truth(), Visitor(self.scene.visitors[role].client)
            visitor.cookies = dict(self.scene.visitors[role].cookies)
            answer = visitor.ask(request.method, request.path, headers=JSON, content=content)
            assert answer.status_code < 500, (role, content[:200], answer.text)
            assert self.truth() == before or (role == "owner" and answer.is_success), (role, content[:200])


@pytest.fixture(scope="module")
def target() -> Iterator[Target]:
    service = new_service()
    with web(Settings(limits=UNLIMITED, notices=NOTICES), service=service, workers=AtOnce()) as client:
        yield Target(service, client)


def written(fields: list[tuple[str, str]]) -> bytes:
    return ("{" + ",".join(f"{json.dumps(name)}:{value}" for name, value in fields) + "}").encode()


@pytest.mark.parametrize("operation", OPERATIONS)
def test_any_value_in_any_field_does_no_harm(target: Target, operation: str) -> None:
    for name in target.body(operation):
        for spoilt in SPOILT.values():
            fields = {field: json.dumps(value) for field, value in target.body(operation).items()}
            target.ask(operation, written([*(fields | {name: spoilt}).items()]))
            target.ask(operation, written([*fields.items(), (name, spoilt)]))


@pytest.mark.parametrize("operation", OPERATIONS)
def test_missing_and_unknown_fields_do_no_harm(target: Target, operation: str) -> None:
    right = target.body(operation)
    for name in right:
        target.ask(operation, json.dumps({field: value for field, value in right.items() if field != name}).encode())
    for stranger in ("x", "", "__class__", "$ref", "\u0000", "ply"):
        target.ask(operation, json.dumps({**target.body(operation), stranger: 1}).encode())


@pytest.mark.parametrize("operation", OPERATIONS)
def test_any_value_as_a_whole_body_does_no_harm(target: Target, operation: str) -> None:
    for spoilt in SPOILT.values():
        target.ask(operation, spoilt.encode())


@pytest.mark.parametrize("operation", OPERATIONS)
def test_damaged_bytes_do_no_harm(target: Target, operation: str) -> None:
    @settings(
        max_examples=sized(30, 3000),
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(wounds=st.lists(st.tuples(st.integers(0, 1 << 16), st.integers(0, 3), st.binary(max_size=3)), min_size=1))
    def ask(wounds: list[tuple[int, int, bytes]]) -> None:
        content = json.dumps(target.body(operation)).encode()
        for place, lost, put in wounds:
            at = place % (len(content) + 1)
            content = content[:at] + put + content[at + lost :]
        target.ask(operation, content)

    ask()
