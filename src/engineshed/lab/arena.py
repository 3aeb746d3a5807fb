"""Bots against each other, until it is clear which is stronger.

Games come in blocks. All games of a block have the same bots and the same seed, hence the same deal as far as the
course of the game allows, and each bot plays once on each seat.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from engineshed.core.rng import Rng
from engineshed.lab.engines import Engine
from engineshed.lab.engines.pool import ALONE
from engineshed.lab.ratings import Finish, Ratings
from engineshed.lab.simulate import Plan, Played, run

ALPHA = 0.05
"""The probability that any two bots of the same strength are told apart in a whole tournament is at most this."""
FIRST_LOOK = 10
"""After so many blocks it is first examined whether the bots can be told apart, and then each time that there are
half as many again."""


class Tournament(Plan, frozen=True):
    """A plan whose bots meet in blocks. It needs at least two bots and two seats."""

    def block_of(self, number: int) -> int:
        return number // self.seats

    def seed_of(self, number: int) -> str:
        return f"{self.seed}/{self.block_of(number)}"

    def seating(self, number: int) -> tuple[str, ...]:
        lineup, turn = self.lineup(self.block_of(number)), number % self.seats
        return lineup[turn:] + lineup[:turn]

    def lineup(self, block: int) -> tuple[str, ...]:
        """The bots of a block, in the order in which they sit. If there are too few, some sit twice; if there are too
        many, they are dealt out to as many blocks as they fill."""
        enough = len(self.bots) >= self.seats
        tables = len(self.bots) // self.seats if enough else 1
        dealt = Rng("lineup", self.seed, block // tables).shuffled(self.bots)
        if enough:
            first = block % tables * self.seats
            return tuple(dealt[first : first + self.seats])
        times, others = divmod(self.seats, len(self.bots))
        return tuple(Rng("seats", self.seed, block).shuffled([*self.bots * times, *dealt[:others]]))


class Meeting(NamedTuple):
    """How often a bot finished ahead of another when they sat at one table; sharing a place counts half."""

    games: int = 0
    ahead: float = 0.0


class Arena:
    """What a tournament has shown so far. A game that was given up shows nothing."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.bots = tuple(dict.fromkeys(tournament.bots))
        self.games = self.unfinished = 0
        self.wins = dict.fromkeys(self.bots, 0.0)
        self.played = dict.fromkeys(self.bots, 0)
        self.faults: dict[str, dict[str, int]] = {}
        """By bot: how often a program lost a game for which reason."""
        self.meetings: dict[tuple[str, str], Meeting] = {}
        self._blocks: list[list[Finish]] = []
        self._looks = 0
        self._next_look = FIRST_LOOK

    def add(self, played: Played) -> None:
        self.games += 1
        if played.number % self.tournament.seats == 0:
            self._blocks.append([])
        ranks, bots = places(played), played.line.bots
        for seat, reason in enumerate(played.faults):
            if reason is not None:
                reasons = self.faults.setdefault(bots[seat], {})
                reasons[reason] = reasons.get(reason, 0) + 1
        if ranks is None:
            self.unfinished += 1
            return
        self._blocks[-1].append(Finish(tuple(self.bots.index(bot) for bot in bots), ranks))
        for seat, rank in enumerate(ranks):
            self.played[bots[seat]] += 1
            self.wins[bots[seat]] += 1 / ranks.count(1) if rank == 1 else 0.0
        self._meet(bots, ranks)

    def _meet(self, bots: tuple[str, ...], ranks: tuple[int, ...]) -> None:
        for seat, bot in enumerate(bots):
            for other_seat, other in enumerate(bots):
                if bot != other:
                    games, ahead = self.meetings.get((bot, other), Meeting())
                    mine, theirs = ranks[seat], ranks[other_seat]
                    self.meetings[bot, other] = Meeting(games + 1, ahead + (mine < theirs) + (mine == theirs) / 2)

    def ratings(self) -> Ratings:
        return Ratings(len(self.bots), self._blocks)

    def told_apart(self) -> bool:
        """Whether the order of all bots is clear. Each look has its share of ``ALPHA``, and so has each pair, so that
        it does no harm to look often."""
        complete = self.games % self.tournament.seats == 0
        if not complete or len(self._blocks) < self._next_look:
            return False
        self._next_look += max(1, self._next_look // 2)
        self._looks += 1
        pairs = len(self.bots) * (len(self.bots) - 1) / 2
        enough = ALPHA / (self._looks * (self._looks + 1)) / pairs
        ratings = self.ratings()
        order = ratings.order()
        return all(ratings.chance(*pair) < enough for pair in pairwise(order))


def places(played: Played) -> tuple[int, ...] | None:
    """The ranks of a game, but whoever lost it by a fault comes behind all others; None if the game was given up."""
    ranks = played.line.ranks
    if ranks is None or not any(played.faults):
        return ranks
    keys = [(fault is not None, rank) for fault, rank in zip(played.faults, ranks, strict=True)]
    return tuple(1 + sum(other < key for other in keys) for key in keys)


def compete(tournament: Tournament, games: int, engine: Engine = ALONE, *, to_the_end: bool = False) -> Iterator[Arena]:
    """The same arena after each game, until all are played or, unless ``to_the_end``, the bots are told apart."""
    arena = Arena(tournament)
    for played in run(tournament, range(games), engine):
        arena.add(played)
        yield arena
        if not to_the_end and arena.told_apart():
            return
