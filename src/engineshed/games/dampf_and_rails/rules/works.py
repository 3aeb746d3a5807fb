"""What somebody would build, and who would be shut out by it (R28), as values."""

from __future__ import annotations

from typing import NamedTuple

Joined = tuple[int, ...]
"""For each place, the seats that have connected it, as bits."""
Group = tuple[int, ...]
"""Seats that all need ways into a place."""
Works = tuple[int, tuple[int, ...], tuple[int, ...]]
"""Who builds, and which sections and ferries."""


class Shut(NamedTuple):
    """A group without ways into a place. Each of them may have a way of their own, but not all of them at once."""

    place: int
    seats: Group


class Wants(NamedTuple):
    """What a group of opponents may want; mileposts as bits."""

    posts: int
    """The mileposts where one of them is."""
    places: int
    """The places that none of them has connected, and that have room for all of them."""


Sailing = tuple[int, int]
"""A ferry that others can still take: the mileposts of both its ends, each as a bit."""


class Rooms(NamedTuple):
    """Where there is room on ferries, and in the places at their ends."""

    ferries: tuple[Sailing, ...]
    all_but_one: tuple[tuple[Sailing, ...], ...]
    """All of them; then without each that has room for one only, and without those of each such place."""
    ports: int
    """The mileposts at their ends, as bits."""


class Fence(NamedTuple):
    """Why somebody would be shut out."""

    shut: Shut
    inside: int
    """The spots that they would have to come from to be in, as bits."""


Needs = tuple[int, ...]
"""What ways of a group into a place need, as bits, each for other ways. They hold as long as that stays free."""


class Lasting(NamedTuple):
    """That something shuts nobody out, and what that depends on (``lasting``)."""

    is_calm: bool
    """Whether nobody needs anything of it."""
    beside: frozenset[int]
    """The regions beside it; ``rims``: what is on their rims, as bits."""
    rims: int
    needs: int
    """The ways that must stay free, as bits."""
    seen: int
    """How many times regions had become one."""
    joined: tuple[int, ...]
    ferries: tuple[int, ...]
    pieces: tuple[int, ...]
