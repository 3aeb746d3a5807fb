"""Every trouble in the code has a sentence in every language, and the parameters that the sentence needs."""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import pytest

import engineshed
from engineshed.core.house import house_words
from engineshed.core.registry import find_game, game_ids
from engineshed.core.words import ENGLISH, PLURALS

PACKAGE = Path(engineshed.__file__).parent
FILES = sorted(PACKAGE.rglob("*.py"))

RAISED = {"Trouble": 0, "UnreadableMoveError": 0, "BadRecordError": 0, "CannotUndoError": 0, "BadFileError": 2}
"""The functions that make troubles, and which of their arguments is the id."""

NAMING = {"UnknownNameError": 0, "read_one_of": 2}
"""The functions that need a word under ``no``, and which of their arguments names it."""

NOUNS = {"one": 1, "read_number": 1, "read_letters": 3, "read_place": 2, "Stops": 1, "noun": 0}
"""The functions that need a noun, and which of their arguments names it."""

Scope = ast.Module | ast.FunctionDef | ast.AsyncFunctionDef

Params = tuple[str, ...] | None
"""The keyword arguments; None if they cannot be read from the code."""

ANYTHING = "[^:]*"
"""The pattern for a part of an id that is only known later."""


class Site(NamedTuple):
    """A place that raises, with one of the ids that it may raise."""

    place: str
    id: str
    """The id, as a pattern."""
    params: Params


# -- reading the code -----------------------------------------------------------------------------------------------


class Place(NamedTuple):
    """Where an expression is, and the known values of the names in it, as patterns."""

    file: Path
    scope: Scope
    names: Mapping[str, str]


def sites(file: Path) -> Iterator[Site]:
    for scope in (node for node in nodes(file) if isinstance(node, Scope)):
        here = Place(file, scope, {"GAME_ID": re.escape(game_of(file))})
        for call in own_calls(scope):
            for id_, params in (*raised(call, here), *asked_for(call, here)):
                yield Site(f"{file.relative_to(PACKAGE)}:{call.lineno}", id_, params)


def raised(call: ast.Call, here: Place) -> Iterator[tuple[str, Params]]:
    """The ids that a call may raise, with their parameters; this follows functions that pass ids on."""
    name = name_of(call)
    if name in RAISED:
        if len(call.args) > RAISED[name]:
            yield from ((id_, given(call)) for id_ in texts(call.args[RAISED[name]], here))
        return
    found = defined(name, here.file)
    if found is None or found[1] is here.scope or not passes_on(*found):
        return
    file, function = found
    for argument, value in zip(arguments(function), call.args, strict=False):
        for text in texts(value, here):
            there = Place(file, function, {"GAME_ID": re.escape(game_of(file)), argument: text})
            for inner in own_calls(function):
                if passes(inner, argument, file):
                    yield from ((id_, together(params, call)) for id_, params in raised(inner, there))


def asked_for(call: ast.Call, here: Place) -> Iterator[tuple[str, Params]]:
    """The ids of the names, nouns and places that a call needs words for."""
    name = name_of(call)
    for family, prefix, params in ((NAMING, "no.", ("name",)), (NOUNS, "noun.", ())):
        if name in family and len(call.args) > family[name]:
            for text in texts(call.args[family[name]], here):
                game, colon, key = text.rpartition(":")
                yield f"{game}{colon}{re.escape(prefix)}{key}", params
    if name == "Message" and call.args:
        keys = call.args[1].keys if len(call.args) > 1 and isinstance(call.args[1], ast.Dict) else []
        brought = tuple(sorted(ast.literal_eval(key) for key in keys if key))
        yield from ((id_, brought) for id_ in texts(call.args[0], here) if id_.startswith(re.escape("place.")))


def texts(node: ast.expr, here: Place) -> Iterator[str]:
    """The possible values of an expression, as patterns; nothing if only its callers know."""
    match node:
        case ast.Constant(value=str(text)):
            yield re.escape(text)
        case ast.JoinedStr(values=parts):
            yield "".join(next(texts(part, here), ANYTHING) for part in parts)
        case ast.FormattedValue(value=value):
            yield from texts(value, here)
        case ast.IfExp(body=one, orelse=other):
            yield from (text for branch in (one, other) for text in texts(branch, here))
        case ast.Call():
            yield from _returned(node, here)
        case ast.Name(name) if name in here.names:
            yield here.names[name]
        case ast.Name(name):
            yield from (text for value in _values(name, here.scope) for text in texts(value, here))


