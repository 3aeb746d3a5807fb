"""The contract between a game and everybody else: tests, bots, simulator, server, browser.

Nobody looks into a state. Whoever wants to know something asks the game, so a game's state can be rebuilt
for speed without touching anything else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, NewType, Protocol, TypeVar

import msgspec

from engineshed.core.errors import Trouble
from engineshed.core.rng import Rng
from engineshed.core.rulebook import Rulebook
from engineshed.core.words import Message, Words

Seat = NewType("Seat", int)
"""A player's place at the table, counted from 0. Not a company, not a hex."""

CHANCE = Seat(-1)
"""Nature, who draws tiles and rolls dice; its moves stand in the record like everybody's."""

S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V")
M_contra = TypeVar("M_contra", contravariant=True)


class Move(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower):
    """The base of every game's moves: small values, tagged for JSON, equal by content."""


class Fact(Message, frozen=True, gc=False):
    """Something that happened, as the log tells it; ``to`` names the only seats that may know, if not all."""

    to: tuple[int, ...] | None = None


class Step(Generic[S]):
    """What a move led to.

    ``reveals``: nature has drawn, or the mover has learned what was hidden from him; so it cannot be taken
    back. Showing what is one's own does not count: whoever takes that back harms only himself.
    """

    __slots__ = ("facts", "reveals", "state")

    def __init__(self, state: S, facts: tuple[Fact, ...] = (), reveals: bool = False) -> None:
        self.state, self.facts, self.reveals = state, facts, reveals


class Score(msgspec.Struct, frozen=True):
    """Points with their parts, in the order in which they are told; ``tiebreak`` decides between equals."""

    total: int
    parts: dict[str, int]
    tiebreak: tuple[int, ...] = ()


class Result(msgspec.Struct, frozen=True):
    """How a game ended. ``ranks[seat]`` is 1 for the winner; equals share a rank."""

    ranks: tuple[int, ...]
    scores: tuple[Score, ...]
    reason: Message


class Illegal(Trouble):
    """A move that the rules refuse: by which rule, and with which facts."""

    def __init__(self, rule: str, message: Message) -> None:
        super().__init__(f"{rule}: {message.id} {message.params}")
        self.rule, self.message = rule, message


