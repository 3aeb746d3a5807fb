"""Games between bots, one or millions; the results do not depend on the number of processes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import msgspec

from engineshed.bots.player import Player
from engineshed.bots.process import serve_the_parent
from engineshed.core.contract import CHANCE, AnyGame, Illegal, Seat
from engineshed.core.errors import Trouble
from engineshed.core.loop import Turn, play
from engineshed.core.options import read_options, write_options
from engineshed.core.record import digest_of, record_of, write_record
from engineshed.core.registry import find_game
from engineshed.core.table import Table, commitment
from engineshed.lab.setup import map_name

LIMIT = 20_000
"""How many moves players may make before a game is given up: far more than any real game needs."""

UNFINISHED = "limit"
"""The reason given for a game that was given up."""


class GameLine(msgspec.Struct, frozen=True):
    """One simulated game in one line. ``bots``, ``scores`` and ``ranks`` are in seat order."""

    game: str
    version: int
    map: str
    seats: int
    options: dict[str, Any]
    bots: tuple[str, ...]
    seed: str
    moves: int
    """The moves of the players; nature's draws do not count."""
    rounds: int
    scores: tuple[int, ...]
    ranks: tuple[int, ...] | None
    """None if the game was given up."""
    reason: str
    digest: str | None
    """None unless a record was written."""


class FaultError(Exception):
    """The referee found a broken invariant or an illegal move: a bug in a game or a bot."""


def course(
    game: AnyGame, state: Any, players: Sequence[Player], seed: str, limit: int = LIMIT, *, tell: bool = True
) -> Iterator[Turn[Any, Any]]:
    """Play from this state to the end, or until players have made ``limit`` moves.

    Nothing is checked or written as text: every move comes from ``legal``.
    """

    def answers(state: Any, acting: tuple[Seat, ...], ply: int) -> tuple[Seat, Any]:
        seat = acting[0]
        return seat, players[seat].choose(state, seat, seed=seed, ply=ply)

    moves = 0
    for turn in play(game.rules, state, answers, seed=seed, tell=tell):
        yield turn
        moves += turn.seat != CHANCE
        if moves == limit:
            return


class Plan(msgspec.Struct, frozen=True):
    """What is simulated. It can be sent to another process, and it determines every game by its number."""

    game: str
    seats: int
    options: dict[str, Any]
    bots: tuple[str, ...]
    seed: str
    limit: int = LIMIT
    referee: bool = False
    """Check every move and every state: slower, for finding bugs."""
    digest: bool = False
    """Make a record of every game, for its digest."""
    records: str | None = None
    """The folder for the games' records, if they are to be kept."""

    def seed_of(self, number: int) -> str:
        return f"{self.seed}/{number}"

    def seating(self, number: int) -> tuple[str, ...]:
        """The bots in seat order. The list is repeated round the table, and shifts by one seat with each game."""
        return tuple(self.bots[(seat + number) % len(self.bots)] for seat in range(self.seats))

    def play(self, number: int) -> GameLine:
        game = find_game(self.game)
        options = read_options(game.rules.options, self.options)
        table = Table(game, self.seats, options, seed=None) if self.digest or self.records else None
        line = play_game(
            game,
            self.seating(number),
            self.seats,
            options,
            self.seed_of(number),
            self.limit,
            referee=self.referee,
            table=table,
        )
        if self.records is not None and table is not None:
            path = Path(self.records) / f"{number:06d}.json"
            path.write_text(write_record(record_of(table, line.bots)), encoding="utf-8")
        return line


def play_game(
    game: AnyGame,
    bots: Sequence[str],
    seats: int,
    options: Any,
    seed: str,
    limit: int = LIMIT,
    *,
    referee: bool = False,
    table: Table[Any, Any, Any] | None = None,
) -> GameLine:
    """One game between these bots, in seat order.

    ``table``: a fresh table without a seed, on which the game is recorded; this costs time.
    """
    options = read_options(game.rules.options, options)
    state, moves = game.rules.start(seats, options), 0
    players = [Player(game, name) for name in bots]
    for ply, turn in enumerate(course(game, state, players, seed, limit, tell=table is not None)):
        state = turn.step.state
        moves += turn.seat != CHANCE
        if referee:
            _inspect(game, turn, f"game with seed {seed!r}, ply {ply}")
        if table is not None:
            table.write_down(turn)
    if table is not None:
        table.seed, table.commitment = seed, commitment(seed, table.name)
    result = game.rules.result(state)
    return GameLine(
        game=game.id,
        version=game.version,
        map=map_name(game, options),
        seats=seats,
        options=write_options(options),
        bots=tuple(bots),
        seed=seed,
        moves=moves,
        rounds=game.rules.round(state),
        scores=tuple(score.total for score in (result.scores if result else game.rules.scores(state))),
        ranks=result.ranks if result else None,
        reason=result.reason.id if result else UNFINISHED,
        digest=None if table is None else digest_of(table),
    )


def _inspect(game: AnyGame, turn: Turn[Any, Any], place: str) -> None:
    try:
        game.rules.check(turn.before, turn.seat, turn.move)
    except Illegal as refusal:
        raise FaultError(f"{place}: {turn.move} was played, but {refusal}") from None
    for fault in game.rules.faults(turn.step.state):
        raise FaultError(f"{place}: {fault}")


def run(plan: Plan, games: int, jobs: int = 1) -> Iterator[GameLine]:
    """Games 0, 1, ... of the plan, in this order, however many processes play them."""
    if jobs == 1:
        yield from map(plan.play, range(games))
        return
    chunk = max(1, min(64, games // (jobs * 8)))
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=serve_the_parent)
    try:
        yield from pool.map(partial(Plan.play, plan), range(games), chunksize=chunk)
    except BrokenProcessPool:
        raise Trouble("trouble.worker-ended") from None
    finally:
        pool.shutdown(cancel_futures=True)
