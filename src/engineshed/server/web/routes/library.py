"""What can be played here, and by which rules."""

from __future__ import annotations

from typing import Any

import msgspec

from engineshed.core.contract import AnyGame
from engineshed.core.errors import UnknownNameError
from engineshed.core.house import house_words
from engineshed.core.options import choices, read_options
from engineshed.core.registry import bot_names, find_game, game_ids
from engineshed.core.rulebook import Rulebook
from engineshed.core.words import ENGLISH, Message, Words
from engineshed.server.refusals import HouseError
from engineshed.server.web.bodies import Language, Room
from engineshed.server.web.operation import operation
from engineshed.server.web.visit import Visit


class OptionInfo(msgspec.Struct, frozen=True):
    """Something that a table may choose. `choices` is empty where they cannot be listed."""

    name: str
    about: str
    default: Any
    choices: list[Any]


LEVELS = {"random": "level.beginner", "greedy": "level.experienced"}
"""How well our bots play. Those that other packages bring are for people to find out."""


class BotInfo(msgspec.Struct, frozen=True):
    """A bot by the name that a seat's `bot` takes, and how well it plays; `text` says it in the reader's language."""

    bot: str
    level: Message
    text: str


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
    bots: list[BotInfo]


@operation("GET", "/api/games")
async def list_games(visit: Visit) -> list[GameInfo]:
    """The games with their maps, options and bots."""
    words = house_words(await visit.language())
    return [_game_info(find_game(game_id), words) for game_id in game_ids()]


@operation("GET", "/api/games/{game:str}/rules")
async def read_rules(visit: Visit, query: Language) -> Rulebook:
    """The rulebook of a game, in our own words; without a language, in the guest's."""
    game = _game(visit)
    return game.rulebook_in(await _language(visit, game, query))


@operation("GET", "/api/games/{game:str}/words")
async def read_words(visit: Visit, query: Language) -> dict[str, str]:
    """What a game's messages say, by their ids; without a language, in the guest's."""
    game = _game(visit)
    return game.words_in(await _language(visit, game, query)).templates


ONLY_BOARD = "board"


class MapPicture(msgspec.Struct, frozen=True):
    """A map before anything lies on it, as SVG."""

    picture: str


@operation("GET", "/api/games/{game:str}/maps/{map:str}", refuses=["too-many"])
async def see_map(visit: Visit, query: Room) -> MapPicture:
    """What a map of a game looks like, for those who choose one; where there is only one, it is called `board`."""
    visit.spend_question(await visit.visitor())
    game, name = _game(visit), visit.connection.path_params["map"]
    names = list(game.maps()) or [ONLY_BOARD]
    if name not in names:
        raise UnknownNameError("map", name, names)
    options = read_options(game.options, game.map_option(name) if game.maps() else {})
    return MapPicture(game.draw_ground(options, dark=query.look == "dark"))


def _game(visit: Visit) -> AnyGame:
    try:
        return find_game(visit.connection.path_params["game"])
    except UnknownNameError:
        raise HouseError("not-found", "no-such-game") from None


async def _language(visit: Visit, game: AnyGame, query: Language) -> str:
    """The one asked for, whether or not it is spoken; else the guest's own, if the game speaks it."""
    if query.language is not None:
        return query.language
    own = await visit.language()
    return own if own in game.languages else ENGLISH


def _game_info(game: AnyGame, words: Words) -> GameInfo:
    return GameInfo(
        id=game.id,
        title=game.title,
        version=game.version,
        seats=list(game.seats),
        seat_names=list(game.seat_names),
        languages=list(game.languages),
        maps=list(game.maps()),
        options=[_option_info(game.options, field) for field in msgspec.structs.fields(game.options)],
        bots=[_bot_info(name, words) for name in bot_names(game.id)],
    )


def _bot_info(name: str, words: Words) -> BotInfo:
    level = Message(LEVELS.get(name, "level.unknown"))
    return BotInfo(name, level, words.say(level))


def _option_info(kind: type[msgspec.Struct], field: msgspec.structs.FieldInfo) -> OptionInfo:
    known = msgspec.inspect.type_info(field.type)
    told = known.extra_json_schema if isinstance(known, msgspec.inspect.Metadata) else None
    about = str((told or {}).get("description", ""))
    return OptionInfo(field.name, about, field.default, list(choices(kind, field.name)))


OPERATIONS = [list_games, read_rules, read_words, see_map]
