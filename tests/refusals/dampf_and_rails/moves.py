"""Moves of every kind that a seat could send, legal or not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engineshed.core.rng import Rng
from engineshed.games.dampf_and_rails.rules.moves import (
    Accept,
    Build,
    Buy,
    Connect,
    Cross,
    Deliver,
    Draw,
    Drop,
    End,
    Exchange,
    First,
    Go,
    Goods,
    Keep,
    Lay,
    Load,
    Lose,
    Money,
    Place,
    Propose,
    Refuse,
    Send,
    Start,
    Step,
    Stop,
    Turns,
    Withdraw,
    Work,
)
from tests.refusals.dampf_and_rails.board import BOARD, GOODS, OFFERED, ORDERS, TRAINS
from tests.refusals.dampf_and_rails.position import Position
from tests.refusals.dampf_and_rails.predicates import TERMS


class Maker:
    """Draws moves for one position."""

    def __init__(self, p: Position, rng: Rng) -> None:
        self.p, self.rng = p, rng

    def below(self, count: int) -> int:
        """A number below this count, or rarely one that is out of range."""
        return self.rng.below(count) if self.rng.below(12) else self.rng.below(count + 3) - 1

    def train(self) -> int:
        return self.rng.below(len(self.p.me.trains)) if self.rng.below(8) else self.rng.below(4) - 1

    def at(self, train: int) -> int | None:
        found: int | None = self.p.me.trains[train].at if self.p.has_train(train) else None
        return found

    # -- by kind ------------------------------------------------------------------------------------------------------

    def before(self) -> Iterator[Any]:
        hand = self.rng.shuffled([*(self.p.me.hand or ()), self.below(63)])
        yield Keep(tuple(hand[:3]))
        yield Keep(tuple(hand[: self.rng.below(5)]))
        yield Keep((hand[0],) * 3)
        for _ in range(2):
            yield Start(self.rng.choice(list(BOARD.starts)))
            yield Start(self.below(len(BOARD.names)))

    def running(self) -> Iterator[Any]:
        for _ in range(6):
            train = self.train()
            here = self.at(train)
            beside = list(BOARD.around[here]) if here is not None else [0]
            tracked = [post for post in beside if here is not None and BOARD.around[here][post] in self.p.owner]
            yield Step(train, self.rng.choice(beside) if self.rng.below(6) else self.below(len(BOARD.codes)))
            yield Step(train, self.rng.choice(tracked or beside))
            yield Go(train, self.below(len(BOARD.names)))
            yield Go(train, self.below(len(BOARD.names)), quickest=True)
        for ferry in range(-1, 6):
            owner = self.rng.choice([*self.p.ferry_owners(ferry), self.below(self.p.view.seats)])
            yield Cross(self.train(), ferry, owner)
        yield from (Stop(), Exchange())

    def goods(self) -> Iterator[Any]:
        for _ in range(4):
            train = self.train()
            loads = self.p.me.trains[train].loads if self.p.has_train(train) else ()
            here = BOARD.place_at.get(self.at(train) or 0)
            offered = [good for good, towns in enumerate(OFFERED) if here in towns]
            yield Load(train, self.rng.choice([*offered, self.below(len(GOODS))]))
            yield Drop(train, self.rng.choice([*loads, self.below(len(GOODS))]))
            cards = [*(self.p.me.hand or ()), *self.p.view.public, self.below(len(ORDERS))]
            yield Deliver(train, self.rng.choice(cards), self.rng.choice([*loads, self.below(len(GOODS))]))
        for _ in range(4 if self.p.stage == "lose" else 1):
            loads = [good for train in self.p.me.trains for good in train.loads]
            yield Lose(self.rng.choice([*loads, self.below(len(GOODS))]))

    def building(self) -> Iterator[Any]:
        near = [section for post in self.p.network for section in BOARD.around[post].values()] or [0]
        ends = [BOARD.around[post] for posts in BOARD.posts_of for post in posts if self._beside(post)]
        into = [section for around in ends for section in around.values()] or near
        flooded = set().union(*self.p.flooded.values())
        for section in self.rng.shuffled([section for section in near if section in flooded])[:2]:
            yield Build(section)
        for _ in range(8):
            yield Build(self.rng.choice(near) if self.rng.below(6) else self.below(len(BOARD.ends)))
            yield Build(self.rng.choice(into))
        yield Build(len(BOARD.ends) + self.rng.below(len(BOARD.open_water)))
        for city in BOARD.starts:
            around = [section for post in BOARD.posts_of[city] for section in BOARD.around[post].values()]
            yield Build(self.rng.choice(around))
        for _ in range(3):
            yield Lay(self.below(len(BOARD.names)))
            yield Work(self.train(), self.below(len(TRAINS)))
            yield Buy(self.below(BOARD.towns))
        for ferry in range(-1, 6):
            yield Connect(ferry)
        yield from (End(), Exchange())

    def _beside(self, post: int) -> bool:
        """Whether a milepost belongs to the network or is next to it."""
        return post in self.p.network or not self.p.network.isdisjoint(BOARD.around[post])

    def agreeing(self) -> Iterator[Any]:
        yield from (term() for term in TERMS)
        for _ in range(2):
            yield Propose(self.below(self.p.view.seats))
            yield Goods(self.below(len(GOODS)))
            yield Place(self.below(BOARD.towns))
            yield Turns(self.below(12))
            yield Money(self.below(5))
            yield Money(self.below(60))
        yield Place(self.rng.choice(list(OFFERED[self.rng.below(len(GOODS))])))
        yield from (Send(), Withdraw(), Accept(), Refuse())

    def drawn(self) -> Iterator[Any]:
        yield from (Draw(self.below(73)), First(0))

    def fitting(self) -> list[Any]:
        match self.p.stage:
            case "keep" | "start":
                return list(self.before())
            case "build":
                return list(self.building())
            case "terms" | "money" | "goods" | "place" | "turns" | "answer":
                return list(self.agreeing())
            case _:
                return [*self.running(), *self.goods(), Propose(self.below(self.p.view.seats))]

    def all(self) -> list[Any]:
        return [*self.before(), *self.running(), *self.goods(), *self.agreeing(), *self.building(), *self.drawn()]


def moves(p: Position, rng: Rng) -> list[Any]:
    """Many moves that fit the stage, and a few of any kind."""
    maker = Maker(p, rng)
    return [*maker.fitting(), *rng.shuffled(maker.all())[:4]]


def any_moves(p: Position, rng: Rng) -> list[Any]:
    """A few moves of any kind, for players who are not to act."""
    maker = Maker(p, rng)
    return [*rng.shuffled(maker.fitting())[:1], *rng.shuffled(maker.all())[:2]]
