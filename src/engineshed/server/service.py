"""The service: tables in memory, changed one step at a time; watchers are told once a change is on disk.

Several servers may use one store. Then a table in memory may be out of date. So a table is checked against the store
before it is shown, the store refuses a change made from an old revision, and watchers are told by ``news``.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from functools import cache, wraps
from time import monotonic
from types import MappingProxyType
from typing import Any, Concatenate, ParamSpec, TypeVar

from prometheus_client import Counter

from engineshed.core.corrections import Texts
from engineshed.server.archive import Archive
from engineshed.server.bus import Bus, NoBus
from engineshed.server.hidden import Hidden
from engineshed.server.ignoring import Ignoring
from engineshed.server.kept import Kept
from engineshed.server.live import Live, Said
from engineshed.server.loaded import LoadedTable
from engineshed.server.messages import Sight
from engineshed.server.metrics import MOVES
from engineshed.server.news import Change, News
from engineshed.server.notices.outbox import Outbox
from engineshed.server.penalties import Penalties
from engineshed.server.presence import Presence
from engineshed.server.reading import Readers, shared_readers
from engineshed.server.refusals import ServiceError, StaleError
from engineshed.server.rows import NO_PLANS, Event, Guest, PlanChange, PlanRow, SeatRow, TableRow
from engineshed.server.secrets import new_id
from engineshed.server.store import Store, StoreDownError, TakenError
from engineshed.server.workers import Workers, where_raised

log = logging.getLogger(__name__)

TABLES_IN_MEMORY = 2000
NAMES_IN_MEMORY = 10_000
SIGHTS_IN_MEMORY = 48
"""A few are enough: a sight is asked for again soon after it was made, by others who watch the same position."""
WORKS_IN_MEMORY = 8_000_000
"""The size of the cache for log pages, records and the like, in bytes."""

R = TypeVar("R")


class Service:
    def __init__(
        self,
        store: Store,
        clock: Callable[[], float],
        corrected: Mapping[str, Texts] = MappingProxyType({}),
        readers: Readers | None = None,
        bus: Bus | None = None,
    ) -> None:
        """``corrected``: for each game, the corrected files of its box that new tables use.

        ``readers``: the processes that read what strangers send; those of this process if not given.
        """
        self.store, self.clock, self.corrected = store, clock, corrected
        self.readers = readers or shared_readers()
        self.penalties = Penalties(store, clock)
        self.hidden = Hidden(store)
        self.archive = Archive(store, clock, self._was_carried)
        self.id = new_id()
        """The name of this server among those that use the same store."""
        self.new_table_id: Callable[[], str] = new_id
        """Set from outside if several processes serve together."""
        self._tables: OrderedDict[str, LoadedTable] = OrderedDict()
        self._names: dict[str, str] = {}
        self.changed: dict[str, float] = {}
        """Tables whose position has changed since it was put into words, and when; the latest change is last."""
        self.sights: Kept[Sight] = Kept(SIGHTS_IN_MEMORY, lambda _: 1)
        """What can be seen of positions, by table, position and seat."""
        self.works: Kept[bytes] = Kept(WORKS_IN_MEMORY, len)
        """What was made from a log, by table and position, written as MessagePack."""
        self.news = News(self, bus or NoBus())
        self.presence = Presence(self.id, self.news)
        self.outbox = Outbox(store, lambda: self.news.reliable)
        self.ignoring = Ignoring(store, clock, lambda: self.news.reliable)
        self.workers: Workers | None = None
        """Where bots think; set from outside, None if they do not."""
        self.after_move: Callable[[str], None] = lambda _table_id: None
        """Called when a table has changed; set by the bots."""
        self.on_due: Callable[[str, float | None], None] = lambda _table_id, _due: None
        """Called with the time at which a table that has changed does something by itself; set by the timekeeper."""
        self.carry_out: Callable[[str], None] = lambda _table_id: None
        """Called when a table has changed, or a plan there; set by the planner."""
        self.on_plans: Callable[[str, str], None] = lambda _table_id, _guest_id: None
        """Called with a guest whose plans at a table have changed; set by the hub that tells watchers."""

        self.on_end: Callable[[str], None] = lambda _table_id: None
        """Called when a game has ended; set by the bookkeeper."""

    # -- tables in memory -------------------------------------------------------------------------------------------

    async def table(self, table_id: str) -> LoadedTable:
        """A table as it is now."""
        loaded = self._tables.get(table_id)
        if loaded is None:
            return await self.known_table(table_id)
        self._tables.move_to_end(table_id)
        await self.read_up(loaded)
        await self.catch_up(loaded)
        return loaded

    async def known_table(self, table_id: str, ply: int = 0) -> LoadedTable:
        """A table as this server last heard of it; read from the store if it is not in memory.

        ``ply``: what a guest has already seen. If another server told them first, the news is on its way.
        """
        loaded = self._tables.get(table_id)
        if loaded is None:
            loaded = self._tables.setdefault(table_id, await self.archive.table(table_id))
            self._make_room()
        self._tables.move_to_end(table_id)
        if ply > loaded.live.ply and self.news.shared and self.news.reliable:
            await loaded.hear_of(ply)
        await self.read_up(loaded)
        return loaded

    def in_memory(self, table_id: str) -> LoadedTable | None:
        return self._tables.get(table_id)

    async def catch_up(self, loaded: LoadedTable) -> None:
        """Make sure that no other server has changed this table."""
        if not self.news.shared:
            return
        table_id = loaded.live.row.id
        latest = (await self.store.latest([table_id])).get(table_id)
        if latest is not None:
            await self.reach(loaded, latest.revision)

    async def reach(self, loaded: LoadedTable, revision: int) -> None:
        """Read the table again, unless it has come this far."""
        if loaded.live.row.revision >= revision:
            return
        async with loaded.lock:
            if loaded.live.row.revision < revision:
                await self._read_anew(loaded)

    async def glance(self, table_id: str) -> Live:
        """A table as it is now, without keeping it in memory."""
        return (self.in_memory(table_id) or await self.archive.table(table_id)).live

    def forget(self, table_ids: Iterable[str]) -> None:
        """Drop tables that have been deleted."""
        for table_id in table_ids:
            self._tables.pop(table_id, None)

    def tables_in_memory(self) -> int:
        return len(self._tables)

    def _make_room(self) -> None:
        """Drop the least recently used tables, except those with listeners or a held lock."""
        spare = len(self._tables) - TABLES_IN_MEMORY
        for table_id in list(self._tables)[: max(0, spare)]:
            loaded = self._tables[table_id]
            if not loaded.listeners and not loaded.lock.locked():
                del self._tables[table_id]

    # -- changes ----------------------------------------------------------------------------------------------------

    async def commit(
        self,
        loaded: LoadedTable,
        after: Live,
        events: Sequence[Event],
        said: Sequence[Said],
        seats: Sequence[SeatRow] = (),
        plans: PlanChange = NO_PLANS,
    ) -> None:
        """Write what has happened to a copy of the table; then the copy becomes the table, and listeners are told.

        ``plans``: the plan that is carried out, if it is one.
        """
        await _uninterrupted(self._commit(loaded, after, events, said, seats, plans))

    async def _commit(
        self,
        loaded: LoadedTable,
        after: Live,
        events: Sequence[Event],
        said: Sequence[Said],
        seats: Sequence[SeatRow],
        plans: PlanChange,
    ) -> None:
        snapshot, head, before = after.snapshot(), after.head(self.clock()), loaded.live.row
        notices = await self.outbox.notices(loaded.live, after, head, events, head.updated, plans)
        if plans is NO_PLANS and (loaded.planned or not self.news.reliable):
            plans = _plans_after(after, events)
        try:
            await self.store.append(after.row.id, events, head, snapshot, seats, after.row.revision, notices, plans)
        except TakenError:
            await self._read_anew(loaded)
            raise StaleError(loaded.live.ply) from None
        after.settle(head, snapshot)
        _count(after, events)
        self._become(loaded, after, said)
        self.news.changed(after.row, events, seats, after.snapshot_ply)
        self.has_written(after.row)
        if after.row.revealed and not before.revealed:
            self.on_end(after.row.id)
        if notices:
            self.outbox.posted()

    def has_written(self, row: TableRow) -> None:
        """This server has changed a table, so what happens there by itself is different now."""
        self.on_due(row.id, row.due)
        self.after_move(row.id)
        self.carry_out(row.id)

    # -- plans ------------------------------------------------------------------------------------------------------

    async def plans(self, loaded: LoadedTable) -> list[PlanRow]:
        """All plans at a table; if there are none, nobody asks again before somebody plans something."""
        loaded.planned = False
        rows = await self.store.plans(loaded.live.row.id)
        loaded.planned = loaded.planned or bool(rows) or not self.news.reliable
        return rows

    def has_planned(self, table_id: str, guest_id: str) -> None:
        """A guest has planned something or taken it back: nobody but they themselves is told."""
        self.heard_of_plan(table_id, guest_id)
        self.news.planned(table_id, guest_id)
        self.carry_out(table_id)

    def heard_of_plan(self, table_id: str, guest_id: str) -> None:
        """The plans of a guest have changed, here or on another server."""
        loaded = self.in_memory(table_id)
        if loaded is not None:
            loaded.planned = True
        self.on_plans(table_id, guest_id)

    async def stop_plan(self, live: Live, plan: PlanRow, why: str) -> None:
        """A plan is taken back because of the position; its owner finds the reason in its place."""
        if not await self.store.stop_plan(plan, live.row.revision, why):
            raise StaleError(live.ply)
        self.heard_of_plan(plan.table, plan.guest)
        self.news.planned(plan.table, plan.guest)

    # -- trying again -----------------------------------------------------------------------------------------------

    async def tried(self, table_id: str, change: Callable[[], Awaitable[R]]) -> R:
        """Make a change; if it was refused only because our copy was out of date, try it again."""
        while True:
            loaded = await self.known_table(table_id)
            before = loaded.live
            try:
                return await change()
            except ServiceError:
                await self.catch_up(loaded)
                if loaded.live is before:
                    raise

    async def _read_anew(self, loaded: LoadedTable) -> None:
        """Another server has written to this table: catch up, and tell the listeners."""
        try:
            fresh = await self.archive.table(loaded.live.row.id)
        except StoreDownError:
            raise
        except ServiceError as error:
            self._lose(loaded, error)
            raise
        loaded.become(fresh)
        self._has_changed(loaded)

    def _lose(self, loaded: LoadedTable, why: ServiceError) -> None:
        """A newer server has carried this table to rules that we do not have; its listeners have to go there."""
        loaded.gone = why
        loaded.unread.clear()
        self.forget([loaded.live.row.id])
        self.tell(loaded)

    async def read_up(self, loaded: LoadedTable) -> None:
        """Apply the changes that other servers have announced; read the store if any is missing."""
        if not loaded.unread:
            return
        async with loaded.lock:
            while loaded.unread:
                if not self._follow(loaded, loaded.unread.pop(0)):
                    await self._read_anew(loaded)

    def read_up_now(self, loaded: LoadedTable) -> bool:
        """The same, as far as possible without waiting; returns whether everything was applied."""
        while loaded.unread and not loaded.lock.locked():
            if not self._follow(loaded, loaded.unread[0]):
                break
            del loaded.unread[0]
        return not loaded.unread

    def _follow(self, loaded: LoadedTable, change: Change) -> bool:
        """Apply a change that is already in the store; False if that is impossible, so that the store must be read."""
        missing = change.revision - loaded.live.row.revision
        if missing == 1 and change.version == loaded.live.row.version:
            try:
                self._become(loaded, *change.made_to(loaded.live))
            except Exception as error:  # noqa: BLE001  (a server of another version may say anything)
                log.warning("a change by another server cannot be followed: %s", where_raised(error))
            else:
                return True
        return missing <= 0

    def _become(self, loaded: LoadedTable, after: Live, said: Sequence[Said]) -> None:
        loaded.live = after
        loaded.remember(said)
        self._has_changed(loaded)

    def _has_changed(self, loaded: LoadedTable) -> None:
        self._describe_later(loaded.live.row.id)
        self.tell(loaded)

    def _was_carried(self, row: TableRow, events: Sequence[Event]) -> None:
        self._describe_later(row.id)
        self.news.changed(row, events)
        self.on_due(row.id, row.due)

    def _describe_later(self, table_id: str) -> None:
        self.changed.pop(table_id, None)
        self.changed[table_id] = monotonic()

    def tell(self, loaded: LoadedTable) -> None:
        """Wake all listeners of this table."""
        for listener in list(loaded.listeners):
            listener(loaded.live.ply)

    # -- names ------------------------------------------------------------------------------------------------------

    async def names(self, guests: Iterable[str]) -> dict[str, str | None]:
        """The names of these guests; None if a guest is gone. Every push needs them, so recent ones are remembered."""
        if not self.news.reliable:
            self._names.clear()
        known = {guest: self._names.get(guest) for guest in guests}
        unknown = [guest for guest, name in known.items() if name is None]
        if unknown:
            for found in (await self.store.guests(unknown)).values():
                known[found.id] = found.name
                if found.id not in self._names:  # keep a name that was changed meanwhile
                    self.remember_name(found)
        return known

    def forget_name(self, guest_id: str | None) -> None:
        """Forget a name that another server may have changed; None for all names."""
        if guest_id is None:
            self._names.clear()
        else:
            self._names.pop(guest_id, None)

    def remember_name(self, guest: Guest) -> None:
        if len(self._names) >= NAMES_IN_MEMORY and guest.id not in self._names:
            self._names.clear()
        self._names[guest.id] = guest.name


def _plans_after(after: Live, events: Sequence[Event]) -> PlanChange:
    """What a change by hand means for plans."""
    if not events or events[0].seat < 0 or after.seats[events[0].seat].by_bot:
        return NO_PLANS
    match events[0].kind:
        case "move":
            return PlanChange(by_hand=events[0].seat)
        case "undo":
            return PlanChange(undone=events[0].seat)
    return NO_PLANS


def _count(live: Live, events: Sequence[Event]) -> None:
    """Count players' moves; what nature draws after a move is part of it."""
    if events and events[0].kind == "move" and events[0].seat >= 0:
        seat = live.seats[events[0].seat]
        _moves_of(live.game.id, "bot" if seat.by_bot else "guest").inc()


