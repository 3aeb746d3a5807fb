"""``engineshed scenario``: play scenario files and tell what came out otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources.abc import Traversable
from pathlib import Path

from engineshed.cli.files import read_text
from engineshed.cli.screen import errors, terminal
from engineshed.core.errors import Trouble
from engineshed.core.registry import find_game, game_ids
from engineshed.lab.scenario import run_scenario, scenario_files
from engineshed.terminal.tables import counted

DIFFERS = 1
UNREADABLE = 2
"""Exit codes; the graver one wins."""


def scenario(*files: Path) -> int:
    """Play scenarios: each is a position, moves, and what must come of them.

    Parameters
    ----------
    files
        Scenario files, or folders of them; without any, all that are packaged with the games.
    """
    code = count = 0
    for file in _given(files) if files else _packaged():
        count += 1
        code = max(code, _run(file))
    if not count:
        raise Trouble("no scenarios are packaged with the games")
    verdict = "all as they say" if code == 0 else "not all as they say"
    terminal().print(f"{counted(count, 'scenario')}, {verdict}")
    return code


def _given(paths: tuple[Path, ...]) -> Iterator[Path]:
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        inside = sorted(path.rglob("*.toml"))
        if not inside:
            raise Trouble(f"there is no scenario (*.toml) in {path}")
        yield from inside


def _packaged() -> Iterator[Traversable]:
    for game_id in game_ids():
        yield from scenario_files(find_game(game_id))


def _run(file: Path | Traversable) -> int:
    """The exit code for this file alone."""
    try:
        text = read_text(file) if isinstance(file, Path) else file.read_text(encoding="utf-8")
        differences = run_scenario(text, str(file) if isinstance(file, Path) else file.name)
    except Trouble as trouble:
        errors().print(str(trouble), style="red")
        return UNREADABLE
    for difference in differences:
        terminal().print(str(difference), style="red")
    return DIFFERS if differences else 0
