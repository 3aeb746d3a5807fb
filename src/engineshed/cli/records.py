"""``engineshed replay`` and ``engineshed verify``: recorded games, shown again and verified."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from engineshed.cli.files import read_text
from engineshed.cli.language import Language
from engineshed.cli.phrases import Mistake, Phrases
from engineshed.cli.screen import Screen, errors, terminal
from engineshed.core.errors import Trouble
from engineshed.core.record import Record, Verdict, open_record, read_record
from engineshed.core.record import verify as verify_record
from engineshed.core.registry import find_game
from engineshed.core.table import Table
from engineshed.core.words import ENGLISH

BAD = 2
"""The exit code when a record is false."""


def replay(
    file: Path,
    /,
    *,
    at: int | None = None,
    every: Annotated[bool, Parameter(name="--all")] = False,
    language: Language = ENGLISH,
) -> None:
    """Show a recorded game: what happened, the position, the result.

    As long as a game is not over, only what everybody knows is shown.

    Parameters
    ----------
    file
        A record.
    at
        Stop after this many plies, draws included.
    every
        Show the position after every ply, not only the last one.
    """
    record = _read(file)
    game = find_game(record.game)
    table = open_record(record, game, upto=at)
    screen = Screen(game, terminal(), language)
    screen.say("replay.seating", "bold", game=game.title, players=screen.seating(record.players))
    open_hands = record.result is not None
    if not every:
        screen.log(table.plies, 1, None, everything=open_hands)
    for ply in range(1, table.ply + 1) if every else [table.ply]:
        if every:
            screen.log(table.plies[ply - 1 : ply], ply, None, everything=open_hands)
        _show_position(screen, table, ply, open_hands)
    result = game.rules.result(table.state)
    if result is not None:
        screen.result(result)
    if record.seed is not None and open_hands:
        screen.say("result.seed", seed=record.seed, hash=record.commitment)


def _show_position(screen: Screen, table: Table[Any, Any, Any], ply: int, open_hands: bool) -> None:
    """The position after this many plies, as a spectator sees it; with all hands if the game is over."""
    state = table.states[ply]
    screen.print("")
    screen.say("replay.position", "bold", ply=ply)
    screen.position(state, None)
    if open_hands:
        screen.hands(state, table.seats)


def verify(*files: Path, language: Language = ENGLISH) -> int:
    """Check records: every move against the rules, every draw against the seed, the seed against its hash.

    Parameters
    ----------
    files
        The records. All are checked, even if one is bad.
    """
    if not files:
        raise Mistake("verify")
    return max(_verify(file, Phrases(language)) for file in files)


def _verify(file: Path, phrases: Phrases) -> int:
    """The exit code for this file alone."""
    try:
        record = _read(file)
        verdict = verify_record(record, find_game(record.game))
    except Trouble as trouble:
        told = trouble.told(phrases.language)
        problem = told if str(file) in told else f"{file}: {told}"
        errors().print(phrases.text("verify.bad", problem=problem), style="red")
        return BAD
    terminal().print(_proved(file, verdict, phrases), soft_wrap=True)
    return 0


def _proved(file: Path, verdict: Verdict, phrases: Phrases) -> str:
    return phrases.text(
        "verify.ok",
        file=str(file),
        moves=verdict.moves,
        draws=verdict.draws,
        state="@verify.over" if verdict.over else "@verify.running",
        seed="@verify.proved" if verdict.draws_proved else "@verify.unproved",
    )


def _read(file: Path) -> Record:
    return read_record(read_text(file), str(file))
