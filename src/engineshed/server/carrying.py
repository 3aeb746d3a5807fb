"""Lets tables that began under an earlier version of the rules go on under the current one.

The position is taken from what is kept of it, in this order:

1. the description in words that the earlier program wrote, plus the moves played since then, up to the first one that
   is illegal under the current rules;
2. the whole log, if every move in it is legal under the current rules and it ends with the same player's turn;
3. the last snapshot that can still be read, or the described start of a fork, plus the moves since then, as far as they
   are legal.

A table that has none of these cannot go on.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import NamedTuple

from msgspec import structs

from engineshed.core.contract import CHANCE, AnyGame, Seat
from engineshed.core.record import plain
from engineshed.core.versions import reloaded
from engineshed.server.descriptions import in_words, out_of_words
from engineshed.server.live import Live, in_effect, opened
from engineshed.server.refusals import ServiceError
from engineshed.server.rows import Event, PartRow, SeatRow, Snapshot, TableRow
from engineshed.server.store import Store
from engineshed.server.workers import where_raised

log = logging.getLogger(__name__)


class Kept(NamedTuple):
    """A table as the store has it, with the log of the part that is being played."""

    row: TableRow
    seats: Sequence[SeatRow]
    parts: Sequence[PartRow]
    events: Sequence[Event]

    @property
    def part(self) -> PartRow:
        return self.parts[-1]

    def since(self, ply: int) -> list[Event]:
        return [event for event in self.events if event.ply > ply]

    def lost_after(self, ply: int) -> int:
        """How many moves would be lost if the game went on from this entry."""
        return sum(event.ply > ply for event in in_effect(self.events))


async def carry_over(
    store: Store, game: AnyGame, row: TableRow, parts: Sequence[PartRow], at: float
) -> tuple[TableRow, list[Event]]:
    """Move a table to the game's current version, and log the position from which it goes on.

    Returns its new row and the new entries of its log. Raises ``ServiceError`` if there is no position to go on from,
    and ``TakenError`` if another program was faster.
    """
    events = await store.events(row.id, parts[-1].ply)
    kept = Kept(row, await store.seats(row.id), parts, events)
    found = await _position(store, game, kept)
    if found is None:
        raise ServiceError("unavailable", "cannot-go-on", game=game.title, version=row.version, now=game.version)
    if row.ply == 0:
        start = None if kept.part.start is None else in_words(game, found.state)
        again = structs.replace(row, version=game.version, revision=row.revision + 1)
        await store.change_version(again, [], [PartRow(0, 0, game.version, start)])
        return again, []
    lost = kept.lost_after(found.ply)
    change, after = await asyncio.to_thread(from_here_on, found, parts, at, log=row.ply, lost=lost)
    drawn = after.begin(at)[0] if row.state == "running" else []
    after.settle(after.head(row.updated), None)
    await store.change_version(after.row, [change, *drawn], after.parts)
    return after.row, [change, *drawn]


def from_here_on(live: Live, parts: Sequence[PartRow], at: float, *, log: int, lost: int = 0) -> tuple[Event, Live]:
    """The log entry that says that a table goes on under the current version after ``log`` entries; and that table.

    ``live`` is the position to go on from; the ``lost`` moves after it no longer count.
    """
    version = live.game.version
    row = structs.replace(live.row, version=version, held=None, held_until=None)  # nothing can be taken back now
    text = f"{version}" if live.ply == log else f"{version} {lost} {live.ply}"
    change = Event(log + 1, CHANCE, "version", text, None, at)
    part = PartRow(change.ply, live.moves, version, in_words(live.game, live.state))
    return change, Live(live.game, row, live.seats, None, [*parts, part])


async def _position(store: Store, game: AnyGame, kept: Kept) -> Live | None:
    """The table under the current rules, at the latest position that is kept; None if there is none."""
    described = await _from_words(store, game, kept)
    for live in described:
        if follow(live, kept.since(live.ply)):
            return live
    if described:
        return max(described, key=lambda live: live.ply)
    snapshot = await _from_snapshot(store, game, kept)
    whole = await asyncio.to_thread(_from_whole_log, game, kept, snapshot)  # let other requests run in between
    if whole is not None:
        return whole
    if snapshot is None and kept.part.start is not None:
        snapshot = await asyncio.to_thread(_opened, game, kept, kept.part)
    if snapshot is not None:
        follow(snapshot, kept.since(snapshot.ply))
    return snapshot


async def as_it_ended(
    store: Store, game: AnyGame, row: TableRow, seats: Sequence[SeatRow], parts: Sequence[PartRow]
) -> Live | None:
    """The last position of a game that ended under rules we no longer have; None if it cannot be known."""
    kept = Kept(row, seats, parts, await store.events(row.id, parts[-1].ply))
    for ended in await _from_words(store, game, kept):
        if ended.ply == row.ply:
            return _in_parts(ended, parts)
    live = await _from_snapshot(store, game, kept) or await asyncio.to_thread(_opened, game, kept, kept.part)
    if live is None or not await asyncio.to_thread(_ends_the_same, live, kept.since(live.ply)):
        return None
    return _in_parts(live, parts)


def _ends_the_same(live: Live, events: Sequence[Event]) -> bool:
    """Whether the current rules give the game the same result, even if some of its moves would be illegal now."""
    if live.row.result is None:  # it was closed
        return follow(live, events)
    try:
        live.follow(events)
    except Exception:  # noqa: BLE001  (a game may raise anything at moves that it does not allow)
        return False
    return same_result(live)


def _in_parts(live: Live, parts: Sequence[PartRow]) -> Live:
    live.parts = tuple(parts)
    return live


def same_result(live: Live) -> bool:
    """Whether the game ended as its row says."""
    return bool(plain(live.game.rules.result(live.state)) == plain(live.row.result))


async def leads_through(store: Store, game: AnyGame, live: Live, number: int) -> bool:
    """Whether a part of the log from another version replays under the current rules to the same end."""
    part, end = live.parts[number], last_of(live, number)
    kept = Kept(live.row, live.seats, live.parts[: number + 1], await store.events(live.row.id, part.ply, end))
    return await asyncio.to_thread(_leads_through, game, kept, live.parts[number + 1 : number + 2])


def _leads_through(game: AnyGame, kept: Kept, following: Sequence[PartRow]) -> bool:
    past = _opened(game, kept, kept.part)
    if past is None or not follow(past, kept.events):
        return False
    return same_result(past) if not following else _begins_from(following[0], past)


def _begins_from(part: PartRow, past: Live) -> bool:
    assert part.start is not None, "only the first part may begin from the usual start"
    return bool(out_of_words(past.game, part.start, part.version) == past.state)


def last_of(live: Live, number: int) -> int:
    """The last log entry of a part."""
    return live.parts[number + 1].ply - 1 if number + 1 < len(live.parts) else live.ply


async def _from_words(store: Store, game: AnyGame, kept: Kept) -> list[Live]:
    """The table from each of the positions that are kept in words, the latest first."""
    found = []
    for position in await store.described(kept.row.id):
        part = PartRow(position.ply, position.moves, position.version, position.description)
        if position.ply >= kept.part.ply:
            found.append(await asyncio.to_thread(_opened, game, kept, part))
    return [live for live in found if live is not None]


async def _from_snapshot(store: Store, game: AnyGame, kept: Kept) -> Live | None:
    """The table from the last snapshot of this part of the log that can be read."""
    snapshot = await store.snapshot(kept.row.id)
    while snapshot is not None and snapshot.ply >= kept.part.ply:
        try:
            data = game.rules.dump(reloaded(game, snapshot.data, kept.part.version))
            return await opened(game, kept.row, kept.seats, Snapshot(snapshot.ply, snapshot.moves, data))
        except Exception as error:  # noqa: BLE001  (a game may raise anything at bytes that it did not write)
            log.info("a snapshot of an earlier version cannot be read: %s", where_raised(error))
        snapshot = await store.snapshot(kept.row.id, snapshot.ply - 1)
    return None


def _from_whole_log(game: AnyGame, kept: Kept, snapshot: Live | None) -> Live | None:
    """The table if its whole log replays under the current rules, through the snapshot, to the same players' turn."""
    live = _opened(game, kept, kept.part)
    if live is None:
        return None
    if snapshot is not None:
        before = [event for event in kept.events if event.ply <= snapshot.ply]
        if not follow(live, before) or live.state != snapshot.state:
            return None
    if not follow(live, kept.since(live.ply)):
        return None
    return live if not kept.events or tuple(map(int, live.to_act())) == kept.row.to_act else None


def _opened(game: AnyGame, kept: Kept, part: PartRow) -> Live | None:
    """The table where a part begins, under the current rules."""
    try:
        return Live(game, kept.row, kept.seats, None, [part])
    except Exception as error:  # noqa: BLE001  (a game may raise anything at words that it did not write)
        log.info("a position of an earlier version cannot be read: %s", where_raised(error))
        return None


def follow(live: Live, events: Sequence[Event]) -> bool:
    """Fold in log entries as long as the rules allow them; returns whether they allow all of them."""
    return all(_follow(live, event) for event in events)


def _follow(live: Live, event: Event) -> bool:
    if event.kind == "undo":
        allowed = int(event.text) < len(live.line)
    else:
        allowed = event.kind in ("hint", "house") or _allowed(live, event)
    if allowed:
        live.follow([event])
    return allowed


def _allowed(live: Live, event: Event) -> bool:
    try:
        live.game.rules.check(live.state, Seat(event.seat), live.game.speech.read(live.state, event.text))
    except Exception:  # noqa: BLE001  (the same)
        return False
    return True
