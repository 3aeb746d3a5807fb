"""What adapters need to make numbers of moves and views; see ``core.encoding``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
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
    place_of,
)
from engineshed.games.steam.rules import moves
from engineshed.games.steam.rules.board import Board, load_board
from engineshed.games.steam.rules.components import ACTIONS, FACE_NAMES, GOODS, NUMBERS
from engineshed.games.steam.rules.links import OPPOSITE
from engineshed.games.steam.rules.options import Options
from engineshed.games.steam.rules.truth import Stage
from engineshed.games.steam.rules.view import View
from engineshed.rail.faces import WAYS
from engineshed.rail.hexgrid import EDGES


def bounds(_seats: int, options: Options) -> Mapping[str, range]:
    board = load_board(options.map)
    hexes = range(len(board.grid))
    return {
        "hex": hexes,
        "city": hexes,
        "goal": hexes,
        "way": range(len(WAYS)),
        "exits": range(1 << len(EDGES)),
        "edge": range(len(EDGES)),
        "colour": range(len(GOODS)),
        "tile": range(1, len(ACTIONS) + 1),
        "field": range(options.supply_fields),
        "gains": range(NUMBERS.range_highest * NUMBERS.delivery_points + 1),
    }


def tables(seats: int, options: Options) -> tuple[Table, ...]:
    board = load_board(options.map)
    return _game(seats), _players(seats), _fields(options.supply_fields), _stops(board), _hexes(board, seats)


ENCODING: Final = Encoding(1, moves.NATURE, bounds, tables)


# -- the game and its players ----------------------------------------------------------------------------------------


def _game(seats: int) -> Table:
    columns = (
        *flags("stage", "what happens next", Stage.NAMES),
        count("round", "the round, from 1"),
        count("rounds", "how many rounds are played"),
        Column("active", "the seat that acts", 0, seats - 1),
        count("passes", "passes of the goods phase after this one"),
        count("placements", "tiles that may still be laid"),
        flag("acted", "the action of the tile was carried out in this turn"),
        flag("cautious", "a loose track was taken back in this turn"),
        flag("loose", "a loose track waits to be joined or taken back"),
        Column("skipper", "expert: who may skip a bid; -1 for nobody", -1, seats - 1),
        *flags("carried", "the colour of the cube on its way", GOODS),
        *(count(f"new-{colour}", "New Cities left") for colour in GOODS),
        *(count(f"shown-{face}", "tiles on the map that show this face", 1000) for face in FACE_NAMES),
    )

    def part(v: View) -> object:
        return (
            *(v.seat, v.stage, v.round, v.rounds, v.active, v.passes, v.placements, v.acted, v.cautious),
            *(v.before is None, v.skipper, v.trip, v.new_cities, v.shown),
        )

    def numbers(v: View) -> list[int]:
        return [
            *one_of(v.stage, Stage.NAMES),
            *(v.round, v.rounds, from_viewer(v.active, v.seat, seats), v.passes, v.placements),
            *(v.acted, v.cautious, v.before is not None, from_viewer(v.skipper, v.seat, seats)),
            *one_of(v.trip and v.trip.colour, range(len(GOODS))),
            *v.new_cities,
            *v.shown,
        ]

    return Table("game", "The round and what happens in it.", 1, columns, part, numbers)


def _players(seats: int) -> Table:
    columns = (
        *(amount("cash", "cash"), amount("income", "income"), amount("points", "victory points")),
        count("range", "the locomotive's range"),
        *flags("tile", "this round's action tile", [tile.id for tile in ACTIONS]),
        flag("idle", "the tile was taken only for its number"),
        flag("upgraded", "the range was raised in this round"),
        flag("built", "has laid a tile"),
        flag("bankrupt", "is out of the game"),
        amount("capacity", "what they could pay by raising money"),
        count("links", "complete links", 1000),
        count("order", "place in this round's turn order, from 1; 0 for none", seats),
        count("queue", "place among those who act after the active player, from 1; 0 for none"),
        Column("bid", "the last bid of the auction; -1 for none", -1, 32767),
        flag("bidding", "is still in the auction"),
        count("placed", "place that the auction has given, in its order, from 1; 0 for none", seats),
        amount("gain", "points of a delivery that are still to be taken"),
    )

    def part(v: View) -> object:
        return v.seat, v.players, v.order, v.queue, v.auction, v.gains

    def numbers(v: View) -> Iterator[int]:
        for step in range(seats):
            seat = ((v.seat or 0) + step) % seats
            player, auction = v.players[seat], v.auction
            yield from (player.cash, player.income, player.vp, player.range)
            yield from TILE_FLAGS[player.tile or 0]
            yield from (player.idle, player.upgraded, player.built, player.fallen is not None)
            yield from (player.capacity, player.links, place_of(seat, v.order), place_of(seat, v.queue))
            if auction is None:
                yield from (-1, 0, 0)
            else:
                bid = auction.bids[seat]
                yield from (-1 if bid is None else bid, seat in auction.bidders, place_of(seat, auction.placed))
            yield sum([gain.points for gain in v.gains if gain.seat == seat])

    return Table("players", "The players.", seats, columns, part, numbers)


TILE_FLAGS: Final = tuple(tuple(int(tile.number == number) for tile in ACTIONS) for number in range(len(ACTIONS) + 1))


def _fields(fields: int) -> Table:
    columns = tuple(count(colour, "cubes of this colour") for colour in GOODS)

    def part(v: View) -> object:
        return v.fields

    def numbers(v: View) -> list[int]:
        if not v.fields:
            return [0] * (fields * len(GOODS))
        return [cubes for field in v.fields for cubes in field]

    return Table("supply", "The fields of the supply.", fields, columns, part, numbers)


# -- the map ---------------------------------------------------------------------------------------------------------


def _stops(board: Board) -> Table:
    hexes = [*(city.hex for city in board.cities), *(town.hex for town in board.towns)]
    row = {hex_: number for number, hex_ in enumerate(hexes)}
    columns = (
        flag("city", "whether it is a city: printed, or a New City in place of a town"),
        *flags("colour", "the colour of the city", GOODS),
        *(count(f"cubes-{colour}", "cubes of this colour", 1000) for colour in GOODS),
        flag("grown", "it can no longer have Goods Growth"),
        flag("growing", "it gets the next group of cubes"),
        flag("here", "the cube on its way is here"),
    )
    width = len(columns)

    def part(v: View) -> object:
        return v.cities, v.growing, v.trip, v.trip and v.links

    def numbers(v: View) -> list[int]:
        out = [0] * (width * len(hexes))
        for number, city in enumerate(v.cities):
            start = width * row[city.hex]
            out[start] = out[start + 1 + city.colour] = 1
            out[start + 6 : start + 6 + len(city.cubes)] = city.cubes
            out[start + 11], out[start + 12] = city.grown, v.growing == number
        if v.trip:
            out[width * row[_place(v)] + 13] = 1
        return out

    said = "The printed cities, then the towns, each in the map's order."
    return Table("stops", said, len(hexes), columns, part, numbers)


def _place(v: View) -> int:
    """Where the cube on its way is."""
    assert v.trip is not None
    ways: dict[tuple[int, int], int] = {}
    for link in v.links:
        if link.head and link.tail:
            ways[link.start, link.edges[0]] = link.goal
            ways[link.goal, OPPOSITE[link.edges[-1]]] = link.start
    here = v.trip.city
    for edge in v.trip.edges:
        here = ways[here, edge]
    return here


def _hexes(board: Board, seats: int) -> Table:
    said = f"whose track crosses this edge: 1 the viewer's, and so on; {seats + 1} ownerless"
    columns = (
        *(count(edge, said, seats + 1) for edge in EDGES),
        flag("fresh", "it was just built on and may get a second track"),
    )
    width = len(columns)

    def part(v: View) -> object:
        return v.seat, v.fresh, v.links

    def numbers(v: View) -> bytearray:
        out = bytearray(width * len(board.grid))
        for link in v.links:
            whose = seats + 1 if link.owner is None else 1 + from_viewer(link.owner, v.seat, seats)
            places = _crossed(board, link.start, link.edges)
            for hex_, edge in places[0 if link.head else 1 : None if link.tail else len(places) - 1]:
                out[width * hex_ + edge] = whose
        if v.fresh is not None:
            out[v.fresh * width + len(EDGES)] = 1
        return out

    return Table("hexes", "The hexes, in reading order.", len(board.grid), columns, part, numbers)


@lru_cache(maxsize=20_000)
def _crossed(board: Board, start: int, edges: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """The hexes and edges that track crosses: out of its start, in and out of each tile, into its goal."""
    found, here = [], start
    for edge in edges:
        found.append((here, edge))
        here = board.grid.neighbours[here][edge]
        found.append((here, OPPOSITE[edge]))
    return tuple(found)
