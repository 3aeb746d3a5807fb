"""The service: tables in memory, changed one step at a time; watchers are told once a change is on disk.

Several servers may use one store. Then a table in memory may be out of date. So a table is checked against the store
before it is shown, the store refuses a change made from an old revision, and watchers are told by ``news``.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache, wraps
from time import monotonic
from types import MappingProxyType
from typing import Any, Concatenate, ParamSpec, TypeVar

from msgspec.structs import replace
from prometheus_client import Counter

from engineshed.core.contract import AnyGame
from engineshed.core.corrections import Texts
from engineshed.core.errors import Trouble
from engineshed.core.registry import find_game
from engineshed.core.versions import game_of, reloaded
from engineshed.server.bus import Bus, NoBus
from engineshed.server.carrying import as_it_ended, carry_over, last_of, leads_through
from engineshed.server.descriptions import in_words
from engineshed.server.kept import Kept
from engineshed.server.live import SNAPSHOT_EVERY, Live, Said, one_part, opened
from engineshed.server.messages import Sight
from engineshed.server.metrics import MOVES
from engineshed.server.news import Change, News
from engineshed.server.penalties import Penalties
from engineshed.server.reading import Readers, shared_readers
from engineshed.server.refusals import OtherVersionError, ServiceError, StaleError
from engineshed.server.rows import Event, Guest, PartRow, SeatRow, Snapshot, TableRow
from engineshed.server.secrets import new_id
from engineshed.server.store import Store, StoreDownError, TakenError
from engineshed.server.workers import where_raised

log = logging.getLogger(__name__)

TABLES_IN_MEMORY = 2000
NAMES_IN_MEMORY = 10_000
REMEMBERED = 20
"""How many log entries of each table are kept in memory, for watchers who come back after a short while."""
MOST_UNREAD = 50
"""How many changes by other servers may wait until a table is needed; with more, reading it again is faster."""
AT_ONCE = 25
"""How many log entries are folded in without a pause; that takes a few milliseconds."""
A_LONG_WAY = 3 * SNAPSHOT_EVERY
"""How many log entries are replayed before positions along the way are kept, to make the next replay shorter."""
SIGHTS_IN_MEMORY = 48
"""A few are enough: a sight is asked for again soon after it was made, by others who watch the same position."""
WORKS_IN_MEMORY = 8_000_000
"""The size of the cache for log pages, records and the like, in bytes."""

R = TypeVar("R")
Listener = Callable[[int], None]
"""Called with the ply that a table has reached."""


class LoadedTable:
    """A table in memory, with its lock, its recent log and its listeners."""

    __slots__ = ("chat", "gone", "listeners", "live", "lock", "recent", "unread")

    def __init__(self, live: Live) -> None:
        self.live = live
        self.chat: int | None = None
        """The number of the last chat line that listeners were told of, if it is known."""
        self.gone: ServiceError | None = None
        """Why this server can no longer show the table, if a newer one goes on with it."""
        self.unread: list[Change] = []
        """Changes by other servers that nobody here has needed yet."""
        self.lock = asyncio.Lock()
        self.recent: list[Said] = []
        """The last entries of the log."""
        self.listeners: list[Listener] = []

    # Lists that are cut short, because an empty deque takes ten times the memory of an empty list.

    def remember(self, said: Sequence[Said]) -> None:
        self.recent = [*self.recent, *said][-REMEMBERED:]

    def put_off(self, change: Change) -> None:
        """Apply this change when the table is needed."""
        self.unread = [*self.unread, change][-MOST_UNREAD:]


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
        self.id = new_id()
        """The name of this server among those that use the same store."""
        self._tables: OrderedDict[str, LoadedTable] = OrderedDict()
        self._names: dict[str, str] = {}
        self._stuck: dict[str, ServiceError] = {}
        """Tables that cannot go on, and why, so that this is worked out only once."""
        self._leads: dict[tuple[str, int], bool] = {}
        """For parts of logs whose rules we no longer have: whether they can be replayed under the current rules."""
        self.changed: dict[str, float] = {}
        """Tables whose position has changed since it was put into words, and when; the latest change is last."""
        self.sights: Kept[Sight] = Kept(SIGHTS_IN_MEMORY, lambda _: 1)
        """What can be seen of positions, by table, position and seat."""
        self.works: Kept[bytes] = Kept(WORKS_IN_MEMORY, len)
        """What was made from a log, by table and position, written as MessagePack."""
        self.news = News(self, bus or NoBus())
        self.after_move: Callable[[str], None] = lambda _table_id: None
        """Called when a table has changed; set by the bots."""

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

    async def known_table(self, table_id: str) -> LoadedTable:
        """A table as it was when this server last heard of it; read from the store if it is not in memory."""
        loaded = self._tables.get(table_id)
        if loaded is None:
            loaded = self._tables.setdefault(table_id, await self._read(table_id))
            self._make_room()
        self._tables.move_to_end(table_id)
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
        return (self.in_memory(table_id) or await self._read(table_id)).live

    async def _read(self, table_id: str) -> LoadedTable:
        row = await self.store.table(table_id)
        if row is None:
            raise ServiceError("not-found", "no-table")
        game = game_at(row)
        parts = await self._parts(game, row)
        rules = game_of(game, row.version)
        if rules is None and row.state in ("open", "running"):
            await self._carry_over(game, row, parts)
            self._has_changed(table_id)
            return await self._read(table_id)
        seats = await self.store.seats(table_id)
        if rules is None:
            return LoadedTable(await self._as_it_ended(game, row, seats, parts))
        live = await self._from_snapshot(rules, row, seats, parts, row.ply)
        loaded = LoadedTable(live)
        loaded.remember(await self._replay(live, await self.store.events(table_id, live.ply, row.ply)))
        return loaded

    async def _parts(self, game: AnyGame, row: TableRow) -> list[PartRow]:
        """The parts of a table's log. The start of a fork that an earlier program made is put into words."""
        parts = await self.store.parts(row.id) or [*one_part(row.version)]
        first = parts[0]
        if row.forked_from is not None and first.start is None:
            parts[0] = await self._put_into_words(game, row, first)
        return parts

    async def _put_into_words(self, game: AnyGame, row: TableRow, first: PartRow) -> PartRow:
        rules = game_of(game, first.version) or game
        try:
            state = reloaded(rules, first.dump or b"", first.version)
            start = PartRow(0, 0, first.version, in_words(rules, state))
        except Exception as error:  # noqa: BLE001  (a game may raise anything at bytes that it did not write)
            log.warning("the start of a fork cannot be read: %s", where_raised(error))
            raise ServiceError("unavailable", "lost-start") from None
        await self.store.put_parts(row.id, [start])
        return start

    async def _carry_over(self, game: AnyGame, row: TableRow, parts: Sequence[PartRow]) -> None:
        if row.version > game.version:
            raise ServiceError("unavailable", "later-version", game=game.title, version=row.version, now=game.version)
        if row.id in self._stuck:
            raise self._stuck[row.id]
        try:
            self.news.changed(*await carry_over(self.store, game, row, parts, self.clock()))
        except TakenError:
            return  # another program has done it
        except StoreDownError:
            raise
        except ServiceError as error:
            self._stuck[row.id] = error
            log.warning("a table cannot go on under the present rules: %s", error)
            raise

    async def _as_it_ended(
        self, game: AnyGame, row: TableRow, seats: Sequence[SeatRow], parts: Sequence[PartRow]
    ) -> Live:
        """A finished game whose rules we no longer have: only its last position can be shown."""
        ended = await as_it_ended(self.store, game, row, seats, parts)
        if ended is None:
            raise OtherVersionError(game, row.version)
        return ended

    async def _from_snapshot(
        self,
        game: AnyGame,
        row: TableRow,
        seats: Sequence[SeatRow],
        parts: Sequence[PartRow],
        upto: int | None = None,
    ) -> Live:
        """A table at its last readable snapshot in this part of its log, or where the part begins if there is none.

        Snapshots are a cache: any of them may be deleted.
        """
        snapshot = await self.store.snapshot(row.id, upto)
        while snapshot is not None and snapshot.ply > parts[-1].ply:
            try:
                return await opened(game, row, seats, snapshot, parts)
            except Exception as error:  # noqa: BLE001  (a game may raise anything at bytes that it did not write)
                log.warning(
                    "a snapshot at entry %d cannot be read and is left out: %s", snapshot.ply, where_raised(error)
                )
            snapshot = await self.store.snapshot(row.id, snapshot.ply - 1)
        return await opened(game, row, seats, None, parts)

    def forget(self, table_ids: Iterable[str]) -> None:
        """Drop tables that have been deleted."""
        for table_id in table_ids:
            self._tables.pop(table_id, None)

    def tables_in_memory(self) -> int:
        return len(self._tables)

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
            await self.store.append(after.row.id, events, head, snapshot, seats, after.row.revision)
        except TakenError:
            await self._read_anew(loaded)
            raise StaleError(loaded.live.ply) from None
        after.settle(head, snapshot)
        _count(after, events)
        self._become(loaded, after, said)
        self.news.changed(after.row, events, seats, after.snapshot_ply)
        self.after_move(after.row.id)

    async def tried(self, table_id: str, change: Callable[[], Awaitable[R]]) -> R:
        """Make a change; if it is refused only because our memory was out of date, try it again."""
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
            fresh = await self._read(loaded.live.row.id)
        except StoreDownError:
            raise
        except ServiceError as error:
            self._lose(loaded, error)
            raise
        loaded.recent = fresh.recent
        self._become(loaded, fresh.live, ())

    def _lose(self, loaded: LoadedTable, why: ServiceError) -> None:
        """A newer server has carried this table to rules that we do not have; its listeners have to go there."""
        loaded.gone = why
        loaded.unread.clear()
        self.forget([loaded.live.row.id])
        self.tell(loaded)

    async def read_up(self, loaded: LoadedTable) -> None:
        """Apply the changes that other servers have announced."""
        if not loaded.unread:
            return
        async with loaded.lock:
            while loaded.unread:
                await self._follow(loaded, loaded.unread.pop(0))

    async def _follow(self, loaded: LoadedTable, change: Change) -> None:
        """Apply a change that is already in the store. If an earlier one is missing, read the store."""
        missing = change.revision - loaded.live.row.revision
        if missing == 1 and change.version == loaded.live.row.version:
            try:
                return self._become(loaded, *change.made_to(loaded.live))
            except Exception as error:  # noqa: BLE001  (a server of another version may say anything)
                log.warning("a change by another server cannot be followed: %s", where_raised(error))
        if missing > 0:
            await self._read_anew(loaded)
        return None

    def _become(self, loaded: LoadedTable, after: Live, said: Sequence[Said]) -> None:
        loaded.live = after
        loaded.remember(said)
        self._has_changed(after.row.id)
        self.tell(loaded)

    def _has_changed(self, table_id: str) -> None:
        self.changed.pop(table_id, None)
        self.changed[table_id] = monotonic()

    def tell(self, loaded: LoadedTable) -> None:
        """Wake all listeners of this table."""
        for listener in list(loaded.listeners):
            listener(loaded.live.ply)

    # -- questions that many have -----------------------------------------------------------------------------------

    async def said(self, live: Live, since: int, upto: int) -> list[Said]:
        """The log entries after one and up to another, replayed; those that cannot be replayed have no facts."""
        said: list[Said] = []
        for number, part in enumerate(live.parts):
            if number and since < part.ply <= upto:
                said += [bare(event) for event in await self.store.events(live.row.id, part.ply - 1, part.ply)]
            first, last = max(since, part.ply), min(upto, last_of(live, number))
            if first < last:
                said += await self._said_in(live, number, first, last)
        return said

    async def _said_in(self, live: Live, number: int, first: int, last: int) -> list[Said]:
        """The same within a part of the log."""
        if await self._rules_of(live, number) is None:
            return [bare(event) for event in await self.store.events(live.row.id, first, last)]
        past = await self.past(live, first)
        return await self._replay(past, await self.store.events(live.row.id, past.ply, last))

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

    async def past(self, live: Live, ply: int) -> Live:
        """The table as it was after ``ply`` log entries, if we have rules that lead there."""
        row = replace(live.row, held=None, held_until=None)
        number = max(number for number, part in enumerate(live.parts) if part.ply <= ply)
        rules, parts = await self._rules_of(live, number), live.parts[: number + 1]
        if rules is None:
            raise OtherVersionError(live.game, parts[-1].version)
        if rules.version == parts[-1].version:
            past = await self._from_snapshot(rules, row, live.seats, parts, ply)
        else:
            past = await opened(rules, row, live.seats, None, parts)
        await self._replay(past, await self.store.events(live.row.id, past.ply, ply))
        return past

    async def _rules_of(self, live: Live, number: int) -> AnyGame | None:
        """The game in the version of a part of the log, or in the current one if that leads to the same end."""
        game = game_at(live.row)
        rules = game_of(game, live.parts[number].version)
        if rules is not None:
            return rules
        part = live.row.id, number
        if part not in self._leads:
            self._leads[part] = await leads_through(self.store, game, live, number)
        return game if self._leads[part] else None

    async def _replay(self, live: Live, events: Sequence[Event]) -> list[Said]:
        """Fold in log entries from the store. In a long replay, positions along the way are kept for the next time.

        They are only kept if these are the rules of that part of the log; otherwise they would be taken for positions
        of its own version.
        """
        if len(events) <= A_LONG_WAY or live.game.version != live.parts[-1].version:
            return await fold(live, events)
        passed: list[Snapshot] = []
        said = await fold(live, events, passed)
        with suppress(StoreDownError):  # we have the result anyway
            await self.store.keep_snapshots(live.row.id, passed)
        return said


