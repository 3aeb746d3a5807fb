"""What a run of tuning has tried, generation by generation, in a file that grows by a line for each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from engineshed.core.errors import Trouble

FILE = "history.jsonl"


class Start(msgspec.Struct, frozen=True, tag=True):
    """The first line: what is tuned, and how. A run goes on only if all of it is the same."""

    engineshed: str
    game: str
    version: int
    """Of the game's rules."""
    seats: int
    options: dict[str, Any]
    level: str
    weights: dict[str, Any]
    dials: tuple[str, ...]
    opponents: tuple[str, ...]
    games: int
    """For each set of weights in each generation."""
    population: int
    """Sets of weights in a generation."""
    spread: float
    seed: str


class Generation(msgspec.Struct, frozen=True, tag=True):
    tried: tuple[tuple[float, ...], ...]
    """How far each dial was turned in each set of weights."""
    merits: tuple[float, ...]
    """How well each set did in the mean."""
    won: float
    """The share of games that all sets of this generation won."""
    middle: tuple[float, ...]
    """Where the search has got to: how far each dial is turned after this generation."""


class History:
    """The file of a run; opening it writes the first line, or checks it."""

    def __init__(self, folder: Path, start: Start) -> None:
        self._file = folder / FILE
        self.start, self.generations = start, list[Generation]()
        if self._file.exists():
            self._read()
        else:
            folder.mkdir(parents=True, exist_ok=True)
            self._write(start)

    def add(self, generation: Generation) -> None:
        self.generations.append(generation)
        self._write(generation)

    def _write(self, line: Start | Generation) -> None:
        with self._file.open("ab") as file:
            file.write(msgspec.json.encode(line) + b"\n")

    def _read(self) -> None:
        """A last line that was cut off when the run was ended is dropped; its generation is played again."""
        whole = self._file.read_bytes().rpartition(b"\n")[0]
        try:
            start, *generations = [
                msgspec.json.decode(line, type=Start | Generation) for line in whole.splitlines()
            ] or [None]
        except msgspec.DecodeError:
            start, generations = None, []
        if start != self.start or not all(isinstance(line, Generation) for line in generations):
            raise Trouble("trouble.other-tuning", file=str(self._file))
        self.generations = [line for line in generations if isinstance(line, Generation)]
        self._file.write_bytes(whole + b"\n")
