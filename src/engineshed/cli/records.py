"""``engineshed replay`` and ``engineshed verify``: recorded games, shown again and verified."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from engineshed.cli.files import read_text
from engineshed.cli.language import Language
from engineshed.cli.phrases import Mistake, Phrases
from engineshed.cli.screen import Screen, errors, terminal
from engineshed.core.contract import AnyGame
from engineshed.core.errors import Trouble
from engineshed.core.record import Record, Verdict, open_part, open_record, parts_of, read_record
from engineshed.core.record import verify as verify_record
from engineshed.core.registry import find_game
from engineshed.core.table import Table
from engineshed.core.words import ENGLISH

BAD = 2
"""The exit code when a record is false."""
NOT_ALL = 1
"""The exit code when nothing in a record is false, but a part of it cannot be replayed here."""


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
    screen = Screen(game, terminal(), language)
    table = _opened(record, game, at)
    screen.say("replay.seating", "bold", game=game.title, players=screen.seating(record.players))
    shown = Shown(record, screen, every=every, open_hands=record.result is not None)
    for number in range(len(parts_of(record)) if table is None else len(table.before.parts)):
        shown.part(number, open_part(record, game, number))
    if table is not None:
        shown.part(len(table.before.parts), table)
        if not every:
            shown.position(table, table.ply)
        result = game.rules.result(table.state)
        if result is not None:
            screen.result(result)
    if record.seed is not None and shown.open_hands:
        screen.say("result.seed", seed=record.seed, hash=record.commitment)


def _opened(record: Record, game: AnyGame, at: int | None) -> Table[Any, Any, Any] | None:
    """The part of the record with this ply; None if its rules are gone, and only its moves can be shown."""
    if at is None and open_part(record, game, len(parts_of(record)) - 1, 0) is None:
        return None
    return open_record(record, game, upto=at)


class Shown:
    """A record as it is shown, part by part."""

    def __init__(self, record: Record, screen: Screen, *, every: bool, open_hands: bool) -> None:
        self.record, self.screen, self.every, self.open_hands = record, screen, every, open_hands

    def part(self, number: int, table: Table[Any, Any, Any] | None) -> None:
        """What happened in a part of the record; only the texts of the moves if its rules are gone."""
        part = parts_of(self.record)[number]
        first = sum(before.moves for before in parts_of(self.record)[:number])
        if number:
            self.screen.say("replay.version", "bold", version=part.version)
        if table is None:
            self.screen.say("replay.only-moves", version=part.version)
            self.screen.texts(self.record.moves[first : first + part.moves], first + 1, everything=self.open_hands)
            return
        for ply in range(1, table.ply + 1):
            self.screen.log(table.plies[ply - 1 : ply], first + ply, None, everything=self.open_hands)
            if self.every:
                self.position(table, ply)

    def position(self, table: Table[Any, Any, Any], ply: int) -> None:
        """The position after this many plies of a part, as a spectator sees it; with all hands if the game is over."""
        state = table.states[ply]
        self.screen.print("")
        self.screen.say("replay.position", "bold", ply=len(table.before.moves) + ply)
        self.screen.position(state, None)
        if self.open_hands:
            self.screen.hands(state, table.seats)


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
    return 0 if verdict.whole else NOT_ALL


def _proved(file: Path, verdict: Verdict, phrases: Phrases) -> str:
    heading = phrases.text(
        "verify.ok" if verdict.whole else "verify.in-part",
        file=str(file),
        moves=verdict.moves,
        draws=verdict.draws,
        state="@verify.over" if verdict.over else "@verify.ended" if verdict.ended else "@verify.running",
        seed="@verify.proved" if verdict.draws_proved else "@verify.unproved",
    )
    unknown = [part for part in verdict.parts if not part.replayed]
    lines = [phrases.text("verify.unknown", first=part.first, last=part.last, version=part.version) for part in unknown]
    if verdict.notes:
        lines.append(phrases.text("verify.notes", notes=verdict.notes))
    return "\n".join([heading, *lines])


def _read(file: Path) -> Record:
    return read_record(read_text(file), str(file))
