"""Learning a game: its lessons, step by step."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from engineshed.core.contract import AnyGame
from engineshed.core.registry import find_game
from engineshed.core.words import ENGLISH
from engineshed.lab.lessons import Lesson, lessons
from engineshed.server.lessons import Classroom, GuideSays, LessonMoment, LessonReply
from engineshed.server.live import seats_of
from engineshed.server.messages import MovePreview, NewLinks, TableGround
from engineshed.server.refusals import RefusedError, ServiceError
from engineshed.server.web.bodies import GuideQuery, Language, LessonBody, LessonCheck, LessonMove, LessonWhy, Theme
from engineshed.server.web.operation import operation
from engineshed.server.web.problems import Problem, problem_of
from engineshed.server.web.request import ApiRequest
from engineshed.server.web.routes.games import asked_game, asked_language

MOST_KEPT = 100
"""How many drawn maps are kept in memory."""


class LessonInfo(msgspec.Struct, frozen=True):
    """A lesson, and the rules that it teaches."""

    id: str
    title: str
    text: str
    rules: list[str]
    minutes: int
    guided: bool
    """Whether it is a guided game."""


class LessonAnswer(msgspec.Struct, frozen=True):
    """What becomes of a move; if the rules refuse it, the refusal, and what the lesson says beside it."""

    reply: LessonReply | None
    problem: Problem | None
    text: str = ""


class LessonDoubt(msgspec.Struct, frozen=True):
    """Why something cannot be done, and what the lesson says beside it."""

    problem: Problem | None
    move: str | None
    """The move in standard notation, however it was typed; None if it cannot be played."""
    text: str = ""


@operation("GET", "/api/games/{game:str}/lessons")
async def list_lessons(request: ApiRequest, query: Language) -> list[LessonInfo]:
    """The lessons of a game in the order in which they are taken; none if it has none."""
    game = asked_game(request)
    language = await asked_language(request, game, query)
    return [_info(lesson, language) for lesson in lessons(game)]


def _info(lesson: Lesson, language: str) -> LessonInfo:
    file = lesson.file
    return LessonInfo(
        id=file.id,
        title=file.title[language],
        text=file.text[language],
        rules=list(file.rules),
        minutes=file.minutes,
        guided=lesson.guided is not None,
    )


@operation("POST", "/api/games/{game:str}/lessons/{lesson:str}", refuses=["too-many"])
async def get_step(request: ApiRequest, body: LessonBody) -> LessonMoment:
    """The step of a lesson after what was done so far."""
    return (await _classroom(request, body.language)).moment(body.done)


@operation("GET", "/api/games/{game:str}/lessons/{lesson:str}/ground/{step:int}", refuses=["too-many"])
async def get_step_ground(request: ApiRequest, query: Theme) -> TableGround:
    """The layout and the picture under the pieces, for the position with which a step begins."""
    await request.spend_question(await request.visitor())
    game = asked_game(request)
    return _ground(game.id, _lesson(request), request.number("step"), query.look == "dark")


@lru_cache(maxsize=MOST_KEPT)
def _ground(game_id: str, lesson: str, step: int, dark: bool) -> TableGround:
    return Classroom(find_game(game_id), lesson, ENGLISH).ground(step, dark=dark)


@operation("POST", "/api/games/{game:str}/lessons/{lesson:str}/moves", refuses=["conflict", "too-many"])
async def try_step(request: ApiRequest, body: LessonMove) -> LessonAnswer:
    """Make a move in a lesson, or without one go on after reading. A refusal by the rules is not an error here."""
    room = await _classroom(request, body.language)
    try:
        return LessonAnswer(room.reply(body.done, body.move), None)
    except RefusedError as refusal:
        return LessonAnswer(None, problem_of(refusal, room.language, room.game), room.beside(body.done, body.move))


@operation("POST", "/api/games/{game:str}/lessons/{lesson:str}/check", refuses=["conflict", "refused", "too-many"])
async def check_step(request: ApiRequest, body: LessonCheck) -> MovePreview:
    """What would this move lead to? The answer says nothing about whether it fulfils the task."""
    room = await _classroom(request, body.language)
    return room.check(body.done, [body.move, *body.then])


@operation("POST", "/api/games/{game:str}/lessons/{lesson:str}/why", refuses=["conflict", "too-many"])
async def ask_step(request: ApiRequest, body: LessonWhy) -> LessonDoubt:
    """Why can I do nothing with this thing, or not make this move?"""
    room = await _classroom(request, body.language)
    try:
        if body.about is None:
            return LessonDoubt(None, room.read(body.done, body.move))
        room.why_not(body.done, body.about)
    except RefusedError as refusal:
        beside = _beside(room, body, refusal.rule or "")
        return LessonDoubt(problem_of(refusal, room.language, room.game), None, beside)
    return LessonDoubt(None, None)


def _beside(room: Classroom, body: LessonWhy, rule: str) -> str:
    if body.about is None:
        return room.beside(body.done, body.move)
    return room.beside_thing(body.done, body.about, rule)


@operation("POST", "/api/games/{game:str}/lessons/{lesson:str}/game", status=201, refuses=["unknown-guest", "too-many"])
async def begin_guided_game(request: ApiRequest, body: LessonBody) -> NewLinks:
    """A table for the guided game of a lesson: me against bots."""
    guest = await request.player()
    await request.context.tables.spend(request.address)
    return await (await _classroom(request, body.language)).begin_game(request.service, guest)


@operation("GET", "/api/tables/{table:str}/guide", refuses=["unknown-guest", "forbidden", "too-many"])
async def get_guide(request: ApiRequest, query: GuideQuery) -> GuideSays:
    """What fits my present decision at the table of a guided game."""
    guest = await request.guest()
    await request.spend_question(guest)
    live = (await request.service.table(request.table)).live
    if not seats_of(live, guest):
        raise ServiceError("forbidden", "not-your-seat")
    language = query.language or await request.language()
    return Classroom(live.game, query.lesson, _spoken(live.game, language)).says(live, advise=query.advice)


async def _classroom(request: ApiRequest, language: str | None) -> Classroom:
    await request.spend_question(await request.visitor())
    game = asked_game(request)
    return Classroom(game, _lesson(request), _spoken(game, language or await request.language()))


def _lesson(request: ApiRequest) -> str:
    return str(request.connection.path_params["lesson"])


def _spoken(game: AnyGame, language: str) -> str:
    return language if language in game.languages else game.languages[0]


OPERATIONS = [
    list_lessons,
    get_step,
    get_step_ground,
    try_step,
    check_step,
    ask_step,
    begin_guided_game,
    get_guide,
]
