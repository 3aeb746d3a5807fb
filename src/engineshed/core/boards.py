"""Boards as files: the heading that each has, and the shelf on which a game keeps its own and others bring theirs."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from engineshed.core import registry
from engineshed.core.datafile import Basis, packaged_text
from engineshed.core.errors import BadFileError, Trouble, UnknownNameError, shown
from engineshed.core.words import Message, Param

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
    """Checks a heading; a game's reader runs these checks first and then its own."""

    def __init__(self, heading: Heading, source: str) -> None:
        self._heading, self.source = heading, source

    def bad(self, place: str | Message, problem: str, /, **params: Param | Trouble) -> BadFileError:
        return BadFileError(self.source, place, problem, **params)

    def check_heading(self, game: str, seats: tuple[int, int]) -> None:
        file = self._heading
        if file.game != game:
            raise self.bad("game", "map.other-game", found=shown(file.game), game=game)
        if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", file.id) or len(file.id) > LONGEST_NAME:
            raise self.bad("id", "map.id", id=shown(file.id), most=LONGEST_NAME)
        self.check_text("title", file.title)
        if file.note:
            self.check_text("note", file.note, LONGEST_NOTE)
        (fewest, most), (least, greatest) = file.players, seats
        if not least <= fewest <= most <= greatest:
            raise self.bad("players", "map.players", fewest=fewest, most=most, least=least, greatest=greatest)

    def check_text(self, place: str | Message, text: str, longest: int = LONGEST_NAME) -> None:
        if not text.strip():
            raise self.bad(place, "map.text-empty")
        if text != text.strip() or not text.isprintable():
            raise self.bad(place, "map.text-blanks", text=shown(text))
        if len(text) > longest:
            raise self.bad(place, "map.text-long", text=shown(text), length=len(text), most=longest)


class AnyBoard(Protocol):
    @property
    def id(self) -> str: ...


B = TypeVar("B", bound=AnyBoard)


class Shelf(Generic[B]):
    """The boards of one game: those in its package, then those that other packages bring."""

    def __init__(self, game: str, package: str, packaged: tuple[str, ...], read: Callable[[str, str], B]) -> None:
        self._game, self._package, self._packaged, self.read = game, package, packaged, read
        self._known = cache(self._find)
        self._given = lru_cache(maxsize=16)(lambda text: read(text, "@source.map-file"))

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
        found = self.read(self._text(name), f"{name}.toml")
        if found.id != name:
            raise BadFileError(f"{name}.toml", "id", "map.other-id", name=name, found=shown(found.id))
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
