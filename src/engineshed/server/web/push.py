"""Watchers of tables over WebSockets, and what each is sent when something happens.

A table has at most one task that looks at it for all its watchers. A view that several watchers share is made and
encoded once. No watcher waits for another: each has an outlet, and a watcher for whom too much is waiting there is
disconnected, and can come back and catch up.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager, suppress
from time import monotonic
from typing import Any

import msgspec

from engineshed.server import chat
from engineshed.server.live import Live, seats_of
from engineshed.server.loaded import LoadedTable
from engineshed.server.messages import Chat, TableView
from engineshed.server.presence import Seen, State, nearest
from engineshed.server.refusals import ServiceError
from engineshed.server.rows import Guest
from engineshed.server.service import Service
from engineshed.server.spectators import Behind, behind, is_behind
from engineshed.server.store import StoreDownError
from engineshed.server.viewing import look_from, viewing_seat
from engineshed.server.web.outlet import Outlet

AGAIN = 1.0
"""Seconds after which a store that was down is asked again who must be disconnected."""
IN_FRONT = 50.0
"""Seconds for which somebody who looked at a table counts as looking at it; their page says so again and again."""
LATE = 5.0
"""How often spectators who are some minutes behind are told what they may know by now, in seconds."""
TOO_SLOW = 1013
"""The close code for "try again later"."""


GONE_AFTER = 5.0
"""Seconds after which somebody without a socket counts as gone: pages are loaded anew, and connections break."""


class SeatPresence(msgspec.Struct, frozen=True, gc=False):
    """Whether a seat's player is at the table: here, away (the page is open, but nobody looks at it), or offline."""

    seat: int
    state: State
    since: float | None
    """Null if nobody knows since when."""


class PresenceNews(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag="presence"):
    """Who is at the table; only seats that belong to people."""

    at: float
    """The server's time, by which all others are given."""
    seats: list[SeatPresence]


class TableNews(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag="table"):
    """The table as this watcher may see it now, with what has happened since the last news."""

    now: TableView


class ChatNews(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag="chat"):
    lines: list[Chat]


class PlansNews(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag="plans"):
    """My plans at this table have changed: `get_plans` has them. Nobody else hears of it."""


_encoder = msgspec.json.Encoder()


def encode(message: Any) -> bytes:
    return _encoder.encode(message)


PLANS = encode(PlansNews())


class Watcher:
    """One open socket: whose it is, the seat it looks from, and what it has been sent."""

    def __init__(
        self,
        guest: Guest | None,
        seat: int | None,
        since: int,
        heard: int,
        address: str = "",
        outlet: Outlet | None = None,
        *,
        covered: bool = False,
        people: bool = False,
        plans: bool = False,
    ) -> None:
        """``people``: whether to be told who is at the table; ``plans``: when the guest's own plans there change."""
        self.covered, self.people, self.plans = covered, people, plans
        self.guest, self.seat, self.since, self.heard = guest, seat, since, heard
        self.names = (address,) if guest is None else (guest.id, address)
        """What a penalty can name."""
        self.banned = False
        """Whether they were already banned when they came; those who are banned may still watch."""
        self.looked_until = 0.0
        self.hidden: float | None = None
        """Since when a page that was in front of somebody no longer is."""
        self.saw: tuple[Live, int | None] | None = None
        """What it was sent last: the table and, for a spectator who is behind, the entry of the log."""
        self.outlet = outlet or Outlet()
        self.ended: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
        """Done when the socket must close: with the reason, or None if it is too slow."""

    def seen(self, now: float) -> Seen:
        return Seen("here", now) if self.hidden is None else Seen("away", self.hidden)

    def offer(self, message: bytes) -> None:
        if not self.outlet.put(message):
            self.end(None)

    def says_whether_in_front(self, front: bool | None, at: float) -> bool:
        """Whether the page is in front of its reader: visible, and where their keys go. Returns whether that is new.

        Programs say nothing about it, and are here as long as they are connected.
        """
        if front is None:
            return False
        before = self.hidden
        self.looked_until = monotonic() + IN_FRONT if front else 0.0
        self.hidden = None if front else at if before is None else before
        return before != self.hidden

    def end(self, reason: Exception | None) -> None:
        if not self.ended.done():
            self.ended.set_result(reason)


