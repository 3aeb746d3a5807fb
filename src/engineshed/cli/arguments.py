"""Arguments that several commands share, and what they mean."""

from __future__ import annotations

from collections.abc import Iterable
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
    """A table as requested; ``texts``: corrected files. Simulations set one up too, so that an impossible request is
    refused at once."""
    chosen = None if board is None else _board(game, board)
    options = table_options(game, chosen, settings, texts=texts, at_random=at_random)
    return Table(game, seats, options, seed=seed, name=name)


def seats_or_usual(game: AnyGame, seats: int | None, usual: int) -> int:
    """The requested number of seats; if none was given, the usual one or the nearest that the game allows."""
    return min(game.seats, key=lambda count: (abs(count - usual), count)) if seats is None else seats


def _board(game: AnyGame, name: str) -> str:
    """A map's id, or the text of the named map file."""
    if name not in game.boards.maps() and (name.endswith(".toml") or Path(name).is_file()):
        return read_text(Path(name))
    return name


def read_bots(game: AnyGame, names: str, others: Iterable[str] = ()) -> tuple[str, ...]:
    """The bots in a typed list such as ``greedy,random``; each must be able to play this game, or be one of others."""
    known = [*bot_names(game.id), *others]
    chosen = tuple(name.strip() for name in names.split(","))
    for name in chosen:
        if not name:
            raise Mistake("bots", names=names)
        if name not in known:
            raise UnknownNameError("bot", name, known)
    return chosen
