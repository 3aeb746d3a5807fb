"""Sentences for the person who caused it."""

from __future__ import annotations

import pickle

import pytest

from engineshed.core.contract import Illegal
from engineshed.core.errors import BadFileError, BadRecordError, Trouble, UnknownNameError, suggest
from engineshed.core.words import Message


def test_near_names_are_suggested_whatever_their_case() -> None:
    assert suggest("GERMNY", ["Germany", "Ireland"]) == "; did you mean Germany?"
    assert suggest("rel", ["red", "reel"]) in {"; did you mean red or reel?", "; did you mean reel or red?"}


def test_few_names_are_all_listed_and_many_are_not() -> None:
    assert suggest("xyz", ["a", "b"]) == "; there is a, b"
    assert suggest("xyz", [str(n) for n in range(13)]) == ""
    assert suggest("xyz", []) == ""


def test_an_unknown_name_says_of_what_kind_it_is() -> None:
    error = UnknownNameError("map", "Texsa", iter(["texas", "ohio"]))
    assert str(error) == "there is no map 'Texsa'; did you mean texas?"
    assert (error.what, error.name, error.known) == ("map", "Texsa", ["texas", "ohio"])


@pytest.mark.parametrize(("place", "sentence"), [("row 3", "a.toml, row 3: too short"), ("", "a.toml: too short")])
def test_a_bad_file_says_where(place: str, sentence: str) -> None:
    assert str(BadFileError("a.toml", place, "too short")) == sentence


@pytest.mark.parametrize(
    "trouble",
    [
        Trouble("plain"),
        UnknownNameError("map", "x", ["y"]),
        BadFileError("a.toml", "row 3", "too short"),
        BadRecordError("cut off"),
        Illegal("R20", Message("refused.loose", {"hex": "D7"})),
    ],
)
def test_troubles_travel_between_processes(trouble: Trouble) -> None:
    """A worker's trouble must reach the person, not break the pool."""
    back = pickle.loads(pickle.dumps(trouble))  # noqa: S301  (our own bytes)
    assert type(back) is type(trouble)
    assert str(back) == str(trouble)
    assert vars(back) == vars(trouble)
