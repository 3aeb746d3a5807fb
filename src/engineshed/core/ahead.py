"""What players can arrange before they are to act: which moves pass, which bid, and what a planned move means.

A game says in its manifest which of its moves are which (``Ahead``). Games that say nothing still have planned moves.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from engineshed.core.rng import Rng
from engineshed.core.words import Message

if TYPE_CHECKING:
    from engineshed.core.contract import AnyGame, Seat

FARTHEST = 60
"""The most moves of others that are tried out to reach a position where a seat is to act."""


class Matter(NamedTuple):
    """What is being decided among the players: an auction, or a step in which each may do something or pass."""

    key: str
    """The same as long as it goes on; never the same again later in the game."""
    auction: bool = False
    bid: int | None = None
    """The highest bid so far, as everybody sees it."""


def no_pass(_move: Any, /) -> bool:
    return False


def no_amount(_move: Any, /) -> None:
    return None


def no_matter(_state: Any, /) -> None:
    return None


def unknown(_state: Any, _seat: Any, /) -> None:
    return None


@dataclass(frozen=True, kw_only=True)
class Ahead:
    """What of a game's moves can be left to somebody who knows no rules."""

    passes: Callable[[Any], bool] = no_pass
    """Whether a move only declines: it neither costs anything nor uses up more than this one chance."""
    amount: Callable[[Any], int | None] = no_amount
    """What a move bids; None if it is not a bid."""
    matter: Callable[[Any], Matter | None] = no_matter
    """What is being decided in a state; None if nothing that players could pass or bid in."""
    in_turn: Callable[[Any, Any], Any | None] = unknown
    """The state as if it were this seat's turn already in what goes on now; None if the seat has no such turn."""


NOTHING_AHEAD = Ahead()


class Meaning(msgspec.Struct, frozen=True):
    """What a move leads to as far as its player may know, which is what they see before they confirm it."""

    price: int
    facts: tuple[Message, ...]
    digest: str
    """The same for two positions exactly if price, facts and hint are."""


def foreseen(game: AnyGame, s: Any, seat: Seat, rng: Rng) -> Any | None:
    """A state in which this seat is to act next, made only from what it may know; None if none is found.

    It is the present state if the seat is to act. Otherwise it is the present one as if it were the seat's turn, if the
    game knows how that would be; and if not, others decline or do whatever comes first until it is.
    """
    world = game.rules.guess(game.rules.view(s, seat), rng)
    if seat in game.rules.to_act(world):
        return world
    turned = game.ahead.in_turn(world, seat)
    return _played_on(game, world, seat, rng) if turned is None else turned


def _played_on(game: AnyGame, s: Any, seat: Seat, rng: Rng) -> Any | None:
    rules = game.rules
    for _ in range(FARTHEST):
        acting = rules.to_act(s)
        if not acting or seat in acting:
            return s if acting else None
        other = acting[0]
        if other < 0:
            move = rules.draw(s, rng)
        else:
            moves = list(rules.legal(s, other))
            move = next((move for move in moves if game.ahead.passes(move)), moves[0])
        s = rules.apply(s, other, move, tell=False).state
    return None


def meaning(game: AnyGame, s: Any, seat: Seat, move: Any) -> tuple[Meaning, Any | None]:
    """What a legal move means, and the state after it; None if it reveals something, so that nobody can know yet."""
    price, hint = game.speech.price(s, move), game.boards.hint(s, move)
    step = game.rules.apply(s, seat, move)
    told = [fact for fact in step.facts if fact.to is None or seat in fact.to]
    facts = () if step.reveals else tuple(Message(fact.id, fact.params) for fact in told)
    digest = sha256(msgspec.json.encode([price, facts, hint])).hexdigest()[:32]
    return Meaning(price, facts, digest), None if step.reveals else step.state
