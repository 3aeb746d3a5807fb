"""Any position in the words of ``arrange``, as a scenario file would describe it."""

from __future__ import annotations

from typing import Any

from engineshed.core.options import write_options
from engineshed.games.steam.rules.components import FACE_NAMES, GOODS
from engineshed.games.steam.rules.courses import goal_of
from engineshed.games.steam.rules.links import NOBODY, Link
from engineshed.games.steam.rules.money import capacity
from engineshed.games.steam.rules.names import cube_words, place_name
from engineshed.games.steam.rules.options import COMPANIES
from engineshed.games.steam.rules.scoring import complete_links
from engineshed.games.steam.rules.state import State
from engineshed.games.steam.rules.truth import NOWHERE, Auction, Stage
from engineshed.rail.hexgrid import EDGES
from engineshed.rail.network import bits

NOBODYS = "nobody"
OPEN = "..."
SINCE = "since"
LISTS = ("idle", "upgraded", "built")


def describe(s: State) -> dict[str, Any]:
    names = COMPANIES[: s.seats]
    doc: dict[str, Any] = {
        "map": s.options.map,
        "options": {name: value for name, value in write_options(s.options).items() if name != "map"},
        "players": s.seats,
        "stage": Stage.NAMES[s.stage],
        "round": s.round,
        "turn": COMPANIES[s.active],
        "queue": [COMPANIES[seat] for seat in s.queue],
        "order": [COMPANIES[seat] for seat in s.order],
        "cash": {name: player.cash for name, player in zip(names, s.players, strict=True)},
        "income": {name: player.income for name, player in zip(names, s.players, strict=True)},
        "vp": {name: player.vp for name, player in zip(names, s.players, strict=True)},
        "range": {name: player.range for name, player in zip(names, s.players, strict=True)},
        "tiles": {name: player.tile for name, player in zip(names, s.players, strict=True)},
        "fallen": {name: player.fallen for name, player in zip(names, s.players, strict=True)},
        **{key: [n for n, p in zip(names, s.players, strict=True) if getattr(p, key)] for key in LISTS},
        "passes": s.passes,
        "links": {name: _link_texts(s, seat) for seat, name in ((NOBODY, NOBODYS), *enumerate(names))},
        "new_cities": {place_name(s, hex_): GOODS[colour] for hex_, colour in s.new_cities},
        "cubes": {place_name(s, h): cube_words(c) for h, c in zip(s.city_hexes(), s.cubes, strict=False)},
        "grown": [s.board.cities[city].name for city in s.grown],
        "supply": [cube_words(field) for field in s.fields],
        "placements": s.placements,
        "acted": s.acted,
        "cautious": s.cautious,
        "derived": derived(s),
    }
    return doc | _passing_things(s)


def _passing_things(s: State) -> dict[str, Any]:
    """Keys for what is only sometimes there, such as an auction."""
    doc: dict[str, Any] = {}
    if s.auction is not None:
        doc["auction"] = _auction_doc(s.auction)
    if s.skipper != NOBODY:
        doc["skipper"] = COMPANIES[s.skipper]
    if s.fresh != NOWHERE:
        doc["fresh"] = s.ground.names[s.fresh]
    if s.growing != NOWHERE:
        doc["growing"] = place_name(s, s.city_hexes()[s.growing])
    if isinstance(s.before, State):
        doc["before"] = describe(s.before)
    if s.trip is not None:
        edges = [EDGES[edge] for edge in s.trip.edges]
        doc["trip"] = {"city": place_name(s, s.trip.city), "cube": GOODS[s.trip.colour], "edges": edges}
    if s.gains:
        doc["gains"] = {COMPANIES[seat]: points for seat, points in s.gains}
    return doc


def _auction_doc(auction: Auction) -> dict[str, Any]:
    doc: dict[str, Any] = {
        "bids": {COMPANIES[seat]: bid for seat, bid in enumerate(auction.bids) if bid != NOBODY},
        "bidders": [COMPANIES[seat] for seat in auction.bidders],
        "placed": [COMPANIES[seat] for seat in auction.placed],
    }
    return doc if auction.leader == NOBODY else {**doc, "leader": COMPANIES[auction.leader]}


def _link_texts(s: State, owner: int) -> list[str]:
    return [link_text(s, link) for link in s.links if link.owner == owner]


def link_text(s: State, link: Link) -> str:
    course = " ".join((place_name(s, link.start), *(EDGES[edge] for edge in link.edges)))
    if link.complete:
        return course
    return f"{'' if link.head else OPEN + ' '}{course} {OPEN} {SINCE} {link.since}"


def derived(s: State) -> dict[str, Any]:
    """What follows from the rest, for scenarios to look at."""
    names = COMPANIES[: s.seats]
    return {
        "tiles": {s.ground.names[hex_]: _tile_text(s, tile) for hex_, tile in enumerate(s.tiles) if tile},
        "links": {name: complete_links(s, seat) for seat, name in enumerate(names)},
        "ends": {name: [place_name(s, hex_) for hex_ in _ends(s, seat)] for seat, name in enumerate(names)},
        "capacity": {name: capacity(s, player) for name, player in zip(names, s.players, strict=True)},
        "new_cities_left": dict(zip(GOODS, s.new_cities_left(), strict=True)),
        "bag": dict(zip(GOODS, s.bag(), strict=True)),
    }


def _tile_text(s: State, tile: int) -> str:
    tiles = s.ground.tiles
    return f"{FACE_NAMES[tiles.face_of[tile]]} {' '.join(EDGES[edge] for edge in bits(tiles.edges_of[tile]))}"


def _ends(s: State, seat: int) -> list[int]:
    """The hexes that a player's open ends point at."""
    own = [link for link in s.links if link.owner == seat and not link.complete]
    return sorted(goal_of(s.ground, link.start, link.edges) for link in own)
