"""Build track (ST-TRACK to ST-UPG): lay, cross, redirect and upgrade tiles, three or four in a turn.

A tile with two tracks is laid in two steps, one track each, so that the lists stay short; the second step is part
of the same placement. The second track may stay unconnected until the turn ends (ST-UPG-6): the turn can then end only
after it has been connected, or taken back with ``TakeBack``. If the box has no piece with the first track alone, the
second one must follow at once. ``docs/decisions/0012-steam-build-turn.md`` explains why.

``track_offers`` lists what may be done, and ``track_refusals`` says why something may not be done.
"""

from __future__ import annotations

from engineshed.core.contract import Illegal
from engineshed.core.stages import Log, refuse
from engineshed.games.steam.rules.courses import goal_of, tiles_of
from engineshed.games.steam.rules.laying import Laid, join_faced, lay_stub, lay_way, put_tile, redirect
from engineshed.games.steam.rules.links import OPPOSITE, Link
from engineshed.games.steam.rules.moves import Cross, Redirect, Second, Town, Track
from engineshed.games.steam.rules.names import company_word, the_hex, the_link, the_place
from engineshed.games.steam.rules.ownership import may_extend
from engineshed.games.steam.rules.phases.finance import charge
from engineshed.games.steam.rules.state import State
from engineshed.games.steam.rules.tiles import COMPLEX_PRICE, SECOND_PRICE, SIMPLE_PRICE
from engineshed.games.steam.rules.truth import NOWHERE
from engineshed.rail.faces import WAY_MASK, WAY_OF, far_edge
from engineshed.rail.network import bits
from engineshed.rail.words import WAY_WORDS

Placement = Track | Second | Cross | Redirect | Town


def price(s: State, m: Placement) -> int:
    match m:
        case Track(hex_, _):
            return SIMPLE_PRICE + s.ground.extra[hex_]
        case Second():
            return SECOND_PRICE
        case Cross():
            return COMPLEX_PRICE
        case Redirect(hex_, _):
            return s.ground.tiles.price_of[s.tiles[hex_]]
        case Town():
            return town_price(s, m)


def town_price(s: State, m: Town) -> int:
    """The price of a town tile; the ground is paid for only once, by the first to build on it."""
    extra = 0 if s.tiles[m.hex] else s.ground.extra[m.hex]
    return s.ground.tiles.price_of[s.ground.tiles.town[m.exits]] + extra


def play_track(s: State, m: Track, log: Log) -> None:
    _keep_way_back(s, m.hex, s.ground.tiles.simple[m.way])
    _pay(s, m, "track", log)
    put_tile(s, m.hex, s.ground.tiles.simple[m.way])
    tell_laid(s, lay_way(s, s.active, m.hex, m.way), log)
    _end_placement(s, m.hex, log)


def play_cross(s: State, m: Cross, log: Log) -> None:
    _pay(s, m, "cross", log)
    _add_beside(s, m, log)
    _end_placement(s, NOWHERE, log)


def play_second(s: State, m: Second, log: Log) -> None:
    s.before = s.before or s.copy()
    _pay(s, m, "second", log)
    _add_beside(s, m, log)
    s.fresh = NOWHERE
    settle_loose(s, log)


def _add_beside(s: State, m: Cross | Second, log: Log) -> None:
    put_tile(s, m.hex, s.ground.tiles.complex[s.ground.tiles.ways_of[s.tiles[m.hex]][0]][m.way])
    tell_laid(s, lay_way(s, s.active, m.hex, m.way), log)


def play_redirect(s: State, m: Redirect, log: Log) -> None:
    link, entry, old = redirected(s, m)
    kept = other_way(s, s.tiles[m.hex], old)
    code = s.ground.tiles.simple[m.way] if kept < 0 else s.ground.tiles.complex[kept][m.way]
    _keep_way_back(s, m.hex, code)
    _pay(s, m, "redirect", log)
    put_tile(s, m.hex, code)
    tell_laid(s, redirect(s, s.active, link, far_edge(m.way, entry)), log)
    _end_placement(s, m.hex if kept < 0 else NOWHERE, log)


def play_town(s: State, m: Town, log: Log) -> None:
    new = m.exits & ~s.ground.tiles.edges_of[s.tiles[m.hex]]
    cost, exits = town_price(s, m), m.exits.bit_count()
    log.tell(
        "town",
        company=company_word(s.active),
        hex=the_hex(s, m.hex),
        price=cost,
        town=the_place(s, m.hex),
        exits=exits,
    )
    charge(s, s.active, cost, log)
    put_tile(s, m.hex, s.ground.tiles.town[m.exits])
    for edge in bits(new):
        tell_laid(s, lay_stub(s, s.active, m.hex, edge), log)
    _end_placement(s, NOWHERE, log)


