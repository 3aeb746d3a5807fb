"""``engineshed scenario``: plays scenario files and reports what differs from them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path

from engineshed.cli.datafolder import DataFolder, announced
from engineshed.cli.files import read_text
from engineshed.cli.language import Language
from engineshed.cli.phrases import Mistake, Phrases
from engineshed.cli.screen import errors, terminal
from engineshed.core.contract import AnyGame
from engineshed.core.corrections import Texts
from engineshed.core.errors import Trouble
from engineshed.core.registry import find_game, game_ids
from engineshed.core.words import ENGLISH
from engineshed.lab.scenario import read_scenario, scenario_differences, scenario_files, with_corrections

DIFFERS = 1
UNREADABLE = 2
"""Exit codes; if there are several, the most serious one wins."""


def scenario(*files: Path, data: DataFolder = None, language: Language = ENGLISH) -> int:
    """Play scenarios: each is a position, some moves, and what they must lead to.

    Parameters
    ----------
    files
        Scenario files, or folders of them; if none is given, all that come with the games.
    """
    box = cache(lambda game_id: _box(find_game(game_id), data, language))
    code = count = 0
    for file in _given(files) if files else _packaged():
        count += 1
        code = max(code, _run(file, box, language))
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


def _box(game: AnyGame, folder: Path | None, language: str) -> Texts:
    """The corrected files that this game is played with; a wrong one stops the command, not one scenario."""
    texts = announced(game, folder, language)
    game.corrections.doubts(texts)
    return texts


def _run(file: Path | Traversable, box: Callable[[str], Texts], language: str) -> int:
    """The exit code for this file alone."""
    source = str(file) if isinstance(file, Path) else file.name
    try:
        text = read_text(file) if isinstance(file, Path) else file.read_text(encoding="utf-8")
        found = read_scenario(text, source)
    except Trouble as trouble:
        return _unreadable(trouble, language)
    found = with_corrections(found, box(found.game))
    try:
        differences = scenario_differences(found, source, language)
    except Trouble as trouble:
        return _unreadable(trouble, language)
    for difference in differences:
        terminal().print(str(difference), style="red")
    return DIFFERS if differences else 0


def _unreadable(trouble: Trouble, language: str) -> int:
    errors().print(trouble.told(language), style="red")
    return UNREADABLE
