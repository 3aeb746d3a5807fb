"""The box of a table: the board, the cards and the trains, with every table that follows from them.

Most of it is a reconstruction, and the files can be corrected (``core.corrections``). So each table has a box, and
tables with the same corrections share one.
"""

from __future__ import annotations

from functools import lru_cache

from engineshed.core.corrections import Data, Texts
from engineshed.core.words import Thing
from engineshed.games.dampf_and_rails.rules.board import FREE, NOWHERE, STREET, Board
from engineshed.games.dampf_and_rails.rules.components import (
    MOST_PLAYERS,
    TRAINS_EACH,
    Demand,
    Event,
    Good,
    Numbers,
    Order,
    TrainType,
)
from engineshed.games.dampf_and_rails.rules.datafiles import FILES, read_files
from engineshed.games.dampf_and_rails.rules.moves import (
    Build,
    Buy,
    Connect,
    Cross,
    Go,
    Lay,
    Money,
    Place,
    Start,
    Step,
    Turns,
)
from engineshed.games.dampf_and_rails.rules.nearness import NEVER, codes, ferry_price, prices_to
from engineshed.games.dampf_and_rails.rules.prices import Prices
from engineshed.games.dampf_and_rails.rules.ways import Onward

Front = tuple[tuple[int, int, int, int], ...]


