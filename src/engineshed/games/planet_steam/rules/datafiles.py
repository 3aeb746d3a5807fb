"""The file of the box that can be corrected: the board, with every scale and every card."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Final

from engineshed.core.corrections import ENDING, MAPS, Corrections, Texts
from engineshed.core.errors import BadFileError, of_game
from engineshed.games.planet_steam.rules.board import SHELF
from engineshed.games.planet_steam.rules.components import GAME_ID


def _judge(name: str, texts: Texts) -> Iterator[BadFileError]:
    """A board that contradicts the rulebook is refused when it is read (``printed``), unless it is a new design."""
    board, id_ = SHELF.read(texts[name], name), PurePosixPath(name).stem
    if board.id != id_:
        raise BadFileError(name, "id", "map.other-id", name=id_, found=board.id)
    if board.basis == "own":
        raise BadFileError(name, "basis", of_game(GAME_ID, "trouble.own-board"))
    for doubt in board.doubts:
        yield BadFileError(name, "", of_game(GAME_ID, doubt.id), **doubt.params)


FILES: Final = Corrections(
    "engineshed.games.planet_steam", tuple(f"{MAPS}{name}{ENDING}" for name in SHELF.packaged), _judge
)
