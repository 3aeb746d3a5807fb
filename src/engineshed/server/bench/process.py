"""The server that is measured: one or more separate processes, and how much CPU and memory they use."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec

from engineshed.core.errors import Trouble

STARTING = 120.0
"""How many seconds a server has to start."""
PROC = Path("/proc")


class Where(msgspec.Struct, frozen=True):
    """Where the server keeps its tables, and the number of its processes."""

    store: str | None = None
    """A database; a new file if there is none."""
    bus: str | None = None
    workers: int = 1

    def options(self) -> list[str]:
        given = {"--store": self.store, "--bus": self.bus, "--workers": str(self.workers)}
        return [word for name, value in given.items() if value is not None for word in (name, value)]


HERE = Where()


class Process:
    """A running server: its address, and what it has used so far."""

    def __init__(self, pid: int, port: int, workers: int = 1) -> None:
        self.port = port
        self._pids = [pid] if workers == 1 else workers_of(pid)

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def cpu_seconds(self) -> list[float]:
        """User and system CPU time of each process, added up."""
        return [(int(_stat(pid)[11]) + int(_stat(pid)[12])) / os.sysconf("SC_CLK_TCK") for pid in self._pids]

    def resident_bytes(self) -> int:
        pages = [int((PROC / str(pid) / "statm").read_text().split()[1]) for pid in self._pids]
        return sum(pages) * os.sysconf("SC_PAGE_SIZE")


def _stat(pid: int) -> list[str]:
    """The fields after the name of the program, which may contain spaces."""
    return (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()


def workers_of(parent: int) -> list[int]:
    """The processes that serve; the parent only watches them."""
    pids = [int(entry.name) for entry in PROC.iterdir() if entry.name.isdigit()]
    return [pid for pid in pids if _is_worker(pid, parent)]


def _is_worker(pid: int, parent: int) -> bool:
    try:
        ours = int(_stat(pid)[1]) == parent
        return ours and b"spawn_main" in (PROC / str(pid) / "cmdline").read_bytes()
    except OSError:  # it has ended
        return False


@asynccontextmanager
async def serving(db: Path, where: Where = HERE) -> AsyncIterator[Process]:
    """``engineshed serve`` on any free port, without limits, until the block ends."""
    if not PROC.joinpath("self", "stat").exists():
        raise Trouble("bench.no-proc")
    program = Path(sys.executable).with_name("engineshed")
    options = ("serve", "--port", "0", "--db", str(db), "--no-browser", "--unlimited", *where.options())
    child = await asyncio.create_subprocess_exec(program, *options, stdout=asyncio.subprocess.PIPE)
    assert child.stdout is not None
    try:
        async with asyncio.timeout(STARTING):
            line = (await child.stdout.readline()).decode()
        found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
        if found is None:
            raise Trouble("bench.not-open", line=line.strip())
        yield Process(child.pid, int(found[1]), where.workers)
    finally:
        if child.returncode is None:
            child.terminate()
        await child.communicate()
