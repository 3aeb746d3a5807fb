"""Games written as a table of stages: the table says what each stage asks for, and this small engine runs it.

Stages are numbered, and a position is in one stage at a time. Nature acts in the first stages, players in those that
follow, and nobody in the last. For each stage the table names the rule behind it, what is offered, and how each kind
of move is checked and played::

    STAGES = {
        Stage.DEAL: Draws("R3", setup.offer_deal, setup.draw_deal, {Deal: Does(setup.play_deal, setup.check_deal)}),
        Stage.BUILD: Asks("R9", building.offers, {
            Track: Does(track.play, track.check),
            Done: alone(building.end, building.check_end),
        }),
    }
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice, repeat
from typing import Any, Final, Generic, Protocol, Self, TypeVar

import msgspec

from engineshed.core.contract import CHANCE, Fact, Illegal, M, Outcome, Result, Score, Seat, Step, V
from engineshed.core.rng import Rng
from engineshed.core.words import Message, Param

MOST_SEATS: Final = 16
MOST_OUTCOMES: Final = 5000
"""If nature has more moves than this, they can be drawn but are not listed."""


def refuse(rule: str, message: str, **params: Param) -> Illegal:
    """A refusal by this rule; ``message`` is an id under ``refuse`` in the game's words."""
    return Illegal(rule, Message(f"refuse.{message}", params))


class Log:
    """Collects the facts of a move while it is played, if anybody wants them.

    Putting a fact together can take as long as the move itself; so where moves are frequent, ``on`` is asked before.
    """

    __slots__ = ("facts", "on", "reveals")

    def __init__(self, on: bool = True) -> None:
        self.facts: list[Fact] = []
        self.on, self.reveals = on, False

    def tell(self, message: str, *, only: tuple[int, ...] | None = None, **params: Param) -> None:
        """``message`` is an id under ``fact`` in the game's words; ``only`` limits it to these seats."""
        if self.on:
            self.facts.append(Fact(f"fact.{message}", params, only))

    def reveal(self) -> None:
        """The mover has learned something hidden, so the move cannot be taken back."""
        self.reveals = True


class StagedPosition(Protocol):
    """What the engine needs from a ``Position``; each game declares these among its own fields."""

    @property
    def stage(self) -> int: ...

    @property
    def round(self) -> int: ...

    @property
    def active(self) -> int:
        """The seat whose turn it is."""
        ...

    def copy(self) -> Self: ...

    def dump(self) -> bytes: ...


S = TypeVar("S", bound=StagedPosition)

Check = Callable[[S, Any], None]
Play = Callable[[S, Any, Log], "bool | None"]
"""Changes a copy of the position. True means that this step is finished, and ``go_on`` takes the game to the next."""
Offer = Callable[[S], Iterable[Any]]


class Does(Generic[S]):
    """How a kind of move is played in a stage, and what is checked apart from whether it is allowed in this stage."""

    __slots__ = ("check", "checked_by", "play")

    def __init__(
        self, play: Play[S], check: Check[S] | None = None, checked_by: Callable[..., None] | None = None
    ) -> None:
        """``checked_by``: the function behind ``check``, for tools that look for where a rule is checked."""
        self.play, self.check, self.checked_by = play, check, checked_by or check


def alone(play: Callable[[S, Log], bool | None], check: Callable[[S], None] | None = None) -> Does[S]:
    """A move without details, such as passing: the functions need only the position."""
    return Does(lambda s, _m, log: play(s, log), None if check is None else lambda s, _m: check(s), check)


class Asks(Generic[S]):
    """What a stage asks a player for: the rule behind it, what is offered, and the kinds of moves that are allowed.

    ``first`` is checked for every kind of move, before the move's own check.
    """

    __slots__ = ("first", "moves", "offer", "rule")

    def __init__(
        self, rule: str, offer: Offer[S], moves: Mapping[type[Any], Does[S]], *, first: Check[S] | None = None
    ) -> None:
        self.rule, self.offer, self.moves, self.first = rule, offer, moves, first


Keeps = Mapping[Any, tuple[str, ...]]
"""The rules that a function or class applies automatically (it pays, counts, ends, hides), so nobody can break them."""

Odds = Callable[[S], Iterable[tuple[Any, int]]]
"""Nature's moves, each with its weight."""


class Draws(Asks[S]):
    """What nature draws in a stage. All offered moves are equally likely, unless ``odds`` says otherwise."""

    __slots__ = ("draw", "odds")

    def __init__(
        self,
        rule: str,
        offer: Offer[S],
        draw: Callable[[S, Rng], Any],
        moves: Mapping[type[Any], Does[S]],
        *,
        odds: Odds[S] | None = None,
    ) -> None:
        super().__init__(rule, offer, moves)
        self.draw = draw
        # Not a generator expression: compiled, it would list all moves at once, and there may be far too many.
        self.odds: Odds[S] = odds or (lambda s: zip(offer(s), repeat(1)))


