"""The layers of the project: imports go one way, and the inner layers cannot depend on chance or the clock."""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

import hatch_rules
import pytest

import engineshed
from engineshed.testing.lint import findings, imported_modules

PACKAGE = Path(engineshed.__file__).parent

MAY_IMPORT = {
    "core": ["core"],
    "rail": ["core", "rail"],
    "bots": ["core", "bots"],
    "games": ["core", "rail", "bots", "games"],
    "adapters": ["core", "bots", "terminal", "adapters"],
    "lab": ["core", "bots", "adapters", "lab"],
    "server": ["core", "bots", "lab", "server"],
    "testing": ["core", "bots", "lab", "testing"],
    "terminal": ["core", "rail", "terminal"],
    "games.terminal": ["core", "rail", "games", "terminal"],
    "cli": ["core", "bots", "lab", "server", "terminal", "cli"],
}
"""core <- rail, bots <- games; core <- bots <- adapters <- lab <- server, testing <- cli;
core, rail <- terminal <- adapters, cli.

The terminal part of a game may import the game's other parts, and none of them may import it.

Code that serves all games (bots, adapters, lab, server, testing) never imports a game: it knows the contract, and
finds games through the registry.
"""

PARTS = {
    "rules": ["rules"],
    "speech": ["rules", "speech"],
    "boards": ["rules", "boards"],
    "bots": ["bots"],
}
"""The parts of a game. Its bots use the rules as well, but only through the module made for them."""
FOR_BOTS = "rules.for_bots"

PURE = ("core", "rail", "games")
FOREIGN = {"core": ["msgspec"], "rail": ["msgspec"], "games": ["msgspec"], "bots": ["msgspec"]}
"""Third-party packages that a layer may use; layers not listed may use all our dependencies."""

FILES = sorted(PACKAGE.rglob("*.py"))


def layer_of(file: Path) -> str:
    inside = file.relative_to(PACKAGE).parts
    if inside[0] == "games" and inside[2:3] == ("terminal",):
        return "games.terminal"
    return inside[0] if len(inside) > 1 else ""


@cache
def imports(file: Path) -> list[tuple[int, str]]:
    return list(imported_modules(ast.parse(file.read_text("utf-8"))))


def test_every_folder_is_a_layer() -> None:
    assert sorted({layer_of(file) for file in FILES} - {""}) == sorted(MAY_IMPORT)


@pytest.mark.parametrize("layer", list(MAY_IMPORT))
def test_imports_go_one_way(layer: str) -> None:
    wrong = []
    for file in (file for file in FILES if layer_of(file) == layer):
        for line, name in imports(file):
            parts = name.split(".")
            if parts[0] == "engineshed" and len(parts) > 2 and parts[1] not in MAY_IMPORT[layer]:
                wrong.append(f"{file.relative_to(PACKAGE)}:{line} imports {name}")
    assert not wrong, "\n".join(wrong)


def test_no_game_imports_another_game() -> None:
    wrong = []
    for file in (file for file in FILES if layer_of(file) == "games"):
        own = file.relative_to(PACKAGE / "games").parts[0]
        wrong += [
            f"{file.name}:{line} imports {name}"
            for line, name in imports(file)
            if name.startswith("engineshed.games.") and name.split(".")[2] != own
        ]
    assert not wrong, "\n".join(wrong)


def part_of(file: Path) -> str:
    """The part of a game that a file belongs to; "" for the manifest."""
    inside = file.relative_to(PACKAGE).parts
    return inside[2] if inside[0] == "games" and len(inside) > 3 else ""


