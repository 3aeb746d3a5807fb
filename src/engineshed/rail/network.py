"""The network of all owners' links between places."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

UNREACHED: Final = 255


def bits(mask: int) -> Iterable[int]:
    """The positions of the set bits, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Network:
    """Places joined by links of several owners. It never changes: ``joined`` returns a new network.

    ``adjacent[a]`` has a bit for every place that is one link away from place a; ``owned[o]`` has one for every place
    that a link of owner o touches; ``between[o][a]`` has one for every place that one link of owner o joins to a.
    """

    __slots__ = ("_detours", "_distances", "adjacent", "between", "owned")

    def __init__(self, adjacent: tuple[int, ...], owned: tuple[int, ...], between: tuple[tuple[int, ...], ...]) -> None:
        self.adjacent, self.owned, self.between = adjacent, owned, between
        self._distances: dict[int, tuple[int, ...]] = {}
        self._detours: dict[tuple[int, int], int] = {}

    @classmethod
    def of(cls, places: int, owners: int, links: Iterable[tuple[int, int, int]] = ()) -> Network:
        """A network of these links. Each has an owner and joins two places."""
        adjacent, owned = [0] * places, [0] * owners
        between = [[0] * places for _ in range(owners)]
        for owner, a, b in links:
            owned[owner] |= 1 << a | 1 << b
            if a != b:
                for masks in (adjacent, between[owner]):
                    masks[a] |= 1 << b
                    masks[b] |= 1 << a
        return cls(tuple(adjacent), tuple(owned), tuple(map(tuple, between)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Network) and self.between == other.between and self.owned == other.owned

    __hash__ = None  # type: ignore[assignment]

    def joined(self, owner: int, a: int, b: int) -> Network:
        """The network with one more link. A link from a place to itself only adds the place to the owner's."""
        owned = _with(self.owned, owner, 1 << a | 1 << b)
        if a == b:
            wider = Network(self.adjacent, owned, self.between)
        else:
            adjacent = _with(_with(self.adjacent, a, 1 << b), b, 1 << a)
            own = _with(_with(self.between[owner], a, 1 << b), b, 1 << a)
            wider = Network(adjacent, owned, (*self.between[:owner], own, *self.between[owner + 1 :]))
        wider._distances = {o: d for o, d in self._distances.items() if _no_shorter(d[a], d[b], o == owner)}
        return wider

    @property
    def connected(self) -> int:
        """All places that a link touches."""
        mask = 0
        for owned in self.owned:
            mask |= owned
        return mask

    def distances(self, owner: int) -> tuple[int, ...]:
        """For each place, the fewest links from it to one of this owner's places; UNREACHED if there is no route."""
        known = self._distances.get(owner)
        if known is None:
            known = self._distances[owner] = tuple(self.distances_avoiding(owner, 0))
        return known

    def knows_distances(self, owner: int) -> bool:
        """Whether they are known already, from this network or from an earlier one with the same distances."""
        return owner in self._distances

    def distances_avoiding(self, owner: int, avoid: int) -> list[int]:
        """The same, but only along routes that touch none of the places in the mask ``avoid``."""
        return self.distances_from(self.owned[owner] & ~avoid, avoid)

    def distances_from(self, wave: int, avoid: int = 0) -> list[int]:
        """The fewest links to each place from any of those in the mask ``wave``, none of which is to be avoided."""
        adjacent = self.adjacent
        distance = [UNREACHED] * len(adjacent)
        seen = wave | avoid
        steps = 0
        while wave:
            ahead = 0
            while wave:
                low = wave & -wave
                place = low.bit_length() - 1
                distance[place] = steps
                ahead |= adjacent[place]
                wave ^= low
            wave = ahead & ~seen
            seen |= wave
            steps += 1
        return distance

    def detour(self, owner: int, place: int) -> int:
        """How many more links the second-best route from a place to this owner's takes; UNREACHED if there is none.

        A route visits no place twice. If two owners have links between the same places, these are two routes.
        """
        known = self._detours.get((owner, place))
        if known is None:
            known = self._detours[owner, place] = self._find_detour(owner, place)
        return known

    def _find_detour(self, owner: int, place: int) -> int:
        """Follow a best route: the second-best leaves it at some step, and this is the least that leaving it costs."""
        own, visited, least = self.owned[owner], 0, UNREACHED
        if self.distances(owner)[place] == UNREACHED:
            return UNREACHED
        while not own >> place & 1:
            visited |= 1 << place
            masks = [mask for links in self.between if (mask := links[place] & ~visited)]
            ahead = [there for mask in masks for there in bits(mask)]
            if len(ahead) > 1:  # otherwise this is the only link that leads on
                distance = self.distances_avoiding(owner, visited)
                ahead.sort(key=distance.__getitem__)
                if distance[ahead[1]] != UNREACHED:
                    least = min(least, distance[ahead[1]] - distance[ahead[0]])
            place = ahead[0]
        return least


def _no_shorter(a: int, b: int, own: bool) -> bool:
    """Whether all distances stay the same when a link joins two places at these distances."""
    return a == b == 0 if own else abs(a - b) <= 1


def _with(masks: tuple[int, ...], place: int, mask: int) -> tuple[int, ...]:
    return (*masks[:place], masks[place] | mask, *masks[place + 1 :])
