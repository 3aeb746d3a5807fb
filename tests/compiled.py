"""Shows that the rules play the same games when they are compiled with mypyc: ``python -m tests.compiled``.

It compiles a copy of the package, so that the working tree does not change. It needs a C compiler.
"""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory
from types import ModuleType

import msgspec

import engineshed

PACKAGE = Path(engineshed.__file__).parent
COMPILED = ("rail/*.py", "games/*/rules/**/*.py")

BUILD = """
import sys
from mypyc.build import mypycify
from setuptools import setup
modules = mypycify(sys.argv[1:], opt_level="0", debug_level="0", multi_file=True)
setup(ext_modules=modules, script_args=["--quiet", "build_ext", "--inplace", "--parallel", "2"])
"""
PLAY = """
from engineshed.core.registry import find_game, game_ids
from engineshed.core.options import random_play_settings
from engineshed.lab.simulate import Plan, run
from engineshed.games.steam.rules import stages
print(stages.__file__.endswith(".py"))
for name in game_ids():
    game = find_game(name)
    settings = random_play_settings(game.rules.options)
    for bots, games in (("greedy",), 1), (("random",), 5):
        plan = Plan(name, game.seats[-1], settings, bots, "compiled", digest=True, referee=True)
        print(name, *bots, *(line.digest for line in run(plan, games)))
"""


def modules() -> list[Path]:
    """The source files of everything that plays a game."""
    found = (file for pattern in COMPILED for file in sorted(PACKAGE.glob(pattern)))
    return [file for file in found if file.name != "__init__.py"]


def module_of(file: Path) -> ModuleType:
    return import_module(".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts))


def defines_structs(module: ModuleType) -> bool:
    """Modules that define structs cannot be compiled."""
    return any(
        isinstance(thing, type) and issubclass(thing, msgspec.Struct) and thing.__module__ == module.__name__
        for thing in vars(module).values()
    )


def main() -> int:
    files = [file.relative_to(PACKAGE.parent) for file in modules() if not defines_structs(module_of(file))]
    with TemporaryDirectory() as folder:
        copytree(PACKAGE, Path(folder, PACKAGE.name), ignore=ignore_patterns("__pycache__", "page"))
        _run(folder, BUILD, *map(str, files))
        plain, compiled = (_run(where, PLAY).splitlines() for where in (str(PACKAGE.parent), folder))
    if (plain[0], compiled[0]) != ("True", "False") or plain[1:] != compiled[1:]:
        print("The compiled rules play different games:", *plain, "", *compiled, sep="\n")
        return 1
    print(f"{len(files)} modules compiled; they play the same games.")
    return 0


def _run(folder: str, script: str, *arguments: str) -> str:
    """Run a script in a separate process, with the package in this folder."""
    environment = {**os.environ, "PYTHONPATH": folder}
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(done.stdout + done.stderr)
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
