"""``engineshed learn``: a game's lessons in the terminal."""

from __future__ import annotations

from pathlib import Path

from rich.table import Table as Columns
from rich.text import Text

from engineshed.cli.datafolder import own_folder
from engineshed.cli.files import read_text
from engineshed.cli.guided import GuidedGame
from engineshed.cli.language import Language
from engineshed.cli.learning import Learning
from engineshed.cli.phrases import Mistake, Phrases, game_language
from engineshed.cli.progress import Progress
from engineshed.cli.screen import Screen, terminal
from engineshed.core.contract import AnyGame
from engineshed.core.registry import find_game
from engineshed.core.words import ENGLISH
from engineshed.lab.lessons import Lesson, check_lesson, find_lesson, lessons, read_lesson


def learn(game: str, lesson: str | None = None, *, file: Path | None = None, language: Language = ENGLISH) -> None:
    """Learn a game step by step: its lessons, or one of them.

    Parameters
    ----------
    game
        Which game, for example steam-power.
    lesson
        The lesson to take, by its name or its number; without it, all are listed.
    file
        Check this lesson file and take it, instead of one that comes with the game.
    """
    chosen, progress = find_game(game), Progress(own_folder())
    if file is not None:
        _take(read_lesson(read_text(file), str(file)), progress, language)
    elif not lessons(chosen):
        raise Mistake("no-lessons", game=chosen.title)
    elif lesson is None:
        _list(chosen, progress, language)
    else:
        _take(find_lesson(chosen, lesson), progress, language)


def _list(game: AnyGame, progress: Progress, language: str) -> None:
    """All lessons with what they teach; those that were taken have a mark."""
    phrases, spoken, learnt = Phrases(language), game_language(game, language), progress.of(game.id)
    console = terminal()
    console.print(Text(phrases.say("learn.lessons", game=game.title), style="bold"))
    columns = Columns.grid(padding=(0, 2, 0, 0))
    for number, lesson in enumerate(lessons(game), start=1):
        mark = "✓" if lesson.id in learnt else " "
        title, text = lesson.file.title[spoken], lesson.file.text[spoken]
        columns.add_row(mark, str(number), lesson.id, Text.assemble((title, "bold"), f"\n{text}"))
    console.print(columns)
    first = next((known for known in lessons(game) if known.id not in learnt), lessons(game)[0])
    console.print(Text(phrases.say("learn.how", game=game.id, lesson=first.id)))


def _take(lesson: Lesson, progress: Progress, language: str) -> None:
    check_lesson(lesson)
    game = lesson.game
    screen = Screen(game, terminal(), language)
    if not Learning(lesson, screen).run():
        return
    if lesson.guided is not None and not GuidedGame(lesson, screen).play():
        return
    progress.add(game.id, lesson.id)
    screen.say("learn.learnt", "bold", lesson=lesson.file.title[game_language(game, language)])
    following = _after(lesson)
    if following is not None:
        screen.say("learn.next", game=game.id, lesson=following.id)


def _after(lesson: Lesson) -> Lesson | None:
    """The lesson after this one; None if it is the last, or does not come with the game."""
    known = list(lessons(lesson.game))
    place = next((number for number, other in enumerate(known) if other.id == lesson.id), len(known))
    return known[place + 1] if place + 1 < len(known) else None