class Box(Prices):
    """Used in every move: nothing in it changes, and every lookup table is made once."""

    def __init__(
        self,
        board: Board,
        numbers: Numbers,
        trains: tuple[TrainType, ...],
        goods: tuple[Good, ...],
        orders: tuple[Order, ...],
        events: tuple[Event, ...],
    ) -> None:
        super().__init__(board)
        self.board, self.numbers = board, numbers
        self.trains, self.goods, self.orders, self.events = trains, goods, orders, events
        self._make_cards()
        self._make_places()
        self._make_ways()
        self._make_moves()
        self._make_things()

    def _make_cards(self) -> None:
        self.speeds = {
            "standard": tuple(kind.speed for kind in self.trains),
            "fast": tuple(kind.fast_speed for kind in self.trains),
        }
        self.offers = tuple(
            tuple(number for number, good in enumerate(self.goods) if town in good.towns)
            for town in range(len(self.board.places))
        )
        """The goods that each place offers; ports that are not towns offer none."""
        self.wanted: tuple[dict[tuple[int, int], Demand], ...] = tuple(
            {(demand.town, demand.good): demand for demand in order} for order in self.orders
        )
        """For each order its demands by town and good."""
        self.wanting: dict[tuple[int, int], tuple[int, ...]] = {
            pair: tuple(card for card, demands in enumerate(self.wanted) if pair in demands)
            for demands in self.wanted
            for pair in demands
        }
        """The orders that ask for a good in a town."""

    def _make_places(self) -> None:
        board = self.board
        places = list(enumerate(board.places))
        self.start_towns = tuple(number for number, place in places if place.starts)
        """Where networks begin, and which towns must be joined in the end."""
        self.big_cities = {
            "start-towns": self.start_towns,
            "hexagon": tuple(number for number, place in places if place.kind == "hexagon"),
        }
        self.town_at = tuple(place if place < board.towns else NOWHERE for place in board.place_at)
        """The town that each milepost belongs to; a lone port belongs to no town."""
        self.groups = tuple(
            (post,) if place == NOWHERE else board.places[place].mileposts for post, place in enumerate(board.place_at)
        )
        """The mileposts that are connected together with each."""
        self.at_port = {
            post: self.ferries_at[place]
            for post, place in enumerate(board.place_at)
            if place >= 0 and self.ferries_at[place]
        }
        """The ferries that leave from a milepost; in København from any of its mileposts."""
        self.places_at = tuple(
            tuple(board.place_at[post] for post in ends if board.place_at[post] >= 0) for ends in board.ends
        )
        """The towns and ports at the ends of each section; building there needs more than money."""
        self.doors = tuple(sum([1 << section for section in ways]) for ways in board.ways_in)
        """For each place, the sections that lead to it from outside, as bits."""
        self.lone_doors = sum(
            {
                section: 1 << section
                for place, ferry in enumerate(self.port_ferry)
                if ferry != NOWHERE
                for section in board.ways_in[place]
            }.values()
        )
        """The same for all ports that are not towns."""
        self.no_rails = bytes(STREET if street else FREE for street in board.streets)
        self.no_ferries = (0,) * len(board.ferries)
        self.no_exits = (0,) * len(board.places)
        self.clear = bytes(board.size)
        """The mileposts that the weather affects when it is fine: none."""
        self.all_dry = bytes(len(board.ends))
        """The sections that are flooded when the weather is fine: none."""

    # Ways to build

    def _make_ways(self) -> None:
        board = self.board
        self.fronts: tuple[Front, ...] = tuple(self._front(post) for post in range(board.size))
        """The sections at each milepost: other end, section, price if that end is new, and price if it is already
        connected."""
        self.prices_to = tuple(prices_to(board, self, place) for place in range(len(board.places)))
        """For each place, what it costs from each milepost to get there on an empty board."""
        self.far_from_all = (NEVER,) * len(board.places)
        """The entries of a network without mileposts, which is far from every place."""
        self.no_table = (0,) * board.size
        """A table of prices for a goal whose prices have not been computed."""
        self.codes = tuple(codes(self.prices_to, post) for post in range(board.size))
        self.onward = tuple(self._onward(post) for post in range(board.size))
        """Every step out of a milepost, or out of the hexagon that it belongs to."""
        self.towards = tuple(self._towards(beyond) for beyond in self.prices_to)
        """For each place, the steps out of each milepost, beginning with the cheapest way to the place."""

    def _front(self, post: int) -> Front:
        price, water = self.post_price, self.water_price
        return tuple(
            (there, section, price[there] + water[section], min(price[there], price[post]) + water[section])
            for there, section in self.board.around[post]
        )

    def _onward(self, post: int) -> tuple[Onward, ...]:
        board = self.board
        steps = [
            self._by_land(here, there, section)
            for here in self.groups[post]
            for there, section in board.around[here]
            if not board.streets[section]
        ]
        place = board.place_at[post]
        steps += [self._by_ferry(number, place) for number, ferry in enumerate(board.ferries) if place in ferry.ends]
        return tuple(steps)

    def _by_land(self, here: int, there: int, section: int) -> Onward:
        left, entered = self.board.place_at[here], self.board.place_at[there]
        return Onward(
            to=there,
            price=self.post_price[there] + self.water_price[section],
            section=section,
            ferry=NOWHERE,
            left=left,
            entered=entered,
        )

    def _by_ferry(self, ferry: int, place: int) -> Onward:
        across = self.board.ferries[ferry].across(place)
        beyond = self.board.places[across].at
        return Onward(
            to=beyond,
            price=ferry_price(self.board, ferry, place),
            section=NOWHERE,
            ferry=ferry,
            left=place,
            entered=across,
        )

    def _towards(self, beyond: tuple[int, ...]) -> tuple[tuple[Onward, ...], ...]:
        return tuple(tuple(sorted(steps, key=lambda step: step.price + beyond[step.to])) for steps in self.onward)

    # Moves and things

    def _make_moves(self) -> None:
        board, trains = self.board, range(TRAINS_EACH)
        posts, places, ferries = range(board.size), range(len(board.places)), range(len(board.ferries))
        self.steps = tuple(tuple(Step(train, post) for post in posts) for train in trains)
        self.goes = tuple(
            tuple((Go(train, place), Go(train, place, quickest=True)) for place in places) for train in trains
        )
        """The moves to each place, by the cheapest way and by the quickest."""
        self.crossings = tuple(
            tuple(tuple(Cross(train, ferry, owner) for owner in range(MOST_PLAYERS)) for ferry in ferries)
            for train in trains
        )
        self.builds = tuple(Build(section) for section in range(len(board.ends)))
        self.lays = tuple(Lay(place) for place in places)
        self.connects = tuple(Connect(ferry) for ferry in ferries)
        self.buys = tuple(Buy(town) for town in range(board.towns))
        self.start_moves = tuple(Start(town) for town in self.start_towns)
        self.sum_moves = tuple(Money(money) for money in range(1, self.numbers.lump_sum + 1))
        self.place_moves = tuple(Place(town) for town in range(board.towns))
        self.turn_moves = tuple(Turns(turns) for turns in range(1, self.numbers.deal_rounds + 1))

    def _make_things(self) -> None:
        board = self.board
        self.posts = tuple(Thing("post", post, name, self._near(post)) for post, name in enumerate(board.names))
        """Each milepost as facts and refusals name it (``names``)."""
        self.places = tuple(self.posts[place.at] for place in board.places)
        self.sections = tuple((self.posts[a], self.posts[b]) for a, b in board.pairs)
        """Each section as a pair of things; also the pairs that open water keeps apart."""
        self.ferry_names = tuple(ferry.name for ferry in board.ferries)
        self.ferries = tuple(Thing("ferry", number, ferry.name) for number, ferry in enumerate(board.ferries))

    def _near(self, post: int) -> str:
        """The place by which people find a milepost that has only a code."""
        board = self.board
        if board.names[post] in board.place_names or post not in board.nearest:
            return ""
        return board.place_names[board.nearest[post][0]]


def read_box(texts: Texts) -> Box:
    """The box from the texts of all its files; raises ``BadFileError`` for the first that is wrong."""
    return Box(*read_files(texts))


@lru_cache(maxsize=16)
def box_of(data: Data) -> Box:
    """What a table with this option is played with; () is the box as it comes with the game."""
    return read_box(FILES.box_texts(data))
