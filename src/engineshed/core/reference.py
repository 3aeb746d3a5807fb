"""The tables of a rulebook: prices, cards, pieces, rounds, as rows and columns that are made from the game's data."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from engineshed.core.words import MINUS, Message, Words


class Picture(msgspec.Struct, frozen=True):
    """A part of the board or a piece: a whole SVG document for pages, a few characters for terminals."""

    svg: str
    signs: str


Cell = int | str | Message | Picture
"""A text is a name as it is, or the id of a word after an @."""


class RuleTable(msgspec.Struct, frozen=True):
    """A table that belongs to a rule. The game's words have its title, ``table.<id>``, and its headings."""

    id: str
    rule: str
    columns: tuple[str, ...]
    """Each is the id of a message under ``heading``."""
    rows: tuple[tuple[Cell, ...], ...]

    @property
    def title(self) -> Message:
        return Message(f"table.{self.id}")

    @property
    def headings(self) -> tuple[Message, ...]:
        return tuple(Message(f"heading.{name}") for name in self.columns)


Tables = Callable[[], Sequence[RuleTable]]
"""Made when somebody first asks for them."""


def no_tables() -> Sequence[RuleTable]:
    return ()


def cell_text(cell: Cell, words: Words) -> str:
    """The text of a cell in the language of these words; a picture is shown as its characters."""
    match cell:
        case int():
            return str(cell).replace("-", MINUS)
        case str():
            return words.templates.get(cell[1:], cell) if cell.startswith("@") else cell
        case Message():
            return words.text(cell)
        case Picture():
            return cell.signs
