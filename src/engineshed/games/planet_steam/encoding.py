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
from engineshed.games.planet_steam.rules import moves
from engineshed.games.planet_steam.rules.board import Board, load_board
from engineshed.games.planet_steam.rules.components import CLASSES, RESOURCES, SPECIALISTS, WAYS
from engineshed.games.planet_steam.rules.options import Options
from engineshed.games.planet_steam.rules.truth import Stage
from engineshed.games.planet_steam.rules.view import View, ZoneView


def bounds(seats: int, options: Options) -> Mapping[str, range]:
    board = load_board(options.map)
    zones, spaces = range(len(board.names)), max(way.spaces for way in board.ways)
    return {
        **dict.fromkeys(("zone", "start", "goal"), zones),
        "resource": range(len(RESOURCES)),
        "Card.number": range(1, len(SPECIALISTS) + 1),
        "Order.number": range(1, len(RESOURCES) + 1),
        "way": range(len(WAYS)),
        "spaces": range(-spaces, spaces + 1),
        "seat": range(seats),
        "row": range(board.rows),
    }


def tables(seats: int, options: Options) -> tuple[Table, ...]:
    board = load_board(options.map)
    return _game(seats, board), _resources(), _players(seats), _zones(seats, board)


ENCODING: Final = Encoding(1, moves.NATURE, bounds, tables)


# -- the game, the market and the players ----------------------------------------------------------------------------


def _game(seats: int, board: Board) -> Table:
    columns = (
        *flags("stage", "what happens next", Stage.NAMES),
        count("round", "the round, from 1"),
        count("rounds", "how many rounds are played"),
        Column("active", "the seat that acts, or for which the die is rolled", 0, seats - 1),
        count("market", "tanks on the local market"),
        Column("tank-price", "of the next tank there; -1 if it is sold out", -1, 32767),
        count("tanks", "tanks left"),
        *(count(f"converters-{RESOURCES[resource]}", "converters left") for resource in board.converters),
        count("superchargers", "superchargers left"),
        count("licences", "building licences left"),
        count("quarters", "luxury quarters left"),
        Column("airship", "the row where the airship is anchored; -1 for none", -1, board.rows),
        amount("bid", "the highest bid; 0 before the first one"),
        Column("leader", "who has bid highest; -1 for nobody", -1, seats - 1),
        count("placing", "markers still to be placed"),
        Column("manipulator", "who holds the card Price Manipulation; -1 for nobody", -1, seats - 1),
        *flags("way", "how prices are being manipulated", WAYS),
        count("budget", "spaces that prices may still be moved"),
        Column("carrier", "who holds the Independent Carrier; -1 for nobody", -1, seats - 1),
        amount("deposit", "the bid on it"),
        count("lease", "rounds for which they hold it"),
    )

    def part(v: View) -> object:
        return (
            *(v.seat, v.stage, v.round, v.rounds, v.active, v.market, v.tank_pieces, v.converters, v.superchargers),
            *(v.licence_stock, v.quarters_stock, v.airship, v.bid, v.leader, v.placing, v.manipulator, v.way, v.budget),
            *(v.carrier, v.deposit, v.lease),
        )

    def numbers(v: View) -> list[int]:
        return [
            *one_of(v.stage, Stage.NAMES),
            *(v.round, v.rounds, from_viewer(v.active, v.seat, seats), v.market),
            *(-1 if v.tank_price is None else v.tank_price, v.tank_pieces),
            *v.converters.values(),
            *(v.superchargers, v.licence_stock, v.quarters_stock, -1 if v.airship is None else v.airship, v.bid),
            *(from_viewer(v.leader, v.seat, seats), v.placing, from_viewer(v.manipulator, v.seat, seats)),
            *one_of(v.way, WAYS),
            *(v.budget, from_viewer(v.carrier, v.seat, seats), v.deposit, v.lease),
        ]

    return Table("game", "The round and what happens in it.", 1, columns, part, numbers)


