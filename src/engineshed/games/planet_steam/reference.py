"""The tables of Planet Steam's rulebook and board, made from the board's file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from engineshed.core.reference import Cell, RuleTable
from engineshed.core.words import Message, Thing
from engineshed.games.planet_steam.boards.drawing import SIDE, parts
from engineshed.games.planet_steam.rules.board import Board, load_board
from engineshed.games.planet_steam.rules.boardfile import Cost, Start
from engineshed.games.planet_steam.rules.components import COLOURS, PLAYER_COUNTS, RESOURCES, SPECIALISTS, WAYS
from engineshed.games.planet_steam.rules.options import Options
from engineshed.rail.pictures import picture

SIGNS = {"zone": "·", "river-zone": "~", "anchorage": "⚓"}
"""What a terminal shows for each part of the board."""

Row = tuple[Cell, ...]


@cache
def tables() -> Sequence[RuleTable]:
    board = load_board(Options().map)
    return (
        _pieces(board),
        _certificates(board),
        _cards(board),
        _rounds(board),
        _market(board),
        _starts("starts", "R15", board.starts),
        _parts(),
        _carriers(board),
        _tank_prices(board),
        _costs(board),
        _supplies(board),
        _shifts(board),
        _values(board),
        _starts("reduced", "R105", board.reduced),
        _manipulation(board),
    )


def _resource(number: int) -> str:
    return f"@resource.{RESOURCES[number]}"


def _pieces(board: Board) -> RuleTable:
    rows: list[Row] = [("@entry.tanks", board.tanks)]
    for resource, count in board.converter_pieces.items():
        rows.append((Message("entry.converters", {"resource": _resource(resource)}), count))
    rows += [
        ("@entry.superchargers", board.superchargers),
        ("@entry.claim-markers", board.markers),
        ("@entry.neutral-markers", board.neutral_markers),
    ]
    return RuleTable("pieces", "R7", ("piece", "count"), tuple(rows))


def _certificates(board: Board) -> RuleTable:
    rows = tuple((players, board.licences[players], board.quarters[players]) for players in PLAYER_COUNTS)
    return RuleTable("certificates", "R10", ("players", "licences", "quarters"), rows)


def _cards(board: Board) -> RuleTable:
    rows = tuple(
        (players, card.number, _specialists(card.who)) for players in PLAYER_COUNTS for card in board.cards[players]
    )
    return RuleTable("cards", "R11", ("players", "card", "specialists"), rows)


def _specialists(who: Sequence[int]) -> Message:
    names = tuple(Thing("specialist", number, f"@specialist.{SPECIALISTS[number]}") for number in who)
    return Message("entry.list", {"things": names})


def _rounds(board: Board) -> RuleTable:
    rows = tuple((players, board.rounds[players], board.tank_start[players]) for players in PLAYER_COUNTS)
    return RuleTable("rounds", "R12", ("players", "rounds", "tanks"), rows)


def _market(board: Board) -> RuleTable:
    rows: tuple[Row, ...] = tuple(
        (
            _resource(resource),
            board.start_prices[resource],
            Message("entry.range", {"least": board.lowest[resource], "most": board.highest[resource]}),
            *(board.start_supplies[players][resource] for players in PLAYER_COUNTS),
        )
        for resource in range(len(RESOURCES))
    )
    return RuleTable("market", "R13", ("resource", "price", "scale", *_by_players()), rows)


def _by_players() -> Iterator[str]:
    return (f"players-{players}" for players in PLAYER_COUNTS)


def _starts(table: str, rule: str, starts: Mapping[int, Start]) -> RuleTable:
    rows = tuple((players, starts[players].credits, *starts[players].goods) for players in PLAYER_COUNTS)
    return RuleTable(table, rule, ("players", "credits", *RESOURCES), rows)


def _parts() -> RuleTable:
    size = (SIDE + 8, SIDE + 8)
    rows = tuple((picture(drawing, SIGNS[name], size), f"@entry.{name}") for name, drawing in parts().items())
    return RuleTable("parts", "R20", ("picture", "part"), rows)


def _carriers(board: Board) -> RuleTable:
    rows: tuple[Row, ...] = tuple(
        (f"@resource.{name}", *holds[1:]) for name, holds in zip(RESOURCES, board.capacities, strict=True)
    )
    return RuleTable("carriers", "R24", ("carrier", "class-1", "class-2", "class-3", "class-4"), rows)


def _tank_prices(board: Board) -> RuleTable:
    rows = tuple((left, price) for left, price in enumerate(board.tank_prices) if left)
    return RuleTable("tank-prices", "R50", ("tanks-left", "price"), rows)


def _costs(board: Board) -> RuleTable:
    costs: list[tuple[Cell, Cost]] = [
        ("@entry.activation", board.activation),
        ("@entry.local-tank", board.local_tank),
        ("@entry.imported-tank", board.imported_tank),
    ]
    for resource, cost in board.converters.items():
        costs.append((Message("entry.converter", {"resource": _resource(resource)}), cost))
    costs += [
        ("@entry.supercharger", board.supercharger),
        ("@entry.carrier-upgrade", board.upgrade),
        ("@entry.licence", board.licence_cost),
        ("@entry.quarters", board.quarters_cost),
    ]
    rows = tuple((what, cost.credits or "–", *(units or "–" for units in cost.goods)) for what, cost in costs)
    return RuleTable("costs", "R49", ("what", "credits", *RESOURCES), rows)


def _supplies(board: Board) -> RuleTable:
    """The supply at which each colour begins on each scale."""
    rows = tuple(
        (f"@resource.{name}", *(_band(colours, colour) for colour in range(len(COLOURS))))
        for name, colours in zip(RESOURCES, board.colours, strict=True)
    )
    return RuleTable("supplies", "R4", ("resource", *(f"supply-{colour}" for colour in COLOURS)), rows)


def _band(colours: Sequence[int], colour: int) -> Cell:
    supplies = [supply for supply, found in enumerate(colours) if found == colour]
    return Message("entry.range", {"least": supplies[0], "most": supplies[-1]}) if supplies else "–"


def _shifts(board: Board) -> RuleTable:
    """How far the price moves for each colour of the supply."""
    shifts = {
        colour: shift
        for colours, row in zip(board.colours, board.shifts, strict=True)
        for colour, shift in zip(colours, row, strict=True)
    }
    rows = tuple((f"@heading.supply-{COLOURS[colour]}", shifts[colour]) for colour in sorted(shifts))
    return RuleTable("shifts", "R73", ("supply", "shift"), rows)


def _values(board: Board) -> RuleTable:
    rows = (
        ("@entry.zone-value", board.zone_value),
        ("@entry.tank-value", board.tank_value),
        ("@entry.supercharger-value", board.supercharger_value),
        ("@entry.quarters-value", board.quarters_value),
    )
    return RuleTable("values", "R93", ("what", "credits"), rows)


def _manipulation(board: Board) -> RuleTable:
    rows = tuple((f"@way.{name}", way.cost, way.spaces) for name, way in zip(WAYS, board.ways, strict=True))
    return RuleTable("manipulation", "R114", ("way", "credits", "spaces"), rows)
