"""``engineshed bench server``: its report on a real server under a very small load."""

from __future__ import annotations

import asyncio
import json
import os
from collections import Counter
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest

from engineshed.cli import bench_server, main
from engineshed.core.errors import Trouble
from engineshed.server.bench import load, process
from engineshed.server.bench.client import Guest, Refused
from engineshed.server.bench.curve import Seesaw, measure_curve, table_of
from engineshed.server.bench.lag import lag_between
from engineshed.server.bench.load import Conditions, measure_load, waits
from engineshed.server.bench.peer import Peer
from engineshed.server.bench.process import serving
from engineshed.server.bench.report import Report, Sizes, measure
from tests.server.play import run

SMALL = Sizes(rounds=1, openings=(4, 12), idle_tables=2, idle_moves=3)
NODE = """#!/bin/sh
echo "warming up"
echo 'RESULT {"version": "0.1", "moves_s": 10.0, "moves_per_server_cpu_s": 20.0, "p50_ms": 3.5, "db": "flatfile"}'
"""
BROKEN_NODE = """#!/bin/sh
echo "Error: Cannot find module 'socket.io-client'" >&2
exit 1
"""


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """These tests check the report, not the precision of its numbers."""
    monkeypatch.setattr(load, "WARM_UP", 0.1)
    monkeypatch.setattr(load, "SAMPLE_EVERY", 1)


def stand_in(folder: Path, node: str, monkeypatch: pytest.MonkeyPatch) -> Peer:
    """A stand-in for boardgame.io: a fake ``node`` that prints a prepared answer."""
    program = folder / "node"
    program.write_text(node)
    program.chmod(0o755)
    (folder / "load.js").write_text("")
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return Peer("boardgameio", folder)


def test_paced_play_with_spectators_is_compared_with_a_peer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    peer = stand_in(tmp_path, NODE, monkeypatch)
    found = measure(Conditions(tables=2, watchers=2, rate=20, seconds=1), peer, SMALL)
    (played,) = found.rounds
    assert 0 < played.moves_per_second < 40
    assert played.moves_per_cpu_second > 0
    for figures in (played.acknowledged_ms, played.seen_ms):
        assert 0 < figures.p50 <= figures.p95 <= figures.p99
    assert played.loop_lag_ms is not None
    assert 0 < played.loop_lag_ms < 10_000
    assert 200 < played.push_mean_bytes <= played.push_largest_bytes < 10_000
    assert [opening.moves for opening in found.openings] == [4, 12]
    assert all(opening.position_ms > 0 and opening.with_log_ms > 0 for opening in found.openings)
    assert found.peer is not None
    assert found.peer.moves_ratio == pytest.approx(played.moves_per_second / 10)
    assert found.peer.cpu_ratio == pytest.approx(played.moves_per_cpu_second / 20)
    check_what_is_printed(found, monkeypatch, capsys)


def test_the_lag_of_the_loop_is_counted_between_two_questions() -> None:
    before = Counter({0.001: 5, 0.02: 6, float("inf"): 6})
    after = Counter({0.001: 95, 0.02: 105, float("inf"): 106})
    assert lag_between(before, after, 0.5) == 0.001
    assert lag_between(before, after, 0.99) == 0.02
    assert lag_between(before, after, 1.0) == float("inf")
    assert lag_between(after, after, 0.99) == 0.001  # it was never late
    assert lag_between(Counter(), Counter(), 0.99) == 0.0


def check_what_is_printed(found: Report, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(bench_server, "measure", lambda *_, **__: found)
    assert main(["bench", "server", "--json"]) == 0
    assert msgspec.json.decode(capsys.readouterr().out, type=Report) == found
    assert main(["bench", "server"]) == 0
    output = capsys.readouterr().out
    for words in (
        "2 two-player tables",
        "seen by others",
        "a table of 12 moves",
        "idle table",
        "compared with boardgame.io",
    ):
        assert words in output


def test_a_game_that_ends_is_followed_by_a_new_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    moves: list[str] = []
    move = load.Game.move

    async def short(self: load.Game, *given: object) -> None:
        await move(self, *given)  # type: ignore[arg-type]
        moves.append(self.id)
        if moves.count(self.id) == 3:
            self._nows = [None, None]

    async def go() -> None:
        async with serving(tmp_path / "x.db") as service:
            await measure_load(service, Conditions(tables=1, seconds=2))

    monkeypatch.setattr(load.Game, "move", short)
    run(go())
    assert len(set(moves)) > 1


def test_a_guest_who_was_disconnected_reconnects(tmp_path: Path) -> None:
    async def go() -> None:
        async with serving(tmp_path / "x.db") as service, Guest.visiting(service, "Ada") as ada:
            ada._writer.close()
            table = (await ada.create_table("me", "me"))["id"]
            assert (await ada.look(table)).table.my_turn

    run(go())


def test_requests_come_at_the_rate_that_was_asked_for(tmp_path: Path) -> None:
    point, more = run(measure_curve(tmp_path / "x.db", [20, 40], guests=4, seconds=1.0))
    assert 0 < point.offered <= 20.1
    assert point.offered < more.offered <= 40.1
    for found in (point, more):
        assert found.served + found.refused + found.unsent == pytest.approx(found.offered)
        assert 0 < found.served_ms.p50 <= found.served_ms.p95
    assert table_of([point, more]).count("\n") == 3


def test_a_guest_who_is_refused_asks_the_same_again() -> None:
    async def go() -> None:
        guest = Grudging()
        seesaw = Seesaw(guest)  # type: ignore[arg-type]
        for _ in range(4):
            with suppress(Refused):
                await seesaw.ask()
        assert guest.asked == ["moves 0", "moves 0", "undo 1", "moves 2"]

    run(go())


class Grudging:
    """A connection to a server that is busy at first."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def post(self, path: str, body: bytes) -> bytes:
        ply = json.loads(body.replace(b'"move":,', b""))["expect"]
        self.asked.append(f"{path.rpartition('/')[2]} {ply}")
        if len(self.asked) == 1:
            raise Refused("bench.answer", status="503", body="")
        return b'{"ply":%d}' % (ply + 1)


def test_a_missing_peer_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wanted = ["bench", "server", "--peer"]
    assert main([*wanted, "boardgameoi"]) == 2
    assert "did you mean boardgameio?" in capsys.readouterr().err
    assert main([*wanted, "boardgameio"]) == 2
    assert "--peer-dir" in capsys.readouterr().err
    peer = stand_in(tmp_path, BROKEN_NODE, monkeypatch)
    with pytest.raises(Trouble, match="Cannot find module"):
        asyncio.run(peer.load(Conditions()))
    monkeypatch.setenv("PATH", "")
    assert main([*wanted, "boardgameio", "--peer-dir", str(tmp_path)]) == 2
    assert "node, which is not installed" in capsys.readouterr().err


def test_a_system_without_proc_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(process, "PROC", tmp_path)
    assert main(["bench", "server"]) == 2
    assert "run it on Linux" in capsys.readouterr().err


def test_waits_are_the_quantiles() -> None:
    assert waits([number / 1000 for number in range(101)]) == load.Waits(50, 95, 99)
    assert waits([]) == load.Waits(0, 0, 0)