@cache
def _moves_of(game: str, by: str) -> Counter:
    """The counter of a kind of move; cached, because the library takes longer to find a counter than to count."""
    return MOVES.labels(game, by)


async def _uninterrupted(work: Coroutine[Any, Any, None]) -> None:
    """Finish even if the client disconnects: the disk write does not stop halfway, and neither must the table."""
    task = asyncio.ensure_future(work)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.gather(task, return_exceptions=True)
        raise


P = ParamSpec("P")
Changing = Callable[Concatenate[Service, Guest, str, P], Coroutine[Any, Any, R]]
OperatorsChange = Callable[Concatenate[Service, str, P], Coroutine[Any, Any, R]]


def with_fresh_eyes(change: Changing[P, R]) -> Changing[P, R]:
    """Run a guest's change; if it was refused only because our copy was out of date, try it again."""

    @wraps(change)
    async def tried(service: Service, guest: Guest, table_id: str, /, *args: P.args, **kwargs: P.kwargs) -> R:
        return await service.tried(table_id, lambda: change(service, guest, table_id, *args, **kwargs))

    return tried


def by_operators(change: OperatorsChange[P, R]) -> OperatorsChange[P, R]:
    """The same for a change that an operator makes, who is not a guest."""

    @wraps(change)
    async def tried(service: Service, table_id: str, /, *args: P.args, **kwargs: P.kwargs) -> R:
        return await service.tried(table_id, lambda: change(service, table_id, *args, **kwargs))

    return tried
