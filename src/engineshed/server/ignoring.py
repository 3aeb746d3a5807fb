"""Whom guests do not want to read in the chat: a matter between them and the page, on all their devices. The others are
not told, and nobody is kept from writing or playing."""

from __future__ import annotations

from collections.abc import Callable

from engineshed.server.refusals import ServiceError
from engineshed.server.rows import Guest
from engineshed.server.store import Store

MOST_IGNORED = 200
MOST_KNOWN = 10_000


class Ignoring:
    """Asked for every line of every reader, so it is kept in memory until it changes."""

    def __init__(self, store: Store, clock: Callable[[], float], reliable: Callable[[], bool]) -> None:
        """``reliable``: whether this server hears of what guests change on others."""
        self._store, self._clock, self._reliable = store, clock, reliable
        self._known: dict[str, frozenset[str]] = {}
        self._forgotten = 0
        """How often something was forgotten: what was read from the store meanwhile may be out of date."""

    async def by(self, guest: Guest | None) -> frozenset[str]:
        """The guests whose lines this reader does not want to see."""
        if guest is None:
            return frozenset()
        if not self._reliable() or len(self._known) > MOST_KNOWN:
            self._known.clear()
        known = self._known.get(guest.id)
        if known is None:
            forgotten = self._forgotten
            known = frozenset(await self._store.ignored_by(guest.id))
            if forgotten == self._forgotten:
                self._known[guest.id] = known
        return known

    async def begin(self, guest: Guest, other: str) -> None:
        if other == guest.id:
            raise ServiceError("bad-request", "own-line")
        if not await self._store.ignore(guest.id, other, self._clock(), MOST_IGNORED):
            raise ServiceError("conflict", "too-many-ignored", most=MOST_IGNORED)

    async def end(self, guest: Guest, other: str) -> None:
        await self._store.heed(guest.id, other)

    def forget(self, guest_id: str | None) -> None:
        """A guest may have changed their mind; None for all."""
        self._forgotten += 1
        if guest_id is None:
            self._known.clear()
        else:
            self._known.pop(guest_id, None)
