"""Every trouble that is raised anywhere has a sentence in every language, and brings what its sentence needs."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
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
"""What makes troubles, and which of its arguments is the id."""

NAMING = {"UnknownNameError": 0, "read_one_of": 2}
"""Where a word under ``no`` is asked for, by which argument."""

NOUNS = {"one": 1, "read_number": 1, "read_letters": 3, "read_place": 2, "Stops": 1, "noun": 0}
"""Where a noun is asked for, by which argument."""

Scope = ast.Module | ast.FunctionDef | ast.AsyncFunctionDef

ANYTHING = "[^:]*"
"""What stands for a part of an id that is known only later."""


class Site(NamedTuple):
    """A place that raises, with one of the ids that it may raise."""

    place: str
    id: str
    """As a pattern."""
    params: tuple[str, ...] | None
    """Those that are given by name; None where they cannot be read here."""


# -- reading the code -----------------------------------------------------------------------------------------------


def sites(file: Path) -> Iterator[Site]:
    module = ast.parse(file.read_text("utf-8"))
    raising = {**RAISED, **PASSING_ON, **passing_on(module)}
    for scope in (node for node in ast.walk(module) if isinstance(node, Scope)):
        for call in (node for node in own_nodes(scope) if isinstance(node, ast.Call)):
            yield from _sites(file, call, scope, raising)


def _sites(file: Path, call: ast.Call, scope: Scope, raising: dict[str, int]) -> Iterator[Site]:
    name = ast.unparse(call.func).rpartition(".")[2]
    place = f"{file.relative_to(PACKAGE)}:{call.lineno}"
    if name == "Message":
        yield from _place_in_a_file(place, call, scope)
    for family, prefix, known in ((raising, "", None), (NAMING, "no.", ("name",)), (NOUNS, "noun.", ())):
        if name not in family or len(call.args) <= family[name]:
            continue
        for id_ in texts(call.args[family[name]], scope, game_of(file)):
            yield Site(place, _within(id_, prefix), _given(call) if known is None else known)


def _place_in_a_file(place: str, call: ast.Call, scope: Scope) -> Iterator[Site]:
    """Where something is wrong is a message as well."""
    given = call.args[1].keys if len(call.args) > 1 and isinstance(call.args[1], ast.Dict) else []
    params = tuple(sorted(ast.literal_eval(key) for key in given if key))
    ids = texts(call.args[0], scope, "") if call.args else ()
    yield from (Site(place, id_, params) for id_ in ids if id_.startswith(re.escape("place.")))


def own_nodes(scope: Scope) -> Iterator[ast.AST]:
    """What stands in a module or function, but not in the functions inside it."""
    todo = list(ast.iter_child_nodes(scope))
    while todo:
        node = todo.pop(0)
        yield node
        if not isinstance(node, Scope):
            todo += ast.iter_child_nodes(node)


def passing_on(module: ast.Module) -> dict[str, int]:
    """Functions that raise what they are given, and by which of their arguments."""
    found = {}
    for function in (node for node in ast.walk(module) if isinstance(node, ast.FunctionDef)):
        names = [arg.arg for arg in (*function.args.posonlyargs, *function.args.args) if arg.arg != "self"]
        for call in (node for node in own_nodes(function) if isinstance(node, ast.Call)):
            place = RAISED.get(ast.unparse(call.func).rpartition(".")[2], len(call.args))
            given = call.args[place] if place < len(call.args) else None
            if isinstance(given, ast.Name) and given.id in names:
                found[function.name] = names.index(given.id)
    return found


def _within(id_: str, prefix: str) -> str:
    game, colon, key = id_.rpartition(":")
    return f"{game}{colon}{re.escape(prefix)}{key}"


def _given(call: ast.Call) -> tuple[str, ...] | None:
    names = [keyword.arg for keyword in call.keywords]
    return None if None in names else tuple(sorted(name for name in names if name))


def texts(node: ast.expr, scope: Scope, game: str) -> Iterator[str]:
    """All that an expression may be, as patterns; what a function is given is read where that is called."""
    match node:
        case ast.Constant(value=str(text)):
            yield re.escape(text)
        case ast.JoinedStr(values=parts):
            yield "".join(_part(part, game) for part in parts)
        case ast.IfExp(body=one, orelse=other):
            yield from texts(one, scope, game)
            yield from texts(other, scope, game)
        case ast.Call(func=ast.Name("of_game"), args=[_, message]):
            yield from (f"{re.escape(game)}:{text}" for text in texts(message, scope, game))
        case ast.Name(name):
            yield from (text for value in _values(name, scope) for text in texts(value, scope, game))


def _part(part: ast.expr, game: str) -> str:
    match part:
        case ast.Constant(value=str(text)):
            return re.escape(text)
        case ast.FormattedValue(value=ast.Name("GAME_ID")):
            return re.escape(game)
    return ANYTHING


def _values(name: str, scope: Scope) -> Iterator[ast.expr]:
    """What a name is set to there."""
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


def game_of(file: Path) -> str:
    """The id of the game whose file it is; games are found by their folders."""
    inside = file.relative_to(PACKAGE).parts
    return inside[1].replace("_", "-") if inside[0] == "games" and len(inside) > 2 else ""


# -- holding it against the words -----------------------------------------------------------------------------------


def known_messages(language: str) -> dict[str, str]:
    messages = dict(house_words(language).templates)
    for game in game_ids():
        words = find_game(game).speech.words_in(language)
        messages.update({f"{game}:{key}": template for key, template in words.templates.items()})
    return messages


def placeholders(template: str) -> tuple[str, ...]:
    return tuple(sorted({name for _, name, _, _ in Formatter().parse(template) if name is not None}))


PASSING_ON = passing_on(ast.parse((PACKAGE / "core" / "boards.py").read_text("utf-8")))
"""Readers of map files inherit this one."""

CHANGING = {"games", "cli", "scenario.py"}
SITES = [site for file in FILES if not CHANGING & {*file.relative_to(PACKAGE).parts} for site in sites(file)]


@pytest.mark.parametrize("language", list(PLURALS))
def test_every_trouble_has_its_sentence(language: str) -> None:
    known = known_messages(language)
    silent = [f"{site.place} {site.id}" for site in SITES if not any(re.fullmatch(site.id, key) for key in known)]
    assert not silent, "\n".join(silent)


def test_every_trouble_brings_what_its_sentence_needs() -> None:
    known = known_messages(ENGLISH)
    wrong = []
    for site in (site for site in SITES if site.params is not None):
        wanted = [placeholders(template) for key, template in known.items() if re.fullmatch(site.id, key)]
        if wanted and site.params not in wanted:
            wrong.append(f"{site.place} gives {site.params} to {site.id}, which needs {wanted[0]}")
    assert not wrong, "\n".join(wrong)


def test_the_search_finds_what_is_raised() -> None:
    found = {site.id for site in SITES}
    assert len(found) > 100
    assert {
        re.escape("no.map"),
        re.escape("tile.same-ways"),
        re.escape("read.number"),
        re.escape("map.no-entry"),
    } <= found


def test_an_english_sentence_is_found_wherever_it_comes_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = """
def f(self, what):
    def fail(reason):
        raise Trouble(reason)

    fail("no way")
    problem = f"there is no {what}"
    raise self.bad("x", problem)
    raise Trouble("too late" if what else "undo.nothing")
    raise BadFileError("a", "b", of_game(GAME_ID, "trouble.lost"), a=1)
"""
    file = tmp_path / "games" / "some_game" / "notation.py"
    file.parent.mkdir(parents=True)
    file.write_text(source, "utf-8")
    monkeypatch.setattr("tests.test_troubles.PACKAGE", tmp_path)
    assert [site.id for site in sites(file)] == [
        r"no\ way",
        rf"there\ is\ no\ {ANYTHING}",
        r"too\ late",
        r"undo\.nothing",
        r"some\-game:trouble\.lost",
    ]
