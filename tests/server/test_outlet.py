"""Messages to a watcher: sent at once if possible, otherwise later, and always in their order."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from engineshed.server.web.outlet import MOST_WAITING, Outlet
from tests.server.play import run


class Wire:
    """The other side: it takes messages at once while it is free, and otherwise when it is asked to wait for them."""

    def __init__(self) -> None:
        self.free = True
        self.arrived: list[bytes] = []
        self.room = asyncio.Event()

    def at_once(self, message: bytes) -> bool:
        if self.free:
            self.arrived.append(message)
        return self.free

    async def later(self, message: bytes) -> None:
        await self.room.wait()
        self.arrived.append(message)


def test_messages_are_sent_at_once_or_wait_and_never_overtake_each_other() -> None:
    async def go() -> None:
        wire = Wire()
        outlet = Outlet(wire.at_once)
        sending = asyncio.create_task(outlet.keep_sending(wire.later))
        assert outlet.put(b"1")
        assert wire.arrived == [b"1"]
        wire.free = False
        assert outlet.put(b"2")
        await asyncio.sleep(0)  # now "2" is being sent, and waits for room
        wire.free = True
        assert outlet.put(b"3")  # would be free to go, but "2" has not arrived
        assert wire.arrived == [b"1"]
        wire.room.set()
        await asyncio.sleep(0)
        assert wire.arrived == [b"1", b"2", b"3"]
        assert outlet.put(b"4")
        assert wire.arrived[-1] == b"4"
        sending.cancel()
        with suppress(asyncio.CancelledError):
            await sending

    run(go())


def test_only_so_many_wait() -> None:
    async def go() -> None:
        outlet = Outlet()
        assert all(outlet.put(b"") for _ in range(MOST_WAITING))
        assert not outlet.put(b"")

    run(go())