@pytest.mark.parametrize("part", list(PARTS))
def test_the_parts_of_a_game_know_the_rules_and_not_each_other(part: str) -> None:
    wrong = []
    for file in (file for file in FILES if part_of(file) == part):
        for line, name in imports(file):
            parts = name.split(".")
            if parts[:2] != ["engineshed", "games"] or len(parts) < 4:
                continue
            if part == "bots" and ".".join(parts[3:5]) == FOR_BOTS:
                continue
            if parts[3] not in PARTS[part]:
                wrong.append(f"{file.relative_to(PACKAGE)}:{line} imports {name}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("game", sorted({file.relative_to(PACKAGE).parts[1] for file in FILES if part_of(file)}))
def test_the_manifest_of_a_game_reads_as_a_table_of_contents(game: str) -> None:
    page = (PACKAGE / "games" / game / "__init__.py").read_text("utf-8").splitlines()
    assert len(page) <= 100
    assert not any(line.startswith(("def ", "class ")) for line in page)


def functions_in(tree: ast.Module) -> list[str]:
    return [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]


def test_rules_keep_structs_in_separate_modules() -> None:
    """Compiled modules cannot define structs, and everything that plays, checks or offers moves must be compilable."""
    wrong = []
    for file in hatch_rules.modules_with_structs(PACKAGE):
        plays = [name for name in functions_in(parsed(file)) if name.startswith(PLAYING)]
        if plays and part_of(file) == "rules":
            wrong.append(f"{file.relative_to(PACKAGE)} defines structs and {', '.join(plays)}")
    assert not wrong, "\n".join(wrong)


PLAYING = ("play_", "check_", "offer_", "draw_", "view", "guess", "with_consequences")


def parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text("utf-8"))


def test_constants_of_compiled_modules_are_final() -> None:
    """Otherwise they are looked up by name whenever they are used."""
    wrong = [
        f"{file.relative_to(PACKAGE)}:{line.lineno} {ast.unparse(target)}"
        for file in hatch_rules.modules(PACKAGE)
        for line in parsed(file).body
        if isinstance(line, ast.Assign) and isinstance(line.value, ast.Constant | ast.Tuple | ast.UnaryOp | ast.BinOp)
        for target in line.targets
        if isinstance(target, ast.Name) and target.id.isupper() and not is_type_alias(line.value)
    ]
    assert not wrong, "\n".join(wrong)


def is_type_alias(value: ast.expr) -> bool:
    return isinstance(value, ast.BinOp) and isinstance(value.op, ast.BitOr)


def test_fields_of_states_have_exact_types() -> None:
    """An attribute of the type Any is slow, and so is everything that is computed with it."""
    files = [file for name in ("state", "truth") for file in PACKAGE.glob(f"games/*/rules/{name}.py")]
    wrong = [
        f"{file.relative_to(PACKAGE)}:{field.lineno} {ast.unparse(field)}"
        for file in files
        for node in parsed(file).body
        if isinstance(node, ast.ClassDef) and node.name in ("State", "Truth")
        for field in node.body
        if isinstance(field, ast.AnnAssign) and "Any" in ast.unparse(field.annotation)
    ]
    assert len(files) == 2 * len(list(PACKAGE.glob("games/*/rules")))
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("layer", ["rail", "games"])
def test_fast_code_uses_no_cached_property(layer: str) -> None:
    hot = [file for file in FILES if layer_of(file) == layer and (layer == "rail" or part_of(file) == "rules")]
    wrong = [str(file.relative_to(PACKAGE)) for file in hot if "cached_property" in file.read_text("utf-8")]
    assert not wrong, wrong


def test_there_are_no_relative_imports() -> None:
    """A full name says where something is defined, and the checks above read full names."""
    wrong = [f"{file.name}:{line}" for file in FILES for line, name in imports(file) if name.startswith(".")]
    assert not wrong, wrong


@pytest.mark.parametrize("layer", list(FOREIGN))
def test_the_inner_layers_are_light(layer: str) -> None:
    known = {*sys.stdlib_module_names, "engineshed", *FOREIGN[layer]}
    wrong = [
        f"{file.relative_to(PACKAGE)}:{line} imports {name}"
        for file in FILES
        if layer_of(file) == layer
        for line, name in imports(file)
        if name.partition(".")[0] not in known
    ]
    assert not wrong, "\n".join(wrong)