class TableWatchers:
    """All who watch one table."""

    def __init__(self, service: Service, loaded: LoadedTable) -> None:
        self.service, self.loaded = service, loaded
        self.watchers: list[Watcher] = []
        self._changed = asyncio.Event()
        self._attended = True
        """Whether anybody may have come or gone since the watchers were told."""
        self._last, self._talk = loaded.live, False
        self._task = asyncio.create_task(self._keep_telling())
        loaded.listeners.append(self.wake)
        service.news.watch(loaded.live.row.id)
        service.presence.open(loaded.live.row.id, self._attend)

    def wake(self, _ply: int) -> None:
        """Called when something has happened; if the position is the same, it was a chat line."""
        before, self._last = self._last, self.loaded.live
        self._talk = self._talk or before is self._last
        self._changed.set()
        if [seat.guest for seat in before.seats] != [seat.guest for seat in self._last.seats]:
            for watcher in self.watchers:
                self.look_for(watcher.guest)
            self._attend()

    def welcome(self, watcher: Watcher) -> None:
        self.watchers.append(watcher)
        self._changed.set()
        self.look_for(watcher.guest)

    def part_with(self, watcher: Watcher) -> None:
        self.watchers.remove(watcher)
        if not self.watchers:
            self.look_for(watcher.guest)
            self.close()
        elif watcher.guest is not None:
            asyncio.get_running_loop().call_later(GONE_AFTER, self.look_for, watcher.guest)

    def look_for(self, guest: Guest | None) -> None:
        """See whether a guest who sits here is at the table now, and if not, since when."""
        if guest is None or not seats_of(self.loaded.live, guest):
            return
        now = self.service.clock()
        theirs = [one.seen(now) for one in self.watchers if one.guest is not None and one.guest.id == guest.id]
        self.service.presence.saw(self.loaded.live.row.id, guest.id, nearest([Seen("offline", now), *theirs]))
        self._attend()

    def _attend(self) -> None:
        self._attended = True
        self._changed.set()

    def close(self) -> None:
        self.service.presence.close(self.loaded.live.row.id)
        self.service.news.unwatch(self.loaded.live.row.id)
        self.loaded.listeners.remove(self.wake)
        self._task.cancel()

    async def _keep_telling(self) -> None:
        while True:
            if self._are_minutes_behind():
                with suppress(TimeoutError):
                    async with asyncio.timeout(LATE):
                        await self._changed.wait()
            else:
                await self._changed.wait()
            self._changed.clear()
            await self._tell_all()

    def _are_minutes_behind(self) -> bool:
        """Whether some watchers are to be told something although nothing happens any more."""
        return self.loaded.live.row.delay_minutes > 0 and any(
            watcher.saw is not None and watcher.saw[1] is not None for watcher in self.watchers
        )

    async def _tell_all(self) -> None:
        made: dict[tuple[Any, ...], tuple[bytes, int]] = {}
        talk, self._talk = self._talk, False
        attended, self._attended = self._attended, False
        here = self._who_is_here() if any(watcher.people for watcher in self.watchers) else b""
        for watcher in [watcher for watcher in self.watchers if not watcher.ended.done()]:
            if self.loaded.gone is not None:
                watcher.end(self.loaded.gone)
                continue
            try:
                late = await behind(self.service, self.loaded.live, watcher.guest)
                if talk or watcher.saw is None or late is not None:
                    await self._tell_chat(watcher)
                if watcher.people and (attended or watcher.saw is None):
                    watcher.offer(here)
                await self._tell_table(watcher, late, made)
            except Exception as error:  # noqa: BLE001  (one watcher's trouble must not end the news for all)
                watcher.end(error)

    def _who_is_here(self) -> bytes:
        live, presence = self.loaded.live, self.service.presence
        seats = [(seat.seat, presence.of(live.row.id, seat.guest)) for seat in live.seats if seat.guest is not None]
        told = [SeatPresence(seat, seen.state, seen.since) for seat, seen in seats]
        return encode(PresenceNews(self.service.clock(), told))

    async def _tell_table(
        self, watcher: Watcher, late: Behind | None, made: dict[tuple[Any, ...], tuple[bytes, int]]
    ) -> None:
        live = self.loaded.live
        now = live, None if late is None else late.ply
        if watcher.saw == now:
            return
        if late is None and is_behind(live.row, live.seats, watcher.guest):
            return  # only since a moment ago; that change has woken us again, and then we know how far behind they are
        # check again, because a seat may have changed hands
        seat = viewing_seat(live, watcher.guest, watcher.seat, covered=watcher.covered)
        eyes = (now, seat, _concerned(live, watcher.guest), watcher.since)
        if eyes not in made:
            view = await look_from(self.service, self.loaded, watcher.guest, seat, watcher.since, late)
            made[eyes] = encode(TableNews(view)), view.log[-1].ply if view.log else watcher.since
        message, watcher.since = made[eyes]
        watcher.saw = now
        watcher.offer(message)

    async def _tell_chat(self, watcher: Watcher) -> None:
        lines = await chat.lines(self.service, watcher.guest, self.loaded.live.row.id, watcher.heard)
        if lines:
            watcher.heard = lines[-1].number
            watcher.offer(encode(ChatNews(lines)))


