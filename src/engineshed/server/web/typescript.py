"""What goes over the wire as TypeScript, made from the Python types: ``python -m engineshed.server.web.typescript``.

The client's types are written nowhere else, and a test fails when the file is not what this would write.
"""

from __future__ import annotations

import ast
import inspect
import json
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, get_type_hints

import msgspec
from litestar.handlers import HTTPRouteHandler
from msgspec import inspect as shapes

import engineshed
from engineshed.core.boards import PlainHints
from engineshed.core.contract import AnyGame, Result
from engineshed.core.registry import find_game, game_ids
from engineshed.server import messages
from engineshed.server.app import OPERATIONS
from engineshed.server.play import move_type
from engineshed.server.web import bodies, push, socket
from engineshed.server.web.openapi import PARAMETER
from engineshed.server.web.operation import Operation
from engineshed.server.web.problems import Problem

FILE = Path(engineshed.__file__).parents[2] / "client" / "src" / "api" / "types.ts"
HEAD = "// Made by `python -m engineshed.server.web.typescript` from the types of the server; do not edit."
WIDTH = 110

NEWS = (push.TableNews, push.ChatNews, socket.Pong, socket.ProblemNews)
"""What the WebSocket of a table tells."""

BY_GAME = {
    "TableInfo.result": "Result | null",
    "TableView.view": "AnyView | null",
    "TableView.hints": "AnyHints | null",
    "Offer.move": "AnyMove",
    "Offer.hint": "AnyHint",
    "MovePreview.view": "AnyView",
    "MovePreview.hints": "AnyHints",
    "TableGround.layout": "AnyLayout",
}
"""Fields that Python calls Any because each game fills them with shapes of its own."""

OTHERWISE_CALLED = {"Record": "GameRecord"}
"""TypeScript has a Record of its own, which this file uses."""

PARTS = ("view", "move", "options", "layout", "hints", "hint")
PARAMETER_NAME = r"{\1}"
ADDRESSED = "Record<keyof Operations, { method: string; path: string }>"

PLAIN: dict[type[shapes.Type], str] = {
    shapes.AnyType: "unknown",
    shapes.NoneType: "null",
    shapes.BoolType: "boolean",
    shapes.IntType: "number",
    shapes.FloatType: "number",
    shapes.StrType: "string",
}

# -- what is described ------------------------------------------------------------------------------------------------


def typescript() -> str:
    operations: list[Operation] = [handler.opt["operation"] for handler in OPERATIONS]
    games = [find_game(game_id) for game_id in game_ids()]
    sent = _structs([*_asked(operations), *_defined_in(bodies), socket.Ping])
    told = _structs([*(told.answer for told in operations), Problem, Result, PlainHints, *NEWS])
    told |= _structs(kind for kind in _defined_in(messages) if kind not in sent)
    drawn = _structs(kind for game in games for kind in _kinds_of(game).values())
    parts = [
        HEAD,
        *(_struct(shape, complete=True) for shape in told.values()),
        *(_struct(shape, complete=False) for kind, shape in sent.items() if kind not in told),
        *(_struct(shape, complete=True) for kind, shape in drawn.items() if kind not in told),
        *map(_moves, games),
        _games(games),
        _alias("News", "What the WebSocket of a table tells.", map(_name, NEWS)),
        _operations(OPERATIONS),
        _addresses(OPERATIONS),
    ]
    return "\n\n".join(parts) + "\n"


def _asked(operations: Iterable[Operation]) -> list[Any]:
    return [kind for told in operations for kind in (told.body, told.query) if kind is not None]


def _defined_in(module: Any) -> list[type[msgspec.Struct]]:
    kinds = [kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, msgspec.Struct)]
    return [kind for kind in kinds if kind.__module__ == module.__name__ and kind.__struct_fields__]


def _kinds_of(game: AnyGame) -> dict[str, Any]:
    """What a game shows, takes, can be set up with, has on the table, and hints at; in the order of ``PARTS``."""
    rules, boards = game.rules, game.boards
    told = [_shown(function) for function in (boards.layout, boards.hints, boards.hint)]
    return dict(zip(PARTS, (_shown(rules.view), move_type(rules.moves), rules.options, *told), strict=True))


