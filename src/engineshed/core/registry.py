"""Which games, maps and bots there are: ours and those of other packages.

A package adds one with an entry point:

* group ``engineshed.games``, name = the game's id, value = its ``Game`` object;
* group ``engineshed.bots``, name = ``<game id>.<bot>`` or ``any.<bot>``, value = a callable without arguments;
* group ``engineshed.maps``, name = ``<game id>.<map>``, value = the text of a map file.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from engineshed.core.bot import AnyBot
from engineshed.core.contract import AnyGame
from engineshed.core.errors import Trouble, UnknownNameError


@cache
def _points(group: str) -> dict[str, EntryPoint]:
    return {point.name: point for point in sorted(entry_points(group=group), key=lambda p: p.name)}


def _load(point: EntryPoint) -> Any:
    try:
        return point.load()
    except (ImportError, AttributeError) as error:
        raise Trouble("trouble.broken-package", name=point.name, problem=str(error)) from error


def game_ids() -> list[str]:
    return list(_points("engineshed.games"))


def find_game(game_id: str) -> AnyGame:
    points = _points("engineshed.games")
    if game_id not in points:
        raise UnknownNameError("game", game_id, list(points))
    game: AnyGame = _load(points[game_id])
    return game


def bot_names(game_id: str) -> list[str]:
    """The bots that can play this game: its own, the best one first, then those that other packages add."""
    added = [
        name.removeprefix(prefix)
        for prefix in (f"{game_id}.", "any.")
        for name in _points("engineshed.bots")
        if name.startswith(prefix)
    ]
    return list(dict.fromkeys([*find_game(game_id).bots.names(), *added]))


def make_bot(game_id: str, name: str) -> AnyBot:
    levels = find_game(game_id).bots
    if name in levels:
        return levels.make(name)
    points = _points("engineshed.bots")
    for key in (f"{game_id}.{name}", f"any.{name}"):
        if key in points:
            bot: AnyBot = _load(points[key])()
            return bot
    raise UnknownNameError("bot", name, bot_names(game_id))


def extra_maps(game_id: str) -> list[str]:
    """The ids of the maps that other packages add to this game."""
    prefix = f"{game_id}."
    return [name.removeprefix(prefix) for name in _points("engineshed.maps") if name.startswith(prefix)]


def extra_map_text(game_id: str, map_id: str) -> str:
    text: str = _load(_points("engineshed.maps")[f"{game_id}.{map_id}"])
    return text
