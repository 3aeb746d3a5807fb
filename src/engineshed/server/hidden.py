"""Whose lines of chat each guest does not want to read. Every push asks, so this is kept in memory."""

from __future__ import annotations

from engineshed.server.store import Store

MOST = 5_000
"""For how many guests it is kept."""
NOBODY: frozenset[str] = frozenset()


class Hidden:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: dict[str, frozenset[str]] = {}

    def forget(self, guest_id: str | None) -> None:
        """This guest has blocked or unblocked somebody; None if it could be any guest."""
        if guest_id is None:
            self._kept.clear()
        else:
            self._kept.pop(guest_id, None)

    async def from_guest(self, guest_id: str) -> frozenset[str]:
        """The guests whom this one has blocked."""
        known = self._kept.get(guest_id)
        if known is not None:
            return known
        found = frozenset(block.blocked for block in await self._store.blocks_of(guest_id)) or NOBODY
        if len(self._kept) >= MOST:
            self._kept.clear()
        self._kept[guest_id] = found
        return found