def _resources() -> Table:
    columns = (
        amount("price", "its price"),
        amount("supply", "its supply"),
        count("bonus", "bonus resources laid out"),
        count("place", "its place in the order of trade; 0 while it has no marker", len(RESOURCES)),
        flag("chosen", "it is traded, or is what the replaced converter makes"),
        flag("shifted", "its price was moved"),
    )

    def part(v: View) -> object:
        return v.prices, v.supplies, v.bonus, v.markers, v.resource, v.shifted

    def numbers(v: View) -> Iterator[int]:
        for resource in range(len(RESOURCES)):
            yield from (v.prices[resource], v.supplies[resource], v.bonus[resource], v.markers[resource] or 0)
            yield from (resource == v.resource, resource in v.shifted)

    return Table("resources", "Quartz, ore, water, energy.", len(RESOURCES), columns, part, numbers)


def _players(seats: int) -> Table:
    columns = (
        Column("credits", "credits; -1 if they are hidden", -1, 32767),
        *(count(f"goods-{name}", "how many of this resource", 32767) for name in RESOURCES),
        *(count(f"class-{name}", "the class of the carrier", CLASSES) for name in RESOURCES),
        *(count(f"capacity-{name}", "what the carrier holds", 32767) for name in RESOURCES),
        *(count(f"room-{name}", "how many more could be stored", 32767) for name in RESOURCES),
        count("licences", "building licences"),
        count("quarters", "luxury quarters"),
        count("card", "the number of the specialist card; 0 without one"),
        count("markers", "claim markers left"),
        amount("property", "what everything except the credits would be worth at the end"),
        count("order", "place in this round's player order, from 1; 0 for none", seats),
        count("queue", "place among those who act after the active player, from 1; 0 for none"),
        flag("opener", "opens the auction of specialists"),
    )

    def part(v: View) -> object:
        return v.seat, v.players, v.order, v.queue, v.opener

    def numbers(v: View) -> list[int]:
        out: list[int] = []
        for step in range(seats):
            seat = ((v.seat or 0) + step) % seats
            player = v.players[seat]
            out.append(-1 if player.credits is None else player.credits)
            out += player.goods
            out += player.classes
            out += player.capacities
            out += player.rooms
            out += (player.licences, player.quarters, player.card or 0, player.markers, sum(player.property.values()))
            out += (place_of(seat, v.order), place_of(seat, v.queue), seat == v.opener)
        return out

    return Table("players", "The players.", seats, columns, part, numbers)


# -- the map ---------------------------------------------------------------------------------------------------------


def _zones(seats: int, board: Board) -> Table:
    columns = (
        flag("neutral", "it has a neutral claim marker"),
        flag("unavailable", "it cannot be used"),
        *(flag(f"owner-{seat}", "whose it is: 0 the viewer's, 1 the next player's") for seat in range(seats)),
        *flags("tank", "what its tank extracts", RESOURCES),
        flag("supercharger", "its tank has a supercharger"),
        flag("fallen", "its tank is on its side"),
        flag("works", "its tank is paid for in this extraction"),
        flag("moved", "it received a tank by rearranging in this turn"),
        flag("refitted", "a converter"),
        flag("recharged", "a supercharger"),
        flag("chosen", "it is auctioned or rolled for, or its converter was replaced"),
    )
    width = len(columns)

    @lru_cache(maxsize=4096)
    def row(zone: ZoneView, viewer: int | None) -> tuple[int, ...]:
        owner = [0] * seats
        if isinstance(zone.owner, int):
            owner[from_viewer(zone.owner, viewer, seats)] = 1
        return (
            *(int(zone.owner == "neutral"), int(zone.owner == "unavailable")),
            *owner,
            *one_of(zone.product, range(len(RESOURCES))),
            *(zone.supercharger, zone.fallen, zone.works, zone.moved, zone.refitted, zone.recharged, 0),
        )

    def part(v: View) -> object:
        return v.seat, v.zone, v.zones

    def numbers(v: View) -> list[int]:
        out: list[int] = []
        for zone in v.zones:
            out += row(zone, v.seat)
        if v.zone is not None:
            out[v.zone * width + width - 1] = 1
        return out

    return Table("zones", "The zones, in reading order.", len(board.names), columns, part, numbers)
