"""Arguments that several commands take, and what they mean."""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any

from cyclopts import Parameter
from cyclopts.validators import Number

from engineshed.cli.files import read_text
from engineshed.cli.phrases import Mistake
from engineshed.core.contract import AnyGame
from engineshed.core.corrections import Texts
from engineshed.core.errors import UnknownNameError
from engineshed.core.registry import bot_names
from engineshed.core.table import Table
from engineshed.lab.setup import table_options

MapName = Annotated[str | None, Parameter(name="--map", help="The board: a map's id, or a map file.")]
Settings = Annotated[
    tuple[str, ...],
    Parameter(name="--option", help="A table option as name=value; may be given several times.", show_default=False),
]
Positive = Annotated[int, Parameter(validator=Number(gte=1))]


def set_up(
    game: AnyGame,
    seats: int,
    board: str | None,
    settings: tuple[str, ...],
    *,
    seed: str,
    texts: Texts = MappingProxyType({}),
    name: str = "",
    at_random: bool = False,
) -> Table[Any, Any, Any]:
    """A table as requested; ``texts``: corrected files. Simulations set one up as well, so that an impossible request
    is refused at once."""
    chosen = None if board is None else _board(game, board)
    options = table_options(game, chosen, settings, texts=texts, at_random=at_random)
    return Table(game, seats, options, seed=seed, name=name)


def _board(game: AnyGame, name: str) -> str:
    """A map's id, or the text of the map file that it names."""
    if name not in game.boards.maps() and (name.endswith(".toml") or Path(name).is_file()):
        return read_text(Path(name))
    return name


def read_bots(game: AnyGame, names: str) -> tuple[str, ...]:
    """``a,b`` as typed, each a bot that can play this game."""
    known = bot_names(game.id)
    chosen = tuple(name.strip() for name in names.split(","))
    for name in chosen:
        if not name:
            raise Mistake("bots", names=names)
        if name not in known:
            raise UnknownNameError("bot", name, known)
    return chosen


def usual_bot(game: AnyGame) -> str:
    """Who sits down if nobody is named: a bot made for this game if there is one."""
    names = bot_names(game.id)
    return "greedy" if "greedy" in names else names[0]
