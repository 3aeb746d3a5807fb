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
from engineshed.core.boards import listed
from engineshed.core.contract import AnyGame
from engineshed.core.datafile import parse_toml, quote
from engineshed.core.errors import BadFileError, Trouble, UnknownNameError, advice
from engineshed.core.words import ENGLISH, Message

LARGEST = 1_000_000
"""In characters; the largest map that passes the checks is a hundred times smaller."""

maps = App(name="map", help="Check and draw maps: your own files, or those that come with the games.")

MapFile = Annotated[
    str, Parameter(help="A map file, or a map that comes with a game: its id, or the game's id if it has only one.")
]
Output = Annotated[
    Path | None,
    Parameter(name=["--output", "-o"], help="The file for the picture; the map's name with .svg if not given."),
]


class Board(Protocol):
    """What this command needs from any game's board."""

    def summary(self, language: str, /) -> Sequence[str | Message]:
        """Lines in the words of the game, or texts from the map file itself, which may have titles in this language."""
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
    write_text(path, game.boards.draw_map(board, game.speech.words_in(game_language(game, language))))
    terminal().print(Phrases(language).text("map.drawn", name=file, file=str(path)))


def _print_summary(name: str, game: AnyGame, board: Board, language: str) -> None:
    console, words = terminal(), game.speech.words_in(game_language(game, language))
    console.print(Phrases(language).text("map.sound", name=name))
    for line in board.summary(words.language):
        text = words.text(line) if isinstance(line, Message) else line
        console.print(Padding(text, (0, 0, 0, 2), expand=False))


def _open(name: str) -> tuple[AnyGame, Board]:
    """The game that a map is for, and its board. A game's map takes precedence over a file of the same name."""
    for game_id in registry.game_ids():
        game = registry.find_game(game_id)
        text = _text_of_known(game, name)
        if text is not None:
            return game, game.boards.read_map(text, name)
    text = _text_of_file(name)
    game = _game_of(text, name)
    return game, game.boards.read_map(text, name)


def _text_of_known(game: AnyGame, name: str) -> str | None:
    """A game keeps its own maps in ``data/maps``; other packages may add more. The id of a game stands for its only
    map.
    """
    maps = list(game.boards.maps())
    if not maps:
        return _text_of_only_map(game, name)
    name = maps[0] if len(maps) == 1 and name == game.id else name
    if name not in maps:
        return None
    own = files(game.package).joinpath("data", "maps", f"{name}.toml")
    return own.read_text(encoding="utf-8") if own.is_file() else registry.extra_map_text(game.id, name)


def _text_of_only_map(game: AnyGame, name: str) -> str | None:
    """A game with one board keeps it in ``data/map.toml``; people call it by its title, or by the game's id."""
    only = files(game.package).joinpath("data", "map.toml")
    if not only.is_file():
        return None
    text = only.read_text(encoding="utf-8")
    return text if name in (game.id, listed(game.id, text).title.lower()) else None


def _text_of_file(name: str) -> str:
    try:
        text = read_text(Path(name))
    except Trouble:
        if name.replace("-", "").isalnum():  # it was meant as an id
            raise Mistake("no-map", name=name).advised(advice(name, _known_maps())) from None
        raise
    if len(text) > LARGEST:
        raise Mistake("long-map", file=name, length=len(text), most=LARGEST)
    return text


def _known_maps() -> list[str]:
    """The ids of all maps; a game with one board lends it its own id."""
    games = [registry.find_game(game_id) for game_id in registry.game_ids()]
    return [name for game in games for name in list(game.boards.maps()) or [game.id]]


def _game_of(text: str, source: str) -> AnyGame:
    """The game named in the file. Everything else in the file is checked by that game."""
    game_id = parse_toml(text, source).get("game")
    if not isinstance(game_id, str):
        raise Mistake("map-game", file=source, example=quote(registry.game_ids()[0]))
    try:
        return registry.find_game(game_id)
    except UnknownNameError as error:
        raise BadFileError(source, "game", error.message.id, **error.message.params).advised(error.advice) from None
