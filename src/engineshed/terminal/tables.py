"""Tables as the terminal prints them."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table


def numbers_table(first: str, *numbers: str, words: Sequence[str] = ()) -> Table:
    """A plain table: a column of names, then columns of numbers, then columns of words."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    table.add_column(first)
    for heading in numbers:
        table.add_column(heading, justify="right")
    for heading in words:
        table.add_column(heading)
    return table
