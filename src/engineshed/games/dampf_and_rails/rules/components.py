"""What is in the box besides the board: trains, goods, order and event cards, and the numbers of the rules.

Their numbers and names are the same at every table; their contents are in files that can be corrected (``box``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

import msgspec

from engineshed.core.datafile import Basis, convert, flat_blocks, packaged_text, parse_toml, read_toml
from engineshed.core.errors import advice, shown
from engineshed.core.words import Message
from engineshed.games.dampf_and_rails.rules.board import Board, Land, bad_file, file_place

Count = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Positive = Annotated[int, msgspec.Meta(ge=1, le=1000)]

# fmt: off
GOOD_IDS: Final = (
    "bacon", "beer", "butter", "cattle", "cement", "engines", "fish", "flowers", "fruit", "furniture", "glass", "grain",
    "marzipan", "oil", "porcelain", "spirits", "sugar", "textiles", "toys", "wagons",
)
EVENT_IDS: Final = (
    "kattegat-gale", "baltic-storm", "snow", "fog", "derailment", "walkout", "spring-flood", "storm-surge",
    "dock-strike", "profit-tax",
)
# fmt: on
"""Their names in files, in this order; the names that people read are in the words."""
TRAIN_IDS: Final = ("A", "B9", "B12", "C12", "C15")
STAGES: Final = (0, 1, 1, 2, 2)
"""The types of trains by their names."""

GOODS_IN_ALL, CHIPS_IN_ALL, ORDERS_IN_ALL, EVENTS_IN_ALL = len(GOOD_IDS), 56, 63, len(EVENT_IDS)
"""How many there are, in the order of the rulebook."""
DEMANDS: Final = 3
"""The number of demands on each order card."""
MOST_PLAYERS: Final = 3
TRAINS_EACH: Final = 2
"""The most that a player can have."""

FIRST_EVENT: Final = ORDERS_IN_ALL
"""Cards are numbered: orders from 0, then events."""
CARDS: Final = ORDERS_IN_ALL + EVENTS_IN_ALL


# -- numbers -------------------------------------------------------------------------------------------------------


class Pace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers that differ between the standard and the fast game."""

    limit: Positive
    """Money for building in one round."""
    goal: Positive
    handling: Count


class Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rules' numbers; ``numbers.toml`` says what each means."""

    money: Positive
    cards_dealt: Positive
    cards_kept: Positive
    public_orders: Positive
    public_from: Positive
    hand: Positive
    hand_second_train: Positive
    toll: Positive
    lying_rounds: Positive
    plain: Positive
    small: Positive
    medium: Positive
    hexagon: Positive
    river: Count
    bay: Count
    exits: Positive
    small_places: Positive
    port_places: Positive
    medium_places: Positive
    hexagon_places: Positive
    upgrade: Positive
    refit: Positive
    announce: Positive
    second_train: Positive
    deal_rounds: Positive
    lump_sum: Positive
    standard: Pace
    fast: Pace


def read_numbers(text: str, source: str) -> Numbers:
    numbers = convert(flat_blocks(parse_toml(text, source), source, ("standard", "fast")), Numbers, source)
    if not numbers.cards_kept == numbers.hand < numbers.cards_dealt:
        raise bad_file(source, "cards_kept", "cards-kept")
    if numbers.announce > min(numbers.standard.goal, numbers.fast.goal):
        raise bad_file(source, "announce", "announce")
    return numbers


# -- trains --------------------------------------------------------------------------------------------------------


class TrainType(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    stage: Count
    speed: Positive
    fast_speed: Positive
    holds: Positive


class _TrainFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    basis: Basis
    trains: tuple[TrainType, ...]


def read_trains(text: str, source: str) -> tuple[TrainType, ...]:
    """The types of trains by stage; everybody begins with the first, the only one of stage 0."""
    trains = read_toml(text, source, _TrainFile).trains
    _check_ids([train.id for train in trains], TRAIN_IDS, "train", source)
    for train, stage in zip(trains, STAGES, strict=True):
        if train.stage != stage:
            raise bad_file(source, file_place("train", id=train.id), "stage", found=train.stage, stage=stage)
    return trains


# -- goods ---------------------------------------------------------------------------------------------------------


class Good(msgspec.Struct, frozen=True):
    id: str
    chips: int
    towns: tuple[int, ...]
    """Where it is offered."""


class _GoodLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    chips: Positive
    towns: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]


class _GoodsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    basis: Basis
    goods: tuple[_GoodLine, ...]


def read_goods(text: str, source: str, board: Board) -> tuple[Good, ...]:
    lines = read_toml(text, source, _GoodsFile).goods
    _check_count(len(lines), GOODS_IN_ALL, "goods", source)
    _check_ids([line.id for line in lines], GOOD_IDS, "good", source)
    goods = tuple(_good(line, source, board) for line in lines)
    _check_count(sum(good.chips for good in goods), CHIPS_IN_ALL, "chips", source)
    return goods


def _good(line: _GoodLine, source: str, board: Board) -> Good:
    place = file_place("good", id=line.id)
    return Good(line.id, line.chips, tuple(_town(name, place, source, board) for name in line.towns))


# -- orders --------------------------------------------------------------------------------------------------------


class Demand(msgspec.Struct, frozen=True):
    town: int
    good: int
    pay: int


class _DemandLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    town: str
    good: str
    pay: Positive


class _OrderFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    basis: Basis
    orders: tuple[tuple[_DemandLine, ...], ...]


Order = tuple[Demand, ...]


def read_orders(text: str, source: str, board: Board) -> tuple[Order, ...]:
    lines = read_toml(text, source, _OrderFile).orders
    _check_count(len(lines), ORDERS_IN_ALL, "orders", source)
    return tuple(_order(number, line, source, board) for number, line in enumerate(lines, 1))


