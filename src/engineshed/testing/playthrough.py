"""Playthroughs: whole games as texts that a person can read in a diff.

The players' moves are read from the file and played again. So any change in the rules, the order of legal moves,
nature's draws or the notation shows, while a bot that plays better now does not. To play and write new games after an
intended change:

    python -m engineshed.testing.playthrough [GAME ...] --update

They are played by the game's own bot, with a random move now and then, so that they end as games between people do and
rare moves occur as well. Other packages keep theirs in ``data/playthroughs``; those of this repository's games are in
``tests/playthroughs``.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from difflib import unified_diff
from importlib.resources import files
from pathlib import Path
from typing import Any

from cyclopts import run

from engineshed.bots import question
from engineshed.core.contract import CHANCE, AnyGame, Illegal, Score
from engineshed.core.errors import UnreadableMoveError
from engineshed.core.options import choices
from engineshed.core.record import digest_of
from engineshed.core.registry import find_game, game_ids
from engineshed.core.rng import Rng
from engineshed.testing.case import Case, Playout, some_move

FOLDER = Path("tests/playthroughs")
HOUSE = "engineshed."
"""How the package names of this repository's games begin."""
SEED = "playthrough"
ODD = 8
"""One in this many of the bot's moves is replaced by a random legal one."""

VARIANT = "variant"
"""The option whose values are practically different games, with other phases; it becomes part of the file's name."""

PLAYED = re.compile(r"(?:: |, )([^][,\n]+) \(\d+\)")
"""A player's move in a transcript, with the number of moves that were legal."""


def playthrough_cases(game: AnyGame) -> list[Case]:
    """One for each board and one for each variant of the game, alternating between numbers of seats near three."""
    boards: list[str | None] = [*game.boards.maps()] or [None]
    tables: list[tuple[str | None, dict[str, Any]]] = [(board, {}) for board in boards]
    tables += [(boards[0], {VARIANT: name}) for name in _variants(game)]
    middling = [seats for seats in game.seats if seats in {2, 3, 4}] or [game.seats[0]]
    return [
        Case(game, middling[number % len(middling)], board, options, SEED)
        for number, (board, options) in enumerate(tables)
    ]


def _variants(game: AnyGame) -> list[str]:
    """The values of that option other than its default."""
    if VARIANT not in game.rules.options.__struct_fields__:
        return []
    return [name for name in choices(game.rules.options, VARIANT) if name != getattr(game.rules.options(), VARIANT)]


def folder_of(game: AnyGame) -> Path:
    """Where the playthroughs of a game are kept."""
    if not game.package or game.package.startswith(HOUSE):
        return FOLDER
    return Path(str(files(game.package))) / "data" / "playthroughs"


def file_name(case: Case) -> str:
    parts = (case.game.id, case.board, *case.options.values())
    return "-".join(str(part) for part in parts if part) + ".txt"


# -- playing --------------------------------------------------------------------------------------------------------


def played(case: Case) -> Playout:
    """A new game: the bot plays every seat, except for a random move now and then."""
    game, table = case.game, case.table()
    bot = game.bots.make(game.bots.usual)
    while not table.over:
        if Rng("odd", case.seed, table.ply).below(ODD):
            seat = table.to_act()[0]
            table.play(seat, bot.choose(question(game, table.state, seat, seed=case.seed, ply=table.ply)))
        else:
            table.play(*some_move(game, table.state, case.seed, table.ply))
    return Playout(case, table)


def replayed(case: Case, folder: Path | None = None) -> Playout:
    """The game of a file, as far as the rules still allow it."""
    table = case.table()
    for text in PLAYED.findall(_written(case, folder)):
        try:
            table.play(table.to_act()[0], table.read(text))
        except (Illegal, UnreadableMoveError, IndexError):
            break
    return Playout(case, table)


def _written(case: Case, folder: Path | None) -> str:
    file = (folder or folder_of(case.game)) / file_name(case)
    return file.read_text("utf-8") if file.exists() else ""


# -- writing --------------------------------------------------------------------------------------------------------


def transcript(playout: Playout) -> str:
    """The game turn by turn, the scores after each round, the result and the digest."""
    lines = [
        str(playout.case),
        f"version {playout.game.version}; behind each move, how many were legal; nature's moves in brackets",
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
        if current is None or game.rules.round(state) != current[0]:
            lines += ["", f"round {game.rules.round(state)}: {_scores(playout, state)}"]
        elif ply.seat in {CHANCE, current[1]}:
            lines[-1] += f", {_move(playout, ply.seat, ply.text, state)}"
            continue
        lines.append(f"{_name(playout, ply.seat)}: {_move(playout, ply.seat, ply.text, state)}")
        current = game.rules.round(state), ply.seat
    return lines


def _move(playout: Playout, seat: int, text: str, state: Any) -> str:
    if seat == CHANCE:
        return f"[{text}]"
    rules = playout.game.rules
    return f"{text} ({sum(1 for other in rules.to_act(state) for _ in rules.legal(state, other))})"


def _name(playout: Playout, seat: int) -> str:
    return "nature" if seat == CHANCE else playout.game.seat_names[seat]


def _scores(playout: Playout, state: Any) -> str:
    scores = playout.game.rules.scores(state)
    return ", ".join(f"{_name(playout, seat)} {score.total}" for seat, score in enumerate(scores))


def _result(playout: Playout) -> list[str]:
    result = playout.game.rules.result(playout.table.state)
    if result is None:
        return ["", "The game cannot be played on as it was"]
    order = sorted(range(len(result.ranks)), key=lambda seat: (result.ranks[seat], seat))
    places = [f"{result.ranks[seat]}. {_name(playout, seat)} {_sum(result.scores[seat])}" for seat in order]
    return ["", playout.game.speech.words.say(result.reason), *places]


def _sum(score: Score) -> str:
    parts = " + ".join(f"{name} {points}" for name, points in score.parts.items())
    return f"{score.total} = {parts}; tie-break {', '.join(str(value) for value in score.tiebreak) or 'none'}"


# -- comparing ------------------------------------------------------------------------------------------------------


def difference(case: Case, folder: Path | None = None) -> str:
    """Where the game differs from its file; empty if it does not."""
    lines = _written(case, folder).splitlines(), transcript(replayed(case, folder)).splitlines()
    name = file_name(case)
    return "\n".join(unified_diff(*lines, f"{name}, as written", f"{name}, as played", lineterm="", n=1))


def all_cases(games: Sequence[str] = ()) -> list[Case]:
    """The cases of these games, or of all that are registered."""
    return [case for game_id in games or game_ids() for case in playthrough_cases(find_game(game_id))]


def main(*games: str, update: bool = False, folder: Path | None = None) -> int:
    """Compare games with their files, or play and write new ones."""
    cases = all_cases(games)
    if update:
        _write(cases, folder)
        return 0
    changed = [text for case in cases if (text := difference(case, folder))]
    print("\n".join(changed) or "every game is played as it is written")
    return 1 if changed else 0


def _write(cases: Iterable[Case], folder: Path | None) -> None:
    for case in cases:
        place = folder or folder_of(case.game)
        place.mkdir(parents=True, exist_ok=True)
        (place / file_name(case)).write_text(transcript(played(case)), "utf-8")


if __name__ == "__main__":
    sys.exit(run(main))
