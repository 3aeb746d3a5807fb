"""Where corrected files are: one folder for each game, in a given folder or in the user's own."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from engineshed.cli.files import read_text as read_file
from engineshed.cli.files import reason
from engineshed.cli.phrases import Mistake, Phrases
from engineshed.cli.screen import errors
from engineshed.core.contract import AnyGame
from engineshed.core.corrections import Texts
from engineshed.core.errors import BadFileError, Trouble
from engineshed.core.registry import game_ids

VARIABLE = "ENGINESHED_DATA"
"""The environment variable that names the user's folder."""
FILES = "*.toml"

DataFolder = Annotated[
    Path | None,
    Parameter(
        name="--data",
        help="A folder with corrected files, as 'data export' writes them; your own folder if not given.",
    ),
]


def own_folder(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """The user's folder, which upgrades do not touch; it need not exist."""
    if environment.get(VARIABLE):
        return Path(environment[VARIABLE]).expanduser()
    return _home_of_data(environment, platform) / "engineshed" / "data"


def _home_of_data(environment: Mapping[str, str], platform: str) -> Path:
    """Where programs on this system keep a user's data."""
    if platform == "win32":
        return Path(environment.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    named = Path(environment.get("XDG_DATA_HOME", ""))
    return named if named.is_absolute() else Path.home() / ".local" / "share"


def corrected(game: AnyGame, folder: Path | None) -> Texts:
    """The files in the given folder, or in the user's own, that differ from the game's."""
    if folder is None:
        return game.corrections.changed(read_folder(game, own_folder()))
    if not folder.is_dir():
        raise Mistake("no-folder", folder=str(folder))
    if not any((folder / game_id).is_dir() for game_id in game_ids()):
        raise Mistake("no-data", folder=str(folder), example=game.id)
    return game.corrections.changed(read_folder(game, folder))


def announced(game: AnyGame, folder: Path | None, language: str) -> Texts:
    """The same, after printing which files they are."""
    texts = corrected(game, folder)
    if texts:
        place = own_folder() if folder is None else folder
        told = Phrases(language).text("data.used", game=game.title, files=", ".join(texts), folder=str(place / game.id))
        errors().print(told, style="dim")
    return texts


def read_folder(game: AnyGame, folder: Path) -> Texts:
    """All files of this game in a folder; a file that the game does not know is a mistake."""
    base = folder / game.id
    try:
        found = sorted(path.relative_to(base).as_posix() for path in base.rglob(FILES) if path.is_file())
    except OSError as error:
        raise Mistake("read", file=str(base), reason=reason(error)) from None
    texts = {name: read_file(base / name) for name in found}
    game.corrections.all_texts(texts)
    return texts


def in_folder(trouble: Trouble, game: AnyGame) -> Trouble:
    """A trouble with a file, naming its path in the folder."""
    if isinstance(trouble, BadFileError) and not trouble.source.startswith("@"):
        trouble.source = f"{game.id}/{trouble.source}"
    return trouble
