"""What one watcher is sent: at once if possible; otherwise it waits until the other side has read more."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

MOST_WAITING = 64


def never(_message: bytes) -> bool:
    """Nothing can be sent at once."""
    return False


class Outlet:
    def __init__(self, send_at_once: Callable[[bytes], bool] = never) -> None:
        """``send_at_once``: returns False if that is impossible now."""
        self._send_at_once = send_at_once
        self._waiting: list[bytes] = []
        """Messages in their order; the first one stays here until it has been sent, so that none overtakes it."""
        self._filled = asyncio.Event()

    def put(self, message: bytes) -> bool:
        """Send a message, sooner or later; False if too many are waiting."""
        if not self._waiting and self._send_at_once(message):
            return True
        if len(self._waiting) >= MOST_WAITING:
            return False
        self._waiting.append(message)
        self._filled.set()
        return True

    async def keep_sending(self, send: Callable[[bytes], Awaitable[None]]) -> None:
        """Send what is waiting, now and later."""
        while True:
            await self._filled.wait()
            while self._waiting:
                await send(self._waiting[0])
                del self._waiting[0]
            self._filled.clear()
