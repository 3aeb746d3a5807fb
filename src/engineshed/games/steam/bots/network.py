"""A player's own network, and how far goods can travel on it without giving anybody else points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from engineshed.games.steam.rules.for_bots import GOODS, NUMBERS

Joined = tuple[int, int]
"""A link between two places, by their hexes."""

Lengths = tuple[int, ...]
"""By range (0 to 6): the longest delivery that it allows; 0 for none."""

NONE: Lengths = (0,) * (NUMBERS.range_highest + 1)

PATIENCE = 1500
"""The number of steps after which a search stops; what it has found by then is long enough."""

KNOWN = 1 << 13
"""The number of networks that are remembered: whoever looks ahead meets the same ones again and again."""


class Network:
    """The complete links of one player. Cities are given by their colours."""

    def __init__(self, links: Sequence[Joined], colours: Mapping[int, int]) -> None:
        self.links, self.colours = tuple(links), colours
        self._around: dict[int, list[tuple[int, int]]] = {}
        for number, (a, b) in enumerate(links):
            self._around.setdefault(a, []).append((number, b))
            self._around.setdefault(b, []).append((number, a))
        self._known: dict[int, tuple[Lengths, ...]] = {}

    def __contains__(self, hex_: int) -> bool:
        return hex_ in self._around

    @property
    def places(self) -> list[int]:
        return list(self._around)

    def joined(self, links: Sequence[Joined]) -> Network:
        """The network with these links added."""
        return network_of((*self.links, *links), tuple(self.colours.items()))

    def founded(self, hex_: int, colour: int) -> Network:
        """The network with a New City."""
        return network_of(self.links, tuple({**self.colours, hex_: colour}.items()))

    def lengths(self, city: int) -> tuple[Lengths, ...]:
        """How far a cube of each colour can go from this city."""
        known = self._known.get(city)
        if known is None:
            known = self._known[city] = self._search(city) if city in self else (NONE,) * len(GOODS)
        return known

    def _search(self, city: int) -> tuple[Lengths, ...]:
        """Walks every route that visits no city and uses no link twice; ``met`` are the colours that stop a cube."""
        reached = [[False] * len(NONE) for _ in GOODS]
        steps = 0
        stack = [(city, 1 << city, 0, 0, 0)]
        while stack and steps < PATIENCE:
            here, visited, used, met, length = stack.pop()
            steps += 1
            for number, there in self._around[here]:
                if used >> number & 1 or visited >> there & 1:
                    continue
                colour = self.colours.get(there)
                seen, passed = visited, met
                if colour is not None:
                    if not met >> colour & 1:
                        reached[colour][length + 1] = True
                    seen, passed = visited | 1 << there, met | 1 << colour
                if length + 1 < NUMBERS.range_highest:
                    stack.append((there, seen, used | 1 << number, passed, length + 1))
        return tuple(_longest(found) for found in reached)


@lru_cache(maxsize=KNOWN)
def network_of(links: tuple[Joined, ...], colours: tuple[tuple[int, int], ...]) -> Network:
    return Network(links, dict(colours))


def _longest(reached: Sequence[bool]) -> Lengths:
    lengths, best = [], 0
    for length, found in enumerate(reached):
        best = length if found else best
        lengths.append(best)
    return tuple(lengths)
