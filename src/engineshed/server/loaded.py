"""A table in memory, with its lock, its recent log and its listeners."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from engineshed.server.live import Live, Said

if TYPE_CHECKING:
    from engineshed.server.news import Change
    from engineshed.server.refusals import ServiceError

REMEMBERED = 12
"""How many log entries of each table are kept in memory, for watchers who come back after a short while."""
MOST_UNREAD = 50
"""How many changes by other servers may wait until a table is needed; with more, reading it again is faster."""

PATIENCE = 0.05
"""Seconds to wait for news of what a guest has already seen; then the store is asked."""

Listener = Callable[[int], None]
"""Called with the ply that a table has reached."""

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Said)


class LoadedTable:
    """A table in memory, with its lock, its recent log and its listeners."""

    __slots__ = ("_awaited", "_recent", "chat", "gone", "listeners", "live", "lock", "planned", "unread")

    def __init__(self, live: Live) -> None:
        self.live = live
        self.chat: int | None = None
        """The number of the last chat line that listeners were told of, if it is known."""
        self.gone: ServiceError | None = None
        """Why this server can no longer show the table, if a newer one goes on with it."""
        self.unread: list[Change] = []
        """Changes by other servers that nobody here has needed yet."""
        self._awaited: asyncio.Event | None = None
        """Set when there is news, if somebody waits for it."""
        self.lock = asyncio.Lock()
        self.planned = True
        """Whether a player may have planned something; most tables have no plans, and then they cost nothing."""
        self._recent: list[bytes] = []
        """The last entries of the log, encoded, because that takes half the memory."""
        self.listeners: list[Listener] = []

    # Plain lists that are trimmed, because an empty deque takes ten times the memory of an empty list.

    def remember(self, said: Sequence[Said]) -> None:
        """Keep these as the latest entries of the log."""
        self._recent = [*self._recent, *map(_encoder.encode, said)][-REMEMBERED:]

    def recalled(self, after: int, upto: int) -> list[Said] | None:
        """The entries of the log after ``after``, up to ``upto``; None if the first of them are no longer in memory."""
        first = self.live.ply - len(self._recent)
        if after < first:
            return None
        return [_decoder.decode(entry) for entry in self._recent[after - first : max(0, upto - first)]]

    def become(self, fresh: LoadedTable) -> None:
        """Become the same table as it has just been read."""
        self.live, self._recent = fresh.live, fresh._recent

    def put_off(self, change: Change) -> None:
        """Apply this change when the table is needed."""
        self.unread = [*self.unread, change][-MOST_UNREAD:]
        if self._awaited is not None:
            self._awaited.set()
            self._awaited = None

    async def hear_of(self, ply: int) -> None:
        """Wait until other servers have announced this ply, but not for long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while max(self.live.ply, *(change.head.ply for change in self.unread[-1:]), 0) < ply:
                    self._awaited = self._awaited or asyncio.Event()
                    await self._awaited.wait()
