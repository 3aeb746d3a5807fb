"""``engineshed play``: a game in the terminal, against bots or with several people around one screen."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import Any

from engineshed.bots.player import Player
from engineshed.cli.arguments import MapName, Settings, read_bots, seats_or_usual, set_up
from engineshed.cli.datafolder import DataFolder, announced
from engineshed.cli.files import read_text
from engineshed.cli.language import Language
from engineshed.cli.phrases import Mistake, game_language
from engineshed.cli.screen import HUMAN, Screen, terminal
from engineshed.cli.session import Session
from engineshed.core.contract import AnyGame
from engineshed.core.errors import BadRecordError, UnknownNameError
from engineshed.core.record import Record, open_record, read_record
from engineshed.core.record import verify as verify_record
from engineshed.core.registry import find_game
from engineshed.core.resuming import carried_on, rules_are_gone
from engineshed.core.table import Table
from engineshed.core.words import ENGLISH, Param
from engineshed.terminal.look import Look

USUAL_SEATS = 3
"""One person and two bots."""

Seated = Player | None
"""A bot, or None for a person."""


def play(
    game: str | None = None,
    /,
    *,
    seats: int | None = None,
    map_: MapName = None,
    data: DataFolder = None,
    option: Settings = (),
    bots: str | None = None,
    humans: int | None = None,
    seat: str | None = None,
    seed: str | None = None,
    name: str = "",
    resume: Path | None = None,
    end_turn: bool | None = None,
    language: Language = ENGLISH,
) -> None:
    """Play in the terminal.

    Parameters
    ----------
    game
        Which game, for example steam-power; not needed with --resume.
    seats
        How many players; 3 if not given, or the nearest number that the game allows. With 1, the solo game.
    bots
        The other players: names of bots with commas between them; the list is repeated round the table.
    humans
        How many people share this screen; they sit next to each other.
    seat
        Where the first person sits, by colour or number; the first seat if not given.
    seed
        Any text; it decides all draws. If not given, a secret one is made.
    name
        The name of the table in its record.
    resume
        Continue the saved game in this file, which also says everything else.
    end_turn
        Ask before a turn ends, so that its last move can be taken back. If not given: at a terminal, against bots.
    """
    if resume is not None:
        if any(given is not None for given in (game, seats, map_, data, bots, humans, seat, seed)) or option or name:
            raise Mistake("resume-alone")
        session = _resumed(resume, language)
    elif game is None:
        raise Mistake("which-game")
    else:
        chosen = find_game(game)
        count = seats_or_usual(chosen, seats, USUAL_SEATS)
        texts = announced(chosen, data, language)
        table = set_up(chosen, count, map_, option, texts=texts, seed=seed or token_hex(16), name=name)
        people = _people(chosen, count, 1 if humans is None else humans, seat, language)
        seating = _seating(chosen, count, people, read_bots(chosen, bots or chosen.bots.for_newcomers()))
        session = _session(table, seating, language)
    against_bots = any(bot is not None for bot in session.bots)
    session.end_turn = against_bots and sys.stdin.isatty() if end_turn is None else end_turn
    _remember_typed_lines()
    session.run()


def _people(game: AnyGame, seats: int, humans: int, seat: str | None, language: str) -> list[int]:
    """The seats where people sit."""
    if not 1 <= humans <= seats:
        raise Mistake("humans", seats=seats, humans=humans)
    first = 0 if seat is None else _seat_number(game, seats, seat, language)
    return [(first + n) % seats for n in range(humans)]


def _seat_number(game: AnyGame, seats: int, typed: str, language: str) -> int:
    """A seat by its colour, in English or the reader's language, or by its number, counted from 1."""
    if typed.isdecimal() and 1 <= int(typed) <= seats:
        return int(typed) - 1
    names, look = game.seat_names[:seats], Look(game, game.speech.words_in(game_language(game, language)))
    for number, name in enumerate(names):
        if typed.lower() in {name, look.name(number).lower()}:
            return number
    raise UnknownNameError("seat", typed, names)


def _seating(game: AnyGame, seats: int, people: list[int], bots: tuple[str, ...]) -> list[Seated]:
    """The bots in the order of their list, on the seats that people leave free."""
    free = [seat for seat in range(seats) if seat not in people]
    names = {seat: bots[n % len(bots)] for n, seat in enumerate(free)}
    return [None if seat in people else Player(game, names[seat]) for seat in range(seats)]


def _resumed(path: Path, language: str) -> Session:
    """A session with a saved game, after its record has been verified."""
    record = read_record(read_text(path), str(path))
    if record.seed is None:
        raise Mistake("no-seed", file=str(path))
    game = find_game(record.game)
    verify_record(record, game)
    table = _opened(path, record, game)
    table.let_nature_move()
    if len(record.players) != record.seats or HUMAN not in record.players:
        raise Mistake("nobody", file=str(path))
    session = _session(table, [None if name == HUMAN else Player(game, name) for name in record.players], language)
    session.file = path
    return session


def _opened(path: Path, record: Record, game: AnyGame) -> Table[Any, Any, Any]:
    """The table where the record ends; if its rules are gone, under the current rules, as long as these allow all its
    moves."""
    if not rules_are_gone(record, game):
        return open_record(record, game)
    versions: dict[str, Param] = {"game": game.title, "found": record.version, "version": game.version}
    if record.result is not None:
        raise Mistake("gone-over", file=str(path), **versions)
    try:
        return carried_on(record, game)
    except BadRecordError as error:
        raise Mistake("gone", file=str(path), why=error, **versions) from None


def _session(table: Table[Any, Any, Any], seating: list[Seated], language: str) -> Session:
    return Session(table, Screen(table.game, terminal(), language), seating)


def _remember_typed_lines() -> None:
    """Load readline, so that the arrow keys bring back earlier lines."""
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401, PLC0415
