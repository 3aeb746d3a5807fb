"""The base of all SQL stores: a database only has to say how to run a query and how to make a change.

Placeholders are written as ``?``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, NamedTuple

Row = tuple[Any, ...]


class Statement(NamedTuple):
    """One step of a change."""

    sql: str
    values: Sequence[Any]
    needed: bool = False
    """If it changes no row, somebody else was faster (``TakenError``). The other statements then have no effect or fail
    as well, so a database need not check this before it commits."""


class Database(ABC):
    @abstractmethod
    async def _ask(self, sql: str, *values: Any) -> list[Row]:
        """The rows that a query finds."""

    @abstractmethod
    async def _change(self, subject: str, *statements: Statement) -> list[Row]:
        """Carry out all statements or none; returns the rows that the last one returns.

        ``subject`` is the id of what is changed: a database that runs several changes in one transaction must sort them
        by it, so that two servers never deadlock.
        """

    async def _ask_one(self, sql: str, *values: Any) -> Row | None:
        rows = await self._ask(sql, *values)
        return rows[0] if rows else None


def marks(values: Sequence[Any]) -> str:
    return ", ".join("?" * len(values))
