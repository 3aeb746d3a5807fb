"""Moves of every kind that a seat could send, legal or not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engineshed.core.rng import Rng
from engineshed.games.planet_steam.rules.moves import (
    Activate,
    Anchor,
    Bid,
    Buy,
    BuyLicence,
    BuyQuarters,
    Card,
    Claim,
    Converter,
    Discard,
    Done,
    Engineer,
    Extract,
    First,
    Idle,
    Import,
    Keep,
    Licence,
    Manipulate,
    MoveConverter,
    MoveSupercharger,
    MoveTank,
    Name,
    Neutral,
    Order,
    Pass,
    Release,
    ReturnConverter,
    Roll,
    Sabotage,
    Sell,
    SellLicence,
    Shift,
    Supercharger,
    Take,
    Tank,
    Topple,
    Unload,
    Upgrade,
    Work,
)
from tests.refusals.planet_steam.position import Position


class Maker:
    """Draws moves for one position."""

    def __init__(self, p: Position, rng: Rng) -> None:
        self.p, self.rng = p, rng

    def around(self, *numbers: int) -> int:
        return self.rng.choice(numbers) + self.rng.below(5) - 2

    def resource(self) -> int:
        return self.rng.below(4) if self.rng.below(10) else self.rng.below(7) - 1

    def zone(self) -> int:
        """A zone: often the player's own, otherwise any, and sometimes one that does not exist."""
        zones = len(self.p.board.names)
        mine = [zone for zone in range(zones) if self.p.mine(zone)]
        if mine and self.rng.below(2):
            return self.rng.choice(mine)
        return self.rng.below(zones) if self.rng.below(8) else self.rng.below(zones + 4) - 2

    def own_tank(self) -> int:
        """A zone with one of the player's tanks, if there is one."""
        tanks = [zone for zone in range(len(self.p.board.names)) if self.p.has_own_tank(zone)]
        return self.rng.choice(tanks) if tanks and self.rng.below(8) else self.zone()

    def auctions(self) -> Iterator[Any]:
        for _ in range(6):
            yield Bid(self.around(0, self.p.view.bid, self.p.credits, self.p.most_bid))
        yield Pass()

    def specialists(self) -> Iterator[Any]:
        for number in range(-1, 7):
            yield Card(number)
        yield from (Engineer(True), Engineer(False))
        for _ in range(3):
            yield Take(self.resource())
            yield Upgrade(self.resource())
            yield Order(self.resource(), self.rng.below(7) - 1)
            yield Manipulate(self.rng.below(5) - 1)
            yield Shift(self.resource(), self.rng.below(13) - 6)
            yield Sabotage(self.rng.below(self.p.view.seats + 2) - 1)
            yield Topple(self.zone())
        yield Done()

    def zones(self) -> Iterator[Any]:
        for _ in range(6):
            for kind in (Name, Claim, Neutral, Licence):
                yield kind(self.zone())
        if self.p.stage == "divert":
            for zones in self.p.board.zones_from(self.p.view.zone):
                yield from map(Claim, zones[:3])
        for _ in range(3):
            yield Anchor(self.rng.below(10) - 1)
        yield from (Pass(), Keep(), Release())

    def tanks(self) -> Iterator[Any]:
        yield from (Activate(), Idle(), Discard(), Done())
        for _ in range(5):
            yield Tank(self.zone())
            yield Import(self.zone())
            yield Converter(self.zone(), self.resource())
            yield Supercharger(self.zone())
            yield Upgrade(self.resource())
        for _ in range(4):
            for kind in (MoveTank, MoveConverter, MoveSupercharger):
                yield kind(self.own_tank(), self.own_tank() if self.rng.below(2) else self.zone())
            yield ReturnConverter(self.own_tank())

    def resources(self) -> Iterator[Any]:
        for _ in range(4):
            yield Work(self.zone())
            yield Unload(self.resource())
        traded = self.p.view.resource if self.p.stage == "trade" else 0
        supply, price = self.p.view.supplies[traded], max(1, self.p.view.prices[traded])
        for _ in range(4):
            yield Buy(self.around(0, supply, self.p.credits // price))
            yield Sell(self.around(0, self.p.me.goods[traded]))
        yield from (Extract(), BuyLicence(), SellLicence(), BuyQuarters(), Pass())

    def drawn(self) -> Iterator[Any]:
        yield from (First(0), Roll(3))

    def fitting(self) -> list[Any]:
        match self.p.stage:
            case "auction" | "carrier-auction" | "zone-auction":
                return list(self.auctions())
            case "first-upgrade" | "card" | "engineer" | "banker" | "bonus" | "marker" | "manipulate" | "shift":
                return list(self.specialists())
            case "sabotage" | "topple":
                return list(self.specialists())
            case "activate" | "tank" | "fit":
                return list(self.tanks())
            case "extract" | "unload" | "trade" | "certificate" | "over":
                return list(self.resources())
        return list(self.zones())

    def all(self) -> list[Any]:
        parts = (self.auctions(), self.specialists(), self.zones(), self.tanks(), self.resources(), self.drawn())
        return [move for part in parts for move in part]


def moves(p: Position, rng: Rng) -> list[Any]:
    """Many moves that fit the stage, and a few of any kind."""
    maker = Maker(p, rng)
    return [*maker.fitting(), *rng.shuffled(maker.all())[:4]]


def any_moves(p: Position, rng: Rng) -> list[Any]:
    """A few moves of any kind, for players who are not to act."""
    maker = Maker(p, rng)
    return [*rng.shuffled(maker.fitting())[:1], *rng.shuffled(maker.all())[:1]]
