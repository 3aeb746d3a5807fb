"""The documents of the encodings, made from the encodings: ``python -m engineshed.adapters.layout steam-power``.

They are kept in ``docs/encodings``, for a usual table of each game.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import groupby

from engineshed.adapters.course import Kind
from engineshed.adapters.moves import Block
from engineshed.core.encoding import LEAST, MOST, Column, Table


def layout(game: str) -> str:
    """For as few players as the game allows, but at least two, and the usual board."""
    return "\n".join(_lines(Kind(game))) + "\n"


def _lines(kind: Kind) -> Iterator[str]:
    encoder, numbering, title = kind.encoder, kind.numbering, kind.game.title
    yield f"# {title}: its numbers"
    yield ""
    yield f"Made by `python -m engineshed.adapters.layout {kind.game.id}` for {kind.seats} players on the usual board."
    yield "Other tables have other numbers of rows, columns and numbers. [What this means](../adapters.md)."
    yield ""
    yield f"## What a seat sees: version {encoder.version}, {encoder.size:,} numbers"
    for table in encoder.tables:
        yield from _table(table)
    yield ""
    yield f"## Moves: {numbering.size:,} numbers"
    yield ""
    yield "| from | to | kind | the number says |"
    yield "| --- | --- | --- | --- |"
    for block in numbering.blocks:
        yield f"| {block.start} | {block.start + block.size - 1} | `{block.kind}` | {_said(block)} |"


def _table(table: Table) -> Iterator[str]:
    yield ""
    yield f"### `{table.name}`: {table.rows} x {len(table.columns)}"
    yield ""
    yield table.says
    yield ""
    yield "| columns | from | to | meaning |"
    yield "| --- | --- | --- | --- |"
    for (says, low, high), group in groupby(table.columns, lambda column: (column.says, column.low, column.high)):
        columns = list(group)
        bounds = ("" if low == LEAST else low, "" if high == MOST else high)
        yield f"| {_names(columns)} | {bounds[0]} | {bounds[1]} | {says} |"


def _names(columns: list[Column]) -> str:
    return ", ".join(f"`{column.name}`" for column in columns)


def _said(block: Block) -> str:
    if block.is_list:
        return f"the end of `{block.parts[0].name}`, then its items ({_range(block.parts[0].values)})"
    return ", ".join(f"`{part.name}` ({_range(part.values)})" for part in block.parts) or "the whole move"


def _range(values: range) -> str:
    return f"{values[0]} to {values[-1]}"


if __name__ == "__main__":
    print(layout(sys.argv[1]), end="")
