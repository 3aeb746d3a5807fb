"""Track at a glance, for the quick policy: how good a single tile looks, without planning where it leads."""

from __future__ import annotations

from collections.abc import Sequence

from engineshed.games.steam.bots.nearby import nearest_places
from engineshed.games.steam.rules.for_bots import NO_CITY, NO_CUBES, State, Town, Track
from engineshed.rail.faces import WAYS
from engineshed.rail.hexgrid import NOWHERE
from engineshed.rail.network import bits

COMPLETED = 6.0
"""A link that this tile completes."""
BEGUN = 4.0
"""A link that can be finished in this turn; one less for each tile that it takes."""
DANGLING = -2.0
"""Track that cannot be finished in this turn."""
GOOD = 1.0
"""A cube that the link brings to a city of its colour, or to the rest of the network from there."""
ENOUGH_GOODS = 3
"""The most cubes that count: others would take the rest before it is their turn."""
OWN = 2.0
"""Track that extends the player's own network."""


class Sites:
    """The map for one builder in one position."""

    def __init__(self, s: State, seat: int, own: frozenset[int]) -> None:
        self.s, self.seat, self.own = s, seat, own
        self.near = nearest_places(s.ground)
        self.wanted = 0
        """The colours of the cities in the player's own network, as bits."""
        self.cubes = list(NO_CUBES)
        """The cubes in them, by colour."""
        self._links: dict[tuple[int, int], float] = {}
        for hex_, cubes in zip(s.city_hexes(), s.cubes, strict=True):
            if hex_ in own:
                self.wanted |= 1 << s.colours[hex_]
                self.cubes = [there + more for there, more in zip(self.cubes, cubes, strict=True)]

    def _cubes_at(self, place: int) -> tuple[int, ...]:
        return self.s.cubes[self.s.city_number(place)] if self.s.colours[place] != NO_CITY else NO_CUBES

    def gain(self, m: Track | Town) -> float:
        return self._track(m) if isinstance(m, Track) else self._town(m)

    def _origin(self, hex_: int, edge: int) -> int:
        """The place that track from this edge of a hex would be joined with; NOWHERE if it is open."""
        link = self.s.ends.get(6 * hex_ + edge)
        if link is not None:
            return link.start if link.owner == self.seat else NOWHERE
        ahead = self.s.ground.neighbours[hex_][edge]
        return ahead if self.s.colours[ahead] != NO_CITY else NOWHERE

    def _track(self, m: Track) -> float:
        first, second = WAYS[m.way]
        start, goal = self._origin(m.hex, first), self._origin(m.hex, second)
        if start != NOWHERE and goal != NOWHERE:
            return COMPLETED + self._link(start, goal)
        if start == NOWHERE and goal == NOWHERE:
            return DANGLING
        return self._on_from(start, m.hex, second) if start != NOWHERE else self._on_from(goal, m.hex, first)

    def _on_from(self, origin: int, hex_: int, edge: int) -> float:
        """Track from a place that leaves this hex across an open edge is judged as if it led to the nearest other
        place."""
        for near in self.near[self.s.ground.neighbours[hex_][edge]]:
            if near.place != origin:
                begun = BEGUN - near.tiles if near.tiles < self.s.placements else DANGLING
                return begun + self._link(origin, near.place)
        return DANGLING

    def _town(self, m: Town) -> float:
        """An exit that meets the player's own track or a city completes a link; the others begin new ones."""
        joined = [origin for edge in bits(m.exits) if (origin := self._origin(m.hex, edge)) != NOWHERE]
        gain = COMPLETED + max(self._link(origin, m.hex) for origin in joined) if joined else 0.0
        return gain + DANGLING * (m.exits.bit_count() - len(joined))

    def _link(self, start: int, goal: int) -> float:
        """What a link between two places is worth."""
        known = self._links.get((start, goal))
        if known is None:
            known = self._links[start, goal] = self._weigh(start, goal)
        return known

    def _weigh(self, start: int, goal: int) -> float:
        """Goods to its new end from everything that it is connected to, and back."""
        if start in self.own and goal in self.own:
            return 0.0
        if goal in self.own:
            start, goal = goal, start
        grows = start in self.own
        goods = self._goods_to(goal, self.cubes if grows else self._cubes_at(start))
        goods += self._goods_from(goal, self.wanted if grows else self._colour_bit(start))
        return GOOD * min(goods, ENOUGH_GOODS) + OWN * (grows or not self.own)

    def _goods_to(self, place: int, cubes: Sequence[int]) -> int:
        colour = self.s.colours[place]
        return cubes[colour] if colour != NO_CITY else 0

    def _goods_from(self, place: int, wanted: int) -> int:
        return sum(count for colour, count in enumerate(self._cubes_at(place)) if wanted >> colour & 1)

    def _colour_bit(self, place: int) -> int:
        colour = self.s.colours[place]
        return 1 << colour if colour != NO_CITY else 0
