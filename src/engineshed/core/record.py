"""A game on paper: options, seed and moves in text. Everything else is computed from them.

The file is JSON with one move a line, so that two records can be compared in a diff. ``verify`` replays it:
every move against the rules, every draw against the seed, the seed against the hash shown at the start.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import msgspec

from engineshed.core.contract import CHANCE, AnyGame, Illegal, Refused, Result, Seat
from engineshed.core.errors import BadRecordError, Trouble, shown
from engineshed.core.loop import draw_rng
from engineshed.core.misfits import misfit
from engineshed.core.table import Table, commitment

FORMAT = 1
"""The version of the file format. The version of the game is a separate number in the same file."""

Doc = dict[str, Any]
Moves = tuple[tuple[int, str], ...]

MIGRATIONS: dict[int, Callable[[Doc], Doc]] = {}
"""``MIGRATIONS[n]`` turns a document of format n into one of format n + 1."""


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A written game. ``seed`` is None while it must not be known."""

    format: int
    game: str
    version: int
    seats: int
    options: Doc
    table: str
    players: tuple[str, ...]
    commitment: str
    moves: Moves
    digest: str
    seed: str | None = None
    result: Doc | None = None

    def without_seed(self) -> Record:
        """What may be shown during the game; holding back the draws of hidden things is up to the caller."""
        return msgspec.structs.replace(self, seed=None)


def record_of(table: Table[Any, Any, Any], players: tuple[str, ...] = ()) -> Record:
    """The table's game so far, seed included: keep it where the players cannot read it."""
    result = table.game.rules.result(table.state)
    moves = tuple((int(ply.seat), ply.text) for ply in table.plies)
    return Record(
        format=FORMAT,
        game=table.game.id,
        version=table.game.version,
        seats=table.seats,
        options=table.options_doc(),
        table=table.name,
        players=players or tuple(table.game.seat_names[: table.seats]),
        commitment=table.commitment,
        moves=moves,
        digest=_digest(table.game, table.seats, table.options_doc(), moves, result),
        seed=table.seed,
        result=_plain(result),
    )


def _plain(result: Result | None) -> Any:
    """As it is read from a file: lists, not tuples."""
    return msgspec.json.decode(msgspec.json.encode(result))


def digest_of(table: Table[Any, Any, Any]) -> str:
    """A fingerprint of the game: the same moves with the same result always have the same one."""
    return record_of(table).digest


def _digest(game: AnyGame, seats: int, options: Doc, moves: Moves, result: Result | None) -> str:
    content = [game.id, game.version, seats, options, moves, _plain(result)]
    return sha256(json.dumps(content, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def write_record(record: Record) -> str:
    """JSON, one move a line."""
    doc: Doc = msgspec.to_builtins(record)
    moves = doc.pop("moves")
    head = json.dumps(doc, indent=1, ensure_ascii=False)
    lines = ",\n".join("  " + json.dumps(move, ensure_ascii=False) for move in moves)
    body = f"[\n{lines}\n ]" if moves else "[]"
    return f'{head[:-2]},\n "moves": {body}\n}}\n'


def read_record(text: str, source: str = "@source.record") -> Record:
    """Parse a record of this or an earlier format; raises ``BadRecordError`` with the place."""
    try:
        doc = json.loads(text)
        json.dumps(doc, ensure_ascii=False).encode()  # half a surrogate pair has no bytes to hash
    except json.JSONDecodeError as error:
        raise BadRecordError("record.cut-off", source=source, line=error.lineno, problem=error.msg) from None
    except RecursionError:
        raise BadRecordError("record.nested", source=source) from None
    except ValueError:
        raise BadRecordError("record.unreadable", source=source) from None
    if not isinstance(doc, dict) or not isinstance(doc.get("format"), int):
        raise BadRecordError("record.no-format", source=source)
    try:
        return msgspec.convert(_migrated(doc, source), Record)
    except msgspec.ValidationError as error:
        found = misfit(error)
        raise BadRecordError("record.misfit", source=source, path=found.path, problem=found.problem) from None


def _migrated(doc: Doc, source: str) -> Doc:
    while doc["format"] != FORMAT:
        step = MIGRATIONS.get(doc["format"])
        if step is None:
            raise BadRecordError("record.format", source=source, format=doc["format"], most=FORMAT)
        doc = step(doc)
    return doc


def open_record(record: Record, game: AnyGame, *, upto: int | None = None) -> Table[Any, Any, Any]:
    """The table as it was after ``upto`` plies (all by default). Every move is checked against the rules."""
    if record.game != game.id:
        raise BadRecordError("record.other-game", found=shown(record.game), game=game.id)
    if record.version != game.version:
        raise BadRecordError("record.version", found=record.version, game=game.title, version=game.version)
    if upto is not None and not 0 <= upto <= len(record.moves):
        raise Trouble("record.no-ply", most=len(record.moves), ply=upto)
    table = _empty_table(record, game)
    for number, (seat, text) in enumerate(record.moves[:upto], start=1):
        try:
            table.replay(Seat(seat), table.read(text))
        except Illegal as refusal:
            refused = Refused(game, refusal)
            raise BadRecordError(
                "record.refused", number=number, move=shown(text), rule=refusal.rule, problem=refused
            ) from None
        except Trouble as trouble:
            raise BadRecordError("record.bad-move", number=number, move=shown(text), problem=trouble) from None
    table.seed, table.commitment = record.seed, record.commitment
    return table


def _empty_table(record: Record, game: AnyGame) -> Table[Any, Any, Any]:
    try:
        return Table(game, record.seats, record.options, seed=None, name=record.table)
    except Trouble as trouble:
        raise BadRecordError("record.no-table", problem=trouble) from None


class Verdict(msgspec.Struct, frozen=True):
    """What ``verify`` has found to be true."""

    moves: int
    draws: int
    over: bool
    draws_proved: bool
    """The seed is there, it fits the hash, and every draw follows from it."""


def verify(record: Record, game: AnyGame) -> Verdict:
    """Replay a record and compare everything that can be compared; raises ``BadRecordError`` at the first falsehood."""
    table = open_record(record, game)
    result = game.rules.result(table.state)
    if record.seed is not None:
        _prove_draws(record.seed, record, table)
    if record.result != _plain(result):
        raise BadRecordError("record.result")
    if record.digest != digest_of(table):
        raise BadRecordError("record.digest")
    draws = sum(1 for seat, _ in record.moves if seat == CHANCE)
    return Verdict(len(record.moves) - draws, draws, result is not None, record.seed is not None)


def _prove_draws(seed: str, record: Record, table: Table[Any, Any, Any]) -> None:
    if commitment(seed, record.table) != record.commitment:
        raise BadRecordError("record.seed")
    for number, ply in enumerate(table.plies):
        if ply.seat != CHANCE:
            continue
        drawn = table.game.rules.draw(table.states[number], draw_rng(seed, number))
        if drawn != ply.move:
            honest = table.game.speech.write(table.states[number], drawn)
            raise BadRecordError("record.draw", number=number + 1, move=ply.text, honest=honest)
