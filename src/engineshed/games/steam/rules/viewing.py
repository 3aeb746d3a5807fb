"""What a seat may know, which in this game is everything (ST-GEN-7), and the truth back from it."""

from __future__ import annotations

import msgspec

from engineshed.core.rng import Rng
from engineshed.games.steam.rules.consequences import with_consequences
from engineshed.games.steam.rules.courses import goal_of
from engineshed.games.steam.rules.links import NOBODY, Link
from engineshed.games.steam.rules.money import capacity
from engineshed.games.steam.rules.scoring import complete_links
from engineshed.games.steam.rules.state import Player, Stage, State, Truth
from engineshed.games.steam.rules.view import CityView, LinkView, PlayerView, View


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
        before=None if s.before is None else view(s.before, seat),
        trip=s.trip,
        gains=s.gains,
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
