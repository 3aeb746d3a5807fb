"""A database of an earlier version: its tables open where they stood, and they and their forks go on.

``before/tables.sqlite`` was written by the version before games were told in parts: tables of every game in the middle
of play, with moves taken back, forks that have begun and forks that wait for a player. ``before/tables.json`` is what
that version told of them. Where a game's rules have changed since, its version has been raised, and a table that is not
over is refused with a sentence that says so; it is neither lost nor played by other rules.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engineshed.core.contract import CHANCE, Seat
from engineshed.core.record import verify
from engineshed.core.registry import find_game, game_ids
from engineshed.server import play, replay, tables
from engineshed.server.messages import SeatWish
from engineshed.server.rows import Guest
from tests.server.play import live, opened, play_on, refused, run

BEFORE = Path(__file__).parent / "before"
TOLD: dict[str, Any] = json.loads((BEFORE / "tables.json").read_text("utf-8"))
TABLES: dict[str, dict[str, Any]] = TOLD["tables"]
MORE = 30
"""Entries of the log that are played on."""


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return Path(shutil.copy(BEFORE / "tables.sqlite", tmp_path / "tables.db"))


def test_it_holds_tables_in_the_middle_of_every_game_and_forks_of_them() -> None:
    for game_id in game_ids():
        names = [table["name"] for table in TABLES.values() if table["game"] == game_id]
        running = [table for table in TABLES.values() if table["game"] == game_id and table["state"] == "running"]
        assert any("fork" in name for name in names)
        assert any(table["ply"] > 50 for table in running)


@pytest.mark.parametrize("table_id", TABLES, ids=[table["name"] for table in TABLES.values()])
def test_a_table_stands_as_it_stood_and_goes_on(table_id: str, database: Path) -> None:
    told = TABLES[table_id]

    async def check() -> None:
        async with opened(database) as service:
            ada = (await service.store.guests([TOLD["guest"]]))[TOLD["guest"]]
            row = await service.store.table(table_id)
            assert row is not None
            if find_game(row.game).version != row.version and row.state != "over":
                with refused("unavailable", "other-version"):
                    await live(service, table_id)
                return
            now = await live(service, table_id)
            rules, speech = now.game.rules, now.game.speech
            assert (now.row.state, now.ply, [int(seat) for seat in now.to_act()]) == (
                told["state"],
                told["ply"],
                told["to_act"],
            )
            assert msgspec.to_builtins(speech.describe(now.state)) == told["position"]
            acting = [seat for seat in now.to_act() if seat != CHANCE]
            moves = [speech.write(now.state, move) for seat in acting for move in rules.legal(now.state, seat)]
            assert moves == told["legal"]
            await _go_on(service, ada, table_id)

    run(check())


async def _go_on(service: Any, ada: Guest, table_id: str) -> None:
    """As the table's kind allows: play on, sit down and then play on, or look at the past and fork it."""
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
    after = await live(service, table_id)
    assert after.ply > now.ply
    seat = Seat(after.line[-1].seat)
    if after.row.state == "running" and after.can_take_back(seat):
        await play.undo(service, ada, table_id, seat, after.ply, None, whole_turn=True)
    return None
