"""Compiles the rules with mypyc, from a copy of the package: the sources stay as they are.

A compiled ``State`` cannot be a struct, whose fields a compiled module would have to look up by name. So in the copy
it becomes a class of its own, written out from the fields of the ``Truth`` and the ``State`` in the sources.

The environment variable ENGINESHED_COMPILE says when a wheel is compiled: ``require`` fails where that is impossible,
``no`` does not try; otherwise the rules are compiled where there is a C compiler.

Run as a program, this file prints the virtual environment to play from: ``.venv-fast`` if it holds exactly these
sources, otherwise ``.venv``. With ``installed`` it notes that it does.
"""

from __future__ import annotations

import ast
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent
PACKAGE = ROOT / "src" / "engineshed"
KEPT = ROOT / "build" / "rules"
"""Compiled copies, each in a folder named after the digest of all that it was made from."""
FAST = ROOT / ".venv-fast"
INSTALLED = FAST / "installed-from"
"""The digest of the package installed there."""
REQUIRED = ("mypy>=1.15", "setuptools>=77", "msgspec>=0.20")
"""What compiling needs, apart from a C compiler. mypy reads the types of msgspec."""
BUSY_BOTS = tuple(f"games/steam_power/bots/{name}.py" for name in ("building", "changes", "outlook", "routes"))
"""Modules in which bots spend most of their time, and with which they choose the same when compiled."""
COMPILED = ("core/rng.py", "core/stages.py", "rail/*.py", "games/*/rules/**/*.py", *BUSY_BOTS)
"""What is compiled, apart from modules that define structs: mypyc drops what a struct is told in its class line."""
RARELY_RUN = {"boardfile", "datafiles", "drawing", "engraving", "for_bots", "keeps", "notation", "pictures", "referee"}
"""Modules that play no moves. Compiling them would only take time."""

BUILD = """
import sys
from mypyc.build import mypycify
from setuptools import setup
level, *files = sys.argv[1:]
modules = mypycify(files, opt_level=level, debug_level="0", multi_file=True)
setup(ext_modules=modules, script_args=["--quiet", "build_ext", "--inplace", "--parallel", "2"])
"""


class CompilingError(Exception):
    """Why the rules could not be compiled."""


class Field(NamedTuple):
    name: str
    kind: str
    default: str | None


def wanted() -> bool:
    """Whether a wheel should be compiled here."""
    asked = os.environ.get("ENGINESHED_COMPILE", "")
    return asked != "no" and (asked == "require" or _c_compiler() is not None)


def is_required() -> bool:
    return os.environ.get("ENGINESHED_COMPILE") == "require"


def _c_compiler() -> str | None:
    """The one that extensions of this Python are built with; on Windows setuptools finds it, if it is there."""
    if os.name == "nt":
        return "cl"
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return shutil.which(command.split()[0])


def compiled_package(level: str = "3") -> Path:
    """The folder with a compiled copy of the package; compiled only if that was not done before.

    ``level`` is how hard the C compiler tries.
    """
    folder = KEPT / _digest(sorted(PACKAGE.rglob("*.py")), level, *_versions())[:16]
    if not (folder / "done").is_file():
        shutil.rmtree(folder, ignore_errors=True)
        count = compile_rules(folder, level)
        shutil.rmtree(folder / "build")
        (folder / "done").write_text(f"{count} modules\n")
    return folder


def _versions() -> tuple[str, ...]:
    try:
        return sysconfig.get_platform(), sys.version, *(version(name) for name in ("mypy", "setuptools", "msgspec"))
    except PackageNotFoundError as error:
        raise CompilingError(f"{error.name} is not installed.") from None


def extensions(folder: Path) -> list[Path]:
    """What was compiled."""
    return sorted(folder.rglob(f"*{sysconfig.get_config_var('EXT_SUFFIX')}"))


