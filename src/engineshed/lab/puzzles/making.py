"""Finding puzzles in games of strong bots: where one move is clearly better than all others."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from statistics import fmean
from typing import Any

import msgspec

from engineshed.bots import question
from engineshed.bots.player import Player
from engineshed.core.bot import Budget as Thinking
from engineshed.core.bot import Weighed
from engineshed.core.contract import Seat
from engineshed.core.errors import Trouble
from engineshed.core.registry import find_game, make_bot
from engineshed.core.rng import Rng
from engineshed.core.table import Table
from engineshed.lab.analysis.playing_on import QUICK
from engineshed.lab.engines import Engine, run
from engineshed.lab.puzzles.comparing import Budget, lead_after, rivals_of
from engineshed.lab.puzzles.reading import LISTED, Ease, Puzzle
from engineshed.lab.simulate import LIMIT

FEWEST, MOST = 3, 60
"""How many legal moves a position may have: fewer are no puzzle, and more take too long to try."""
NEAREST = 3
GLANCE = 6
"""Worlds of the first, rough comparison, which the quick policy plays on."""
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
    """Who plays these games."""

    def do(self, number: int) -> list[Puzzle]:
        return list(_Finder(self, number).puzzles())


class _Finder:
    def __init__(self, work: Finding, number: int) -> None:
        self.work, self.game = work, find_game(work.game)
        self.strong, self.usual = work.strong, self.game.bots.usual
        self.seed = f"{work.budget.seed}/{number}"
        self.budget = msgspec.structs.replace(work.budget, seed=self.seed)
        seats = [count for count in self.game.seats if count > 1]
        maps = self.game.boards.maps()
        options = self.game.boards.map_option(maps[number % len(maps)]) if maps else {}
        self.table: Table[Any, Any, Any] = Table(self.game, seats[number % len(seats)], options, seed=self.seed)

    def puzzles(self) -> Iterator[Puzzle]:
        found = 0
        for ply in self._plies():
            puzzle = self._puzzle(ply)
            if puzzle is not None:
                yield puzzle
                found += 1
            if found == self.work.most:
                return

    def _plies(self) -> list[int]:
        """Play the game; its last decisions come first, because nothing but luck tells moves apart long before the end.
        Only those count where the usual bot, too, sees the played move before all others."""
        table, game = self.table, self.game
        players = [Player(game, self.strong) for _ in range(table.seats)]
        standing_out: list[int] = []
        while not table.over and table.ply < LIMIT:
            seat, ply, state = table.to_act()[0], table.ply, table.state
            move = players[seat].choose(state, seat, seed=self.seed, ply=ply)
            moves = list(islice(game.rules.legal(state, seat), MOST + 1))
            if FEWEST <= len(moves) <= MOST and self._weighed(state, seat, ply)[0].move == move:
                standing_out.append(ply)
            table.play(seat, move)
        return standing_out[: -self.work.looks - 1 : -1]

    def _weighed(self, state: Any, seat: Seat, ply: int) -> list[Weighed[Any]]:
        """All legal moves, those first that the usual bot likes best."""
        ask = question(self.game, state, seat, seed=self.seed, ply=ply, budget=self.game.bots.budget(self.usual))
        bot: Any = make_bot(self.game.id, self.usual)
        return sorted(bot.weigh(ask), key=lambda option: -option.worth)

    def _puzzle(self, ply: int) -> Puzzle | None:
        """The puzzle of this position, if its player did what is clearly best."""
        game, state, seat = self.game, self.table.states[ply], self.table.plies[ply].seat
        solution = self.table.plies[ply].move
        others = [option.move for option in self._weighed(state, seat, ply) if option.move != solution]
        for some in (others[:NEAREST], others):  # the nearest rivals first, because most positions fail there
            if not self._promising(state, seat, solution, some):
                return None
        if rivals_of(game, state, seat, solution, others[:NEAREST], self.budget) is None:
            return None
        rivals = rivals_of(game, state, seat, solution, others, self.budget)
        if rivals is None or not self._found_again(state, seat, ply, solution):
            return None
        position = {key: value for key, value in game.speech.describe(state).items() if key != "derived"}
        if game.rules.key(game.speech.arrange(position)) != game.rules.key(state):
            return None
        return Puzzle(
            game=game.id,
            seat=game.seat_names[seat],
            solution=game.speech.write(state, solution),
            ease=self._ease(state, seat, ply, solution),
            budget=self.budget,
            rivals=tuple(rivals[:LISTED]),
            others=len(rivals),
            position=msgspec.to_builtins(position),
        )

    def _promising(self, state: Any, seat: Seat, solution: Any, others: list[Any]) -> bool:
        """A rough look at all moves; the nearest must already fall behind."""
        game, view = self.game, self.game.rules.view(state, seat)
        glance = msgspec.structs.replace(self.budget, bot=QUICK)
        behind: list[list[float]] = [[] for _ in others]
        for world in range(GLANCE):
            guessed = game.rules.guess(view, Rng("glance", self.seed, world))
            best = lead_after(game, guessed, seat, solution, glance, world)
            for place, move in enumerate(others):
                behind[place].append(best - lead_after(game, guessed, seat, move, glance, world))
                if world + 1 == GLANCE // 2 and fmean(behind[place]) <= 0:
                    return False
        return all(fmean(one) >= self.budget.margin / 2 for one in behind)

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
