"""A game that is played number by number, and what its players get for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from engineshed.adapters.choosing import Choice
from engineshed.adapters.moves import Numbering
from engineshed.adapters.observations import Encoder, Numbers
from engineshed.core.contract import CHANCE, AnyGame, Result, Seat
from engineshed.core.errors import Trouble, UnknownNameError
from engineshed.core.loop import draw_rng
from engineshed.core.options import random_play_settings, read_options
from engineshed.core.registry import find_game

Reward = Literal["rank", "score"]
Mask = NDArray[np.int8]

CHOSEN = "chosen"
"""The array of the numbers that were chosen of a move that is not finished; -1 where there is none."""
MOST_CHOSEN = 4


class Kind:
    """A game with options and a number of seats: all that does not change from one game to the next."""

    def __init__(
        self,
        game: str,
        *,
        seats: int | None = None,
        map: str | None = None,  # noqa: A002  (what the option is called everywhere)
        options: Mapping[str, Any] | None = None,
    ) -> None:
        """Options that are not given have their defaults, or what random play needs so that it ends."""
        self.game = find_game(game)
        self.seats = _seats(self.game, seats)
        chosen = {} if map is None else self.game.boards.map_option(map)
        kind = self.game.rules.options
        self.options = read_options(kind, {**random_play_settings(kind), **chosen, **(options or {})})
        self.numbering = Numbering(self.game, self.seats, self.options)
        self.encoder = Encoder(self.game, self.seats, self.options)
        self.nothing_chosen = np.full(MOST_CHOSEN, -1, np.int16)
        self.nothing_chosen.flags.writeable = False

    def mask(self, numbers: Sequence[int]) -> Mask:
        mask = np.zeros(self.numbering.size, np.int8)
        mask[numbers] = 1
        return mask

    def chosen(self, numbers: Sequence[int]) -> Numbers:
        """The last numbers that were chosen, the latest one first."""
        if not numbers:
            return self.nothing_chosen
        last = [*reversed(numbers[-MOST_CHOSEN:]), *(-1,) * MOST_CHOSEN]
        return np.array(last[:MOST_CHOSEN], np.int16)


def _seats(game: AnyGame, seats: int | None) -> int:
    if seats is None:
        return max(game.seats[0], 2)
    if seats not in game.seats:
        raise Trouble("trouble.seats-range", game=game.id, least=game.seats[0], most=game.seats[-1], seats=seats)
    return seats


NO_NUMBERS: tuple[int, ...] = ()


class Course:
    """One game of a kind. Nature moves by itself: its draws follow from the seed, as at any table."""

    __slots__ = ("_acts", "_apply", "_choice", "_legal", "_ply", "kind", "moves", "seat", "seed", "state")

    def __init__(self, kind: Kind, seed: str) -> None:
        rules = kind.game.rules
        self._apply, self._legal, self._acts = rules.apply, rules.legal, rules.to_act
        self.kind, self.seed = kind, seed
        self.state = rules.start(kind.seats, kind.options)
        self._ply = 0
        self.moves = 0
        """The finished moves of players."""
        self.seat: Seat | None = None
        """Who is to choose; None when the game is over."""
        self._choice: Choice | None = None
        self._go_on()

    @property
    def over(self) -> bool:
        return self.seat is None

    @property
    def numbers(self) -> Sequence[int]:
        """What can be chosen; a number may occur more than once."""
        return self._asked().numbers if self.seat is not None else NO_NUMBERS

    @property
    def chosen(self) -> Sequence[int]:
        return self._asked().chosen if self.seat is not None else NO_NUMBERS

    def choose(self, number: int) -> bool:
        """Whether this finishes a move. Raises ``NoChoiceError`` if the number cannot be chosen."""
        found = self._asked().choose(number)
        if isinstance(found, Choice):
            self._choice = found
            return False
        self.play(found)
        return True

    def play(self, move: Any) -> None:
        """A whole move of the seat that is to choose."""
        assert self.seat is not None, "the game is over"
        self.state = self._apply(self.state, self.seat, move, tell=False).state
        self._ply += 1
        self.moves += 1
        self._go_on()

    @property
    def legal(self) -> list[Any]:
        """The moves among which one is being chosen."""
        assert self.seat is not None
        return list(self._legal(self.state, self.seat))

    @property
    def ply(self) -> int:
        return self._ply

    def view(self, seat: Seat | None) -> Any:
        return self.kind.game.rules.view(self.state, seat)

    def arrays(self, seat: Seat) -> dict[str, Numbers]:
        """What a seat sees, with what it has chosen so far of a move."""
        arrays = self.kind.encoder.encode(self.kind.game.rules.view(self.state, seat))
        arrays[CHOSEN] = self.kind.chosen(self.chosen if seat == self.seat else ())
        return arrays

    def flat(self, seat: Seat) -> Numbers:
        """The same in one array."""
        return np.concatenate([array.ravel() for array in self.arrays(seat).values()])

    def mask(self, seat: int) -> Mask:
        return self.kind.mask(self.numbers if seat == self.seat else NO_NUMBERS)

    def result(self) -> Result | None:
        return self.kind.game.rules.result(self.state)

    def scores(self) -> list[int]:
        return [score.total for score in self.kind.game.rules.scores(self.state)]

    def _asked(self) -> Choice:
        """The legal moves are listed when they are first needed."""
        if self._choice is None:
            assert self.seat is not None, "the game is over"
            self._choice = Choice.among(list(self._legal(self.state, self.seat)), self.kind.numbering)
        return self._choice

    def _go_on(self) -> None:
        """To the next question to a player, past nature's moves."""
        self._choice = None
        acting = self._acts(self.state)
        while acting and acting[0] == CHANCE:
            move = self.kind.game.rules.draw(self.state, draw_rng(self.seed, self._ply))
            self.state = self._apply(self.state, CHANCE, move, tell=False).state
            self._ply += 1
            acting = self._acts(self.state)
        self.seat = acting[0] if acting else None


