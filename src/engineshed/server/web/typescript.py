"""The types of the API in TypeScript, made from the Python types: ``python -m engineshed.server.web.typescript``.

The client has no other copy of these types, and a test fails if the file is not what this would write.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, get_type_hints

import msgspec
from litestar.handlers import HTTPRouteHandler, WebsocketRouteHandler
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
from engineshed.server.web.routes import admin
from engineshed.server.web.tstypes import alias, commented, declared, name_of, title_of, type_of

FILE = Path(engineshed.__file__).parents[2] / "client" / "src" / "api" / "types.ts"
HEAD = "// Made by `python -m engineshed.server.web.typescript` from the types of the server; do not edit."

NEWS = (push.TableNews, push.ChatNews, push.PresenceNews, push.PlansNews, socket.Pong, socket.ProblemNews)
"""What the WebSocket of a table sends."""


PARTS = ("view", "move", "options", "layout", "hints", "hint")
PARAMETER_NAME = r"{\1}"
ADDRESSED = "Record<keyof Operations, { method: string; path: string }>"


# -- what is described ------------------------------------------------------------------------------------------------


OF_THE_PAGE = [handler for handler in OPERATIONS if handler not in admin.OPERATIONS]
"""The page has nothing for operators, so it need not know their addresses."""


def typescript() -> str:
    operations: list[Operation] = [handler.opt["operation"] for handler in OF_THE_PAGE]
    games = [find_game(game_id) for game_id in game_ids()]
    sent = _structs([*_asked(operations), *_defined_in(bodies), socket.Ping])
    told = _structs([*(told.answer for told in operations), Problem, Result, PlainHints, *NEWS])
    told |= _structs(kind for kind in _defined_in(messages) if kind not in sent)
    drawn = _structs(kind for game in games for kind in _kinds_of(game).values())
    parts = [
        HEAD,
        *(declared(shape, complete=True) for shape in told.values()),
        *(declared(shape, complete=False) for kind, shape in sent.items() if kind not in told),
        *(declared(shape, complete=True) for kind, shape in drawn.items() if kind not in told),
        *map(_moves, games),
        _games(games),
        alias("News", "What the WebSocket of a table sends.", map(name_of, NEWS)),
        _operations(OF_THE_PAGE),
        _addresses(OF_THE_PAGE),
        _address_of_socket(),
    ]
    return "\n\n".join(parts) + "\n"


def _asked(operations: Iterable[Operation]) -> list[Any]:
    return [kind for told in operations for kind in (told.body, told.query) if kind is not None]


def _defined_in(module: Any) -> list[type[msgspec.Struct]]:
    kinds = [kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, msgspec.Struct)]
    return [kind for kind in kinds if kind.__module__ == module.__name__ and kind.__struct_fields__]


def _kinds_of(game: AnyGame) -> dict[str, Any]:
    """A game's view, moves, options, layout and hints, in the order of ``PARTS``."""
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


# -- games and operations ---------------------------------------------------------------------------------------------


def _moves(game: AnyGame) -> str:
    return alias(f"{title_of(game.id)}Move", f"All moves of {game.title}.", map(name_of, game.rules.moves))


def _games(games: Iterable[AnyGame]) -> str:
    """Each game's own types, and the unions over all games."""
    lines = [f"  {json.dumps(game.id)}: {_fields(_names_of(game))};\n" for game in games]
    together = [f'export type Any{title_of(part)} = Games[keyof Games]["{part}"];' for part in PARTS]
    return "\n\n".join(
        [
            f"{commented('What belongs to each game.')}export interface Games {{\n{''.join(lines)}}}",
            *together,
            alias("Move", "A move in the game's notation, or as an object.", ["string", "AnyMove"]),
        ]
    )


def _names_of(game: AnyGame) -> dict[str, str]:
    names = {part: type_of(shapes.type_info(kind)) for part, kind in _kinds_of(game).items()}
    return {**names, "move": f"{title_of(game.id)}Move"}


def _operations(handlers: Iterable[HTTPRouteHandler]) -> str:
    lines = []
    for handler in handlers:
        told: Operation = handler.opt["operation"]
        lines.append(f"{commented(told.about, '  ')}  {told.name}: {_fields(_carried(handler, told))};\n")
    return f"{commented('What each operation takes and answers.')}export interface Operations {{\n{''.join(lines)}}}"


def _carried(handler: HTTPRouteHandler, told: Operation) -> dict[str, str]:
    (path,) = handler.paths
    params = {name: {"int": "number", "str": "string"}[kind] for name, kind in PARAMETER.findall(path)}
    return {
        "params": _fields(params) if params else "undefined",
        "query": _type_or_nothing(told.query),
        "body": _type_or_nothing(told.body),
        "answer": type_of(shapes.type_info(told.answer)),
    }


def _type_or_nothing(kind: Any) -> str:
    return "undefined" if kind is None else type_of(shapes.type_info(kind))


def _fields(types: dict[str, str]) -> str:
    return f"{{ {'; '.join(f'{name}: {type_}' for name, type_ in types.items())} }}"


def _addresses(handlers: Iterable[HTTPRouteHandler]) -> str:
    lines = []
    for handler in handlers:
        (method,) = handler.http_methods
        address = f'method: "{method}", path: {_path(handler)}'
        lines.append(f"  {handler.opt['operation'].name}: {{ {address} }},\n")
    comment = commented("Where each operation is found.")
    return f"{comment}export const ADDRESSES = {{\n{''.join(lines)}}} as const satisfies {ADDRESSED};"


def _address_of_socket() -> str:
    (handler,) = socket.SOCKETS
    comment = commented(f"Where the WebSocket of a table is found; its query is a `{name_of(bodies.Watching)}`.")
    return f"{comment}export const SOCKET = {_path(handler)};"


def _path(handler: HTTPRouteHandler | WebsocketRouteHandler) -> str:
    (path,) = handler.paths
    return json.dumps(PARAMETER.sub(PARAMETER_NAME, path))


# -- the file ---------------------------------------------------------------------------------------------------------


def main() -> int:
    if not FILE.parent.is_dir():
        print(f"There is no folder {FILE.parent}: types are written in a checkout of Engine Shed.", file=sys.stderr)
        return 2
    FILE.write_text(typescript(), "utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
