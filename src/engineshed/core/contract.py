"""The contract between a game and everything else, in three parts, each for its own users.

*Rules* are for everything that plays: bots, the simulator, tests, the server's tables. *Speech* is for people: words,
notation, descriptions. *Boards* are for drawing. A ``Game`` holds the three together. Nobody looks into a state:
questions about it go to one of the parts, so a state can be rebuilt for speed without touching anything else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, NamedTuple, NewType, Protocol, TypeVar

import msgspec

from engineshed.core.ahead import NOTHING_AHEAD, Ahead
from engineshed.core.corrections import NOTHING, Corrections
from engineshed.core.earlier import NOTHING_KEPT, Earlier
from engineshed.core.encoding import Encoding
from engineshed.core.errors import Trouble
from engineshed.core.explaining import NOTHING_EXPLAINED, Explains
from engineshed.core.levels import Levels
from engineshed.core.reference import Tables, no_tables
from engineshed.core.review import Chronicle
from engineshed.core.rng import Rng
from engineshed.core.rulebook import Rulebook
from engineshed.core.standing import Standings
from engineshed.core.words import ENGLISH, Message, Words

Seat = NewType("Seat", int)
"""A player's place at the table, counted from 0. Not a company, not a hex."""

CHANCE = Seat(-1)
"""Nature, which draws tiles and rolls dice; its moves are in the record like everybody else's."""

S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V")
S_contra = TypeVar("S_contra", contravariant=True)
V_contra = TypeVar("V_contra", contravariant=True)


class Move(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower):
    """The base of every game's moves: small values, tagged for JSON, equal by content."""

    def in_any_order(self, field: str) -> None:
        """For ``__post_init__``: the order of what this field lists does not matter, so it is sorted."""
        msgspec.structs.force_setattr(self, field, tuple(sorted(getattr(self, field))))


class Fact(Message, frozen=True, gc=False):
    """Something that happened, as the log records it; ``to`` names the seats that may know, if not all may."""

    to: tuple[int, ...] | None = None


class Step(msgspec.Struct, Generic[S], eq=False):
    """What a move led to.

    ``reveals``: nature has drawn, or the mover has learned something that was hidden from them, so the move cannot be
    taken back. Showing your own hidden things does not count: taking that back harms nobody else.
    """

    state: S
    facts: tuple[Fact, ...] = ()
    reveals: bool = False


class Score(msgspec.Struct, frozen=True, gc=False):
    """Points with their parts, in the order in which they are shown; ``tiebreak`` decides between equal totals."""

    total: int
    parts: dict[str, int]
    tiebreak: tuple[int, ...] = ()


class Result(msgspec.Struct, frozen=True):
    """How a game ended. ``ranks[seat]`` is 1 for the winner; players who tie share a rank."""

    ranks: tuple[int, ...]
    scores: tuple[Score, ...]
    reason: Message


class Illegal(Trouble):
    """A move that the rules refuse: which rule refuses it, and a message with the facts."""

    def __init__(self, rule: str, message: Message) -> None:
        super().__init__(message.id)
        self.rule, self.message = rule, message

    def __str__(self) -> str:
        """The refusal for programmers; people read the message in the words of the game."""
        return f"{self.rule}: {self.message.id} {self.message.params}"


