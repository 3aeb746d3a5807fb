"""One wheel for the due times of any number of tables, instead of a timer for each."""

from __future__ import annotations

from heapq import heapify, heappop, heappush

SPARE = 64
"""How many outdated times the heap may hold besides as many as there are tables."""


class Wheel:
    """Due times by table. Looking at it costs nothing for those that are not yet due."""

    def __init__(self) -> None:
        self._due: dict[str, float] = {}
        self._heap: list[tuple[float, str]] = []
        """The same and outdated ones, which are skipped when their time has come."""

    def __len__(self) -> int:
        return len(self._due)

    def __contains__(self, table_id: str) -> bool:
        return table_id in self._due

    def set(self, table_id: str, due: float | None) -> None:
        """None: nothing happens there by itself any more."""
        if due is None:
            self._due.pop(table_id, None)
        elif self._due.get(table_id) != due:
            self._due[table_id] = due
            heappush(self._heap, (due, table_id))
        if len(self._heap) > 2 * len(self._due) + SPARE:
            self._heap = [(when, table) for table, when in self._due.items()]
            heapify(self._heap)

    def next(self) -> float | None:
        """The earliest due time."""
        while self._heap and self._due.get(self._heap[0][1]) != self._heap[0][0]:
            heappop(self._heap)
        return self._heap[0][0] if self._heap else None

    def take(self, now: float) -> list[str]:
        """The tables whose time has come, the earliest first; they are no longer on the wheel."""
        taken = []
        while (due := self.next()) is not None and due <= now:
            _, table_id = heappop(self._heap)
            del self._due[table_id]
            taken.append(table_id)
        return taken
