"""News about tables and guests, exchanged between servers on the same store.

A change to a table is sent over the bus with everything that is new, so that nobody has to ask the store. The bus may
lose messages, so watched tables are also compared with the store: rarely while the bus works, often while it is down,
and at once when messages may have been missed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING

import msgspec

from engineshed.server.bus import Bus
from engineshed.server.live import Live, Said
from engineshed.server.presence import Attending, Crowd
from engineshed.server.refusals import ServiceError
from engineshed.server.rows import Event, Head, Latest, SeatRow, TableRow
from engineshed.server.store import StoreDownError
from engineshed.server.workers import where_raised

if TYPE_CHECKING:
    from engineshed.server.loaded import LoadedTable
    from engineshed.server.service import Service

log = logging.getLogger(__name__)

GUESTS = "guests"
"""The topic of messages about guests and addresses."""
CROWDS = "crowds"
"""The topic of messages that say how many people are at tables; the topic of all others is a table's id."""
COMPARE = 15.0
"""Seconds between comparisons of watched tables with the store while the bus works."""
COMPARE_WITHOUT_BUS = 1.0
AT_ONCE = 200
"""How many tables are compared in one query."""


class Change(msgspec.Struct, frozen=True, tag="change"):
    """A table has changed."""

    version: int
    """The version of its rules after the change. If that is new, the table has to be read again."""
    revision: int
    """Its revision after the change."""
    head: Head
    events: list[Event]
    seats: list[SeatRow]
    """The seats that have changed."""
    snapshot_ply: int
    """Where its last snapshot is."""

    def made_to(self, live: Live) -> tuple[Live, list[Said]]:
        """The table after the change, and its new log entries."""
        after = live.copy()
        said = after.follow(self.events)
        for seat in self.seats:
            after.seats[seat.seat] = seat
        after.settle(self.head, None)
        after.snapshot_ply = self.snapshot_ply
        return after, said


class Chatter(msgspec.Struct, frozen=True, tag="chat"):
    """Somebody has said something at a table."""

    number: int


class Planned(msgspec.Struct, frozen=True, tag="plan"):
    """The plans of a guest at this table have changed; which ones is between them and the store."""

    guest: str


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Change | Chatter | Attending | Planned)
_crowd_decoder = msgspec.msgpack.Decoder(Crowd)


