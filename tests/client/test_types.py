"""The client's types match the server's types."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import Any

import msgspec
import pytest

from engineshed.server.web import tstypes
from engineshed.server.web import typescript as ts


def test_the_file_of_types_is_current() -> None:
    assert ts.FILE.read_text("utf-8") == ts.typescript(), "regenerate it: python -m engineshed.server.web.typescript"


def test_every_run_generates_the_same_types() -> None:
    code = "from engineshed.server.web.typescript import typescript; print(typescript(), end='')"
    environment = {**os.environ, "PYTHONHASHSEED": "1"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=True)
    assert done.stdout.decode() == ts.typescript()


def test_every_type_is_declared_once() -> None:
    """TypeScript would silently merge two interfaces with the same name."""
    names = re.findall(r"^export (?:interface|type|const) (\w+)", ts.typescript(), re.MULTILINE)
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("place", list(tstypes.BY_GAME))
def test_fields_that_depend_on_the_game_have_the_games_type(place: str) -> None:
    struct, field = place.split(".")
    (body,) = re.findall(rf"^export interface {struct} {{\n(.*?)^}}", ts.typescript(), re.MULTILINE | re.DOTALL)
    assert f"  {field}: {tstypes.BY_GAME[place]};\n" in body


class Inner(msgspec.Struct):
    """What is inside.

    At length.
    """

    x: int


class Outer(msgspec.Struct, tag_field="type", tag="outer"):
    inner: list[Inner | None]
    """Many. */"""
    pair: tuple[int, str] = (0, "")
    any: Any = None


class Listed(msgspec.Struct, array_like=True):
    a: bool
    b: dict[int, float]


class Sparse(msgspec.Struct, omit_defaults=True):
    must: str
    may: str | None = None


def written(kind: type, *, complete: bool = True) -> str:
    shape = msgspec.inspect.type_info(kind)
    assert isinstance(shape, msgspec.inspect.StructType)
    return tstypes.declared(shape, complete=complete)


def test_a_struct_becomes_an_interface_with_its_comments() -> None:
    assert written(Inner) == (
        "/**\n * What is inside.\n *\n * At length.\n */\nexport interface Inner {\n  x: number;\n}"
    )
    assert "[]" in written(Outer)


def test_fields_get_their_types() -> None:
    assert written(Outer).splitlines() == [
        "export interface Outer {",
        '  type: "outer";',
        "  inner: (Inner | null)[];",
        "  pair: [number, string];",
        "  any: unknown;",
        "}",
    ]


def test_fields_with_a_default_are_optional_in_requests() -> None:
    assert "  pair?: [number, string];" in written(Outer, complete=False)
    assert "  inner: " in written(Outer, complete=False)


def test_fields_that_the_server_omits_are_optional_in_answers() -> None:
    assert written(Sparse).splitlines()[1:3] == ["  must: string;", "  may?: string | null;"]


def test_no_struct_is_sent_as_an_array() -> None:
    with pytest.raises(TypeError, match="Listed would be sent as an array"):
        written(Listed)


def test_an_unknown_type_is_an_error() -> None:
    with pytest.raises(TypeError, match="no counterpart"):
        tstypes.type_of(msgspec.inspect.type_info(bytes))
