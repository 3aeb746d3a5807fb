"""Facts and refusals name things as the page does, and their sentences use the same names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engineshed.core.contract import Illegal
from engineshed.core.words import Param, Thing
from engineshed.games.dampf_and_rails.rules.box import box_of
from tests.games.dampf_and_rails.play import GAME, RED, acting, drawn, play, position

BOX = box_of(())
BOARD = BOX.board


def things(params: Mapping[str, Param]) -> list[str]:
    """The things in a message: kind and id as the page uses them, and the name."""
    found: list[Thing] = []
    for value in params.values():
        found += [value] if isinstance(value, Thing) else value if isinstance(value, tuple) else ()
    return [f"{thing.kind} {thing.id} {thing.name}" for thing in found]


def named_by(state: Any, text: str) -> list[str]:
    facts = GAME.rules.apply(state, acting(state), GAME.speech.read(state, text)).facts
    return [thing for fact in facts for thing in things(fact.params)]


def post(name: str) -> str:
    return f"post {BOARD.names.index(name)} {name}"


def test_facts_about_runs_and_goods_name_a_milepost() -> None:
    state = position(track={"red": ["Odense O27 O28 Nyborg"]})
    whole = [post("Odense"), post("O27")]
    assert named_by(state, "step O27") == [*whole, *whole]  # the ends, and the course
    course = [post(name) for name in ("Odense", "O27", "O28", "Nyborg")]
    assert named_by(state, "go Nyborg") == [course[0], course[-1], *course]
    assert named_by(state, "load beer") == [post("Odense")]


def test_a_delivery_names_the_town_and_the_order() -> None:
    state = position(hands={"red": [22, 1, 2]}, trains={"red": ["A Esbjerg beer"]})
    assert named_by(state, "deliver beer 22") == [post("Esbjerg"), "order 21 22"]


def test_a_section_is_named_by_its_ends_and_a_way_by_all_its_mileposts() -> None:
    state = position(stage="build")
    assert named_by(state, "build Odense O27") == [post("Odense"), post("O27")]
    (nyborg, *way) = named_by(state, "lay Nyborg")
    assert nyborg == way[-1] == post("Nyborg")
    assert len(way) == 3


def test_facts_about_ferries_name_the_ferry() -> None:
    state = position(stage="build", track={"red": ["Odense O27 Knudshoved"]}, ferries={"red": ["Storebælt"]})
    assert named_by(state, "connect Kieler Bucht") == ["ferry 4 Kieler Bucht"]


def test_a_derailment_names_the_event_and_the_place_of_the_train() -> None:
    state = position(stage="draw", hands={"red": [1, 2]}, trains={"red": ["A Viborg"]})
    assert named_by(state, "draw E5") == ["event 4 @event.derailment", post("Viborg")]


@pytest.mark.parametrize(
    ("doc", "text", "named", "sentence"),
    [
        ({}, "step O28", ["Odense", "O28"], "No track leads from Odense to O28 (near Nyborg)"),
        (
            {"stage": "build", "track": {"blue": ["O27 O28"]}},
            "build O28 O27",
            ["O27", "O28"],
            "O27 (near Odense)–O28 (near Nyborg) already has track of Blue",
        ),
        (
            {"stage": "build", "track": {"red": ["Ålborg L9"]}, "running": ["snow blue begun"], "round": 5},
            "build L9 M9",
            ["L9", "M9"],
            "Snow in northern Jutland: nobody builds in the snow at L9 (near Ålborg)–M9 (near Hals)",
        ),
    ],
)
def test_refusals_name_mileposts(doc: dict[str, Any], text: str, named: list[str], sentence: str) -> None:
    state = position(**doc)
    with pytest.raises(Illegal) as caught:
        GAME.rules.check(state, RED, GAME.speech.read(state, text))
    assert [thing for thing in things(caught.value.message.params) if thing.startswith("post")] == [*map(post, named)]
    assert GAME.speech.words.say(caught.value.message) == sentence


def test_a_drawn_order_is_named_to_its_player() -> None:
    state = drawn(play(position(), "exchange"), "30")
    drawn_facts = GAME.rules.apply(state, acting(state), GAME.speech.read(state, "draw 31")).facts
    assert [things(fact.params) for fact in drawn_facts if fact.to] == [["order 30 31"]]
