"""``engineshed scenario``: plays scenario files and reports what differs from them."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources.abc import Traversable
from pathlib import Path

from engineshed.cli.files import read_text
from engineshed.cli.language import Language
from engineshed.cli.phrases import Mistake, Phrases
from engineshed.cli.screen import errors, terminal
from engineshed.core.errors import Trouble
from engineshed.core.registry import find_game, game_ids
from engineshed.core.words import ENGLISH
from engineshed.lab.scenario import run_scenario, scenario_files

DIFFERS = 1
UNREADABLE = 2
"""Exit codes; of several, the gravest wins."""


def scenario(*files: Path, language: Language = ENGLISH) -> int:
    """Play scenarios: each is a position, some moves, and what they must lead to.

    Parameters
    ----------
    files
        Scenario files, or folders of them; if none is given, all that come with the games.
    """
    code = count = 0
    for file in _given(files) if files else _packaged():
        count += 1
        code = max(code, _run(file, language))
    if not count:
        raise Mistake("no-packaged-scenarios")
    verdict = "scenario.right" if code == 0 else "scenario.wrong"
    terminal().print(Phrases(language).text(verdict, scenarios=count))
    return code


def _given(paths: tuple[Path, ...]) -> Iterator[Path]:
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        inside = sorted(path.rglob("*.toml"))
        if not inside:
            raise Mistake("no-scenario", folder=str(path))
        yield from inside


def _packaged() -> Iterator[Traversable]:
    for game_id in game_ids():
        yield from scenario_files(find_game(game_id))


def _run(file: Path | Traversable, language: str) -> int:
    """The exit code for this file alone."""
    try:
        text = read_text(file) if isinstance(file, Path) else file.read_text(encoding="utf-8")
        differences = run_scenario(text, str(file) if isinstance(file, Path) else file.name, language)
    except Trouble as trouble:
        errors().print(trouble.told(language), style="red")
        return UNREADABLE
    for difference in differences:
        terminal().print(str(difference), style="red")
    return DIFFERS if differences else 0
