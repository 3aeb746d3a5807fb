"""A server whose clock is set by a test: time goes on there as usual, and can be moved on by days.

As a program: ``clocked.py FILE serve ...`` is ``engineshed serve ...``, ahead by the seconds that the file says.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

from engineshed import cli
from tests.server.test_app_serve import address_in


class Clocked:
    def __init__(self, folder: Path) -> None:
        self._folder, self._ahead = folder, folder / "ahead"
        self._port, self._runs, self._seconds = "0", 0, 0.0
        self.pass_time(0)

    def pass_time(self, seconds: float) -> None:
        self._seconds += seconds
        fresh = self._folder / "fresh"
        fresh.write_text(str(self._seconds))
        fresh.replace(self._ahead)  # in one go, because the server may be reading it

    def start(self) -> str:
        """Start on the same port as before; returns the address."""
        self._runs += 1
        log = self._folder / f"log{self._runs}"
        program = [sys.executable, "-m", "tests.browser.clocked", str(self._ahead)]
        options = ["--no-browser", "--unlimited", "--port", self._port, "--db", str(self._folder / "x.db")]
        with log.open("w") as out:
            self._process = subprocess.Popen([*program, "serve", *options], stdout=out, stderr=out)
        address = address_in(log)
        self._port = address.rpartition(":")[2]
        return address

    def stop(self) -> None:
        self._process.terminate()
        assert self._process.wait(timeout=60) == 0


@contextmanager
def clocked_server(folder: Path) -> Iterator[tuple[Clocked, str]]:
    server = Clocked(folder)
    address = server.start()
    try:
        yield server, address
    finally:
        server.stop()


def main(ahead: Path, *arguments: str) -> int:
    serving = import_module("engineshed.cli.serve")
    serving.time = SimpleNamespace(time=lambda: time.time() + float(ahead.read_text()))  # type: ignore[attr-defined]
    return cli.main(list(arguments))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), *sys.argv[2:]))
