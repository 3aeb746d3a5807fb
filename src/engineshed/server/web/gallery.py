"""Those who watch tables over a WebSocket, and what each is sent when something happens there.

A table has at most one task that looks at it for all its watchers. What two watchers may know alike is made and
encoded once. Nobody waits for anybody: each has a queue, and whoever lets it fill up is sent away to come back
and catch up.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from engineshed.server import chat
from engineshed.server.house import House, Seated, seats_of
from engineshed.server.live import Live
from engineshed.server.messages import Chat, TableView
from engineshed.server.rows import Guest
from engineshed.server.viewing import look, viewing_seat

MOST_QUEUED = 64
TOO_SLOW = 1013
"""The close code that means: try again later."""


class TableNews(msgspec.Struct, frozen=True, tag_field="type", tag="table"):
    """The table as it now is for this watcher, with what happened since the last news."""

    now: TableView


class ChatNews(msgspec.Struct, frozen=True, tag_field="type", tag="chat"):
    lines: list[Chat]


_encoder = msgspec.json.Encoder()


def encode(message: Any) -> str:
    return _encoder.encode(message).decode()


class Watcher:
    """One open socket: whose it is, through which seat it looks, and how far it has been told."""

    def __init__(self, guest: Guest | None, seat: int | None, since: int, heard: int) -> None:
        self.guest, self.seat, self.since, self.heard = guest, seat, since, heard
        self.saw: Live | None = None
        """The position that it was told of last."""
        self.queue: asyncio.Queue[str] = asyncio.Queue(MOST_QUEUED)
        self.ended: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
        """Done when it must go: with the reason, or None for one who is too slow."""

    def offer(self, message: str) -> None:
        try:
            self.queue.put_nowait(message)
        except asyncio.QueueFull:
            self.end(None)

    def end(self, reason: Exception | None) -> None:
        if not self.ended.done():
            self.ended.set_result(reason)


class Audience:
    """All who watch one table."""

    def __init__(self, house: House, seated: Seated) -> None:
        self.house, self.seated = house, seated
        self.watchers: list[Watcher] = []
        self._changed = asyncio.Event()
        self._last, self._talk = seated.live, False
        self._task = asyncio.create_task(self._keep_telling())
        seated.listeners.append(self.wake)

    def wake(self, _ply: int) -> None:
        """Something happened; where the position is still the same, somebody has spoken."""
        self._talk = self._talk or self.seated.live is self._last
        self._last = self.seated.live
        self._changed.set()

    def welcome(self, watcher: Watcher) -> None:
        self.watchers.append(watcher)
        self._changed.set()

    def close(self) -> None:
        self.seated.listeners.remove(self.wake)
        self._task.cancel()

    async def _keep_telling(self) -> None:
        while await self._changed.wait():
            self._changed.clear()
            await self._tell_all()

    async def _tell_all(self) -> None:
        made: dict[tuple[Any, ...], tuple[str, int]] = {}
        talk, self._talk = self._talk, False
        for watcher in [watcher for watcher in self.watchers if not watcher.ended.done()]:
            try:
                if talk or watcher.saw is None:
                    await self._tell_chat(watcher)
                if watcher.saw is not self.seated.live:
                    await self._tell_table(watcher, made)
            except Exception as error:  # noqa: BLE001  (one watcher's trouble must not end the news for all)
                watcher.end(error)

    async def _tell_table(self, watcher: Watcher, made: dict[tuple[Any, ...], tuple[str, int]]) -> None:
        live = self.seated.live
        seat = viewing_seat(live, watcher.guest, watcher.seat)  # asked anew: a seat may have changed hands
        eyes = (live, seat, _concerned(live, watcher.guest), watcher.since)
        if eyes not in made:
            view = await look(self.house, self.seated, watcher.guest, seat, watcher.since)
            made[eyes] = encode(TableNews(view)), view.log[-1].ply if view.log else watcher.since
        message, watcher.since = made[eyes]
        watcher.saw = live
        watcher.offer(message)

    async def _tell_chat(self, watcher: Watcher) -> None:
        lines = await chat.lines(self.house, watcher.guest, self.seated.live.row.id, watcher.heard)
        if lines:
            watcher.heard = lines[-1].number
            watcher.offer(encode(ChatNews(lines)))


def _concerned(live: Live, guest: Guest | None) -> str | None:
    """The guest, if the table looks different to them than to any spectator: they sit there, or own it."""
    if guest is not None and (live.row.owner == guest.id or seats_of(live, guest)):
        return guest.id
    return None


class Gallery:
    """Which tables are watched."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._audiences: dict[str, Audience] = {}

    @asynccontextmanager
    async def watching(self, table_id: str, watcher: Watcher) -> AsyncIterator[None]:
        seated = await self._house.table(table_id)
        viewing_seat(seated.live, watcher.guest, watcher.seat)
        audience = self._audiences.get(table_id)
        if audience is None:
            audience = self._audiences[table_id] = Audience(self._house, seated)
        audience.welcome(watcher)
        try:
            yield
        finally:
            audience.watchers.remove(watcher)
            if not audience.watchers:
                audience.close()
                del self._audiences[table_id]
