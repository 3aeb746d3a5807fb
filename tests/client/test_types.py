"""The client's types are what the server's types say."""

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


def test_the_file_is_current() -> None:
    assert ts.FILE.read_text("utf-8") == ts.typescript(), "renew it: python -m engineshed.server.web.typescript"


def test_every_run_writes_the_same() -> None:
    code = "from engineshed.server.web.typescript import typescript; print(typescript(), end='')"
    environment = {**os.environ, "PYTHONHASHSEED": "1"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=True)
    assert done.stdout.decode() == ts.typescript()


def test_no_name_stands_for_two_things() -> None:
    """TypeScript would silently make one interface of two."""
    names = re.findall(r"^export (?:interface|type|const) (\w+)", ts.typescript(), re.MULTILINE)
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("place", list(tstypes.BY_GAME))
def test_what_games_fill_is_there_to_be_filled(place: str) -> None:
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


def test_a_struct_with_its_comments() -> None:
    assert written(Inner) == (
        "/**\n * What is inside.\n *\n * At length.\n */\nexport interface Inner {\n  x: number;\n}"
    )
    assert "[]" in written(Outer)


def test_the_shapes_of_fields() -> None:
    assert written(Outer).splitlines() == [
        "export interface Outer {",
        '  type: "outer";',
        "  inner: (Inner | null)[];",
        "  pair: [number, string];",
        "  any: unknown;",
        "}",
    ]
    assert written(Listed) == "export type Listed = [a: boolean, b: Record<number, number>];"


def test_what_has_a_default_may_be_left_out_by_those_who_send() -> None:
    assert "  pair?: [number, string];" in written(Outer, complete=False)
    assert "  inner: " in written(Outer, complete=False)


def test_what_the_server_leaves_out_may_be_missing() -> None:
    assert written(Sparse).splitlines()[1:3] == ["  must: string;", "  may?: string | null;"]


def test_a_type_that_was_never_met_is_not_guessed() -> None:
    with pytest.raises(TypeError, match="no counterpart"):
        tstypes.type_of(msgspec.inspect.type_info(bytes))
