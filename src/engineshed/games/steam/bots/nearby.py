"""The places near each hex, counted in tiles on the empty map."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engineshed.games.steam.rules.for_bots import NO_CITY, Ground
from engineshed.rail.hexgrid import EDGES


class Near(NamedTuple):
    """A place near a hex, and how many tiles lead there, including the place's own tile if it needs one."""

    tiles: int
    place: int


@lru_cache(maxsize=16)
def nearest_places(ground: Ground) -> tuple[tuple[Near, ...], ...]:
    """For each hex the two nearest places, counted in tiles on the empty map."""
    places = [hex_ for hex_ in range(ground.size) if ground.printed[hex_] != NO_CITY or ground.is_town[hex_]]
    found: list[list[Near]] = [[] for _ in range(ground.size)]
    wave = [(place, Near(int(ground.is_town[place]), place)) for place in places]
    while wave:
        ahead = []
        for hex_, near in sorted(wave, key=lambda reached: reached[1].tiles):
            if len(found[hex_]) < 2 and all(other.place != near.place for other in found[hex_]):
                found[hex_].append(near)
                beside = [ground.neighbours[hex_][e] for e in range(len(EDGES)) if ground.open_edges[hex_] >> e & 1]
                ahead += [(there, Near(near.tiles + 1, near.place)) for there in beside if ground.buildable[there]]
        wave = ahead
    return tuple(tuple(near) for near in found)
