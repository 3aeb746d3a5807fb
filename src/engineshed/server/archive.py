"""Tables as the store has them: opened at their last position, or at an earlier one, by replaying their log."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress

from msgspec.structs import replace

from engineshed.core.contract import AnyGame
from engineshed.core.errors import Trouble
from engineshed.core.registry import find_game
from engineshed.core.versions import game_of, reloaded
from engineshed.server.carrying import as_it_ended, carry_over, last_of, leads_through
from engineshed.server.descriptions import in_words
from engineshed.server.live import SNAPSHOT_EVERY, Live, Said, one_part, opened
from engineshed.server.loaded import LoadedTable
from engineshed.server.refusals import OtherVersionError, ServiceError
from engineshed.server.rows import Event, PartRow, SeatRow, Snapshot, TableRow
from engineshed.server.store import Store, StoreDownError, TakenError
from engineshed.server.workers import where_raised

log = logging.getLogger(__name__)

AT_ONCE = 25
"""The number of log entries that are replayed without a pause; that takes a few milliseconds."""
A_LONG_WAY = 3 * SNAPSHOT_EVERY
"""A replay of more log entries than this keeps positions along the way, to make the next one shorter."""


class Archive:
    def __init__(
        self, store: Store, clock: Callable[[], float], carried: Callable[[TableRow, Sequence[Event]], None]
    ) -> None:
        """``carried``: called when a table has been carried over to other rules, with its row and the new entries."""
        self._store, self._clock, self._carried = store, clock, carried
        self._stuck: dict[str, ServiceError] = {}
        """Tables that cannot go on, and why, so that this is found out only once."""
        self._leads: dict[tuple[str, int], bool] = {}
        """For parts of logs whose rules are gone: whether they can be replayed under the current rules."""

    # -- the last position ------------------------------------------------------------------------------------------

    async def table(self, table_id: str) -> LoadedTable:
        """A table as it is now; carried over to the present rules if need be."""
        row = await self._store.table(table_id)
        if row is None:
            raise ServiceError("not-found", "no-table")
        game = game_at(row)
        parts = await self._parts(game, row)
        rules = game_of(game, row.version)
        if rules is None and row.state in ("open", "running"):
            await self._carry_over(game, row, parts)
            return await self.table(table_id)
        seats = await self._store.seats(table_id)
        if rules is None:
            return LoadedTable(await self._as_it_ended(game, row, seats, parts))
        live = await self._from_snapshot(rules, row, seats, parts, row.ply)
        loaded = LoadedTable(live)
        loaded.remember(await self._replay(live, await self._store.events(table_id, live.ply, row.ply)))
        return loaded

    async def _parts(self, game: AnyGame, row: TableRow) -> list[PartRow]:
        """The parts of a table's log. The start of a fork from an earlier program is described first."""
        parts = await self._store.parts(row.id) or [*one_part(row.version)]
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
        await self._store.put_parts(row.id, [start])
        return start

    async def _carry_over(self, game: AnyGame, row: TableRow, parts: Sequence[PartRow]) -> None:
        if row.version > game.version:
            raise ServiceError("unavailable", "later-version", game=game.title, version=row.version, now=game.version)
        if row.id in self._stuck:
            raise self._stuck[row.id]
        try:
            self._carried(*await carry_over(self._store, game, row, parts, self._clock()))
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
        ended = await as_it_ended(self._store, game, row, seats, parts)
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
        snapshot = await self._store.snapshot(row.id, upto)
        while snapshot is not None and snapshot.ply > parts[-1].ply:
            try:
                return await opened(game, row, seats, snapshot, parts)
            except Exception as error:  # noqa: BLE001  (a game may raise anything at bytes that it did not write)
                log.warning(
                    "a snapshot at entry %d cannot be read and is left out: %s", snapshot.ply, where_raised(error)
                )
            snapshot = await self._store.snapshot(row.id, snapshot.ply - 1)
        return await opened(game, row, seats, None, parts)

    # -- earlier positions ------------------------------------------------------------------------------------------

    async def said(self, live: Live, since: int, upto: int) -> list[Said]:
        """The log entries after ``since``, up to ``upto``, replayed; those that cannot be replayed have no facts."""
        said: list[Said] = []
        for number, part in enumerate(live.parts):
            if number and since < part.ply <= upto:
                said += [bare(event) for event in await self._store.events(live.row.id, part.ply - 1, part.ply)]
            first, last = max(since, part.ply), min(upto, last_of(live, number))
            if first < last:
                said += await self._said_in(live, number, first, last)
        return said

    async def _said_in(self, live: Live, number: int, first: int, last: int) -> list[Said]:
        """The same within a part of the log."""
        if await self._rules_of(live, number) is None:
            return [bare(event) for event in await self._store.events(live.row.id, first, last)]
        past = await self.past(live, first)
        return await self._replay(past, await self._store.events(live.row.id, past.ply, last))

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
        await self._replay(past, await self._store.events(live.row.id, past.ply, ply))
        return past

    async def _rules_of(self, live: Live, number: int) -> AnyGame | None:
        """The game in the version of a part of the log, or in the current one if that leads to the same end."""
        game = game_at(live.row)
        rules = game_of(game, live.parts[number].version)
        if rules is not None:
            return rules
        part = live.row.id, number
        if part not in self._leads:
            self._leads[part] = await leads_through(self._store, game, live, number)
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
        with suppress(StoreDownError):  # keeping is optional: we have the result
            await self._store.keep_snapshots(live.row.id, passed)
        return said


def game_at(row: TableRow) -> AnyGame:
    try:
        return find_game(row.game)
    except Trouble:
        raise ServiceError("unavailable", "no-game", game=row.game) from None


def bare(event: Event) -> Said:
    """A log entry of which only the text is known."""
    return Said(event.ply, event.seat, event.kind, event.text, (), bare=event.kind == "move")


async def fold(live: Live, events: Sequence[Event], passed: list[Snapshot] | None = None) -> list[Said]:
    """Fold log entries into a table that nobody else has yet, pausing between batches so that others can act.

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
