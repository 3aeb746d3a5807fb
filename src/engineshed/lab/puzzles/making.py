"""Finding puzzles in games of strong bots: where one move is clearly better than all others.

Usual bots begin a game, and strong ones play its last third, because nothing but luck tells moves apart long before
the end. Most decisions there have several good moves, so each is first glanced at: its moves are tried in a single
world, the likeliest rivals first, and the first one that is nearly as good ends it. What is left is proved, the largest
lead first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from engineshed.bots import question
from engineshed.bots.player import Player
from engineshed.core.bot import Budget as Thinking
from engineshed.core.contract import CHANCE, Seat
from engineshed.core.errors import Trouble
from engineshed.core.registry import find_game, make_bot
from engineshed.core.rng import Rng
from engineshed.core.table import Table
from engineshed.lab.engines import Engine, run
from engineshed.lab.puzzles.comparing import DOUBT, Budget, Outcome, compared, outcome
from engineshed.lab.puzzles.reading import LISTED, Ease, Puzzle
from engineshed.lab.simulate import LIMIT

FEWEST, MOST = 3, 48
"""How many legal moves a position may have: fewer are no puzzle, and more take too long to try."""
BEGUN = 2 / 3
"""This share of a game's rounds is played by usual bots."""
SAME = 2
"""At most so many moves may come to the same as the solution: otherwise it is no find."""
PROVED = 3
"""For each puzzle that is wanted from a game, so many positions are proved at most."""
LONGER = 16
"""In the end the strong bot is asked once more, with so many times its playouts."""


class Finding(msgspec.Struct, frozen=True):
    """The work: number ``n`` is the ``n``-th game, with all puzzles that are found in it."""

    game: str
    budget: Budget
    looks: int
    """At so many decisions of a game is it tried to find one."""
    most: int
    """So many are taken from one game."""
    strong: str
    """Who plays the last third of these games."""
    options: Mapping[str, Any] = {}
    """Of their tables. The maps take turns if none of them says which one."""

    def do(self, number: int) -> list[Puzzle]:
        return list(islice(_Finder(self, number).puzzles(), self.most))


class Promise(NamedTuple):
    """A decision at which the played move was ahead of all others in one world."""

    lead: float
    ply: int


