"""A cache for values that are costly to make."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Hashable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Kept(Generic[T]):
    """Each value is made once, even if many ask for it at the same time. The least recently used values are dropped
    first.

    A key names everything that its value depends on, so no value ever becomes invalid.
    """

    def __init__(self, room: int, size: Callable[[T], int]) -> None:
        self._room, self._size, self._full = room, size, 0
        self._values: OrderedDict[Hashable, T] = OrderedDict()
        self._making: dict[Hashable, asyncio.Task[T]] = {}

    def __len__(self) -> int:
        return len(self._values)

    async def get(self, key: Hashable, make: Callable[[], Coroutine[Any, Any, T]]) -> T:
        if key in self._values:
            self._values.move_to_end(key)
            return self._values[key]
        return await self._made(key, make)

    def get_now(self, key: Hashable, make: Callable[[], T]) -> T:
        """The same for a value that is made synchronously."""
        if key in self._values:
            self._values.move_to_end(key)
        else:
            self._keep(key, make())
        return self._values[key]

    def _made(self, key: Hashable, make: Callable[[], Coroutine[Any, Any, T]]) -> Awaitable[T]:
        """Wait for the value; if one caller stops waiting, the others still get it."""
        task = self._making.get(key)
        if task is None:
            task = self._making[key] = asyncio.create_task(self._make(key, make))
            task.add_done_callback(lambda made: made.cancelled() or made.exception())  # if nobody is waiting any more
        return asyncio.shield(task)

    async def _make(self, key: Hashable, make: Callable[[], Coroutine[Any, Any, T]]) -> T:
        try:
            value = await make()
            self._keep(key, value)
            return value
        finally:
            del self._making[key]

    def _keep(self, key: Hashable, value: T) -> None:
        self._values[key] = value
        self._full += self._size(value)
        while self._full > self._room and len(self._values) > 1:
            _, dropped = self._values.popitem(last=False)
            self._full -= self._size(dropped)
