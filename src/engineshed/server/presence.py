"""Who is at a table now, worked out from the open sockets of all servers. Nothing of it is in the store.

A server tells the others what its own sockets show, at once when it changes and again now and then, because the bus may
lose messages and a server may die without a word.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable
from time import monotonic
from typing import TYPE_CHECKING, Literal

import msgspec

if TYPE_CHECKING:
    from engineshed.server.news import News

State = Literal["here", "away", "offline"]
"""``away``: the page is open, but nobody looks at it."""
STATES: tuple[State, ...] = ("here", "away", "offline")

FORGOTTEN = 50.0
"""Seconds after which a server that has said nothing more about a table counts as gone."""
ANSWERED = 0.25
"""Seconds that other servers have to say who looks at a table; the bus takes a few thousandths of that."""
COUNTED = 2.0
"""Seconds for which nobody is counted again."""
REMEMBERED = 20_000
"""How many people's last moments at a table are kept."""


class Seen(msgspec.Struct, frozen=True, gc=False):
    """How somebody was seen at a table, and since when; the time is None if nobody knows."""

    state: State
    since: float | None = None


GONE = Seen("offline")


def nearest(seen: Iterable[Seen]) -> Seen:
    """How somebody is seen who is seen in several places; gone if in none."""
    return min(seen, key=lambda one: (STATES.index(one.state), -(one.since or 0.0)), default=GONE)


class Attending(msgspec.Struct, frozen=True, tag="attending"):
    """What one server knows about those at a table."""

    server: str
    guests: dict[str, Seen]
    asks: bool = False
    """Whether it wants to know what the others know."""
    front: list[str] = []
    """The guests who have the table in front of them at this moment."""


class Crowd(msgspec.Struct, frozen=True, tag="crowd"):
    """How many people are at tables that one server shows."""

    server: str
    people: int


class _Room:
    """One table that is watched here."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self.wake = wake
        self.ours: dict[str, Seen] = {}
        self.theirs: dict[str, tuple[float, dict[str, Seen]]] = {}
        """By server, with the time at which it said so."""


class Presence:
    def __init__(self, server: str, news: News) -> None:
        self._server, self._news = server, news
        self._rooms: dict[str, _Room] = {}
        self._left: OrderedDict[tuple[str, str], Seen] = OrderedDict()
        """When somebody was last at a table, if they have left it."""
        self._asked: dict[str, list[set[str]]] = {}
        """By table, those whom other servers see in front of it, while somebody waits for their answers."""
        self.in_front: Callable[[str], list[str]] = lambda _table_id: []
        """Says who has a table in front of them here. Set by the hub of all sockets."""
        self._counted = -COUNTED, 0
        self._crowds: dict[str, tuple[float, int]] = {}
        """By other server, with the time at which it said so."""
        news.heard_of_crowd = self._heard_crowd
        news.heard_of, news.tell_again = self._heard, self._tell_again

    def open(self, table_id: str, wake: Callable[[], None]) -> None:
        """Somebody watches this table here from now on. ``wake``: called when others say something new about it."""
        self._rooms[table_id] = _Room(wake)
        self._say(table_id, asks=True)

    def close(self, table_id: str) -> None:
        del self._rooms[table_id]

    def saw(self, table_id: str, guest: str, seen: Seen) -> None:
        """A guest's sockets at a table show this now."""
        if seen.state == "offline":
            self._left[table_id, guest] = seen
            self._left.move_to_end((table_id, guest))
            if len(self._left) > REMEMBERED:
                self._left.popitem(last=False)
        room = self._rooms.get(table_id)
        if room is not None and room.ours.get(guest) != seen:
            room.ours[guest] = seen
            self._say(table_id)

    def of(self, table_id: str, guest: str) -> Seen:
        """How a guest is seen at a table that is watched here, by all servers together."""
        room, now = self._rooms[table_id], monotonic()
        told = [theirs for at, theirs in room.theirs.values() if at + FORGOTTEN > now]
        left = self._left.get((table_id, guest), GONE)
        seen = [left, *(found[guest] for found in (room.ours, *told) if guest in found)]
        return nearest(seen)

    def people(self) -> int:
        """How many people are at tables now. Somebody who is at tables of two servers counts twice."""
        now = monotonic()
        return self._here(now) + sum(people for at, people in self._crowds.values() if at + FORGOTTEN > now)

    def _here(self, now: float) -> int:
        at, people = self._counted
        if at + COUNTED <= now:
            rooms = self._rooms.values()
            people = len({guest for room in rooms for guest, seen in room.ours.items() if seen.state != "offline"})
            self._counted = now, people
        return people

    # -- other servers ----------------------------------------------------------------------------------------------

    async def in_front_elsewhere(self, table_id: str) -> set[str]:
        """The guests who have this table in front of them, as the other servers say when they are asked."""
        found: set[str] = set()
        self._asked.setdefault(table_id, []).append(found)
        self._say(table_id, asks=True)
        try:
            await asyncio.sleep(ANSWERED)
        finally:
            self._asked[table_id].remove(found)
            if not self._asked[table_id]:
                del self._asked[table_id]
        return found

    def _say(self, table_id: str, *, asks: bool = False) -> None:
        room = self._rooms.get(table_id)
        ours = {} if room is None else room.ours
        self._news.attend(table_id, Attending(self._server, ours, asks, self.in_front(table_id)))

    def _heard(self, table_id: str, told: Attending) -> None:
        for found in self._asked.get(table_id, ()):
            found.update(told.front)
        room = self._rooms.get(table_id)
        if room is None:
            return
        if told.asks:
            self._say(table_id)
        room.theirs[told.server] = monotonic(), told.guests
        room.wake()

    def _heard_crowd(self, told: Crowd) -> None:
        self._crowds[told.server] = monotonic(), told.people

    def _tell_again(self) -> None:
        self._news.count(Crowd(self._server, self._here(monotonic())))
        for table_id, room in self._rooms.items():
            self._say(table_id)
            if room.theirs:
                room.wake()  # one of them may have been forgotten
