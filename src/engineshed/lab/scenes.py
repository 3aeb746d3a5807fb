"""A game in progress as a picture: a position out of a game between bots, in ``data/scene.toml`` of a game's package.

``python -m engineshed.lab.scenes steam northeast`` plays a game and writes the file.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import msgspec
from cyclopts import run

from engineshed.bots.player import Player
from engineshed.core.contract import AnyGame
from engineshed.core.datafile import read_toml
from engineshed.core.options import read_options
from engineshed.core.registry import find_game
from engineshed.lab.positions import pairs
from engineshed.lab.setup import table_options
from engineshed.lab.simulate import course

FILE = "scene.toml"


class Scene(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    position: dict[str, Any]
    """In the words of the game's ``arrange``."""


def scene_file(game: AnyGame) -> Traversable | None:
    """None if the game has no scene."""
    file = files(game.package) / "data" / FILE if game.package else None
    return file if file is not None and file.is_file() else None


def picture_of(game: AnyGame) -> str:
    """The picture of a registered game; it is drawn once."""
    return _picture_of(game.id)


@cache
def _picture_of(game_id: str) -> str:
    return drawn(find_game(game_id))


def drawn(game: AnyGame) -> str:
    """A game in progress, as everybody may see it, as SVG; the empty board if the game has no scene."""
    file = scene_file(game)
    if file is None or game.draw_table is None:
        return game.boards.draw_ground(read_options(game.rules.options, {}), dark=False)
    scene = read_toml(file.read_text("utf-8"), file.name, Scene)
    return game.draw_table(game.rules.view(game.speech.arrange(scene.position), None))


def played(
    game: AnyGame, board: str | None, *, players: int, bot: str | None = None, seed: str = "scene", share: float = 0.7
) -> Any:
    """The state after this share of a game between bots."""
    state = game.rules.start(players, table_options(game, board, ()))
    minds = [Player(game, bot or game.bots.usual) for _ in range(players)]
    states = [turn.step.state for turn in course(game, state, minds, seed, tell=False)]
    return states[int(len(states) * share)]


def main(
    game: str,
    board: str | None = None,
    /,
    *,
    players: int | None = None,
    seed: str = "scene",
    share: float = 0.7,
) -> None:
    """Write the scene of a game that is being developed; with as many players as possible if nobody says how many."""
    found = find_game(game)
    players = players or found.seats[-1]
    position = found.speech.describe(played(found, board, players=players, seed=seed, share=share))
    said = " ".join([game, *([board] if board else []), f"--players {players} --seed {seed} --share {share}"])
    lines = [f"# Made by: python -m engineshed.lab.scenes {said}", "[position]", *pairs(position)]
    package = sys.modules[found.package].__file__
    assert package is not None, "a package that is being developed has files"
    Path(package).with_name("data").joinpath(FILE).write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    run(main)