# -- rewards ---------------------------------------------------------------------------------------------------------


def by_rank(result: Result) -> list[float]:
    """From 1 for the only winner to -1 for the only last one; those who tie share. Alone there is nobody to beat: 0."""
    ranks = result.ranks
    if len(ranks) == 1:
        return [0.0]
    places = [rank + (ranks.count(rank) - 1) / 2 for rank in ranks]
    return [1 - 2 * (place - 1) / (len(ranks) - 1) for place in places]


def by_score(result: Result) -> list[float]:
    return leads([score.total for score in result.scores])


def leads(scores: Sequence[int]) -> list[float]:
    """By how much each is ahead of the mean of the others; alone, the score itself."""
    if len(scores) == 1:
        return [float(scores[0])]
    total, others = sum(scores), len(scores) - 1
    return [score - (total - score) / others for score in scores]


REWARDS: dict[str, Callable[[Result], list[float]]] = {"rank": by_rank, "score": by_score}


class Rewarding:
    """What the players get: at the end for the result, and with shaping after every round for its change of leads.

    The leads of all rounds add up to those at the end. They count what is hidden as well, as ``scores`` do: they are
    for training, not for players.
    """

    def __init__(self, course: Course, reward: str, shaping: float) -> None:
        if reward not in REWARDS:
            raise UnknownNameError("reward", reward, get_args(Reward))
        self._course, self._reward, self._shaping = course, REWARDS[reward], shaping
        rules = course.kind.game.rules
        self._round = rules.round
        if shaping:
            self._at, self._leads = self._round(course.state), leads(course.scores())

    def after_move(self) -> list[float] | None:
        """None if nobody gets anything."""
        course = self._course
        paid = self._reward(result) if course.over and (result := course.result()) else None
        if not self._shaping or (not course.over and self._round(course.state) == self._at):
            return paid
        now = leads(course.scores())
        earned = [self._shaping * (new - old) for new, old in zip(now, self._leads, strict=True)]
        self._at, self._leads = self._round(course.state), now
        return earned if paid is None else [a + b for a, b in zip(earned, paid, strict=True)]
