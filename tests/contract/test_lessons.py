"""Every lesson of every game is taken as its file says: a rule that changes under a lesson breaks it here."""

from __future__ import annotations

import pytest

from engineshed.bots.player import Player
from engineshed.core.registry import find_game, game_ids
from engineshed.lab.lessons import (
    Guide,
    Lesson,
    begin_guided,
    check_lesson,
    guided_of,
    is_over,
    lesson_files,
    lessons,
    players,
    read_lesson,
)

ALL = [lesson for game_id in game_ids() for lesson in lessons(find_game(game_id))]
TAUGHT = sorted({lesson.game.id for lesson in ALL})
GUIDED = [lesson for lesson in ALL if lesson.guided is not None]


def name(lesson: Lesson) -> str:
    return f"{lesson.game.id} {lesson.id}"


@pytest.mark.parametrize("lesson", ALL, ids=name)
def test_a_lesson_goes_as_its_file_says(lesson: Lesson) -> None:
    check_lesson(lesson)


@pytest.mark.parametrize("game_id", TAUGHT)
def test_lessons_are_named_after_their_files_and_the_last_is_a_game(game_id: str) -> None:
    game = find_game(game_id)
    known = lessons(game)
    for number, (file, lesson) in enumerate(zip(lesson_files(game), known, strict=True), start=1):
        assert file.name == f"{number:02}-{lesson.id}.toml"
    assert 8 <= len(known) <= 12
    assert [lesson.guided is not None for lesson in known] == [False] * (len(known) - 1) + [True]


@pytest.mark.parametrize("lesson", GUIDED, ids=name)
def test_a_guided_game_ends_and_every_hint_is_said(lesson: Lesson) -> None:
    """The pupil plays like a good bot, as somebody would who follows the advice."""
    guided, table = guided_of(lesson), begin_guided(lesson)
    game, guide, bots = lesson.game, Guide(lesson), players(lesson.game, guided_of(lesson))
    pupil = Player(game, game.bots.usual)
    said, advised = [], 0
    while not is_over(game, guided, table.state):
        seat = table.to_act()[0]
        bot = bots[seat]
        if bot is None:
            said.append(guide.hint(table.state, seat))
            advised += guide.advice(table.state, seat, table.ply) is not None
        table.play(seat, (bot or pupil).choose(table.state, seat, seed=guided.seed, ply=table.ply))
    assert [hint for hint in guided.hints if hint not in said] == []
    assert advised == guided.advice
    assert None in said, "hints fade"


def test_a_lesson_can_be_read_from_its_tables() -> None:
    (lesson,) = (known for known in ALL if name(known) == "steam-power track")
    again = read_lesson(
        {
            "id": "track",
            "game": "steam-power",
            "title": lesson.file.title,
            "text": lesson.file.text,
            "rules": list(lesson.file.rules),
            "steps": list(lesson.file.steps),
        },
        lesson.source,
    )
    assert again == lesson