def _returned(call: ast.Call, here: Place) -> Iterator[str]:
    """The result of a one-line function of texts, such as ``of_game``."""
    match defined(name_of(call), here.file):
        case (file, ast.FunctionDef(body=[*docstring, ast.Return(value=ast.expr() as value)]) as function) if (
            len(docstring) < 2 and function is not here.scope
        ):
            pairs = zip(arguments(function), call.args, strict=False)
            known = {argument: next(texts(text, here), ANYTHING) for argument, text in pairs}
            yield from texts(value, Place(file, function, {"GAME_ID": re.escape(game_of(file)), **known}))


def _values(name: str, scope: Scope) -> Iterator[ast.expr]:
    """The values that a name is set to in a scope."""
    for node in own_nodes(scope):
        match node:
            case ast.Assign(targets=[ast.Name(found)], value=value) if found == name:
                yield value
            case ast.Assign(targets=[ast.Tuple(targets)], value=ast.Tuple(values)):
                yield from (value for target, value in zip(targets, values, strict=True) if _is(target, name))
            case ast.For(target=ast.Tuple(targets), iter=ast.Tuple(rows)):
                for row in (row.elts for row in rows if isinstance(row, ast.Tuple)):
                    yield from (value for target, value in zip(targets, row, strict=True) if _is(target, name))


def _is(target: ast.expr, name: str) -> bool:
    return isinstance(target, ast.Name) and target.id == name


# Functions that raise what they are given


@cache
def passes_on(file: Path, function: ast.FunctionDef, seen: frozenset[ast.FunctionDef] = frozenset()) -> bool:
    seen |= {function}
    return any(passes(call, argument, file, seen) for argument in arguments(function) for call in own_calls(function))


def passes(call: ast.Call, argument: str, file: Path, seen: frozenset[ast.FunctionDef] = frozenset()) -> bool:
    """Whether a call makes a trouble whose id comes from an argument of the function around it."""
    name = name_of(call)
    if name in RAISED:
        return len(call.args) > RAISED[name] and argument in names_in(call.args[RAISED[name]])
    found = defined(name, file) if any(argument in names_in(arg) for arg in call.args) else None
    return found is not None and found[1] not in seen and passes_on(*found, seen)


@cache
def names_in(node: ast.expr) -> frozenset[str]:
    return frozenset(part.id for part in ast.walk(node) if isinstance(part, ast.Name))


def given(call: ast.Call) -> Params:
    names = [keyword.arg for keyword in call.keywords]
    return None if None in names else tuple(sorted(name for name in names if name))


def together(inner: Params, call: ast.Call) -> Params:
    """The parameters of the inner call, or of the outer one if the function passes its own on."""
    return given(call) if inner is None else inner


def arguments(function: ast.FunctionDef) -> list[str]:
    return [arg.arg for arg in (*function.args.posonlyargs, *function.args.args) if arg.arg != "self"]


# Finding things


@cache
def nodes(file: Path) -> list[ast.AST]:
    return list(ast.walk(ast.parse(file.read_text("utf-8"))))


@cache
def functions(file: Path) -> dict[str, ast.FunctionDef]:
    return {node.name: node for node in nodes(file) if isinstance(node, ast.FunctionDef)}


@cache
def imported(file: Path) -> dict[str, Path]:
    """The files that names come from."""
    found = {}
    for node in nodes(file):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("engineshed."):
            path = PACKAGE.joinpath(*str(node.module).split(".")[1:])
            source = path.with_suffix(".py") if path.with_suffix(".py").exists() else path / "__init__.py"
            found.update({alias.asname or alias.name: source for alias in node.names})
    return found


@cache
def defined(name: str, file: Path) -> tuple[Path, ast.FunctionDef] | None:
    """A function of the same file, of a file that it is imported from, or one that readers of maps inherit."""
    for place in (file, imported(file).get(name), PACKAGE / "core" / "boards.py"):
        if place is not None and place.exists() and name in functions(place):
            return place, functions(place)[name]
    return None


