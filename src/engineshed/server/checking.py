"""Checking a store: the database itself, every table's log against its row, and running games by replaying them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Literal

import msgspec

from engineshed.core.contract import AnyGame
from engineshed.core.errors import Trouble
from engineshed.core.registry import find_game
from engineshed.core.versions import game_of
from engineshed.core.words import Param
from engineshed.server.archive import fold
from engineshed.server.live import Live, one_part
from engineshed.server.rows import Event, PartRow, Snapshot, TableRow
from engineshed.server.store import Store, StoreDownError
from engineshed.server.workers import where_raised

PAGE = 500
"""The number of tables fetched at a time."""

Kind = Literal["storage", "gap", "head", "snapshot", "replay", "position"]


class Fault(msgspec.Struct, frozen=True):
    """Something wrong in the store."""

    kind: Kind
    params: dict[str, Param]


class Checked(msgspec.Struct):
    """What was checked, and what was wrong."""

    faults: list[Fault]
    tables: int = 0
    entries: int = 0
    replayed: int = 0
    other_rules: int = 0
    """Tables that cannot be replayed, because their game is not installed here, or only in another version."""


async def check(store: Store) -> Checked:
    found = Checked([])
    try:
        found.faults += [Fault("storage", {"problem": problem}) for problem in await store.damage()]
        async for row in _tables(store):
            found.tables += 1
            await _check_table(store, row, found)
    except StoreDownError as error:
        found.faults.append(Fault("storage", {"problem": error.reason}))
    return found


async def _tables(store: Store) -> AsyncIterator[TableRow]:
    last = ""
    while ids := await store.table_ids(last, PAGE):
        for table_id in ids:
            if (row := await store.table(table_id)) is not None:
                yield row
        last = ids[-1]


async def _check_table(store: Store, row: TableRow, found: Checked) -> None:
    events = await store.events(row.id)
    found.entries += len(events)
    whole = _check_log(row, events, found)
    game = _rules_of(row)
    if game is None:
        found.other_rules += 1
        return
    parts = await store.parts(row.id) or one_part(row.version)
    for snapshot in await store.snapshots(row.id):
        if snapshot.ply > parts[-1].ply:  # the ones before that belong to earlier versions
            _check_snapshot(game, row, snapshot, found)
    if whole and row.state in ("open", "running"):
        await _replay(game, row, await _live(store, game, row, parts), events, found)


def _rules_of(row: TableRow) -> AnyGame | None:
    """The game, in the version that the table uses."""
    try:
        return game_of(find_game(row.game), row.version)
    except Trouble:
        return None


def _check_log(row: TableRow, events: list[Event], found: Checked) -> bool:
    """Whether the log has every number from 1 to the one in the table's row."""
    for number, event in enumerate(events, 1):
        if event.ply != number:
            found.faults.append(Fault("gap", {"table": row.id, "ply": number}))
            return False
    if len(events) != row.ply:
        found.faults.append(Fault("head", {"table": row.id, "ply": row.ply, "entries": len(events)}))
        return False
    return True


def _check_snapshot(game: AnyGame, row: TableRow, snapshot: Snapshot, found: Checked) -> None:
    try:
        game.rules.load(snapshot.data)
    except Exception as error:  # noqa: BLE001  (a game may raise anything at bytes that it did not write)
        where = where_raised(error)
        found.faults.append(Fault("snapshot", {"table": row.id, "ply": snapshot.ply, "problem": where}))


async def _live(store: Store, game: AnyGame, row: TableRow, parts: Sequence[PartRow]) -> Live | None:
    """The table where the last part of its log begins; None for a fork whose start was not kept."""
    first, start = parts[-1], None
    if row.forked_from is not None and first.start is None:
        if first.dump is None:
            return None
        start = Snapshot(first.ply, first.moves, first.dump)  # made by an earlier program, and not yet in words
    return Live(game, row, await store.seats(row.id), start, parts)


async def _replay(game: AnyGame, row: TableRow, live: Live | None, events: list[Event], found: Checked) -> None:
    if live is None:
        return
    try:
        await fold(live, [event for event in events if event.ply > live.ply])
    except Exception as error:  # noqa: BLE001  (a game may raise anything at moves that it did not write)
        found.faults.append(Fault("replay", {"table": row.id, "game": game.title, "problem": where_raised(error)}))
        return
    head = live.head(row.updated)
    if row.state == "running" and (head.state, head.to_act) != (row.state, row.to_act):
        found.faults.append(Fault("position", {"table": row.id}))
    found.replayed += 1
