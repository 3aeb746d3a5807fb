"""What msgspec finds wrong with a value, in our own words and in every language."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import pytest

from engineshed.core.errors import BadFileError
from engineshed.core.misfits import Misfit, misfit


class Car(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    wheels: Annotated[int, msgspec.Meta(ge=4)] = 4
    name: Annotated[str, msgspec.Meta(min_length=2)] = "hopper"
    load: Literal["coal", "ore"] = "coal"
    size: tuple[int, int] = (1, 1)
    mark: int | str | None = None
    odd: Annotated[int, msgspec.Meta(multiple_of=2)] = 0


class Train(msgspec.Struct, frozen=True):
    engine: str
    cars: tuple[Car, ...] = ()
    by_name: dict[str, Car] = {}


def found(value: Any, kind: Any = Car) -> Misfit:
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert(value, kind)
    return misfit(caught.value)


@pytest.mark.parametrize(
    ("value", "english", "german"),
    [
        ({"weels": 4}, "there is no key 'weels'", "es gibt keinen Schlüssel „weels“"),
        (
            {"wheels": "x"},
            "expected a whole number, got a text in quotes",
            "hier gehört eine ganze Zahl hin, nicht ein Text in Anführungszeichen",
        ),
        ({"wheels": 3}, "expected a whole number >= 4", "hier gehört eine ganze Zahl >= 4 hin"),
        (
            {"name": "x"},
            "expected a text in quotes of length >= 2",
            "hier gehört ein Text in Anführungszeichen der Länge >= 2 hin",
        ),
        ({"load": "gold"}, "'gold' is not one of the possible values", "der Wert „gold“ ist hier nicht vorgesehen"),
        (
            {"size": [1]},
            "expected a list of length 2, got 1",
            "hier gehört eine Liste der Länge 2 hin, nicht der Länge 1",
        ),
        (
            {"mark": []},
            "expected a whole number / a text in quotes / nothing, got a list",
            "hier gehört eine ganze Zahl / ein Text in Anführungszeichen / nichts hin, nicht eine Liste",
        ),
        (
            {"odd": 3},
            "it does not fit (Expected `int` that's a multiple of 2)",
            "das passt nicht (Expected `int` that's a multiple of 2)",
        ),
    ],
)
def test_a_misfit_is_reported(value: Any, english: str, german: str) -> None:
    problem = found(value).problem
    assert (problem.told("en"), problem.told("de")) == (english, german)


@pytest.mark.parametrize(
    ("text", "english", "german"),
    [
        ('{"wheels": ', "it is cut off", "das Ende fehlt"),
        ('{"wheels": }', "there is a mistake at byte 11", "bei Byte 11 steht ein Fehler"),
    ],
)
def test_broken_json_is_reported(text: str, english: str, german: str) -> None:
    with pytest.raises(msgspec.DecodeError) as caught:
        msgspec.json.decode(text)
    problem = misfit(caught.value).problem
    assert (problem.told("en"), problem.told("de")) == (english, german)


@pytest.mark.parametrize(
    ("value", "path", "english", "polish"),
    [
        ({}, "$", "a.toml: the key 'engine' is missing", "a.toml: brakuje klucza „engine”"),
        (
            {"engine": "x", "cars": [{}, {"size": [1, "x"]}]},
            "$.cars[1].size[1]",
            "a.toml, cars 2, size 2: expected a whole number, got a text in quotes",
            "a.toml, cars 2, size 2: oczekiwano: liczba całkowita, a jest: tekst w cudzysłowie",
        ),
        (
            {"engine": "x", "by_name": {"a": 3}},
            "$.by_name[...]",
            "a.toml, by_name, one of them: expected a table, got a whole number",
            "a.toml, by_name, jeden z wpisów: oczekiwano: tabela, a jest: liczba całkowita",
        ),
        (
            {"engine": "x", "by_name": {"a": {"size": [1, None]}}},
            "$.by_name[...].size[1]",
            "a.toml, by_name, one of them, size 2: expected a whole number, got nothing",
            "a.toml, by_name, jeden z wpisów, size 2: oczekiwano: liczba całkowita, a jest: nic",
        ),
    ],
)
def test_the_place_of_a_misfit_is_counted_from_one(value: Any, path: str, english: str, polish: str) -> None:
    there = found(value, Train)
    assert there.path == path
    trouble = BadFileError("a.toml", there.place, "file.misfit", problem=there.problem)
    assert (trouble.told("en"), trouble.told("pl")) == (english, polish)
