"""Bots: what they are asked, what they may spend on the answer, and what they may remember."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

import msgspec

from engineshed.core.rng import Rng
from engineshed.core.words import Message

if TYPE_CHECKING:
    from engineshed.core.contract import AnyRules, Seat

M = TypeVar("M")
V = TypeVar("V")
V_co = TypeVar("V_co", covariant=True)

Memory = dict[Any, Any]
"""What a bot remembers about this game. It is a cache: with an empty one, the bot gives the same answer, just more
slowly."""


class Budget(msgspec.Struct, frozen=True):
    """What a bot may spend on one answer.

    The answer depends only on the playouts, so that it is the same on every machine. The deadline is for the people who
    are waiting: a bot that has not used up its playouts by then answers with the best it has found.
    """

    playouts: int = 0
    """How many games it may simulate; 0 leaves that to the bot."""
    deadline: float | None = None
    """A time on the clock of ``time.monotonic``."""


NO_LIMIT = Budget()


class Ask(Generic[M, V]):
    """A question to a bot: these are your legal moves, and this is what you see; which move do you choose?

    The view is made when it is first used, because a bot that plays at random never uses it.
    """

    __slots__ = ("_look", "_view", "budget", "memory", "moves", "rng", "rules", "seat")

    def __init__(
        self,
        rules: AnyRules,
        seat: Seat,
        moves: Sequence[M],
        rng: Rng,
        look: Callable[[], V],
        *,
        budget: Budget = NO_LIMIT,
        memory: Memory | None = None,
    ) -> None:
        self.rules, self.seat, self.moves, self.rng, self._look = rules, seat, moves, rng, look
        self.budget, self.memory = budget, {} if memory is None else memory
        self._view: V | None = None

    @property
    def view(self) -> V:
        if self._view is None:
            self._view = self._look()
        return self._view


AnyAsk = Ask[Any, Any]


class Weighed(NamedTuple, Generic[M]):
    """A legal move and what a bot thinks it is worth to the mover. Only differences between worths mean anything."""

    move: M
    worth: float


class Bot(Protocol[M, V]):
    """A player that is a program. It sees a view and its legal moves, never a state."""

    def choose(self, ask: Ask[M, V], /) -> M: ...


class WeighingBot(Bot[M, V], Protocol[M, V]):
    """A bot that can also say what each of its legal moves is worth; it chooses one of the best."""

    def weigh(self, ask: Ask[M, V], /) -> Sequence[Weighed[M]]:
        """Every legal move once, in the order of ``ask.moves``."""
        ...


class ExplainingBot(WeighingBot[M, V], Protocol[M, V]):
    """A bot that can also say why."""

    def explain(self, ask: Ask[M, V], move: M, /) -> Sequence[Message]:
        """What speaks for a legal move and what it costs, in one to three messages of the game's words.

        The weightiest comes first. They tell only what the seat that asks may know.
        """
        ...


AnyBot = Bot[Any, Any]


class Value(NamedTuple):
    """What a position is worth to one seat, in named parts. Only differences between values mean anything."""

    parts: Mapping[str, float]

    @property
    def total(self) -> float:
        return sum(self.parts.values())


Evaluation = Callable[[Any], Sequence[Value]]
"""The value of a whole position to every seat."""

Policy = Callable[[Any, "Seat", Sequence[Any], Rng], Any]
"""Quickly picks one of a seat's legal moves in a whole position, for simulated games."""
