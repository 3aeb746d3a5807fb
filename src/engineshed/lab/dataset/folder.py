"""Writing a data set part by part, going on with one, and reading its games back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from engineshed import __version__
from engineshed.core.errors import Trouble
from engineshed.core.registry import find_game
from engineshed.lab.dataset import Detail
from engineshed.lab.dataset.columns import decisions_table, games_table
from engineshed.lab.dataset.gathering import Decisions, Features
from engineshed.lab.dataset.schema import SCHEMA, marked
from engineshed.lab.simulate import GameLine, Plan, Played, Study

ABOUT = "about.json"
GAMES_IN_A_PART = 1_000
DECISIONS_IN_A_PART: Mapping[Detail, int] = {"games": 0, "decisions": 50_000, "features": 10_000}
"""A part ends with the game that reaches either: so much is kept in memory, and lost if a run is killed."""


class About(msgspec.Struct, frozen=True):
    """What was played, so that it can be played again, and so that nothing else is put into the same folder."""

    schema: int
    engineshed: str
    detail: Detail
    game: str
    version: int
    """Of the game's rules."""
    seats: int
    options: dict[str, Any]
    bots: tuple[str, ...]
    seed: str
    limit: int
    digests: bool


def study_of(detail: Detail) -> Study | None:
    studies: dict[Detail, Study | None] = {"games": None, "decisions": Decisions(), "features": Features()}
    return studies[detail]


class DataSet:
    """A folder for the games of one plan. ``add`` takes them in the order of their numbers, from ``next`` on."""

    def __init__(self, folder: Path, plan: Plan, detail: Detail) -> None:
        self.folder, self.detail = folder, detail
        self.plan = msgspec.structs.replace(plan, study=study_of(detail))
        """To be played for this data set."""
        self._about = About(
            schema=SCHEMA,
            engineshed=__version__,
            detail=detail,
            game=plan.game,
            version=find_game(plan.game).version,
            seats=plan.seats,
            options=plan.options,
            bots=plan.bots,
            seed=plan.seed,
            limit=plan.limit,
            digests=plan.digest,
        )
        self._begin_or_go_on()
        self._parts = sorted((folder / "games").glob("*.parquet"))
        self.next = self._end_of_last_part()
        self._games: list[Played] = []
        self._decisions = 0

    def _begin_or_go_on(self) -> None:
        for kind in ("games", *(["decisions"] if self.detail != "games" else [])):
            (self.folder / kind).mkdir(parents=True, exist_ok=True)
        about = self.folder / ABOUT
        if not about.exists():
            about.write_bytes(msgspec.json.format(msgspec.json.encode(self._about)) + b"\n")
            return
        try:
            found = msgspec.json.decode(about.read_bytes(), type=About)
        except msgspec.DecodeError:
            found = None
        if found != self._about:
            raise Trouble("trouble.other-data", folder=str(self.folder), file=ABOUT)

    def _end_of_last_part(self) -> int:
        if not self._parts:
            return 0
        last = self._parts[-1]
        return int(last.stem) + int(pq.read_metadata(last).num_rows)

    def lines(self, games: int) -> Iterator[GameLine]:
        """The games that are already in the folder, but not more than these."""
        for part in self._parts:
            for row in pq.read_table(part).to_pylist():
                if row.pop("number") >= games:
                    return
                row["options"] = msgspec.json.decode(row["options"])
                yield msgspec.convert(row, GameLine)

    def add(self, played: Played) -> None:
        self._games.append(played)
        self._decisions += 0 if played.found is None else played.found.decisions
        if len(self._games) >= GAMES_IN_A_PART or self._decisions > DECISIONS_IN_A_PART[self.detail]:
            self.flush()

    def flush(self) -> None:
        """Write what has been added. The games come last: a part counts once they are there."""
        if not self._games:
            return
        first = self._games[0].number
        if self.detail != "games":
            table = decisions_table(self._games, features=self.detail == "features")
            self._write("decisions", first, table)
        self._write("games", first, games_table(self._games))
        self.next = first + len(self._games)
        self._games, self._decisions = [], 0

    def _write(self, kind: Literal["games", "decisions"], first: int, table: Any) -> None:
        part = self.folder / kind / f"{first:09d}.parquet"
        unfinished = part.with_suffix(".unfinished")
        marks = {"kind": kind, "game": self._about.game, "version": str(self._about.version)}
        table = table.replace_schema_metadata(marked(**marks))
        texts = [field.name for field in table.schema if pa.types.is_string(field.type)]
        single = [field.name for field in table.schema if not _is_many(field.type)]
        pq.write_table(
            table, unfinished, compression="zstd", compression_level=1, use_dictionary=texts, write_statistics=single
        )
        unfinished.replace(part)


def _is_many(kind: Any) -> bool:
    """Whether a value is a whole table or a list of numbers, of which the least and the greatest say nothing."""
    return bool(pa.types.is_fixed_size_binary(kind) or pa.types.is_list(kind))
