"""Why nothing can be done with a thing: try every move that could be meant, and report the most useful refusal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from engineshed.core.contract import Illegal
from engineshed.core.errors import UnreadableMoveError, shown

S = TypeVar("S")
M = TypeVar("M")

Things = Mapping[str, Callable[[S, Sequence[str]], Iterator[M]]]
"""For each kind of thing, a function that lists the moves that a player could mean by it and the words after it."""
Actions = Mapping[str, Callable[[S], Iterator[M]]]


def attempts(s: S, about: str, things: Things[S, M], actions: Actions[S, M]) -> Iterator[M]:
    """Every move that could be meant by a thing and its name, or by an action."""
    kind, *words = about.split() or [""]
    if kind in things:
        return things[kind](s, words)
    if kind in actions and not words:
        return actions[kind](s)
    raise UnreadableMoveError("read.nothing-to-ask", about=shown(about), known=", ".join([*things, *actions]))


def refusal_of(moves: Iterable[M], check: Callable[[M], None], farthest: Sequence[str]) -> Illegal | None:
    """``None`` if one of the moves is allowed; there must be at least one move.

    ``farthest``: refusals in the order in which a move runs into them. The move that got farthest shows best what is in
    the way.
    """
    refusals = []
    for move in moves:
        try:
            check(move)
        except Illegal as refusal:
            refusals.append(refusal)
        else:
            return None
    return max(refusals, key=lambda refusal: _distance(refusal, farthest))


def _distance(refusal: Illegal, farthest: Sequence[str]) -> int:
    name = refusal.message.id.removeprefix("refuse.")
    return farthest.index(name) if name in farthest else -1
