"""The contract between a game and everybody else, in three parts by who uses them.

*Rules* are for all that plays: bots, simulator, tests, the server's tables. *Speech* is for people: words, notation,
descriptions. *Boards* are for those who draw. A ``Game`` is the page that holds the three together. Nobody looks into a
state: whoever wants to know something asks one of the parts, so a state can be rebuilt for speed without touching
anything else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, NamedTuple, NewType, Protocol, TypeVar

import msgspec

from engineshed.core.errors import Trouble
from engineshed.core.levels import Levels
from engineshed.core.reference import Tables, no_tables
from engineshed.core.rng import Rng
from engineshed.core.rulebook import Rulebook
from engineshed.core.words import ENGLISH, Message, Words

Seat = NewType("Seat", int)
"""A player's place at the table, counted from 0. Not a company, not a hex."""

CHANCE = Seat(-1)
"""Nature, which draws tiles and rolls dice; its moves stand in the record like everybody's."""

S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V")
S_contra = TypeVar("S_contra", contravariant=True)
V_contra = TypeVar("V_contra", contravariant=True)


class Move(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower):
    """The base of every game's moves: small values, tagged for JSON, equal by content."""


class Fact(Message, frozen=True, gc=False):
    """Something that happened, as the log tells it; ``to`` names the only seats that may know, if not all."""

    to: tuple[int, ...] | None = None


class Step(Generic[S]):
    """What a move led to.

    ``reveals``: nature has drawn, or the mover has learned what was hidden from them; so it cannot be taken
    back. Showing what is one's own does not count: whoever takes that back harms only themselves.
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
        super().__init__(message.id)
        self.rule, self.message = rule, message

    def __str__(self) -> str:
        """For programmers; people are told by the words of the game."""
        return f"{self.rule}: {self.message.id} {self.message.params}"


class Refused(Trouble):
    """A refusal as part of another trouble: it says itself in every language of its game, wherever it is told."""

    def __init__(self, game: AnyGame, refusal: Illegal) -> None:
        super().__init__(refusal.message.id, **refusal.message.params)
        self._told = {language: game.speech.words_in(language).say(refusal.message) for language in game.languages}

    def told(self, language: str) -> str:
        return self._told.get(language, self._told[ENGLISH])


class Outcome(NamedTuple, Generic[M]):
    """One of nature's possible moves, and how likely it is."""

    move: M
    chance: Fraction


class Rules(Protocol[S, M, V]):
    """How a game is played. It has no state of its own: states are values, and ``apply`` never changes its argument."""

    @property
    def moves(self) -> tuple[type[Any], ...]:
        """All kinds of moves; ``legal`` lists them in this order, those of one kind by their fields."""
        ...

    @property
    def options(self) -> type[msgspec.Struct]:
        """Table options. Every field has a default, and the defaults are the printed rules."""
        ...

    def start(self, seats: int, options: Any, /) -> S:
        """A new game, before nature has drawn anything. ``options`` is an instance of ``self.options``."""
        ...

    def to_act(self, s: S, /) -> tuple[Seat, ...]:
        """Who is to move: ``()`` when the game is over, ``(CHANCE,)`` when nature is."""
        ...

    def legal(self, s: S, seat: Seat, /) -> Iterator[M]:
        """Every legal move of this seat, sorted, each once; never none for a seat that is to act."""
        ...

    def check(self, s: S, seat: Seat, m: M, /) -> None:
        """Raise ``Illegal`` with the rule that refuses this move. Agrees with ``legal``."""
        ...

    def apply(self, s: S, seat: Seat, m: M, /, *, tell: bool = True) -> Step[S]:
        """Play a move. Moves are not checked here: pass only what ``legal`` listed or ``check`` let through.

        Whoever only wants the next state says ``tell=False``: no facts are made, which is quicker.
        """
        ...

    def draw(self, s: S, rng: Rng, /) -> M:
        """Nature's move, when nature is to act."""
        ...

    def outcomes(self, s: S, /) -> Sequence[Outcome[M]] | None:
        """All that nature can draw now, each with its true probability; together they add up to 1.

        ``None`` where there is far too much of it to list: such moves can only be drawn.
        """
        ...

    def view(self, s: S, seat: Seat | None, /) -> V:
        """What this seat may know; ``None`` is a spectator. Built by adding, never by leaving out."""
        ...

    def guess(self, v: V, rng: Rng, /) -> S:
        """A whole truth that fits the view: what the view shows is kept, what it hides is drawn at random."""
        ...

    def scores(self, s: S, /) -> tuple[Score, ...]:
        """What the game would be worth to each seat if it ended now."""
        ...

    def result(self, s: S, /) -> Result | None:
        """How the game ended; ``None`` while it goes on."""
        ...

    def round(self, s: S, /) -> int:
        """The round being played, from 1; the last one when the game is over."""
        ...

    def faults(self, s: S, /) -> Iterable[str]:
        """Broken invariants, as sentences; none in a sound state."""
        ...

    def dump(self, s: S, /) -> bytes:
        """The state as bytes, for snapshots and worker processes."""
        ...

    def load(self, data: bytes, /) -> S:
        """The state back: ``load(dump(s)) == s``."""
        ...

    def key(self, s: S, /) -> bytes:
        """What a position is remembered by: two positions have the same key exactly when they are equal."""
        ...


