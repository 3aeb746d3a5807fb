"""What is read in other processes (``reading``): requests for tables with their own files, and records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from engineshed.core.corrections import LARGEST_FILE, Texts
from engineshed.core.errors import BadFileError
from engineshed.core.options import read_options, usual_map, write_options
from engineshed.core.record import Record
from engineshed.core.registry import find_game
from engineshed.server.live import has_text
from engineshed.server.proving import Proved, proved
from engineshed.server.refusals import ServiceError

LONGEST_RECORD = 20_000
"""The most moves that an imported record may have."""
MOST_VALUES = 200_000
"""The most values in a record's JSON: four for each move of the longest, and more than as many for its options."""

MAP_FILE, RECORD = "@source.map-file", "@source.record"


class Nothing(msgspec.Struct, frozen=True):
    """An empty job, to find out whether a reader is there."""

    source: str = ""
    long: bool = False

    def read(self) -> None:
        pass


class TableWish(msgspec.Struct, frozen=True):
    """The options of a new table, with the files it will use."""

    game: str
    seats: int
    map: str | None
    data: dict[str, str]
    options: dict[str, Any]
    corrected: dict[str, str]
    """The files that this server has corrected."""
    long: bool = False

    @property
    def source(self) -> str:
        return next(iter(self.data), MAP_FILE)

    @property
    def is_foreign(self) -> bool:
        """Whether the options contain the text of a file."""
        return bool(self.data) or has_text(self.options) or (self.map is not None and "\n" in self.map)

    def read(self) -> dict[str, Any]:
        """The checked options, only where they differ from the printed rules."""
        game = find_game(self.game)
        _check_lengths({"map": self.map, **self.options}, self.data)
        given = {**self.options, **({} if self.map is None else game.boards.map_option(self.map))}
        texts = {**self.corrected, **self.data}
        given = game.corrections.applied(texts, given, usual_map(game.rules.options))
        options = read_options(game.rules.options, given)
        game.rules.start(self.seats, options)
        return write_options(options)


class RecordText(msgspec.Struct, frozen=True):
    """A record as it was sent: JSON."""

    text: bytes
    source: str = RECORD
    long: bool = True

    def read(self) -> Proved:
        """Check every move against the rules and every draw against the seed."""
        if sum(self.text.count(sign) for sign in (b",", b"[", b"{")) > MOST_VALUES:
            raise ServiceError("bad-request", "record-long", most=LONGEST_RECORD)
        given = msgspec.json.decode(self.text, type=Record)
        if len(given.moves) > LONGEST_RECORD:
            raise ServiceError("bad-request", "record-long", most=LONGEST_RECORD)
        _check_lengths(given.options, {})
        return proved(given)


def _check_lengths(options: Mapping[str, Any], data: Texts) -> None:
    """Check that no text is longer than a file of the game's box."""
    for name, text in data.items():
        _check_length(name, text)
    if isinstance(options.get("map"), str):
        _check_length(MAP_FILE, options["map"])


def _check_length(source: str, text: str) -> None:
    if len(text) > LARGEST_FILE:
        raise BadFileError(source, "", "file.long", length=len(text), most=LARGEST_FILE)
