"""Sentences for people who made a mistake."""

from __future__ import annotations

import pickle

import pytest

from engineshed.core.contract import Illegal
from engineshed.core.errors import BadFileError, BadRecordError, Trouble, UnknownNameError, advice, say, shown
from engineshed.core.words import Message


def advised(name: str, known: list[str], language: str = "en") -> str | None:
    message = advice(name, known)
    return None if message is None else say(message, language)


def test_similar_names_are_suggested_in_any_case() -> None:
    assert advised("GERMNY", ["Germany", "Ireland"]) == "did you mean Germany?"
    assert advised("rel", ["red", "reel"]) in {"did you mean red or reel?", "did you mean reel or red?"}
    assert advised("rel", ["reel"], "pl") == "czy chodzi o reel?"


def test_a_short_list_of_names_is_shown_in_full_and_a_long_one_not_at_all() -> None:
    assert advised("xyz", ["a", "b"]) == "choose from a, b"
    assert advised("xyz", [str(n) for n in range(13)]) is None
    assert advised("xyz", []) is None


def test_the_error_for_an_unknown_name_says_what_kind_of_thing_it_names() -> None:
    error = UnknownNameError("map", "Texsa", iter(["texas", "ohio"]))
    assert str(error) == "there is no map 'Texsa'; did you mean texas?"
    assert (error.what, error.name, error.known) == ("map", "Texsa", ["texas", "ohio"])


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        ("row 3", "a.toml, row 3: tables or lists are nested too deeply"),
        ("", "a.toml: tables or lists are nested too deeply"),
        (Message("place.rule", {"id": "R1"}), "a.toml, rule R1: tables or lists are nested too deeply"),
    ],
)
def test_the_error_for_a_bad_file_says_where_the_mistake_is(place: str | Message, sentence: str) -> None:
    assert str(BadFileError("a.toml", place, "file.nested")) == sentence


@pytest.mark.parametrize(
    "trouble",
    [
        Trouble("undo.nothing"),
        UnknownNameError("map", "x", ["y"]),
        BadFileError("a.toml", "row 3", "file.nested"),
        BadRecordError("record.result"),
        Illegal("R20", Message("refused.loose", {"hex": "D7"})),
    ],
)
def test_troubles_can_be_pickled(trouble: Trouble) -> None:
    """A trouble in a worker process must reach the person and not break the pool."""
    back = pickle.loads(pickle.dumps(trouble))  # noqa: S301  (our own bytes)
    assert type(back) is type(trouble)
    assert str(back) == str(trouble)
    assert vars(back) == vars(trouble)


def test_a_trouble_quotes_another_in_the_same_language() -> None:
    inner = Trouble("no.move", name="x")
    outer = BadRecordError("record.bad-move", number=3, move="x", problem=inner)
    assert str(outer) == "move 3 ('x'): there is no move 'x'"
    assert outer.told("de") == "Aktion 3 („x“): es gibt keine Aktion „x“"
    assert outer.message_in("pl").params["problem"] == "nie ma ruchu „x”"
    assert str(pickle.loads(pickle.dumps(outer))) == str(outer)  # noqa: S301  (our own bytes)


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        ("@noun.ferry", "„x“ (Fähre) gibt es auf dieser Karte nicht"),
        ("@steam:noun.city", "„x“ (Großstadt) gibt es auf dieser Karte nicht"),
        ("@steam:noun.zeppelin", "„x“ (@steam:noun.zeppelin) gibt es auf dieser Karte nicht"),
        ("@nosuchgame:noun.city", "„x“ (@nosuchgame:noun.city) gibt es auf dieser Karte nicht"),
        ("@", "„x“ (@) gibt es auf dieser Karte nicht"),
    ],
)
def test_a_sentence_can_use_words_of_the_house_and_of_games(what: str, sentence: str) -> None:
    """Text that only looks like the id of a word is left alone."""
    assert Trouble("read.place", name="x", what=what).told("de") == sentence


def test_a_trouble_of_a_game_that_cannot_be_loaded_is_still_shown() -> None:
    assert str(Trouble("nosuchgame:trouble.x", a=1)) == "nosuchgame:trouble.x {'a': 1}"


def test_input_is_quoted_on_one_line_and_shortened() -> None:
    assert shown("a\nb") == r"a\nb"
    assert len(shown("x" * 5000)) < 70
