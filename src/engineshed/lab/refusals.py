"""Where a game's code refuses something, and by which rules, found by reading the code itself.

A refusal is a call to ``refuse`` or ``Illegal``. Its first argument is usually the rule's id; if not, the id is traced
through conditions, names, tables, return values and arguments to where it is written.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from importlib import import_module
from pathlib import Path

import msgspec

REFUSALS = ("engineshed.core.stages.refuse", "engineshed.core.contract.Illegal")
Function = ast.FunctionDef | None
"""The function that contains something; None outside of all functions."""


class Place(msgspec.Struct, frozen=True, order=True):
    """A place in the code: file, line, and the function it is in."""

    file: str
    line: int
    name: str


Found = tuple[str, Place]
"""A rule, and the place in the code where it refuses a move."""


class Module:
    """A source file, and what the names in it mean."""

    def __init__(self, name: str, path: Path) -> None:
        self.name, self.path = name, path
        self.tree = ast.parse(path.read_text("utf-8"))
        self.functions = {node.name: node for node in self.tree.body if isinstance(node, ast.FunctionDef)}
        self.values = dict(_assigned(self.tree.body))
        self.imports = dict(_imported(self.tree))

    def full_name(self, node: ast.expr) -> str:
        """The full name of what an expression refers to, ``engineshed.core.stages.refuse``; "" if it is not a name."""
        match node:
            case ast.Name(name) if name in self.imports:
                return self.imports[name]
            case ast.Name(name) if name in self.functions or name in self.values:
                return f"{self.name}.{name}"
            case ast.Attribute(ast.Name(name), attribute) if name in self.imports:
                return f"{self.imports[name]}.{attribute}"
        return ""

    @cached_property
    def calls(self) -> list[tuple[Function, ast.Call, str]]:
        """Every call, with the function that contains it and the full name of what is called."""
        return [
            (function, node, self.full_name(node.func))
            for function, part in self._parts()
            for node in ast.walk(part)
            if isinstance(node, ast.Call)
        ]

    def _parts(self) -> Iterator[tuple[Function, ast.stmt]]:
        """Functions and methods, and the code outside of them."""
        for top in self.tree.body:
            for part in top.body if isinstance(top, ast.ClassDef) else (top,):
                yield part if isinstance(part, ast.FunctionDef) else None, part


def _assigned(body: Sequence[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    for node in body:
        match node:
            case ast.Assign([ast.Name(name)], value) | ast.AnnAssign(ast.Name(name), value=ast.expr() as value):
                yield name, value


def _imported(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                yield alias.asname or alias.name, f"{node.module}.{alias.name}"


class Refusals:
    """All refusals of a package."""

    def __init__(self, package: str, rules: Sequence[str], asked_by: Sequence[str]) -> None:
        """``rules``: the ids of all rules; ``asked_by``: those in the table of stages, where code can look them up."""
        root = Path(str(import_module(package).__file__)).parent
        files = sorted(root.rglob("*.py"))
        names = [".".join((package, *file.relative_to(root).with_suffix("").parts)) for file in files]
        self.modules = {name: Module(name, file) for name, file in zip(names, files, strict=True)}
        self.rules, self.asked_by = rules, asked_by
        self.unclear: list[Place] = []
        """Refusals whose rule could not be found."""
        self.places = sorted(set(self._find()))

    def _find(self) -> Iterator[Found]:
        for module in self.modules.values():
            for function, call, called in module.calls:
                if called in REFUSALS:
                    yield from _Trail(self, module, function, _place(module, function, call)).follow(call.args[0])


def _place(module: Module, function: Function, node: ast.expr) -> Place:
    return Place(str(module.path), node.lineno, function.name if function else "")


class _Trail:
    """An expression that gives a rule, traced to where the id is written."""

    def __init__(self, refusals: Refusals, module: Module, function: Function, place: Place, part: int = -1) -> None:
        """``part``: which item of a tuple is meant."""
        self.refusals, self.module, self.function, self.place, self.part = refusals, module, function, place, part

    def follow(self, node: ast.expr) -> Iterator[Found]:
        match node:
            case ast.Constant(str(rule)):
                yield rule, self.place
            case ast.IfExp(_, one, other):
                yield from self.follow(one)
                yield from self.follow(other)
            case ast.Tuple(parts) if self.part >= 0:
                yield from self._on(part=-1).follow(parts[self.part])
            case ast.Dict(values=values):
                for value in values:
                    yield from self.follow(value)
            case ast.Subscript(table):
                yield from self.follow(table)
            case _:
                yield from self._follow_name(node)

    def _follow_name(self, node: ast.expr) -> Iterator[Found]:
        match node:
            case ast.JoinedStr(parts):
                pattern = "".join(re.escape(str(p.value)) if isinstance(p, ast.Constant) else ".+" for p in parts)
                yield from ((rule, self.place) for rule in self.refusals.rules if re.fullmatch(pattern, rule))
            case ast.Attribute(_, "rule"):
                yield from ((rule, self.place) for rule in self.refusals.asked_by)
            case ast.Call(called):
                yield from self._follow_returned(self.module.full_name(called))
            case ast.Name(name) if self.function and name in _parameters(self.function):
                yield from self._follow_given(self.function, name)
            case ast.Name(name) if self.function and (values := list(_local(self.function, name))):
                for part, value in values:
                    yield from self._on(part=part).follow(value)
            case _:
                yield from self._follow_value(node)

    def _follow_value(self, node: ast.expr) -> Iterator[Found]:
        """A name of this module, or one that it has imported."""
        module, _, name = self.module.full_name(node).rpartition(".")
        home = self.refusals.modules.get(module)
        if home is not None and name in home.values:
            yield from self._on(home, None).follow(home.values[name])
        else:
            self.refusals.unclear.append(self.place)

    def _follow_returned(self, full_name: str) -> Iterator[Found]:
        module, _, name = full_name.rpartition(".")
        home = self.refusals.modules.get(module)
        if home is None or name not in home.functions:
            self.refusals.unclear.append(self.place)
            return
        function = home.functions[name]
        for node in ast.walk(function):
            if isinstance(node, ast.Return) and node.value is not None:
                yield from self._on(home, function).follow(node.value)

    def _follow_given(self, function: ast.FunctionDef, parameter: str) -> Iterator[Found]:
        """The rule is an argument of the function, so the calls are searched for it."""
        full_name = f"{self.module.name}.{function.name}"
        number = _parameters(function).index(parameter)
        for module in self.refusals.modules.values():
            for caller, call, called in module.calls:
                if called == full_name:
                    given = [keyword.value for keyword in call.keywords if keyword.arg == parameter]
                    value = given[0] if given else call.args[number]
                    yield from _Trail(self.refusals, module, caller, _place(module, caller, call)).follow(value)

    def _on(self, module: Module | None = None, function: Function = None, part: int | None = None) -> _Trail:
        """The same trail, continued in another function or with another part."""
        there = (module, function) if module else (self.module, self.function)
        return _Trail(self.refusals, *there, self.place, self.part if part is None else part)


def _parameters(function: ast.FunctionDef) -> list[str]:
    arguments = function.args
    return [argument.arg for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]


def _local(function: ast.FunctionDef, name: str) -> Iterator[tuple[int, ast.expr]]:
    """What is assigned to a name in a function, and which part of it."""
    for node in ast.walk(function):
        match node:
            case ast.Assign([ast.Name(found)], value) if found == name:
                yield -1, value
            case ast.Assign([ast.Tuple(names)], value):
                yield from (
                    (part, value) for part, one in enumerate(names) if isinstance(one, ast.Name) and one.id == name
                )