def _concerned(live: Live, guest: Guest | None) -> str | None:
    """The guest, if they see the table differently from spectators because they sit there or own it."""
    if guest is not None and (live.row.owner == guest.id or seats_of(live, guest)):
        return guest.id
    return None


class PushHub:
    """Which tables are watched, and who must be disconnected."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._watched: dict[str, TableWatchers] = {}
        self._doubtful: set[Watcher] = set()
        self._seeing_out: asyncio.Task[None] | None = None
        service.presence.in_front = self._in_front
        service.on_plans = self.tell_planner

    @asynccontextmanager
    async def watching(self, table_id: str, watcher: Watcher) -> AsyncIterator[None]:
        loaded = await self._service.table(table_id)
        viewing_seat(loaded.live, watcher.guest, watcher.seat)
        audience = self._watched.get(table_id)
        if audience is None:
            audience = self._watched[table_id] = TableWatchers(self._service, loaded)
        audience.welcome(watcher)
        try:
            watcher.banned = await self._is_banned(watcher)
            yield
        finally:
            audience.part_with(watcher)
            if not audience.watchers:
                del self._watched[table_id]

    def look_for(self, table_id: str, watcher: Watcher) -> None:
        """Somebody has turned to their page, or away from it."""
        self._watched[table_id].look_for(watcher.guest)

    def tell_planner(self, table_id: str, guest_id: str) -> None:
        """Tell a guest's own screens that their plans at a table have changed."""
        audience = self._watched.get(table_id)
        for watcher in () if audience is None else audience.watchers:
            if watcher.plans and watcher.guest is not None and watcher.guest.id == guest_id:
                watcher.offer(PLANS)

    async def is_in_front(self, guest_id: str, table_id: str) -> bool:
        """Whether this guest has this table in front of them on some screen, whatever server that is connected to."""
        if guest_id in self._in_front(table_id):
            return True
        if not self._service.news.shared:
            return False
        try:
            await self._service.table(table_id)  # news of tables that are not in memory are not heard
        except StoreDownError:
            raise
        except ServiceError:
            return False
        return guest_id in await self._service.presence.in_front_elsewhere(table_id)

    def _in_front(self, table_id: str) -> list[str]:
        """The guests who have this table in front of them, as far as the sockets of this server show it."""
        audience, now = self._watched.get(table_id), monotonic()
        watchers = [] if audience is None else audience.watchers
        return [one.guest.id for one in watchers if one.guest is not None and one.looked_until > now]

    def disconnect(self, target: str | None = None) -> None:
        """Close the sockets of this guest or address if they have been deleted or banned; None for everybody's."""
        everybody = (watcher for audience in self._watched.values() for watcher in audience.watchers)
        self._doubtful |= {watcher for watcher in everybody if target is None or target in watcher.names}
        if self._doubtful and self._seeing_out is None:
            self._seeing_out = asyncio.create_task(self._keep_disconnecting())

    async def _keep_disconnecting(self) -> None:
        while self._doubtful:
            doubtful, self._doubtful = self._doubtful, set()
            try:
                await self._disconnect(doubtful)
            except StoreDownError:
                self._doubtful |= doubtful
                await asyncio.sleep(AGAIN)
        self._seeing_out = None

    async def _disconnect(self, watchers: Collection[Watcher]) -> None:
        ids = {watcher.guest.id for watcher in watchers if watcher.guest is not None}
        known = await self._service.store.guests(sorted(ids))
        gone = ids - {guest.id for guest in known.values() if guest.name}
        for watcher in watchers:
            if watcher.guest is not None and watcher.guest.id in gone:
                watcher.end(ServiceError("unknown-guest", "unknown-guest"))
            elif not await self._is_banned(watcher):
                watcher.banned = False
            elif not watcher.banned:
                watcher.end(ServiceError("forbidden", "banned"))

    async def _is_banned(self, watcher: Watcher) -> bool:
        return await self._service.penalties.has("ban", *watcher.names)