def name_of(call: ast.Call) -> str:
    match call.func:
        case ast.Name(name) | ast.Attribute(attr=name):
            return name
    return ""


@cache
def own_nodes(scope: Scope) -> list[ast.AST]:
    """The nodes of a module or function, without those of the functions inside it."""
    found = []
    todo = list(ast.iter_child_nodes(scope))
    while todo:
        node = todo.pop()
        found.append(node)
        if not isinstance(node, Scope):
            todo += ast.iter_child_nodes(node)
    return found


@cache
def own_calls(scope: Scope) -> list[ast.Call]:
    return sorted((node for node in own_nodes(scope) if isinstance(node, ast.Call)), key=lambda call: call.lineno)


def game_of(file: Path) -> str:
    """The id of the game whose folder a file is in."""
    inside = file.relative_to(PACKAGE).parts
    return inside[1].replace("_", "-") if inside[0] == "games" and len(inside) > 2 else ""


# -- comparing with the words ---------------------------------------------------------------------------------------


def known_messages(language: str) -> dict[str, str]:
    messages = dict(house_words(language).templates)
    for game in game_ids():
        words = find_game(game).speech.words_in(language)
        messages.update({f"{game}:{key}": template for key, template in words.templates.items()})
    return messages


def fitting(id_: str, known: Mapping[str, str]) -> list[str]:
    """The messages that an id may mean; most ids mean exactly one."""
    if ANYTHING in id_:
        return [key for key in known if re.fullmatch(id_, key)]
    exact = re.sub(r"\\(.)", r"\1", id_)
    return [exact] if exact in known else []


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


@cache
def all_sites() -> list[Site]:
    """This takes seconds, so it is only done where a test needs it."""
    return [site for file in FILES for site in sites(file)]


@pytest.mark.parametrize("language", list(PLURALS))
def test_every_trouble_has_a_sentence(language: str) -> None:
    known = known_messages(language)
    silent = [f"{site.place} {site.id}" for site in all_sites() if not fitting(site.id, known)]
    assert not silent, "\n".join(silent)


def test_every_trouble_has_the_parameters_that_its_sentence_needs() -> None:
    known = known_messages(ENGLISH)
    wrong = []
    for site in all_sites():
        if site.params is None:
            continue
        wanted = [placeholders(known[key]) for key in fitting(site.id, known)]
        if wanted and not any(names <= {*site.params} for names in wanted):
            wrong.append(f"{site.place} gives {site.params} to {site.id}, which needs {wanted[0]}")
    assert not wrong, "\n".join(wrong)


def test_the_search_finds_the_ids_that_are_raised() -> None:
    found = {site.id for site in all_sites()}
    assert len(found) > 100
    assert {
        re.escape("no.map"),
        re.escape("tile.same-ways"),
        re.escape("read.number"),
        re.escape("map.no-entry"),
    } <= found


def test_an_english_sentence_is_found_wherever_it_comes_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = """
from engineshed.core.errors import of_game

def trouble(message):
    return of_game(GAME_ID, f"trouble.{message}")

def f(self, what):
    def fail(reason):
        raise Trouble(reason)

    fail("no way")
    problem = f"there is no {what}"
    raise self.bad("x", problem)
    raise Trouble("too late" if what else "undo.nothing")
    raise BadFileError("a", "b", of_game(GAME_ID, "trouble.lost"), a=1)
    raise Trouble(trouble("found"))
"""
    file = tmp_path / "games" / "some_game" / "notation.py"
    file.parent.mkdir(parents=True)
    shutil.copytree(PACKAGE / "core", tmp_path / "core")
    file.write_text(source, "utf-8")
    monkeypatch.setattr("tests.test_troubles.PACKAGE", tmp_path)
    assert [site.id for site in sites(file)] == [
        r"no\ way",
        rf"there\ is\ no\ {ANYTHING}",
        r"too\ late",
        r"undo\.nothing",
        r"some\-game:trouble\.lost",
        r"some\-game:trouble\.found",
    ]
