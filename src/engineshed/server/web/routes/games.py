"""What can be played here, and by which rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from engineshed.core.contract import AnyGame, Credits
from engineshed.core.corrections import Texts
from engineshed.core.errors import UnknownNameError
from engineshed.core.explaining import UNSENT
from engineshed.core.house import house_words
from engineshed.core.options import choices, read_options, several
from engineshed.core.registry import bot_names, find_game, game_ids
from engineshed.core.rulebook import Rulebook
from engineshed.core.words import ENGLISH, Message, Words
from engineshed.lab.lessons import lessons
from engineshed.lab.scenes import picture_of
from engineshed.server.refusals import ServiceError
from engineshed.server.web.bodies import Language, Theme
from engineshed.server.web.operation import operation
from engineshed.server.web.request import ApiRequest

ABOUT = "about.game"
"""The id of the message that says what players do in a game."""


class OptionInfo(msgspec.Struct, frozen=True):
    """An option of a table, in the reader's language. `choices` is empty if they cannot be listed.

    Where the default is a list, any number of the choices may be taken.
    """

    name: str
    title: str
    about: str
    default: Any
    choices: list[Any]
    choice_titles: dict[str, str]
    """The names of choices that do not speak for themselves."""


class BotInfo(msgspec.Struct, frozen=True):
    """A bot: its name, as in a seat's `bot`, and how well it plays; `text` says that in the reader's language."""

    bot: str
    level: Message
    text: str


class KeyInfo(msgspec.Struct, frozen=True):
    """Keyboard shortcuts that a game adds to the page, and what they do."""

    press: list[str]
    does: str


class GameInfo(msgspec.Struct, frozen=True):
    """A game that can be played here; the first of its bots is the best."""

    id: str
    title: str
    version: int
    seats: list[int]
    seat_names: list[str]
    minutes: tuple[int, int]
    """How long a game takes among people, with the fewest and with the most players."""
    weight: int
    """How complex the game is, from 1 to 5."""
    about: str
    """What players do in it, in a sentence or two; may be empty."""
    wins: str
    """What wins, in one sentence."""
    credits: Credits
    keys: list[KeyInfo]
    languages: list[str]
    maps: list[str]
    map_titles: dict[str, str]
    """The title of each map."""
    options: list[OptionInfo]
    correctable: list[str]
    """The files of the box that its owner can correct, as `data` of a new table names them."""
    corrected: list[str]
    """The files that are corrected on this server; new tables use them."""
    bots: list[BotInfo]
    usual_bot: str
    """The one that plays if nobody says which."""
    first_bot: str
    """The one for a first game."""
    open_with: dict[str, Any] | None
    """The options with which nothing is hidden from anybody, so that a table can take latecomers; null if something
    always is."""
    lessons: int
    """How many lessons it has."""


@operation("GET", "/api/games")
async def list_games(request: ApiRequest, query: Language) -> list[GameInfo]:
    """The games with their maps, options and bots; without a language, in the guest's."""
    language = await request.language() if query.language is None else query.language
    known, words = request.service.corrected, house_words(language)
    return [_game_info(find_game(game_id), words, known.get(game_id, {})) for game_id in game_ids()]


@operation("GET", "/api/games/{game:str}/rules")
async def get_rules(request: ApiRequest, query: Language) -> Rulebook:
    """The rulebook of a game, in our own words; without a language, in the guest's."""
    game = asked_game(request)
    return game.speech.rulebook_in(await asked_language(request, game, query))


NOTES = "note."
"""How the ids of the sentences about players begin, which are the same for every game."""


@operation("GET", "/api/games/{game:str}/words")
async def get_words(request: ApiRequest, query: Language) -> dict[str, str]:
    """A game's words: message templates by id, and its maps' titles; without a language, in the guest's."""
    game = asked_game(request)
    language = await asked_language(request, game, query)
    titles = {f"map.{name}": title for name, title in _map_titles(game, language).items()}
    notes = {key: template for key, template in house_words(language).templates.items() if key.startswith(NOTES)}
    templates = game.speech.words_in(language).templates  # explanations come as sentences
    return titles | notes | {key: template for key, template in templates.items() if not key.startswith(UNSENT)}


ONLY_BOARD = "board"


