"""``engineshed bench server``: its report about a real server under a very small load."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import msgspec
import pytest

from engineshed.cli import bench_server, main
from engineshed.core.errors import Trouble
from engineshed.server.bench import load, process
from engineshed.server.bench.client import Guest
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
    """The report is tested here, not its precision."""
    monkeypatch.setattr(load, "WARM_UP", 0.1)
    monkeypatch.setattr(load, "SAMPLE_EVERY", 1)


def stand_in(folder: Path, node: str, monkeypatch: pytest.MonkeyPatch) -> Peer:
    """A stand-in for boardgame.io: a node that prints what it is told to."""
    program = folder / "node"
    program.write_text(node)
    program.chmod(0o755)
    (folder / "load.js").write_text("")
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return Peer("boardgameio", folder)


def test_paced_play_with_spectators_beside_a_peer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    peer = stand_in(tmp_path, NODE, monkeypatch)
    found = measure(Conditions(tables=2, watchers=2, rate=20, seconds=1), peer, SMALL)
    (played,) = found.rounds
    assert 0 < played.moves_per_second < 40
    assert played.moves_per_cpu_second > 0
    for figures in (played.acknowledged_ms, played.seen_ms):
        assert 0 < figures.p50 <= figures.p95 <= figures.p99
    assert 200 < played.push_mean_bytes <= played.push_largest_bytes < 6000
    assert [opening.moves for opening in found.openings] == [4, 12]
    assert all(opening.position_ms > 0 and opening.with_log_ms > 0 for opening in found.openings)
    assert found.peer is not None
    assert found.peer.moves_ratio == pytest.approx(played.moves_per_second / 10)
    assert found.peer.cpu_ratio == pytest.approx(played.moves_per_cpu_second / 20)
    check_what_is_printed(found, monkeypatch, capsys)


def check_what_is_printed(found: Report, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(bench_server, "measure", lambda *_: found)
    assert main(["bench", "server", "--json"]) == 0
    assert msgspec.json.decode(capsys.readouterr().out, type=Report) == found
    assert main(["bench", "server"]) == 0
    told = capsys.readouterr().out
    for words in (
        "2 two-player tables",
        "seen by others",
        "a table of 12 moves",
        "idle table",
        "compared with boardgame.io",
    ):
        assert words in told


def test_a_game_that_ends_is_followed_by_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_a_guest_who_was_disconnected_comes_back(tmp_path: Path) -> None:
    async def go() -> None:
        async with serving(tmp_path / "x.db") as service, Guest.visiting(service, "Ada") as ada:
            ada._writer.close()
            table = (await ada.create_table("me", "me"))["id"]
            assert (await ada.look(table)).table.my_turn

    run(go())


def test_a_missing_peer_gets_a_sentence(
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


def test_a_system_without_proc_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(process, "PROC", tmp_path)
    assert main(["bench", "server"]) == 2
    assert "run it on Linux" in capsys.readouterr().err


def test_waits_are_the_usual_quantiles() -> None:
    assert waits([number / 1000 for number in range(101)]) == load.Waits(50, 95, 99)
    assert waits([]) == load.Waits(0, 0, 0)
