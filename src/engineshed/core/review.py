"""A look back at a game that is over: how scores and money changed, what was earned and spent, and highlights.

A game that has more to say than its scores has a ``Chronicle`` in its manifest, which is told every move in turn.
Everything in a review may be known to everybody, because the game is over.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from engineshed.core.words import Message, Param

if TYPE_CHECKING:
    from engineshed.core.contract import AnyGame, Fact

CASH = "cash"
RECEIVED = "received"
"""The money received in a round, which follows from how everybody's cash changes."""


class Milestone(msgspec.Struct, frozen=True):
    """The end of a round: its last entry in the log, and how everybody was doing then."""

    round: int
    ply: int
    totals: list[int]
    parts: list[dict[str, int]]
    figures: dict[str, list[int]] = {}
    """What else is counted, by seat: ``figure.cash`` is the word for ``cash``."""


class Highlight(msgspec.Struct, frozen=True):
    """Something remarkable, told in a sentence."""

    message: Message
    seat: int | None = None
    ply: int | None = None
    """The entry of the log where it happened; None if it is about the whole game."""


class Review(msgspec.Struct, frozen=True):
    milestones: list[Milestone]
    highlights: list[Highlight]
    accounts: dict[str, list[int]]
    """What everybody earned and spent, by seat: ``account.tolls`` is the word for ``tolls``."""


class Moment(NamedTuple):
    """A move that was played and not taken back."""

    ply: int
    before: Any
    after: Any
    facts: tuple[Fact, ...]


class Chronicle:
    """Listens to a whole game. Games derive their own; this one adds nothing to the scores."""

    accounts: tuple[str, ...] = ()
    """What is counted, in the order in which it is shown."""

    def __init__(self, game: AnyGame, seats: int) -> None:
        self.seats = seats
        self.counted = {account: [0] * seats for account in self.accounts}
        self._seats = {f"@company.{name}": seat for seat, name in enumerate(game.seat_names)}
        self._best: dict[str, tuple[int, Highlight]] = {}

    def figures(self, _s: Any) -> dict[str, Sequence[int]]:
        """What deserves a curve besides the scores; if that includes ``cash``, the money received in each round is
        added.
        """
        return {}

    def hear(self, fact: Fact, moment: Moment) -> None:
        """A fact of a move. Players that it names are found by ``seat_of``."""

    def luck(self, _s: Any) -> list[Highlight]:
        """What nature gave to whom, told when the game is over."""
        return []

    def seat_of(self, fact: Fact, name: str = "company") -> int:
        """The seat of a player that a fact names; a player who plays alone has all the companies."""
        return 0 if self.seats == 1 else self._seats[str(fact.params[name])]

    def count(self, account: str, seat: int, number: int) -> None:
        self.counted[account][seat] += number

    def propose(self, kind: str, value: int, moment: Moment, seat: int, /, **params: Param) -> None:
        """A candidate for a highlight: the greatest of its kind is told, the first if there are several. Its words are
        ``best.<kind>``."""
        if value > 0 and (kind not in self._best or value > self._best[kind][0]):
            self._best[kind] = value, Highlight(Message(f"best.{kind}", params), seat, moment.ply)

    def best(self) -> list[Highlight]:
        return [highlight for _, highlight in self._best.values()]


def amount(fact: Fact, name: str) -> int:
    """A number that a fact names."""
    value = fact.params[name]
    assert isinstance(value, int)
    return value


def chronicle_of(game: AnyGame, seats: int) -> Chronicle:
    return (game.chronicle or Chronicle)(game, seats)


class Reviewer:
    """Makes a review from the moves of a game, which may be given in several parts."""

    def __init__(self, game: AnyGame, seats: int) -> None:
        self.chronicle = chronicle_of(game, seats)
        self._found: dict[int, Milestone] = {}
        self._received = [0] * seats

    def see(self, game: AnyGame, first: Any, ply: int, moments: Iterable[Moment]) -> None:
        """``game``: the rules of this part; ``first``: the position that it begins from, after ``ply`` entries."""
        rules, state = game.rules, first
        for moment in moments:
            if rules.round(moment.after) != rules.round(state):
                self._close(game, state, ply)
                self._received = [0] * len(self._received)
            self._receive(state, moment.after)
            for fact in moment.facts:
                self.chronicle.hear(fact, moment)
            state, ply = moment.after, moment.ply
        self._last = game, state
        self._close(game, state, ply)

    def _receive(self, before: Any, after: Any) -> None:
        """Payments between players count as well."""
        had, has = (self.chronicle.figures(s).get(CASH, ()) for s in (before, after))
        for seat, (old, new) in enumerate(zip(had, has, strict=True)):
            self._received[seat] += max(0, new - old)

    def _close(self, game: AnyGame, s: Any, ply: int) -> None:
        scores, number = game.rules.scores(s), game.rules.round(s)
        figures = {name: list(values) for name, values in self.chronicle.figures(s).items()}
        if CASH in figures:
            figures[RECEIVED] = list(self._received)
        self._found[number] = Milestone(
            number, ply, [score.total for score in scores], [score.parts for score in scores], figures
        )

    def review(self) -> Review:
        """Raises ``LookupError`` if no part was seen."""
        if not self._found:
            raise LookupError
        _, state = self._last
        chronicle = self.chronicle
        milestones = [self._found[number] for number in sorted(self._found)]
        return Review(milestones, [*chronicle.best(), *chronicle.luck(state)], chronicle.counted)
