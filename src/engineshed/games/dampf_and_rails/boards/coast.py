"""The coast, for drawing only: closed lines in kilometres, read from ``data/coast.toml``."""

from __future__ import annotations

from functools import cache

import msgspec

from engineshed.core.datafile import Basis, packaged_text, read_toml
from engineshed.core.errors import shown
from engineshed.games.dampf_and_rails.rules.board import Point, bad_file, file_place


class _CoastFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    basis: Basis
    lands: tuple[str, ...]


def read_coast(text: str, source: str) -> tuple[tuple[Point, ...], ...]:
    lands = read_toml(text, source, _CoastFile).lands
    return tuple(
        tuple(_point(pair, number, source) for pair in land.split(",")) for number, land in enumerate(lands, 1)
    )


def _point(pair: str, number: int, source: str) -> Point:
    words = pair.split()
    try:
        east, north = map(float, words)
    except ValueError:
        raise bad_file(source, file_place("land", number=number), "no-point", text=shown(pair.strip())) from None
    return east, north


@cache
def coast() -> tuple[tuple[Point, ...], ...]:
    return read_coast(
        packaged_text("engineshed.games.dampf_and_rails", "data", "coast.toml"),
        "coast.toml",
    )
