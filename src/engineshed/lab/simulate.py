"""Games between bots, one or millions; the results do not depend on the number of processes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol

import msgspec

from engineshed.bots.opening import Opening
from engineshed.bots.player import Player
from engineshed.core.bot import AnyAsk, AnyBot
from engineshed.core.contract import CHANCE, AnyGame, Illegal, Seat
from engineshed.core.loop import Turn, play
from engineshed.core.options import read_options, write_options
from engineshed.core.record import digest_of, record_of, write_record
from engineshed.core.registry import find_game, make_bot
from engineshed.core.table import Table, commitment
from engineshed.lab.engines import Engine
from engineshed.lab.engines import run as run_on
from engineshed.lab.engines.pool import ALONE
from engineshed.lab.programs import Program, Programs
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


class Watcher(Protocol):
    """Looks on while one game is played, and keeps what a study needs of it."""

    def see(self, ply: int, turn: Turn[Any, Any], asked: AnyAsk | None, /) -> None:
        """A move, and the question that it answers; None for nature's."""
        ...

    def found(self, line: GameLine, /) -> Any:
        """What it has seen, when the game is over; something that can be sent to another process."""
        ...


class Study(Protocol):
    """What is gathered from every game besides its line. It can be sent to another process."""

    @property
    def tell(self) -> bool:
        """Whether the watchers need the facts of the log."""
        ...

    def watch(self, game: AnyGame, options: Any, seats: int, number: int, /) -> Watcher: ...


class Played(msgspec.Struct, frozen=True):
    """A game that was played for a plan."""

    number: int
    line: GameLine
    record: str | None = None
    found: Any = None
    """What the plan's study has gathered."""
    faults: tuple[str | None, ...] = ()
    """By seat: why a program lost this game before its end; see ``lab.programs``."""


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
    opening: int = 0
    """In so many of its first choices, each bot also plays its second or third best move (``bots.opening``). Only for
    bots that weigh their moves."""
    digest: bool = False
    """Make a record of every game, for its digest."""
    records: bool = False
    """Keep the record of every game."""
    study: Any = None
    """A ``Study``, if more is wanted than a line for each game."""
    programs: Mapping[str, Program] = {}
    """Bots that are programs of their own, by name."""

    def seed_of(self, number: int) -> str:
        return f"{self.seed}/{number}"

    def seating(self, number: int) -> tuple[str, ...]:
        """The bots in seat order. The list is repeated round the table, and shifts by one seat with each game."""
        return tuple(self.bots[(seat + number) % len(self.bots)] for seat in range(self.seats))

    def do(self, number: int) -> Played:
        game = find_game(self.game)
        options = read_options(game.rules.options, self.options)
        table = Table(game, self.seats, options, seed=None) if self.digest or self.records else None
        watcher: Watcher | None = None if self.study is None else self.study.watch(game, options, self.seats, number)
        seating, seed = self.seating(number), self.seed_of(number)
        with Programs(game, self.programs, seating, options) as programs:
            line = play_game(
                game,
                seating,
                self.seats,
                options,
                seed,
                self.limit,
                referee=self.referee,
                table=table,
                watcher=watcher,
                tell=self.study is not None and self.study.tell,
                programs=programs.bots,
                opening=self.opening,
            )
            faults = programs.over(line.ranks, line.scores)
        return Played(
            number=number,
            line=line,
            record=write_record(record_of(table, line.bots)) if self.records and table is not None else None,
            found=None if watcher is None else watcher.found(line),
            faults=faults,
        )


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
    watcher: Watcher | None = None,
    tell: bool = False,
    programs: Mapping[Seat, Any] = MappingProxyType({}),
    opening: int = 0,
) -> GameLine:
    """One game between these bots, in seat order.

    ``table``: a fresh table without a seed, on which the game is recorded; this costs time, as ``tell`` does: then the
    watcher gets the facts of the log. ``programs``: bots that play some of the seats instead of those with their names.
    """
    options = read_options(game.rules.options, options)
    state, moves = game.rules.start(seats, options), 0
    players = [_player(game, name, programs.get(Seat(seat)), opening) for seat, name in enumerate(bots)]
    for ply, turn in enumerate(course(game, state, players, seed, limit, tell=tell or table is not None)):
        state = turn.step.state
        moves += turn.seat != CHANCE
        if referee:
            _inspect(game, turn, f"game with seed {seed!r}, ply {ply}")
        if table is not None:
            table.write_down(turn)
        if watcher is not None:
            watcher.see(ply, turn, None if turn.seat == CHANCE else players[turn.seat].asked)
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


def _player(game: AnyGame, name: str, program: AnyBot | None, opening: int) -> Player:
    if opening:
        weighing: Any = program or make_bot(game.id, name)
        return Player(game, name, Opening(weighing, opening))
    return Player(game, name, program)


def _inspect(game: AnyGame, turn: Turn[Any, Any], place: str) -> None:
    try:
        game.rules.check(turn.before, turn.seat, turn.move)
    except Illegal as refusal:
        raise FaultError(f"{place}: {turn.move} was played, but {refusal}") from None
    for fault in game.rules.faults(turn.step.state):
        raise FaultError(f"{place}: {fault}")


def run(plan: Plan, numbers: range, engine: Engine = ALONE) -> Iterator[Played]:
    """The games of a plan with these numbers, in this order, wherever they are played."""
    yield from run_on(plan, numbers, engine)


def lines(plan: Plan, games: int, engine: Engine = ALONE) -> Iterator[GameLine]:
    """Games 0, 1, ... of the plan, each in one line."""
    return (played.line for played in run(plan, range(games), engine))
