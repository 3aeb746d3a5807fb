"""``engineshed data``: files with what had to be reconstructed, which the owner of a box can correct."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from engineshed.cli.datafolder import in_folder, own_folder, read_folder
from engineshed.cli.files import make_folder, write_text
from engineshed.cli.language import Language
from engineshed.cli.phrases import Mistake, Phrases
from engineshed.cli.screen import terminal
from engineshed.core.contract import AnyGame
from engineshed.core.corrections import Texts
from engineshed.core.errors import Trouble
from engineshed.core.registry import find_game, game_ids
from engineshed.core.words import ENGLISH

data = App(name="data", help="Correct what had to be reconstructed: maps, cards, tiles and scales, as files.")

GameName = Annotated[str, Parameter(help="Which game, for example steam.")]
AnyName = Annotated[str | None, Parameter(help="Which game, for example steam; the folder of all games if not given.")]


@data.command
def export(game: GameName, folder: Path, /, *, language: Language = ENGLISH) -> None:
    """Write the files of a game that can be corrected to a folder named after the game.

    Parameters
    ----------
    folder
        Where to create that folder; existing files are not touched.
    """
    chosen, phrases = find_game(game), Phrases(language)
    if not chosen.corrections.names:
        raise Mistake("all-printed", game=chosen.title)
    base = folder / chosen.id
    for name in chosen.corrections.names:
        if (base / name).exists():
            raise Mistake("there-already", file=str(base / name))
    for name in chosen.corrections.names:
        make_folder((base / name).parent)
        write_text(base / name, chosen.corrections.text(name))
    terminal().print(phrases.text("data.exported", files=len(chosen.corrections.names), folder=str(base)))


@data.command
def check(folder: Path | None = None, /, *, language: Language = ENGLISH) -> None:
    """Check corrected files: what contradicts a rulebook is refused, what looks odd is reported.

    Parameters
    ----------
    folder
        A folder as 'data export' writes it, with a folder for each game; your own if not given.
    """
    place = own_folder() if folder is None else folder
    games = [find_game(game_id) for game_id in game_ids() if (place / game_id).is_dir()]
    if not games:
        raise Mistake("no-data", folder=str(place), example=game_ids()[0])
    troubles = [trouble.told(language) for game in games for trouble in _check(game, place, Phrases(language))]
    if troubles:
        raise Mistake("several", troubles="; ".join(dict.fromkeys(troubles)))


def _check(game: AnyGame, folder: Path, phrases: Phrases) -> Iterator[Trouble]:
    """Report for each file what is wrong or, if nothing is, whether it is corrected and what looks odd."""
    try:
        texts = read_folder(game, folder)
    except Trouble as trouble:
        yield trouble
        return
    for name in texts:
        try:
            _tell(game, name, texts, phrases)
        except Trouble as trouble:
            yield in_folder(trouble, game)


def _tell(game: AnyGame, name: str, texts: Texts, phrases: Phrases) -> None:
    console, doubts = terminal(), game.corrections.judged(name, texts)
    is_changed = bool(game.corrections.changed({name: texts[name]}))
    console.print(phrases.text("data.corrected" if is_changed else "data.unchanged", file=f"{game.id}/{name}"))
    for doubt in doubts:
        told = in_folder(doubt, game).told(phrases.language)
        console.print(phrases.text("data.doubt", doubt=told), style="yellow")


@data.command
def path(game: AnyName = None, /, *, language: Language = ENGLISH) -> None:
    """Show your own folder: corrected files in it are used automatically."""
    del language  # a path is the same in every language
    print(own_folder() if game is None else own_folder() / find_game(game).id)
