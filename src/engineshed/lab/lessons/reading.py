"""Lesson files: what can be in them, and where a game keeps its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from engineshed.core.contract import AnyGame
from engineshed.core.datafile import convert, parse_toml
from engineshed.core.errors import BadFileError, UnknownNameError, advice
from engineshed.core.registry import find_game
from engineshed.core.words import Message

Texts = dict[str, str]
"""A text in every language of the game."""

LONGEST = {"title": 50, "text": 300, "task": 160, "done": 240, "otherwise": 240}
"""How many characters a text may have, in any language: a lesson is read on a phone, next to the board."""
MOST_STEPS = 12


class Wrong(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Legal moves that are not what the task asks for, and what is said to them."""

    moves: tuple[str, ...]
    text: Texts


class Refused(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move that the rules refuse; the refusal is shown, and then this text if there is one."""

    move: str
    rule: str
    text: Texts = {}


class Hint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said to the pupil of a guided game while such moves are possible."""

    offers: str
    """How these moves begin."""
    text: Texts
    points: tuple[str, ...] = ()
    times: int = 1
    """At how many decisions it is said."""


class Guided(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game against bots, with hints that become fewer."""

    players: int
    bots: tuple[str, ...]
    """Their levels, repeated round the table."""
    seed: str
    seat: str = ""
    """Where the pupil sits; the first seat if not given."""
    map: str | None = None
    options: dict[str, Any] = {}
    rounds: int | None = None
    """After how many rounds it is over; the whole game if not given."""
    advice: int = 0
    """At how many of the first decisions a good move is named."""
    hints: tuple[Hint, ...] = ()


class LessonStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step: something to read, something to do, or a guided game."""

    text: Texts
    position: dict[str, Any] = {}
    """In the words of the game's ``arrange``; without one, the step goes on from where the last one led."""
    scenario: str = ""
    """The position of one of the game's scenarios instead, after so many of its moves."""
    after: int = 0
    seat: str = ""
    """Who the pupil is from here on; whoever is to act in the position if not given."""
    points: tuple[str, ...] = ()
    """What is pointed at, by names as in the terminal's ``explain``."""
    task: Texts = {}
    moves: tuple[str, ...] = ()
    """The moves that fulfil the task; ``track *`` stands for all that begin like this."""
    wrong: tuple[Wrong, ...] = ()
    otherwise: Texts = {}
    """What is said to all other legal moves."""
    refused: tuple[Refused, ...] = ()
    then: tuple[str, ...] = ()
    """What others, or nature, do after it: ``blue: money``."""
    done: Texts = {}
    """What is said after it."""
    done_points: tuple[str, ...] = ()
    play: Guided | None = None

    @property
    def begins(self) -> bool:
        """Whether it has a position of its own."""
        return bool(self.position or self.scenario)


class LessonFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson file. Its steps are read one by one, so that a mistake can name its step."""

    id: str
    game: str
    title: Texts
    text: Texts
    """What one learns, in one sentence."""
    rules: tuple[str, ...]
    """The rules that it teaches."""
    steps: tuple[dict[str, Any], ...]
    minutes: int = 2


class Lesson(msgspec.Struct, frozen=True):
    """A lesson that has been read."""

    source: str
    file: LessonFile
    steps: tuple[LessonStep, ...]

    @property
    def id(self) -> str:
        return self.file.id

    @property
    def game(self) -> AnyGame:
        return find_game(self.file.game)

    @property
    def guided(self) -> Guided | None:
        """The guided game that it ends with."""
        return self.steps[-1].play


def mistake(lesson: Lesson, step: int, key: str, problem: str, /, **params: Any) -> BadFileError:
    """A mistake in a step, counted from 0; ``key`` may be empty."""
    return BadFileError(lesson.source, place_of(step, key), problem, **params)


def place_of(step: int, key: str = "") -> Message:
    """A place in a file: a step, counted from 0, and maybe its key."""
    return Message("lesson.key" if key else "lesson.step", {"step": step + 1, **({"key": key} if key else {})})


# -- reading ----------------------------------------------------------------------------------------------------------


def read_lesson(given: str | Mapping[str, Any], source: str) -> Lesson:
    """A lesson from the text of its file, or from its tables.

    This checks everything except what follows from playing it; ``check_lesson`` does that.
    """
    doc = parse_toml(given, source) if isinstance(given, str) else dict(given)
    file = convert(doc, LessonFile, source)
    lesson = Lesson(source, file, tuple(_step(step, source, number) for number, step in enumerate(file.steps)))
    _check_rules(lesson)
    _check_shape(lesson)
    for place, key, texts in all_lesson_texts(lesson):
        _check_texts(lesson, place, key, texts)
    return lesson


def _step(doc: dict[str, Any], source: str, number: int) -> LessonStep:
    try:
        return convert(doc, LessonStep, source)
    except BadFileError as error:
        error.place = place_of(number, error.place if isinstance(error.place, str) else "")
        raise


def _check_rules(lesson: Lesson) -> None:
    try:
        book = lesson.game.speech.rulebook
        for rule in (*lesson.file.rules, *(refused.rule for step in lesson.steps for refused in step.refused)):
            book.rule(rule)
    except UnknownNameError as error:
        raise BadFileError(lesson.source, error.what, "file.misfit", problem=error) from None


def _check_shape(lesson: Lesson) -> None:
    """Whether the keys of each step make sense together."""
    if not 0 < len(lesson.steps) <= MOST_STEPS:
        raise BadFileError(lesson.source, "steps", "lesson.steps", most=MOST_STEPS, steps=len(lesson.steps))
    for number, step in enumerate(lesson.steps):
        wrong = {
            "no-position": number == 0 and not step.begins and step.play is None,
            "two-positions": bool(step.position and step.scenario),
            "after-nothing": bool(step.after and not step.scenario),
            "seat-alone": bool(step.seat and not step.begins),
            "task-alone": bool(step.task) != bool(step.moves),
            "answers-alone": bool(step.wrong or step.otherwise or step.refused) and not step.moves,
            "nothing-done": bool(step.done) and not (step.moves or step.then or step.play),
            "silent": bool(step.moves or step.then) and not step.done,
            "points-alone": bool(step.done_points) and not step.done,
            "play-alone": step.play is not None and bool(step.begins or step.moves or step.then),
            "play-last": step.play is not None and number + 1 < len(lesson.steps),
        }
        for problem, so in wrong.items():
            if so:
                raise mistake(lesson, number, "", f"lesson.{problem}")


def all_lesson_texts(lesson: Lesson) -> Iterator[tuple[int | None, str, Texts]]:
    """Every text with its place: the number of its step, and its key."""
    yield None, "title", lesson.file.title
    yield None, "text", lesson.file.text
    for number, step in enumerate(lesson.steps):
        yield number, "text", step.text
        for key, texts in (("task", step.task), ("otherwise", step.otherwise), ("done", step.done)):
            if texts:
                yield number, key, texts
        answers = [("wrong", wrong.text) for wrong in step.wrong]
        answers += [("refused", refused.text) for refused in step.refused if refused.text]
        answers += [("play.hints", hint.text) for hint in (step.play.hints if step.play else ())]
        yield from ((number, key, texts) for key, texts in answers)


def _check_texts(lesson: Lesson, step: int | None, key: str, texts: Texts) -> None:
    """Texts are in every language of the game, in no other, and short."""
    place = key if step is None else place_of(step, key)
    languages: Sequence[str] = lesson.game.languages
    for language in texts:
        if language not in languages:
            trouble = BadFileError(lesson.source, place, "no.language", name=language)
            raise trouble.advised(advice(language, languages))
    longest = LONGEST.get(key, LONGEST["otherwise"])
    for language in languages:
        text = texts.get(language, "").strip()
        if not text:
            raise BadFileError(lesson.source, place, "lesson.no-text", language=language)
        if len(text) > longest:
            raise BadFileError(lesson.source, place, "lesson.long", language=language, most=longest, length=len(text))


# -- the lessons of a game --------------------------------------------------------------------------------------------


def lesson_files(game: AnyGame) -> list[Traversable]:
    """The lessons in a game's package, ``data/lessons/*.toml``, in the order of their names."""
    folder = files(game.package) / "data" / "lessons" if game.package else None
    if folder is None or not folder.is_dir():
        return []
    return sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)


def lessons(game: AnyGame) -> Sequence[Lesson]:
    """The lessons of a game, in the order in which they are taken."""
    return _lessons(game.id)


@cache
def _lessons(game_id: str) -> Sequence[Lesson]:
    return [read_lesson(file.read_text("utf-8"), file.name) for file in lesson_files(find_game(game_id))]


def find_lesson(game: AnyGame, name: str) -> Lesson:
    """The lesson of this name, or of this number, counted from 1; raises ``UnknownNameError``."""
    known = lessons(game)
    if name.isdecimal() and 1 <= int(name) <= len(known):
        return known[int(name) - 1]
    for lesson in known:
        if lesson.id == name.lower():
            return lesson
    raise UnknownNameError("lesson", name, [lesson.id for lesson in known])


def lessons_of(game: AnyGame, rule: str) -> Sequence[Lesson]:
    """The lessons that teach this rule."""
    return [lesson for lesson in lessons(game) if rule in lesson.file.rules]