class Refused(Trouble):
    """A refusal inside another trouble; it keeps its sentence in every language of its game."""

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
    """How a game is played. Rules hold no state: states are values, and ``apply`` never changes its argument."""

    @property
    def moves(self) -> tuple[type[Any], ...]:
        """All kinds of moves. ``legal`` lists moves in this order, and moves of one kind by their fields."""
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
        """Every legal move of this seat, sorted, each once; at least one for a seat that is to act."""
        ...

    def check(self, s: S, seat: Seat, m: M, /) -> None:
        """Raise ``Illegal`` with the rule that refuses this move. Agrees with ``legal``."""
        ...

    def apply(self, s: S, seat: Seat, m: M, /, *, tell: bool = True) -> Step[S]:
        """Play a move. Moves are not checked here: pass only what ``legal`` has listed or ``check`` has accepted.

        With ``tell=False`` no facts are made, which is quicker for callers that only want the next state.
        """
        ...

    def draw(self, s: S, rng: Rng, /) -> M:
        """Nature's move, when nature is to act."""
        ...

    def outcomes(self, s: S, /) -> Sequence[Outcome[M]] | None:
        """Everything that nature can draw now, each with its true probability; together they add up to 1.

        ``None`` if there are far too many to list: then they can only be drawn.
        """
        ...

    def view(self, s: S, seat: Seat | None, /) -> V:
        """What this seat may know; ``None`` is a spectator. Built by adding what may be known, never by removing."""
        ...

    def guess(self, v: V, rng: Rng, /) -> S:
        """A whole state that fits the view: what the view shows is kept, what it hides is drawn at random."""
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
        """Broken invariants, as sentences; a sound state has none."""
        ...

    def dump(self, s: S, /) -> bytes:
        """The state as bytes, for snapshots and worker processes."""
        ...

    def load(self, data: bytes, /) -> S:
        """The state back: ``load(dump(s)) == s``."""
        ...

    def key(self, s: S, /) -> bytes:
        """A key for caches: two positions have the same key exactly when they are equal."""
        ...


class Speech(Protocol[S, M, V_contra]):
    """How a game speaks to people, and how people speak to it."""

    @property
    def languages(self) -> Sequence[str]:
        """The languages of the game, English first."""
        ...

    @property
    def words(self) -> Words:
        """The English words; ``words_in`` has the other languages."""
        ...

    @property
    def rulebook(self) -> Rulebook:
        """The English rulebook; ``rulebook_in`` has the other languages."""
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
        """The move that a text means; raises ``UnreadableMoveError`` with the nearest valid text."""
        ...

    def task(self, v: V_contra, /) -> Message:
        """What the seat to act has to do now, in one sentence; made from a view, so that it gives away no secret."""
        ...

    def why_not(self, s: S, seat: Seat, about: str, /) -> Illegal | None:
        """Why this seat can do nothing with a thing, given by its name in the notation; ``None`` if it can.

        Raises ``UnreadableMoveError`` if there is no such thing.
        """
        ...

    def price(self, s: S, m: M, /) -> int:
        """What a legal move costs the mover at once; 0 if nothing is paid."""
        ...

    def arrange(self, doc: Mapping[str, Any], /) -> S:
        """The position that a document describes. What it leaves out has its start value; see ``describe``."""
        ...

    def describe(self, s: S, /) -> dict[str, Any]:
        """The position as a document for ``arrange``: ``arrange(describe(s)) == s``."""
        ...


class Boards(Protocol[S_contra]):
    """What a game is played on, and what the page needs to draw it."""

    def maps(self) -> Sequence[str]:
        """The ids of the boards that can be played on; () if the game has only one."""
        ...

    def map_title(self, name: str, language: str, /) -> str:
        """The title of one of ``maps``; in English if it has none in this language."""
        ...

    def map_option(self, name: str, /) -> Mapping[str, Any]:
        """The options that choose this board: a known id, or the text of a map file."""
        ...

    def read_map(self, text: str, source: str, /) -> Any:
        """The board in a map file's text, checked; raises ``BadFileError`` naming the place of a mistake."""
        ...

    def draw_map(self, board: Any, words: Words, /) -> str:
        """A map as SVG; its title and its legend are in the language of these words."""
        ...

    def layout(self, options: Any, /) -> Any:
        """What does not change during a game: the places, the cards, the pieces. Views refer to it."""
        ...

    def draw_ground(self, options: Any, /, *, dark: bool) -> str:
        """The picture under the pieces as SVG, in the units of ``layout``, for the light or the dark theme."""
        ...

    def hints(self, s: S_contra, seat: Seat | None, /) -> Any:
        """What helps the page to draw what this seat may do. It follows from what the seat may know; only pages use it.

        The plain table, which shows games without their own page, draws ``core.boards.PlainHints``.
        """
        ...

    def hint(self, s: S_contra, m: Any, /) -> Any:
        """What helps the page to draw a legal move: where it leads, what it leaves behind. None if nothing does."""
        ...


