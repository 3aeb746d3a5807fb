"""Where the track of a tile would lead."""

from __future__ import annotations

from functools import lru_cache

from engineshed.core.once import once
from engineshed.core.words import Message, Thing
from engineshed.games.steam_power.rules.moves import Cross, Replace, Track
from engineshed.games.steam_power.rules.names import the_city, the_hex
from engineshed.games.steam_power.rules.state import State
from engineshed.rail.faces import far_edge
from engineshed.rail.joins import JoinHint


def join_hint(s: State, m: Track | Cross | Replace) -> JoinHint:
    start, entry, tiles = _before(s, m)
    ahead = s.ground.neighbours[m.hex][far_edge(m.way, entry)]
    city_at = s.ground.city_at
    city, goal = the_city(s, city_at[start]), city_at[ahead]
    return _leads(city, the_hex(s, ahead)) if goal < 0 else _joins(city, the_city(s, goal), tiles + 1)


# These are cached, because there are few different ones, and every tile that may be laid has one.


@lru_cache(maxsize=1 << 9)
def _leads(start: Thing, hex_: Thing) -> JoinHint:
    return JoinHint(Message("hint.leads", {"start": start, "hex": hex_}), 1)


@lru_cache(maxsize=1 << 9)
def _joins(start: Thing, goal: Thing, tiles: int) -> JoinHint:
    return JoinHint(Message("hint.joins", {"start": start, "goal": goal, "tiles": tiles}), 2)


def _before(s: State, m: Track | Cross | Replace) -> tuple[int, int, int]:
    """The hex where the link begins, the edge where it enters this hex, and how many tiles it has up to there."""
    loose, end = s.loose[s.active], s.ends[s.active]
    if loose is None or end is None:
        entry = s.ground.first_edge(m.way, _beginnings(s).get(m.hex, 0))
        return s.ground.neighbours[m.hex][entry], entry, 0
    if isinstance(m, Replace):
        return loose.start, end.entry, len(loose.edges) - 2
    return loose.start, end.gate, len(loose.edges) - 1


@once
def _beginnings(s: State) -> dict[int, int]:
    """The edges (as bits) where the company may begin a link, for each hex; there are several tiles for one hex."""
    return dict(s.frontiers[s.active])
