"""Boards as files: the heading that every file has, and the shelf of maps, a game's own and those of other packages."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from typing import Any, Final, Generic, Protocol, TypeVar

import msgspec

from engineshed.core import registry
from engineshed.core.datafile import Basis, packaged_text, parse_toml
from engineshed.core.errors import BadFileError, Trouble, UnknownNameError, advice, shown
from engineshed.core.words import PLURALS, Message, Param

LONGEST_NAME = 40
LONGEST_NOTE = 400
LAST = 1000
ENDING = ".toml"


class Heading(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The keys that every board's file has; a game adds its own."""

    id: str
    game: str
    title: str
    titles: dict[str, str] = msgspec.field(default_factory=dict)
    """The title in other languages, by their codes."""
    players: tuple[int, int]
    basis: Basis
    note: str = ""
    order: int = LAST
    """Its place among the maps of its game; maps without one come last, sorted by their ids."""


class HeadingReader:
    """Checks a heading; a game's reader runs these checks first, then its own."""

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
        for language, title in file.titles.items():
            if language not in PLURALS:
                unknown = BadFileError(self.source, "titles", "no.language", name=language)
                raise unknown.advised(advice(language, list(PLURALS)))
            self.check_text(f"titles, {language}", title)
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


class Listed(msgspec.Struct, frozen=True):
    """What a list of maps needs to know about each."""

    title: str
    titles: dict[str, str] = msgspec.field(default_factory=dict)
    order: int = LAST


def listed(name: str, text: str) -> Listed:
    """A map with a broken file is listed by its name; people find out what is wrong when they choose it."""
    try:
        return msgspec.convert(parse_toml(text, name), Listed)
    except (BadFileError, msgspec.ValidationError):
        return Listed(name)


def title_in(text: str, language: str) -> str:
    """The title of a board in the text of its file; in English if the file has none in this language."""
    found = listed("", text)
    return found.titles.get(language, found.title)


class Shelf(Generic[B]):
    """The boards of one game: those in ``data/maps/`` of its package, then those of other packages."""

    def __init__(self, game: str, package: str, read: Callable[[str, str], B]) -> None:
        self._game, self._package, self.read = game, package, read
        self._known = cache(self._find)
        self._given = lru_cache(maxsize=16)(lambda text: read(text, "@source.map-file"))
        self._listed = cache(lambda name: listed(name, self._text(name)))

    @cached_property
    def packaged(self) -> tuple[str, ...]:
        """The ids of the game's own maps, which are the names of their files."""
        texts = {
            file.name.removesuffix(ENDING): file.read_text(encoding="utf-8")
            for file in files(self._package).joinpath("data", "maps").iterdir()
            if file.name.endswith(ENDING)
        }
        return tuple(sorted(texts, key=lambda name: (listed(name, texts[name]).order, name)))

    def ids(self) -> tuple[str, ...]:
        return self.packaged + tuple(name for name in registry.extra_maps(self._game) if name not in self.packaged)

    def title(self, name: str, language: str) -> str:
        """The title of a map; in English if the file has none in this language."""
        found = self._listed(name)
        return found.titles.get(language, found.title)

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
        if name in self.packaged:
            return packaged_text(self._package, "data", "maps", name + ENDING)
        return registry.extra_map_text(self._game, name)


PAINT: Final = {
    "black": "#1A1A1A",
    "blue": "#1F6FB2",
    "brown": "#7A4A21",
    "green": "#006B24",
    "grey": "#8A8F86",
    "orange": "#FDA815",
    "purple": "#75288F",
    "red": "#A21C14",
    "white": "#FFFBF6",
    "yellow": "#FAD400",
}
"""How pictures show the colours of players and pieces."""


def upon(ground: str, pieces: str) -> str:
    """A picture of the ground with pieces on it, both SVG."""
    return ground.rstrip().removesuffix("</svg>") + pieces + "</svg>"


class Piece(msgspec.Struct, frozen=True):
    """Something that the plain table draws on the board, in the units of the ground's picture."""

    x: float
    y: float
    seat: int | None = None
    """Its owner, if it has one: it then has that player's colour and sign."""
    text: str = ""
    """A few letters or digits on it."""


class PlainHints(msgspec.Struct, frozen=True):
    """The hints of a game without its own page, for the plain table to show."""

    pieces: tuple[Piece, ...] = ()
    scores: tuple[int, ...] = ()
    """Everybody's points, if they are public."""


class OnShelf(Generic[B]):
    """The base class for the boards of a game that has several: which ones exist, and how one is chosen and read."""

    def __init__(self, shelf: Shelf[B]) -> None:
        self.maps, self.map_title, self.map_option, self.read_map = shelf.ids, shelf.title, shelf.option, shelf.read

    def hint(self, _s: Any, _m: Any, /) -> Any:
        return None


class OneBoard:
    """The base class for the boards of a game that has only one."""

    def maps(self) -> Sequence[str]:
        return ()

    def map_title(self, name: str, _language: str) -> str:
        raise UnknownNameError("map", name, ())

    def map_option(self, name: str) -> Mapping[str, Any]:
        raise UnknownNameError("map", name, ())

    def hint(self, _s: Any, _m: Any, /) -> Any:
        return None
