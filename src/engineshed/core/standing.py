"""Who is winning and why: everybody's points as far as a viewer may know them, the goal, and what comes next.

A game that wants to show this has a function ``standing`` in its manifest; ``standing_of`` works for every game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from engineshed.core.words import Message

if TYPE_CHECKING:
    from engineshed.core.contract import AnyGame, Score, Seat

S = TypeVar("S")


class Progress(msgspec.Struct, frozen=True, gc=False):
    """How far a player is on the way to something that ends or decides the game."""

    goal: Message
    done: int | None
    """None if the viewer may not know."""
    of: int


class Tally(msgspec.Struct, frozen=True, gc=False):
    """What a player would score if the game ended now."""

    total: int
    """The sum of the parts that the viewer may know."""
    complete: bool
    """Whether the viewer may know all parts."""
    parts: dict[str, int | None]
    """As in ``Score``; None for a part that the viewer may not know. ``part.cash`` is the word for ``cash``."""
    progress: tuple[Progress, ...]


class Standing(msgspec.Struct, frozen=True, gc=False):
    """A position at a glance, for one viewer."""

    goal: Message
    """How to win this very game."""
    round: int
    rounds: int | None
    """None if nobody knows beforehand how many there will be."""
    phase: Message | None
    next: tuple[Message, ...]
    """The phases that follow, up to the end of the round."""
    tallies: tuple[Tally, ...]
    """Everybody's tally by seat; empty if the game does not provide one."""


Standings = Callable[[Any, "Seat | None"], Standing]
"""The standing of a position for a viewer (None for a spectator): it must follow from what the viewer may know."""


def standing_of(game: AnyGame, s: Any, viewer: Seat | None) -> Standing:
    """The standing of any game; one that does not provide it says only how to win and which round it is."""
    if game.standing is None:
        return Standing(game.wins, game.rules.round(s), rounds=None, phase=None, next=(), tallies=())
    return game.standing(s, viewer)


def tallied(
    scores: Sequence[Score],
    viewer: Seat | None,
    *,
    hidden: Collection[str] = (),
    progress: Sequence[tuple[Progress, ...]] = (),
) -> tuple[Tally, ...]:
    """Everybody's tally; ``hidden`` are the parts that only their owner may know."""
    return tuple(
        _tally(score, () if seat == viewer else hidden, progress[seat] if progress else ())
        for seat, score in enumerate(scores)
    )


def _tally(score: Score, hidden: Collection[str], progress: tuple[Progress, ...]) -> Tally:
    parts = {part: None if part in hidden else points for part, points in score.parts.items()}
    known = [points for points in parts.values() if points is not None]
    return Tally(sum(known), len(known) == len(parts), parts, progress)


def upcoming(names: Sequence[str], now: str | None) -> tuple[Message, ...]:
    """The phases of a round, given by the ids of their words under ``phase``, that follow the current one."""
    after = names.index(now) + 1 if now in names else 0
    return tuple(Message(f"phase.{name}") for name in names[after:])
