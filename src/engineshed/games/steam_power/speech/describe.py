"""Any position in the words of ``arrange``, as a scenario file would describe it."""

from __future__ import annotations

from typing import Any

from engineshed.core.options import write_options
from engineshed.games.steam_power.rules.components import CONTRACT_IDS, GOODS, TILE_NAMES
from engineshed.games.steam_power.rules.state import State
from engineshed.games.steam_power.rules.truth import COMPANIES, NOBODY, UNKNOWN_TILE, Bonus, Shipment, Stage
from engineshed.rail.faces import WAY_NAMES
from engineshed.rail.hexgrid import NOWHERE, opposite
from engineshed.rail.network import bits
from engineshed.rail.paths import Path


def describe(s: State) -> dict[str, Any]:
    cities, companies, seats = s.board.cities, COMPANIES[: s.companies], COMPANIES[: s.seats]
    doc: dict[str, Any] = {
        "map": s.options.map,
        "options": {name: value for name, value in write_options(s.options).items() if name != "map"},
        "players": s.seats,
        "stage": Stage.NAMES[s.stage],
        "round": s.round,
        "turn": COMPANIES[s.active],
        "actions": s.actions,
        "steps": s.steps,
        "bonus": Bonus.NAMES[s.bonus],
        "draws": s.draws,
        "last_round": s.final,
        "cities": {
            name: TILE_NAMES[tile] for name, tile in zip(cities, s.colours, strict=True) if tile != UNKNOWN_TILE
        },
        "spare": [TILE_NAMES[tile] for tile in s.spare],
        "links": {name: _link_texts(s, company) for company, name in enumerate(companies)},
        "factories": {name: COMPANIES[f - 1] for name, f in zip(cities, s.factories, strict=True) if f},
        "goods": {name: n for name, n, f in zip(cities, s.goods, s.factories, strict=True) if f},
        "money": dict(zip(seats, s.money, strict=True)),
        "bank": s.bank,
        "hands": {name: _ids(hand) for name, hand in zip(seats, s.hands, strict=True)},
        "done": {name: _ids(done) for name, done in zip(seats, s.done, strict=True)},
        "bag": _ids(s.bag),
        "aside": _ids(s.aside),
        "derived": derived(s),
    }
    if s.first != NOBODY:
        doc["first"] = COMPANIES[s.first]
    if s.solo:
        doc["trains"] = dict(zip(companies, s.trains, strict=True))
    if s.shipment is not None:
        doc["shipment"] = _shipment_doc(s, s.shipment)
    return doc


def plain(s: State) -> dict[str, Any]:
    """The same for equal positions: links from either end and in any order, contracts and tiles in any order."""
    doc = describe(s)
    links = {COMPANIES[c]: sorted(_plain_link(s, path) for path in _paths(s, c)) for c in range(s.companies)}
    done = {name: sorted(contracts) for name, contracts in doc["done"].items()}
    return {**doc, "links": links, "done": done, "aside": sorted(doc["aside"]), "spare": sorted(doc["spare"])}


def _plain_link(s: State, path: Path) -> str:
    """A link described from the end whose text comes first; an unfinished link has only one end."""
    goal = path.goal(s.board.grid)
    texts = [_link_text(s, path)]
    if goal != NOWHERE and s.board.city_at[goal] >= 0:
        texts.append(_link_text(s, Path(goal, tuple(opposite(edge) for edge in reversed(path.edges)))))
    return min(texts)


def _link_texts(s: State, company: int) -> list[str]:
    return [_link_text(s, path) for path in _paths(s, company)]


def _paths(s: State, company: int) -> tuple[Path, ...]:
    loose = s.loose[company]
    return (*s.links[company], *(() if loose is None else (loose,)))


def _link_text(s: State, path: Path) -> str:
    return f"{s.board.cities[s.board.city_at[path.start]]} {path.text()}"


def _ids(contracts: tuple[int, ...]) -> list[str]:
    return [CONTRACT_IDS[contract] for contract in contracts]


def _shipment_doc(s: State, shipment: Shipment) -> dict[str, Any]:
    doc: dict[str, Any] = {
        "contract": CONTRACT_IDS[shipment.contract],
        "needs": dict(zip(GOODS, shipment.needs, strict=True)),
    }
    if shipment.at != NOBODY:
        first = [s.board.cities[place[0]] for place in s.board.places]
        doc["at"] = first[shipment.at]
        doc["been"] = [first[place] for place in bits(shipment.visited)]
    return doc


def derived(s: State) -> dict[str, Any]:
    """What follows from the rest, for scenarios to look at."""
    cities, grid = s.board.cities, s.board.grid
    return {
        "tiles": {
            grid.names[hex_]: "+".join(WAY_NAMES[way] for way in s.ground.tiles.ways[code])
            for hex_, code in enumerate(s.tiles)
            if code
        },
        "stock": list(s.stock),
        "trains": {COMPANIES[c]: s.trains_left(c) for c in range(s.companies)},
        "networks": {
            COMPANIES[c]: [cities[city] for place in bits(s.net.owned[c]) for city in s.board.places[place]]
            for c in range(s.companies)
        },
        "exhausted": [name for city, name in enumerate(cities) if s.exhausted(city)],
    }
