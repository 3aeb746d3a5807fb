"""States as values: equality, copies, bytes and keys, the same for every game that describes its truth as a struct."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

import msgspec


class Position(msgspec.Struct, array_like=True, eq=False, kw_only=True):
    """The base of a game's ``Truth``, which is all that counts, and of its ``State``, which adds what follows from it.

    States are equal when their truths are. A move is played on a ``copy`` that nothing changes afterwards, so copies
    can share what their fields refer to.

    In compiled rules, a ``State`` is a separate class with the same fields and methods.
    """

    TRUTH: ClassVar[type[Position]]
    """The ``Truth`` that a ``State`` is built on."""

    def __eq__(self, other: object) -> bool:
        return are_equal(self, other)

    def __ne__(self, other: object) -> bool:
        """Defined as well, because the base class has its own ``__ne__``, which would call all states different."""
        return not self == other

    __hash__ = None  # type: ignore[assignment]

    if TYPE_CHECKING:

        def copy(self) -> Self: ...
    else:
        copy = msgspec.Struct.__copy__  # in C

    def become(self, other: Self) -> None:
        """Take over all the fields of another state."""
        for name in self.__struct_fields__:
            setattr(self, name, getattr(other, name))

    def dump(self) -> bytes:
        return dumped(self)


@cache
def _reader(kind: Any) -> Callable[[object], tuple[Any, ...]]:
    truth = getattr(kind, "TRUTH", kind)
    return attrgetter(*truth.__struct_fields__)


def truth_of(s: object) -> tuple[Any, ...]:
    """The values of the truth, in the order of its fields."""
    kind: Any = type(s)
    return _reader(kind)(s)


def truth_alone(s: Any) -> Any:
    """The truth of a state, and of an earlier state in it, without what follows from it."""
    values = [truth_alone(value) if type(value) is type(s) else value for value in truth_of(s)]
    return s.TRUTH(**dict(zip(s.TRUTH.__struct_fields__, values, strict=True)))


def are_equal(s: object, other: object) -> bool:
    return type(other) is type(s) and truth_of(s) == truth_of(other)


def dumped(s: object) -> bytes:
    """The truth alone, without what follows from it."""
    return msgspec.msgpack.encode(_plain(s))


def _plain(s: object) -> list[Any]:
    return [_plain(value) if type(value) is type(s) else value for value in truth_of(s)]


S = TypeVar("S")


def completed(truth: Position, kind: type[S], **follows: Any) -> S:
    """A truth with what follows from it added."""
    return kind(**{**{name: getattr(truth, name) for name in truth.__struct_fields__}, **follows})
