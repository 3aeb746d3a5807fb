"""Moves as numbers: every move of a table is a path of one or more numbers of a bounded space.

The layout follows from the kinds of moves of the game, in their order. Fields of a kind are packed into blocks of at
most ``WIDEST`` numbers: so ``Factory(city, goods)`` is one number, and ``Track(hex, way)`` is two, first the hex, then
the way. An amount without a bound is two numbers, how often it contains ``STRIDE`` and the rest; a list is one number
for each item and one for its end. No path is the beginning of another.

The path of a move is the same in every position. How much of it has to be chosen depends on what is legal: see
``choosing``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from typing import Any, NamedTuple

import msgspec

from engineshed.core.contract import AnyGame
from engineshed.core.encoding import MOST
from engineshed.core.errors import Trouble
from engineshed.core.options import read_options

WIDEST = 1024
"""Fields are packed together up to this many numbers. A single field may have more."""
STRIDE = 64
MOST_KEPT = 100_000
"""Paths that are remembered."""

Path = tuple[int, ...]


class Part(NamedTuple):
    """A field of a move, or one of the two numbers of an amount."""

    field: str
    values: range
    over: int = 1
    """How many times it counts: ``STRIDE`` for the first part of an amount."""
    is_rest: bool = False
    """Whether it is what remains of an amount."""

    @property
    def name(self) -> str:
        return (
            f"{self.field}/{self.over}" if self.over > 1 else f"{self.field}%{STRIDE}" if self.is_rest else self.field
        )

    def place(self, value: int) -> int:
        return self.values.index(value % STRIDE if self.is_rest else value // self.over)


_AMOUNT = range(MOST // STRIDE + 1)


class Block(NamedTuple):
    """Numbers that say the same about a move: its kind, if it is the first one, and the values of these parts."""

    kind: str
    start: int
    parts: tuple[Part, ...]
    is_list: bool = False
    """The first number ends the list, the others are its items."""

    @property
    def size(self) -> int:
        return prod(len(part.values) for part in self.parts) + self.is_list

    def number(self, move: Any) -> int:
        place = 0
        for part in self.parts:
            place = place * len(part.values) + part.place(getattr(move, part.field))
        return self.start + place

    def numbers_of_list(self, move: Any) -> Iterator[int]:
        part = self.parts[0]
        for item in getattr(move, part.field):
            yield self.start + 1 + part.values.index(item)
        yield self.start

    def read(self, number: int, fields: dict[str, Any]) -> None:
        """Put what the number says into the fields."""
        place = number - self.start
        for part in reversed(self.parts):
            place, at = divmod(place, len(part.values))
            fields[part.field] = fields.get(part.field, 0) + part.values[at] * part.over


class NoNumberError(Exception):
    """A move or path that has no place in the layout: its game gave wrong bounds, or the path is another table's."""


class Numbering(dict[Any, Path]):
    """The paths of the moves of one game with these options and this number of seats.

    A dictionary, so that what was asked for before is looked up quickly: ``numbering[move]``.
    """

    def __init__(self, game: AnyGame, seats: int, options: Any = None) -> None:
        super().__init__()
        if game.encoding is None:
            raise Trouble("trouble.no-encoding", game=game.id)
        self.game, self.seats = game, seats
        self._bounds = game.encoding.bounds(seats, read_options(game.rules.options, options))
        self._start = 0
        self._kinds = {
            kind: tuple(self._blocks_of(kind)) for kind in game.rules.moves if kind not in game.encoding.nature
        }
        self.blocks = tuple(block for blocks in self._kinds.values() for block in blocks)
        self._by_first = {blocks[0].kind: (kind, blocks) for kind, blocks in self._kinds.items()}

    @property
    def size(self) -> int:
        """Numbers go from 0 to ``size - 1``."""
        return self._start

    def __missing__(self, move: Any) -> Path:
        if len(self) >= MOST_KEPT:
            self.clear()
        self[move] = path = tuple(self._numbers_of(move))
        return path

    def _numbers_of(self, move: Any) -> Iterator[int]:
        try:
            for block in self._kinds[type(move)]:
                if block.is_list:
                    yield from block.numbers_of_list(move)
                else:
                    yield block.number(move)
        except (KeyError, ValueError) as error:
            raise NoNumberError(f"{self.game.id}: {move}") from error

    def move(self, path: Sequence[int]) -> Any:
        """The move that has this path; it need not be legal."""
        rest = list(path)
        kind, blocks = self._by_first[self.block_of(rest[0]).kind]
        fields: dict[str, Any] = {}
        try:
            for block in blocks:
                if block.is_list:
                    fields[block.parts[0].field] = tuple(_items(block, rest))
                else:
                    block.read(rest.pop(0), fields)
            if not rest:
                return msgspec.convert(fields, kind, strict=False)
        except IndexError:
            pass
        raise NoNumberError(f"{self.game.id}: {list(path)}")

    def block_of(self, number: int) -> Block:
        for block in self.blocks:
            if block.start <= number < block.start + block.size:
                return block
        raise NoNumberError(f"{self.game.id}: {number}")

    def describe(self, number: int) -> str:
        """What a number says: ``Factory city=3 goods=5``."""
        block, fields = self.block_of(number), dict[str, Any]()
        if block.is_list:
            item = number - block.start
            return f"{block.kind} {block.parts[0].name}" + (f"={block.parts[0].values[item - 1]}" if item else " end")
        place = number - block.start
        for part in reversed(block.parts):
            place, at = divmod(place, len(part.values))
            fields[part.name] = part.values[at]
        return " ".join([block.kind, *(f"{name}={fields[name]}" for name in reversed(fields))])

    # The layout

    def _blocks_of(self, kind: type[Any]) -> Iterator[Block]:
        """The first block of a kind has at least one number, even if the kind has no fields."""
        waiting: list[Part] = []
        fields = msgspec.structs.fields(kind)
        if not fields or _is_list(fields[0]):
            yield self._block(kind, ())
        for field in fields:
            if _is_list(field):
                if waiting:
                    yield self._block(kind, waiting)
                    waiting = []
                yield self._block(kind, (Part(field.name, self._values(kind, field)),), is_list=True)
                continue
            for part in self._parts(kind, field):
                if waiting and prod(len(other.values) for other in (*waiting, part)) > WIDEST:
                    yield self._block(kind, waiting)
                    waiting = []
                waiting.append(part)
        if waiting:
            yield self._block(kind, waiting)

    def _block(self, kind: type[Any], parts: Sequence[Part], *, is_list: bool = False) -> Block:
        block = Block(kind.__name__, self._start, tuple(parts), is_list)
        self._start += block.size
        return block

    def _parts(self, kind: type[Any], field: msgspec.structs.FieldInfo) -> tuple[Part, ...]:
        values = self._values(kind, field)
        if values is not _AMOUNT:
            return (Part(field.name, values),)
        return Part(field.name, _AMOUNT, STRIDE), Part(field.name, range(STRIDE), is_rest=True)

    def _values(self, kind: type[Any], field: msgspec.structs.FieldInfo) -> range:
        if field.type is bool:
            return range(2)
        return self._bounds.get(f"{kind.__name__}.{field.name}") or self._bounds.get(field.name) or _AMOUNT


def _is_list(field: msgspec.structs.FieldInfo) -> bool:
    return isinstance(msgspec.inspect.type_info(field.type), msgspec.inspect.VarTupleType)


def _items(block: Block, rest: list[int]) -> Iterator[int]:
    """The items of a list; what is read is taken away."""
    while number := rest.pop(0) - block.start:
        yield block.parts[0].values[number - 1]