NATURE_ACTS: Final = (CHANCE,)
ACTS: Final = tuple((Seat(seat),) for seat in range(MOST_SEATS))
"""Made once, because ``to_act`` is called several times during every move."""


class StagedRules(Generic[S, M, V]):
    """The contract's rules, run from a table of stages."""

    def __init__(
        self,
        stages: Mapping[int, Asks[S]],
        *,
        over: int,
        moves: tuple[type[Any], ...],
        options: type[msgspec.Struct],
        start: Callable[[int, Any], S],
        view: Callable[[S, Seat | None], V],
        guess: Callable[[V, Rng], S],
        scores: Callable[[S], tuple[Score, ...]],
        result: Callable[[S], Result | None],
        faults: Callable[[S], Iterable[str]],
        whole: Callable[[Any], S],
        truth: type[Any],
        not_to_act: Callable[[S, Seat], Illegal],
        out_of_time: Callable[[S, type[Any]], Illegal],
        acting: Callable[[S], int] | None = None,
        go_on: Callable[[S, Log], None] | None = None,
        keeps: Keeps | None = None,
    ) -> None:
        """``stages`` has every stage in which somebody acts, nature's first; ``over`` is the stage after the game.

        ``truth`` is the part of a state that is stored, and ``whole`` rebuilds the state from it. ``not_to_act`` is the
        refusal for a seat that is not to act, ``out_of_time`` the one for a kind of move that the stage does not have.
        The active player is to act, unless ``acting`` says otherwise. ``keeps`` lists the rules that no stage asks for
        and no refusal names, so that they can be found in the code.
        """
        self.keeps: Keeps = keeps or {}
        self.stages, self.moves, self.options = stages, moves, options
        self.start, self.view, self.guess = start, view, guess
        self.scores, self.result, self.faults = scores, result, faults
        self._whole, self._truth = whole, msgspec.msgpack.Decoder(truth)
        self._not_to_act, self._out_of_time, self._acting, self._go_on = not_to_act, out_of_time, acting, go_on
        self._over = over
        self._players_from = sum(isinstance(asks, Draws) for asks in stages.values())
        self._offers = {stage: asks.offer for stage, asks in stages.items()}
        self._plays = {n: {kind: does.play for kind, does in asks.moves.items()} for n, asks in stages.items()}

    def to_act(self, s: S) -> tuple[Seat, ...]:
        stage = s.stage
        if stage < self._players_from:
            return NATURE_ACTS
        if stage == self._over:
            return ()
        return ACTS[s.active if self._acting is None else self._acting(s)]

    def legal(self, s: S, seat: Seat) -> Iterator[M]:
        if seat not in self.to_act(s):
            return iter(())
        return iter(self._offers[s.stage](s))

    def check(self, s: S, seat: Seat, m: M) -> None:
        if self.to_act(s) != (seat,):
            raise self._not_to_act(s, seat)
        asks = self.stages[s.stage]
        does = asks.moves.get(type(m))
        if does is None:
            raise self._out_of_time(s, type(m))
        if asks.first is not None:
            asks.first(s, m)
        if does.check is not None:
            does.check(s, m)

    def apply(self, s: S, seat: Seat, m: M, *, tell: bool = True) -> Step[S]:  # noqa: ARG002  (the contract names it)
        log, stage, new = Log(tell), s.stage, s.copy()
        if self._plays[stage][type(m)](new, m, log) and self._go_on is not None:
            self._go_on(new, log)
        return Step(new, tuple(log.facts), log.reveals or stage < self._players_from)

    def draw(self, s: S, rng: Rng) -> M:
        move: M = self._nature(s).draw(s, rng)
        return move

    def outcomes(self, s: S) -> Sequence[Outcome[M]] | None:
        weighted = list(islice(self._nature(s).odds(s), MOST_OUTCOMES + 1))
        if len(weighted) > MOST_OUTCOMES:
            return None
        total = sum(weight for _, weight in weighted)
        return [Outcome(move, Fraction(weight, total)) for move, weight in weighted]

    def _nature(self, s: S) -> Draws[S]:
        asks = self.stages[s.stage]
        assert isinstance(asks, Draws), "nature is not to act"
        return asks

    def round(self, s: S) -> int:
        return s.round

    def dump(self, s: S) -> bytes:
        return s.dump()

    def load(self, data: bytes) -> S:
        return self._whole(self._truth.decode(data))

    def key(self, s: S) -> bytes:
        """The dump itself: it holds the truth and nothing else."""
        return s.dump()