class MapPicture(msgspec.Struct, frozen=True):
    """An empty map as SVG."""

    picture: str


@operation("GET", "/api/games/{game:str}/maps/{map:str}", refuses=["too-many"])
async def get_map(request: ApiRequest, query: Theme) -> MapPicture:
    """A picture of a game's map, for choosing one; the only board of a game is called `board`."""
    await request.spend_question(await request.visitor())
    game, name = asked_game(request), request.connection.path_params["map"]
    names = list(game.boards.maps()) or [ONLY_BOARD]
    if name not in names:
        raise UnknownNameError("map", name, names)
    given = game.boards.map_option(name) if game.boards.maps() else {}
    texts = request.service.corrected.get(game.id, {})
    options = read_options(game.rules.options, game.corrections.applied(texts, given, None))
    return MapPicture(game.boards.draw_ground(options, dark=query.look == "dark"))


class ScenePicture(msgspec.Struct, frozen=True):
    """A game in progress as SVG."""

    picture: str


@operation("GET", "/api/games/{game:str}/scene", refuses=["too-many"])
async def get_scene(request: ApiRequest) -> ScenePicture:
    """A picture of a game in progress, for choosing a game; of the empty board if the game has none."""
    await request.spend_question(await request.visitor())
    return ScenePicture(picture_of(asked_game(request)))


def asked_game(request: ApiRequest) -> AnyGame:
    try:
        return find_game(request.connection.path_params["game"])
    except UnknownNameError:
        raise ServiceError("not-found", "no-such-game") from None


async def asked_language(request: ApiRequest, game: AnyGame, query: Language) -> str:
    """The requested language, whether or not the game has it; otherwise the guest's own, if the game has it."""
    return _spoken(game, await request.language()) if query.language is None else query.language


def _spoken(game: AnyGame, language: str) -> str:
    return language if language in game.languages else ENGLISH


def _game_info(game: AnyGame, service: Words, corrected: Texts) -> GameInfo:
    words = game.speech.words_in(_spoken(game, service.language))
    return GameInfo(
        id=game.id,
        title=game.title,
        version=game.version,
        seats=list(game.seats),
        seat_names=list(game.seat_names),
        minutes=game.minutes,
        weight=game.weight,
        about=words.templates.get(ABOUT, ""),
        wins=words.say(game.wins),
        credits=game.credits,
        keys=[KeyInfo(list(key.press), words.word(key.does)) for key in game.keys],
        languages=list(game.languages),
        maps=list(game.boards.maps()),
        map_titles=_map_titles(game, words.language),
        options=[_option_info(game, field, words) for field in msgspec.structs.fields(game.rules.options)],
        correctable=list(game.corrections.names),
        corrected=list(corrected),
        bots=list(_bots(game, service)),
        usual_bot=game.bots.usual,
        first_bot=game.bots.for_newcomers(),
        open_with=None if game.open_with is None else dict(game.open_with),
        lessons=len(lessons(game)),
    )


def _map_titles(game: AnyGame, language: str) -> dict[str, str]:
    return {name: game.boards.map_title(name, language) for name in game.boards.maps()}


def _bots(game: AnyGame, service: Words) -> Iterator[BotInfo]:
    """The levels that the game offers, then bots from other packages, whose strength is unknown."""
    strengths = {level.name: level.strength for level in game.bots.levels if level.offered}
    strengths |= {name: "unknown" for name in bot_names(game.id) if name not in game.bots}
    for name, strength in strengths.items():
        level = Message(f"level.{strength}")
        yield BotInfo(name, level, service.say(level))


def _option_info(game: AnyGame, field: msgspec.structs.FieldInfo, words: Words) -> OptionInfo:
    """An option as the page shows it; without a name of its own, its description is its title too."""
    name = field.name
    about = words.say(Message(f"option.{name}"))
    listed = list(choices(game.rules.options, name) or several(game.rules.options, name))
    called = {str(choice): f"option.{name}.{choice}" for choice in listed}
    return OptionInfo(
        name=name,
        title=words.templates.get(f"option-title.{name}", about),
        about=about,
        default=field.default,
        choices=listed,
        choice_titles={choice: words.say(Message(key)) for choice, key in called.items() if key in words.templates},
    )


OPERATIONS = [list_games, get_rules, get_words, get_map, get_scene]