def _shown(function: Callable[..., Any]) -> Any:
    return get_type_hints(function)["return"]


def _structs(kinds: Iterable[Any]) -> dict[type, shapes.StructType]:
    """All structs in these types, in the order in which a reader meets them."""
    found: dict[type, shapes.StructType] = {}
    for shape in shapes.multi_type_info(list(kinds)):
        _gather(shape, found)
    return found


def _gather(shape: shapes.Type, found: dict[type, shapes.StructType]) -> None:
    if isinstance(shape, shapes.StructType):
        if shape.cls in found:
            return
        found[shape.cls] = shape
    for part in _parts(shape):
        _gather(part, found)


def _parts(shape: shapes.Type) -> Sequence[shapes.Type]:
    match shape:
        case shapes.StructType(fields=fields):
            return [field.type for field in fields]
        case shapes.Metadata(type=inner):
            return [inner]
        case shapes.ListType(item_type=item) | shapes.VarTupleType(item_type=item):
            return [item]
        case shapes.TupleType(item_types=items):
            return items
        case shapes.DictType(key_type=key, value_type=value):
            return [key, value]
        case shapes.UnionType(types=types):
            return types
    return []


# -- types ------------------------------------------------------------------------------------------------------------


def _type(shape: shapes.Type) -> str:
    if type(shape) in PLAIN:
        return PLAIN[type(shape)]
    match shape:
        case shapes.StructType(cls=kind):
            return _name(kind)
        case shapes.Metadata(type=inner, extra_json_schema=told):
            return _told(told or {}) or _type(inner)
        case shapes.LiteralType(values=values):
            return " | ".join(map(json.dumps, values))
        case shapes.UnionType(types=types):
            return " | ".join(map(_type, types))
        case shapes.TupleType(item_types=items):
            return f"[{', '.join(map(_type, items))}]"
        case shapes.DictType(key_type=key, value_type=value):
            return f"Record<{_type(key)}, {_type(value)}>"
        case shapes.ListType(item_type=item) | shapes.VarTupleType(item_type=item):
            return _array(_type(item))
    raise TypeError(f"{shape} has no counterpart in TypeScript yet")


def _told(schema: dict[str, Any]) -> str | None:
    """Where the description of the API says more than the Python type."""
    if schema.get("$ref") == bodies.MOVE:
        return "Move"
    return " | ".join(map(json.dumps, schema["enum"])) if "enum" in schema else None


def _array(item: str) -> str:
    return f"({item})[]" if " | " in item else f"{item}[]"


def _name(kind: type) -> str:
    """Games have shapes of the same names, which are told apart by the game's name in front."""
    folders = kind.__module__.split(".")
    name = OTHERWISE_CALLED.get(kind.__name__, kind.__name__)
    return _title(folders[2]) + name if folders[1] == "games" else name


def _title(name: str) -> str:
    return "".join(word.title() for word in name.replace("-", "_").split("_"))


# -- declarations -----------------------------------------------------------------------------------------------------


def _struct(shape: shapes.StructType, *, complete: bool) -> str:
    """``complete``: it comes from the server, which leaves nothing out; who sends may leave out what has a default."""
    partial = not complete or shape.cls.__struct_config__.omit_defaults
    comment, name = _comment(shape.cls.__doc__), _name(shape.cls)
    if shape.array_like:
        items = ", ".join(f"{field.encode_name}: {_type(field.type)}" for field in shape.fields)
        return f"{comment}export type {name} = [{items}];"
    lines = [f"  {shape.tag_field}: {json.dumps(shape.tag)};\n"] if shape.tag_field else []
    lines += [_field(shape.cls, field, optional=partial and not field.required) for field in shape.fields]
    return f"{comment}export interface {name} {{\n{''.join(lines)}}}"


def _field(kind: type, field: shapes.Field, *, optional: bool) -> str:
    about = _field_docs(kind).get(field.name) or _description(field.type)
    written = BY_GAME.get(f"{kind.__name__}.{field.name}") or _type(field.type)
    return f"{_comment(about, '  ')}  {field.encode_name}{'?' if optional else ''}: {written};\n"


def _description(shape: shapes.Type) -> str | None:
    told = shape.extra_json_schema if isinstance(shape, shapes.Metadata) else None
    return (told or {}).get("description")


