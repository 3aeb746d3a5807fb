"""What a server does besides answering: it begins when the server starts, and ends with it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Protocol


class Besides(Protocol):
    """Something that is started and stopped; either may take a while."""

    def start(self) -> Awaitable[None] | None: ...

    def stop(self) -> Awaitable[None] | None: ...


def while_serving(besides: Besides) -> Callable[[object], AbstractAsyncContextManager[None]]:
    """For the ``lifespan`` of an application."""

    @asynccontextmanager
    async def running(_app: object = None) -> AsyncIterator[None]:
        await _done(besides.start())
        try:
            yield
        finally:
            await _done(besides.stop())

    return running


async def _done(work: Awaitable[None] | None) -> None:
    if work is not None:
        await work


async def ended(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel tasks and wait until they have ended."""
    cancelled = list(tasks)
    for task in cancelled:
        task.cancel()
    await asyncio.gather(*cancelled, return_exceptions=True)
