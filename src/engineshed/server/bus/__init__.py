"""Messages between the processes of one server. Any of them may be lost without harm.

The store is the source of truth. The bus only makes things quicker or fairer: it announces at once that a table has
changed, and it counts what a guest does across all processes. If the bus is down for a while, the processes ask the
store more often, and each keeps its own counts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

Listener = Callable[[str, bytes], None]
"""Called with the topic of a message, and the message."""


class Bus(Protocol):
    @property
    def shared(self) -> bool:
        """Whether there can be other processes."""
        ...

    @property
    def connected(self) -> bool:
        """Whether messages are getting through right now."""
        ...

    async def start(self, heard: Listener, missed: Callable[[], None]) -> None:
        """Listen to the other processes. ``missed`` is called after a gap in which messages may have been missed."""
        ...

    async def stop(self) -> None: ...

    def publish(self, topic: str, message: bytes) -> None:
        """Send to all other processes, soon."""
        ...

    # Counting

    async def take(self, bucket: str, per_second: float, burst: int) -> float | None:
        """Take one out of a bucket that all processes share and that fills up with time.

        Returns 0 if there was one, otherwise the seconds until there will be; None if the bus is down.
        """
        ...

    # Presence

    async def enter(self, place: str, who: str, most: int) -> bool | None:
        """Enter a place with limited room, and stay until leaving it or until this process dies.

        Returns None if the bus is down, so that it is unknown whether there is room.
        """
        ...

    async def leave(self, place: str, who: str) -> None: ...


class NoBus:
    """For a server with a single process: there is nobody to talk to, and it keeps its own counts."""

    shared, connected = False, True

    async def start(self, heard: Listener, missed: Callable[[], None]) -> None:
        pass

    async def stop(self) -> None:
        pass

    def publish(self, topic: str, message: bytes) -> None:
        pass

    async def take(self, bucket: str, per_second: float, burst: int) -> float | None:  # noqa: ARG002
        return None

    async def enter(self, place: str, who: str, most: int) -> bool | None:  # noqa: ARG002
        return None

    async def leave(self, place: str, who: str) -> None:
        pass
