"""``engineshed play``: sit down at a table, against bots or around one screen."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import Any

from engineshed.bots.player import Player
from engineshed.cli.arguments import MapName, Settings, read_bots, set_up, usual_bot
from engineshed.cli.files import read_text
from engineshed.cli.screen import Screen, terminal
from engineshed.cli.session import HUMAN, Session
from engineshed.core.contract import AnyGame
from engineshed.core.errors import Trouble, UnknownNameError
from engineshed.core.record import open_record, read_record
from engineshed.core.record import verify as verify_record
from engineshed.core.registry import find_game
from engineshed.core.table import Table

Seated = Player | None
"""A bot with its name, or None for a person."""


def play(
    game: str | None = None,
    /,
    *,
    seats: int | None = None,
    map_: MapName = None,
    option: Settings = (),
    bots: str | None = None,
    humans: int | None = None,
    seat: str | None = None,
    seed: str | None = None,
    name: str = "",
    resume: Path | None = None,
) -> None:
    """Play in the terminal.

    Parameters
    ----------
    game
        Which game, for example steam-power; not needed with --resume.
    seats
        How many players, 3 if not given. One seat is the solo game, where there is one.
    bots
        The other players, their names with commas between them; the list goes round the table.
    humans
        How many people share this screen; they sit next to each other.
    seat
        Where the first person sits, by colour or number; the first seat if not given.
    seed
        Any text that fixes all draws; a secret one is made if not given.
    name
        What the table is called in its record.
    resume
        Go on with a saved game. Everything else then stands in the file.
    """
    if resume is not None:
        if any(given is not None for given in (game, seats, map_, bots, humans, seat, seed)) or option or name:
            raise Trouble("with --resume nothing else is given: the saved file says what is played, and by whom")
        session = _resumed(resume)
    elif game is None:
        raise Trouble("which game? engineshed games lists them")
    else:
        chosen = find_game(game)
        count = _usual_seats(chosen) if seats is None else seats
        table = set_up(chosen, count, map_, option, seed=seed or token_hex(16), name=name)
        people = _people(chosen, count, 1 if humans is None else humans, seat)
        session = _session(table, _seating(chosen, count, people, read_bots(chosen, bots or usual_bot(chosen))))
    _remember_typed_lines()
    session.run()


def _usual_seats(game: AnyGame) -> int:
    return 3 if 3 in game.seats else game.seats[0]


def _people(game: AnyGame, seats: int, humans: int, seat: str | None) -> list[int]:
    """The seats where people sit."""
    if not 1 <= humans <= seats:
        raise Trouble(f"--humans is a number from 1 to {seats}, the seats of this table, not {humans}")
    first = 0 if seat is None else _seat_number(game, seats, seat)
    return [(first + n) % seats for n in range(humans)]


def _seat_number(game: AnyGame, seats: int, typed: str) -> int:
    """A seat by its colour, or by its number counted from 1 as people count."""
    names = list(game.seat_names[:seats])
    if typed.isdecimal() and 1 <= int(typed) <= seats:
        return int(typed) - 1
    if typed.lower() not in names:
        raise UnknownNameError("seat", typed, names)
    return names.index(typed.lower())


def _seating(game: AnyGame, seats: int, people: list[int], bots: tuple[str, ...]) -> list[Seated]:
    """The bots in the order of their list on the seats that people leave free."""
    free = [seat for seat in range(seats) if seat not in people]
    names = {seat: bots[n % len(bots)] for n, seat in enumerate(free)}
    return [None if seat in people else Player(game, names[seat]) for seat in range(seats)]


def _resumed(path: Path) -> Session:
    """The table of a saved game, after its record has been proved."""
    record = read_record(read_text(path), str(path))
    if record.seed is None:
        raise Trouble(f"{path} has no seed, so nothing more can be drawn; it can be replayed but not resumed")
    game = find_game(record.game)
    verify_record(record, game)
    table = open_record(record, game)
    table.let_nature_move()
    if len(record.players) != record.seats or HUMAN not in record.players:
        raise Trouble(f"{path} names no player {HUMAN!r}, so nobody here can go on with it")
    session = _session(table, [None if name == HUMAN else Player(game, name) for name in record.players])
    session.file = path
    return session


def _session(table: Table[Any, Any, Any], seating: list[Seated]) -> Session:
    return Session(table, Screen(table.game, terminal()), seating)


def _remember_typed_lines() -> None:
    """Where there is readline, the arrow keys bring back what was typed."""
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401, PLC0415
