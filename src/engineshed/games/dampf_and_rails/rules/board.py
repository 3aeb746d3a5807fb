"""The board: mileposts, the sections between them, towns, ports, ferries and waters, read from ``data/map.toml``.

A section is a pair of neighbouring mileposts that track can join. Sections are numbered, and so are mileposts (in
rows from the top left) and places (towns, then ports that are not towns): the rules speak of them by number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Final, Literal

import msgspec

from engineshed.core.datafile import Basis, read_toml
from engineshed.core.errors import BadFileError, advice, of_game, shown
from engineshed.core.words import Message, Param
from engineshed.rail.maps import fold

GAME_ID: Final = "dampf-and-rails"

MOST_MILEPOSTS: Final = 1000
"""The rules store a milepost in ten bits."""
FARTHEST: Final = 1000
"""Kilometres from the middle of the map."""
LONGEST_NAME: Final = 40

NOWHERE: Final = -1
"""No milepost, no place, no section."""


def bad_file(source: str, place: str | Message, problem: str, /, **params: Param) -> BadFileError:
    """``problem``: a message under ``trouble`` in the game's words."""
    return BadFileError(source, place, of_game(GAME_ID, f"trouble.{problem}"), **params)


def file_place(kind: str, **params: Param) -> Message:
    """Where in a file: a message under ``place`` in the game's words."""
    return Message(of_game(GAME_ID, f"place.{kind}"), params)


Land = Literal["west", "east"]
LANDS: Final = ("west", "east")
TownKind = Literal["small", "medium", "hexagon"]
PORT: Final = "port"
KINDS: Final = ("small", "medium", "hexagon", PORT)
"""The kinds of places."""
WAYS_IN: Final = {"small": 2, "medium": 3, "hexagon": 3, PORT: 2}
"""The fewest sections that must lead to a place of each kind."""

FREE: Final = 0
STREET: Final = 9
"""Entries of ``rails``: a section without track, and a street in a hexagon; any other is the owner's seat + 1."""

DRY: Final = 0
RIVER: Final = 1
BAY: Final = 2
"""What a section crosses."""

Price = Annotated[int, msgspec.Meta(ge=1, le=1000)]
Cell = tuple[int, int]
Point = tuple[float, float]


class Place(msgspec.Struct, frozen=True):
    """A town, or a port that is not a town."""

    name: str
    kind: str
    at: int
    """Its milepost; the centre of a hexagon."""
    mileposts: tuple[int, ...]
    """All of its mileposts."""
    starts: int = 0
    """The number of players who may begin here."""

    @property
    def is_town(self) -> bool:
        return self.kind != PORT


class Ferry(msgspec.Struct, frozen=True):
    name: str
    ends: tuple[int, int]
    """The places that it joins."""
    ports: tuple[int, int]
    """Their mileposts."""
    price: int
    via: tuple[Point, ...]
    """The bends of its line, for drawing."""

    def across(self, place: int) -> int:
        """The place at the other end."""
        return self.ends[1] if place == self.ends[0] else self.ends[0]


