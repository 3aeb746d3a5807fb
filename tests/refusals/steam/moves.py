"""Moves of every kind that a seat could send, legal or not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engineshed.core.rng import Rng
from engineshed.games.steam.rules.moves import (
    Bid,
    Capital,
    Choose,
    Cross,
    Cubes,
    Deal,
    Deliver,
    Done,
    Group,
    Grow,
    Income,
    Pass,
    Plan,
    Points,
    Redirect,
    Second,
    Skip,
    TakeBack,
    Town,
    Track,
    Upgrade,
    Urbanise,
    Via,
)
from tests.refusals.steam.position import Position
from tests.refusals.steam.predicates_goods import Route, onward

WAY_KINDS = (Track, Second, Cross, Redirect)


class Maker:
    """Draws moves for one position."""

    def __init__(self, p: Position, rng: Rng) -> None:
        self.p, self.rng = p, rng
        self.near = self._near() or [0]

    def _near(self) -> list[int]:
        """The hexes with track, those that open ends point at, and those beside cities and towns."""
        found = [*self.p.tracks, *(hex_ for hex_, _ in self.p.ends), *(hex_ for hex_, _ in self.p.ends)]
        for place in (*self.p.cities, *self.p.ground.printed_towns):
            found += [beside for beside in self.p.ground.beside[place] if beside is not None]
        return found

    def hex(self) -> int:
        """Mostly near track and places, sometimes anywhere, and sometimes off the map."""
        if self.rng.below(6):
            return self.rng.choice(self.near)
        return self.rng.below(len(self.p.ground.names) + 4) - 2

    def city(self) -> int:
        return self.rng.choice(list(self.p.cities)) if self.rng.below(8) else self.hex()

    def town(self) -> int:
        towns = list(self.p.ground.printed_towns)
        return self.rng.choice(towns) if towns and self.rng.below(8) else self.hex()

    def way(self) -> int:
        return self.rng.below(15) if self.rng.below(12) else self.rng.below(17) - 1

    def around(self, *numbers: int) -> int:
        return self.rng.choice(numbers) + self.rng.below(5) - 2

    # -- by kind ------------------------------------------------------------------------------------------------------

    def turn_order(self) -> Iterator[Any]:
        auction = self.p.view.auction
        last = 0 if auction is None or auction.leader is None else auction.bids[auction.leader]
        for _ in range(6):
            yield Bid(self.around(0, last, last + 1, self.p.me.cash, self.p.capacity))
            yield Capital(self.around(0, self.p.steps))
        yield from (Skip(), Pass())

    def tiles(self) -> Iterator[Any]:
        for tile in range(-1, 10):
            yield Choose(tile, False)
            yield Choose(tile, True)

    def track(self) -> Iterator[Any]:
        fresh = self.p.view.fresh
        open_links = [link for link in self.p.links if link.tiles and not link.complete]
        for _ in range(8):
            yield Track(self.hex(), self.way())
            yield Cross(self.rng.choice(list(self.p.tracks) or [0]), self.way())
            yield Town(self.town(), self.rng.below(64) if self.rng.below(8) else self.rng.below(80) - 8)
            yield Redirect(self.hex(), self.way())
            yield Second(fresh if fresh is not None and self.rng.below(6) else self.hex(), self.way())
        for hex_, edge in self.rng.shuffled(list(self.p.ends))[:4]:
            yield from self._from(hex_, edge)
        for link in self.rng.shuffled(open_links)[:4]:
            for way in (self.way(), self.way(), self.way()):
                yield Redirect(self.rng.choice((link.tiles[0][0], link.tiles[-1][0])), way)

    def _from(self, hex_: int, edge: int) -> Iterator[Any]:
        """Track that continues from an open end, in some direction."""
        others = [other for other in range(6) if other != edge]
        for other in self.rng.shuffled(others)[:3]:
            one, two = sorted((edge, other))
            way = sum(5 - n for n in range(one)) + two - one - 1
            yield self.rng.choice((Track, Cross, Second))(hex_, way)
            yield Town(hex_, 1 << edge | 1 << other)

    def actions(self) -> Iterator[Any]:
        for _ in range(3):
            yield Urbanise(self.town(), self.rng.below(7) - 1)
            yield Grow(self.city())
            yield Group(self.rng.below(len(self.p.view.fields) + 3) - 1)
        yield from (Done(), TakeBack())

    def goods(self) -> Iterator[Any]:
        seats = self.p.view.seats
        for _ in range(6):
            yield Deliver(
                self.city(), self.rng.below(7) - 1, self.city(), tuple(self.rng.below(3) for _ in range(seats))
            )
            yield Plan(self.city(), self.rng.below(7) - 1)
            yield Via(self.rng.below(8) - 1)
        yield from self._by_route()
        yield from (Upgrade(), Pass(), Points(), Income())

    def _by_route(self) -> Iterator[Any]:
        """Deliveries and plans along chains of links, whatever rules the chains break."""
        stocked = [city for city in self.p.view.cities if any(city.cubes)]
        for city in self.rng.shuffled(stocked)[:3]:
            colour = self.rng.choice([colour for colour, count in enumerate(city.cubes) if count])
            routes = list(onward(self.p, Route((), (city.hex,)), min(self.p.me.range + 1, 4)))
            fitting = [r for r in routes if r.places[-1] in self.p.cities and self._takes(r.places[-1], colour)]
            for route in self.rng.shuffled(fitting or routes)[:4]:
                gains = route.gains(self.p.view.seats)
                yield Deliver(city.hex, colour, route.places[-1], gains)
                if not self.rng.below(4):
                    yield Deliver(city.hex, colour, route.places[-1], tuple(reversed(gains)))
                    yield Deliver(city.hex, colour, route.places[-1], gains[1:])
            yield Plan(city.hex, colour)

    def _takes(self, place: int, colour: int) -> bool:
        return bool(self.p.cities[place].colour == colour)

    def drawn(self) -> Iterator[Any]:
        yield Cubes((0, 1, 2))
        yield Deal(tuple(range(1, self.p.view.seats + 1)))

    def fitting(self) -> Iterator[Any]:
        """Many moves of the kinds that fit the stage."""
        match self.p.view.stage:
            case "opening" | "auction" | "capital":
                yield from self.turn_order()
            case "choose":
                yield from self.tiles()
            case "build":
                yield from self.track()
                yield from self.actions()
            case "group":
                yield from self.actions()
            case _:
                yield from self.goods()

    def all(self) -> list[Any]:
        return [
            *self.turn_order(), *self.tiles(), *self.track(), *self.actions(), *self.goods(), *self.drawn()
        ]  # fmt: skip


def moves(p: Position, rng: Rng) -> list[Any]:
    """Many moves that fit the stage, and a few of any kind."""
    maker = Maker(p, rng)
    return [*maker.fitting(), *rng.shuffled(maker.all())[:4]]


def any_moves(p: Position, rng: Rng) -> list[Any]:
    """A few moves of any kind, for players who are not to act."""
    maker = Maker(p, rng)
    return [*rng.shuffled(list(maker.fitting()))[:1], *rng.shuffled(maker.all())[:2]]
