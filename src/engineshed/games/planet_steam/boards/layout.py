"""What lies on the table and never changes during a game, for those who draw it: zones, scales, cards and costs."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from engineshed.games.planet_steam.boards.drawing import (
    ANCHORAGE,
    MARGIN,
    SIDE,
    anchorage_of,
    centre_of,
    height_of,
    width_of,
)
from engineshed.games.planet_steam.rules.board import Board, load_board
from engineshed.games.planet_steam.rules.boardfile import Cost, SpecialistCard, Way
from engineshed.games.planet_steam.rules.components import COLOURS, COMPANIES, RESOURCES, SPECIALISTS, WAYS
from engineshed.games.planet_steam.rules.options import Options


class ZoneInfo(msgspec.Struct, frozen=True):
    name: str
    x: float
    y: float
    """The centre."""
    row: int
    river: bool


class Scale(msgspec.Struct, frozen=True):
    """A resource's gauge."""

    lowest: int
    start: int
    highest: int
    colours: tuple[int, ...]
    """The colour of each supply, from 0 on."""
    shifts: tuple[int, ...]
    """What each supply does to the price."""


class Layout(msgspec.Struct, frozen=True):
    title: str
    width: float
    height: float
    margin: float
    """How far the ground reaches beyond zones and anchorages."""
    side: float
    """Of a zone."""
    anchorage: float
    """The width of an anchorage."""
    zones: tuple[ZoneInfo, ...]
    anchorages: tuple[tuple[float, float], ...]
    """The centre of each row's."""
    resources: tuple[str, ...]
    colours: tuple[str, ...]
    scales: tuple[Scale, ...]
    tank_prices: tuple[int, ...]
    """By how many tanks are left; place 0 is "sold out"."""
    capacities: tuple[tuple[int, ...], ...]
    """For each resource, what each class of carrier holds; place 0 is not used."""
    independent: int
    companies: tuple[str, ...]
    specialists: tuple[str, ...]
    cards: dict[int, tuple[SpecialistCard, ...]]
    """By number of players."""
    rounds: dict[int, int]
    costs: dict[str, Cost]
    converters: dict[int, Cost]
    """By the resource that they make a tank extract."""
    licence_sale: int
    engineer: int
    values: dict[str, int]
    """What things are worth at the end."""
    ways: tuple[str, ...]
    manipulation: tuple[Way, ...]


def layout(options: Options) -> Layout:
    return _layout(load_board(options.map))


@lru_cache(maxsize=16)
def _layout(board: Board) -> Layout:
    return Layout(
        title=board.title,
        width=width_of(board),
        height=height_of(board),
        margin=MARGIN,
        side=SIDE,
        anchorage=ANCHORAGE,
        zones=tuple(
            ZoneInfo(name, *centre_of(board, zone), board.row_of[zone], board.river[zone])
            for zone, name in enumerate(board.names)
        ),
        anchorages=tuple(anchorage_of(board, row) for row in range(board.rows)),
        resources=RESOURCES,
        colours=COLOURS,
        scales=tuple(
            Scale(board.lowest[r], board.start_prices[r], board.highest[r], board.colours[r], board.shifts[r])
            for r in range(len(RESOURCES))
        ),
        tank_prices=board.tank_prices,
        capacities=board.capacities,
        independent=board.independent,
        companies=COMPANIES,
        specialists=SPECIALISTS,
        cards=board.cards,
        rounds=board.rounds,
        costs={
            "activation": board.activation,
            "idle": board.idle,
            "local_tank": board.local_tank,
            "imported_tank": board.imported_tank,
            "supercharger": board.supercharger,
            "upgrade": board.upgrade,
            "licence": board.licence_cost,
            "quarters": board.quarters_cost,
        },
        converters=board.converters,
        licence_sale=board.licence_sale,
        engineer=board.engineer,
        values={
            "zone": board.zone_value,
            "tank": board.tank_value,
            "supercharger": board.supercharger_value,
            "quarters": board.quarters_value,
        },
        ways=WAYS,
        manipulation=board.ways,
    )
