"""What matters of a position in which somebody has built something (R28): what is taken, and which ferries others can
still take.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from engineshed.games.dampf_and_rails.rules.board import NOWHERE
from engineshed.games.dampf_and_rails.rules.components import NUMBERS
from engineshed.games.dampf_and_rails.rules.passages import Passages
from engineshed.games.dampf_and_rails.rules.state import State
from engineshed.games.dampf_and_rails.rules.truth import PLAYER_COUNTS
from engineshed.games.dampf_and_rails.rules.works import Group, Joined, Rooms, Sailing, Works

OPPONENTS: Final = tuple(
    tuple(tuple(other for other in range(seats) if other != seat) for seat in range(seats))
    for seats in range(max(PLAYER_COUNTS) + 1)
)
"""By the number of players and a seat, all others."""


class After(NamedTuple):
    """What matters of a position in which somebody has built something."""

    sections: tuple[int, ...]
    joined: Joined
    ferries: tuple[int, ...]
    taken: int
    entered: tuple[int, ...]
    """The narrow spots where room was taken up; ``landings``: the mileposts at both ends of their ferries, as bits."""
    landings: int
    crowded: int
    """The mileposts of those with room for no more than one, as bits: two players together do not want them."""


def opponents_of(s: State) -> Group:
    return OPPONENTS[s.seats][s.active]


# -- after it was built --------------------------------------------------------------------------------------------


def after_works(s: State, works: Works) -> After:
    _, sections, ferries = works
    bits, places_at, joined, me = s.faces.bits, s.box.places_at, s.joined, 1 << s.active
    taken, places = s.taken, []
    for section in sections:
        taken |= bits[section]
        if places_at[section]:
            places += [place for place in places_at[section] if not joined[place] & me]
    if not places and not ferries:
        return After(sections, joined, s.ferries, taken, (), landings=0, crowded=0)
    return _after_joining(s, sections, places, list(ferries), taken)


def _after_joining(s: State, sections: tuple[int, ...], places: list[int], lines: list[int], taken: int) -> After:
    """``places``, ``lines``: the places and ferries that the active player would newly connect."""
    board, port_ferry, me = s.board, s.box.port_ferry, 1 << s.active
    joined, owners, narrow = list(s.joined), list(s.ferries), s.passages.narrow
    lines += [port_ferry[place] for place in places if port_ferry[place] != NOWHERE]
    for line in lines:
        owners[line] |= me
        places += board.ferries[line].ends
    entered: list[int] = []
    for place in places:
        spot = board.places[place].at
        if not joined[place] & me:
            joined[place] |= me
            if spot in narrow:
                entered.append(spot)
    entered += [board.size + line for line in lines if board.size + line in narrow]
    new = tuple(joined), tuple(owners)
    for spot in entered:
        taken |= s.passages.room_gone(spot, *new)
    crowded = landings = 0
    for spot in entered:
        landings |= s.faces.landings[spot]
        crowded |= s.faces.own_posts[spot] if taken & s.passages.two_left[spot] else 0
    return After(sections, *new, taken, tuple(entered), landings, crowded)


# -- ferries -------------------------------------------------------------------------------------------------------


def rooms_of(s: State, after: After) -> Rooms:
    """The ferries that others can still take."""
    return _rooms(s.passages, after.joined, after.ferries)


@lru_cache(maxsize=1024)
def _rooms(passages: Passages, joined: Joined, owners: tuple[int, ...]) -> Rooms:
    """``owners``: who has connected each ferry, as bits."""
    board, limits = passages.board, passages.box.limits
    ferries: list[Sailing] = []
    alone: list[Sailing] = []
    ports: dict[int, None] = {}
    for ferry in passages.ferries:
        ends = board.ferries[ferry].ends
        left = [limits[end] - joined[end].bit_count() for end in ends]
        room = NUMBERS.port_places - owners[ferry].bit_count()
        if room > 0 and min(left) > 0:
            sailing = 1 << board.places[ends[0]].at, 1 << board.places[ends[1]].at
            ferries.append(sailing)
            if room == 1:
                alone.append(sailing)
            ports.update((port, None) for port, more in zip(sailing, left, strict=True) if more == 1)
    fewer = [[other for other in ferries if other != sailing] for sailing in alone]
    fewer += [[sailing for sailing in ferries if port not in sailing] for port in ports]
    all_but_one = tuple([tuple(some) for some in (ferries, *fewer)])
    return Rooms(tuple(ferries), all_but_one, sum({port: port for sailing in ferries for port in sailing}))


@lru_cache(maxsize=1024)
def linked(ferries: tuple[Sailing, ...], sides: tuple[int, ...]) -> tuple[int, ...]:
    """Sides together with those from which somebody can come by ferry."""
    for here, there in ferries:
        one = other = 0
        for side in sides:
            one = side if side & here else one
            other = side if side & there else other
        if one != other and one and other:
            sides = (*[side for side in sides if side not in (one, other)], one | other)
    return sides
