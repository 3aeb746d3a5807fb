"""The processes of one server on one machine."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from zlib import crc32

import msgspec

from engineshed.server.secrets import new_id


class Crew(msgspec.Struct, frozen=True):
    """They are numbered from 1; this is what one of them knows about all. A process has the number of the one that it
    replaces."""

    folder: Path
    """Only the processes themselves can open it."""
    number: int
    count: int

    def metrics_of(self, number: int) -> Path:
        """The socket on which a process reports its metrics."""
        return self.folder / f"{number}.metrics"

    def door_of(self, number: int) -> Path:
        """The socket on which a process takes connections from the others."""
        return self.folder / f"{number}.door"

    def home_of(self, table_id: str) -> int:
        """The number of the process where those who are at a table meet."""
        return 1 + crc32(table_id.encode()) % self.count

    def ids_in_turn(self) -> Callable[[], str]:
        """Makes ids for new tables. They are at home in one process after the other, so that all have as much to do."""
        homes = cycle(range(1, self.count + 1))

        def table_id() -> str:
            home = next(homes)
            while self.home_of(drawn := new_id()) != home:
                pass
            return drawn

        return table_id
