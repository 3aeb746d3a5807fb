"""``engineshed map``: checks and draws map files, for their authors."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Protocol

from cyclopts import App, Parameter
from rich.padding import Padding

from engineshed.cli.files import read_text, write_text
from engineshed.cli.language import Language
from engineshed.cli.phrases import Mistake, Phrases, game_language
from engineshed.cli.screen import terminal
from engineshed.core import registry
from engineshed.core.contract import AnyGame
from engineshed.core.datafile import parse_toml, quote
from engineshed.core.errors import BadFileError, Trouble, UnknownNameError, advice
from engineshed.core.words import ENGLISH, Message

LARGEST = 1_000_000
"""In characters; the largest map that passes the checks has a hundredth of it."""

maps = App(name="map", help="Check and draw maps: your own files, or those that come with the games.")

MapFile = Annotated[str, Parameter(help="A map file, or the id of a map that comes with a game.")]
Output = Annotated[
    Path | None,
    Parameter(name=["--output", "-o"], help="The file for the picture; the map's name with .svg if not given."),
]


class Board(Protocol):
    """What this command needs of any game's board."""

    def summary(self) -> Sequence[str | Message]:
        """Lines in the words of the game, or texts from the map file itself."""
        ...


@maps.command
def check(file: MapFile, /, *more: MapFile, language: Language = ENGLISH) -> None:
    """Check map files, and describe each map."""
    troubles = []
    for name in (file, *more):
        try:
            game, board = _open(name)
        except Trouble as trouble:
            troubles.append(trouble.told(language))
        else:
            _print_summary(name, game, board, language)
    if troubles:
        raise Mistake("several", troubles="; ".join(troubles))


@maps.command
def draw(file: MapFile, /, *, output: Output = None, language: Language = ENGLISH) -> None:
    """Draw a map as an SVG picture."""
    game, board = _open(file)
    path = output or Path(Path(file).stem + ".svg")
    write_text(path, game.boards.draw_map(board))
    terminal().print(Phrases(language).text("map.drawn", name=file, file=str(path)))


def _print_summary(name: str, game: AnyGame, board: Board, language: str) -> None:
    console, words = terminal(), game.speech.words_in(game_language(game, language))
    console.print(Phrases(language).text("map.sound", name=name))
    for line in board.summary():
        text = words.text(line) if isinstance(line, Message) else line
        console.print(Padding(text, (0, 0, 0, 2), expand=False))


def _open(name: str) -> tuple[AnyGame, Board]:
    """The game that a map is for, and its board. A game's map takes precedence over a file of the same name."""
    text = _text_of_known(name)
    if text is None:
        text = _text_of_file(name)
    game = _game_of(text, name)
    board: Board = game.boards.read_map(text, name)
    return game, board


def _text_of_known(name: str) -> str | None:
    """A game keeps its own maps in ``data/maps``; other packages may add more."""
    for game_id in registry.game_ids():
        game = registry.find_game(game_id)
        if name in game.boards.maps():
            own = files(game.package).joinpath("data", "maps", f"{name}.toml")
            return own.read_text(encoding="utf-8") if own.is_file() else registry.extra_map_text(game_id, name)
    return None


def _text_of_file(name: str) -> str:
    try:
        text = read_text(Path(name))
    except Trouble:
        if name.replace("-", "").isalnum():  # it was meant as an id
            known = [map_id for game_id in registry.game_ids() for map_id in registry.find_game(game_id).boards.maps()]
            raise Mistake("no-map", name=name).advised(advice(name, known)) from None
        raise
    if len(text) > LARGEST:
        raise Mistake("long-map", file=name, length=len(text), most=LARGEST)
    return text


def _game_of(text: str, source: str) -> AnyGame:
    """The game named in the file. Everything else in the file is checked by that game."""
    game_id = parse_toml(text, source).get("game")
    if not isinstance(game_id, str):
        raise Mistake("map-game", file=source, example=quote(registry.game_ids()[0]))
    try:
        return registry.find_game(game_id)
    except UnknownNameError as error:
        raise BadFileError(source, "game", error.message.id, **error.message.params).advised(error.advice) from None
