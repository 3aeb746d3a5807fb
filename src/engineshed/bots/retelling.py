"""What just happened? What moves changed for those who made them and for the player who asks, as far as they may know.

Everything comes from what that player saw before and after the moves. The moves are played again in worlds that fit
what they saw before; if they are impossible in all of these, because they depend on something hidden, worlds that fit
what was seen afterwards are taken instead, and of the mover only those points are told that the player can see anyway.
The game's evaluation says what each part of a position is worth to everybody (``core.bot.Value``); the game has words
for those parts that people understand, with ids that begin with ``changed``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from statistics import fmean
from typing import Any, NamedTuple

import msgspec

from engineshed.core.contract import AnyGame, Illegal, Seat
from engineshed.core.errors import Trouble
from engineshed.core.rng import Rng
from engineshed.core.standing import standing_of
from engineshed.core.words import MINUS, Message

WORLDS = 5
"""In how many worlds the moves are played again."""
MOST = 4
"""How many changes are told for each player, the greatest first."""


class Seen(msgspec.Struct, frozen=True):
    """What a player saw of somebody's moves."""

    viewer: Seat
    before: Any
    """Their view before the moves, and after them."""
    after: Any
    mover: Seat
    moves: tuple[str, ...] | None
    """In the notation; None if they cannot be played again one after the other, because nature drew in between."""
    key: str
    """For the random numbers with which worlds are guessed."""


class Changes(msgspec.Struct, frozen=True):
    """What moves changed for the player who made them, and for the player who asks; both empty if the evaluation sees
    no difference. If they are the same player, ``mine`` is empty."""

    theirs: tuple[Message, ...]
    mine: tuple[Message, ...]


class Parts(NamedTuple):
    """What a position is worth, part by part, to the mover and to the player who asks."""

    theirs: Mapping[str, float]
    mine: Mapping[str, float]


def changes(game: AnyGame, seen: Seen) -> Changes:
    """What moves changed, in the game's words."""
    worlds = [(before, _played(game, before, seen)) for before in _guesses(game, seen.before, seen)]
    possible = [(before, after) for before, after in worlds if after is not None]
    evaluation = game.bots.evaluation()

    def valued(world: Any) -> Parts:
        values = evaluation(world)
        theirs = values[seen.mover].parts if possible else _tally(game, world, seen)
        return Parts(theirs, values[seen.viewer].parts)

    pairs = possible or zip((before for before, _ in worlds), _guesses(game, seen.after, seen), strict=True)
    parts = [(valued(before), valued(after)) for before, after in pairs]
    theirs = _differences(game, [(before.theirs, after.theirs) for before, after in parts])
    mine = _differences(game, [(before.mine, after.mine) for before, after in parts])
    return Changes(theirs, () if seen.mover == seen.viewer else mine)


def _guesses(game: AnyGame, view: Any, seen: Seen) -> list[Any]:
    """Worlds that fit a view; where nothing is hidden they are all the same."""
    return [game.rules.guess(view, Rng("retelling", seen.key, number)) for number in range(WORLDS)]


def _played(game: AnyGame, world: Any, seen: Seen) -> Any | None:
    """The world after the moves; None if they are impossible in it."""
    if seen.moves is None:
        return None
    with suppress(Illegal, Trouble):
        for text in seen.moves:
            move = game.speech.read(world, text)
            game.rules.check(world, seen.mover, move)
            world = game.rules.apply(world, seen.mover, move, tell=False).state
        return world
    return None


def _tally(game: AnyGame, world: Any, seen: Seen) -> Mapping[str, float]:
    """The points of the mover that the player can see."""
    tallies = standing_of(game, world, seen.viewer).tallies
    parts = tallies[seen.mover].parts if tallies else {}
    return {part: points for part, points in parts.items() if points is not None}


def _differences(
    game: AnyGame, pairs: Sequence[tuple[Mapping[str, float], Mapping[str, float]]]
) -> tuple[Message, ...]:
    """The parts that have changed by a whole unit or more on average, the greatest change first."""
    names = dict.fromkeys(part for pair in pairs for parts in pair for part in parts)
    found = {
        part: round(fmean(after.get(part, 0.0) - before.get(part, 0.0) for before, after in pairs)) for part in names
    }
    told = [part for part, change in found.items() if change and f"changed.{part}" in game.speech.words.templates]
    told.sort(key=lambda part: -abs(found[part]))
    return tuple(Message(f"changed.{part}", {"change": _signed(found[part])}) for part in told[:MOST])


def _signed(number: int) -> str:
    return f"{number:+d}".replace("-", MINUS)
