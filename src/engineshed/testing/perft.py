"""Perft: count every sequence of moves to some depth, and compare with the number written down.

One rule that allows a little too much or too little changes the count. Nature plays what the seed says. When
a count differs, the counts under each first move show where to look. To write them anew after a change that
is meant:

    python -m engineshed.testing.perft --update
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import msgspec
from cyclopts import run

from engineshed.core.contract import CHANCE, AnyGame
from engineshed.core.datafile import read_toml
from engineshed.core.registry import find_game, game_ids
from engineshed.core.table import draw_rng
from engineshed.testing.case import Case, Playout

FILE = Path("tests/playthroughs/perft.toml")
SEED = "perft"
MOST_POSITIONS, MOST_MOVES = 2000, 6
"""How far it is counted: the moves of no more positions than this, and no longer sequences."""

STAGES = {"opening": 0.0, "middle": 0.5, "late": 0.9}
"""The positions' names, and how much of a random game is over then."""


class Count(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``counts[n - 1]`` sequences of n moves lead on from this position."""

    game: str
    map: str
    seats: int
    name: str
    ply: int
    """How many plies of random play lead to it."""
    counts: tuple[int, ...]

    def case(self) -> Case:
        return Case(find_game(self.game), self.seats, self.map or None, {}, SEED)


class Counts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    count: tuple[Count, ...] = ()


def perft(game: AnyGame, state: Any, ply: int, depth: int) -> int:
    """How many sequences of so many players' moves there are."""
    state, ply = _after_nature(game, state, ply)
    if depth == 1:
        return sum(1 for seat in game.to_act(state) for _ in game.legal(state, seat))
    return sum(
        perft(game, game.apply(state, seat, move).state, ply + 1, depth - 1)
        for seat in game.to_act(state)
        for move in game.legal(state, seat)
    )


def divide(game: AnyGame, state: Any, ply: int, depth: int) -> dict[str, int]:
    """The count under each first move, by its text."""
    state, ply = _after_nature(game, state, ply)
    return {
        game.write(state, move): perft(game, game.apply(state, seat, move).state, ply + 1, depth - 1)
        if depth > 1
        else 1
        for seat in game.to_act(state)
        for move in game.legal(state, seat)
    }


def _after_nature(game: AnyGame, state: Any, ply: int) -> tuple[Any, int]:
    while game.to_act(state) == (CHANCE,):
        state = game.apply(state, CHANCE, game.draw(state, draw_rng(SEED, ply))).state
        ply += 1
    return state, ply


def mismatch(count: Count) -> str:
    """Where the written counts differ from what the game allows; empty when nowhere."""
    game, place = find_game(count.game), f"{count.game} {count.map} {count.name}"
    table = count.case().played(count.ply)
    if table.ply < count.ply:
        return f"{place}: random play reaches ply {count.ply} no more, it ends at {table.ply}"
    state = table.states[count.ply]
    for depth, expected in enumerate(count.counts, start=1):
        found = perft(game, state, count.ply, depth)
        if found != expected:
            under = "".join(f"\n  {text}: {n}" for text, n in divide(game, state, count.ply, depth).items())
            return f"{place}, depth {depth}: {expected} sequences are written down, there are {found}{under}"
    return ""


def read_counts(file: Path = FILE) -> tuple[Count, ...]:
    return read_toml(file.read_text("utf-8"), file.name, Counts).count if file.exists() else ()


def counted(case: Case) -> list[Count]:
    """Every named position of a random game at this table, counted as deep as is cheap."""
    playout = Playout(case)
    found = []
    for name, share in STAGES.items():
        ply = int(playout.table.ply * share)
        counts = _counts(case.game, playout.table.states[ply], ply)
        found.append(Count(case.game.id, case.board or "", case.seats, name, ply, counts))
    return found


def _counts(game: AnyGame, state: Any, ply: int) -> tuple[int, ...]:
    counts = [perft(game, state, ply, 1)]
    while 0 < counts[-1] <= MOST_POSITIONS and len(counts) < MOST_MOVES:
        counts.append(perft(game, state, ply, len(counts) + 1))
    return tuple(counts)


def perft_cases(game: AnyGame) -> list[Case]:
    """Every board, each with another number of seats."""
    boards: list[str | None] = [*game.maps()] or [None]
    return [Case(game, game.seats[n % len(game.seats)], board, {}, SEED) for n, board in enumerate(boards)]


def _written(count: Count) -> str:
    fields: dict[str, Any] = msgspec.to_builtins(count)
    return "\n".join(["[[count]]", *(f"{name} = {json.dumps(value)}" for name, value in fields.items())])


def main(*, update: bool = False, file: Path = FILE) -> int:
    """Compare the written counts with the games, or count anew."""
    if update:
        cases = [case for game_id in game_ids() for case in perft_cases(find_game(game_id))]
        blocks = [_written(count) for case in cases for count in counted(case)]
        file.write_text("# python -m engineshed.testing.perft --update\n\n" + "\n\n".join(blocks) + "\n", "utf-8")
        return 0
    wrong = [text for count in read_counts(file) if (text := mismatch(count))]
    print("\n".join(wrong) or "every count is right")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(run(main))
