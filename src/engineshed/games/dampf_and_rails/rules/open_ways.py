"""Ways that must stay open (R28), as values."""

from __future__ import annotations

from typing import NamedTuple

Joined = tuple[int, ...]
"""For each place, the seats that have connected it, as bits."""
Group = tuple[int, ...]
"""Seats that all need ways into a place."""


Goals = dict[Group, int]
"""For each group, the spots where its ways may begin, as bits: its networks, and places into which it has ways."""


class Ways(NamedTuple):
    """Ways of a group of players into a place: one for a single player, two that share no section for two of them."""

    bits: int
    """What they need."""
    ends: int
    """Where they begin, as bits."""
    own_ends: tuple[int, ...]
    """For two players, where a further way of each of them begins, if there is one."""


class Shut(NamedTuple):
    """A group without ways into a place. Each of them may have a way of their own, but not all of them at once."""

    place: int
    seats: Group


class Kept(NamedTuple):
    """The ways of a group into a place."""

    place: int
    seats: Group
    ways: Ways
    goals: Goals
    """Where they may begin."""


class OpenWays(NamedTuple):
    """What one player must leave open for the others in one position."""

    taken: int
    """What is taken there, as bits; ``starts``: where networks begin."""
    starts: tuple[int, ...]
    kept: tuple[Kept, ...]
    bits: int
    """What all of these ways need."""
    harmless: dict[tuple[int, int], int]
    """What can be taken without shutting anybody out, and all room taken with it; and what must stay free for that."""
    shut: set[int]
    """What cannot."""
