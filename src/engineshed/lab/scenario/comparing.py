"""Comparing what a scenario expects with what is found: positions, views and facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from engineshed.core.contract import AnyGame, Fact
from engineshed.core.description import TellsPlainly
from engineshed.core.errors import Trouble, advice
from engineshed.core.words import Message, Param, Thing, Words

NOTHING = "nothing"
"""How a file says that there is nothing, because TOML has no null."""

Path = tuple[str, ...]
MISSING = object()


class Mismatch(NamedTuple):
    path: str
    expected: Any
    found: Any
    advice: Message | None = None


class Reader(Protocol):
    """How values that are found are compared with those in the file."""

    def same(self, path: Path, expected: Any, found: Any, /) -> bool:
        """Whether two values that are not equal mean the same."""
        ...

    def table(self, found: Any, /) -> Mapping[str, Any] | None:
        """What was found, as a table, if it can be compared with one."""
        ...


def mismatches(expected: Any, found: Any, reader: Reader, path: Path = ()) -> Iterator[Mismatch]:
    """Of a table, only the keys in the file are compared; all other values must be equal."""
    if not isinstance(expected, Mapping):
        if expected != found and not reader.same(path, expected, found):
            yield Mismatch(".".join(path), expected, found)
        return
    table = reader.table(found)
    if table is None:
        yield Mismatch(".".join(path), expected, found)
        return
    for key, want in expected.items():
        place = (*path, key)
        if key in table:
            yield from mismatches(want, table[key], reader, place)
        elif want != NOTHING:
            yield Mismatch(".".join(place), want, MISSING, advice(key, list(table)))


# -- positions ------------------------------------------------------------------------------------------------------

BESIDE = ("to_act", "result", "derived")
"""Keys that are expected in addition to the position; their lists of names mean sets."""


class InPosition:
    """Asks the game itself whether two ways of describing a part of a position mean the same thing.

    A part that is written differently is put into the description, and the game arranges the result: the game knows
    whether the order of a list matters, or that a link can be named from either end.
    """

    def __init__(self, game: AnyGame, state: Any) -> None:
        self.speech, self.state = game.speech, state

    def same(self, path: Path, expected: Any, found: Any) -> bool:
        if path[0] in BESIDE:
            return _same_names(expected, found)
        doc = {key: value for key, value in self.speech.describe(self.state).items() if key != "derived"}
        if path[0] not in doc or not isinstance(expected, list | str):
            return False
        try:
            meant = self.speech.arrange({**_with(doc, path, expected), "by_hand": True})
        except Trouble:
            return False
        return bool(_at(self._plain(meant), path) == _at(self._plain(self.state), path))

    def table(self, found: Any) -> Mapping[str, Any] | None:
        return found if isinstance(found, Mapping) else None

    def _plain(self, state: Any) -> Any:
        speech = self.speech
        return speech.plain(state) if isinstance(speech, TellsPlainly) else speech.describe(state)


def _same_names(expected: Any, found: Any) -> bool:
    lists = isinstance(expected, list) and isinstance(found, list)
    return lists and all(isinstance(name, str) for name in expected + found) and sorted(expected) == sorted(found)


def _with(doc: Mapping[str, Any], path: Path, value: Any) -> dict[str, Any]:
    key, *deeper = path
    return {**doc, key: _with(doc[key], tuple(deeper), value) if deeper else value}


def _at(doc: Any, path: Path) -> Any:
    for key in path:
        doc = doc.get(key)
    return doc


# -- views ----------------------------------------------------------------------------------------------------------


class InView:
    """Lists may be read as tables: by numbers from 0, or by seats if there is an entry for each."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names

    def same(self, _path: Path, expected: Any, found: Any) -> bool:
        return bool(expected == NOTHING and found is None)

    def table(self, found: Any) -> Mapping[str, Any] | None:
        if not isinstance(found, list):
            return found if isinstance(found, Mapping) else None
        numbered = {str(number): entry for number, entry in enumerate(found)}
        seats = zip(self.names, found, strict=True) if len(found) == len(self.names) else ()
        return {**numbered, **dict(seats)}


# -- facts ----------------------------------------------------------------------------------------------------------

FACT = "fact"
ONLY = "only"
"""Keys of a fact in a file that are not parameters: its name, and the only seats that learn of it."""


def tells(fact: Fact, expected: Mapping[str, Any], words: Words, names: Sequence[str]) -> bool:
    """Whether a fact of the log fits what the file says about it."""
    if fact.id != f"fact.{expected[FACT]}":
        return False
    only = None if fact.to is None else [names[seat] for seat in fact.to]
    if ONLY in expected and expected[ONLY] != only:
        return False
    params = {key: value for key, value in expected.items() if key not in (FACT, ONLY)}
    return all(key in fact.params and _is(fact.params[key], want, words) for key, want in params.items())


def _is(value: Param, want: Any, words: Words) -> bool:
    match value:
        case Thing():
            return want in (value.id, *_names(value.name, words))
        case tuple():
            things = want if isinstance(want, list) else []
            return len(things) == len(value) and all(map(lambda v, w: _is(v, w, words), value, things))
        case str():
            return want in _names(value, words)
    return bool(value == want)


def _names(name: str, words: Words) -> tuple[str, ...]:
    """A word of the game can be given by its id, the last part of its id, or its English text."""
    if not name.startswith("@"):
        return (name,)
    key = name[1:]
    return name, key.rpartition(".")[2], words.templates.get(key, name)


def shown(fact: Fact) -> str:
    """A fact as a file would name it."""
    params = {key: _shown(value) for key, value in fact.params.items()}
    return f"{fact.id.removeprefix('fact.')} {params}" if params else fact.id.removeprefix("fact.")


def _shown(value: Param) -> Any:
    match value:
        case Thing():
            return value.name
        case tuple():
            return [thing.name for thing in value]
    return value
