"""States as values: equality, copies, bytes and keys, the same for every game that describes its truth as a struct."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any, Self, TypeVar

import msgspec


class Position(msgspec.Struct, array_like=True, eq=False, kw_only=True):
    """The base of a game's ``Truth``, which is all that counts, and of its ``State``, which adds what follows from it.

    States are equal when their truths are. A move is played on a ``copy`` that nothing changes afterwards, so copies
    can share what their fields refer to.
    """

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and truth_of(self) == truth_of(other)

    def __ne__(self, other: object) -> bool:
        """Defined as well, because the base class has its own ``__ne__``, which would call all states different."""
        return not self == other

    __hash__ = None  # type: ignore[assignment]

    def copy(self) -> Self:
        new: Self = self.__copy__()  # type: ignore[attr-defined]  # msgspec's own, in C
        return new

    def become(self, other: Self) -> None:
        """Take over all the fields of another state."""
        for name in self.__struct_fields__:
            setattr(self, name, getattr(other, name))

    def dump(self) -> bytes:
        """The truth alone, without what follows from it."""
        return msgspec.msgpack.encode(_plain(self))


@cache
def truth_type(kind: type[Position]) -> type[Position]:
    """The ``Truth`` that a kind of state is built on: the class directly below ``Position``."""
    return kind.__mro__[kind.__mro__.index(Position) - 1]


@cache
def _reader(kind: type[Position]) -> Callable[[Position], tuple[Any, ...]]:
    return attrgetter(*truth_type(kind).__struct_fields__)


def truth_of(s: Position) -> tuple[Any, ...]:
    """The values of the truth, in the order of its fields."""
    return _reader(type(s))(s)


def _plain(s: Position) -> list[Any]:
    return [_plain(value) if isinstance(value, Position) else value for value in truth_of(s)]


S = TypeVar("S", bound=Position)


def completed(truth: Position, kind: type[S], **follows: Any) -> S:
    """A truth, made whole by adding what follows from it."""
    says = dict(zip(truth_type(kind).__struct_fields__, truth_of(truth), strict=True))
    return kind(**{**says, **follows})
