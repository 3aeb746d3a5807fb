"""The files of the box that can be corrected, which of their values the rulebook prints, and what would be odd."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from engineshed.core.corrections import Corrections, Texts
from engineshed.core.errors import BadFileError
from engineshed.core.words import Message
from engineshed.games.dampf_and_rails.rules.board import Board, bad_file, file_place, read_board
from engineshed.games.dampf_and_rails.rules.components import (
    NUMBERS,
    TRAIN_IDS,
    Event,
    Good,
    Numbers,
    Order,
    TrainType,
    read_events,
    read_goods,
    read_numbers,
    read_orders,
    read_trains,
)

MAP: Final = "map.toml"
NUMBERS_FILE: Final = "numbers.toml"
TRAINS: Final = "trains.toml"
GOODS: Final = "goods.toml"
ORDERS: Final = "orders.toml"
EVENTS: Final = "events.toml"


class Read(NamedTuple):
    """What the files say."""

    board: Board
    numbers: Numbers
    trains: tuple[TrainType, ...]
    goods: tuple[Good, ...]
    orders: tuple[Order, ...]
    events: tuple[Event, ...]


def read_files(texts: Texts) -> Read:
    board = _board(texts)
    return Read(
        board, _numbers(texts), _trains(texts), _goods(texts, board), _orders(texts, board), _events(texts, board)
    )


def _board(texts: Texts) -> Board:
    board = read_board(texts[MAP], MAP)
    _check_board(board)
    return board


def _numbers(texts: Texts) -> Numbers:
    numbers = read_numbers(texts[NUMBERS_FILE], NUMBERS_FILE)
    for name in Numbers.__struct_fields__:
        found, printed = getattr(numbers, name), getattr(NUMBERS, name)
        if found != printed and name not in OPEN_NUMBERS:
            raise _printed(NUMBERS_FILE, name, str(found), str(printed))
    return numbers


def _trains(texts: Texts) -> tuple[TrainType, ...]:
    trains = read_trains(texts[TRAINS], TRAINS)
    for train in trains:
        printed = PRINTED_TRAINS.get(train.id)
        if printed is not None and printed != (train.speed, train.fast_speed, train.holds):
            found = train.speed, train.fast_speed, train.holds
            raise _printed(TRAINS, file_place("train", id=train.id), _numbered(found), _numbered(printed))
    return trains


def _goods(texts: Texts, board: Board) -> tuple[Good, ...]:
    return read_goods(texts[GOODS], GOODS, board)


def _orders(texts: Texts, board: Board) -> tuple[Order, ...]:
    return read_orders(texts[ORDERS], ORDERS, board)


def _events(texts: Texts, board: Board) -> tuple[Event, ...]:
    return read_events(texts[EVENTS], EVENTS, board)


# -- what the rulebook prints --------------------------------------------------------------------------------------

OPEN_NUMBERS: Final = ("second_train", "deal_rounds", "lump_sum")
"""The numbers that are not printed, or not legible."""
PRINTED_TRAINS: Final = {"A": (9, 15, 2), "B9": (9, 15, 3), "B12": (12, 20, 2), "C12": (12, 20, 3)}
"""Movement points in the standard and in the fast game, and holds. The fifth type is announced but not listed."""
TOWNS: Final = 22
LONE_PORTS: Final = 2
"""The ports that are not towns."""
STARTS: Final = {"Århus": 1, "København": 1, "Odense": 3}
"""How many players may begin in each start town; 3 is everybody."""
HEXAGON: Final = "København"


def _check_board(board: Board) -> None:
    ports = len(board.places) - board.towns
    if board.towns != TOWNS:
        raise bad_file(MAP, "towns", "count-towns", found=board.towns, wanted=TOWNS)
    if ports != LONE_PORTS:
        raise bad_file(MAP, "ports", "count-ports", found=ports, wanted=LONE_PORTS)
    for place in board.places:
        if place.starts != STARTS.get(place.name, 0):
            raise _printed(MAP, f"{place.name}, starts", str(place.starts), str(STARTS.get(place.name, 0)))
        if (place.kind == "hexagon") != (place.name == HEXAGON):
            raise bad_file(MAP, f"{place.name}, kind", "hexagon", town=HEXAGON)
    for name in STARTS:
        if name not in board.place_names:
            raise bad_file(MAP, "towns", "no-start-town", name=name)


def _printed(source: str, place: str | Message, found: str, printed: str) -> BadFileError:
    return bad_file(source, place, "printed", found=found, printed=printed)


def _numbered(values: tuple[int, ...]) -> str:
    return ", ".join(map(str, values))


# -- what would be odd ---------------------------------------------------------------------------------------------

FIFTH: Final = TRAIN_IDS[-1], (15, 25, 2)
"""The fifth type, as its name and the speeds of the fast game suggest."""
BESIDE_PORTS: Final = ("Ålborg", "Nyborg")
NEAR: Final = 5
"""The ports that are not towns are near these towns: a few steps away."""
USUAL_PAY: Final = (5, 60)
"""Millions paid for a delivery."""


def _judge(name: str, texts: Texts) -> Iterable[BadFileError]:
    board = _board(texts)
    if name == MAP:
        return _map_doubts(board)
    if name == NUMBERS_FILE:
        _numbers(texts)
        return ()
    if name == TRAINS:
        return _train_doubts(_trains(texts))
    if name == GOODS:
        return _good_doubts(_goods(texts, board), board)
    if name == ORDERS:
        return _order_doubts(_orders(texts, board), _goods(texts, board), board)
    return _event_doubts(_events(texts, board))


def _map_doubts(board: Board) -> Iterator[BadFileError]:
    for town in BESIDE_PORTS:
        around = [post for place in board.places if place.name == town for post in board.within(place.at, NEAR)]
        if not any(board.place_at[post] >= board.towns for post in around):
            yield bad_file(MAP, "ports", "doubt-port", town=town, steps=NEAR)
    for ferry in board.ferries:
        if len({board.lands[post] for post in ferry.ports}) == 1 and ferry.price > 20:
            yield bad_file(MAP, ferry.name, "doubt-ferry", price=ferry.price)


def _train_doubts(trains: tuple[TrainType, ...]) -> Iterator[BadFileError]:
    id_, usual = FIFTH
    train = trains[TRAIN_IDS.index(id_)]
    found = train.speed, train.fast_speed, train.holds
    if found != usual:
        place = file_place("train", id=id_)
        yield bad_file(TRAINS, place, "doubt-train", found=_numbered(found), usual=_numbered(usual))


def _good_doubts(goods: tuple[Good, ...], board: Board) -> Iterator[BadFileError]:
    for good in goods:
        if len(good.towns) > 4:
            yield bad_file(GOODS, file_place("good", id=good.id), "doubt-offers", towns=len(good.towns))
    for town in range(board.towns):
        offers = sum(town in good.towns for good in goods)
        if not offers:
            yield bad_file(GOODS, board.place_names[town], "no-offer")
        if offers > 4:
            yield bad_file(GOODS, board.place_names[town], "doubt-town", goods=offers)


def _order_doubts(orders: tuple[Order, ...], goods: tuple[Good, ...], board: Board) -> Iterator[BadFileError]:
    least, most = USUAL_PAY
    for number, order in enumerate(orders, 1):
        place = file_place("order", number=number)
        if len({demand.town for demand in order}) < len(order) or len({demand.good for demand in order}) < len(order):
            yield bad_file(ORDERS, place, "doubt-demands")
        for demand in order:
            names = {"town": board.place_names[demand.town], "good": goods[demand.good].id}
            if demand.town in goods[demand.good].towns:
                yield bad_file(ORDERS, place, "offers-itself", **names)
            if not least <= demand.pay <= most:
                yield bad_file(ORDERS, place, "doubt-pay", pay=demand.pay, **names)
    for town in range(board.towns):
        if not any(demand.town == town for order in orders for demand in order):
            yield bad_file(ORDERS, board.place_names[town], "doubt-unwanted")


def _event_doubts(events: tuple[Event, ...]) -> Iterator[BadFileError]:
    for event in events:
        if not (event.lasts or event.derails or event.tax):
            yield bad_file(EVENTS, file_place("event", id=event.id), "doubt-event")


FILES: Final = Corrections(
    "engineshed.games.dampf_and_rails", (MAP, GOODS, ORDERS, EVENTS, TRAINS, NUMBERS_FILE), _judge
)
