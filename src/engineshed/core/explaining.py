"""What is this? Pieces, markers, cards, numbers and scales explain themselves, even when nothing can be done with them.

A thing is named by its kind and its id: ``hex 17``, ``contract 4``, or ``bag`` if there is only one. An explanation is
made from a view, so it cannot give away what its reader may not know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import msgspec

from engineshed.core.errors import UnknownNameError
from engineshed.core.reference import Picture
from engineshed.core.words import Message, Param, Words

V = TypeVar("V")
V_contra = TypeVar("V_contra", contravariant=True)

UNSENT = "explain."
"""How the ids of these messages begin. They are long and rarely needed, so pages get the sentences, not the words."""


class Explanation(msgspec.Struct, frozen=True):
    name: Message
    now: tuple[Message, ...]
    """What it does and its present state, as sentences with current numbers."""
    rules: tuple[str, ...]
    """The rules about it, the most important one first."""
    see: tuple[str, ...] = ()
    """Other things that belong to it: what is on this hex, whose it is."""
    picture: Picture | None = None


class Explains(Protocol[V_contra]):
    """How a game explains what is on its table."""

    def things(self, v: V_contra, /) -> Iterator[str]:
        """Everything that can be asked about in this position, each once."""
        ...

    def legend(self, v: V_contra, /) -> Sequence[str]:
        """What the drawing of the board shows, only as far as it occurs on this board."""
        ...

    def explain(self, v: V_contra, thing: str, /) -> Explanation | None:
        """What a thing is; None if there is no such thing, or the viewer may not know of it."""
        ...


class NothingExplained:
    """The ``Explains`` of games that do not explain their pieces."""

    def things(self, _v: Any) -> Iterator[str]:
        return iter(())

    def legend(self, _v: Any) -> Sequence[str]:
        return ()

    def explain(self, _v: Any, _thing: str) -> Explanation | None:
        return None


NOTHING_EXPLAINED = NothingExplained()

Ids = Callable[[V], Iterable[Any]]
"""The ids of all things of a kind; ``("",)`` if there is only one."""


class Kind(NamedTuple, Generic[V]):
    ids: Ids[V]
    explain: Callable[[V, Any], Explanation]


class ByKind(Generic[V]):
    """The usual way for a game to explain: a function for each kind of thing."""

    def __init__(self, kinds: Mapping[str, Kind[V]], legend: Callable[[V], Sequence[str]]) -> None:
        self._kinds, self.legend = kinds, legend

    def things(self, v: V) -> Iterator[str]:
        return (named(kind, id_) for kind, (ids, _) in self._kinds.items() for id_ in ids(v))

    def explain(self, v: V, thing: str) -> Explanation | None:
        name, _, wanted = thing.partition(" ")
        kind = self._kinds.get(name)
        if kind is None:
            return None
        return next((kind.explain(v, id_) for id_ in kind.ids(v) if str(id_) == wanted), None)


def named(kind: str, id_: int | str) -> str:
    return f"{kind} {id_}".rstrip()


def only(_v: Any) -> Iterable[str]:
    """The ids of a kind of which there is one."""
    return ("",)


def told(id_: str, /, **params: Param) -> Message:
    """A message of an explanation."""
    return Message(UNSENT + id_, params)


def find_thing(explains: Explains[V], v: V, words: Words, typed: str) -> str:
    """The thing that a person means, by its kind and id, its name, or how the name begins.

    Raises ``UnknownNameError`` with the nearest names.
    """
    if explains.explain(v, typed) is not None:
        return typed
    names: dict[str, str] = {}
    for thing in explains.things(v):
        explained = explains.explain(v, thing)
        if explained is not None:
            names.setdefault(words.text(explained.name), thing)
    wanted = typed.casefold()
    alike = [name for name in names if wanted and wanted in name.casefold()]
    if not alike:
        raise UnknownNameError("thing", typed, list(names))
    return names[min(alike, key=lambda name: (not name.casefold().startswith(wanted), len(name)))]
