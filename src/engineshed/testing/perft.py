"""Perft: count every sequence of moves to some depth, and compare with the stored number.

A rule that allows a little too much or too little changes the count. Counting starts from positions of the
playthroughs; nature plays what the seed says. When a count differs, the counts under each first move show where to
look. To write the counts again after an intended change:

    python -m engineshed.testing.perft [GAME ...] --update

They are kept in ``perft.toml`` next to the playthroughs.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from cyclopts import run

from engineshed.core.contract import CHANCE, AnyGame
from engineshed.core.datafile import read_toml
from engineshed.core.loop import draw_rng
from engineshed.testing.case import Playout
from engineshed.testing.playthrough import FOLDER, all_cases, file_name, folder_of, replayed

FILE = "perft.toml"
SEED = "perft"
MOST_POSITIONS, MOST_MOVES = 2000, 6
"""How far to count: the moves of at most this many positions, and sequences of at most this length."""

STAGES = {"opening": 0.0, "middle": 0.5, "late": 0.9}
"""The positions' names, and how much of the game has been played by then."""


class Count(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """There are ``counts[n - 1]`` sequences of n moves from this position."""

    playthrough: str
    """The file of the playthrough."""
    name: str
    ply: int
    """How many of its plies lead to the position."""
    counts: tuple[int, ...]


class Counts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    count: tuple[Count, ...] = ()


def perft(game: AnyGame, state: Any, ply: int, depth: int) -> int:
    """How many sequences of ``depth`` players' moves there are."""
    state, ply = _after_nature(game, state, ply)
    if depth == 1:
        return sum(1 for seat in game.rules.to_act(state) for _ in game.rules.legal(state, seat))
    return sum(
        perft(game, game.rules.apply(state, seat, move).state, ply + 1, depth - 1)
        for seat in game.rules.to_act(state)
        for move in game.rules.legal(state, seat)
    )


def divide(game: AnyGame, state: Any, ply: int, depth: int) -> dict[str, int]:
    """The count under each first move, by its text."""
    state, ply = _after_nature(game, state, ply)
    return {
        game.speech.write(state, move): perft(game, game.rules.apply(state, seat, move).state, ply + 1, depth - 1)
        if depth > 1
        else 1
        for seat in game.rules.to_act(state)
        for move in game.rules.legal(state, seat)
    }


def _after_nature(game: AnyGame, state: Any, ply: int) -> tuple[Any, int]:
    while game.rules.to_act(state) == (CHANCE,):
        state = game.rules.apply(state, CHANCE, game.rules.draw(state, draw_rng(SEED, ply))).state
        ply += 1
    return state, ply


def mismatches(playout: Playout, written: Iterable[Count]) -> list[str]:
    """Where the stored counts of this game differ from what it allows."""
    own = [count for count in written if count.playthrough == file_name(playout.case)]
    return [text for count in own if (text := _wrong(playout, count))]


def _wrong(playout: Playout, count: Count) -> str:
    game, place = playout.game, f"{count.playthrough} {count.name}"
    if len(playout.plies) < count.ply:
        return f"{place}: the game reaches ply {count.ply} no more, it ends at {len(playout.plies)}"
    state = playout.states[count.ply]
    for depth, expected in enumerate(count.counts, start=1):
        found = perft(game, state, count.ply, depth)
        if found != expected:
            under = "".join(f"\n  {text}: {n}" for text, n in divide(game, state, count.ply, depth).items())
            return f"{place}, depth {depth}: {expected} sequences are written down, there are {found}{under}"
    return ""


def read_counts(folder: Path = FOLDER) -> tuple[Count, ...]:
    file = folder / FILE
    return read_toml(file.read_text("utf-8"), file.name, Counts).count if file.exists() else ()


def counted(playout: Playout) -> list[Count]:
    """Every named position of a game, counted as deep as the limit allows."""
    found = []
    for name, share in STAGES.items():
        ply = int(len(playout.plies) * share)
        found.append(Count(file_name(playout.case), name, ply, _counts(playout.game, playout.states[ply], ply)))
    return found


def _counts(game: AnyGame, state: Any, ply: int) -> tuple[int, ...]:
    counts = [perft(game, state, ply, 1)]
    while 0 < counts[-1] <= MOST_POSITIONS and len(counts) < MOST_MOVES:
        counts.append(perft(game, state, ply, len(counts) + 1))
    return tuple(counts)


def _written(count: Count) -> str:
    fields: dict[str, Any] = msgspec.to_builtins(count)
    return "\n".join(["[[count]]", *(f"{name} = {json.dumps(value)}" for name, value in fields.items())])


def main(*games: str, update: bool = False, folder: Path | None = None) -> int:
    """Compare the stored counts with the games, or count again."""
    if update:
        for place, playouts in _by_folder(games, folder).items():
            _write(playouts, place)
        return 0
    wrong = [
        text
        for place, playouts in _by_folder(games, folder).items()
        for playout in playouts
        for text in mismatches(playout, read_counts(place))
    ]
    print("\n".join(wrong) or "every count is right")
    return 1 if wrong else 0


def _by_folder(games: Sequence[str], folder: Path | None) -> dict[Path, list[Playout]]:
    """Games that share a file with these are counted with them."""
    wanted = {folder or folder_of(case.game) for case in all_cases(games)}
    found: dict[Path, list[Playout]] = {}
    for case in all_cases():
        place = folder or folder_of(case.game)
        if place in wanted:
            found.setdefault(place, []).append(replayed(case, place))
    return found


def _write(playouts: Sequence[Playout], folder: Path) -> None:
    blocks = [_written(count) for playout in playouts for count in counted(playout)]
    text = "# python -m engineshed.testing.perft --update\n\n" + "\n\n".join(blocks) + "\n"
    (folder / FILE).write_text(text, "utf-8")


if __name__ == "__main__":
    sys.exit(run(main))
