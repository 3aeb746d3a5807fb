"""Valid and invalid requests generated from the API's own description: every answer is as described."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.server.play import AtOnce
from tests.server.web import ORIGIN, Visitor, description, web
from tests.soak import sized

Mode = schemathesis.GenerationMode
Case = schemathesis.Case[Any]
SCHEMA = schemathesis.openapi.from_dict(deepcopy(description()))
CHECKS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
QUESTIONS = [
    (path, method, mode)
    for path, methods in description()["paths"].items()
    for method, operation in methods.items()
    for mode in (Mode.POSITIVE, Mode.NEGATIVE)
    if mode is Mode.POSITIVE  # a request without any input cannot be wrong
    or "requestBody" in operation
    or any(parameter["in"] == "query" for parameter in operation["parameters"])
]


class Scene:
    """A guest and their public table, which has an open seat."""

    def __init__(self, guest: Visitor) -> None:
        self.guest, self.table = guest, guest.create_table("me", "open", public=True)

    def ask(self, case: Case) -> None:
        """Send it as a visitor without a cookie, and as the owner of the table."""
        for visitor in (Visitor(self.guest.client), self.guest):
            asked = case.as_transport_kwargs(base_url=ORIGIN)
            carried: dict[str, Any] = {name: asked[name] for name in ("params", "json") if name in asked}
            if "data" in asked:
                carried["content"] = asked["data"]
            answer = visitor.ask(asked["method"], asked["url"], headers=dict(asked["headers"]), **carried)
            case.validate_response(answer, checks=CHECKS)


@pytest.fixture(scope="module")
def scene() -> Iterator[Scene]:
    with web(workers=AtOnce()) as client:
        yield Scene(Visitor(client).create_me())


@pytest.mark.parametrize(("path", "method", "mode"), QUESTIONS)
def test_every_answer_is_described(scene: Scene, path: str, method: str, mode: Mode) -> None:
    @settings(
        max_examples=sized(10, 500),
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=SCHEMA[path][method].as_strategy(generation_mode=mode), at_our_table=st.booleans())
    def ask(case: Case, at_our_table: bool) -> None:
        if at_our_table and "table" in case.path_parameters:
            case.path_parameters["table"] = scene.table
        scene.ask(case)

    ask()
