"""A database of an earlier version: its tables open where they were, and they and their forks can be played on.

``before/tables.sqlite`` was written by the version before games were divided into parts. It has tables of every game
in the middle of play, with moves taken back, forks that have begun and forks that wait for a player.
``before/tables.json`` is what that version said about them. No position in it is described in words, and the rules of
three games have changed since then.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engineshed.core.contract import CHANCE, Seat
from engineshed.core.record import verify
from engineshed.core.registry import find_game, game_ids
from engineshed.server import play, replay, tables, viewing
from engineshed.server.messages import SeatWish
from engineshed.server.rows import Guest
from engineshed.server.service import Service
from engineshed.server.sqlite import SQLiteStore
from tests.server.play import live, opened, play_on, refused, run

BEFORE = Path(__file__).parent / "before"
EXPECTED: dict[str, Any] = json.loads((BEFORE / "tables.json").read_text("utf-8"))
TABLES: dict[str, dict[str, Any]] = EXPECTED["tables"]
VERSION = 1
"""The version of every game in the database."""
SINCE = {"dampf-and-rails": ["promises"]}
"""What a description says now that it could not say then."""
SET_BACK = {"dampf-and-rails-3": "18 130", "dampf-and-rails-3-fork": "17 6"}
"""How many moves are given up, and the entry before them: there an agreement was proposed, which is done in another way
now, and nobody had described the position after it."""
NEED_SNAPSHOTS = ("planet-steam-4", "dampf-and-rails-2", "dampf-and-rails-3", "finished")
"""Tables whose logs are not entirely legal under the current rules."""
MORE = 30
"""The number of log entries to play on."""


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return Path(shutil.copy(BEFORE / "tables.sqlite", tmp_path / "tables.db"))


def test_the_database_has_tables_in_the_middle_of_every_game_and_forks() -> None:
    for game_id in game_ids():
        names = [table["name"] for table in TABLES.values() if table["game"] == game_id]
        running = [table for table in TABLES.values() if table["game"] == game_id and table["state"] == "running"]
        assert any("fork" in name for name in names)
        assert any(table["ply"] > 50 for table in running)


@pytest.mark.parametrize("snapshots", [True, False], ids=["", "without-snapshots"])
@pytest.mark.parametrize("table_id", TABLES, ids=[table["name"] for table in TABLES.values()])
def test_a_table_opens_where_it_was_and_can_be_played_on(table_id: str, snapshots: bool, database: Path) -> None:
    recorded = TABLES[table_id]
    game = find_game(recorded["game"])
    if not snapshots:
        if game.version != VERSION and recorded["name"] in NEED_SNAPSHOTS:
            return
        forget_snapshots(database)

    async def check() -> None:
        async with opened(database) as service:
            ada = (await service.store.guests([EXPECTED["guest"]]))[EXPECTED["guest"]]
            now = await live(service, table_id)
            rules, speech = now.game.rules, now.game.speech
            change = await changes(service, table_id)
            assert now.row.state == recorded["state"]
            assert now.ply == recorded["ply"] + len(change)
            carried = game.version != VERSION and recorded["state"] == "running" and recorded["ply"] > 0
            lost = SET_BACK.get(recorded["name"])
            assert change == ([] if not carried else [f"{game.version} {lost}" if lost else f"{game.version}"])
            if lost is None:
                assert [int(seat) for seat in now.to_act()] == recorded["to_act"]
                position = msgspec.to_builtins(speech.describe(now.state))
                assert position == {**{key: [] for key in SINCE.get(game.id, ())}, **recorded["position"]}
            if game.version == VERSION:
                acting = [seat for seat in now.to_act() if seat != CHANCE]
                moves = [speech.write(now.state, move) for seat in acting for move in rules.legal(now.state, seat)]
                assert moves == recorded["legal"]
            await (_only_the_end_can_be_seen if recorded["name"] == "finished" else _go_on)(service, ada, table_id)

    run(check())


def forget_snapshots(database: Path) -> None:
    """Delete the snapshots, which are only a cache once the file has the newest schema."""
    run(SQLiteStore(database).close())
    with closing(sqlite3.connect(database)) as db, db:
        db.execute("DELETE FROM snapshots")


async def changes(service: Service, table_id: str) -> list[str]:
    """What the log says about changes of the rules."""
    return [event.text for event in await service.store.events(table_id) if event.kind == "version"]


async def _only_the_end_can_be_seen(service: Service, ada: Guest, table_id: str) -> None:
    """Its moves are not legal under the current rules, but they can be read, and it has a record."""
    for ask in (replay.position_at(service, ada, table_id, None, 40), replay.review(service, table_id)):
        with refused("unavailable", "other-version"):
            await ask
    record = await replay.record(service, ada, table_id)
    verdict = verify(record, find_game(record.game))
    assert (record.version, verdict.over, verdict.whole) == (VERSION, True, False)
    log = (await viewing.look(service, await service.table(table_id), ada, None, 0)).log
    assert {line.kind for line in log} == {"bare", "undo"}
    assert all((line.text is None) == (line.seat is None or line.kind == "undo") for line in log)


async def _go_on(service: Service, ada: Guest, table_id: str) -> None:
    """Depending on the table: play on, take the empty seat, or fork the finished game and play on there."""
    now = await live(service, table_id)
    if now.row.state == "over":
        assert verify(await replay.record(service, ada, table_id), find_game(now.game.id)).over
        forked = await replay.fork(service, ada, table_id, now.ply // 2, None, [SeatWish("me")] * now.row.seats)
        return await _go_on(service, ada, forked.id)
    if now.row.state == "open":
        (empty,) = [seat.seat for seat in now.seats if seat.kind == "open"]
        token = await tables.new_link(service, ada, table_id, empty)
        await tables.claim(service, ada, table_id, token)
        return None
    await play_on(service, ada, table_id, now.ply + MORE)
    record = await replay.record(service, ada, table_id)
    assert record.version == now.game.version
    after = await live(service, table_id)
    assert after.ply > now.ply
    seat = Seat(after.line[-1].seat)
    if after.row.state == "running" and after.can_take_back(seat):
        await play.undo(service, ada, table_id, seat, after.ply, None, whole_turn=True)
    return None
