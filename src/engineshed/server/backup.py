"""A backup: everything that a store keeps, as one file that any kind of store can read.

The file is compressed text, one JSON value in each line: a heading, then every table with the names of its columns and
its rows, and at the end how many rows there were, so that a file that was cut off is not taken for a whole one.
"""

from __future__ import annotations

import gzip
import json
import os
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any, Literal, get_args

import msgspec

from engineshed.core.errors import Trouble

Table = Literal[
    "guests",
    "guest_words",
    "sessions",
    "device_codes",
    "tables",
    "table_words",
    "own_options",
    "seats",
    "events",
    "parts",
    "described",
    "snapshots",
    "leases",
    "chat",
    "studies",
    "results",
    "tallies",
    "players",
    "ratings",
    "recovery_codes",
    "blocks",
    "notice_ways",
    "notices",
    "plans",
    "house_keys",
    "ignored",
    "penalties",
    "reports",
    "audit",
]
"""Everything that is kept; each table comes after the tables it refers to."""
TABLES: tuple[Table, ...] = get_args(Table)
FORMAT = 1
LEVEL = 6

Value = str | int | float | bytes | None
Row = Sequence[Value]


class TableDump(msgspec.Struct, frozen=True):
    name: str
    columns: tuple[str, ...]
    rows: Iterable[Row]
    """One table of a dump. Its rows can be read only once, and before the next table's."""


class Dump(msgspec.Struct, frozen=True):
    """The contents of a store at one moment. ``schema``: how many migrations had been applied."""

    schema: int
    tables: Iterable[TableDump]


class Heading(msgspec.Struct, frozen=True):
    """The first line of the file."""

    engineshed: Literal["backup"]
    format: int
    schema: int


class TableHeading(msgspec.Struct, frozen=True):
    """The line before the rows of a table."""

    table: Table
    columns: tuple[str, ...]


# -- writing --------------------------------------------------------------------------------------------------------


def write_backup(file: Path, dump: Dump) -> dict[str, int]:
    """Write the whole file or nothing; returns how many rows it has for each table."""
    unfinished = file.with_name(f"{file.name}.part")
    try:
        with _only_mine(unfinished) as raw:
            with gzip.GzipFile(fileobj=raw, mode="wb", compresslevel=LEVEL, filename="", mtime=0) as packed:
                counts = _write(packed, dump)
            raw.flush()
            os.fsync(raw.fileno())
        unfinished.replace(file)
    finally:
        unfinished.unlink(missing_ok=True)
    return counts


def _only_mine(file: Path) -> IO[bytes]:
    """A new file that other users of this machine cannot read, because it contains the seeds of running games."""
    return os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb")


def _write(out: gzip.GzipFile, dump: Dump) -> dict[str, int]:
    counts: dict[str, int] = {}
    out.write(_line({"engineshed": "backup", "format": FORMAT, "schema": dump.schema}))
    for table in dump.tables:
        out.write(_line({"table": table.name, "columns": table.columns}))
        counts[table.name] = 0
        for row in table.rows:
            out.write(_line([_packed(value) for value in row]))
            counts[table.name] += 1
    out.write(_line({"end": counts}))
    return counts


def _line(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"


def _packed(value: Value) -> Any:
    return {"b64": b64encode(value).decode()} if isinstance(value, bytes) else value


# -- reading --------------------------------------------------------------------------------------------------------


SQLITE = b"SQLite format 3"
GZIP = b"\x1f\x8b"


def read_backup(file: Path) -> Dump:
    """The contents of a backup. Rows are read as they are needed, so that is when a damaged file raises ``Trouble``."""
    with file.open("rb") as opened:
        start = opened.read(len(SQLITE))
    if start == SQLITE:
        raise Trouble("backup.database", file=str(file))
    if not start.startswith(GZIP):
        raise Trouble("backup.foreign", file=str(file))
    lines = _lines(file)
    try:
        heading = msgspec.convert(next(lines), Heading)
    except (msgspec.ValidationError, StopIteration):
        raise Trouble("backup.foreign", file=str(file)) from None
    if heading.format > FORMAT:
        raise Trouble("backup.newer", file=str(file))
    return Dump(heading.schema, _tables(file, lines))


def _lines(file: Path) -> Iterator[Any]:
    try:
        with gzip.open(file, "rb") as packed:
            for line in packed:
                yield json.loads(line)
    except (EOFError, gzip.BadGzipFile, zlib.error, ValueError) as error:
        raise _damaged(file, error) from None


def _tables(file: Path, lines: Iterator[Any]) -> Iterator[TableDump]:
    counts: dict[str, int] = {}
    line: Any = next(lines, None)

    def rows(name: str) -> Iterator[Row]:
        nonlocal line
        for line in lines:
            if not isinstance(line, list):
                return
            counts[name] += 1
            yield [_unpacked(file, value) for value in line]
        line = None

    while isinstance(line, dict) and "table" in line:
        try:
            heading = msgspec.convert(line, TableHeading)
        except msgspec.ValidationError as error:
            raise _damaged(file, error) from None
        counts[heading.table] = 0
        yield TableDump(heading.table, heading.columns, rows(heading.table))
    if line != {"end": counts}:
        raise _damaged(file, EOFError())


def _unpacked(file: Path, value: Any) -> Value:
    match value:
        case str() | int() | float() | None:
            return value
        case {"b64": str(text)}:
            return b64decode(text)
    raise _damaged(file, ValueError())


def _damaged(file: Path, error: Exception) -> Trouble:
    return Trouble("backup.damaged", file=str(file), problem=type(error).__name__)
