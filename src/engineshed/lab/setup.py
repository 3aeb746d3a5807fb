"""Setting up a table with a map and options, by their names."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

import msgspec

from engineshed.core.contract import AnyGame
from engineshed.core.corrections import Texts
from engineshed.core.errors import Trouble
from engineshed.core.options import parse_setting, random_play_settings, read_options, usual_map

OWN_MAP = "own"
"""The name of a map that was given as a file."""


def table_options(
    game: AnyGame,
    board: str | None,
    settings: Sequence[str],
    *,
    texts: Texts = MappingProxyType({}),
    at_random: bool = False,
) -> msgspec.Struct:
    """The game's options, from a map (its id or its file's text; None for the default) and ``name=value`` texts.

    ``texts``: corrected files of the box. If everybody plays ``at_random``, options that are needed for the game to
    end are set too, unless given.
    """
    given: dict[str, Any] = {} if board is None else dict(game.boards.map_option(board))
    for setting in settings:
        name, value = parse_setting(game.rules.options, setting)
        if name in given:
            raise Trouble("option.twice", name=name)
        given[name] = value
    usual = random_play_settings(game.rules.options) if at_random else {}
    given = game.corrections.applied(texts, given, usual_map(game.rules.options))
    return read_options(game.rules.options, {**usual, **given})


def map_name(game: AnyGame, options: msgspec.Struct) -> str:
    """The id of the map that these options choose; empty if the game has only one board."""
    for name in game.boards.maps():
        if all(getattr(options, key) == value for key, value in game.boards.map_option(name).items()):
            return name
    return OWN_MAP if game.boards.maps() else ""
