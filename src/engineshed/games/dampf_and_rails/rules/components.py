"""What lies in the box beside the board: trains, goods, order and event cards, and the numbers of the rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import msgspec

from engineshed.core.datafile import Basis, convert, flat_blocks, packaged_text, parse_toml, read_toml
from engineshed.core.errors import advice, shown
from engineshed.core.words import Message
from engineshed.games.dampf_and_rails.rules.board import BOARD, Land, bad_file, file_place

Count = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Positive = Annotated[int, msgspec.Meta(ge=1, le=1000)]

GOODS_IN_ALL, CHIPS_IN_ALL, ORDERS_IN_ALL, EVENTS_IN_ALL = 20, 56, 63, 10
"""What the rulebook counts."""
DEMANDS = 3
"""On each order card."""


# -- numbers -------------------------------------------------------------------------------------------------------


class Pace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What differs between the standard and the fast game."""

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
    """By stage; everybody begins with the first, the only one of stage 0."""
    trains = read_toml(text, source, _TrainFile).trains
    _check_once((train.id for train in trains), "train", source)
    stages = [train.stage for train in trains]
    if stages != sorted(stages) or stages.count(0) != 1:
        raise bad_file(source, "trains", "stages")
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
    towns: tuple[str, ...]


class _GoodsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    basis: Basis
    goods: tuple[_GoodLine, ...]


def read_goods(text: str, source: str) -> tuple[Good, ...]:
    lines = read_toml(text, source, _GoodsFile).goods
    _check_once((line.id for line in lines), "good", source)
    goods = tuple(_good(line, source) for line in lines)
    _check_count(len(goods), GOODS_IN_ALL, "goods", source)
    _check_count(sum(good.chips for good in goods), CHIPS_IN_ALL, "chips", source)
    for town in range(BOARD.towns):
        if not any(town in good.towns for good in goods):
            raise bad_file(source, BOARD.place_names[town], "no-offer")
    return goods


def _good(line: _GoodLine, source: str) -> Good:
    place = file_place("good", id=line.id)
    return Good(line.id, line.chips, tuple(_town(name, place, source) for name in line.towns))


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


def read_orders(text: str, source: str, goods: tuple[Good, ...]) -> tuple[tuple[Demand, ...], ...]:
    lines = read_toml(text, source, _OrderFile).orders
    _check_count(len(lines), ORDERS_IN_ALL, "orders", source)
    return tuple(_order(number, line, goods, source) for number, line in enumerate(lines, 1))


def _order(number: int, line: tuple[_DemandLine, ...], goods: tuple[Good, ...], source: str) -> tuple[Demand, ...]:
    place = file_place("order", number=number)
    ids = [good.id for good in goods]
    demands = []
    for wanted in line:
        good = _index(wanted.good, ids, "good", place, source)
        demand = Demand(_town(wanted.town, place, source), good, wanted.pay)
        if demand.town in goods[good].towns:
            raise bad_file(source, place, "offers-itself", town=wanted.town, good=wanted.good)
        demands.append(demand)
    for what, values in (("towns", [d.town for d in demands]), ("goods", [d.good for d in demands])):
        if len(demands) != DEMANDS or len(set(values)) != DEMANDS:
            raise bad_file(source, place, f"demanded-{what}", demands=DEMANDS)
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
    """Ferries."""
    slow: tuple[int, ...]
    """Mileposts."""
    frozen: bool
    derails: tuple[int, ...]
    """Mileposts."""
    strike: bool
    floods: tuple[int, ...]
    """Sections."""
    idle_docks: tuple[int, ...]
    """Towns."""
    tax: tuple[tuple[int, int], ...]
    """Cash from which it is due, and how much."""

    @property
    def lasts(self) -> bool:
        """Whether something of it is "for one round"."""
        return bool(self.stops or self.slow or self.strike or self.floods or self.idle_docks)


