"""What can be played here, and by which rules."""

from __future__ import annotations

from typing import Any

import msgspec

from engineshed.core.contract import AnyGame
from engineshed.core.errors import UnknownNameError
from engineshed.core.options import choices
from engineshed.core.registry import bot_names, find_game, game_ids
from engineshed.core.rulebook import Rulebook
from engineshed.core.words import ENGLISH
from engineshed.server.refusals import HouseError
from engineshed.server.web.bodies import Language
from engineshed.server.web.operation import operation
from engineshed.server.web.visit import Visit


class OptionInfo(msgspec.Struct, frozen=True):
    """Something that a table may choose. `choices` is empty where they cannot be listed."""

    name: str
    about: str
    default: Any
    choices: list[Any]


class GameInfo(msgspec.Struct, frozen=True):
    """A game that can be played here; the first of the bots is the best one."""

    id: str
    title: str
    version: int
    seats: list[int]
    seat_names: list[str]
    languages: list[str]
    maps: list[str]
    options: list[OptionInfo]
    bots: list[str]


@operation("GET", "/api/games")
async def list_games(_visit: Visit) -> list[GameInfo]:
    """The games with their maps, options and bots."""
    return [_game_info(find_game(game_id)) for game_id in game_ids()]


@operation("GET", "/api/games/{game:str}/rules")
async def read_rules(visit: Visit, query: Language) -> Rulebook:
    """The rulebook of a game, in our own words; without a language, in the guest's."""
    try:
        game = find_game(visit.connection.path_params["game"])
    except UnknownNameError:
        raise HouseError("not-found", "no-such-game") from None
    if query.language is not None:
        return game.rulebook_in(query.language)
    own = await visit.language()
    return game.rulebook_in(own if own in game.languages else ENGLISH)


def _game_info(game: AnyGame) -> GameInfo:
    return GameInfo(
        id=game.id,
        title=game.title,
        version=game.version,
        seats=list(game.seats),
        seat_names=list(game.seat_names),
        languages=list(game.languages),
        maps=list(game.maps()),
        options=[_option_info(game.options, field) for field in msgspec.structs.fields(game.options)],
        bots=bot_names(game.id),
    )


def _option_info(kind: type[msgspec.Struct], field: msgspec.structs.FieldInfo) -> OptionInfo:
    known = msgspec.inspect.type_info(field.type)
    told = known.extra_json_schema if isinstance(known, msgspec.inspect.Metadata) else None
    about = str((told or {}).get("description", ""))
    return OptionInfo(field.name, about, field.default, list(choices(kind, field.name)))


OPERATIONS = [list_games, read_rules]