def _order(number: int, line: tuple[_DemandLine, ...], source: str, board: Board) -> Order:
    place = file_place("order", number=number)
    demands = []
    for wanted in line:
        good = _index(wanted.good, GOOD_IDS, "good", place, source)
        demands.append(Demand(_town(wanted.town, place, source, board), good, wanted.pay))
    if len(demands) != DEMANDS:
        raise bad_file(source, place, "count-demands", wanted=DEMANDS, found=len(demands))
    if len({(demand.town, demand.good) for demand in demands}) != DEMANDS:
        raise bad_file(source, place, "demanded-twice")
    return tuple(demands)


# -- events --------------------------------------------------------------------------------------------------------


class _Region(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    town: str = ""
    radius: Count = 0
    land: Land | None = None


class _EventLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    stops: tuple[str, ...] = ()
    slow: tuple[_Region, ...] = ()
    frozen: bool = False
    derails: tuple[_Region, ...] = ()
    strike: bool = False
    floods: tuple[str, ...] = ()
    idle_docks: tuple[str, ...] = ()
    tax: tuple[tuple[Count, Count], ...] = ()


class _EventFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    basis: Basis
    events: tuple[_EventLine, ...]


class Event(msgspec.Struct, frozen=True):
    """An event card; ``events.toml`` says what its effects mean."""

    id: str
    stops: tuple[int, ...]
    """The ferries that do not run."""
    slow: tuple[int, ...]
    """The mileposts where trains are slow."""
    frozen: bool
    derails: tuple[int, ...]
    """The mileposts where trains are derailed."""
    strike: bool
    floods: tuple[int, ...]
    """The sections that are flooded."""
    idle_docks: tuple[int, ...]
    """The towns whose docks are idle."""
    tax: tuple[tuple[int, int], ...]
    """The cash from which it is due, and how much is due."""

    @property
    def lasts(self) -> bool:
        """Whether it has an effect "for one round"."""
        return bool(self.stops or self.slow or self.strike or self.floods or self.idle_docks)


def read_events(text: str, source: str, board: Board) -> tuple[Event, ...]:
    lines = read_toml(text, source, _EventFile).events
    _check_count(len(lines), EVENTS_IN_ALL, "events", source)
    _check_ids([line.id for line in lines], EVENT_IDS, "event", source)
    return tuple(_event(line, source, board) for line in lines)


def _event(line: _EventLine, source: str, board: Board) -> Event:
    place = file_place("event", id=line.id)
    ferries = [ferry.name for ferry in board.ferries]
    return Event(
        id=line.id,
        stops=tuple(_index(name, ferries, "ferry", place, source) for name in line.stops),
        slow=_posts(line.slow, place, source, board),
        frozen=line.frozen,
        derails=_posts(line.derails, place, source, board),
        strike=line.strike,
        floods=tuple(section for name in line.floods for section in board.rivers[_river(name, place, source, board)]),
        idle_docks=tuple(_town(name, place, source, board) for name in line.idle_docks),
        tax=line.tax,
    )


def _river(name: str, place: Message, source: str, board: Board) -> str:
    rivers = list(board.rivers)
    return rivers[_index(name, rivers, "river", place, source)]


def _posts(regions: tuple[_Region, ...], place: Message, source: str, board: Board) -> tuple[int, ...]:
    """All mileposts of the regions, each once."""
    found: set[int] = set()
    for region in regions:
        if region.land is not None:
            found |= {post for post in range(board.size) if board.lands[post] == region.land}
        else:
            found |= set(board.within(board.places[_town(region.town, place, source, board)].at, region.radius))
    return tuple(sorted(found))


# -- what the readers share ----------------------------------------------------------------------------------------


def _index(name: str, names: Sequence[str], what: str, place: Message, source: str) -> int:
    if name not in names:
        raise bad_file(source, place, f"no-{what}", name=shown(name)).advised(advice(name, names))
    return names.index(name)


def _town(name: str, place: Message, source: str, board: Board) -> int:
    return _index(name, board.place_names[: board.towns], "town", place, source)


def _check_count(found: int, wanted: int, what: str, source: str) -> None:
    if found != wanted:
        raise bad_file(source, "", f"count-{what}", wanted=wanted, found=found)


def _check_ids(found: Sequence[str], wanted: Sequence[str], what: str, source: str) -> None:
    """Check that the ids are those of the words and the rulebook, in the same order."""
    for number, id_ in enumerate(wanted):
        given = found[number] if number < len(found) else ""
        if given != id_:
            raise bad_file(source, file_place(what, id=id_), "id", found=shown(given), number=number + 1, id=id_)
    if len(found) > len(wanted):
        raise bad_file(source, "", "ids", found=len(found), wanted=len(wanted))


# -- what is the same at every table -------------------------------------------------------------------------------

NUMBERS: Final = read_numbers(packaged_text("engineshed.games.dampf_and_rails", "data", "numbers.toml"), "numbers.toml")
"""The printed ones; all others are in the table's box."""


def card_name(card: int) -> str:
    """Its name in the notation: an order by its number, an event with an E."""
    return str(card + 1) if card < FIRST_EVENT else f"E{card - FIRST_EVENT + 1}"


def find_card(name: str) -> int | None:
    """A card by its name in the notation."""
    event = name[:1].upper() == "E"
    digits = name[1:] if event else name
    if not digits.isdecimal() or not digits.isascii() or len(digits) > 3:
        return None
    card = int(digits) - 1 + (FIRST_EVENT if event else 0)
    return card if (FIRST_EVENT <= card < CARDS if event else 0 <= card < FIRST_EVENT) else None