def compile_rules(folder: Path, level: str) -> int:
    """Put a compiled copy of the package into this folder. Returns how many modules were compiled."""
    copy = folder / PACKAGE.name
    copytree(PACKAGE, copy, ignore=ignore_patterns("__pycache__", "page"))
    for file in copy.glob("games/*/rules/state.py"):
        file.write_text(native_state(file.read_text("utf-8"), file.with_name("truth.py").read_text("utf-8")), "utf-8")
    files = [str(file.relative_to(folder)) for file in modules(copy)]
    done = subprocess.run(  # noqa: S603  (our own program)
        [sys.executable, "-c", BUILD, level, *files], cwd=folder, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise CompilingError(done.stdout + done.stderr)
    return len(files)


def modules(package: Path) -> list[Path]:
    """The files to compile."""
    found = sorted(file for pattern in COMPILED for file in package.glob(pattern))
    plain = modules_with_structs(package)
    return [file for file in found if file not in plain and file.stem not in RARELY_RUN and file.name != "__init__.py"]


def modules_with_structs(package: Path) -> set[Path]:
    """The files with a class that is derived from a struct, directly or not."""
    bases = {file: _bases(ast.parse(file.read_text("utf-8"))) for file in package.rglob("*.py")}
    structs, known = {"Struct"}, 0
    while known < len(structs):
        known = len(structs)
        structs |= {name for classes in bases.values() for name, above in classes.items() if above & structs}
    return {file for file, classes in bases.items() if any(above & structs for above in classes.values())}


def _bases(tree: ast.Module) -> dict[str, set[str]]:
    """The names of all classes, each with the names of those that it is derived from."""
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    return {node.name: {ast.unparse(base).split("[")[0].split(".")[-1] for base in node.bases} for node in classes}


# -- states ---------------------------------------------------------------------------------------------------------


def native_state(state_source: str, truth_source: str) -> str:
    """The module of a state, with its struct written out as a class."""
    tree, truth = ast.parse(state_source), ast.parse(truth_source)
    state = _class(tree, "State")
    fields = {field.name: field for field in (*_fields(_class(truth, "Truth")), *_fields(state))}
    state.bases, state.keywords = [], []
    state.decorator_list = [ast.Name("final")]
    state.body = [_truth(state), *_written_out(list(fields.values())), *_methods(state)]
    imports = [node for node in truth.body if isinstance(node, ast.ImportFrom) and node.module != "__future__"]
    imports += [_all_of(truth, node) for node in tree.body if isinstance(node, ast.ImportFrom) and _is_truth(node)]
    first = next(at for at, node in enumerate(tree.body) if isinstance(node, ast.ImportFrom)) + 1
    tree.body[first:first] = [*ast.parse(NEEDED).body, *imports]
    return ast.unparse(ast.fix_missing_locations(tree))


NEEDED = """
from typing import final
from engineshed.core.state import are_equal, dumped
"""


def _is_truth(node: ast.ImportFrom) -> bool:
    return node.module is not None and node.module.endswith(".truth")


def _all_of(truth: ast.Module, node: ast.ImportFrom) -> ast.ImportFrom:
    """All that a truth's module defines, because the types and defaults of its fields name much of it."""
    targets: list[ast.expr] = [line.target for line in truth.body if isinstance(line, ast.AnnAssign)]
    targets += [target for line in truth.body if isinstance(line, ast.Assign) for target in line.targets]
    names = [target.id for target in targets if isinstance(target, ast.Name)]
    names += [line.name for line in truth.body if isinstance(line, ast.ClassDef)]
    return ast.ImportFrom(node.module, [ast.alias(name) for name in names], 0)


def _class(tree: ast.Module, name: str) -> ast.ClassDef:
    return next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name)


def _fields(node: ast.ClassDef) -> Iterator[Field]:
    for line in node.body:
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name) and line.target.id != "TRUTH":
            default = None if line.value is None else ast.unparse(line.value)
            yield Field(line.target.id, ast.unparse(line.annotation), default)


def _truth(state: ast.ClassDef) -> ast.stmt:
    return next(line for line in state.body if isinstance(line, ast.AnnAssign) and ast.unparse(line.target) == "TRUTH")


def _methods(state: ast.ClassDef) -> list[ast.stmt]:
    return [line for line in state.body if isinstance(line, ast.FunctionDef)]


def _written_out(fields: list[Field]) -> list[ast.stmt]:
    given = [f"{name}: {kind}" + (f" = {default}" if default else "") for name, kind, default in fields]
    return ast.parse(f"""
def __init__(self, *, {", ".join(given)}) -> None:
    {"; ".join(f"self.{field.name} = {field.name}" for field in fields)}

def copy(self) -> State:
    return State({", ".join(f"{field.name}=self.{field.name}" for field in fields)})

def become(self, other: State) -> None:
    {"; ".join(f"self.{field.name} = other.{field.name}" for field in fields)}

def dump(self) -> bytes:
    return dumped(self)

def __eq__(self, other: object) -> bool:
    return are_equal(self, other)
""").body


# -- where to play from ---------------------------------------------------------------------------------------------


def _package_digest() -> str:
    """The digest of all that is installed: code, data, words and the page."""
    files = [file for file in PACKAGE.rglob("*") if file.is_file() and "__pycache__" not in file.parts]
    return _digest(sorted(files))


def _digest(files: Iterable[Path], *more: str) -> str:
    digest = hashlib.sha256(Path(__file__).read_bytes())
    for part in more:
        digest.update(f"{len(part)} {part}".encode())
    for file in files:
        content = file.read_bytes()
        digest.update(f"{file.relative_to(ROOT).as_posix()} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def best_environment() -> Path:
    is_fast = INSTALLED.is_file() and INSTALLED.read_text() == _package_digest()
    return FAST if is_fast else ROOT / ".venv"


if __name__ == "__main__":
    if sys.argv[1:] == ["installed"]:
        INSTALLED.write_text(_package_digest())
    else:
        print(best_environment().name)
