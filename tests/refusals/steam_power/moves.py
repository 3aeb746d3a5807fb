"""Moves of every kind that a seat could send, legal or not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engineshed.core.rng import Rng
from engineshed.games.steam_power.rules.moves import (
    Contracts,
    Cross,
    Deliver,
    Done,
    Draw,
    Factory,
    First,
    From,
    Money,
    Plan,
    Remove,
    Replace,
    Rest,
    Track,
    Via,
)
from tests.refusals.steam_power.ground import CONTRACTS
from tests.refusals.steam_power.position import Position


class Maker:
    """Draws moves for one position."""

    def __init__(self, p: Position, rng: Rng) -> None:
        self.p, self.rng = p, rng
        beside = [hex_ for city in p.ground.city_hex for hex_ in p.ground.beside[city] if hex_ is not None]
        ends = [line.goal for line in p.loose if line]
        self.near = [*beside, *p.tracks, *(10 * [hex_ for hex_ in ends if hex_ >= 0])]

    def hex(self) -> int:
        if self.rng.below(6):
            return self.rng.choice(self.near)
        return self.rng.below(len(self.p.ground.names) + 4) - 2

    def way(self) -> int:
        return self.rng.below(15) if self.rng.below(12) else self.rng.below(17) - 1

    def city(self) -> int:
        cities = len(self.p.ground.city_hex)
        return self.rng.below(cities) if self.rng.below(10) else self.rng.below(cities + 3) - 1

    def contract(self) -> int:
        return self.rng.choice([*self.p.holds, *self.p.holds, self.rng.below(len(CONTRACTS) + 2) - 1])

    def track(self) -> Iterator[Any]:
        mine = self.p.mine
        last = mine.tiles[-1][0] if mine else 0
        for _ in range(6):
            yield Track(self.hex(), self.way())
            yield Cross(self.rng.choice(list(self.p.tracks) or [0]), self.way())
            yield Replace(last if self.rng.below(4) else self.hex(), self.way())
        for line in (line for line in self.p.loose if line is not None and line.goal >= 0):
            for _ in range(3):
                yield self.rng.choice((Track, Cross))(line.goal, self._way_at(line.enters))
        yield from (Remove(last), Remove(self.hex()))

    def _way_at(self, edge: int) -> int:
        """A way that uses this edge."""
        other = self.rng.choice([other for other in range(6) if other != edge])
        one, two = sorted((edge, other))
        return sum(5 - n for n in range(one)) + two - one - 1

    def factories(self) -> Iterator[Any]:
        for _ in range(4):
            yield Factory(self.city(), self.rng.choice((5, 5, 4, 6, 3, 7, 0, -1)))

    def contracts(self) -> Iterator[Any]:
        for _ in range(3):
            yield Deliver(self.contract())
            yield Plan(self.contract())
        yield from (Contracts(), Money(), Done())

    def shipping(self) -> Iterator[Any]:
        stocked = [city for city, there in enumerate(self.p.view.cities) if there.goods]
        for _ in range(4):
            yield From(self.rng.choice([*stocked, self.city()]))
            yield Via(self.rng.below(len(self.p.links) + 2) - 1, self.city())
        yield from self._over_links()
        yield Rest()

    def _over_links(self) -> Iterator[Any]:
        shipment = self.p.view.shipment
        if shipment is not None and shipment.at is not None:
            place = sorted(set(self.p.ground.group))[shipment.at]
            for company, city in self.rng.shuffled(self.p.roads.get(place, []))[:4]:
                yield Via(company, city)
                yield Via((company + 1) % len(self.p.links), city)

    def drawn(self) -> Iterator[Any]:
        yield from (Draw(0), First(0))

    def fitting(self) -> list[Any]:
        match self.p.stage:
            case "laying":
                return [*self.track(), Done()]
            case "plan" | "route":
                return list(self.shipping())
            case _:
                return [*self.track(), *self.factories(), *self.contracts()]

    def all(self) -> list[Any]:
        return [*self.track(), *self.factories(), *self.contracts(), *self.shipping(), *self.drawn()]


def moves(p: Position, rng: Rng) -> list[Any]:
    """Many moves that fit the stage, and a few of any kind."""
    maker = Maker(p, rng)
    return [*maker.fitting(), *rng.shuffled(maker.all())[:4]]


def any_moves(p: Position, rng: Rng) -> list[Any]:
    """A few moves of any kind, for players who are not to act."""
    maker = Maker(p, rng)
    return [*rng.shuffled(maker.fitting())[:1], *rng.shuffled(maker.all())[:2]]