class Board:
    """The contents of the map file, with the tables that follow from them."""

    def __init__(self, file: _MapFile, source: str) -> None:
        reader = _Reader(file, source)
        self.title = file.title
        self.cells, self.lands, self.points = reader.mileposts()
        self.size = len(self.cells)
        self.own_names = tuple(cell_name(cell) for cell in self.cells)
        """The name of each milepost by its column and row."""
        self.places = reader.places()
        self.towns = sum(place.is_town for place in self.places)
        """How many places are towns; they come first."""
        self.place_names = tuple(place.name for place in self.places)
        self.place_at = self._at_mileposts()
        self.names = tuple(
            self.places[place].name if place >= 0 and self.places[place].at == post else self.own_names[post]
            for post, place in enumerate(self.place_at)
        )
        """The name of each milepost: that of the place if it is its middle, otherwise its column and row."""
        self.ends, self.apart = reader.sections()
        """The two mileposts of each section; then those of neighbours that open water keeps apart."""
        self.pairs = (*self.ends, *self.apart)
        """All neighbours: a number beyond the sections is a pair that cannot be joined."""
        self.section = {pair: number for number, pair in enumerate(self.ends)}
        self.pair_numbers = {pair: number for number, pair in enumerate(self.pairs)}
        self.rivers, self.bays = reader.waters(self.section)
        self.water = self._waters()
        self.streets = tuple(self.place_at[a] == self.place_at[b] != NOWHERE for a, b in self.ends)
        """The sections inside a hexagon, where no track is needed."""
        self.around = self._neighbours()
        """For each milepost its neighbours, each with the section that leads there."""
        self.nearest = self._nearest_places()
        """For each milepost the nearest town or port by land, if there is one, and how many steps away it is."""
        self.ferries = reader.ferries(self.places)
        self.ways_in = self._ways_in()
        """For each place the sections that lead to it from outside."""
        _check_reach(self, source)

    def _nearest_places(self) -> dict[int, tuple[int, int]]:
        found = {place.at: (number, 0) for number, place in enumerate(self.places)}
        reached = list(found)
        for post in reached:  # it grows during the loop
            place, steps = found[post]
            for beside, _ in self.around[post]:
                if beside not in found:
                    found[beside] = place, steps + 1
                    reached.append(beside)
        return found

    def _at_mileposts(self) -> tuple[int, ...]:
        found = [NOWHERE] * self.size
        for number, place in enumerate(self.places):
            for post in place.mileposts:
                found[post] = number
        return tuple(found)

    def _waters(self) -> bytes:
        water = bytearray(len(self.ends))
        for kind, waters in ((RIVER, self.rivers), (BAY, self.bays)):
            for sections in waters.values():
                for section in sections:
                    water[section] = kind
        return bytes(water)

    def _neighbours(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        around: list[list[tuple[int, int]]] = [[] for _ in range(self.size)]
        for section, (a, b) in enumerate(self.ends):
            around[a].append((b, section))
            around[b].append((a, section))
        return tuple(tuple(sorted(ways)) for ways in around)

    def _ways_in(self) -> tuple[tuple[int, ...], ...]:
        ways: list[list[int]] = [[] for _ in self.places]
        for section, (a, b) in enumerate(self.ends):
            if not self.streets[section]:
                for place in (self.place_at[a], self.place_at[b]):
                    if place != NOWHERE:
                        ways[place].append(section)
        return tuple(map(tuple, ways))

    def summary(self, _language: str) -> tuple[Message, ...]:
        """What the map is like, line by line."""
        ports, ferries = len(self.places) - self.towns, len(self.ferries)
        facts: dict[str, Param] = {
            "title": "@board.title",
            "posts": self.size,
            "towns": self.towns,
            "ports": ports,
            "ferries": ferries,
        }
        waters: dict[str, Param] = {"river": self.water.count(RIVER), "bay": self.water.count(BAY)}
        return Message("board.facts", facts), Message("board.waters", waters)

    def find(self, name: str) -> int | None:
        """A milepost by column and row, in capital or small letters."""
        cell = read_cell(name)
        return self.cells.index(cell) if cell in self.cells else None

    def within(self, post: int, radius: int) -> list[int]:
        """The mileposts at most this many steps away as the crow flies."""
        return [other for other in range(self.size) if _distance(self.cells[post], self.cells[other]) <= radius]


# -- names and neighbours ------------------------------------------------------------------------------------------


def cell_name(cell: Cell) -> str:
    row, column = cell
    return f"{chr(ord('A') + column)}{row + 1}"


def read_cell(name: str) -> Cell | None:
    letter, number = name[:1].upper(), name[1:]
    if not ("A" <= letter <= "Z" and number.isdecimal() and number.isascii() and len(number) < 4):
        return None
    return int(number) - 1, ord(letter) - ord("A")


def _beside(cell: Cell) -> Iterator[Cell]:
    """The neighbours of a cell; every second row is shifted half a step to the right."""
    row, column = cell
    left = column - 1 + row % 2
    yield from ((row, column - 1), (row, column + 1))
    for other in (row - 1, row + 1):
        yield from ((other, left), (other, left + 1))


def _distance(here: Cell, there: Cell) -> int:
    """The distance in steps, as on a grid of hexes."""
    (x1, down1), (x2, down2) = (((column - (row - row % 2) // 2), row) for row, column in (here, there))
    dx, dy = x1 - x2, down1 - down2
    return max(abs(dx), abs(dy), abs(dx + dy))


# -- the file ------------------------------------------------------------------------------------------------------


class _TownLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    kind: TownKind
    at: str
    ring: tuple[str, ...] = ()
    starts: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0


class _PortLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    at: str


class _FerryLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    ends: tuple[str, str]
    price: Price
    via: tuple[Point, ...] = ()


class _OpenWater(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sections: tuple[str, ...]


class _MapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
    basis: Basis
    mileposts: str
    towns: tuple[_TownLine, ...]
    ports: tuple[_PortLine, ...]
    ferries: tuple[_FerryLine, ...]
    rivers: dict[str, tuple[str, ...]]
    bays: dict[str, tuple[str, ...]]
    open_water: _OpenWater


class _Reader:
    """Reads a map file part by part; a mistake is reported with its place in the file."""

    def __init__(self, file: _MapFile, source: str) -> None:
        self.file, self.source = file, source
        self.cells: tuple[Cell, ...] = ()
        self.numbers: dict[Cell, int] = {}

    def bad(self, place: str | Message, problem: str, /, **params: Param) -> BadFileError:
        return bad_file(self.source, place, problem, **params)

    def mileposts(self) -> tuple[tuple[Cell, ...], tuple[str, ...], tuple[Point, ...]]:
        found = {}
        for line in self.file.mileposts.strip().splitlines():
            cell, land, point = self._milepost(line)
            if cell in found:
                raise self.bad("mileposts", "post-twice", post=cell_name(cell))
            found[cell] = land, point
        if len(found) > MOST_MILEPOSTS:
            raise self.bad("mileposts", "many-posts", found=len(found), most=MOST_MILEPOSTS)
        self.cells = tuple(sorted(found))
        self.numbers = {cell: number for number, cell in enumerate(self.cells)}
        return self.cells, tuple(found[cell][0] for cell in self.cells), tuple(found[cell][1] for cell in self.cells)

    def _milepost(self, line: str) -> tuple[Cell, str, Point]:
        words = line.split()
        cell = read_cell(words[0]) if len(words) == 4 else None
        if cell is None or words[1] not in LANDS:
            raise self.bad("mileposts", "post-line", line=shown(line))
        try:
            point = float(words[2]), float(words[3])
        except ValueError:
            raise self.bad("mileposts", "post-numbers", line=shown(line)) from None
        self._check_point("mileposts", point)
        return cell, words[1], point

    def _check_point(self, where: str | Message, point: Point) -> None:
        if not all(-FARTHEST <= number <= FARTHEST for number in point):
            raise self.bad(where, "far-point", east=f"{point[0]:g}", north=f"{point[1]:g}", most=FARTHEST)

    def _check_name(self, where: str, name: str, *, words: bool = False) -> None:
        """Names can be typed and told apart: the name of a place is one word, and not that of a milepost."""
        if not name.isprintable() or not 2 <= len(name) <= LONGEST_NAME or name != name.strip():
            raise self.bad(where, "name", name=shown(name), most=LONGEST_NAME)
        if not words and (len(name.split()) > 1 or read_cell(name) is not None):
            raise self.bad(where, "place-name", name=shown(name))

    def places(self) -> tuple[Place, ...]:
        towns = [
            Place(t.name, t.kind, self._post(t.at, t.name), self._posts((t.at, *t.ring), t.name), t.starts)
            for t in self.file.towns
        ]
        ports = [Place(p.name, PORT, self._post(p.at, p.name), self._posts((p.at,), p.name)) for p in self.file.ports]
        taken: dict[int, str] = {}
        names = [fold(place.name) for place in (*towns, *ports)]
        for place in (*towns, *ports):
            self._check_name("ports" if place.kind == PORT else "towns", place.name)
            if names.count(fold(place.name)) > 1:
                raise self.bad(place.name, "name-twice")
            for post in place.mileposts:
                if taken.setdefault(post, place.name) != place.name:
                    raise self.bad(place.name, "post-taken", post=cell_name(self.cells[post]), place=taken[post])
            if (place.kind == "hexagon") != (len(place.mileposts) > 1):
                raise self.bad(place.name, "ring")
        return (*towns, *ports)

    def _posts(self, names: Sequence[str], where: str) -> tuple[int, ...]:
        return tuple(sorted(self._post(name, where) for name in names))

    def _post(self, name: str, where: str) -> int:
        cell = read_cell(name)
        if cell is None or cell not in self.numbers:
            raise self.bad(where, "no-post", name=shown(name))
        return self.numbers[cell]

    def sections(self) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]:
        """The neighbours that track can join, and those that it cannot."""
        barred = {self._pair(text, "open_water") for text in self.file.open_water.sections}
        numbers = self.numbers
        pairs = [
            (number, numbers[other])
            for cell, number in numbers.items()
            for other in _beside(cell)
            if other in numbers and number < numbers[other]
        ]
        return tuple(sorted(pair for pair in pairs if pair not in barred)), tuple(sorted(barred))

    def _pair(self, text: str, where: str) -> tuple[int, int]:
        names = text.split("-")
        posts = [self._post(name, where) for name in names]
        if len(posts) != 2 or self.cells[posts[1]] not in _beside(self.cells[posts[0]]):
            raise self.bad(where, "no-pair", text=shown(text))
        return min(posts), max(posts)

    def waters(self, sections: Mapping[tuple[int, int], int]) -> tuple[_Waters, _Waters]:
        """Rivers and bays. A section crosses at most one water: if there are two, only the more expensive one
        counts."""
        crossed: dict[int, str] = {}
        kinds = []
        for waters in (self.file.rivers, self.file.bays):
            found = {}
            for name, texts in waters.items():
                found[name] = tuple(sorted(self._crossing(text, name, sections, crossed) for text in texts))
            kinds.append(found)
        return kinds[0], kinds[1]

    def _crossing(self, text: str, water: str, sections: Mapping[tuple[int, int], int], crossed: dict[int, str]) -> int:
        pair = self._pair(text, water)
        if pair not in sections:
            raise self.bad(water, "no-crossing", text=shown(text))
        section = sections[pair]
        if crossed.setdefault(section, text) is not text:
            raise self.bad(water, "two-waters", text=shown(text))
        return section

    def ferries(self, places: Sequence[Place]) -> tuple[Ferry, ...]:
        names = [place.name for place in places]
        ferries = []
        called = [fold(line.name) for line in self.file.ferries]
        for line in self.file.ferries:
            self._check_name("ferries", line.name, words=True)
            if called.count(fold(line.name)) > 1:
                raise self.bad(file_place("ferry", name=line.name), "ferry-twice")
            for point in line.via:
                self._check_point(file_place("ferry", name=line.name), point)
            for name in line.ends:
                if name not in names:
                    unknown = self.bad(file_place("ferry", name=line.name), "no-place", name=shown(name))
                    raise unknown.advised(advice(name, names))
            ends = names.index(line.ends[0]), names.index(line.ends[1])
            if ends[0] == ends[1]:
                raise self.bad(file_place("ferry", name=line.name), "ferry-ends")
            ferries.append(Ferry(line.name, ends, (places[ends[0]].at, places[ends[1]].at), line.price, line.via))
        for number, place in enumerate(places):
            lines = [ferry for ferry in ferries if number in ferry.ends]
            if not place.is_town and len(lines) != 1:
                raise self.bad(place.name, "port-ferries", ferries=len(lines))
        return tuple(ferries)


_Waters = dict[str, tuple[int, ...]]


def _check_reach(board: Board, source: str) -> None:
    """Check that every place can be reached by track and ferries, and has ways in for all who may connect it."""
    for place, ways in zip(board.places, board.ways_in, strict=True):
        if len(ways) < WAYS_IN[place.kind]:
            raise bad_file(source, place.name, "ways-in", wanted=WAYS_IN[place.kind], ways=len(ways))
    across: dict[int, list[int]] = {}
    for ferry in board.ferries:
        across.setdefault(ferry.ports[0], []).append(ferry.ports[1])
        across.setdefault(ferry.ports[1], []).append(ferry.ports[0])
    reached, waiting = {board.places[0].at}, [board.places[0].at]
    while waiting:
        here = waiting.pop()
        for there in (*(post for post, _ in board.around[here]), *across.get(here, ())):
            if there not in reached:
                reached.add(there)
                waiting.append(there)
    for place in board.places:
        if place.at not in reached:
            raise bad_file(source, place.name, "cut-off", place=board.places[0].name)


def read_board(text: str, source: str) -> Board:
    return Board(read_toml(text, source, _MapFile), source)