class News:
    def __init__(self, service: Service, bus: Bus) -> None:
        self._service, self.bus = service, bus
        self._watched: set[str] = set()
        self._doubtful: set[str] = set()
        self._doubt = asyncio.Event()
        self._comparing: asyncio.Task[None] | None = None
        self._following: set[asyncio.Task[None]] = set()
        self.forget_guest: Callable[[str | None], None] = lambda _guest_id: None
        """Called when a guest or the penalties of an address have changed; with None if it could be any of them. Set by
        the context."""
        self.disconnect_guests: Callable[[], None] = lambda: None
        """Called now and then, because news of guests to be disconnected may have been lost. Set by the context."""
        self.heard_of: Callable[[str, Attending], None] = lambda _table_id, _told: None
        """Called with what another server says about those at a table."""
        self.heard_of_crowd: Callable[[Crowd], None] = lambda _told: None
        """Called with how many people are at tables of another server."""
        self.tell_again: Callable[[], None] = lambda: None
        """Called now and then, because others may not have heard who is at a table. ``Presence`` sets all three."""

    @property
    def shared(self) -> bool:
        """Whether other servers may use the same store."""
        return self.bus.shared

    @property
    def reliable(self) -> bool:
        """Whether this server hears about changes that others make."""
        return self.bus.connected

    async def start(self) -> None:
        if self.shared:
            self._comparing = asyncio.create_task(self._keep_comparing())
        await self.bus.start(self._heard, self._missed)

    async def stop(self) -> None:
        await self.bus.stop()
        tasks = [*self._following, *([] if self._comparing is None else [self._comparing])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # -- telling others ---------------------------------------------------------------------------------------------

    def changed(
        self, row: TableRow, events: Sequence[Event], seats: Sequence[SeatRow] = (), snapshot_ply: int = 0
    ) -> None:
        if self.shared:
            change = Change(row.version, row.revision, row.head(), list(events), list(seats), snapshot_ply)
            self.bus.publish(row.id, _encoder.encode(change))

    def said(self, table_id: str, number: int) -> None:
        if self.shared:
            self.bus.publish(table_id, _encoder.encode(Chatter(number)))

    def attend(self, table_id: str, told: Attending) -> None:
        if self.shared:
            self.bus.publish(table_id, _encoder.encode(told))

    def count(self, told: Crowd) -> None:
        self.bus.publish(CROWDS, _encoder.encode(told))

    def planned(self, table_id: str, guest_id: str) -> None:
        if self.shared:
            self.bus.publish(table_id, _encoder.encode(Planned(guest_id)))

    def guest_changed(self, target: str) -> None:
        """A guest has another name, has left, or is gone; or a penalty of a guest or an address has changed."""
        self._forget(target)
        self.bus.publish(GUESTS, target.encode())

    # -- hearing of others ------------------------------------------------------------------------------------------

    def watch(self, table_id: str) -> None:
        """Keep this table up to date from now on; it may have changed since it was read."""
        self._watched.add(table_id)
        self._ask_about(table_id)

    def unwatch(self, table_id: str) -> None:
        self._watched.discard(table_id)

    def _missed(self) -> None:
        self._forget(None)
        for table_id in self._watched:
            self._ask_about(table_id)

    def _forget(self, target: str | None) -> None:
        self._service.forget_name(target)
        self._service.outbox.forget(target)
        self._service.ignoring.forget(target)
        self._service.penalties.forget()
        self._service.hidden.forget(target)
        self.forget_guest(target)

    def _heard(self, topic: str, message: bytes) -> None:
        if topic == GUESTS:
            self._forget(message.decode())
            return
        if topic == CROWDS:
            with suppress(msgspec.DecodeError):  # a server of another version may say anything
                self.heard_of_crowd(_crowd_decoder.decode(message))
            return
        loaded = self._service.in_memory(topic)
        if loaded is None:
            return
        try:
            told = _decoder.decode(message)
        except msgspec.DecodeError as error:
            log.warning("a message of another server is not understood: %s", error)
            self._ask_about(topic)
            return
        if isinstance(told, Attending):
            self.heard_of(topic, told)
        elif isinstance(told, Planned):
            self._service.heard_of_plan(topic, told.guest)
        elif isinstance(told, Chatter):
            self._chat(loaded, told.number)
        else:
            loaded.put_off(told)
            if topic in self._watched and not self._service.read_up_now(loaded):
                self._tell_watchers(loaded)

    def _tell_watchers(self, loaded: LoadedTable) -> None:
        task = asyncio.create_task(self._read_up(loaded))
        self._following.add(task)
        task.add_done_callback(self._following.discard)

    async def _read_up(self, loaded: LoadedTable) -> None:
        try:
            await self._service.read_up(loaded)
        except StoreDownError:
            self._ask_about(loaded.live.row.id)
        except ServiceError as error:
            log.warning("a table can no longer be shown here: %s", error)

    def _chat(self, loaded: LoadedTable, number: int) -> None:
        if loaded.chat is None or loaded.chat < number:
            loaded.chat = number
            self._service.tell(loaded)

    # -- comparing with the store -----------------------------------------------------------------------------------

    def _ask_about(self, table_id: str) -> None:
        self._doubtful.add(table_id)
        self._doubt.set()

    async def _keep_comparing(self) -> None:
        compared = monotonic()
        while True:
            try:
                async with asyncio.timeout(COMPARE_WITHOUT_BUS):
                    await self._doubt.wait()
            except TimeoutError:
                if self.reliable and not self._doubtful and monotonic() < compared + COMPARE:
                    continue
                self._doubtful |= self._watched
                self.disconnect_guests()
                self.tell_again()
                compared = monotonic()
            self._doubt.clear()
            doubtful, self._doubtful = self._doubtful & self._watched, set()
            try:
                await self._compare(doubtful)
            except Exception as error:  # noqa: BLE001  (watchers must be told again when it is over, whatever it is)
                log.warning("watched tables cannot be compared with the store: %s", where_raised(error))
                self._doubtful |= doubtful

    async def _compare(self, tables: Collection[str]) -> None:
        ids = list(tables)
        for start in range(0, len(ids), AT_ONCE):
            for table_id, latest in (await self._service.store.latest(ids[start : start + AT_ONCE])).items():
                loaded = self._service.in_memory(table_id)
                if loaded is not None:
                    await self._reach(loaded, latest)

    async def _reach(self, loaded: LoadedTable, latest: Latest) -> None:
        try:
            await self._service.reach(loaded, latest.revision)
        except StoreDownError:
            raise
        except ServiceError as error:
            log.warning("a table can no longer be shown here: %s", error)
        else:
            self._chat(loaded, latest.chat)
