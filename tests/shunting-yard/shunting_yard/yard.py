"""The yards that can be played in: map files, read and checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from engineshed.core.boards import Heading, HeadingReader, Shelf, title_in
from engineshed.core.datafile import read_toml
from engineshed.core.errors import BadFileError, of_game
from engineshed.core.words import Message

GAME_ID = "shunting-yard"
SEATS = (2, 3, 4)
LETTERS = "ABCDEF"
"""The names of the tracks."""


class YardFile(Heading, frozen=True, kw_only=True):
    tracks: tuple[Annotated[int, Meta(ge=1, le=9)], ...]


@dataclass(frozen=True)
class Yard:
    id: str
    title: str
    tracks: tuple[int, ...]
    """The wagons on each."""
    text: str
    """The file it was read from."""

    def summary(self, language: str) -> list[Message]:
        """What `engineshed map check` says about it."""
        title, wagons = title_in(self.text, language), sum(self.tracks)
        return [Message("board.facts", {"title": title, "wagons": wagons, "tracks": len(self.tracks)})]


def read_yard(text: str, source: str) -> Yard:
    file = read_toml(text, source, YardFile)
    HeadingReader(file, source).check_heading(GAME_ID, (SEATS[0], SEATS[-1]))
    if not 2 <= len(file.tracks) <= len(LETTERS):
        raise BadFileError(source, "tracks", of_game(GAME_ID, "trouble.tracks"), most=len(LETTERS))
    return Yard(file.id, file.title, file.tracks, text)


SHELF = Shelf(GAME_ID, "shunting_yard", read_yard)
