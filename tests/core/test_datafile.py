"""TOML files become structs, or else a sentence that says where the mistake is."""

from __future__ import annotations

from contextlib import suppress

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engineshed.core.datafile import parse_toml, read_toml
from engineshed.core.errors import BadFileError


class Stock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    count: int


class Shed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    stock: tuple[Stock, ...] = ()


def test_a_good_file_is_read() -> None:
    text = 'title = "North"\n[[stock]]\nname = "coal"\ncount = 3\n'
    assert read_toml(text, "shed.toml", Shed) == Shed("North", (Stock("coal", 3),))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("title = \n", r"shed\.toml, line 1, column 9: this is not TOML: a value is expected here"),
        ("title", r"shed\.toml, end of the file: this is not TOML: a line should be key = value"),
        ("[title", r"shed\.toml, end of the file: this is not TOML: a \[heading\] should end with its bracket"),
        ("a = 1 b = 2", r"this is not TOML: a value should be followed by a new line"),
        ("a = 1\na = 2", r"this is not TOML: this key or heading occurs twice"),
        ("a = [1", r"this is not TOML: a text, list or table is not closed"),
        ('a = "x\x01"', r"this is not TOML: this character is not allowed here"),
        ("", r"shed\.toml: the key 'title' is missing"),
        ("title = 3", r"shed\.toml, title: expected a text in quotes, got a whole number"),
        ('titel = "North"', r"shed\.toml: there is no key 'titel'; did you mean title\?"),
        ('title = "x"\nstock = 1', r"shed\.toml, stock: expected a list, got a whole number"),
        ('title = "x"\nstock = [{ name = "coal" }]', r"shed\.toml, stock 1: the key 'count' is missing"),
        (
            'title = "x"\nstock = [{ name = "coal", count = "3" }]',
            r"shed\.toml, stock 1, count: expected a whole number",
        ),
        ("a = " + "[" * 5000, r"shed\.toml.*nested too deeply"),
        ("a = " + "9" * 6000, r"shed\.toml: this is not TOML"),
    ],
)
def test_mistakes_are_reported_with_their_place(text: str, sentence: str) -> None:
    with pytest.raises(BadFileError, match=sentence):
        read_toml(text, "shed.toml", Shed)


@given(st.text(max_size=60))
@settings(deadline=None, derandomize=True)
def test_any_text_is_read_or_refused_with_a_sentence(text: str) -> None:
    with suppress(BadFileError):
        assert isinstance(parse_toml(text, "any.toml"), dict)
