"""The API's description, made from the operations themselves.

Litestar could make one from its handlers, but it would know neither the moves of each game nor that unknown fields are
refused; msgspec describes its structs exactly as it reads them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

import msgspec
from litestar.handlers import HTTPRouteHandler

from engineshed import __version__
from engineshed.core.registry import find_game, game_ids
from engineshed.server.play import move_type
from engineshed.server.web.bodies import MOVE
from engineshed.server.web.operation import Operation
from engineshed.server.web.problems import STATUS, Problem

Doc = dict[str, Any]

REF = "#/components/schemas/{name}"
JSON = "application/json"
PARAMETER = re.compile(r"\{(\w+):(\w+)\}")


def describe(handlers: Sequence[HTTPRouteHandler]) -> Doc:
    operations: list[Operation] = [handler.opt["operation"] for handler in handlers]
    schemas = _Schemas(operations)
    paths: Doc = {}
    for handler, operation in zip(handlers, operations, strict=True):
        (path,) = handler.paths
        (method,) = handler.http_methods
        place = paths.setdefault(PARAMETER.sub(r"{\1}", path), {})
        place[method.lower()] = _operation(path, operation, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Engine Shed", "version": __version__, "description": ABOUT},
        "paths": paths,
        "components": {"schemas": schemas.components},
    }


ABOUT = (
    "Tables for board games. POST /api/me makes a visitor a guest, known by a cookie. Requests that change "
    "something need the Origin of this server and JSON. Every refusal is a Problem. "
    "The WebSocket /api/tables/{table}/live?seat=&since=&chat= tells what happens at a table."
)


class _Schemas:
    """The schemas of everything that goes in and out, each described once."""

    def __init__(self, operations: Sequence[Operation]) -> None:
        games = {game_id: find_game(game_id) for game_id in game_ids()}
        moves = {game_id: move_type(game.rules.moves) for game_id, game in games.items()}
        used = [kind for told in operations for kind in (told.body, told.query, told.answer) if kind is not None]
        kinds = [*used, *moves.values(), Problem]
        schemas, self.components = msgspec.json.schema_components(kinds, ref_template=REF)
        self.components = _without_tuples(self.components)
        self._schemas = list(zip(kinds, schemas, strict=True))
        self.components["Move"] = {
            "description": "A move in the game's notation, or as an object of the game that is on the table.",
            "anyOf": [{"type": "string"}, *(_tagged(game_id, self.of(kind)) for game_id, kind in moves.items())],
        }
        self.components["Offer"]["properties"]["move"] = {"$ref": MOVE}

    def of(self, kind: Any) -> Doc:
        return next(schema for known, schema in self._schemas if known == kind)

    def fields(self, kind: Any) -> Doc:
        """The fields of a struct, which are separate parameters in the query."""
        properties: Doc = self.components[kind.__name__]["properties"]
        return properties


def _without_tuples(doc: Any) -> Any:
    """Describe pairs as lists of a fixed length: many programs cannot handle ``prefixItems`` and ``"items": false``."""
    if isinstance(doc, list):
        return [_without_tuples(value) for value in doc]
    if not isinstance(doc, dict):
        return doc
    if isinstance(doc.get("prefixItems"), list):
        kinds = [kind for number, kind in enumerate(doc["prefixItems"]) if kind not in doc["prefixItems"][:number]]
        doc = {**doc, "items": {"anyOf": kinds} if len(kinds) > 1 else kinds[0]}
        del doc["prefixItems"]
    return {key: _without_tuples(value) for key, value in doc.items()}


def _tagged(game_id: str, schema: Doc) -> Doc:
    """The moves of one game, distinguished by their type; moves of different games may have the same type."""
    return {"title": game_id, "oneOf": schema["anyOf"], "discriminator": schema["discriminator"]}


def _operation(path: str, told: Operation, schemas: _Schemas) -> Doc:
    summary, _, rest = told.about.partition("\n")
    doc: Doc = {
        "operationId": told.name,
        "summary": summary,
        "parameters": [*_in_path(path), *_in_query(told, schemas)],
    }
    if rest.strip():
        doc["description"] = rest.strip()
    if told.body is not None:
        doc["requestBody"] = {"required": True, "content": {JSON: {"schema": schemas.of(told.body)}}}
    doc["responses"] = {str(told.status): _answer(told, schemas), **_refusals(told, schemas)}
    return doc


def _in_path(path: str) -> list[Doc]:
    types = {"int": {"type": "integer", "minimum": 0}, "str": {"type": "string"}}
    return [
        {"name": name, "in": "path", "required": True, "schema": types[kind]} for name, kind in PARAMETER.findall(path)
    ]


def _in_query(told: Operation, schemas: _Schemas) -> list[Doc]:
    if told.query is None:
        return []
    return [{"name": name, "in": "query", "schema": schema} for name, schema in schemas.fields(told.query).items()]


def _answer(told: Operation, schemas: _Schemas) -> Doc:
    phrase = HTTPStatus(told.status).phrase
    if told.answer is type(None):
        return {"description": phrase}
    return {"description": phrase, "content": {JSON: {"schema": schemas.of(told.answer)}}}


def _refusals(told: Operation, schemas: _Schemas) -> Doc:
    """The refusals by status; two codes may share one."""
    content = {JSON: {"schema": schemas.of(Problem)}}
    codes: dict[int, list[str]] = {}
    for code in told.refuses:
        if code not in codes.setdefault(STATUS[code], []):
            codes[STATUS[code]].append(code)
    return {str(int(status)): {"description": ", ".join(codes[status]), "content": content} for status in sorted(codes)}
