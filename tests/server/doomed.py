"""Programs that will be killed. They share their imports, so that each starts quickly."""

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
PROGRAMS.set_forkserver_preload(
    ["engineshed.server.app", "engineshed.server.postgres", __name__, "tests.server.courier", "tests.server.writer"]
)


@contextmanager
def doomed(program: Callable[..., None], *given: Any) -> Iterator[ForkServerProcess]:
    """The running program, called with these arguments; it ends with the block."""
    process = PROGRAMS.Process(target=program, args=given)
    process.start()
    for thing in given:
        if isinstance(thing, Connection):
            thing.close()  # now only the program holds it, so we notice when the program dies
    try:
        yield process
    finally:
        process.kill()
        process.join()


def serve(log: Path, *options: str | Path) -> None:
    """``engineshed serve`` with these options, with all its output in a file."""
    with log.open("w") as out:
        for stream in (sys.stdout, sys.stderr):
            os.dup2(out.fileno(), stream.fileno())
    main(["serve", *map(str, options)])
