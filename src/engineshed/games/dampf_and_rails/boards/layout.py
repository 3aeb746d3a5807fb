"""What never changes on the table during a game, for drawing it: the map's places, the box's pieces."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from engineshed.games.dampf_and_rails.boards.drawing import HEIGHT, WIDTH, ferry_line, post_at, price_at
from engineshed.games.dampf_and_rails.rules.board import NOWHERE, Board, Point
from engineshed.games.dampf_and_rails.rules.box import Box, box_of
from engineshed.games.dampf_and_rails.rules.components import NUMBERS, Demand, Good, Numbers, Pace, TrainType
from engineshed.games.dampf_and_rails.rules.options import Options
from engineshed.games.dampf_and_rails.rules.truth import COMPANIES
from engineshed.rail.drawing import line_path
from engineshed.rail.layout import rounded


class PostInfo(msgspec.Struct, frozen=True):
    name: str
    near: str
    """The nearest town or port, if its own name is a code."""
    at: Point
    place: int | None
    """The town or port that it belongs to."""
    price: int


class SectionInfo(msgspec.Struct, frozen=True):
    ends: tuple[int, int]
    """The mileposts at its ends."""
    water: int
    """What crossing it adds to the price."""
    street: bool
    """Inside a hexagon, where no track is needed."""


class PlaceInfo(msgspec.Struct, frozen=True):
    name: str
    kind: str
    post: int
    """Its milepost; for a hexagon, the one in its centre."""
    limit: int
    """How many players can connect it."""
    start: bool


class FerryInfo(msgspec.Struct, frozen=True):
    name: str
    ends: tuple[int, int]
    """The places at its ends."""
    price: int
    path: str
    label: Point
    """Where its price is written."""


class EventInfo(msgspec.Struct, frozen=True):
    id: str
    lasts: bool
    """Whether it lasts for one round."""
    ferries: tuple[int, ...]
    posts: tuple[int, ...]
    sections: tuple[int, ...]
    towns: tuple[int, ...]


class Layout(msgspec.Struct, frozen=True):
    title: str
    width: float
    height: float
    posts: tuple[PostInfo, ...]
    sections: tuple[SectionInfo, ...]
    places: tuple[PlaceInfo, ...]
    """Towns first, then ports that are not towns."""
    towns: int
    ferries: tuple[FerryInfo, ...]
    goods: tuple[Good, ...]
    orders: tuple[tuple[Demand, ...], ...]
    events: tuple[EventInfo, ...]
    """Cards are numbered: orders from 0, then events."""
    trains: tuple[TrainType, ...]
    companies: tuple[str, ...]
    numbers: Numbers
    pace: Pace


def layout(options: Options) -> Layout:
    return _layout(box_of(options.data), options.variant)


@lru_cache(maxsize=16)
def _layout(box: Box, variant: str) -> Layout:
    board = box.board
    return Layout(
        title=board.title,
        width=WIDTH,
        height=HEIGHT,
        posts=tuple(_post(box, post) for post in range(board.size)),
        sections=tuple(SectionInfo(ends, box.water_price[n], board.streets[n]) for n, ends in enumerate(board.ends)),
        places=tuple(
            PlaceInfo(place.name, place.kind, place.at, box.limits[number], number in box.start_towns)
            for number, place in enumerate(board.places)
        ),
        towns=board.towns,
        ferries=_ferries(board),
        goods=box.goods,
        orders=box.orders,
        events=tuple(
            EventInfo(e.id, e.lasts, e.stops, tuple(sorted({*e.slow, *e.derails})), e.floods, e.idle_docks)
            for e in box.events
        ),
        trains=box.trains,
        companies=COMPANIES,
        numbers=box.numbers,
        pace=NUMBERS.fast if variant == "fast" else NUMBERS.standard,
    )


def _post(box: Box, post: int) -> PostInfo:
    board = box.board
    place = board.place_at[post]
    at = rounded(post_at(board, post))
    return PostInfo(
        board.names[post], box.posts[post].near, at, None if place == NOWHERE else place, box.post_price[post]
    )


def _ferries(board: Board) -> tuple[FerryInfo, ...]:
    found = []
    for ferry in board.ferries:
        line = [rounded(point) for point in ferry_line(board, ferry)]
        found.append(FerryInfo(ferry.name, ferry.ends, ferry.price, line_path(*line), rounded(price_at(line))))
    return tuple(found)
