"""Finds code that would make a game depend on more than its options, seed and moves.

Clocks, global random numbers, hashes and addresses are forbidden by name. A set has no order, so a loop over one runs
differently from process to process. Such loops are found as far as the source alone can show: over set displays and
calls, operations on them, and names, arguments and attributes that are annotated as sets or were assigned one.
"""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

CLOCKS_AND_DICE = ("random", "secrets", "time", "datetime", "uuid")
CHANGING_CALLS = ("hash", "id", "input", "open", "print")
SET_TYPES = ("set", "frozenset", "Set", "AbstractSet", "MutableSet")
SET_METHODS = ("union", "intersection", "difference", "symmetric_difference", "copy")
ORDER_FREE = ("sorted", "len", "sum", "min", "max", "any", "all", "set", "frozenset", "bool")
"""Functions whose result does not depend on the order of their argument (unless a key distinguishes equal items)."""

ORDERED = ("list", "tuple", "iter", "next", "enumerate", "zip", "map", "filter", "reversed", "dict", "chain", "join")
"""Functions that pass the order on."""


class Finding(NamedTuple):
    line: int
    problem: str


def findings(source: str) -> list[Finding]:
    """Everything in a module that could make two processes disagree, by line."""
    tree = ast.parse(source)
    sets = [name for node in ast.walk(tree) for name in _annotated(node)]
    return sorted([*_forbidden_imports(tree), *_changing_calls(tree), *_Scope(tree, [], sets).loops_over_sets()])


def imported_modules(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and full name of everything that is imported; ``from a import b`` counts as ``a.b``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.lineno, f"{'.' * node.level}{node.module or ''}.{alias.name}") for alias in node.names)


def _forbidden_imports(tree: ast.AST) -> Iterator[Finding]:
    for line, name in imported_modules(tree):
        if name.partition(".")[0] in CLOCKS_AND_DICE:
            yield Finding(line, f"imports {name}")


def _changing_calls(scope: ast.AST) -> Iterator[Finding]:
    """Calls that may differ between processes; ``__hash__`` may call ``hash``, as only this process uses the result."""
    for node in _nodes(scope):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CHANGING_CALLS:
            yield Finding(node.lineno, f"calls {node.func.id}()")
    for inner in _inner_scopes(scope):
        if getattr(inner, "name", "") != "__hash__":
            yield from _changing_calls(inner)


class _Scope:
    """A function, class or module. Names belong to one of them, so that one function's set is not another's list."""

    def __init__(self, node: ast.AST, outer: list[str], attributes: list[str]) -> None:
        self.node, self.attributes = node, attributes
        self.names = [*outer, *_arguments(node), *(name for inner in _nodes(node) for name in _annotated(inner))]
        for inner in _nodes(node):
            if isinstance(inner, ast.Assign) and self._is_set(inner.value):
                self.names += [target.id for target in inner.targets if isinstance(target, ast.Name)]

    def loops_over_sets(self) -> Iterator[Finding]:
        free = [loop for call in _nodes(self.node) if _calls(call, ORDER_FREE) for loop in _loops_inside(call)]
        for node in _nodes(self.node):
            for loop in self._loops(node):
                if loop not in free and self._is_set(loop):
                    yield Finding(loop.lineno, f"runs through a set: {ast.unparse(loop)}")
        for inner in _inner_scopes(self.node):
            yield from _Scope(inner, self.names, self.attributes).loops_over_sets()

    def _loops(self, node: ast.AST) -> list[ast.expr]:
        """What a node iterates over."""
        if isinstance(node, ast.For | ast.AsyncFor):
            return [node.iter]
        if isinstance(node, ast.ListComp | ast.GeneratorExp | ast.DictComp):
            return [generator.iter for generator in node.generators]
        if isinstance(node, ast.Starred):
            return [node.value]
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute) and node.func.attr == "pop" and not node.args:
                return [node.func.value]
            return list(node.args) if _calls(node, ORDERED) else []
        return []

    def _is_set(self, node: ast.expr) -> bool:
        match node:
            case ast.Set() | ast.SetComp():
                return True
            case ast.Name(id=name):
                return name in self.names
            case ast.Attribute(attr=name):
                return name in self.attributes
            case ast.BinOp(left=left, op=ast.BitOr() | ast.BitAnd() | ast.Sub() | ast.BitXor(), right=right):
                return self._is_set(left) or self._is_set(right)
            case ast.Call(func=ast.Attribute(value=value, attr=name)) if name in SET_METHODS:
                return self._is_set(value)
            case ast.IfExp(body=body, orelse=orelse):
                return self._is_set(body) or self._is_set(orelse)
        return _calls(node, ("set", "frozenset"))


def _calls(node: ast.AST, names: tuple[str, ...]) -> bool:
    if not isinstance(node, ast.Call):
        return False
    called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    return called in names


def _loops_inside(call: ast.AST) -> list[ast.expr]:
    """The loops inside a call that ignores the order: ``sorted(x for x in s)``, ``sum(map(f, s))``."""
    arguments = [inner for inner in ast.walk(call) if inner is not call]
    comprehensions = [node for node in arguments if isinstance(node, ast.GeneratorExp | ast.ListComp)]
    loops = [generator.iter for node in comprehensions for generator in node.generators]
    return loops + [argument for node in arguments if isinstance(node, ast.Call) for argument in node.args]


def _annotated(node: ast.AST) -> list[str]:
    """The variable or attribute that a node annotates as a set, if it does."""
    if isinstance(node, ast.AnnAssign) and _names_a_set(node.annotation):
        return [node.target.id if isinstance(node.target, ast.Name) else getattr(node.target, "attr", "")]
    return []


def _arguments(scope: ast.AST) -> list[str]:
    """The arguments of a function that are annotated as sets."""
    if not isinstance(scope, ast.FunctionDef | ast.AsyncFunctionDef):
        return []
    arguments = (*scope.args.posonlyargs, *scope.args.args, *scope.args.kwonlyargs)
    return [given.arg for given in arguments if given.annotation is not None and _names_a_set(given.annotation)]


def _names_a_set(annotation: ast.expr) -> bool:
    """``set[int]``, ``frozenset``, ``collections.abc.Set[str]``, and unions with any of them."""
    match annotation:
        case ast.Subscript(value=value):
            return _names_a_set(value)
        case ast.BinOp(left=left, right=right):
            return _names_a_set(left) or _names_a_set(right)
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name in SET_TYPES
    return False


_SCOPES = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef


def _nodes(scope: ast.AST) -> Iterator[ast.AST]:
    """The nodes of one function, class or module, without those of the functions and classes inside it."""
    waiting = deque(ast.iter_child_nodes(scope))
    while waiting:
        node = waiting.popleft()
        yield node
        if not isinstance(node, _SCOPES):
            waiting.extend(ast.iter_child_nodes(node))


def _inner_scopes(scope: ast.AST) -> list[ast.AST]:
    return [node for node in _nodes(scope) if isinstance(node, _SCOPES)]
