"""``kill -9`` in the middle of play: every acknowledged move is kept exactly once, and play can continue.

Clocks and notices are written together with the moves: none is missing, and none is there without its move.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

from engineshed.core.contract import Seat
from engineshed.core.registry import find_game
from engineshed.core.rng import Rng
from engineshed.server import clocks
from engineshed.server.live import Live
from engineshed.server.rows import Event
from engineshed.server.service import Service
from engineshed.server.store import Store
from tests.server.doomed import PROGRAMS, doomed
from tests.server.play import counting_clock, live, opened_store, run
from tests.server.writer import READY, write
from tests.soak import sized

ROUNDS = sized(10, 100)
LONGEST_LIFE = 0.25
"""The program is killed after at most this many seconds of play."""

Acknowledged = dict[str, dict[int, str]]
"""The keys of requests, by table and ply."""


def killed_writer(place: str | Path, round_: int) -> Acknowledged:
    """Run the writer for a while, kill it, and return the moves that were acknowledged to it."""
    mine, writers = PROGRAMS.Pipe(duplex=False)
    with mine, doomed(write, place, round_, writers) as writer:
        assert mine.recv() == READY
        time.sleep(LONGEST_LIFE * Rng("kill", round_).below(1000) / 1000)
        writer.kill()
        acknowledged: Acknowledged = defaultdict(dict)
        for table, ply, key in everything_from(mine):
            assert ply not in acknowledged[table], "one ply was promised to two moves"
            acknowledged[table][ply] = key
    return acknowledged


def everything_from(dead: Connection) -> Iterator[Any]:
    """The output of a killed program; the last line may be cut off."""
    with suppress(EOFError, ConnectionError):
        while True:
            yield dead.recv()


async def check_store(place: str | Path, acknowledged: Acknowledged) -> None:
    """Check the tables of these moves as a program that is started after the kill finds them."""
    store = opened_store(place)
    service = Service(store, counting_clock())
    for table, moves in acknowledged.items():
        await check_table(store, service, table, moves)
    await store.close()


async def check_table(store: Store, service: Service, table: str, acknowledged: dict[int, str]) -> None:
    events = await store.events(table)
    assert [event.ply for event in events] == list(range(1, len(events) + 1)), "no gaps and no duplicates"
    keys = [event.key for event in events if event.key]
    assert len(keys) == len(set(keys)), "a move that is sent twice is played once"
    kept = {event.ply: event.key for event in events}
    for ply, key in acknowledged.items():
        found = kept.get(ply) or ""
        assert found.endswith(key), f"move {ply} at {table} was acknowledged but is lost"
    row = await store.table(table)
    assert row is not None
    assert row.ply == len(events), "the table's row and its log were written together"
    opened = await live(service, table)
    replayed = Live(find_game(row.game), row, opened.seats, None)
    replayed.follow(events)
    assert (opened.ply, opened.state) == (len(events), replayed.state)
    assert row.to_act == tuple(replayed.to_act()), "nature's draws were written together with the move before them"


async def check_clocks_and_notices(place: str | Path, tables: Iterable[str]) -> int:
    """Check what was written beside the moves of these tables; returns how many turns are to be told."""
    store, count = opened_store(place), 0
    for table in tables:
        row, seats, events = await store.table(table), await store.seats(table), await store.events(table)
        assert row is not None
        assert row.timing is not None
        assert row.timing.turn == (row.to_act if row.state == "running" else ()), "clocks are those of the last move"
        assert row.due == clocks.due(row.timing)
        told = {notice.ply for notice in await store.notices_for(seats[1].guest or "") if notice.table == table}
        assert told == turns_of(Live(find_game(row.game), row, seats, None), events, Seat(1))
        count += len(told)
    await store.close()
    return count


def turns_of(table: Live, events: Sequence[Event], seat: Seat) -> set[int]:
    """The plies at which it became this seat's turn by somebody's move, with nature's draws after it."""
    begun = set()
    waited_for = False  # who acts first is told so when the game begins
    for number, event in enumerate(events):
        table.follow([event])
        if number + 1 == len(events) or events[number + 1].key is not None:
            if (now := seat in table.to_act()) and not waited_for:
                begun.add(event.ply)
            waited_for = now
    return begun


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_no_acknowledged_move_is_lost_when_the_program_is_killed(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    """All rounds use one store: what has survived one kill must survive the next ones too."""
    place = tmp_path / "shed.db" if kind == "sqlite" else request.getfixturevalue("postgres").new_database()
    everything: Acknowledged = {}
    for round_ in range(ROUNDS):
        acknowledged = killed_writer(place, round_)
        run(check_store(place, acknowledged))
        everything |= acknowledged
    run(check_store(place, everything))
    assert run(check_clocks_and_notices(place, everything)) > ROUNDS
    assert sum(map(len, everything.values())) > ROUNDS, "the writers must have played, or this proves nothing"