class _Finder:
    def __init__(self, work: Finding, number: int) -> None:
        self.work, self.game = work, find_game(work.game)
        self.strong, self.usual = work.strong, self.game.bots.usual
        self.seed = f"{work.budget.seed}/{number}"
        self.budget = msgspec.structs.replace(work.budget, seed=self.seed)
        seats = [count for count in self.game.seats if count > 1]
        maps = self.game.boards.maps()
        board = self.game.boards.map_option(maps[number % len(maps)]) if maps else {}
        self.table = self._new_table(seats[number % len(seats)], {**board, **work.options})
        self.strong_from = 1

    def _new_table(self, seats: int, options: Mapping[str, Any]) -> Table[Any, Any, Any]:
        return Table(self.game, seats, options, seed=self.seed)

    def puzzles(self) -> Iterator[Puzzle]:
        """The most promising first; of a player's turn only one, because what follows from it is no new question."""
        turns = set[tuple[Seat, int]]()
        for promise in sorted(self._promises(self._decisions()), reverse=True)[: PROVED * self.work.most]:
            turn = self.table.plies[promise.ply].seat, self.game.rules.round(self.table.states[promise.ply])
            if turn in turns:
                continue
            puzzle = self._puzzle(promise.ply)
            if puzzle is not None:
                turns.add(turn)
                yield puzzle

    def _decisions(self) -> list[int]:
        """Play the game; the decisions of the strong bots with enough moves, and not too many."""
        self._play(self.usual)
        last, whole = self.game.rules.round(self.table.states[-2]), self.table
        self.strong_from = 1 + int(last * BEGUN)
        self.table = self._new_table(whole.seats, whole.options_doc())
        for ply in whole.plies[self.table.ply :]:
            if self.game.rules.round(self.table.state) >= self.strong_from:
                break
            self.table.replay(ply.seat, ply.move)
        self.table.let_nature_move()
        begun = self.table.ply
        self._play(self.strong)
        return [ply for ply in range(begun, self.table.ply) if FEWEST <= len(self._moves(ply)) <= MOST]

    def _play(self, bot: str) -> None:
        """Let these bots play to the end."""
        table, players = self.table, [Player(self.game, bot) for _ in range(self.table.seats)]
        while not table.over and table.ply < LIMIT:
            seat = table.to_act()[0]
            table.play(seat, players[seat].choose(table.state, seat, seed=self.seed, ply=table.ply))

    def _moves(self, ply: int) -> list[Any]:
        """The legal moves of the player who moved then; none if that was nature."""
        seat = self.table.plies[ply].seat
        return [] if seat == CHANCE else list(islice(self.game.rules.legal(self.table.states[ply], seat), MOST + 1))

    def _promises(self, decisions: list[int]) -> Iterator[Promise]:
        for ply in decisions[-self.work.looks :]:
            lead = self._glance(ply)
            if lead is not None:
                yield Promise(lead, ply)

    def _glance(self, ply: int) -> float | None:
        """By how much the played move leads in one world; None if another one is nearly as good."""
        state, seat, played = self.table.states[ply], self.table.plies[ply].seat, self.table.plies[ply].move
        world = self.game.rules.guess(self.game.rules.view(state, seat), Rng("glance", self.seed, ply))

        def come_of(move: Any) -> Outcome:
            return outcome(self.game, world, seat, move, self.budget, ply)

        best, nearest, same = come_of(played), float("inf"), 0
        for move in self._likeliest(ply):
            found = come_of(move)
            if found.end == best.end:
                same += 1
            else:
                nearest = min(nearest, best.lead - found.lead)
            if nearest < self.budget.margin + DOUBT or same > SAME:
                return None
        return nearest if nearest < float("inf") else None

    def _likeliest(self, ply: int) -> list[Any]:
        """The moves that were not played, those first that the usual bot likes best."""
        state, seat = self.table.states[ply], self.table.plies[ply].seat
        ask = question(self.game, state, seat, seed=self.seed, ply=ply, budget=self.game.bots.budget(self.usual))
        bot: Any = make_bot(self.game.id, self.usual)
        weighed = sorted(bot.weigh(ask), key=lambda option: -option.worth)
        return [option.move for option in weighed if option.move != self.table.plies[ply].move]

    def _puzzle(self, ply: int) -> Puzzle | None:
        """The puzzle of this position, if its player did what is clearly best."""
        game, state, seat = self.game, self.table.states[ply], self.table.plies[ply].seat
        solution = self.table.plies[ply].move
        if not self._found_again(state, seat, ply, solution):
            return None
        found = compared(game, state, seat, solution, self._likeliest(ply), self.budget)
        if found is None or len(found.rivals) < FEWEST - 1 or len(found.same) > SAME:
            return None
        position = {key: value for key, value in game.speech.describe(state).items() if key != "derived"}
        if game.rules.key(game.speech.arrange(position)) != game.rules.key(state):
            return None
        return Puzzle(
            game=game.id,
            seat=game.seat_names[seat],
            solution=game.speech.write(state, solution),
            same=found.same,
            ease=self._ease(state, seat, ply, solution),
            strong_from=self.strong_from,
            budget=self.budget,
            rivals=found.rivals[:LISTED],
            others=len(found.rivals) + len(found.same),
            position=msgspec.to_builtins(position),
        )

    def _found_again(self, state: Any, seat: Seat, ply: int, solution: Any) -> bool:
        """Whether the strong bot chooses the same when it thinks for much longer."""
        playouts = LONGER * max(1, self.game.bots.budget(self.strong).playouts)
        ask = question(self.game, state, seat, seed=f"{self.seed}/again", ply=ply, budget=Thinking(playouts))
        return bool(make_bot(self.game.id, self.strong).choose(ask) == solution)

    def _ease(self, state: Any, seat: Seat, ply: int, solution: Any) -> Ease:
        """By the weakest bot that finds the solution."""
        levels: dict[Ease, str] = {"easy": self.game.bots.for_newcomers(), "medium": self.usual}
        for ease, level in levels.items():
            ask = question(self.game, state, seat, seed=self.seed, ply=ply, budget=self.game.bots.budget(level))
            if make_bot(self.game.id, level).choose(ask) == solution:
                return ease
        return "hard"


def make_puzzles(work: Finding, games: int, engine: Engine) -> Iterator[list[Puzzle]]:
    """The puzzles of each game, one game after the other."""
    game = find_game(work.game)
    if not hasattr(make_bot(game.id, game.bots.usual), "weigh") or max(game.seats) < 2:
        raise Trouble("puzzle.impossible", game=game.title)
    yield from run(work, range(games), engine)
