"""``engineshed replay`` and ``engineshed verify``: written games, told again and proved."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from engineshed.cli.files import read_text
from engineshed.cli.screen import Screen, errors, terminal
from engineshed.core.errors import Trouble
from engineshed.core.record import Record, Verdict, open_record, read_record
from engineshed.core.record import verify as verify_record
from engineshed.core.registry import find_game
from engineshed.core.table import Table
from engineshed.terminal.tables import counted

BAD = 2
"""The exit code when a record is not what it says."""


def replay(file: Path, /, *, at: int | None = None, every: Annotated[bool, Parameter(name="--all")] = False) -> None:
    """Tell a written game: what happened, the position, the result.

    While a game is not over, only what everybody knows is told.

    Parameters
    ----------
    file
        A record.
    at
        Stop after so many plies, nature's draws included.
    every
        Show the position after every ply, not only the last one.
    """
    record = _read(file)
    game = find_game(record.game)
    table = open_record(record, game, upto=at)
    screen = Screen(game, terminal())
    screen.say(f"{game.title}, {', '.join(_seating(record, game.seat_names))}", "bold")
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
        screen.say(f"The seed was {record.seed!r}; the hash shown at the start is {record.commitment}.")


def _seating(record: Record, names: Any) -> list[str]:
    return [f"{name} {player}" for name, player in zip(names, record.players, strict=False)]


def _show_position(screen: Screen, table: Table[Any, Any, Any], ply: int, open_hands: bool) -> None:
    """The position after so many plies: as a spectator sees it, with all hands where the game is over."""
    state = table.states[ply]
    screen.say(f"\nThe position after ply {ply}", "bold")
    screen.position(state, None)
    if open_hands:
        screen.hands(state, table.seats)


def verify(*files: Path) -> int:
    """Prove records: every move against the rules, every draw against the seed, the seed against its hash.

    Parameters
    ----------
    files
        Records. All are checked, even if one is bad.
    """
    if not files:
        raise Trouble("verify needs at least one record, for example: engineshed verify game.json")
    return max(_verify(file) for file in files)


def _verify(file: Path) -> int:
    """The exit code for this file alone."""
    try:
        record = _read(file)
        verdict = verify_record(record, find_game(record.game))
    except Trouble as trouble:
        sentence = str(trouble) if str(file) in str(trouble) else f"{file}: {trouble}"
        errors().print(f"BAD  {sentence}", style="red")
        return BAD
    terminal().print(f"ok   {file}: {_proved(verdict)}", soft_wrap=True)
    return 0


def _proved(verdict: Verdict) -> str:
    over = "the game is over" if verdict.over else "the game goes on"
    draws = "the seed proves every draw" if verdict.draws_proved else "without the seed, the draws are not proved"
    replayed = f"{counted(verdict.moves, 'move')} and {counted(verdict.draws, 'draw')}"
    return f"{replayed} replayed, {over}, {draws}"


def _read(file: Path) -> Record:
    return read_record(read_text(file), str(file))
