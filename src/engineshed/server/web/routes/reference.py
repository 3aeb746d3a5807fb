"""Help with understanding a rulebook: its tables, and its examples as positions that the page draws."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec

from engineshed.core.contract import CHANCE, AnyGame, Seat
from engineshed.core.errors import UnknownNameError
from engineshed.core.glossary import Term, glossary_of
from engineshed.core.reference import Cell, Picture, RuleTable, cell_text
from engineshed.core.registry import find_game
from engineshed.core.words import ENGLISH, Message, Words, capital
from engineshed.lab.examples import examples, find_example, options_of
from engineshed.lab.scenario import Scenario, Scene, scenario_scenes
from engineshed.lab.scenario.reading import Texts, in_language
from engineshed.server.messages import TableView
from engineshed.server.refusals import ServiceError
from engineshed.server.still import still
from engineshed.server.web.bodies import Language, Theme
from engineshed.server.web.operation import operation
from engineshed.server.web.request import ApiRequest
from engineshed.server.web.routes.games import asked_game, asked_language

MOST_KEPT = 200
"""How many drawn examples are kept in memory."""


class CellInfo(msgspec.Struct, frozen=True):
    text: str
    picture: str = ""
    """An SVG document, if the cell is a picture; the text then shows it in characters."""
    number: bool = False


class RuleTableInfo(msgspec.Struct, frozen=True):
    """A table of the rulebook, in the reader's words."""

    id: str
    rule: str
    title: str
    headings: list[str]
    rows: list[list[CellInfo]]


class ExampleInfo(msgspec.Struct, frozen=True):
    """An example, and the rules that it shows."""

    id: str
    title: str
    text: str
    rules: list[str]


class TermInfo(msgspec.Struct, frozen=True):
    """A word of the glossary."""

    id: str
    words: dict[str, str]
    """The word in every language of the game."""
    rule: str
    """The rule that says what it is, or most about it."""
    unlike: dict[str, list[str]]
    """Words that look like a form of it and mean something else, by language, in small letters."""


class Reference(msgspec.Struct, frozen=True):
    tables: list[RuleTableInfo]
    examples: list[ExampleInfo]
    terms: list[TermInfo]


@operation("GET", "/api/games/{game:str}/reference")
async def get_reference(request: ApiRequest, query: Language) -> Reference:
    """The tables of a game's rulebook, its examples by title, and its glossary; without a language, in the guest's."""
    game = asked_game(request)
    language = await asked_language(request, game, query)
    words = game.speech.words_in(language)
    return Reference(
        tables=[_table(table, words) for table in game.tables()],
        examples=[_example(scenario, language) for scenario in examples(game)],
        terms=[_term(term, game) for term in glossary_of(game.package)],
    )


def _table(table: RuleTable, words: Words) -> RuleTableInfo:
    return RuleTableInfo(
        id=table.id,
        rule=table.rule,
        title=words.say(table.title),
        headings=[words.say(heading) for heading in table.headings],
        rows=[[_cell(cell, words) for cell in row] for row in table.rows],
    )


def _cell(cell: Cell, words: Words) -> CellInfo:
    picture = cell.svg if isinstance(cell, Picture) else ""
    return CellInfo(capital(cell_text(cell, words)), picture, isinstance(cell, int))


def _example(scenario: Scenario, language: str) -> ExampleInfo:
    title, text = scenario.title_in(language), in_language(scenario.text, language)
    return ExampleInfo(scenario.id, title, text, list(scenario.rules))


def _term(term: Term, game: AnyGame) -> TermInfo:
    words = {language: term.in_language(language) for language in game.languages}
    return TermInfo(term.id, words, term.rule, {language: list(words) for language, words in term.unlike.items()})


# -- one example ------------------------------------------------------------------------------------------------------


class SceneRefusal(msgspec.Struct, frozen=True):
    rule: str
    message: Message


class ExampleScene(msgspec.Struct, frozen=True):
    """A move of an example and its outcome: the log or the refusal, and the position as its player sees it."""

    seat: int | None
    """Null for nature."""
    text: str
    """Empty where a move is taken back."""
    facts: list[Message]
    refusal: SceneRefusal | None
    view: Any
    hints: Any


class ExampleBranch(msgspec.Struct, frozen=True):
    """A sequence of moves; an example may continue in several ways. Titles are by language."""

    titles: dict[str, str]
    scenes: list[ExampleScene]


class ExamplePosition(msgspec.Struct, frozen=True):
    """An example to be drawn: where everything is, the picture under the pieces, the first position, the moves."""

    layout: Any
    ground: str
    table: TableView
    """The first position, as at a table where nothing can be done."""
    branches: list[ExampleBranch]


@operation("GET", "/api/games/{game:str}/examples/{example:str}", refuses=["too-many"])
async def get_example(request: ApiRequest, query: Theme) -> ExamplePosition:
    """An example of a game's rulebook as positions; `view` and `hints` are as at a table."""
    await request.spend_question(await request.visitor())
    game = asked_game(request)
    try:
        scenario = find_example(game, request.connection.path_params["example"])
    except UnknownNameError:
        raise ServiceError("not-found", "no-example") from None
    return _drawn(game.id, scenario.id, query.look == "dark")


@lru_cache(maxsize=MOST_KEPT)
def _drawn(game_id: str, example: str, dark: bool) -> ExamplePosition:
    game = find_game(game_id)
    scenario = find_example(game, example)
    start, (steps, *branches) = scenario_scenes(scenario, scenario.id)
    options = options_of(game, start)
    seat = next((scene.seat for scene in steps if scene.seat != CHANCE), None)
    titles = [{}, *(_by_language(continuation.title) for continuation in scenario.continuations)]
    return ExamplePosition(
        layout=game.boards.layout(options),
        ground=game.boards.draw_ground(options, dark=dark),
        table=still(game, scenario.id, start, seat),
        branches=[
            ExampleBranch(title, _scenes(game, scenes, seat))
            for title, scenes in zip(titles, (steps, *branches), strict=True)
        ],
    )


def _by_language(title: Texts) -> dict[str, str]:
    return {ENGLISH: title} if isinstance(title, str) else title


def _scenes(game: AnyGame, scenes: Sequence[Scene], first: Seat | None) -> list[ExampleScene]:
    """Nature's draws are shown to the player who moved before them."""
    told, viewer = [], first
    for scene in scenes:
        viewer = viewer if scene.seat == CHANCE else scene.seat
        refused = scene.refusal
        told.append(
            ExampleScene(
                seat=None if scene.seat == CHANCE else scene.seat,
                text=scene.text,
                facts=[Message(fact.id, fact.params) for fact in scene.facts],
                refusal=None if refused is None else SceneRefusal(refused.rule, refused.message),
                view=game.rules.view(scene.state, viewer),
                hints=game.boards.hints(scene.state, viewer),
            )
        )
    return told


OPERATIONS = [get_reference, get_example]
