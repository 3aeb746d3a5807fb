"""Python types as TypeScript: structs become interfaces, with their docstrings as comments."""

from __future__ import annotations

import ast
import inspect
import json
import textwrap
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from typing import Any

from msgspec import NODEFAULT
from msgspec import inspect as shapes

from engineshed.server.web import bodies

BY_GAME = {
    "TableInfo.result": "Result | null",
    "TableView.view": "AnyView | null",
    "TableView.hints": "AnyHints | null",
    "Offer.move": "AnyMove",
    "Offer.hint": "AnyHint",
    "MovePreview.view": "AnyView",
    "MovePreview.hints": "AnyHints",
    "ExampleScene.view": "AnyView",
    "ExampleScene.hints": "AnyHints",
    "TableGround.layout": "AnyLayout",
}
"""Fields that are ``Any`` in Python, because each game fills them with its own types."""
OTHERWISE_CALLED = {"Record": "GameRecord"}
"""TypeScript has a ``Record`` of its own, which this file uses."""
WIDTH = 110

PLAIN: dict[type[shapes.Type], str] = {
    shapes.AnyType: "unknown",
    shapes.NoneType: "null",
    shapes.BoolType: "boolean",
    shapes.IntType: "number",
    shapes.FloatType: "number",
    shapes.StrType: "string",
}


def type_of(shape: shapes.Type) -> str:
    if type(shape) in PLAIN:
        return PLAIN[type(shape)]
    match shape:
        case shapes.StructType(cls=kind):
            return name_of(kind)
        case shapes.Metadata(type=inner, extra_json_schema=told):
            return _told(told or {}) or type_of(inner)
        case shapes.LiteralType(values=values):
            return " | ".join(map(json.dumps, values))
        case shapes.UnionType(types=types):
            return " | ".join(map(type_of, types))
        case shapes.TupleType(item_types=items):
            return f"[{', '.join(map(type_of, items))}]"
        case shapes.DictType(key_type=key, value_type=value):
            return f"Record<{type_of(key)}, {type_of(value)}>"
        case shapes.ListType(item_type=item) | shapes.VarTupleType(item_type=item):
            return _array(type_of(item))
    raise TypeError(f"{shape} has no counterpart in TypeScript yet")


def _told(schema: dict[str, Any]) -> str | None:
    """The type of a field where the API's description says more than the Python type."""
    if schema.get("$ref") == bodies.MOVE:
        return "Move"
    return " | ".join(map(json.dumps, schema["enum"])) if "enum" in schema else None


def _array(item: str) -> str:
    return f"({item})[]" if " | " in item else f"{item}[]"


def name_of(kind: type) -> str:
    """Games have types with the same names, so the game's name comes first."""
    folders = kind.__module__.split(".")
    name = OTHERWISE_CALLED.get(kind.__name__, kind.__name__)
    return title_of(folders[2]) + name if folders[1] == "games" else name


def title_of(name: str) -> str:
    return "".join(word.title() for word in name.replace("-", "_").split("_"))


# -- declarations -----------------------------------------------------------------------------------------------------


def declared(shape: shapes.StructType, *, complete: bool) -> str:
    """``complete``: it comes from the server with every field; clients may leave out fields that have a default."""
    partial = not complete or shape.cls.__struct_config__.omit_defaults
    comment, name = commented(shape.cls.__doc__), name_of(shape.cls)
    if shape.array_like:
        raise TypeError(f"{name} would be sent as an array, whose entries have no names")
    lines = [f"  {shape.tag_field}: {json.dumps(shape.tag)};\n"] if shape.tag_field else []
    lines += [
        _field(shape.cls, field, optional=not field.required and (partial or _may_be_unset(field)))
        for field in shape.fields
    ]
    return f"{comment}export interface {name} {{\n{''.join(lines)}}}"


def _may_be_unset(field: shapes.Field) -> bool:
    """Such a field has no default, and is left out while it is unset."""
    return field.default is NODEFAULT and field.default_factory is NODEFAULT


def _field(kind: type, field: shapes.Field, *, optional: bool) -> str:
    about = _field_docs(kind).get(field.name) or _description(field.type)
    written = BY_GAME.get(f"{kind.__name__}.{field.name}") or type_of(field.type)
    return f"{commented(about, '  ')}  {field.encode_name}{'?' if optional else ''}: {written};\n"


def _description(shape: shapes.Type) -> str | None:
    told = shape.extra_json_schema if isinstance(shape, shapes.Metadata) else None
    return (told or {}).get("description")


@cache
def _field_docs(kind: type) -> dict[str, str]:
    """The docstrings below the fields of a class, which Python does not keep."""
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


def commented(text: str | None, indent: str = "") -> str:
    if not text:
        return ""
    lines = inspect.cleandoc(text).replace("*/", "* /").splitlines()
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */\n"
    return "".join(
        f"{line}\n" for line in [f"{indent}/**", *(f"{indent} * {x}".rstrip() for x in lines), f"{indent} */"]
    )


def alias(name: str, about: str, types: Iterable[str]) -> str:
    types = list(types)
    line = f"export type {name} = {' | '.join(types)};"
    if len(line) > WIDTH:
        line = f"export type {name} =" + "".join(f"\n  | {type_}" for type_ in types) + ";"
    return commented(about) + line
