"""The API's description: complete and exact. Every test of the application checks its answers against it."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import jsonschema_rs

from engineshed.core.registry import find_game, game_ids
from engineshed.server.app import OPERATIONS
from tests.server.web import Visitor, description, visitors, web


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


def test_the_description_is_served() -> None:
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


def test_operations_that_change_something_describe_the_refusals_of_the_security_layer() -> None:
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


# -- valid OpenAPI 3.1 ------------------------------------------------------------------------------------------------

MEDIA = {"type": "object", "required": ["schema"], "properties": {"schema": {"type": "object"}}}
CONTENT = {"type": "object", "minProperties": 1, "additionalProperties": MEDIA}
PARAMETER = {
    "type": "object",
    "required": ["name", "in", "schema"],
    "properties": {
        "name": {"type": "string"},
        "in": {"enum": ["path", "query", "header", "cookie"]},
        "required": {"type": "boolean"},
        "schema": {"type": "object"},
    },
    "if": {"properties": {"in": {"const": "path"}}},
    "then": {"required": ["required"], "properties": {"required": {"const": True}}},
    "additionalProperties": False,
}
OPERATION = {
    "type": "object",
    "required": ["operationId", "responses"],
    "properties": {
        "operationId": {"type": "string"},
        "summary": {"type": "string"},
        "description": {"type": "string"},
        "parameters": {"type": "array", "items": PARAMETER},
        "requestBody": {
            "type": "object",
            "required": ["content"],
            "properties": {"required": {"type": "boolean"}, "content": CONTENT},
            "additionalProperties": False,
        },
        "responses": {
            "type": "object",
            "minProperties": 1,
            "propertyNames": {"pattern": "^([1-5][0-9][0-9]|default)$"},
            "additionalProperties": {
                "type": "object",
                "required": ["description"],
                "properties": {"description": {"type": "string"}, "content": CONTENT},
                "additionalProperties": False,
            },
        },
    },
    "additionalProperties": False,
}
DOCUMENT = {
    "type": "object",
    "required": ["openapi", "info", "paths"],
    "properties": {
        "openapi": {"pattern": r"^3\.1\.\d+$"},
        "info": {"type": "object", "required": ["title", "version"]},
        "paths": {
            "type": "object",
            "propertyNames": {"pattern": "^/"},
            "additionalProperties": {
                "type": "object",
                "propertyNames": {"enum": ["get", "put", "post", "delete", "patch", "parameters", "summary"]},
                "additionalProperties": OPERATION,
            },
        },
        "components": {
            "type": "object",
            "properties": {
                "schemas": {
                    "type": "object",
                    "propertyNames": {"pattern": r"^[a-zA-Z0-9._-]+$"},
                    "additionalProperties": {"type": "object"},
                }
            },
            "additionalProperties": False,
        },
    },
    "additionalProperties": False,
}
"""Those parts of OpenAPI 3.1 that we use; its schemas are those of JSON Schema 2020-12."""

OF_SCHEMAS = ("properties", "$defs", "patternProperties")
"""Keywords with schemas by name."""
LISTS = ("anyOf", "oneOf", "allOf", "prefixItems")
SINGLE = ("items", "additionalProperties", "not", "schema")


def schemas(doc: Any) -> Iterator[Any]:
    """A schema, and all schemas in it."""
    yield doc
    if isinstance(doc, dict):
        for key, value in doc.items():
            if key in OF_SCHEMAS:
                inside = list(value.values())
            else:
                inside = value if key in LISTS else [value] if key in SINGLE else []
            for schema in inside:
                yield from schemas(schema)


def test_the_document_is_valid() -> None:
    assert [error.message for error in jsonschema_rs.iter_errors(DOCUMENT, description())] == []


def test_every_schema_is_valid_and_none_is_a_mere_boolean() -> None:
    for name, schema in description()["components"]["schemas"].items():
        jsonschema_rs.meta.validate({"$schema": "https://json-schema.org/draft/2020-12/schema", **schema})
        for inside in schemas(schema):
            assert isinstance(inside, dict) or inside == schema.get("additionalProperties"), (name, inside)


def test_answers_fit_their_schemas() -> None:
    with visitors() as (ada, _):
        table = ada.create_table()
        ada.play(table, 6)
        for path in ("/api/games", "/api/lobby", "/api/tables/{table}", "/api/tables/{table}/record"):
            described = description()["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
            whole = {**described, "components": description()["components"]}
            answer = ada.get(path.replace("{table}", table))
            assert [error.message for error in jsonschema_rs.iter_errors(whole, answer)] == [], path
