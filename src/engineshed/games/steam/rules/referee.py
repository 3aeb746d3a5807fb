"""Everything that must hold in every position, with a sentence for each thing that does not.

What follows from links and New Cities is recomputed and compared, which also checks that every move kept it up to
date.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engineshed.core.state import truth_alone
from engineshed.games.steam.rules.board import Terrain
from engineshed.games.steam.rules.components import ACTIONS, CUBES, GOODS, NEW_CITIES, NUMBERS
from engineshed.games.steam.rules.consequences import NoTileError, with_consequences
from engineshed.games.steam.rules.courses import make_link, stubs_of
from engineshed.games.steam.rules.ground import NO_CITY
from engineshed.games.steam.rules.links import NOBODY, OPPOSITE, Link
from engineshed.games.steam.rules.names import place_name
from engineshed.games.steam.rules.options import COMPANIES
from engineshed.games.steam.rules.ownership import place
from engineshed.games.steam.rules.phases.build_track import owes_second
from engineshed.games.steam.rules.state import State
from engineshed.games.steam.rules.tiles import Shown
from engineshed.games.steam.rules.truth import NO_CUBES, NOWHERE, Stage, Tile
from engineshed.rail.hexgrid import EDGES


def faults(s: State) -> Iterator[str]:
    track = list(_track(s))
    yield from track
    if not track:
        yield from _consequences(s)
        yield from _connected(s)
    yield from _ownership(s)
    yield from _goods(s)
    yield from _figures(s)
    yield from unplayable(s)


def unplayable(s: State) -> Iterator[str]:
    """The worst faults: a position with one of these could not be played on, however it came about."""
    yield from _turn(s)
    yield from _building(s)
    yield from _auction(s)
    yield from _delivery(s)


# -- track ----------------------------------------------------------------------------------------------------------


def _track(s: State) -> Iterator[str]:
    if list(s.links) != sorted(s.links):
        yield "the links are not in order"
    for link in s.links:
        yield from _course(s, link)
    for key, link in s.ends.items():
        faced = s.ends.get(s.ground.ahead[key])
        if (
            faced is not None
            and not (link.loose and faced.owner == NOBODY)
            and not (faced.loose and link.owner == NOBODY)
        ):
            yield f"{_name(s, link)} meets other track without being joined to it (ST-TRACK-8)"


def _name(s: State, link: Link) -> str:
    owner = "nobody" if link.owner == NOBODY else COMPANIES[link.owner]
    return f"{owner}'s link from {place_name(s, link.start)} {' '.join(EDGES[edge] for edge in link.edges)}"


def _course(s: State, link: Link) -> Iterator[str]:
    name, here = _name(s, link), link.start
    if make_link(s.ground, *_parts(link)) != link:
        yield f"{name} is not told from its first end"
    for number, edge in enumerate(link.edges):
        if not s.board.open_edges[here] >> edge & 1:
            yield f"{name} crosses a closed edge of {s.ground.names[here]} (ST-TRACK-10)"
            return
        here = s.ground.neighbours[here][edge]
        if number < len(link.edges) - 1 and (place(s, here) >= 0 or OPPOSITE[edge] == link.edges[number + 1]):
            yield f"{name} runs through a place or turns back (ST-TRACK-8)"
            return
    for hex_, joined in ((link.start, link.head), (here, link.tail)):
        if joined and place(s, hex_) < 0:
            yield f"{name} is joined to {s.ground.names[hex_]}, where there is no place"
        if not joined and s.colours[hex_] != NO_CITY:
            yield f"{name} is not joined to {place_name(s, hex_)}, which it reaches (ST-TRACK-16)"
    if len(link.edges) == 1 and not any(s.ground.is_town[hex_] for hex_, _ in stubs_of(s.ground, link)):
        yield f"{name} has no track (ST-GEN-3)"
    if place(s, here) >= 0 and here == link.start:
        yield f"{name} comes back to where it began (ST-TRACK-12)"


def _parts(link: Link) -> tuple[int, tuple[int, ...], bool, bool, int, int]:
    return link.start, link.edges, link.head, link.tail, link.owner, link.since


def _consequences(s: State) -> Iterator[str]:
    try:
        fresh = with_consequences(truth_alone(s))
    except NoTileError as error:
        yield f"no tile has the track that lies in {error.hex} (ST-TILE-5)"
        return
    for name in ("tiles", "shown", "stocked", "ends", "held", "colours", "gates", "lots", "crossings"):
        if getattr(s, name) != getattr(fresh, name):
            yield f"{name} were not kept up to date"
    for hex_, tile in enumerate(s.tiles):
        if tile and (s.colours[hex_] != NO_CITY or s.board.terrain[hex_] == Terrain.WATER):
            yield f"there is a tile in {s.ground.names[hex_]} (ST-TRACK-9)"
    if not s.options.unlimited_tiles and not s.ground.tiles.within_stock(_with_pieces(s)):
        yield "the box does not have enough tiles with these faces (ST-TILE-3)"


def _with_pieces(s: State) -> Shown:
    """The faces on the map, except for a tile that is waiting for its second track."""
    waits = s.ground.tiles.face_of[s.tiles[s.fresh]] if owes_second(s) else -1
    return tuple(count - (face == waits) for face, count in enumerate(s.shown))


def _connected(s: State) -> Iterator[str]:
    """Every link of a player is connected to a city by their own links (ST-TRACK-6)."""
    for seat in range(s.seats):
        own = [link for link in s.links if link.owner == seat and link.head]
        ends = {link: [hex_ for hex_, _ in stubs_of(s.ground, link)] for link in own}
        reached = {hex_ for hexes in ends.values() for hex_ in hexes if s.colours[hex_] != NO_CITY}
        waiting = [link for link in own if not reached & set(ends[link])]
        while True:
            for link in own:
                if link.complete and reached & set(ends[link]):
                    reached |= set(ends[link])
            left = [link for link in waiting if not reached & set(ends[link])]
            if len(left) == len(waiting):
                break
            waiting = left
        yield from (f"{_name(s, link)} is not connected to any city (ST-TRACK-6)" for link in waiting)


def _ownership(s: State) -> Iterator[str]:
    for link in s.links:
        name = _name(s, link)
        if not NOBODY <= link.owner < s.seats or (link.owner >= 0 and s.players[link.owner].fallen):
            yield f"{name} belongs to somebody who is not in the game (ST-BANK-2)"
        if link.complete and link.owner == NOBODY and not any(player.fallen for player in s.players):
            yield f"{name} is complete and ownerless though nobody went bankrupt (ST-OWNL-5)"
        if not link.complete and not 0 <= link.since <= s.round:
            yield f"{name} was extended in round {link.since}"
        if not link.complete and link.owner != NOBODY and link.since < _extended_since(s, link.owner):
            yield f"{name} was not extended in time (ST-INC-2)"
        if link.owner != NOBODY and not s.players[link.owner].built and not _ends_at_new_city(s, link):
            yield f"{name} belongs to somebody who has neither built nor founded a New City (ST-OWNL-3)"


def _extended_since(s: State, seat: int) -> int:
    """The round in which this seat must have extended its incomplete links: this one, once its turn is over."""
    building = s.stage in (Stage.BUILD, Stage.GROUP) and (seat == s.active or seat in s.queue)
    return s.round - 1 if building or s.stage < Stage.BUILD else s.round


def _ends_at_new_city(s: State, link: Link) -> bool:
    founded = [hex_ for hex_, _ in s.new_cities]
    return any(hex_ in founded for hex_, _ in stubs_of(s.ground, link))


# -- goods and figures ----------------------------------------------------------------------------------------------


def _goods(s: State) -> Iterator[str]:
    towns = [town.hex for town in s.board.towns]
    founded = [hex_ for hex_, _ in s.new_cities]
    if len(set(founded)) != len(founded) or any(hex_ not in towns for hex_ in founded):
        yield "a New City lies where there is no town (ST-URB-1)"
    if any(left < 0 for left in s.new_cities_left()):
        yield f"there are more New Cities than the {sum(NEW_CITIES)} of the box (ST-SETUP-4)"
    if s.stage == Stage.CUBES:
        return
    if len(s.cubes) != len(s.board.cities) + len(s.new_cities) or len(s.fields) != s.options.supply_fields:
        yield "cubes do not lie in every city and on every supply field (ST-SETUP-2)"
    if any(len(group) != len(GOODS) or min(group) < 0 for group in (*s.cubes, *s.fields)):
        yield "a city or a supply field has less than no cubes"
    for good, left, count in zip(GOODS, s.bag(), CUBES, strict=True):
        if not 0 <= left <= count:
            yield f"there are more {good} cubes out than the {count} of the box (ST-SETUP-1)"
    if list(s.grown) != sorted(set(s.grown)) or any(not 0 <= city < len(s.board.cities) for city in s.grown):
        yield "a growth marker lies where it cannot (ST-GROW-2)"


def _figures(s: State) -> Iterator[str]:
    for seat, player in enumerate(s.players):
        name = COMPANIES[seat]
        if player.cash < 0 or player.vp < 0:
            yield f"{name} has less than nothing"
        if not s.options.income_lowest <= player.income <= s.options.income_highest:
            yield f"{name} has an income of {player.income} (ST-FIN-2)"
        if not NUMBERS.start_range <= player.range <= NUMBERS.range_highest:
            yield f"{name} has a range of {player.range} (ST-LOCO-1)"
    tiles = [player.tile for player in s.players if player.tile]
    if len(set(tiles)) != len(tiles) or any(not 0 <= tile <= len(ACTIONS) for tile in tiles):
        yield "an action tile lies before two players, or is none of the seven (ST-ACT-1)"


# -- whose turn it is -----------------------------------------------------------------------------------------------

ONE_AFTER_THE_OTHER: Final = (Stage.CAPITAL, Stage.CHOOSE, Stage.BUILD, Stage.GROUP, Stage.MOVE, Stage.ROUTE)
"""Stages in which everybody in the queue still has their turn to come."""


def _turn(s: State) -> Iterator[str]:
    alive = [seat for seat, player in enumerate(s.players) if not player.fallen]
    if s.stage > Stage.OPENING and sorted(s.order) != alive:
        yield "the turn order is not that of those in the game (ST-TURN-1)"
    if not 0 <= s.active < s.seats or (s.players[s.active].fallen and s.stage != Stage.OVER):
        yield "nobody is active"
    if len(set(s.queue)) != len(s.queue) or any(seat not in s.order for seat in s.queue):
        yield "somebody waits for a turn that is not theirs"
    if s.stage in ONE_AFTER_THE_OTHER and s.active in s.queue:
        yield "somebody waits for a turn that they are having"
    if s.expert != (s.stage in (Stage.CAPITAL, Stage.AUCTION)) and s.stage in (
        Stage.CAPITAL,
        Stage.AUCTION,
        Stage.OPENING,
    ):
        yield f"{Stage.NAMES[s.stage]} is no stage of the {s.options.variant} game (ST-XPHASE-1)"
    if not 1 <= s.round <= s.rounds:
        yield f"there is no round {s.round} (ST-SETUP-8)"
    if not 0 <= s.passes < NUMBERS.passes or (s.passes and s.stage not in (Stage.MOVE, Stage.ROUTE, Stage.POINTS)):
        yield "the passes of the goods phase are not counted right (ST-MOVE-1)"
    if s.stage in (Stage.BUILD, Stage.GROUP, Stage.MOVE) and any(not s.players[seat].tile for seat in s.order):
        yield "somebody has no action tile (ST-ACT-1)"
    if s.stage == Stage.CHOOSE and any(s.players[seat].tile for seat in (s.active, *s.queue)):
        yield "somebody who is still to choose has an action tile (ST-ACT-1)"


def _building(s: State) -> Iterator[str]:
    building = s.stage in (Stage.BUILD, Stage.GROUP)
    most = NUMBERS.engineer_tiles if s.players[s.active].tile == Tile.ENGINEER else NUMBERS.tiles_per_turn
    if not 0 <= s.placements <= (most if building else 0):
        yield f"{s.placements} tiles may still be laid (ST-TRACK-2)"
    if not building and (s.acted or s.cautious or s.fresh != NOWHERE or s.before is not None):
        yield "a build turn goes on outside its phase (ST-PHASE-2)"
    if s.fresh != NOWHERE and not s.ground.tiles.one_track[s.tiles[s.fresh]]:
        yield "the tile just laid cannot have a second track (ST-UPG-5)"
    loose = [link for link in s.links if link.loose]
    if bool(loose or owes_second(s)) != (s.before is not None) or any(link.owner != s.active for link in loose):
        yield "track is not connected, and there is nothing to take back to, or the other way round (ST-UPG-6)"
    if (s.stage == Stage.GROUP) != (s.growing != NOWHERE) or s.growing >= len(s.cubes):
        yield "goods are to be chosen without a city, or a city waits for goods that nobody chooses (ST-GROW-1)"
    if s.stage == Stage.GROUP and all(field == NO_CUBES for field in s.fields):
        yield "goods are to be chosen and there are none (ST-GROW-3)"


def _auction(s: State) -> Iterator[str]:
    selling = s.stage in (Stage.OPENING, Stage.AUCTION)
    if selling != (s.auction is not None):
        yield "there is an auction at the wrong time, or none at the right one (ST-ORD-4)"
    if s.auction is None:
        return
    bids, leader, bidders, placed = s.auction.bids, s.auction.leader, s.auction.bidders, s.auction.placed
    if s.active not in bidders or s.active == leader or len(bidders) < 2:
        yield "the one who is asked for a bid is not in the auction, or leads it (ST-ORD-4)"
    if sorted((*bidders, *placed)) != sorted(set(bidders) | set(placed)) or len(bids) != s.seats:
        yield "somebody is in the auction twice (ST-ORD-5)"
    if leader != NOBODY and (leader not in bidders or bids[leader] != max(bids)):
        yield "the highest bid is not the leader's (ST-ORD-4)"


def _delivery(s: State) -> Iterator[str]:
    if (s.stage == Stage.ROUTE) != (s.trip is not None):
        yield "a cube is on its way at the wrong time (ST-DEL-2)"
    if (s.stage == Stage.POINTS) != bool(s.gains):
        yield "points are to be taken at the wrong time (ST-PTS-2)"
    if s.gains and (s.gains[0][0] != s.active or any(points < 1 for _, points in s.gains)):
        yield "the one who takes points is not active (ST-PTS-3)"
