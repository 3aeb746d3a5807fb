"""Any position in the words of ``arrange``, as a scenario file would describe it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engineshed.core.options import write_options
from engineshed.games.planet_steam.rules.board import NEUTRAL_MARKER
from engineshed.games.planet_steam.rules.carriers import capacity
from engineshed.games.planet_steam.rules.components import COLOURS, COMPANIES, RESOURCES, WAYS
from engineshed.games.planet_steam.rules.phases.extraction import working_zones, yields
from engineshed.games.planet_steam.rules.state import State
from engineshed.games.planet_steam.rules.truth import NO_SEAT, NOTHING, NOWHERE, Stage, Tanks

NEUTRAL_OWNER = "neutral"
CHARGED = "supercharged"
MASKS = ("moved", "refitted", "recharged", "working")


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
        "opener": COMPANIES[s.opener],
        "credits": dict(zip(names, s.credits, strict=True)),
        "goods": {name: _by_resource(s.goods[4 * seat : 4 * seat + 4]) for seat, name in enumerate(names)},
        "carriers": {name: _by_resource(s.classes[4 * seat : 4 * seat + 4]) for seat, name in enumerate(names)},
        "licences": dict(zip(names, s.licences, strict=True)),
        "quarters": dict(zip(names, s.quarters, strict=True)),
        "cards": dict(zip(names, s.cards, strict=True)),
        "prices": _by_resource(s.prices),
        "supplies": _by_resource(s.supplies),
        "market": s.market,
        "licence_stock": s.licence_stock,
        "quarters_stock": s.quarters_stock,
        "bonus": [RESOURCES[resource] for resource in range(4) if s.bonus[resource]],
        "markers": _by_resource(s.markers),
        "zones": {
            **{name: _zone_names(s, seat) for seat, name in enumerate(names)},
            NEUTRAL_OWNER: _zone_names(s, NEUTRAL_MARKER),
        },
        "tanks": {s.board.names[zone]: _tank_text(tank) for zone, tank in enumerate(s.tanks) if tank},
        "airship": s.airship + 1,
        "bid": s.bid,
        "placing": s.placing,
        **{key: _mask_names(s, getattr(s, key)) for key in MASKS},
        "way": WAYS[s.way],
        "budget": s.budget,
        "shifted": [name for resource, name in enumerate(RESOURCES) if s.shifted >> resource & 1],
        "deposit": s.deposit,
        "lease": s.lease,
        "derived": derived(s),
    }
    return doc | _passing_things(s)


def _passing_things(s: State) -> dict[str, Any]:
    """Keys for what is only sometimes there, such as a zone that is auctioned."""
    doc: dict[str, Any] = {}
    for key, zone in (("fallen", s.fallen), ("zone", s.zone)):
        if zone != NOWHERE:
            doc[key] = s.board.names[zone]
    for key, seat in (("manipulator", s.manipulator), ("carrier", s.carrier)):
        if seat != NO_SEAT:
            doc[key] = COMPANIES[seat]
    if s.resource != NOTHING:
        doc["resource"] = RESOURCES[s.resource]
    return doc


def _by_resource(values: Sequence[int]) -> dict[str, int]:
    return dict(zip(RESOURCES, values, strict=True))


def _zone_names(s: State, owner: int) -> list[str]:
    return [name for name, found in zip(s.board.names, s.owners, strict=True) if found == owner]


def _mask_names(s: State, mask: int) -> list[str]:
    return [name for zone, name in enumerate(s.board.names) if mask >> zone & 1]


def _tank_text(tank: int) -> str:
    name = RESOURCES[Tanks.PRODUCT[tank]]
    return f"{name} {CHARGED}" if Tanks.CHARGED[tank] else name


def derived(s: State) -> dict[str, Any]:
    """What follows from the rest, for scenarios to look at."""
    names = COMPANIES[: s.seats]
    colours = [scale[supply] for scale, supply in zip(s.board.colours, s.supplies, strict=True)]
    return {
        "colours": {name: COLOURS[colour] for name, colour in zip(RESOURCES, colours, strict=True)},
        "tank_price": s.board.tank_prices[s.market],
        "unclaimed": len(s.free),
        "capacities": {
            name: {resource: capacity(s, seat, place) for place, resource in enumerate(RESOURCES)}
            for seat, name in enumerate(names)
        },
        "yields": {name: _by_resource(yields(s, working_zones(s, seat))) for seat, name in enumerate(names)},
    }
