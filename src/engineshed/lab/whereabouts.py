"""Where a rule is in the code, found through the game's table of stages and its refusals."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

import msgspec

import engineshed
from engineshed.core.contract import AnyGame
from engineshed.core.registry import find_game
from engineshed.core.stages import StagedRules
from engineshed.lab.refusals import Place, Refusals

Part = Literal["offers", "checks", "keeps", "refuses"]
"""What code does with a rule: it lists what the rule allows, checks it, carries it out, or refuses by it."""
PARTS: tuple[Part, ...] = ("offers", "checks", "keeps", "refuses")


class Whereabouts(msgspec.Struct, frozen=True, order=True):
    rule: str
    part: Part
    place: Place


def places_of(game: AnyGame, rule: str) -> dict[Part, list[Place]]:
    """The places in the code where a rule is used, by what they do; none for a rule that only explains."""
    found = [one for one in whereabouts(game.id) if one.rule == rule]
    return {part: places for part in PARTS if (places := [one.place for one in found if one.part == part])}


@cache
def whereabouts(game_id: str) -> tuple[Whereabouts, ...]:
    """The places of all rules of a game."""
    game = find_game(game_id)
    found = {*_in_the_table(game), *(Whereabouts(rule, "refuses", place) for rule, place in refusals_of(game).places)}
    return tuple(sorted(found))


def refusals_of(game: AnyGame) -> Refusals:
    rules = game.rules
    asked_by = [asks.rule for asks in rules.stages.values()] if isinstance(rules, StagedRules) else []
    return Refusals(game.package, [rule.id for rule in game.speech.rulebook.rules], asked_by)


def _in_the_table(game: AnyGame) -> Iterator[Whereabouts]:
    rules = game.rules
    if not isinstance(rules, StagedRules):
        return
    for asks in rules.stages.values():
        yield Whereabouts(asks.rule, "offers", place_of(asks.offer))
        checks = [asks.first, *(does.checked_by for does in asks.moves.values())]
        yield from (Whereabouts(asks.rule, "checks", place_of(check)) for check in checks if check is not None)
    for keeper, kept in rules.keeps.items():
        yield from (Whereabouts(rule, "keeps", place_of(keeper)) for rule in kept)


def place_of(thing: Any) -> Place:
    """Where a function, a property or a class is defined. It is looked up in the source: compiled code has no lines."""
    if isinstance(thing, property):
        thing = thing.fget
    thing = inspect.unwrap(thing)
    home = getattr(thing, "__objclass__", thing)  # a method of a compiled class knows its class, not its module
    compiled_or_not = Path(str(import_module(home.__module__).__file__))
    file = compiled_or_not.with_name(compiled_or_not.name.split(".")[0] + ".py")
    return Place(str(file), _lines_of(file)[thing.__qualname__], thing.__qualname__)


@cache
def _lines_of(file: Path) -> dict[str, int]:
    """The first line of each function and class, by its qualified name."""
    return dict(_defined(ast.parse(file.read_text("utf-8")), ""))


def _defined(node: ast.AST, inside: str) -> Iterator[tuple[str, int]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef | ast.FunctionDef):
            name = inside + child.name
            yield name, min([child.lineno, *(decorator.lineno for decorator in child.decorator_list)])
            yield from _defined(child, f"{name}." if isinstance(child, ast.ClassDef) else f"{name}.<locals>.")
        else:
            yield from _defined(child, inside)


PACKAGE = Path(engineshed.__file__).parent


def checkout() -> Path | None:
    """The folder of the checkout that this package runs from; None if it is installed without its tests."""
    root = PACKAGE.parents[1]
    return root if (root / "pyproject.toml").is_file() and (root / "tests").is_dir() else None


def home_of(game: AnyGame) -> Path:
    """The folder of the game's package."""
    return Path(str(import_module(game.package).__file__)).parent


def short(file: str | Path, *starts: Path) -> str:
    """A file as one would type it: relative to one of these folders, to the checkout or to the package."""
    path = Path(file)
    for start in (*starts, checkout(), PACKAGE.parent):
        if start is not None and path.is_relative_to(start):
            return path.relative_to(start).as_posix()
    return str(file)
