"""A game in writing: options, seed and moves in text. Everything else is computed from them.

The file is JSON with one move a line, so that two records can be compared in a diff. ``verify`` replays it:
every move against the rules, every draw against the seed, the seed against the hash shown at the start. A game that
was begun under one version of the rules and went on under the next has parts, each with the position it begins from.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from hashlib import sha256
from itertools import accumulate
from typing import Any, NamedTuple

import msgspec

from engineshed.core.contract import CHANCE, AnyGame, Illegal, Refused, Result, Seat
from engineshed.core.earlier import Doc
from engineshed.core.errors import BadRecordError, Trouble, shown
from engineshed.core.loop import draw_rng
from engineshed.core.misfits import misfit
from engineshed.core.notes import ENDED, Note, Noted, first_false
from engineshed.core.table import Before, Moves, Part, Table, commitment
from engineshed.core.versions import carried, game_of

FORMAT = 3
"""The newest version of the file format, with notes. The version of the game is a separate number in the same file."""
IN_PARTS = 2
"""The format of a record with parts and without notes."""
IN_ONE_PART = 1
"""The format of a record without either, which is how most are written."""
FORMATS = (IN_ONE_PART, IN_PARTS, FORMAT)

MIGRATIONS: dict[int, Callable[[Doc], Doc]] = {}
"""``MIGRATIONS[n]`` turns a document of format n into one of format n + 1."""


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game in writing. ``seed`` is None as long as it must stay secret."""

    format: int
    game: str
    version: int
    """The version of the rules; of the last part, if there are several."""
    seats: int
    options: Doc
    table: str
    players: tuple[str, ...]
    commitment: str
    moves: Moves
    digest: str
    seed: str | None = None
    result: Doc | None = None
    parts: tuple[Part, ...] | msgspec.UnsetType = msgspec.UNSET
    """Left out if the game was played under one version, from the usual start."""
    notes: tuple[Noted, ...] | msgspec.UnsetType = msgspec.UNSET
    """Who left and came back, whose time was up, and what was voted; left out if nothing of the kind happened."""

    def without_seed(self) -> Record:
        """What may be shown during the game; hiding secret draws is up to the caller."""
        return msgspec.structs.replace(self, seed=None)


def record_of(table: Table[Any, Any, Any], players: tuple[str, ...] = ()) -> Record:
    """The table's game so far, seed included: keep it where the players cannot read it."""
    moves = tuple((int(ply.seat), ply.text) for ply in table.plies)
    part = Part(table.game.version, len(moves), table.start)
    return written(
        game=table.game,
        seats=table.seats,
        options=table.options_doc(),
        table=table.name,
        players=players or tuple(table.game.seat_names[: table.seats]),
        moves=(*table.before.moves, *moves),
        seed=table.seed,
        commitment=table.commitment,
        result=plain(table.game.rules.result(table.state)),
        parts=(*table.before.parts, part),
    )


def written(*, game: AnyGame, parts: tuple[Part, ...], notes: tuple[Noted, ...] = (), **fields: Any) -> Record:
    """A record with its format, version, parts and digest."""
    several = len(parts) > 1 or parts[0].start is not None
    record = Record(
        format=FORMAT if notes else IN_PARTS if several else IN_ONE_PART,
        game=game.id,
        version=parts[-1].version,
        digest="",
        parts=parts if several else msgspec.UNSET,
        notes=notes or msgspec.UNSET,
        **fields,
    )
    return msgspec.structs.replace(record, digest=_digest(record))


def plain(result: Result | Doc | None) -> Any:
    """The document as it would be read from a file, with lists instead of tuples."""
    return msgspec.json.decode(msgspec.json.encode(result))


def digest_of(table: Table[Any, Any, Any]) -> str:
    """A fingerprint of the game: the same moves with the same result always have the same one."""
    return record_of(table).digest