def read_events(text: str, source: str) -> tuple[Event, ...]:
    lines = read_toml(text, source, _EventFile).events
    _check_count(len(lines), EVENTS_IN_ALL, "events", source)
    _check_once((line.id for line in lines), "event", source)
    return tuple(_event(line, source) for line in lines)


def _event(line: _EventLine, source: str) -> Event:
    place = file_place("event", id=line.id)
    ferries = [ferry.name for ferry in BOARD.ferries]
    return Event(
        id=line.id,
        stops=tuple(_index(name, ferries, "ferry", place, source) for name in line.stops),
        slow=_posts(line.slow, place, source),
        frozen=line.frozen,
        derails=_posts(line.derails, place, source),
        strike=line.strike,
        floods=tuple(section for name in line.floods for section in BOARD.rivers[_river(name, place, source)]),
        idle_docks=tuple(_town(name, place, source) for name in line.idle_docks),
        tax=line.tax,
    )


def _river(name: str, place: Message, source: str) -> str:
    rivers = list(BOARD.rivers)
    return rivers[_index(name, rivers, "river", place, source)]


def _posts(regions: tuple[_Region, ...], place: Message, source: str) -> tuple[int, ...]:
    """All mileposts of the regions, each once."""
    found: set[int] = set()
    for region in regions:
        if region.land is not None:
            found |= {post for post in range(BOARD.size) if BOARD.lands[post] == region.land}
        else:
            found |= set(BOARD.within(BOARD.places[_town(region.town, place, source)].at, region.radius))
    return tuple(sorted(found))


# -- what the readers share ----------------------------------------------------------------------------------------


def _index(name: str, names: list[str], what: str, place: Message, source: str) -> int:
    if name not in names:
        raise bad_file(source, place, f"no-{what}", name=shown(name)).advised(advice(name, names))
    return names.index(name)


def _town(name: str, place: Message, source: str) -> int:
    return _index(name, list(BOARD.place_names[: BOARD.towns]), "town", place, source)


def _check_count(found: int, wanted: int, what: str, source: str) -> None:
    if found != wanted:
        raise bad_file(source, "", f"count-{what}", wanted=wanted, found=found)


def _check_once(ids: Iterable[str], what: str, source: str) -> None:
    seen: list[str] = []
    for id_ in ids:
        if id_ in seen:
            raise bad_file(source, file_place(what, id=id_), "id-twice")
        seen.append(id_)


# -- the box -------------------------------------------------------------------------------------------------------


def _text(name: str) -> str:
    return packaged_text("engineshed.games.dampf_and_rails", "data", name)


NUMBERS = read_numbers(_text("numbers.toml"), "numbers.toml")
TRAINS = read_trains(_text("trains.toml"), "trains.toml")
TRAIN_IDS = tuple(train.id for train in TRAINS)
GOODS = read_goods(_text("goods.toml"), "goods.toml")
GOOD_IDS = tuple(good.id for good in GOODS)
ORDERS = read_orders(_text("orders.toml"), "orders.toml", GOODS)
EVENTS = read_events(_text("events.toml"), "events.toml")

FIRST_EVENT = len(ORDERS)
"""Cards are numbered: orders from 0, then events."""
CARDS = len(ORDERS) + len(EVENTS)

OFFERS = tuple(
    tuple(number for number, good in enumerate(GOODS) if town in good.towns) for town in range(len(BOARD.places))
)
"""The goods that each place offers; ports that are not towns offer none."""


def card_name(card: int) -> str:
    """As the notation calls it: an order by its number, an event with an E."""
    return str(card + 1) if card < FIRST_EVENT else f"E{card - FIRST_EVENT + 1}"


def find_card(name: str) -> int | None:
    """A card by what the notation calls it."""
    event = name[:1].upper() == "E"
    digits = name[1:] if event else name
    if not digits.isdecimal() or not digits.isascii() or len(digits) > 3:
        return None
    card = int(digits) - 1 + (FIRST_EVENT if event else 0)
    return card if (FIRST_EVENT <= card < CARDS if event else 0 <= card < FIRST_EVENT) else None
