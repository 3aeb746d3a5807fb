"""Data sets: games and their decisions as tables in Parquet files, which most programs for statistics can read.

A data set is a folder: ``about.json`` says what was played, ``games/`` has a row for each game, and ``decisions/`` one
for each decision of a player. Both are in parts, numbered by the first game in them; a part is there whole or not at
all, so a run that was interrupted goes on after the last one.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from engineshed.lab.engines import library

if TYPE_CHECKING:
    from engineshed.lab.dataset.folder import DataSet
    from engineshed.lab.simulate import Plan

Detail = Literal["games", "decisions", "features"]
"""How much is written: only games, their decisions as well, or also what the players saw and could do, as numbers."""


def open_data_set(folder: Path, plan: Plan, detail: Detail) -> DataSet:
    """A new data set for the games of this plan, or the one that is there already."""

    def load() -> type[DataSet]:
        from engineshed.lab.dataset.folder import DataSet  # noqa: PLC0415  (pyarrow is an extra)

        return DataSet

    return library("pyarrow", "data", load)(folder, plan, detail)
