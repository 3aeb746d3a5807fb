"""Table options: they are read from plain data and written briefly; a mistake gives a sentence."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engineshed.core.errors import Trouble, UnknownNameError
from engineshed.core.options import (
    AT_RANDOM,
    choices,
    parse_setting,
    random_play_settings,
    read_options,
    several,
    write_options,
)


class Tea(msgspec.Struct, frozen=True):
    """Options of every type that games use."""

    name: str = "assam"
    milk: Annotated[bool, msgspec.Meta(description="a drop of it")] = False
    cup: Literal["small", "large"] = "small"
    pot: Annotated[Literal[2, 4], msgspec.Meta(description="cups in it")] = 2
    minutes: Annotated[int, msgspec.Meta(ge=1, le=5)] = 3
    price: int = 0
    guests: tuple[str, ...] = ()
    cakes: tuple[Literal["plain", "rich", "sour"], ...] = ("sour",)


def test_no_options_means_the_defaults() -> None:
    assert read_options(Tea, None) == read_options(Tea, {}) == Tea()


def test_an_instance_of_the_options_is_taken_as_it_is() -> None:
    tea = Tea(cup="large")
    assert read_options(Tea, tea) is tea


def test_a_mapping_is_read() -> None:
    assert read_options(Tea, {"cup": "large", "guests": ["Ada"]}) == Tea(cup="large", guests=("Ada",))


@pytest.mark.parametrize(
    ("given_options", "sentence"),
    [
        ({"cup": "huge"}, r'option cup cannot be "huge"; choose from "large", "small"'),
        ({"pot": "4"}, r'option pot cannot be "4"; choose from 2, 4'),
        ({"milk": 1}, "option milk cannot be 1; choose from false, true"),
        ({"minutes": 9}, "option minutes cannot be 9; choose from 1, 2, 3, 4, 5"),
        ({"name": 3}, "option name cannot be 3: expected a text in quotes, got a whole number"),
        ({"price": object}, "option price cannot be .*: expected a whole number, got type"),
        ({"mlik": True}, "there is no option 'mlik'; did you mean milk"),
        ({7: True}, "there is no option '7'"),
        ([], r"options are a table of names and values, not \[\]"),
        ("cup=large", "options are a table of names and values"),
    ],
)
def test_mistakes_are_reported(given_options: Any, sentence: str) -> None:
    with pytest.raises(Trouble, match=sentence):
        read_options(Tea, given_options)


def test_only_options_that_differ_from_the_default_are_written() -> None:
    assert write_options(Tea()) == {}
    assert write_options(Tea(milk=True, pot=4)) == {"milk": True, "pot": 4}


@given(st.builds(Tea))
@settings(deadline=None, derandomize=True)
def test_written_options_are_read_back(tea: Tea) -> None:
    written = msgspec.json.decode(msgspec.json.encode(write_options(tea)))
    assert read_options(Tea, written) == tea


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("cup=large", "large"),
        ("milk=yes", True),
        ("milk=On", True),
        ("milk=TRUE", True),
        ("milk=no", False),
        ("milk=off", False),
        ("pot=4", 4),
        ("minutes=5", 5),
        ("price=-3", -3),
        ("name=1848", "1848"),
        ("name=on", "on"),
        ("name=a=b", "a=b"),
        ("name=", ""),
        ("cakes=plain, sour", ("plain", "sour")),
        ("cakes=", ()),
    ],
)
def test_a_setting_is_read_as_the_type_of_its_option(text: str, value: Any) -> None:
    assert parse_setting(Tea, text) == (text.partition("=")[0], value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("milk", "an option is given as name=value, not 'milk'"),
        ("milk=perhaps", 'option milk cannot be "perhaps"; choose from false, true'),
        ("pot=3", 'option pot cannot be "3"; choose from 2, 4'),
        ("pot=\u00b2", "choose from 2, 4"),
        ("price=--5", 'option price cannot be "--5"'),
        ("price=" + "9" * 6000, 'option price cannot be "999'),
        ("minutes=6", "choose from 1, 2, 3, 4, 5"),
        ("cakes=stale", 'choose from "sour", "plain", "rich"'),
    ],
)
def test_a_wrong_setting_is_reported(text: str, sentence: str) -> None:
    with pytest.raises(Trouble, match=sentence):
        parse_setting(Tea, text)


def test_an_unknown_setting_suggests_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match="did you mean minutes"):
        parse_setting(Tea, "minute=3")


def test_the_values_of_an_option_are_listed_if_there_are_finitely_many() -> None:
    assert {name: choices(Tea, name) for name in Tea.__struct_fields__} == {
        "name": (),
        "milk": (False, True),
        "cup": ("large", "small"),
        "pot": (2, 4),
        "minutes": (1, 2, 3, 4, 5),
        "price": (),
        "guests": (),
        "cakes": (),
    }


def test_an_option_that_takes_several_values_lists_them_with_the_default_first() -> None:
    assert several(Tea, "cakes") == ("sour", "plain", "rich")
    assert several(Tea, "guests") == several(Tea, "cup") == ()


class Endless(msgspec.Struct, frozen=True):
    """Options of a game that goes on until its players end it."""

    patience: Annotated[int, msgspec.Meta(ge=0, extra={AT_RANDOM: 12})] = 0
    speed: Annotated[int, msgspec.Meta(ge=0)] = 1


def test_random_play_gets_limits_that_people_do_not_need() -> None:
    assert random_play_settings(Endless) == {"patience": 12}
    assert Endless().patience == 0
