"""Programs that will be killed. What they import is imported once for all of them, so that each begins at once."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

from engineshed.cli import main

PROGRAMS = get_context("forkserver")
PROGRAMS.set_forkserver_preload(["engineshed.server.app", __name__, "tests.server.writer"])


@contextmanager
def doomed(program: Callable[..., None], *given: Any) -> Iterator[ForkServerProcess]:
    """The running program, called with what is given; it does not outlive this."""
    process = PROGRAMS.Process(target=program, args=given)
    process.start()
    for thing in given:
        if isinstance(thing, Connection):
            thing.close()  # the program's now: so one hears when it is dead
    try:
        yield process
    finally:
        process.kill()
        process.join()


def serve(log: Path, *options: str | Path) -> None:
    """``engineshed serve`` with these options, all that it prints into a file."""
    with log.open("w") as out:
        for stream in (sys.stdout, sys.stderr):
            os.dup2(out.fileno(), stream.fileno())
    main(["serve", *map(str, options)])
