"""Playthroughs: one random game per board as a text that a person can read in a diff.

Whatever changes in the rules, in the order of legal moves or in the notation shows in these files. To write
them anew after a change that is meant:

    python -m engineshed.testing.playthrough --update
"""

from __future__ import annotations

import sys
from difflib import unified_diff
from pathlib import Path
from typing import Any

from cyclopts import run

from engineshed.core.contract import CHANCE, AnyGame, Score
from engineshed.core.record import digest_of
from engineshed.core.registry import find_game, game_ids
from engineshed.testing.case import Case, Playout

FOLDER = Path("tests/playthroughs")
SEED = "playthrough"


def playthrough_cases(game: AnyGame) -> list[Case]:
    """One for each board, the numbers of seats near three in turn."""
    middling = [seats for seats in game.seats if seats in {2, 3}] or [game.seats[0]]
    boards: list[str | None] = [*game.maps()] or [None]
    return [
        Case(game, middling[number % len(middling)], board, {}, SEED) for number, board in enumerate(boards, start=1)
    ]


def file_name(case: Case) -> str:
    return f"{case.game.id}-{case.board}.txt" if case.board else f"{case.game.id}.txt"


def transcript(case: Case) -> str:
    """The game turn by turn, the scores after each round, the result and the digest."""
    playout = Playout(case)
    lines = [
        str(case),
        f"version {case.game.version}; behind each move, how many were legal; nature's moves in brackets",
        *_turns(playout),
        *_result(playout),
        f"digest {digest_of(playout.table)}",
    ]
    return "\n".join(lines) + "\n"


def _turns(playout: Playout) -> list[str]:
    """A line for each turn, nature's moves included; a new round begins with its number and the scores."""
    game, table = playout.game, playout.table
    lines: list[str] = []
    current: tuple[int, int] | None = None
    for ply, state in zip(table.plies, table.states, strict=False):
        if current is None or game.round(state) != current[0]:
            lines += ["", f"round {game.round(state)}: {_scores(playout, state)}"]
        elif ply.seat in {CHANCE, current[1]}:
            lines[-1] += f", {_move(playout, ply.seat, ply.text, state)}"
            continue
        lines.append(f"{_name(playout, ply.seat)}: {_move(playout, ply.seat, ply.text, state)}")
        current = game.round(state), ply.seat
    return lines


def _move(playout: Playout, seat: int, text: str, state: Any) -> str:
    if seat == CHANCE:
        return f"[{text}]"
    return f"{text} ({sum(1 for other in playout.game.to_act(state) for _ in playout.game.legal(state, other))})"


def _name(playout: Playout, seat: int) -> str:
    return "nature" if seat == CHANCE else playout.game.seat_names[seat]


def _scores(playout: Playout, state: Any) -> str:
    scores = playout.game.scores(state)
    return ", ".join(f"{_name(playout, seat)} {score.total}" for seat, score in enumerate(scores))


def _result(playout: Playout) -> list[str]:
    result = playout.game.result(playout.table.state)
    if result is None:
        raise AssertionError("the game is over without a result")
    order = sorted(range(len(result.ranks)), key=lambda seat: (result.ranks[seat], seat))
    places = [f"{result.ranks[seat]}. {_name(playout, seat)} {_sum(result.scores[seat])}" for seat in order]
    return ["", playout.game.words.say(result.reason), *places]


def _sum(score: Score) -> str:
    parts = " + ".join(f"{name} {points}" for name, points in score.parts.items())
    return f"{score.total} = {parts}; tie-break {', '.join(str(value) for value in score.tiebreak) or 'none'}"


def difference(case: Case, folder: Path = FOLDER) -> str:
    """What this game plays otherwise than its file says; empty when nothing."""
    file = folder / file_name(case)
    before = file.read_text("utf-8") if file.exists() else ""
    lines = before.splitlines(), transcript(case).splitlines()
    return "\n".join(unified_diff(*lines, f"{file.name}, as written", f"{file.name}, as played", lineterm="", n=1))


def main(*, update: bool = False, folder: Path = FOLDER) -> int:
    """Compare every registered game with its files, or write them anew."""
    code = 0
    for case in (case for game_id in game_ids() for case in playthrough_cases(find_game(game_id))):
        if update:
            (folder / file_name(case)).write_text(transcript(case), "utf-8")
        elif changed := difference(case, folder):
            print(changed)
            code = 1
    return code


if __name__ == "__main__":
    sys.exit(run(main))
