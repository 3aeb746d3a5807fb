"""The columns of a data set. Whoever changes them raises ``SCHEMA`` and tells docs/data-sets.md."""

from __future__ import annotations

import pyarrow as pa

SCHEMA = 1

GAMES = pa.schema(
    [
        ("number", pa.int64()),
        ("game", pa.string()),
        ("version", pa.int32()),
        ("map", pa.string()),
        ("seats", pa.int8()),
        ("options", pa.string()),
        ("bots", pa.list_(pa.string())),
        ("seed", pa.string()),
        ("moves", pa.int32()),
        ("rounds", pa.int32()),
        ("scores", pa.list_(pa.int32())),
        ("ranks", pa.list_(pa.int8())),
        ("reason", pa.string()),
        ("digest", pa.string()),
    ]
)

DECISIONS = pa.schema(
    [
        ("number", pa.int64()),
        ("ply", pa.int32()),
        ("seat", pa.int8()),
        ("bot", pa.string()),
        ("round", pa.int16()),
        ("legal_moves", pa.int32()),
        ("kind", pa.string()),
        ("move", pa.string()),
        ("score", pa.int32()),
        ("rank", pa.int8()),
        ("won", pa.float32()),
    ]
)


def marked(**marks: str) -> dict[str, str]:
    """The metadata of a file: the version of its schema, and whatever else a reader must know."""
    return {"engineshed.schema": str(SCHEMA), **{f"engineshed.{name}": text for name, text in marks.items()}}
