"""What never changes on the table during a game, for drawing it: zones, scales, cards and costs."""

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
from engineshed.games.planet_steam.rules.boardfile import Cost
from engineshed.games.planet_steam.rules.components import (
    COLOURS,
    RESOURCES,
    SPECIALISTS,
    WAYS,
    Colour,
    SpecialistName,
    WayName,
)
from engineshed.games.planet_steam.rules.options import Options


class ZoneInfo(msgspec.Struct, frozen=True):
    name: str
    x: float
    y: float
    """Its centre."""
    row: int
    river: bool


class Supply(msgspec.Struct, frozen=True):
    """A place on a supply scale."""

    colour: Colour
    shift: int
    """What it does to the price."""


class Scale(msgspec.Struct, frozen=True):
    """A resource's gauge."""

    lowest: int
    start: int
    highest: int
    supplies: tuple[Supply, ...]
    """The supplies, from 0 up."""


class CardInfo(msgspec.Struct, frozen=True):
    """A specialist card."""

    number: int
    who: tuple[SpecialistName, ...]


class WayInfo(msgspec.Struct, frozen=True):
    """A way to manipulate prices."""

    name: WayName
    cost: int
    spaces: int


class Costs(msgspec.Struct, frozen=True):
    activation: Cost
    idle: Cost
    """What is taken instead of paying."""
    local_tank: Cost
    """Paid in addition to the price on the market."""
    imported_tank: Cost
    supercharger: Cost
    upgrade: Cost
    licence: Cost
    quarters: Cost
    converters: dict[int, Cost]
    """By the resource that the converter makes a tank extract."""


class Layout(msgspec.Struct, frozen=True):
    title: str
    width: float
    height: float
    margin: float
    """How far the ground extends beyond zones and anchorages."""
    side: float
    """The size of a zone."""
    anchorage: float
    """The width of an anchorage."""
    zones: tuple[ZoneInfo, ...]
    anchorages: tuple[tuple[float, float], ...]
    """The centre of each row's anchorage."""
    resources: tuple[str, ...]
    """Their names; moves and views number them in this order."""
    scales: tuple[Scale, ...]
    """The gauge of each resource."""
    tank_prices: tuple[int, ...]
    """The price when one tank is left on the market, when two are left, and so on."""
    capacities: tuple[tuple[int, ...], ...]
    """For each resource, what each class of carrier holds."""
    independent: int
    """What the Independent Carrier holds."""
    cards: dict[int, tuple[CardInfo, ...]]
    """By number of players."""
    costs: Costs
    licence_sale: int
    engineer: int
    """The credits that the Engineer offers."""
    zone_worth: int
    """The credits that a zone counts at the end."""
    quarters_worth: int
    """The same for luxury quarters."""
    ways: tuple[WayInfo, ...]


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
        scales=tuple(_scale(board, resource) for resource in range(len(RESOURCES))),
        tank_prices=board.tank_prices[1:],
        capacities=tuple(holds[1:] for holds in board.capacities),
        independent=board.independent,
        cards={
            players: tuple(CardInfo(card.number, tuple(SPECIALISTS[who] for who in card.who)) for card in cards)
            for players, cards in board.cards.items()
        },
        costs=Costs(
            activation=board.activation,
            idle=board.idle,
            local_tank=board.local_tank,
            imported_tank=board.imported_tank,
            supercharger=board.supercharger,
            upgrade=board.upgrade,
            licence=board.licence_cost,
            quarters=board.quarters_cost,
            converters=board.converters,
        ),
        licence_sale=board.licence_sale,
        engineer=board.engineer,
        zone_worth=board.zone_value,
        quarters_worth=board.quarters_value,
        ways=tuple(WayInfo(name, way.cost, way.spaces) for name, way in zip(WAYS, board.ways, strict=True)),
    )


def _scale(board: Board, resource: int) -> Scale:
    places = zip(board.colours[resource], board.shifts[resource], strict=True)
    supplies = tuple(Supply(COLOURS[colour], shift) for colour, shift in places)
    return Scale(board.lowest[resource], board.start_prices[resource], board.highest[resource], supplies)
