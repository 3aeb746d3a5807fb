"""Boards as files: the heading that each has, and the shelf on which a game keeps its own and others bring theirs."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from engineshed.core import registry
from engineshed.core.datafile import Basis, packaged_text, quote
from engineshed.core.errors import BadFileError, UnknownNameError

LONGEST_NAME = 40
LONGEST_NOTE = 400


class Heading(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every board's file has; a game adds its own keys."""

    id: str
    game: str
    title: str
    players: tuple[int, int]
    basis: Basis
    note: str = ""


class HeadingReader:
    """The checks of a heading; a game's reader calls them first and goes on with its own."""

    def __init__(self, heading: Heading, source: str) -> None:
        self._heading, self.source = heading, source

    def bad(self, place: str, problem: str) -> BadFileError:
        return BadFileError(self.source, place, problem)

    def check_heading(self, game: str, seats: tuple[int, int]) -> None:
        file = self._heading
        if file.game != game:
            raise self.bad("game", f"this is a map for {quote(file.game)}, not for {game!r}")
        if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", file.id) or len(file.id) > LONGEST_NAME:
            problem = f"{quote(file.id)} should be at most {LONGEST_NAME} small letters, digits and single hyphens"
            raise self.bad("id", problem)
        self.check_text("title", file.title)
        if file.note:
            self.check_text("note", file.note, LONGEST_NOTE)
        (fewest, most), (least, greatest) = file.players, seats
        if not least <= fewest <= most <= greatest:
            problem = f"should be two numbers from {least} to {greatest}, the smaller one first"
            raise self.bad("players", f"[{fewest}, {most}] {problem}")

    def check_text(self, place: str, text: str, longest: int = LONGEST_NAME) -> None:
        if not text.strip():
            raise self.bad(place, "it should not be empty")
        if text != text.strip() or not text.isprintable():
            raise self.bad(place, f"{quote(text)} should have no blanks around it and no unprintable characters")
        if len(text) > longest:
            raise self.bad(place, f"{quote(text)} has {len(text)} characters; {longest} are the most")


class AnyBoard(Protocol):
    @property
    def id(self) -> str: ...


B = TypeVar("B", bound=AnyBoard)


class Shelf(Generic[B]):
    """The boards of one game: those in its package, then those that other packages bring."""

    def __init__(self, game: str, package: str, packaged: tuple[str, ...], read: Callable[[str, str], B]) -> None:
        self._game, self._package, self._packaged, self.read = game, package, packaged, read
        self._known = cache(self._find)
        self._given = lru_cache(maxsize=16)(lambda text: read(text, "the map file"))

    def ids(self) -> tuple[str, ...]:
        return self._packaged + tuple(name for name in registry.extra_maps(self._game) if name not in self._packaged)

    def option(self, name: str) -> dict[str, str]:
        """The options that choose a board, by its id or by the whole text of its file."""
        self.load(name)
        return {"map": name}

    def load(self, name: str) -> B:
        """A board by its id, or by the whole text of its file."""
        return self._given(name) if "\n" in name else self._known(name)

    def _find(self, name: str) -> B:
        if name not in self.ids():
            raise UnknownNameError("map", name, self.ids())
        found = self.read(self._text(name), f"map {name}")
        if found.id != name:
            raise BadFileError(f"map {name}", "id", f"it should be {name!r}, the name of the map, not {found.id!r}")
        return found

    def _text(self, name: str) -> str:
        if name in self._packaged:
            return packaged_text(self._package, "data", "maps", f"{name}.toml")
        return registry.extra_map_text(self._game, name)


class OnShelf(Generic[B]):
    """The base of a game's boards, where it has several: which there are, and how one is chosen and read."""

    def __init__(self, shelf: Shelf[B]) -> None:
        self.maps, self.map_option, self.read_map = shelf.ids, shelf.option, shelf.read

    def hint(self, _s: Any, _m: Any, /) -> Any:
        return None
