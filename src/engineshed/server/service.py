"""The service: tables in memory, changed one step at a time; watchers are told once a change is on the disk."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from engineshed.core.contract import AnyGame
from engineshed.core.corrections import Texts
from engineshed.core.errors import Trouble
from engineshed.core.registry import find_game
from engineshed.server.live import Live, Said
from engineshed.server.refusals import ServiceError, StaleError
from engineshed.server.rows import Event, Guest, SeatRow, TableRow
from engineshed.server.store import Store, TakenError
from engineshed.server.workers import where_raised

log = logging.getLogger(__name__)

TABLES_IN_MEMORY = 2000
NAMES_IN_MEMORY = 10_000
REMEMBERED = 100
"""How many log entries of each table are kept in memory, for watchers who come back after a short while."""
AT_ONCE = 100
"""How many log entries are folded in without a pause."""

Listener = Callable[[int], None]
"""Called with the ply that a table has reached."""


class LoadedTable:
    """A table in memory, with its lock, its recent log and its listeners."""

    __slots__ = ("listeners", "live", "lock", "recent")

    def __init__(self, live: Live) -> None:
        self.live = live
        self.lock = asyncio.Lock()
        self.recent: deque[Said] = deque(maxlen=REMEMBERED)
        self.listeners: list[Listener] = []


class Service:
    def __init__(
        self, store: Store, clock: Callable[[], float], corrected: Mapping[str, Texts] = MappingProxyType({})
    ) -> None:
        """``corrected``: by game, the files of its box with which new tables are played."""
        self.store, self.clock, self.corrected = store, clock, corrected
        self._tables: OrderedDict[str, LoadedTable] = OrderedDict()
        self._names: dict[str, str] = {}
        self.after_move: Callable[[str], None] = lambda _table_id: None
        """Called when a table has changed; set by the bots."""

    # -- tables in memory -------------------------------------------------------------------------------------------

    async def table(self, table_id: str) -> LoadedTable:
        """A table, read from the store if it is not in memory."""
        loaded = self._tables.get(table_id)
        if loaded is None:
            loaded = self._tables.setdefault(table_id, await self._read(table_id))
            self._make_room()
        self._tables.move_to_end(table_id)
        return loaded

    async def _read(self, table_id: str) -> LoadedTable:
        row = await self.store.table(table_id)
        if row is None:
            raise ServiceError("not-found", "no-table")
        try:
            game = find_game(row.game)
        except Trouble:
            raise ServiceError("unavailable", "no-game", game=row.game) from None
        if row.state != "over":
            _must_be_of_this_version(game, row)
        live = await self._from_snapshot(game, row, await self.store.seats(table_id))
        loaded = LoadedTable(live)
        try:
            loaded.recent.extend(await fold(live, await self.store.events(table_id, live.ply)))
        except Exception:
            _must_be_of_this_version(game, row)  # a finished game may end in moves that are no longer played like that
            raise
        return loaded

    async def _from_snapshot(
        self, game: AnyGame, row: TableRow, seats: Sequence[SeatRow], upto: int | None = None
    ) -> Live:
        """A table at its last readable snapshot. Snapshots are a cache: without any, it is at its start.

        Only the position that a fork begins from is not a cache, because no log leads there.
        """
        snapshot = await self.store.snapshot(row.id, upto)
        while snapshot is not None:
            try:
                return Live(game, row, seats, snapshot)
            except Exception as error:  # noqa: BLE001  (a game may raise anything at bytes that it did not write)
                log.warning(
                    "a snapshot at entry %d cannot be read and is left out: %s", snapshot.ply, where_raised(error)
                )
            snapshot = await self.store.snapshot(row.id, snapshot.ply - 1)
        if row.forked_from is not None:
            raise ServiceError("unavailable", "lost-start")
        return Live(game, row, seats, None)

    def _make_room(self) -> None:
        """Drop the tables that were used longest ago, except those with listeners or a held lock."""
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
    ) -> None:
        """Write what has happened to a copy of the table; then the copy becomes the table, and listeners are told."""
        await _uninterrupted(self._commit(loaded, after, events, said, seats))

    async def _commit(
        self, loaded: LoadedTable, after: Live, events: Sequence[Event], said: Sequence[Said], seats: Sequence[SeatRow]
    ) -> None:
        snapshot, head = after.snapshot(), after.head(self.clock())
        try:
            await self.store.append(after.row.id, events, head, snapshot, seats)
        except TakenError:
            await self._read_anew(loaded)
            raise StaleError(loaded.live.ply) from None
        after.settle(head, snapshot)
        self._become(loaded, after, said)

    async def _read_anew(self, loaded: LoadedTable) -> None:
        """Another program has written to this table: catch up, and tell the listeners."""
        fresh = await self._read(loaded.live.row.id)
        loaded.recent = fresh.recent
        self._become(loaded, fresh.live, ())

    def _become(self, loaded: LoadedTable, after: Live, said: Sequence[Said]) -> None:
        loaded.live = after
        loaded.recent.extend(said)
        self.tell(loaded)
        self.after_move(after.row.id)

    def tell(self, loaded: LoadedTable) -> None:
        """Wake all listeners of this table."""
        for listener in list(loaded.listeners):
            listener(loaded.live.ply)

    # -- questions that many have -----------------------------------------------------------------------------------

    async def said_since(self, loaded: LoadedTable, since: int) -> list[Said]:
        """The log after this ply; from memory if it is recent, else replayed from the last snapshot before it."""
        live, since = loaded.live, max(0, since)
        if since >= live.ply:
            return []
        recent = list(loaded.recent)
        if recent and recent[0].ply <= since + 1:
            return [said for said in recent if said.ply > since]
        past = await self.past(live, since)
        return await fold(past, await self.store.events(live.row.id, past.ply, live.ply))

    async def names(self, guests: Iterable[str]) -> dict[str, str]:
        """The names of these guests. Every push needs them, so recent ones are remembered."""
        wanted = dict.fromkeys(guests)
        unknown = [guest for guest in wanted if guest not in self._names]
        known = {guest: self._names[guest] for guest in wanted if guest in self._names}
        if unknown:
            for found in (await self.store.guests(unknown)).values():
                known[found.id] = found.name
                if found.id not in self._names:  # a name that was changed meanwhile stays
                    self.remember_name(found)
        return known

    def remember_name(self, guest: Guest) -> None:
        if len(self._names) >= NAMES_IN_MEMORY and guest.id not in self._names:
            self._names.clear()
        self._names[guest.id] = guest.name

    async def past(self, live: Live, ply: int) -> Live:
        """The table as it was after ``ply`` log entries. Only the rules that it was played by lead there."""
        _must_be_of_this_version(live.game, live.row)
        past = await self._from_snapshot(live.game, live.row, live.seats, ply)
        await fold(past, await self.store.events(live.row.id, past.ply, ply))
        return past


def _must_be_of_this_version(game: AnyGame, row: TableRow) -> None:
    if game.version != row.version:
        raise ServiceError("unavailable", "other-version", game=game.title, version=row.version)


async def fold(live: Live, events: Sequence[Event]) -> list[Said]:
    """Fold log entries into a table that nobody else has yet; in portions, between which others can act."""
    said = live.follow(events[:AT_ONCE])
    for start in range(AT_ONCE, len(events), AT_ONCE):
        await asyncio.sleep(0)
        said += live.follow(events[start : start + AT_ONCE])
    return said


async def _uninterrupted(work: Coroutine[Any, Any, None]) -> None:
    """The client may disconnect meanwhile; the disk does not stop half-way, and the table must not either."""
    task = asyncio.ensure_future(work)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.gather(task, return_exceptions=True)
        raise


def seats_of(live: Live, guest: Guest | None) -> list[int]:
    """The seats that this guest holds at a table."""
    return [] if guest is None else [seat.seat for seat in live.seats if seat.guest == guest.id]
