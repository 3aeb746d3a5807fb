"""What a player can store: four carriers, each for one resource, and perhaps the Independent Carrier (R24, R121)."""

from __future__ import annotations

from engineshed.core.stages import Log
from engineshed.games.planet_steam.rules.components import CLASSES
from engineshed.games.planet_steam.rules.names import COMPANY_WORDS, RESOURCE_WORDS
from engineshed.games.planet_steam.rules.state import State
from engineshed.games.planet_steam.rules.tuples import put


def capacity(s: State, seat: int, resource: int) -> int:
    """The capacity of the resource's own carrier."""
    return s.board.capacities[resource][s.classes[4 * seat + resource]]


def overflow(s: State, seat: int) -> list[int]:
    """How many of each resource the player's own carriers do not hold."""
    return [max(0, s.goods[4 * seat + resource] - capacity(s, seat, resource)) for resource in range(4)]


def spare(s: State, seat: int) -> int:
    """Spaces for any resource besides the four carriers."""
    return s.board.independent if s.carrier == seat else 0


def room(s: State, seat: int, resource: int) -> int:
    """How many more of a resource can be stored."""
    own = max(0, capacity(s, seat, resource) - s.goods[4 * seat + resource])
    return own + spare(s, seat) - sum(overflow(s, seat)) if s.carrier == seat else own


def store(s: State, seat: int, resource: int, amount: int) -> int:
    """Store as many as there is room for; returns how many. The rest goes to the general supply."""
    stored = min(amount, room(s, seat, resource))
    if stored > 0:
        s.change_goods(seat, resource, stored)
    return stored


def unload_surplus(s: State, seat: int, log: Log) -> None:
    """Give back what the four carriers do not hold, because the Independent Carrier has gone."""
    for resource, surplus in enumerate(overflow(s, seat)):
        if surplus:
            s.change_goods(seat, resource, -surplus)
            tell_lost(seat, resource, surplus, log)


def tell_lost(seat: int, resource: int, count: int, log: Log) -> None:
    """Logs what did not fit and has gone to the general supply."""
    if log.on:
        log.tell("no-room", company=COMPANY_WORDS[seat], count=count, resource=RESOURCE_WORDS[resource])


def may_upgrade(s: State, seat: int, resource: int) -> bool:
    return s.classes[4 * seat + resource] < CLASSES


def upgrade(s: State, seat: int, resource: int) -> int:
    """Upgrade a carrier by one class; returns the new class."""
    place = 4 * seat + resource
    s.classes = put(s.classes, place, s.classes[place] + 1)
    return s.classes[place]