def _count(live: Live, events: Sequence[Event]) -> None:
    """Count players' moves; what nature draws after a move is part of it."""
    if events and events[0].kind == "move" and events[0].seat >= 0:
        seat = live.seats[events[0].seat]
        _moves_of(live.game.id, "bot" if seat.by_bot else "guest").inc()


@cache
def _moves_of(game: str, by: str) -> Counter:
    """The library takes longer to find a counter than to count."""
    return MOVES.labels(game, by)


def game_at(row: TableRow) -> AnyGame:
    try:
        return find_game(row.game)
    except Trouble:
        raise ServiceError("unavailable", "no-game", game=row.game) from None


def bare(event: Event) -> Said:
    """A log entry of which only the text is known."""
    return Said(event.ply, event.seat, event.kind, event.text, (), bare=event.kind == "move")


async def fold(live: Live, events: Sequence[Event], passed: list[Snapshot] | None = None) -> list[Said]:
    """Fold log entries into a table that nobody else has yet, pausing between portions so that others can act.

    ``passed`` gets snapshots of positions along the way.
    """
    said: list[Said] = []
    for start in range(0, len(events), AT_ONCE):
        if start:
            await asyncio.sleep(0)
        said += live.follow(events[start : start + AT_ONCE])
        if passed is not None and (snapshot := live.snapshot()) is not None:
            live.snapshot_ply = snapshot.ply
            passed.append(snapshot)
    return said


async def _uninterrupted(work: Coroutine[Any, Any, None]) -> None:
    """Finish even if the client disconnects: the disk write does not stop halfway, and neither must the table."""
    task = asyncio.ensure_future(work)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.gather(task, return_exceptions=True)
        raise


def seats_of(live: Live, guest: Guest | None) -> list[int]:
    """The seats that this guest holds at a table."""
    return [] if guest is None else [seat.seat for seat in live.seats if seat.guest == guest.id]


P = ParamSpec("P")
Changing = Callable[Concatenate[Service, Guest, str, P], Coroutine[Any, Any, R]]
OperatorsChange = Callable[Concatenate[Service, str, P], Coroutine[Any, Any, R]]


def with_fresh_eyes(change: Changing[P, R]) -> Changing[P, R]:
    """Run a guest's change; if it is refused only because our memory was out of date, try it again."""

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
