"""A table in memory, and what belongs to it as long as it is there: its lock, its recent log and its listeners."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import msgspec

from engineshed.server.live import Live, Said

if TYPE_CHECKING:
    from engineshed.server.news import Change
    from engineshed.server.refusals import ServiceError

REMEMBERED = 20
"""How many log entries of each table are kept in memory, for watchers who come back after a short while."""
MOST_UNREAD = 50
"""How many changes by other servers may wait until a table is needed; with more, reading it again is faster."""

Listener = Callable[[int], None]
"""Called with the ply that a table has reached."""

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Said)


class LoadedTable:
    """A table in memory, with its lock, its recent log and its listeners."""

    __slots__ = ("_recent", "chat", "gone", "listeners", "live", "lock", "unread")

    def __init__(self, live: Live) -> None:
        self.live = live
        self.chat: int | None = None
        """The number of the last chat line that listeners were told of, if it is known."""
        self.gone: ServiceError | None = None
        """Why this server can no longer show the table, if a newer one goes on with it."""
        self.unread: list[Change] = []
        """Changes by other servers that nobody here has needed yet."""
        self.lock = asyncio.Lock()
        self._recent: list[bytes] = []
        """The last entries of the log, encoded, because that takes half the memory."""
        self.listeners: list[Listener] = []

    # Lists that are cut short, because an empty deque takes ten times the memory of an empty list.

    def remember(self, said: Sequence[Said]) -> None:
        """These are the latest entries of the log."""
        self._recent = [*self._recent, *map(_encoder.encode, said)][-REMEMBERED:]

    def recalled(self, after: int, upto: int) -> list[Said] | None:
        """The entries of the log after one and up to another; None if the first of them are no longer in memory."""
        first = self.live.ply - len(self._recent)
        if after < first:
            return None
        return [_decoder.decode(entry) for entry in self._recent[after - first : max(0, upto - first)]]

    def become(self, fresh: LoadedTable) -> None:
        """The same table, as it has just been read."""
        self.live, self._recent = fresh.live, fresh._recent

    def put_off(self, change: Change) -> None:
        """Apply this change when the table is needed."""
        self.unread = [*self.unread, change][-MOST_UNREAD:]
