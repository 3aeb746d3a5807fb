"""Studies of finished games on the server: begun, watched, cancelled, given up and begun again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from functools import cache
from typing import Any

import pytest

from engineshed.bots.player import Player
from engineshed.core.record import read_record, record_of, write_record
from engineshed.core.registry import find_game
from engineshed.core.table import Table
from engineshed.server import guests, replay, studies
from engineshed.server.besides import while_serving
from engineshed.server.rows import WHOLE_GAME, Guest, StudyRow, StudyState
from engineshed.server.service import Service
from engineshed.server.studies import DEAD, Studies, unpack
from engineshed.server.study import Assignment, Progress
from tests.server.play import opened, refused

LATE = 20
"""So many entries before the end of the game, what is played on is soon over."""
SHORT = 0.3
"""Seconds for a study; the rough curve is there in any case."""


PATIENCE = 300.0
"""Seconds after which a test fails: a study needs a process of its own, which starts slowly on a busy machine."""


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, PATIENCE))


@cache
def finished() -> str:
    """A finished game of bots, as a record."""
    game = find_game("steam-power")
    table: Table[Any, Any, Any] = Table(game, 2, game.boards.map_option("ireland"), seed="studied")
    players = [Player(game, "greedy"), Player(game, "random")]
    while not table.over:
        seat = table.to_act()[0]
        table.play(seat, players[seat].choose(table.state, seat, seed="studied", ply=table.ply))
    return write_record(record_of(table))


class Room:
    """A service with a finished game that Ada has brought, and its studies."""

    def __init__(self, service: Service, studies: Studies, ada: Guest, table: str) -> None:
        self.service, self.studies, self.ada, self.table = service, studies, ada, table

    async def until(self, state: StudyState, ply: int = WHOLE_GAME) -> StudyRow:
        """Asks the store, because the clock of these tests counts how often it is read."""
        while True:
            row = await self.service.store.study(self.table, ply)
            if row is not None and row.state == state:
                return row
            assert row is None or row.state in ("waiting", "running"), row.state
            await asyncio.sleep(0.02)


@asynccontextmanager
async def room(count: int = 1, *, seconds: float = SHORT) -> AsyncIterator[Room]:
    async with opened() as service:
        ada, _ = await guests.welcome(service, "Ada", "en")
        links = await replay.import_record(service, ada, finished().encode())
        working = Studies(service, count, seconds=seconds)
        async with while_serving(working)(None):
            yield Room(service, working, ada, links.id)


def test_a_finished_game_is_analysed_and_its_plies_are_entries_of_the_log() -> None:
    async def go() -> None:
        async with room() as there:
            begun = await there.studies.begin(there.ada, there.table, WHOLE_GAME)
            assert begun.state == "waiting"
            row = await there.until("done")
            kept = unpack(row.found)
            assert kept is not None
            assert (found := kept.found.analysis) is not None
            live = (await there.service.table(there.table)).live
            assert kept.entries[found.points[-1].ply] == live.ply
            assert found.points[-1].chances[0].value in (0.0, 0.5, 1.0)
            assert row.done == 1
            # whoever asks again gets what there is
            assert await there.studies.begin(there.ada, there.table, WHOLE_GAME) == row

    run(go())


def test_a_position_is_played_on_and_another_study_has_to_wait() -> None:
    async def go() -> None:
        async with room(seconds=60) as there:
            ply = (await there.service.table(there.table)).live.ply - LATE
            await there.studies.begin(there.ada, there.table, ply)
            with refused("conflict", "study-other"):
                await there.studies.begin(there.ada, there.table, ply + 1)
            kept = unpack((await there.until("done", ply)).found)
            assert kept is not None
            assert (found := kept.found.endings) is not None
            assert found.games == 200
            assert sum(seat.wins for seat in found.seats) <= 1.0001
            assert all(seat.low - 1e-9 <= seat.wins <= seat.high + 1e-9 for seat in found.seats)

    run(go())


def test_a_study_can_be_cancelled_by_those_it_concerns_and_begun_again() -> None:
    async def go() -> None:
        async with room(seconds=600) as there:
            eve, _ = await guests.welcome(there.service, "Eve", "en")
            await there.studies.begin(there.ada, there.table, WHOLE_GAME)
            await there.until("running")
            with refused("forbidden", "not-your-study"):
                await there.studies.cancel(eve, there.table, WHOLE_GAME)
            await there.studies.cancel(there.ada, there.table, WHOLE_GAME)
            await there.until("cancelled")
            again = await there.studies.begin(eve, there.table, WHOLE_GAME)
            assert (again.state, again.guest) == ("waiting", eve.id)
            await there.until("running")

    run(go())


def test_a_study_outlives_neither_its_server_nor_a_server_that_died() -> None:
    async def go() -> None:
        async with opened() as service:
            ada, _ = await guests.welcome(service, "Ada", "en")
            table = (await replay.import_record(service, ada, finished().encode())).id
            first = Studies(service, 1, seconds=600)
            async with while_serving(first)(None):
                await first.begin(ada, table, WHOLE_GAME)
            second = Studies(service, 1, seconds=600)
            assert (row := await second.look(table, WHOLE_GAME)) is not None
            assert row.state == "unfinished"
            # one that died without a word
            old = service.clock() - 2 * DEAD
            assert await service.store.begin_study(StudyRow(table, 40, ada.id, old, "running", "dead", old), old)
            assert (row := await second.look(table, 40)) is not None
            assert row.state == "unfinished"
            async with while_serving(second)(None):
                assert (await second.begin(ada, table, 40)).holder == service.id

    run(go())


def test_what_cannot_be_studied_is_refused() -> None:
    async def go() -> None:
        async with room(0) as there:
            with refused("unavailable", "no-studies"):
                await there.studies.begin(there.ada, there.table, WHOLE_GAME)
            live = (await there.service.table(there.table)).live
            with refused("not-found", "no-ply"):
                await there.studies.begin(there.ada, there.table, live.ply)
            with refused("not-found", "no-study"):
                await there.studies.cancel(there.ada, there.table, WHOLE_GAME)
            with refused("not-found", "no-table"):
                await there.studies.look("nowhere", WHOLE_GAME)

    run(go())


def test_a_study_that_takes_too_much_has_failed() -> None:
    async def go() -> None:
        async with room(seconds=600) as there:
            await there.studies.begin(there.ada, there.table, WHOLE_GAME)
            while not there.studies._students:
                await asyncio.sleep(0.02)
            (student,) = there.studies._students.values()
            await there.until("running")
            await asyncio.to_thread(student.end)  # as the system ends a process that takes too much
            await there.until("failed")

    run(go())


def test_steps_end_with_everything_that_was_found() -> None:
    record = read_record(finished())
    steps = list(Assignment(record, len(record.moves) - LATE, 60.0, "s").steps())
    assert [step.done for step in steps] == sorted(step.done for step in steps)
    assert isinstance(steps[-1], Progress)
    assert steps[-1].done == 1


def test_the_queue_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> None:
        async with room(seconds=600) as there:
            monkeypatch.setattr(studies, "MOST_WAITING", 0)
            with refused("unavailable", "busy"):
                await there.studies.begin(there.ada, there.table, WHOLE_GAME)

    run(go())
