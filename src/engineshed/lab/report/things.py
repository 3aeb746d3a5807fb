"""What players can choose or use in a game, so that its value can be estimated: contracts, tiles, cities, ...

A game lists these in ``data/study.toml``, by the facts of its log that tell of them. A game without this file gets a
report without them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files

import msgspec

from engineshed.core.contract import AnyGame, Fact
from engineshed.core.datafile import read_toml
from engineshed.core.words import ENGLISH, Param, Thing

BASIS = re.compile(r'^\s*basis = "(\w+)"', re.MULTILINE)
MAPS = "maps"
WEAKEST = ("own", "reconstructed", "derived", "certain")
"""How well data are known, the least well known first; see docs/data.md."""


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fact that tells of a use."""

    fact: str
    thing: tuple[str, ...] = ()
    """Its parameters that name things; of several things, as on a route, it is the last."""
    seat: str = "company"
    """Its parameter that names the player."""
    named: dict[str, str] = {}  # msgspec copies defaults
    """What the thing is called in each language, if no parameter names it."""


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Things that are compared with each other."""

    id: str
    title: dict[str, str]
    """In each language."""
    sources: tuple[Source, ...]
    begins: bool = False
    """Whether it tells who has the first turn; then places are counted from there."""
    first: bool = False
    """Whether the first one that a player uses is a choice of its own."""
    values: bool = True
    """Whether it makes sense to ask what each use of them is worth."""
    file: str = ""
    """Where their numbers are, in the game's data; ``maps`` for the file of each map."""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    groups: tuple[Group, ...]


def groups_of(game: AnyGame) -> tuple[Group, ...]:
    file = files(game.package).joinpath("data", "study.toml") if game.package else None
    if file is None or not file.is_file():
        return ()
    return read_toml(file.read_text("utf-8"), "study.toml", _File).groups


def basis_of(game: AnyGame, group: Group, board: str) -> str:
    """How well the data of a group are known, by what is known least; empty if they have no file of their own."""
    name = f"maps/{board}.toml" if group.file == MAPS else group.file
    path = files(game.package).joinpath("data", *name.split("/")) if name else None
    if path is None or not path.is_file():
        return ""
    known = set(BASIS.findall(path.read_text("utf-8")))
    return next((basis for basis in WEAKEST if basis in known), "certain")


class Reader:
    """Finds the uses of things in facts."""

    def __init__(self, game: AnyGame) -> None:
        self._seats = {f"@company.{name}": seat for seat, name in enumerate(game.seat_names)}
        self._sources: dict[str, list[tuple[str, Source]]] = {}
        for group in groups_of(game):
            for source in group.sources:
                self._sources.setdefault(source.fact, []).append((group.id, source))

    def uses(self, fact: Fact) -> Iterator[tuple[str, int, str]]:
        """The group, the seat, and the thing's name or its word with an @."""
        for group, source in self._sources.get(fact.id, ()):
            seat = self._seats.get(str(fact.params.get(source.seat)))
            if seat is None:
                continue
            if source.named:
                yield group, seat, source.named[ENGLISH]
            for parameter in source.thing:
                value = fact.params.get(parameter)
                if value is not None:
                    yield group, seat, _name(value)


def _name(value: Param) -> str:
    match value:
        case tuple():
            return value[-1].name
        case Thing():
            return value.name
    return str(value)
