"""The API's description: complete, exact, and true (every test of the application checks its answers against it)."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

from engineshed.core.registry import find_game, game_ids
from engineshed.server.app import OPERATIONS
from tests.server.web import Visitor, description, web


def references(doc: Any) -> Iterator[str]:
    if isinstance(doc, dict):
        for key, value in doc.items():
            if key == "$ref":
                yield value
            else:
                yield from references(value)
    elif isinstance(doc, list):
        for value in doc:
            yield from references(value)


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in description()["paths"].items():
        for method, operation in methods.items():
            yield method, path, operation


def test_it_is_served() -> None:
    with web() as client:
        assert Visitor(client).get("/api/openapi.json") == description()


def test_every_operation_is_described() -> None:
    names = [operation["operationId"] for _, _, operation in operations()]
    assert len(names) == len(set(names)) == len(OPERATIONS)
    assert all(operation["summary"] for _, _, operation in operations())


def test_every_reference_leads_somewhere() -> None:
    known = {f"#/components/schemas/{name}" for name in description()["components"]["schemas"]}
    assert set(references(description())) <= known


def test_moves_are_distinguished_by_their_type() -> None:
    schemas = description()["components"]["schemas"]
    notation, *games = schemas["Move"]["anyOf"]
    assert notation == {"type": "string"}
    assert [game["title"] for game in games] == game_ids()
    for game in games:
        kinds = find_game(game["title"]).rules.moves
        assert len(game["oneOf"]) == len(kinds)
        assert game["discriminator"]["propertyName"] == "type"
        assert sorted(game["discriminator"]["mapping"]) == sorted(kind.__name__.lower() for kind in kinds)
    assert schemas["MoveBody"]["properties"]["move"] == {"$ref": "#/components/schemas/Move"}
    assert schemas["Offer"]["properties"]["move"] == {"$ref": "#/components/schemas/Move"}


def test_bodies_take_no_unknown_fields() -> None:
    for _, path, operation in operations():
        if "requestBody" in operation:
            reference = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"]
            schema = description()["components"]["schemas"][reference.rpartition("/")[2]]
            assert schema["additionalProperties"] is False, path


def test_what_changes_something_can_be_turned_away_at_the_door() -> None:
    for method, path, operation in operations():
        if method != "get":
            assert {"403", "415", "503"} <= set(operation["responses"]), path
        assert "500" not in operation["responses"]


def test_every_parameter_of_a_path_is_described() -> None:
    for _, path, operation in operations():
        named = [parameter["name"] for parameter in operation["parameters"] if parameter["in"] == "path"]
        assert [part[1:-1] for part in path.split("/") if part.startswith("{")] == named


def test_operations_say_in_one_line_what_they_do() -> None:
    for handler in OPERATIONS:
        assert inspect.cleandoc(handler.opt["operation"].about).count("\n") == 0
