"""What the events that are in force forbid or slow down."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engineshed.games.dampf_and_rails.rules.board import BOARD, NOWHERE
from engineshed.games.dampf_and_rails.rules.components import EVENTS

CLEAR = bytes(BOARD.size)
"""No milepost is affected."""
ALL_DRY = bytes(len(BOARD.ends))
"""No section is."""


class Weather:
    """The events in force, each with the seat that drew it, and all that they do together."""

    __slots__ = ("events", "flooded", "frozen", "hindered", "idle_docks", "slow", "stopped", "struck")

    def __init__(self, events: tuple[tuple[int, int], ...]) -> None:
        self.events = events
        self.stopped = 0
        """Ferries, as bits."""
        self.struck = 0
        """Seats whose network is closed, as bits."""
        self.idle_docks = 0
        """Towns, as bits."""
        self.slow = CLEAR
        """1 for each milepost where steps cost two points; ``frozen``: where nobody builds."""
        self.frozen = CLEAR
        self.flooded = ALL_DRY
        """1 for each section that is."""
        for number, seat in events:
            self._add(number, seat)
        self.hindered = self._hindered()
        """1 for each section that is flooded or has an end where nobody builds; the others are not affected."""

    def _add(self, number: int, seat: int) -> None:
        event = EVENTS[number]
        self.stopped |= sum(1 << ferry for ferry in event.stops if not self.stopped >> ferry & 1)
        self.struck |= event.strike << seat
        self.idle_docks |= sum(1 << town for town in event.idle_docks)
        if event.slow:
            self.slow = _marked(self.slow, event.slow)
        if event.frozen:
            self.frozen = _marked(self.frozen, event.slow)
        if event.floods:
            self.flooded = _marked(self.flooded, event.floods)

    def _hindered(self) -> bytes:
        if self.frozen is CLEAR:
            return self.flooded
        snowed = [section for section, (a, b) in enumerate(BOARD.ends) if self.frozen[a] or self.frozen[b]]
        return _marked(self.flooded, snowed)

    @property
    def hinders_building(self) -> bool:
        """Whether there is snow or a flood."""
        return self.hindered is not ALL_DRY

    def stops(self, ferry: int) -> int:
        """The event that keeps this ferry in port; NOWHERE if none does. The others answer in the same way."""
        return next((n for n, _ in self.events if ferry in EVENTS[n].stops), NOWHERE)

    def freezes(self, post: int) -> int:
        return next((n for n, _ in self.events if EVENTS[n].frozen and post in EVENTS[n].slow), NOWHERE)

    def closes(self, seat: int) -> int:
        return next((n for n, drawer in self.events if EVENTS[n].strike and drawer == seat), NOWHERE)

    def floods(self, section: int) -> int:
        return next((n for n, _ in self.events if section in EVENTS[n].floods), NOWHERE)

    def idles(self, town: int) -> int:
        return next((n for n, _ in self.events if town in EVENTS[n].idle_docks), NOWHERE)


def _marked(table: bytes, more: Sequence[int]) -> bytes:
    marked = bytearray(table)
    for number in more:
        marked[number] = 1
    return bytes(marked)


@lru_cache(maxsize=512)
def weather_of(events: tuple[tuple[int, int], ...]) -> Weather:
    return Weather(events)
