"""``kill -9`` in the middle of play: what was acknowledged is there, complete and once, and play goes on."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from engineshed.core.registry import find_game
from engineshed.core.rng import Rng
from engineshed.server.live import Live
from engineshed.server.service import Service
from engineshed.server.sqlite import SQLiteStore
from engineshed.server.store import Store
from tests.server.doomed import PROGRAMS, doomed
from tests.server.play import counting_clock, live, run
from tests.server.writer import READY, write

ROUNDS = 20
LONGEST_LIFE = 0.25
"""Seconds of play before the program is killed, at most."""

Acknowledged = dict[str, dict[int, str]]
"""The keys of requests, by table and ply."""


def killed_writer(path: Path, round_: int) -> Acknowledged:
    """One run of the writer: it starts, plays for a while and is killed; returns what was acknowledged to it."""
    mine, writers = PROGRAMS.Pipe(duplex=False)
    with mine, doomed(write, path, round_, writers) as writer:
        assert mine.recv() == READY
        time.sleep(LONGEST_LIFE * Rng("kill", round_).below(1000) / 1000)
        writer.kill()
        told: Acknowledged = defaultdict(dict)
        for table, ply, key in everything_from(mine):
            assert ply not in told[table], "one ply was promised to two moves"
            told[table][ply] = key
    return told


def everything_from(dead: Connection) -> Iterator[Any]:
    """The output of a killed program; the last line may be cut off."""
    with suppress(EOFError, ConnectionError):
        while True:
            yield dead.recv()


async def check_file(path: Path, told: Acknowledged) -> None:
    """The tables of these moves, as a program finds them that is started after the kill."""
    store = SQLiteStore(path)
    service = Service(store, counting_clock())
    for table, moves in told.items():
        await check_table(store, service, table, moves)
    await store.close()


async def check_table(store: Store, service: Service, table: str, told: dict[int, str]) -> None:
    events = await store.events(table)
    assert [event.ply for event in events] == list(range(1, len(events) + 1)), "no gap, no duplicate"
    keys = [event.key for event in events if event.key]
    assert len(keys) == len(set(keys)), "a move that was sent twice was played once"
    kept = {event.ply: event.key for event in events}
    for ply, key in told.items():
        found = kept.get(ply) or ""
        assert found.endswith(key), f"move {ply} at {table} was acknowledged and is lost"
    row = await store.table(table)
    assert row is not None
    assert row.ply == len(events), "the table's row and its log were written together"
    opened = await live(service, table)
    replayed = Live(find_game(row.game), row, opened.seats, None)
    replayed.follow(events)
    assert (opened.ply, opened.state) == (len(events), replayed.state)
    assert row.to_act == tuple(replayed.to_act()), "nature's draws came with the move that they follow"


def test_no_acknowledged_move_is_lost_when_the_program_is_killed(tmp_path: Path) -> None:
    """One file for all rounds: what survived one kill must survive the next ones too."""
    path = tmp_path / "shed.db"
    everything: Acknowledged = {}
    for round_ in range(ROUNDS):
        told = killed_writer(path, round_)
        run(check_file(path, told))
        everything |= told
    run(check_file(path, everything))
    assert sum(map(len, everything.values())) > ROUNDS, "the writers must have played, or this proves nothing"
