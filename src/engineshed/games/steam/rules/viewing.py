"""What a seat may know, which in this game is everything (ST-GEN-7), and how to get the truth back from it.

A state has numbers for stages and for nobody, nowhere and none; a view has names, and None.
"""

from __future__ import annotations

from typing import Final

from engineshed.core.rng import Rng
from engineshed.games.steam.rules.consequences import with_consequences
from engineshed.games.steam.rules.courses import goal_of, link_id
from engineshed.games.steam.rules.ground import Ground
from engineshed.games.steam.rules.links import NOBODY, Link
from engineshed.games.steam.rules.money import capacity
from engineshed.games.steam.rules.scoring import complete_links
from engineshed.games.steam.rules.state import State
from engineshed.games.steam.rules.truth import NOWHERE, Auction, Player, Stage, Tile, Trip, Truth
from engineshed.games.steam.rules.view import AuctionView, CityView, GainView, LinkView, PlayerView, TripView, View

STAGE_NUMBERS: Final = {name: number for number, name in enumerate(Stage.NAMES)}


def view(s: State, seat: int | None) -> View:
    return View(
        seat=seat,
        options=s.options,
        seats=s.seats,
        stage=Stage.NAMES[s.stage],
        round=s.round,
        rounds=s.rounds,
        active=s.active,
        queue=s.queue,
        order=s.order,
        players=tuple([_player(s, other) for other in range(s.seats)]),
        passes=s.passes,
        auction=None if s.auction is None else _auction(s.auction),
        skipper=None if s.skipper == NOBODY else s.skipper,
        links=tuple([_link(s.ground, link) for link in s.links]),
        cities=_cities(s),
        fields=s.fields,
        new_cities=s.new_cities_left(),
        shown=s.shown,
        placements=s.placements,
        acted=s.acted,
        fresh=None if s.fresh == NOWHERE else s.fresh,
        growing=None if s.growing == NOWHERE else s.growing,
        cautious=s.cautious,
        before=None if s.before is None else view(s.before, seat),
        trip=None if s.trip is None else TripView(s.trip.city, s.trip.colour, s.trip.edges),
        gains=tuple([GainView(other, points) for other, points in s.gains]),
    )


def _player(s: State, seat: int) -> PlayerView:
    player = s.players[seat]
    return PlayerView(
        player.cash,
        player.income,
        player.vp,
        player.range,
        player.tile or None,
        player.idle,
        player.upgraded,
        player.built,
        player.fallen or None,
        capacity(s, player),
        complete_links(s, seat),
    )


def _auction(auction: Auction) -> AuctionView:
    bids = tuple([None if bid == NOBODY else bid for bid in auction.bids])
    leader = None if auction.leader == NOBODY else auction.leader
    return AuctionView(bids, leader, auction.bidders, auction.placed)


def _link(ground: Ground, link: Link) -> LinkView:
    start, edges, head, tail = link.start, link.edges, link.head, link.tail
    owner = None if link.owner == NOBODY else link.owner
    since = None if head and tail else link.since
    return LinkView(link_id(ground, link), owner, start, edges, goal_of(ground, start, edges), head, tail, since)


def _cities(s: State) -> tuple[CityView, ...]:
    """The cities as a view has them; before the goods are drawn, they exist but are empty."""
    printed = len(s.board.cities)
    return tuple(
        [
            CityView(
                hex_,
                s.colours[hex_],
                s.cubes[number] if s.cubes else (),
                number >= printed or number in s.grown,
                number >= printed,
            )
            for number, hex_ in enumerate(s.city_hexes())
        ]
    )


def guess(v: View, _rng: Rng) -> State:
    """The truth of a view; nothing is hidden, so there is nothing to guess."""
    return with_consequences(_truth(v))


def _truth(v: View) -> Truth:
    return Truth(
        options=v.options,
        seats=v.seats,
        stage=STAGE_NUMBERS[v.stage],
        round=v.round,
        active=v.active,
        queue=v.queue,
        order=v.order,
        players=tuple(_true_player(player) for player in v.players),
        passes=v.passes,
        auction=None if v.auction is None else _true_auction(v.auction),
        skipper=NOBODY if v.skipper is None else v.skipper,
        links=tuple(_true_link(link) for link in v.links),
        new_cities=tuple((city.hex, city.colour) for city in v.cities if city.new),
        cubes=tuple(city.cubes for city in v.cities) if v.stage != "cubes" else (),
        grown=tuple(number for number, city in enumerate(v.cities) if city.grown and not city.new),
        fields=v.fields,
        placements=v.placements,
        acted=v.acted,
        fresh=NOWHERE if v.fresh is None else v.fresh,
        growing=NOWHERE if v.growing is None else v.growing,
        cautious=v.cautious,
        before=None if v.before is None else _truth(v.before),
        trip=None if v.trip is None else Trip(v.trip.city, v.trip.colour, v.trip.edges),
        gains=tuple((gain.seat, gain.points) for gain in v.gains),
    )


def _true_player(player: PlayerView) -> Player:
    return Player(
        cash=player.cash,
        income=player.income,
        vp=player.vp,
        range=player.range,
        tile=player.tile or Tile.NONE,
        idle=player.idle,
        upgraded=player.upgraded,
        built=player.built,
        fallen=player.fallen or 0,
    )


def _true_auction(auction: AuctionView) -> Auction:
    bids = tuple(NOBODY if bid is None else bid for bid in auction.bids)
    return Auction(bids, NOBODY if auction.leader is None else auction.leader, auction.bidders, auction.placed)


def _true_link(link: LinkView) -> Link:
    owner = NOBODY if link.owner is None else link.owner
    return Link(link.start, link.edges, link.head, link.tail, owner, link.since or 0)
