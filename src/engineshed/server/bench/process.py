"""The server that is measured: a process of its own with its own file, and how much CPU and memory it uses."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from engineshed.core.errors import Trouble

STARTING = 30.0
"""Seconds within which a server must have started."""
PROC = Path("/proc")


class Process:
    """A running server: its address, and what it has used so far."""

    def __init__(self, pid: int, port: int) -> None:
        self.pid, self.port = pid, port

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def cpu_seconds(self) -> float:
        """CPU time in the program, and in the system on its behalf."""
        fields = (PROC / str(self.pid) / "stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def resident_bytes(self) -> int:
        pages = (PROC / str(self.pid) / "statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")


@asynccontextmanager
async def serving(db: Path) -> AsyncIterator[Process]:
    """``engineshed serve`` on any free port, without limits, until the block ends."""
    if not PROC.joinpath("self", "stat").exists():
        raise Trouble("bench.no-proc")
    program = Path(sys.executable).with_name("engineshed")
    options = ("serve", "--port", "0", "--db", str(db), "--no-browser", "--unlimited")
    child = await asyncio.create_subprocess_exec(program, *options, stdout=asyncio.subprocess.PIPE)
    assert child.stdout is not None
    try:
        async with asyncio.timeout(STARTING):
            line = (await child.stdout.readline()).decode()
        found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
        if found is None:
            raise Trouble("bench.not-open", line=line.strip())
        yield Process(child.pid, int(found[1]))
    finally:
        if child.returncode is None:
            child.terminate()
        await child.communicate()
