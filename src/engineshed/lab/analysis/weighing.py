"""Which decisions of a game are worth a second look: a bot weighs all of them from what the player saw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from engineshed.bots import question
from engineshed.core.bot import AnyAsk
from engineshed.core.contract import AnyGame, Seat
from engineshed.core.registry import find_game, make_bot
from engineshed.core.words import Message

RIVALS = 2
"""So many moves are tried against the one that was played."""


class Weighing(msgspec.Struct, frozen=True):
    """A decision as a bot sees it, in the player's place."""

    ply: int
    seat: int
    kind: str
    """The kind of the move that was played."""
    rank: int
    """1 if the bot thinks no other move better than the one that was played."""
    options: int
    rivals: tuple[Any, ...]
    """The moves that it thinks best, without the one that was played."""


class Weighings(msgspec.Struct, frozen=True):
    """The work: number ``n`` is the ``n``-th of these plies."""

    game: str
    positions: tuple[bytes, ...]
    played: tuple[tuple[int, int, Any], ...]
    """Ply, seat and move."""
    bot: str
    seed: str

    def do(self, number: int) -> Weighing:
        game, (ply, seat, move) = find_game(self.game), self.played[number]
        state = game.rules.load(self.positions[number])
        ask = question(game, state, Seat(seat), seed=self.seed, ply=ply, budget=game.bots.budget(self.bot))
        ranked = ranking(make_bot(self.game, self.bot), ask)
        worth = {one: place for place, one in ranked}
        rivals = [one for _, one in ranked if one != move][:RIVALS]
        return Weighing(ply, seat, type(move).__name__.lower(), worth[move], len(ask.moves), tuple(rivals))


class Ranked(NamedTuple):
    place: int
    """1 for the best; equally good moves share a place."""
    move: Any


def ranking(bot: Any, ask: AnyAsk) -> list[Ranked]:
    """All legal moves, the best first. A bot that can only choose ranks its choice first and all others second."""
    if not hasattr(bot, "weigh"):
        choice = bot.choose(ask)
        return [Ranked(1, choice), *(Ranked(2, move) for move in ask.moves if move != choice)]
    weighed = sorted(bot.weigh(ask), key=lambda option: -option.worth)
    places: dict[float, int] = {}
    for place, option in enumerate(weighed, start=1):
        places.setdefault(option.worth, place)
    return [Ranked(places[option.worth], option.move) for option in weighed]


def reasons(game: AnyGame, state: Any, seat: int, ply: int, move: Any, bot: str, seed: str) -> tuple[Message, ...]:
    """What speaks for a move, as a bot sees it from the player's place; nothing if it cannot say."""
    adviser: Any = make_bot(game.id, bot)
    if not hasattr(adviser, "explain"):
        return ()
    ask = question(game, state, Seat(seat), seed=seed, ply=ply, budget=game.bots.budget(bot))
    return tuple(adviser.explain(ask, move))


def by_kind(weighings: Sequence[Weighing]) -> Iterator[tuple[str, int, int]]:
    """For each kind of move: how many there were, and how many the bot would not have played."""
    for kind in sorted({one.kind for one in weighings}):
        same = [one for one in weighings if one.kind == kind]
        yield kind, len(same), sum(one.rank > 1 for one in same)