class Key(NamedTuple):
    """Keyboard shortcuts that this game adds to the page, and the id of the message that says what they do."""

    press: tuple[str, ...]
    does: str


class Credits(msgspec.Struct, frozen=True):
    """Who made the game."""

    designer: str
    publisher: str
    illustrator: str
    """Empty if nobody is named. ``system``: the author of the system that the game is built on; may be empty, too."""
    system: str


def never(_state: Any, /) -> bool:
    """The ``answers`` of games in which every move is part of a turn."""
    return False


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S, M, V]):
    """A game: its name, how many can play it, how long it takes, and its parts."""

    id: str
    title: str
    version: int
    """Raised when an old record would replay differently."""
    seats: tuple[int, ...]
    """The numbers of players that the game allows, in rising order."""
    seat_names: tuple[str, ...]
    """What the text notation calls seats 0, 1, ... (their colours)."""
    minutes: tuple[int, int]
    """How long a game takes among people, with the fewest and with the most players."""
    weight: int
    """How complex it is, from 1 (light) to 5 (heavy)."""
    package: str = ""
    """The Python package with the game's files: maps, scenarios, playthroughs, and how a terminal shows it."""
    keys: tuple[Key, ...] = ()
    wins: Message = Message("about.wins")  # noqa: RUF009  (a frozen value)
    """How to win, in one sentence of the game's words."""
    rules: Rules[S, M, V]
    speech: Speech[S, M, V]
    boards: Boards[S]
    bots: Levels
    tables: Tables = no_tables
    """The tables of its rulebook."""
    explains: Explains[V] = NOTHING_EXPLAINED
    """What its pieces say about themselves."""
    corrections: Corrections = NOTHING
    """The files of the box that its owner can correct."""
    earlier: Earlier = NOTHING_KEPT
    """What it still knows of its earlier versions."""
    answers: Callable[[S], bool] = never
    """Whether the player to act only answers others, with a bid or a reply, instead of taking a turn. Tables where
    players end their turns do not ask them to end an answer."""
    open_with: Mapping[str, Any] | None = None
    """The options with which nothing is ever hidden from anybody: none are needed if nothing ever is (``{}``), and none
    suffice if something always is (``None``). Only then can somebody new sit down in a bot's place during a game."""
    ahead: Ahead = NOTHING_AHEAD
    """Which of its moves pass and which bid, so that players can arrange them before their turn."""
    standing: Standings | None = None
    """Who is winning and why; ask ``standing_of``, which also answers for games that do not provide it."""
    encoding: Encoding | None = None
    """How adapters make numbers of its moves and views, for programs that learn."""
    draw_table: Callable[[V], str] | None = None
    """The board with all that is on it, as SVG: for programs; pages draw their own."""
    chronicle: type[Chronicle] | None = None
    """What can be said about a game when it is over, besides its scores; ``core.review`` makes a review of it."""

    @property
    def languages(self) -> Sequence[str]:
        return self.speech.languages

    def hides(self, options: Any) -> bool:
        """Whether players at a table with these options know things that others do not."""
        return self.open_with is None or any(
            getattr(options, name) != wanted for name, wanted in self.open_with.items()
        )

    @property
    def credits(self) -> Credits:
        """Who made the game, from the heading of its rulebook."""
        book = self.speech.rulebook
        return Credits(book.designer, book.publisher, book.illustrator, book.system)


AnyGame = Game[Any, Any, Any]
AnyRules = Rules[Any, Any, Any]
