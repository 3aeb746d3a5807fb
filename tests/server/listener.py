"""A watcher whose messages a test reads."""

from __future__ import annotations

import asyncio

from engineshed.server.rows import Guest
from engineshed.server.web.outlet import Outlet
from engineshed.server.web.push import Watcher


class Listener(Watcher):
    def __init__(self, guest: Guest | None, address: str = "", *, people: bool = False) -> None:
        self.told: asyncio.Queue[bytes] = asyncio.Queue()
        super().__init__(guest, None, 0, 0, address, Outlet(self._hear), people=people)

    def _hear(self, message: bytes) -> bool:
        self.told.put_nowait(message)
        return True