def _keep_way_back(s: State, hex_: int, code: int) -> None:
    """A tile that is out of stock cannot be restored, so if its second track stays loose, both tracks are undone."""
    if s.before is None and not in_stock(s, hex_, code):
        s.before = s.copy()


def _pay(s: State, m: Track | Second | Cross | Redirect, said: str, log: Log) -> None:
    cost = price(s, m)
    if log.on:
        log.tell(said, company=company_word(s.active), hex=the_hex(s, m.hex), price=cost, way=WAY_WORDS[m.way])
    charge(s, s.active, cost, log)


def _end_placement(s: State, fresh: int, log: Log) -> None:
    s.placements -= 1
    s.fresh = fresh
    if not s.players[s.active].built:
        s.change(s.active, built=True)
    settle_loose(s, log)


def settle_loose(s: State, log: Log) -> None:
    """Forget what would be taken back, once every track is connected and every tile has its piece."""
    if s.before is None:
        return
    for laid in join_faced(s, s.active):
        tell_laid(s, laid, log)
    if all(link.head for link in s.ends.values()) and not owes_second(s):
        s.before = None


def tell_laid(s: State, laid: Laid, log: Log) -> None:
    """Which ownerless track has changed hands, and which link is complete."""
    for link in laid.claimed:
        company, place = company_word(laid.link.owner), the_place(s, link.start)
        log.tell("claimed", company=company, place=place, link=the_link(s, laid.link))
    if laid.link.complete:
        _tell_complete(s, laid.link, log)


def _tell_complete(s: State, link: Link, log: Log) -> None:
    goal = goal_of(s.ground, link.start, link.edges)
    log.tell(
        "link",
        company=company_word(link.owner),
        start=the_place(s, link.start),
        goal=the_place(s, goal),
        link=the_link(s, link),
    )


def redirected(s: State, m: Redirect) -> tuple[Link, int, int]:
    """The link whose last tile is in the hex and could take this way, where it enters, and its present way."""
    found = [
        (link, OPPOSITE[link.edges[-2]], WAY_OF[OPPOSITE[link.edges[-2]], link.edges[-1]])
        for link in s.ends.values()
        if link.head and len(link.edges) > 1 and goal_of(s.ground, link.start, link.edges[:-1]) == m.hex
    ]
    name = the_hex(s, m.hex)
    fitting = [one for one in found if WAY_MASK[m.way] >> one[1] & 1]
    own = [one for one in fitting if may_extend(s, s.active, one[0])]
    if not fitting:
        raise _cannot_turn(s, m, ends=bool(found))
    if not own:
        raise refuse("ST-REDIR-1", "redirect-foreign", hex=name)
    changed = [one for one in own if one[2] != m.way]
    if not changed:
        raise refuse("ST-REDIR-3", "redirect-same", hex=name, way=WAY_WORDS[m.way])
    return changed[0]


def _cannot_turn(s: State, m: Redirect, *, ends: bool) -> Illegal:
    """Why no link can take this way; ``ends``: whether a connected link has its last tile in the hex."""
    name, loose = the_hex(s, m.hex), _loose_ways(s, m.hex)
    if any(WAY_MASK[m.way] & WAY_MASK[way] for way in loose) or (loose and not ends):
        return refuse("ST-REDIR-1", "redirect-loose", hex=name)
    if ends:
        return refuse("ST-REDIR-3", "redirect-entry", hex=name)
    return refuse("ST-REDIR-1", "not-last", hex=name)


def _loose_ways(s: State, hex_: int) -> list[int]:
    """The track that ends in this hex and is not connected to anything yet."""
    courses = [tiles_of(s.ground, link) for link in s.links if link.loose]
    return [way for course in courses for here, way in (course[0], course[-1]) if here == hex_]


def owes_second(s: State) -> bool:
    """The box has no piece for the tile just laid, but it has one with a second track (ST-TRACK-14, ST-UPG-5)."""
    return s.fresh != NOWHERE and not in_stock(s, s.fresh, s.tiles[s.fresh])


def in_stock(s: State, hex_: int, code: int) -> bool:
    """Whether there is a piece for this tile in this hex; if one is left in the box, nothing has to go back first."""
    face = s.ground.tiles.face_of[code]
    return bool(s.stocked >> face & 1 or stock_for(s, hex_) >> face & 1)


def stock_for(s: State, hex_: int) -> int:
    """The faces available for this hex (bits), once its present tile has gone back to the box."""
    tile = s.tiles[hex_]
    return s.ground.tiles.open_without(s.shown, s.stocked, tile) if tile else s.stocked


def other_way(s: State, tile: int, way: int) -> int:
    """The other track on the same tile; -1 if there is none."""
    return next((other for other in s.ground.tiles.ways_of[tile] if other != way), -1)
