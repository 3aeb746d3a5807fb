"""Reading the description of a position: tables, lists, numbers and flags. Every mistake names its place."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar, runtime_checkable

from engineshed.core.errors import BadFileError, Trouble, UnknownNameError, advice, shown
from engineshed.core.words import Param

Doc = Mapping[str, Any]
S = TypeVar("S")
Faults = Callable[[S], Iterable[str]]


@runtime_checkable
class TellsPlainly(Protocol):
    """The speech of a game whose positions store more than the table shows, such as an order or a direction."""

    def plain(self, s: Any, /) -> dict[str, Any]:
        """Like ``describe``, but positions that look the same on the table get the same description."""
        ...


def known_keys(doc: Doc, keys: Sequence[str]) -> None:
    for key in doc:
        if key not in keys:
            raise UnknownNameError("position-key", str(key), keys)


def bad(place: str, problem: str, /, **params: Param | Trouble) -> BadFileError:
    """A trouble that says what is wrong with a description, and at which key."""
    return BadFileError("@source.position", place, problem, **params)


def sound(doc: Doc, s: S, unplayable: Faults[S], faults: Faults[S], derived: Callable[[S], Any]) -> S:
    """The position itself, if it is playable, could arise (unless made by hand), and agrees with its description."""
    broken = list(unplayable(s))
    if broken:
        raise Trouble("position.unplayable", faults="; ".join(broken))
    wrong = [] if flag(doc, "by_hand") else list(faults(s))
    if wrong:
        raise Trouble("position.faulty", faults="; ".join(wrong))
    if doc.get("derived", derived(s)) != derived(s):
        raise bad("derived", "position.derived", derived=str(derived(s)))
    return s


class Reading:
    """The base of each game's reader: finds seats and other things by the names that a description uses."""

    def __init__(self, doc: Doc, seat_names: Sequence[str], seats: int, least: int = 2) -> None:
        self.doc = doc
        self.seats = number(doc, "players", seats, least=least, most=len(seat_names))
        self.names = seat_names[: self.seats]

    def _index(self, key: str, name: Any, names: Sequence[str]) -> int:
        if not isinstance(name, str):
            raise bad(key, "position.kind", wanted="@kind.str", value=repr(name))
        if name not in names:
            raise bad(key, "no.name", name=shown(name)).advised(advice(name, names))
        return list(names).index(name)

    def _choice(self, key: str, names: Sequence[str], default: int) -> int:
        return self._index(key, self.doc[key], names) if key in self.doc else default

    def _seat(self, key: str, default: int) -> int:
        return self._choice(key, self.names, default)

    def _seats(self, key: str, default: tuple[int, ...]) -> tuple[int, ...]:
        if key not in self.doc:
            return default
        return tuple(self._index(key, name, self.names) for name in listed(self.doc, key))

    def _per_seat(self, key: str, defaults: Sequence[int]) -> tuple[int, ...]:
        given = table(self.doc, key)
        for name in given:
            self._index(key, name, self.names)
        pairs = zip(self.names, defaults, strict=True)
        return tuple(number(given, name, default, table=key) for name, default in pairs)


def table(doc: Doc, key: str) -> Mapping[str, Any]:
    value = doc.get(key, {})
    if not isinstance(value, Mapping):
        raise bad(key, "position.kind", wanted="@kind.object", value=repr(value))
    return value


def listed(doc: Doc, key: str) -> list[Any]:
    value = doc.get(key, [])
    if not isinstance(value, list):
        raise bad(key, "position.kind", wanted="@kind.array", value=repr(value))
    return value


def number(doc: Doc, key: str, default: int, *, least: int = 0, most: int = 10_000, table: str = "") -> int:
    value = doc.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        place = f"{table}, {key}" if table else key
        raise bad(place, "position.number", least=least, most=most, value=repr(value))
    return value


def flag(doc: Doc, key: str) -> bool:
    value = doc.get(key, False)
    if not isinstance(value, bool):
        raise bad(key, "position.kind", wanted="@kind.bool", value=repr(value))
    return value


def map_text(doc: Doc, tables: Sequence[str]) -> str:
    """An inline map as the text of a map file; its tables come last, as they must."""
    lines = [f"{key} = {_written(key, value)}" for key, value in doc.items() if key not in tables]
    for key in tables:
        lines.append(f"[{key}]")
        lines += [f"{_written(key, name)} = {_written(name, entry)}" for name, entry in table(doc, key).items()]
    return "\n".join(lines) + "\n"


def _written(key: str, value: Any) -> str:
    """TOML and JSON write texts, numbers and lists of them the same way, but not tables."""
    if isinstance(value, Mapping):
        inside = ", ".join(f"{_written(key, name)} = {_written(name, entry)}" for name, entry in value.items())
        return f"{{ {inside} }}"
    try:
        return json.dumps(value, ensure_ascii=False)
    except TypeError:
        raise bad(f"map, {key}", "position.map-value", value=repr(value)) from None
