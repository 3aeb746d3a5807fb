"""What a seat may know, which in this game is everything (ST-GEN-7), and the truth back from it."""

from __future__ import annotations

import msgspec

from engineshed.core.rng import Rng
from engineshed.games.steam.rules.links import NOBODY, Link, goal_of
from engineshed.games.steam.rules.money import capacity, pay
from engineshed.games.steam.rules.moves import Bid, Deliver
from engineshed.games.steam.rules.options import Options
from engineshed.games.steam.rules.phases.move_goods import offer_actions, route_of
from engineshed.games.steam.rules.phases.turn_order import offer_bids
from engineshed.games.steam.rules.scoring import complete_links
from engineshed.games.steam.rules.state import Auction, Player, Stage, State, Trip, Truth, with_consequences


class LinkView(msgspec.Struct, frozen=True):
    owner: int | None
    start: int
    """The hex where it begins: a city or town, or only the hex that an open end points at."""
    edges: tuple[int, ...]
    """The edge over which it leaves its start, then each of its tiles."""
    goal: int
    head: bool
    """Whether it is joined to its start; ``tail``: to its goal."""
    tail: bool
    since: int
    """The round in which it was last extended; 0 for a complete link."""


class CityView(msgspec.Struct, frozen=True):
    hex: int
    colour: int
    cubes: tuple[int, ...]
    """How many of each colour."""
    grown: bool
    """No Goods Growth any more."""
    new: bool


class PlayerView(msgspec.Struct, frozen=True):
    cash: int
    income: int
    vp: int
    range: int
    tile: int
    """This round's action tile, 0 for none yet."""
    idle: bool
    upgraded: bool
    built: bool
    fallen: int
    """0 while in the game; else which of the bankruptcies was his."""
    capacity: int
    """What he could pay by raising money."""
    links: int
    """How many are complete."""


class View(msgspec.Struct, frozen=True):
    seat: int | None
    options: Options
    seats: int
    stage: int
    round: int
    rounds: int
    active: int
    queue: tuple[int, ...]
    order: tuple[int, ...]
    players: tuple[PlayerView, ...]
    passes: int
    auction: Auction | None
    skipper: int
    links: tuple[LinkView, ...]
    cities: tuple[CityView, ...]
    """Printed ones first, then New Cities as they were founded."""
    fields: tuple[tuple[int, ...], ...]
    new_cities: tuple[int, ...]
    """How many New City tiles of each colour are left."""
    shown: tuple[int, ...]
    """How many tiles on the map show each face."""
    placements: int
    acted: bool
    fresh: int
    growing: int
    cautious: bool
    before: View | None
    trip: Trip | None
    gains: tuple[tuple[int, int], ...]
    routes: tuple[tuple[int, ...], ...]
    """For whoever is to deliver: a route for each of his deliveries, in the order of the legal moves."""
    stakes: tuple[tuple[int, int], ...]
    """For whoever is to bid: the cash and income that each of his bids would leave if it won, as legal moves go."""


def view(s: State, seat: int | None) -> View:
    return View(
        seat=seat,
        options=s.options,
        seats=s.seats,
        stage=s.stage,
        round=s.round,
        rounds=s.rounds,
        active=s.active,
        queue=s.queue,
        order=s.order,
        players=tuple(_player(s, other) for other in range(s.seats)),
        passes=s.passes,
        auction=s.auction,
        skipper=s.skipper,
        links=tuple(_link(s, link) for link in s.links),
        cities=_cities(s),
        fields=s.fields,
        new_cities=s.new_cities_left(),
        shown=s.shown,
        placements=s.placements,
        acted=s.acted,
        fresh=s.fresh,
        growing=s.growing,
        cautious=s.cautious,
        before=view(s.before, seat) if isinstance(s.before, State) else None,
        trip=s.trip,
        gains=s.gains,
        routes=_routes(s) if s.stage == Stage.MOVE and seat == s.active else (),
        stakes=_stakes(s) if s.auction is not None and seat == s.active else (),
    )


def _player(s: State, seat: int) -> PlayerView:
    player = s.players[seat]
    return PlayerView(**msgspec.structs.asdict(player), capacity=capacity(s, player), links=complete_links(s, seat))


def _link(s: State, link: Link) -> LinkView:
    owner = None if link.owner == NOBODY else link.owner
    goal = goal_of(s.ground, link.start, link.edges)
    return LinkView(owner, link.start, link.edges, goal, link.head, link.tail, link.since)


def _cities(s: State) -> tuple[CityView, ...]:
    """Before the goods are drawn the cities are there, but empty."""
    printed = len(s.board.cities)
    return tuple(
        CityView(
            hex_,
            s.colours[hex_],
            s.cubes[number] if s.cubes else (),
            number >= printed or number in s.grown,
            number >= printed,
        )
        for number, hex_ in enumerate(s.city_hexes())
    )


def _routes(s: State) -> tuple[tuple[int, ...], ...]:
    return tuple(route_of(s, move) for move in offer_actions(s) if isinstance(move, Deliver))


def _stakes(s: State) -> tuple[tuple[int, int], ...]:
    return tuple(_stake(s, move.amount) for move in offer_bids(s) if isinstance(move, Bid))


def _stake(s: State, amount: int) -> tuple[int, int]:
    paid = s.copy()
    pay(paid, s.active, amount)
    player = paid.players[s.active]
    return player.cash, player.income


def guess(v: View, _rng: Rng) -> State:
    """Nothing is hidden, so there is nothing to draw."""
    return with_consequences(_truth(v))


def _truth(v: View) -> Truth:
    return Truth(
        options=v.options,
        seats=v.seats,
        stage=v.stage,
        round=v.round,
        active=v.active,
        queue=v.queue,
        order=v.order,
        players=tuple(
            Player(**{name: getattr(player, name) for name in Player.__struct_fields__}) for player in v.players
        ),
        passes=v.passes,
        auction=v.auction,
        skipper=v.skipper,
        links=tuple(
            Link(link.start, link.edges, link.head, link.tail, NOBODY if link.owner is None else link.owner, link.since)
            for link in v.links
        ),
        new_cities=tuple((city.hex, city.colour) for city in v.cities if city.new),
        cubes=tuple(city.cubes for city in v.cities) if v.stage != Stage.CUBES else (),
        grown=tuple(number for number, city in enumerate(v.cities) if city.grown and not city.new),
        fields=v.fields,
        placements=v.placements,
        acted=v.acted,
        fresh=v.fresh,
        growing=v.growing,
        cautious=v.cautious,
        before=None if v.before is None else _truth(v.before),
        trip=v.trip,
        gains=v.gains,
    )
