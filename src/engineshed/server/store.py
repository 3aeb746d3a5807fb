"""What a store must do. SQLite is the one we have; another would have to pass the same tests.

Every write is atomic, and when it returns it is on the disk. The central method is ``append``: a table's log is keyed
by ``(table, ply)``, so if two writers want to write the next entry, one gets ``TakenError``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from engineshed.server.refusals import ServiceError
from engineshed.server.rows import ChatLine, Event, Guest, Head, SeatRow, Snapshot, TableRow


class TakenError(Exception):
    """Another writer has written this entry already."""


class StoreDownError(ServiceError):
    """Nothing was saved: the disk is full, or the database is locked or gone. Trying again later may work.

    The service passes it on; the ``reason`` only goes to the operator's log.
    """

    def __init__(self, reason: str) -> None:
        super().__init__("unavailable", "store-down")
        self.reason = reason


class Store(Protocol):
    async def close(self) -> None: ...

    # Guests

    async def add_guest(self, guest: Guest) -> None: ...

    async def save_guest(self, guest: Guest) -> None: ...

    async def guest_by_token(self, token_hash: bytes) -> Guest | None: ...

    async def guests(self, ids: Sequence[str]) -> dict[str, Guest]: ...

    # Tables

    async def add_table(
        self, table: TableRow, seats: Sequence[SeatRow], events: Sequence[Event], start: Snapshot | None = None
    ) -> None:
        """``start``: the position that the game begins from, if it is not the usual one."""
        ...

    async def table(self, table_id: str) -> TableRow | None: ...

    async def seats(self, table_id: str) -> list[SeatRow]: ...

    async def tables_of(self, guest_id: str, most: int) -> list[TableRow]:
        """The tables that the guest owns or sits at: first where it is their turn, then by the latest change."""
        ...

    async def public_tables(self, most: int) -> list[TableRow]: ...

    async def running_tables(self) -> list[str]: ...

    # The log

    async def append(
        self,
        table_id: str,
        events: Sequence[Event],
        head: Head,
        snapshot: Snapshot | None = None,
        seats: Sequence[SeatRow] = (),
    ) -> None:
        """Add log entries, and write the seats that have changed with them."""
        ...

    async def events(self, table_id: str, after: int = 0, upto: int | None = None) -> list[Event]: ...

    async def event_by_key(self, table_id: str, key: str) -> Event | None: ...

    async def snapshot(self, table_id: str, upto: int | None = None) -> Snapshot | None: ...

    # Chat

    async def add_chat(self, table_id: str, guest_id: str, name: str, text: str, at: float) -> ChatLine: ...

    async def chat(self, table_id: str, after: int = 0) -> list[ChatLine]: ...
