"""Open turns on several servers, and after a server was killed: nothing that was acknowledged is lost."""

from __future__ import annotations

import asyncio
from multiprocessing.connection import Connection
from pathlib import Path
from unittest.mock import patch

import pytest

from engineshed.core.contract import CHANCE, Seat
from engineshed.server import holding, play, tables, timekeeper
from engineshed.server.rows import Guest
from engineshed.server.service import Service
from tests.server.doomed import PROGRAMS, doomed
from tests.server.play import BOT, ME, counting_clock, live, new_guest, new_table, opened, opened_store, play_one, run
from tests.server.several import Scene, heard, watching
from tests.server.test_bots import Quick, playing, until

FOR_EVER = 600.0
"""Seconds that a bot would wait; the test would fail long before."""


async def finish_turn(service: Service, guest: Guest, table: str) -> Seat:
    """Two actions of which the second draws; returns the seat."""
    seat = (await live(service, table)).to_act()[0]
    for move in ("money", "contracts"):
        await play_one(service, guest, table, move)
    return seat


def test_a_turn_that_one_server_holds_is_ended_or_taken_back_on_another(servers: Scene) -> None:
    async def go() -> None:
        async with servers(2) as (one, two):
            ada = await new_guest(one)
            table = await new_table(one, ada, end_turn="button")
            async with watching(two, table, ada) as watcher:
                seat = await finish_turn(one, ada, table)
                while (news := (await heard(watcher))["now"])["table"]["held"] is None:
                    pass
                assert (news["legal"], news["undo"]) == ([], 2)
                now = await live(two, table)
                assert (now.row.held, now.game.rules.to_act(now.state)) == (seat, (CHANCE,))
                await play.undo(two, ada, table, seat, now.ply, None, whole_turn=True)
                assert (await live(one, table)).can_take_back(seat) == 0
                await finish_turn(one, ada, table)
                held = await live(two, table)
                await holding.end(two, ada, table, seat, held.ply)
                await holding.end(one, ada, table, seat, held.ply)
                ended = await live(one, table)
                assert (ended.row.held, ended.to_act()) == (None, (1 - seat,))
                while (news := (await heard(watcher))["now"])["table"]["revision"] < ended.row.revision:
                    pass
                assert (news["seat"], news["legal"] != []) == (1 - seat, True)

    run(go())


def test_a_turn_is_ended_in_time_although_its_server_has_died(servers: Scene) -> None:
    async def go() -> None:
        async with servers(2) as (one, two):
            ada = await new_guest(one)
            table = await new_table(one, ada, end_turn="timer")
            await finish_turn(one, ada, table)  # no timer runs on this server
            with patch.object(timekeeper, "ORPHANS", 0.05):
                async with playing(two, Quick()):
                    await until(two, table, lambda now: now.row.held is None)

    run(go())


def test_bots_are_hurried_on_the_server_that_does_not_make_them_wait(servers: Scene) -> None:
    async def go() -> None:
        async with servers(2) as (one, two), playing(one, Quick()), playing(two, Quick()):
            ada = await new_guest(one)
            with patch.object(tables, "SLOWEST", FOR_EVER):
                table = await new_table(one, ada, ME, BOT, BOT, pace=FOR_EVER)
            while (await live(one, table)).to_act() == (0,):
                await play_one(one, ada, table)
            await holding.hurry(two, ada, table)
            await until(two, table, lambda now: now.to_act() == (0,))
            assert not (await live(one, table)).row.hurried

    run(go())


# -- kill -9 --------------------------------------------------------------------------------------------------------


def hold(place: str | Path, pipe: Connection) -> None:
    """Finish a turn without ending it, say so, and wait to be killed."""

    async def go() -> None:
        async with opened(place) as service:
            ada = await new_guest(service)
            table = await new_table(service, ada, end_turn="button")
            seat = await finish_turn(service, ada, table)
            pipe.send((ada.id, table, seat, (await live(service, table)).ply))
            await asyncio.sleep(600)

    asyncio.run(go())


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_an_open_turn_survives_a_kill(tmp_path: Path, kind: str, request: pytest.FixtureRequest) -> None:
    place = tmp_path / "shed.db" if kind == "sqlite" else request.getfixturevalue("postgres").new_database()
    mine, theirs = PROGRAMS.Pipe(duplex=False)
    with mine, doomed(hold, place, theirs) as program:
        guest_id, table, seat, ply = mine.recv()
        program.kill()
        program.join()

    async def go() -> None:
        service = Service(opened_store(place), counting_clock())
        ada = (await service.store.guests([guest_id]))[guest_id]
        now = await live(service, table)
        assert (now.ply, now.row.held, now.can_take_back(seat)) == (ply, seat, 2)
        assert now.game.rules.to_act(now.state) == (CHANCE,), "nature has not drawn"
        await play.undo(service, ada, table, seat, ply, None, whole_turn=False)
        await play_one(service, ada, table, "contracts")
        await holding.end(service, ada, table, seat, ply + 2)
        assert (await live(service, table)).to_act() == (1 - seat,)
        await service.store.close()

    run(go())