@cache
def _field_docs(kind: type) -> dict[str, str]:
    """The strings below the fields of a class, which Python itself forgets."""
    docs: dict[str, str] = {}
    for base in reversed([base for base in kind.__mro__ if base.__module__.startswith("engineshed.")]):
        (definition,) = ast.parse(textwrap.dedent(inspect.getsource(base))).body
        assert isinstance(definition, ast.ClassDef)
        docs.update(_docs_below(definition.body))
    return docs


def _docs_below(body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    for above, below in pairwise(body):
        match above, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                yield name, text


def _comment(text: str | None, indent: str = "") -> str:
    if not text:
        return ""
    lines = inspect.cleandoc(text).replace("*/", "* /").splitlines()
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */\n"
    return "".join(
        f"{line}\n" for line in [f"{indent}/**", *(f"{indent} * {x}".rstrip() for x in lines), f"{indent} */"]
    )


def _alias(name: str, about: str, types: Iterable[str]) -> str:
    types = list(types)
    line = f"export type {name} = {' | '.join(types)};"
    if len(line) > WIDTH:
        line = f"export type {name} =" + "".join(f"\n  | {type_}" for type_ in types) + ";"
    return _comment(about) + line


# -- games and operations ---------------------------------------------------------------------------------------------


def _moves(game: AnyGame) -> str:
    return _alias(f"{_title(game.id)}Move", f"All moves of {game.title}.", map(_name, game.rules.moves))


def _games(games: Iterable[AnyGame]) -> str:
    """Each game's own shapes, and what can be said of all games together."""
    lines = [f"  {json.dumps(game.id)}: {_fields(_names_of(game))};\n" for game in games]
    together = [f'export type Any{_title(part)} = Games[keyof Games]["{part}"];' for part in PARTS]
    return "\n\n".join(
        [
            f"{_comment('What belongs to each game.')}export interface Games {{\n{''.join(lines)}}}",
            *together,
            _alias("Move", "A move in the game's notation, or as an object.", ["string", "AnyMove"]),
        ]
    )


def _names_of(game: AnyGame) -> dict[str, str]:
    names = {part: _type(shapes.type_info(kind)) for part, kind in _kinds_of(game).items()}
    return {**names, "move": f"{_title(game.id)}Move"}


def _operations(handlers: Iterable[HTTPRouteHandler]) -> str:
    lines = []
    for handler in handlers:
        told: Operation = handler.opt["operation"]
        lines.append(f"{_comment(told.about, '  ')}  {told.name}: {_fields(_carried(handler, told))};\n")
    return f"{_comment('What each operation takes and answers.')}export interface Operations {{\n{''.join(lines)}}}"


def _carried(handler: HTTPRouteHandler, told: Operation) -> dict[str, str]:
    (path,) = handler.paths
    params = {name: {"int": "number", "str": "string"}[kind] for name, kind in PARAMETER.findall(path)}
    return {
        "params": _fields(params) if params else "undefined",
        "query": _type_or_nothing(told.query),
        "body": _type_or_nothing(told.body),
        "answer": _type(shapes.type_info(told.answer)),
    }


def _type_or_nothing(kind: Any) -> str:
    return "undefined" if kind is None else _type(shapes.type_info(kind))


def _fields(types: dict[str, str]) -> str:
    return f"{{ {'; '.join(f'{name}: {type_}' for name, type_ in types.items())} }}"


def _addresses(handlers: Iterable[HTTPRouteHandler]) -> str:
    lines = []
    for handler in handlers:
        (path,), (method,) = handler.paths, handler.http_methods
        address = f'method: "{method}", path: {json.dumps(PARAMETER.sub(PARAMETER_NAME, path))}'
        lines.append(f"  {handler.opt['operation'].name}: {{ {address} }},\n")
    comment = _comment("Where each operation is found.")
    return f"{comment}export const ADDRESSES = {{\n{''.join(lines)}}} as const satisfies {ADDRESSED};"


# -- the file ---------------------------------------------------------------------------------------------------------


def main() -> int:
    if not FILE.parent.is_dir():
        print(f"There is no folder {FILE.parent}: types are written in a checkout of Engine Shed.", file=sys.stderr)
        return 2
    FILE.write_text(typescript(), "utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