EXTRAS = ("gymnasium", "numpy", "pettingzoo", "PIL", "pyspiel", "ray", "resvg_py")


def test_the_program_runs_without_its_extras() -> None:
    """Only who uses an adapter needs what it adapts to."""
    block = f"import sys; sys.modules.update(dict.fromkeys({EXTRAS}))\nfrom engineshed.cli import main\nmain(['games'])"
    done = subprocess.run([sys.executable, "-c", block], capture_output=True, text=True, check=False)
    assert "steam-power" in done.stdout, done.stderr


@pytest.mark.parametrize("layer", PURE)
def test_nothing_depends_on_clocks_dice_or_the_order_of_sets(layer: str) -> None:
    wrong = [
        f"{file.relative_to(PACKAGE)}:{found.line} {found.problem}"
        for file in FILES
        if layer_of(file) == layer
        for found in findings(file.read_text("utf-8"))
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    "source",
    [
        "import random",
        "import time as t",
        "from datetime import date",
        "import os, secrets",
        "from random import choice",
        "hash('a')",
        "key = id(x)",
        "print('x')",
        "for x in {1, 2}: pass",
        "for x in set(y): pass",
        "for x in frozenset(y) | z: pass",
        "[x for x in {y for y in z}]",
        "{x: 1 for x in {1, 2}}",
        "list({1, 2})",
        "tuple(set(x))",
        "', '.join({'a', 'b'})",
        "[*{1, 2}]",
        "f(*set(x))",
        "next(iter({1, 2}))",
        "enumerate({1, 2})",
        "s = {1, 2}\nfor x in s: pass",
        "s = set()\ns.pop()",
        "s: set[int] = f()\nfor x in s: pass",
        "def f(s: frozenset[str]):\n    return [x for x in s]",
        "def f(*, s: AbstractSet[str] | None):\n    return list(s)",
        "from collections.abc import Set\ndef f(s: Set[str]):\n    return tuple(s)",
        "class C:\n    s: set[int]\n    def f(self):\n        return [x for x in self.s]",
        "class C:\n    def f(self):\n        self.s: set[int] = x\n    def g(self, c):\n        return list(c.s)",
        "def f(a: set[int], b):\n    for x in a.union(b): pass",
        "def f(a: set[int], b):\n    for x in a - b: pass",
        "s = {1}\ndef f():\n    return list(s)",
        "def f(c):\n    return list({1} if c else [])",
        "def f():\n    s = {1}\n    return lambda: [x for x in s]",
    ],
)
def test_code_that_could_differ_between_processes_is_found(source: str) -> None:
    assert len(findings(source)) >= 1


@pytest.mark.parametrize(
    "source",
    [
        "import engineshed.core.rng",
        "for x in [1, 2]: pass",
        "for x in sorted({1, 2}): pass",
        "for x in sorted(f(y) for y in {1, 2}): pass",
        "sum(x for x in set(y))",
        "len({1, 2})",
        "max({1, 2})",
        "any(x in y for x in {1, 2})",
        "{x + 1 for x in {1, 2}}",
        "set(x for x in {1, 2})",
        "1 in {1, 2}",
        "for x in {1: 2}: pass",
        "for x in dict.fromkeys(y): pass",
        "def f():\n    s = {1}\ndef g(s):\n    return list(s)",
        "def f(s: set[int]):\n    return 1 in s\ndef g(s: list[int]):\n    return list(s)",
        "stack = [1]\nstack.pop()",
        "def f(a, b):\n    for x in a - b: pass",
        "class C:\n    def __hash__(self): return hash(self.key)",
    ],
)
def test_code_that_is_the_same_in_every_process_is_accepted(source: str) -> None:
    assert findings(source) == []
