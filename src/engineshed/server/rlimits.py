"""Limits that the operating system enforces for us, if it can."""

from __future__ import annotations

import os
import sys
from pathlib import Path

if sys.platform != "win32":
    import resource

LOWLY = 10
"""How much lower the priority is than the server's, as a ``nice`` value."""
FEW_FILES = 64
STATM = Path("/proc/self/statm")


def confine(memory: int) -> None:
    """Limit this process: this much more memory than it has now, no writing of files, and a lower priority."""
    if sys.platform == "win32":
        return
    os.nice(LOWLY)
    if STATM.exists():
        pages = int(STATM.read_text(encoding="ascii").split()[0])
        _lower(resource.RLIMIT_AS, pages * resource.getpagesize() + memory)
    _lower(resource.RLIMIT_NOFILE, FEW_FILES)
    _lower(resource.RLIMIT_FSIZE, 0)
    _lower(resource.RLIMIT_CORE, 0)


def allow_time(seconds: float) -> None:
    """CPU time from now on; the system ends a process that uses more."""
    if sys.platform == "win32":
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    _lower(resource.RLIMIT_CPU, int(used.ru_utime + used.ru_stime + seconds) + 1)


def raise_open_files() -> None:
    """Raise the limit on open files as far as allowed, because every connection is one."""
    if sys.platform != "win32":
        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def most_open_files() -> int | None:
    """How many files this process may have open; None if there is no limit."""
    if sys.platform == "win32":
        return None
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return None if soft == resource.RLIM_INFINITY else soft


def _lower(limit: int, most: int) -> None:
    if sys.platform == "win32":
        return
    hard = resource.getrlimit(limit)[1]
    resource.setrlimit(limit, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
