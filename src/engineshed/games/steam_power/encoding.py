"""What adapters need to make numbers of moves and views; see ``core.encoding``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from operator import attrgetter
from typing import Final

from engineshed.core.encoding import (
    Column,
    Encoding,
    Table,
    amount,
    count,
    flag,
    flags,
    from_viewer,
    one_of,
)
from engineshed.games.steam_power.rules import moves
from engineshed.games.steam_power.rules.board import Board, load_board
from engineshed.games.steam_power.rules.box import Box, box_of
from engineshed.games.steam_power.rules.components import CONTRACT_IDS, GOODS, NUMBERS, TILE_NAMES
from engineshed.games.steam_power.rules.options import Options
from engineshed.games.steam_power.rules.truth import COMPANIES, Bonus, Stage
from engineshed.games.steam_power.rules.view import View
from engineshed.rail.faces import WAYS
from engineshed.rail.hexgrid import EDGES, opposite
from engineshed.rail.paths import Path

SOLO_COMPANIES: Final = len(COMPANIES)


def bounds(_seats: int, options: Options) -> Mapping[str, range]:
    board = load_board(options.map)
    return {
        "hex": range(len(board.grid)),
        "way": range(len(WAYS)),
        "city": range(len(board.cities)),
        "goods": range(max(NUMBERS.factory_goods, *NUMBERS.bonus_goods) + 1),
        "contract": range(len(CONTRACT_IDS)),
        "company": range(len(COMPANIES)),
    }


def tables(seats: int, options: Options) -> tuple[Table, ...]:
    board, box = load_board(options.map), box_of(options.data)
    companies = SOLO_COMPANIES if seats == 1 else seats
    return (_game(box), _players(seats, box), _companies(companies), *_map(board, companies), _contracts(seats))


ENCODING: Final = Encoding(1, moves.NATURE, bounds, tables)


# -- the game and its players ----------------------------------------------------------------------------------------


def _game(box: Box) -> Table:
    columns = (
        *flags("stage", "what happens next", Stage.NAMES),
        *flags("bonus", "the bonus action that was earned", Bonus.NAMES),
        flag("last-round", "this round is the last"),
        count("round", "the round, from 1", 1000),
        Column("first", "the start player; -1 for none", -1, len(COMPANIES)),
        Column("active", "the company that acts", 0, len(COMPANIES)),
        count("actions", "actions left in this turn"),
        count("steps", "track steps left in this action"),
        count("draws", "contracts still to be drawn"),
        amount("bank", "money in the bank"),
        count("bag", "contracts in the bag"),
        *(count(f"spare-{name}", "spare city tiles") for name in TILE_NAMES),
        *(count(f"tiles-{number}", "track tiles left of this kind", 1000) for number in range(len(box.stocks))),
        *(count(f"trains-{name}", "alone: trains of this company in the bag") for name in COMPANIES),
        *(count(f"missing-{good}", "goods still missing for the contract being completed") for good in GOODS),
    )

    def part(v: View) -> object:
        return (
            *(v.seat, v.stage, v.bonus, v.final, v.round, v.first, v.active, v.actions, v.steps, v.draws),
            *(v.bank, v.bag, v.spare, v.stock, v.trains, v.shipment),
        )

    def numbers(v: View) -> list[int]:
        companies = len(v.companies)
        return [
            *one_of(v.stage, Stage.NAMES),
            *one_of(v.bonus, Bonus.NAMES),
            *(int(v.final), v.round, from_viewer(v.first, v.seat, v.seats), from_viewer(v.active, v.seat, companies)),
            *(v.actions, v.steps, v.draws, v.bank, v.bag),
            *map(v.spare.count, TILE_NAMES),
            *v.stock,
            *(v.trains or (0,) * len(COMPANIES)),
            *(v.shipment.needs if v.shipment else (0,) * len(GOODS)),
        ]

    return Table("game", "The round and what happens in it.", 1, columns, part, numbers)


def _players(seats: int, box: Box) -> Table:
    points = [contract.vp for contract in box.contracts]
    columns = (
        amount("money", "money"),
        count("contracts", "contracts in hand"),
        count("completed", "completed contracts"),
        count("points", "victory points of completed contracts", 1000),
    )

    def numbers(v: View) -> Iterable[int]:
        first = v.seat or 0
        for player in (*v.players[first:], *v.players[:first]):
            yield from (player.money, player.contracts, len(player.done), sum([points[done] for done in player.done]))

    return Table("players", "The players.", seats, columns, attrgetter("seat", "players"), numbers)


def _companies(companies: int) -> Table:
    columns = (
        count("links", "finished links"),
        count("tiles", "tiles of its unfinished link"),
        count("trains", "trains left"),
        count("factories", "factories left"),
    )

    def numbers(v: View) -> Iterable[int]:
        first = v.seat or 0
        for company in (*v.companies[first:], *v.companies[:first]):
            loose = len(company.loose.edges) - 1 if company.loose else 0
            yield from (len(company.links), loose, company.trains, company.factories)

    return Table("companies", "The companies.", companies, columns, attrgetter("seat", "companies"), numbers)


def _contracts(seats: int) -> Table:
    columns = (
        flag("hand", "in the viewer's hand"),
        count("done", "completed: 1 by the viewer, 2 by the next player, and so on; 0 if not", seats),
        flag("aside", "alone: put aside"),
        flag("chosen", "being completed by hand"),
    )

    def part(v: View) -> object:
        return v.seat, v.hand, v.aside, v.shipment and v.shipment.contract, [player.done for player in v.players]

    def numbers(v: View) -> bytearray:
        out = bytearray(4 * len(CONTRACT_IDS))
        for contract in v.hand or ():
            out[4 * contract] = 1
        for seat, player in enumerate(v.players):
            for contract in player.done:
                out[4 * contract + 1] = 1 + from_viewer(seat, v.seat, seats)
        for contract in v.aside:
            out[4 * contract + 2] = 1
        if v.shipment:
            out[4 * v.shipment.contract + 3] = 1
        return out

    return Table("contracts", "The contracts, in their order.", len(CONTRACT_IDS), columns, part, numbers)


# -- the map ---------------------------------------------------------------------------------------------------------


def _map(board: Board, companies: int) -> tuple[Table, Table]:
    return _cities(board, companies), _hexes(board, companies)


def _cities(board: Board, companies: int) -> Table:
    columns = (
        *flags("tile", "what city it is; none before the tiles are laid out", TILE_NAMES),
        count("factory", "its factory: 1 the viewer's company, 2 the next one, and so on; 0 without one", companies),
        count("goods", "goods"),
        flag("here", "the good on its way is here"),
        flag("visited", "the good on its way has been here"),
    )

    def part(v: View) -> object:
        return v.seat, v.cities, v.shipment and (v.shipment.at, v.shipment.visited)

    def numbers(v: View) -> list[int]:
        out: list[int] = []
        at, visited = (v.shipment.at, v.shipment.visited) if v.shipment else (None, ())
        for place, city in zip(board.place_of, v.cities, strict=True):
            out += one_of(city.tile, TILE_NAMES)
            out += (1 + from_viewer(city.factory, v.seat, companies), city.goods, place == at, place in visited)
        return out

    return Table("cities", "The cities, in the map's order.", len(board.cities), columns, part, numbers)


def _hexes(board: Board, companies: int) -> Table:
    columns = (
        *(
            count(edge, "whose track crosses this edge: 1 the viewer's company's, and so on", companies)
            for edge in EDGES
        ),
        count("loose", "whose unfinished link is here", companies),
    )
    width = len(columns)

    @lru_cache(maxsize=4096)
    def crossed(path: Path) -> tuple[int, ...]:
        """Where the numbers of its edges are."""
        found, here = [], path.start
        for coming, going in zip(path.edges, path.edges[1:], strict=False):
            here = board.grid.neighbours[here][coming]
            found += [here * width + opposite(coming), here * width + going]
        return tuple(found)

    def part(v: View) -> object:
        return v.seat, [(company.links, company.loose) for company in v.companies]

    def numbers(v: View) -> bytearray:
        out = bytearray(width * len(board.grid))
        for number, company in enumerate(v.companies):
            whose = 1 + from_viewer(number, v.seat, companies)
            for path in company.links:
                for place in crossed(path):
                    out[place] = whose
            if company.loose is not None:
                for place in crossed(company.loose):
                    out[place] = whose
                    out[place - place % width + len(EDGES)] = whose
        return out

    return Table("hexes", "The hexes, in reading order.", len(board.grid), columns, part, numbers)
