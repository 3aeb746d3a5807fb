"""What the events that are in force forbid or slow down."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engineshed.games.dampf_and_rails.rules.board import NOWHERE
from engineshed.games.dampf_and_rails.rules.box import Box


class Weather:
    """The events in force, each with the seat that drew it, and their combined effect."""

    __slots__ = ("box", "events", "flooded", "frozen", "hindered", "idle_docks", "slow", "stopped", "struck")

    def __init__(self, box: Box, events: tuple[tuple[int, int], ...]) -> None:
        self.box, self.events = box, events
        self.stopped = 0
        """Ferries, as bits."""
        self.struck = 0
        """Seats whose network is closed, as bits."""
        self.idle_docks = 0
        """Towns, as bits."""
        self.slow = self.box.clear
        """1 for each milepost where steps cost two points; ``frozen``: the same where nobody builds."""
        self.frozen = self.box.clear
        self.flooded = self.box.all_dry
        """1 for each section that is flooded."""
        for number, seat in events:
            self._add(number, seat)
        self.hindered = self._hindered()
        """1 for each section that is flooded or has an end where nobody builds."""

    def _add(self, number: int, seat: int) -> None:
        event = self.box.events[number]
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
        if self.frozen is self.box.clear:
            return self.flooded
        snowed = [section for section, (a, b) in enumerate(self.box.board.ends) if self.frozen[a] or self.frozen[b]]
        return _marked(self.flooded, snowed)

    @property
    def hinders_building(self) -> bool:
        """Whether there is snow or a flood."""
        return self.hindered is not self.box.all_dry

    def stops(self, ferry: int) -> int:
        """The event that keeps this ferry in port; NOWHERE if none does. The methods below give answers of the same
        kind."""
        return next((n for n, _ in self.events if ferry in self.box.events[n].stops), NOWHERE)

    def freezes(self, post: int) -> int:
        return next(
            (n for n, _ in self.events if self.box.events[n].frozen and post in self.box.events[n].slow), NOWHERE
        )

    def closes(self, seat: int) -> int:
        return next((n for n, drawer in self.events if self.box.events[n].strike and drawer == seat), NOWHERE)

    def floods(self, section: int) -> int:
        return next((n for n, _ in self.events if section in self.box.events[n].floods), NOWHERE)

    def idles(self, town: int) -> int:
        return next((n for n, _ in self.events if town in self.box.events[n].idle_docks), NOWHERE)


def _marked(table: bytes, more: Sequence[int]) -> bytes:
    marked = bytearray(table)
    for number in more:
        marked[number] = 1
    return bytes(marked)


@lru_cache(maxsize=512)
def weather_of(box: Box, events: tuple[tuple[int, int], ...]) -> Weather:
    return Weather(box, events)
