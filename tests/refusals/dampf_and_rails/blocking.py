"""Blocking in Dampf & Rails, from the rulebook's sentence: as long as a town or port has places left, nobody may block
the other players' way into it.

Ways are counted by a maximum flow on the mileposts: each player who still lacks a connection sends one unit along free
sections and ferries. Passing through a small town or a port takes up one of its places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import combinations
from typing import Any

from engineshed.games.dampf_and_rails.rules.moves import Build, Connect
from tests.refusals.dampf_and_rails.board import BOARD, PLACES
from tests.refusals.dampf_and_rails.position import FERRY_PLACES, Position

MANY = 9
TWINS = {"Knudshoved": "Korsør"}
"""Ports that are connected together with a town which takes no more players than they do: one spot with one room."""
Group = tuple[int, ...]


class Land:
    """What matters for ways: free sections, networks, and who has connected each place and ferry."""

    def __init__(
        self, free: set[int], networks: list[set[int]], places: list[set[int]], ferries: list[set[int]]
    ) -> None:
        self.free, self.networks, self.places, self.ferries = free, networks, places, ferries

    def room(self, place: int) -> int:
        return PLACES[BOARD.kinds[place]] - len(self.places[place])

    def groups(self, place: int, but: int) -> Iterator[Group]:
        """As many unconnected opponents of a player as there are places left, in all combinations.

        A port that is not a town connects the town across the water, so that must have a place for them, too.
        """
        out = [seat for seat in range(len(self.networks)) if seat not in self.places[place] and seat != but]
        for size in range(min(self.room(place), len(out)), 0, -1):
            found = [group for group in combinations(out, size) if self._fits_across(place, group)]
            yield from found
            if found:
                return

    def _fits_across(self, place: int, group: Group) -> bool:
        if BOARD.kinds[place] != "port":
            return True
        town = _across(BOARD.port_ferry(place), place)
        return len(set(group) - self.places[town]) <= self.room(town)

    def after(self, seat: int, move: Any) -> Land:
        places, ferries = [set(joined) for joined in self.places], [set(owners) for owners in self.ferries]
        entered: set[int] = set()
        if isinstance(move, Build):
            entered = {BOARD.place_at[post] for post in BOARD.ends[move.section] if post in BOARD.place_at}
            lines = {BOARD.port_ferry(place) for place in entered if BOARD.kinds[place] == "port"}
        else:
            lines = {move.ferry}
        for line in lines:
            ferries[line].add(seat)
            entered |= set(BOARD.ferry_ends[line])
        for place in entered:
            places[place].add(seat)
        return Land(self.free - {getattr(move, "section", -1)}, self.networks, places, ferries)

    @cached_property
    def _pipes(self) -> Pipes:
        return Pipes(self)

    def has_ways(self, place: int, group: Group) -> bool:
        return self.ways(place, group) is not None

    def ways(self, place: int, group: Group, without: int | None = None) -> set[int] | None:
        """The sections of some ways of a group into a place, past one section; None if they do not all have one."""
        return self._pipes.sections_in(BOARD.posts_of[place], group, without)


def _across(ferry: int, place: int) -> int:
    one, other = BOARD.ferry_ends[ferry]
    return other if place == one else one


def land_of(p: Position) -> Land:
    free = set(range(len(BOARD.ends))) - set(p.owner) - BOARD.streets
    places = [p.connected_by(place) for place in range(len(BOARD.names))]
    return Land(free, p.networks, places, [p.ferry_owners(ferry) for ferry in range(len(BOARD.ferry_names))])


# -- counting ways ----------------------------------------------------------------------------------------------------


class Pipes:
    """Free sections, ferries and places as pipes, with one unit for each player of a group.

    ``post`` is where a milepost is entered, ``("from", post)`` where the milepost of a place is left again.
    """

    def __init__(self, land: Land) -> None:
        self.capacity: dict[tuple[Any, Any], int] = {}
        self.next: dict[Any, list[Any]] = {}
        self._sections: dict[int, tuple[Any, Any]] = {}
        """The pipe through the middle of each free section."""
        for place, posts in enumerate(BOARD.posts_of):
            for post in posts:
                self._pipe(post, ("in", place), MANY)
                self._pipe(("out", place), ("from", post), MANY)
            self._pipe(("in", place), ("out", place), 0 if BOARD.names[place] in TWINS else land.room(place))
        for section in land.free:
            self._either_way(("section", section), BOARD.ends[section], 1)
            self._sections[section] = (("section", section), "in"), (("section", section), "out")
        for ferry, ends in enumerate(BOARD.ferry_ends):
            posts = [BOARD.posts_of[end][0] for end in ends]
            self._either_way(("ferry", ferry), posts, FERRY_PLACES - len(land.ferries[ferry]))
        for port, town in TWINS.items():
            at, across = (BOARD.posts_of[BOARD.names.index(name)][0] for name in (port, town))
            self._pipe(at, across, MANY)
            self._pipe(("from", across), ("from", at), MANY)
        for seat, network in enumerate(land.networks):
            self._pipe("source", ("player", seat), 0)
            for post in network:
                self._pipe(("player", seat), _leaving(post), MANY)

    def _either_way(self, name: Any, ends: Iterable[int], most: int) -> None:
        self._pipe((name, "in"), (name, "out"), most)
        for post in ends:
            self._pipe(_leaving(post), (name, "in"), MANY)
            self._pipe((name, "out"), post, MANY)

    def _pipe(self, here: Any, there: Any, most: int) -> None:
        if (here, there) not in self.capacity:
            self.capacity[here, there] = self.capacity[there, here] = 0
            self.next.setdefault(here, []).append(there)
            self.next.setdefault(there, []).append(here)
        self.capacity[here, there] += most

    def sections_in(self, goals: Iterable[int], group: Group, without: int | None = None) -> set[int] | None:
        """The sections through which a unit of each of a group arrives; None if not all of them do."""
        capacity, ends = dict(self.capacity), set(goals)
        for seat in group:
            capacity["source", ("player", seat)] = 1
        if without is not None:
            capacity[self._sections[without]] = 0
        if not all(self._push(capacity, ends) for _ in group):
            return None
        return {section for section, pipe in self._sections.items() if capacity[pipe] == 0 and section != without}

    def _push(self, capacity: dict[tuple[Any, Any], int], goals: set[int]) -> bool:
        before: dict[Any, Any] = {"source": None}
        waiting: list[Any] = ["source"]
        for here in waiting:
            if here in goals:
                while before[here] is not None:
                    capacity[before[here], here] -= 1
                    capacity[here, before[here]] += 1
                    here = before[here]
                return True
            for there in self.next[here]:
                if there not in before and capacity[here, there] > 0:
                    before[there] = here
                    waiting.append(there)
        return False


def _leaving(post: int) -> Any:
    return ("from", post) if post in BOARD.place_at else post


# -- who is shut out --------------------------------------------------------------------------------------------------


def lands(p: Position, move: Build | Connect) -> tuple[Land, Land]:
    """The board before and after a move."""
    before = p.__dict__.setdefault("land", land_of(p))
    return before, before.after(p.seat, move)


def shut_by(p: Position, move: Build | Connect) -> Iterator[tuple[int, Group]]:
    """The places that a move closes, each with the opponents who had ways into it before and have none after."""
    before, after = lands(p, move)
    if not _is_passed_by(before, after, move, len(p.networks) - 1):
        for place in range(len(BOARD.names)):
            for group in after.groups(place, but=p.seat):
                if not after.has_ways(place, group) and before.has_ways(place, group):
                    yield place, group


def _is_passed_by(before: Land, after: Land, move: Any, ways: int) -> bool:
    """Whether a section takes up no room, and each opponent has a way past it of two steps."""
    if not isinstance(move, Build) or before.places != after.places:
        return False
    one, other = BOARD.ends[move.section]
    thirds = set(BOARD.around[one]) & set(BOARD.around[other])
    open_ = [third for third in thirds if _is_wide(third) and after.free.issuperset(_both(one, third, other))]
    return len(open_) >= ways


def _is_wide(post: int) -> bool:
    return post not in BOARD.place_at or PLACES[BOARD.kinds[BOARD.place_at[post]]] > FERRY_PLACES


def _both(one: int, third: int, other: int) -> set[int]:
    return {BOARD.around[one][third], BOARD.around[third][other]}