class Speech(Protocol[S, M, V_contra]):
    """How a game speaks to people, and how people speak to it."""

    @property
    def languages(self) -> Sequence[str]:
        """What the game can be read in, English first."""
        ...

    @property
    def words(self) -> Words:
        """In English; in the reader's language by ``words_in``."""
        ...

    @property
    def rulebook(self) -> Rulebook:
        """In English; in the reader's language by ``rulebook_in``."""
        ...

    def words_in(self, language: str, /) -> Words:
        """The catalogue of one of ``languages``; raises ``UnknownNameError`` for any other."""
        ...

    def rulebook_in(self, language: str, /) -> Rulebook:
        """The rules in one of ``languages``; raises ``UnknownNameError`` for any other."""
        ...

    def write(self, s: S, m: M, /) -> str:
        """The move in text: short enough to type, clear enough to read in a log."""
        ...

    def read(self, s: S, text: str, /) -> M:
        """The move that a text means; raises ``UnreadableMoveError`` with the nearest thing that would do."""
        ...

    def task(self, v: V_contra, /) -> Message:
        """What the seat to act is to do now, in one sentence; made from a view, so that it tells no secret."""
        ...

    def why_not(self, s: S, seat: Seat, about: str, /) -> Illegal | None:
        """Why this seat can do nothing with a thing (as the notation names it); ``None`` if it can.

        Raises ``UnreadableMoveError`` for a thing that there is not.
        """
        ...

    def price(self, s: S, m: M, /) -> int:
        """What a legal move costs the mover at once; 0 where nothing is paid."""
        ...

    def arrange(self, doc: Mapping[str, Any], /) -> S:
        """A described position. What the description leaves out has its start value; see ``describe``."""
        ...

    def describe(self, s: S, /) -> dict[str, Any]:
        """The position in the words of ``arrange``: ``arrange(describe(s)) == s``."""
        ...


class Boards(Protocol[S_contra]):
    """What a game is played on, and what the page needs to draw it."""

    def maps(self) -> Sequence[str]:
        """The ids of the boards that can be played on; () where the game has only one."""
        ...

    def map_title(self, name: str, language: str, /) -> str:
        """What people call this one of ``maps``; in English where nobody has said it in their language."""
        ...

    def map_option(self, name: str, /) -> Mapping[str, Any]:
        """The options that choose this board: a known id, or the text of a map file."""
        ...

    def read_map(self, text: str, source: str, /) -> Any:
        """A map file's text, checked; raises ``BadFileError`` naming the place."""
        ...

    def draw_map(self, board: Any, /) -> str:
        """A map as SVG."""
        ...

    def layout(self, options: Any, /) -> Any:
        """What lies on the table from beginning to end: where the places are, cards, pieces. Views refer to it."""
        ...

    def draw_ground(self, options: Any, /, *, dark: bool) -> str:
        """The picture under the pieces as SVG, in the measures of ``layout``; for bright or dark rooms."""
        ...

    def hints(self, s: S_contra, seat: Seat | None, /) -> Any:
        """What helps the page to draw what this seat may do; it follows from what the seat may know. For pages only.

        The plain table, which is the page of a game that has none of its own, draws ``core.boards.PlainHints``.
        """
        ...

    def hint(self, s: S_contra, m: Any, /) -> Any:
        """What helps the page to draw a legal move: where it leads, what it leaves. None where nothing does."""
        ...


class Key(NamedTuple):
    """Keys of the page that mean something in this game, and the message of its words that says what."""

    press: tuple[str, ...]
    does: str


class Credits(msgspec.Struct, frozen=True):
    """Whose game it is."""

    designer: str
    publisher: str
    illustrator: str
    """Empty where nobody is named; the same goes for ``system``, on whose system the game is built."""
    system: str


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S, M, V]):
    """A game: what it is called, whom it is for, and its parts."""

    id: str
    title: str
    version: int
    """Raised when an old record would replay differently."""
    seats: tuple[int, ...]
    """How many may play."""
    seat_names: tuple[str, ...]
    """What the text notation calls seats 0, 1, ... (their colours)."""
    minutes: tuple[int, int]
    """How long a game takes among people, with the fewest and with the most players."""
    weight: int
    """How much there is to think about, from 1 (light) to 5 (heavy)."""
    package: str = ""
    """The Python package that holds the game's files: its maps, scenarios and playthroughs, its look in a terminal."""
    keys: tuple[Key, ...] = ()
    wins: Message = Message("about.wins")  # noqa: RUF009  (a frozen value)
    """What wins, in one sentence of the game's words."""
    rules: Rules[S, M, V]
    speech: Speech[S, M, V]
    boards: Boards[S]
    bots: Levels
    tables: Tables = no_tables
    """The tables of its rulebook."""

    @property
    def languages(self) -> Sequence[str]:
        return self.speech.languages

    @property
    def credits(self) -> Credits:
        """From the head of the rulebook."""
        book = self.speech.rulebook
        return Credits(book.designer, book.publisher, book.illustrator, book.system)


AnyGame = Game[Any, Any, Any]
AnyRules = Rules[Any, Any, Any]
