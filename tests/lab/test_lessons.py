"""Lesson files with mistakes, and what is said to a pupil."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import msgspec
import pytest

from engineshed.core.contract import Illegal
from engineshed.core.errors import BadFileError, Trouble, UnknownNameError
from engineshed.core.registry import find_game
from engineshed.lab.lessons import (
    SKIPPED,
    Guided,
    Hint,
    LessonStep,
    Teacher,
    check_lesson,
    find_lesson,
    lessons_of,
    read_lesson,
)
from engineshed.lab.lessons.reading import LessonFile, Refused, Wrong
from tests.documents import ROOT, blocks

PAGE = ROOT / "docs" / "how-to-write-a-lesson.md"
GAME = find_game("steam-power")


def said(text: str) -> dict[str, str]:
    return {"en": text, "de": f"{text} (de)", "pl": f"{text} (pl)"}


LESSON: dict[str, Any] = {
    "id": "money",
    "game": "steam-power",
    "title": said("Money"),
    "text": said("Where money comes from."),
    "rules": ["R53"],
    "steps": [
        {
            "text": said("You are Red."),
            "position": {"map": "ireland", "players": 2},
            "points": ["Dublin"],
            "task": said("Take money."),
            "moves": ["money"],
            "wrong": [{"moves": ["track *"], "text": said("No track.")}],
            "otherwise": said("Not that."),
            "refused": [{"move": "done", "rule": "R12", "text": said("Not yet.")}],
            "then": ["red: money"],
            "done": said("3 and 3."),
        },
        {"text": said("That is all.")},
    ],
}


def broken(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    doc = deepcopy(LESSON)
    change(doc)
    return doc


def in_step(**keys: Any) -> Callable[[dict[str, Any]], object]:
    return lambda doc: doc["steps"][0].update(keys)


def without(*keys: str) -> Callable[[dict[str, Any]], object]:
    return lambda doc: [doc["steps"][0].pop(key) for key in keys]


MISTAKES: list[tuple[Callable[[dict[str, Any]], object], str]] = [
    (lambda doc: doc.update(colour="red"), "x.toml: there is no key 'colour'"),
    (lambda doc: doc.update(rules=["R99"]), "x.toml, rule: there is no rule 'R99'"),
    (lambda doc: doc["title"].pop("pl"), "x.toml, title: the text has no pl"),
    (lambda doc: doc["title"].update(fr="Argent"), "x.toml, title: there is no language 'fr'"),
    (lambda doc: doc["title"].update(en="M" * 51), "x.toml, title: the text in en has 51 characters; 50 are allowed"),
    (lambda doc: doc.update(steps=[]), "x.toml, steps: a lesson has 1 to 12 steps, not 0"),
    (in_step(task={}), "x.toml, step 1: a task needs the moves"),
    (in_step(colour="red"), "x.toml, step 1: there is no key 'colour'"),
    (in_step(points=[5]), "x.toml, step 1, points 1: expected a text in quotes"),
    (without("position"), "x.toml, step 1: the first step needs a position"),
    (in_step(scenario="S1"), "x.toml, step 1: a step has a position or a scenario, not both"),
    (in_step(after=1), "x.toml, step 1: after counts the moves of a scenario"),
    (without("done"), "x.toml, step 1: after a move something must be said"),
    (lambda doc: doc["steps"][1].update(seat="red"), "x.toml, step 2: seat says who the pupil is in a position"),
    (lambda doc: doc["steps"][1].update(otherwise=said("No.")), "x.toml, step 2: wrong, otherwise and refused answer"),
    (lambda doc: doc["steps"][1].update(done=said("So.")), "x.toml, step 2: done is said after a move"),
    (lambda doc: doc["steps"][1].update(done_points=["bag"]), "x.toml, step 2: done_points goes with done"),
    (
        in_step(play={"players": 2, "bots": ["random"], "seed": "x"}),
        "x.toml, step 1: a step with a game to play has no",
    ),
]


@pytest.mark.parametrize(("change", "sentence"), MISTAKES, ids=[sentence for _, sentence in MISTAKES])
def test_a_mistake_is_named_with_its_place(change: Callable[[dict[str, Any]], object], sentence: str) -> None:
    with pytest.raises(BadFileError) as caught:
        read_lesson(broken(change), "x.toml")
    assert str(caught.value).startswith(sentence)


MISPLAYED: list[tuple[Callable[[dict[str, Any]], object], str]] = [
    (in_step(position={"map": "island"}), "x.toml, step 1, position: there is no map 'island'"),
    (in_step(seat="pink"), "x.toml, step 1, seat: there is no seat 'pink'"),
    (in_step(seat="blue"), "x.toml, step 1, moves: blue is not to act here"),
    (in_step(points=["Atlantis"]), "x.toml, step 1, points: there is nothing called 'Atlantis' on the table"),
    (in_step(moves=["mony"]), "x.toml, step 1, moves: mony: there is no move 'mony'"),
    (in_step(moves=["deliver *"]), "x.toml, step 1, moves: deliver *: no legal move begins with 'deliver *'"),
    (in_step(moves=["done"]), "x.toml, step 1, moves: 'done' must be legal, but is refused: "),
    (in_step(wrong=[{"moves": ["money"], "text": said("No.")}]), "x.toml, step 1, wrong: 'money' fulfils the task"),
    (in_step(wrong=[{"moves": ["done"], "text": said("No.")}]), "x.toml, step 1, wrong: 'done' must be legal"),
    (
        in_step(refused=[{"move": "done", "rule": "R13"}]),
        "x.toml, step 1, refused: 'done' must be refused by R13, but R12",
    ),
    (
        in_step(refused=[{"move": "contracts", "rule": "R12"}]),
        "x.toml, step 1, refused: 'contracts' must be refused by",
    ),
    (in_step(then=["blue: money"]), "x.toml, step 1, then: blue: money: "),
    (in_step(then=["pink: money"]), "x.toml, step 1, then: there is no seat 'pink'"),
]


@pytest.mark.parametrize(("change", "sentence"), MISPLAYED, ids=[sentence for _, sentence in MISPLAYED])
def test_a_lesson_is_played_when_it_is_checked(change: Callable[[dict[str, Any]], object], sentence: str) -> None:
    with pytest.raises(BadFileError) as caught:
        check_lesson(read_lesson(broken(change), "x.toml"))
    assert str(caught.value).startswith(sentence)


def test_mistakes_are_told_in_the_readers_language() -> None:
    with pytest.raises(BadFileError) as caught:
        check_lesson(read_lesson(broken(in_step(refused=[{"move": "done", "rule": "R13"}])), "x.toml"))
    assert caught.value.told("de") == (
        "x.toml, Schritt 1, refused: „done“ muss an R13 scheitern, scheitert aber an R12"
    )


def test_what_is_said_to_moves() -> None:
    lesson = read_lesson(LESSON, "x.toml")
    check_lesson(lesson)
    teacher = Teacher(lesson)
    here = teacher.place([])
    assert here is not None
    assert teacher.answer(here, "contracts").text == said("Not that.")
    track = next(teacher.named(here, "track *"))
    assert teacher.judge(here, track).text == said("No track.")
    with pytest.raises(Illegal):
        teacher.answer(here, "done")
    assert teacher.beside(here, GAME.speech.read(here.state, "done")) == said("Not yet.")
    answer = teacher.answer(here, "money")
    assert answer.right
    assert [ply.text for ply in answer.plies] == ["money", "money"]
    assert GAME.speech.describe(answer.state)["money"]["red"] == 11
    last = teacher.place(["money"])
    assert last is not None
    assert last.state == answer.state
    assert teacher.place([SKIPPED, SKIPPED]) is None
    with pytest.raises(Trouble, match="step 1"):
        teacher.place(["contracts"])


def test_a_lesson_may_begin_where_a_scenario_has_come_to() -> None:
    doc = broken(without("position", "points", "wrong", "refused", "otherwise", "then"))
    doc["steps"][0].update(scenario="s2", after=2)
    here = Teacher(read_lesson(doc, "x.toml")).place([])
    assert here is not None
    assert GAME.seat_names[here.seat] == "yellow"
    doc["steps"][0]["after"] = 9
    with pytest.raises(BadFileError, match="the scenario has 4 moves"):
        check_lesson(read_lesson(doc, "x.toml"))


def test_lessons_are_found_by_name_by_number_and_by_rule() -> None:
    found = find_lesson(GAME, "track")
    assert found in lessons_of(GAME, "R20")
    assert find_lesson(GAME, "Track") == found
    assert find_lesson(GAME, "1").source.startswith("01-")
    with pytest.raises(UnknownNameError):
        find_lesson(GAME, "99")


# -- the page ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [LessonFile, LessonStep, Wrong, Refused, Guided, Hint])
def test_every_key_of_a_lesson_is_described(kind: type[msgspec.Struct]) -> None:
    text = PAGE.read_text("utf-8")
    assert [field.name for field in msgspec.structs.fields(kind) if f"`{field.name}`" not in text] == []


def test_the_lessons_on_the_page_hold() -> None:
    examples = [code for language, _, code in blocks(PAGE) if language == "toml" and code.startswith("id =")]
    assert len(examples) == 2
    for code in examples:
        check_lesson(read_lesson(code, PAGE.name))


(GUIDED_GAME,) = (code for language, _, code in blocks(PAGE) if language == "toml" and "[steps.play]" in code)
"""A guided game that does not come with a game."""


def test_what_is_pressed_in_vain_is_answered_like_the_move_that_names_it() -> None:
    teacher = Teacher(find_lesson(find_game("planet-steam"), "zones"))
    here = teacher.place(["name B4", "bid 15"])
    assert here is not None
    assert "only a building licence" in teacher.beside_thing(here, "zone D3", "R44")["en"]
    assert teacher.beside_thing(here, "zone D4", "R44") == {}