class Game(Protocol[S, M, V]):
    """A game. It has no state of its own: states are values, and ``apply`` never changes its argument."""

    id: str
    title: str
    version: int
    """Raised when an old record would replay differently."""
    seats: Sequence[int]
    """How many may play."""
    seat_names: Sequence[str]
    """What the text notation calls seats 0, 1, ... (their colours)."""
    moves: tuple[type[Any], ...]
    """All kinds of moves; ``legal`` lists them in this order, those of one kind by their fields."""
    options: type[msgspec.Struct]
    """Table options. Every field has a default, and the defaults are the printed rules."""
    languages: Sequence[str]
    """What the game can be read in, English first."""
    rulebook: Rulebook
    words: Words
    """Both in English; in the reader's language by the functions below."""

    def words_in(self, language: str) -> Words:
        """The catalogue of one of ``languages``; raises ``UnknownNameError`` for any other."""
        ...

    def rulebook_in(self, language: str) -> Rulebook:
        """The rules in one of ``languages``; raises ``UnknownNameError`` for any other."""
        ...

    def maps(self) -> Sequence[str]:
        """The ids of the boards that can be played on; () where the game has only one."""
        ...

    def map_option(self, name: str) -> Mapping[str, Any]:
        """The options that choose this board: a known id, or the text of a map file."""
        ...

    def start(self, seats: int, options: Any) -> S:
        """A new game, before nature has drawn anything. ``options`` is an instance of ``self.options``."""
        ...

    def to_act(self, s: S) -> tuple[Seat, ...]:
        """Who is to move: ``()`` when the game is over, ``(CHANCE,)`` when nature is."""
        ...

    def legal(self, s: S, seat: Seat) -> Iterator[M]:
        """Every legal move of this seat, sorted, each once; never none for a seat that is to act."""
        ...

    def check(self, s: S, seat: Seat, m: M) -> None:
        """Raise ``Illegal`` with the rule that refuses this move. Agrees with ``legal``."""
        ...

    def apply(self, s: S, seat: Seat, m: M) -> Step[S]:
        """Play a move. Moves are not checked here: pass only what ``legal`` listed or ``check`` let through."""
        ...

    def draw(self, s: S, rng: Rng) -> M:
        """Nature's move, when nature is to act."""
        ...

    def view(self, s: S, seat: Seat | None) -> V:
        """What this seat may know; ``None`` is a spectator. Built by adding, never by leaving out."""
        ...

    def guess(self, v: V, rng: Rng) -> S:
        """A whole truth that fits the view: what the view shows is kept, what it hides is drawn at random."""
        ...

    def arrange(self, doc: Mapping[str, Any]) -> S:
        """A described position. What the description leaves out has its start value; see ``describe``."""
        ...

    def describe(self, s: S) -> dict[str, Any]:
        """The position in the words of ``arrange``: ``arrange(describe(s)) == s``."""
        ...

    def scores(self, s: S) -> tuple[Score, ...]:
        """What the game would be worth to each seat if it ended now."""
        ...

    def result(self, s: S) -> Result | None:
        """How the game ended; ``None`` while it goes on."""
        ...

    def round(self, s: S) -> int:
        """The round being played, from 1; the last one when the game is over."""
        ...

    def write(self, s: S, m: M) -> str:
        """The move in text: short enough to type, clear enough to read in a log."""
        ...

    def read(self, s: S, text: str) -> M:
        """The move that a text means; raises ``UnreadableMoveError`` with the nearest thing that would do."""
        ...

    def price(self, s: S, m: M) -> int:
        """What a legal move costs the mover at once; 0 where nothing is paid."""
        ...

    def task(self, v: V) -> Message:
        """What the seat to act is to do now, in one sentence; made from a view, so that it tells no secret."""
        ...

    def why_not(self, s: S, seat: Seat, about: str) -> Illegal | None:
        """Why this seat can do nothing with a thing (as the notation names it); ``None`` if it can.

        Raises ``UnreadableMoveError`` for a thing that there is not.
        """
        ...

    def layout(self, options: Any) -> Any:
        """What lies on the table from beginning to end: where the places are, cards, pieces. Views refer to it."""
        ...

    def draw_ground(self, options: Any, *, dark: bool) -> str:
        """The picture under the pieces as SVG, in the measures of ``layout``; for bright or dark rooms."""
        ...

    def faults(self, s: S) -> Iterable[str]:
        """Broken invariants, as sentences; none in a sound state."""
        ...

    def dump(self, s: S) -> bytes:
        """The state as bytes, for snapshots and worker processes."""
        ...

    def load(self, data: bytes) -> S:
        """The state back: ``load(dump(s)) == s``."""
        ...

    def read_map(self, text: str, source: str) -> Any:
        """A map file's text, checked; raises ``BadFileError`` naming the place."""
        ...

    def draw_map(self, board: Any) -> str:
        """A map as SVG."""
        ...


AnyGame = Game[Any, Any, Any]


class Ask(Generic[M, V]):
    """A question to a bot: these are your legal moves, this is what you see; which?

    The view is made when it is first looked at, because a bot that plays at random never does.
    """

    __slots__ = ("_look", "_view", "game", "moves", "rng", "seat")

    def __init__(self, game: AnyGame, seat: Seat, moves: Sequence[M], rng: Rng, look: Callable[[], V]) -> None:
        self.game, self.seat, self.moves, self.rng, self._look = game, seat, moves, rng, look
        self._view: V | None = None

    @property
    def view(self) -> V:
        if self._view is None:
            self._view = self._look()
        return self._view


class Bot(Protocol[M, V]):
    """A player that is a program. It sees a view and its legal moves, never a state."""

    def choose(self, ask: Ask[M, V]) -> M: ...


AnyBot = Bot[Any, Any]