def _digest(record: Record) -> str:
    content = [record.game, record.version, record.seats, record.options, record.moves, record.result]
    if record.parts is not msgspec.UNSET:
        content.append(msgspec.to_builtins(record.parts))
    if record.notes is not msgspec.UNSET:
        content.append(msgspec.to_builtins(record.notes))
    return sha256(json.dumps(content, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def write_record(record: Record) -> str:
    """A record as JSON, one move a line."""
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
        raise BadRecordError("record.cut-off", source=source, line=error.lineno) from None
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
    while doc["format"] not in FORMATS:
        step = MIGRATIONS.get(doc["format"])
        if step is None:
            raise BadRecordError("record.format", source=source, format=doc["format"], most=FORMAT)
        doc = step(doc)
    return doc


def parts_of(record: Record) -> tuple[Part, ...]:
    """The parts of a record, at least one; raises ``BadRecordError`` if they do not fit the moves."""
    if record.parts is msgspec.UNSET:
        return (Part(record.version, len(record.moves)),)
    parts = record.parts
    begins = [part.start is not None for part in parts]
    fits = (
        record.format >= IN_PARTS
        and all(begins[1:])
        and all(part.moves >= 0 for part in parts)
        and sum(part.moves for part in parts) == len(record.moves)
        and [part.version for part in parts][-1:] == [record.version]
    )
    if not fits:
        raise BadRecordError("record.parts")
    return parts


def open_record(record: Record, game: AnyGame, *, upto: int | None = None) -> Table[Any, Any, Any]:
    """The table as it was after ``upto`` plies (all by default). Every move is checked against the rules.

    The table begins where that part of the record begins; what was played before is in ``before``. Raises
    ``BadRecordError`` if the game no longer has the rules that the part was played under.
    """
    _must_be_of(record, game)
    most = len(record.moves)
    if upto is not None and not 0 <= upto <= most:
        raise Trouble("record.no-ply", most=most, ply=upto)
    upto = most if upto is None else upto
    number, before = _part_at(parts_of(record), upto)
    table = open_part(record, game, number, upto - before)
    if table is None:
        found = parts_of(record)[number].version
        raise BadRecordError("record.version", found=found, game=game.title, version=game.version)
    return table


def _must_be_of(record: Record, game: AnyGame) -> None:
    if record.game != game.id:
        raise BadRecordError("record.other-game", found=shown(record.game), game=game.id)


def _part_at(parts: Sequence[Part], upto: int) -> tuple[int, int]:
    """The number of the part that is being played after this many moves, and how many moves were played before it."""
    number, before = 0, 0
    while number + 1 < len(parts) and before + parts[number].moves <= upto:
        before += parts[number].moves
        number += 1
    return number, before


def open_part(record: Record, game: AnyGame, number: int, moves: int | None = None) -> Table[Any, Any, Any] | None:
    """A part of a record after this many of its moves; None if the game no longer has the rules for it."""
    parts = parts_of(record)
    part = parts[number]
    rules = game_of(game, part.version)
    if rules is None:
        return None
    first = sum(earlier.moves for earlier in parts[:number])
    table = _empty_table(record, rules, part, Before(parts[:number], record.moves[:first]))
    chosen = record.moves[first : first + (part.moves if moves is None else moves)]
    for place, (seat, text) in enumerate(chosen, start=first + 1):
        try:
            table.replay(Seat(seat), table.read(text))
        except Illegal as refusal:
            refused = Refused(game, refusal)
            raise BadRecordError(
                "record.refused", number=place, move=shown(text), rule=refusal.rule, problem=refused
            ) from None
        except Trouble as trouble:
            raise BadRecordError("record.bad-move", number=place, move=shown(text), problem=trouble) from None
    table.seed, table.commitment = record.seed, record.commitment
    return table


def _empty_table(record: Record, game: AnyGame, part: Part, before: Before) -> Table[Any, Any, Any]:
    if isinstance(part.start, str):
        raise BadRecordError("record.secret-start", number=len(before.moves) + 1)
    try:
        return Table(game, record.seats, record.options, seed=None, name=record.table, start=part.start, before=before)
    except Trouble as trouble:
        raise BadRecordError("record.no-table", problem=trouble) from None


class Proved(NamedTuple):
    """A part of a record: moves ``first`` to ``last``, and whether they could be replayed here."""

    version: int
    first: int
    last: int
    replayed: bool


class Verdict(msgspec.Struct, frozen=True):
    """What ``verify`` has found to be true."""

    moves: int
    draws: int
    over: bool
    draws_proved: bool
    """The seed is there, it fits the hash, and every draw that could be replayed follows from it."""
    parts: tuple[Proved, ...]
    notes: int = 0
    ended: bool = False
    """Whether the players have voted to end the game before it was over."""

    @property
    def whole(self) -> bool:
        """Whether every part could be replayed. If not, nothing false was found, but not everything is proved."""
        return all(part.replayed for part in self.parts)


def verify(record: Record, game: AnyGame) -> Verdict:
    """Replay a record and compare everything that can be compared; raises ``BadRecordError`` at the first mismatch.

    A part that was played under rules that the game no longer has is left out: see ``Verdict.parts``.
    """
    _must_be_of(record, game)
    parts = parts_of(record)
    if record.seed is not None and commitment(record.seed, record.table) != record.commitment:
        raise BadRecordError("record.seed")
    tables = [open_part(record, game, number) for number in range(len(parts))]
    for before, table in zip([None, *tables], tables, strict=False):
        if table is not None:
            _prove_draws(record.seed, table)
            _must_continue(before, table)
    notes = _notes_of(record)
    last = tables[-1]
    if last is not None and record.result != plain(last.game.rules.result(last.state)):
        raise BadRecordError("record.result")
    if record.digest != _digest(_in_our_words(record, tables)):
        raise BadRecordError("record.digest")
    draws = sum(1 for seat, _ in record.moves if seat == CHANCE)
    ends = list(accumulate(part.moves for part in parts))
    proved = tuple(
        Proved(part.version, end - part.moves + 1, end, table is not None)
        for part, end, table in zip(parts, ends, tables, strict=True)
    )
    ended = bool(notes) and Note.of(notes[-1][2]) == ENDED
    played = len(record.moves) - draws
    return Verdict(played, draws, record.result is not None, record.seed is not None, proved, len(notes), ended)


def _notes_of(record: Record) -> tuple[Noted, ...]:
    """The notes of a record; raises ``BadRecordError`` if they cannot be true."""
    if record.notes is msgspec.UNSET:
        return ()
    false = first_false(record.notes, record.seats, len(record.moves))
    if false is not None or record.format != FORMAT:
        raise BadRecordError("record.note", number=false or 1)
    return record.notes


def _in_our_words(record: Record, tables: Sequence[Table[Any, Any, Any] | None]) -> Record:
    """The same record with moves and options as we would write them; as they are where we cannot read them."""
    moves, options = list[tuple[int, str]](), record.options
    for part, table in zip(parts_of(record), tables, strict=True):
        if table is None:
            moves += record.moves[len(moves) : len(moves) + part.moves]
        else:
            moves += [(int(ply.seat), ply.text) for ply in table.plies]
            options = table.options_doc()
    return msgspec.structs.replace(record, moves=tuple(moves), options=options)


def _prove_draws(seed: str | None, table: Table[Any, Any, Any]) -> None:
    first = len(table.before.moves)
    for number, ply in enumerate(table.plies):
        if ply.seat != CHANCE or seed is None:
            continue
        drawn = table.game.rules.draw(table.states[number], draw_rng(seed, first + number))
        if drawn != ply.move:
            honest = table.game.speech.write(table.states[number], drawn)
            raise BadRecordError("record.draw", number=first + number + 1, move=ply.text, honest=honest)


def _must_continue(before: Table[Any, Any, Any] | None, table: Table[Any, Any, Any]) -> None:
    """A part begins from the position in which the part before it ends, if that can be known."""
    if before is None:
        return
    words = before.game.speech.describe(before.state)
    if carried(table.game, words, before.game.version) != table.states[0]:
        raise BadRecordError("record.chain", number=len(table.before.moves) + 1)
