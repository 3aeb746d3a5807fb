"""What the events that are in force forbid or slow down."""

from __future__ import annotations

from functools import lru_cache

from engineshed.games.dampf_and_rails.board import BOARD, NOWHERE
from engineshed.games.dampf_and_rails.components import EVENTS

CLEAR = bytes(BOARD.size)
"""No milepost is affected."""


class Weather:
    """The events in force, each with the seat that drew it, and all that they do together."""

    __slots__ = ("events", "flooded", "frozen", "hinders_building", "idle_docks", "slow", "stopped", "struck")

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
        self.flooded: tuple[int, ...] = ()
        """Sections."""
        self.hinders_building = False
        """Whether there is snow or a flood."""
        for number, seat in events:
            self._add(number, seat)

    def _add(self, number: int, seat: int) -> None:
        event = EVENTS[number]
        self.stopped |= sum(1 << ferry for ferry in event.stops if not self.stopped >> ferry & 1)
        self.struck |= event.strike << seat
        self.idle_docks |= sum(1 << town for town in event.idle_docks)
        if event.slow:
            self.slow = _marked(self.slow, event.slow)
        if event.frozen:
            self.frozen = _marked(self.frozen, event.slow)
        self.flooded += event.floods
        self.hinders_building = self.hinders_building or event.frozen or bool(event.floods)

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


def _marked(posts: bytes, more: tuple[int, ...]) -> bytes:
    marked = bytearray(posts)
    for post in more:
        marked[post] = 1
    return bytes(marked)


@lru_cache(maxsize=512)
def weather_of(events: tuple[tuple[int, int], ...]) -> Weather:
    return Weather(events)
