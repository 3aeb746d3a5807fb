"""Why a move is good, and what it costs: the facts that the bot weighs, for people."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from engineshed.core.words import Message, Param
from engineshed.games.steam_power.bots.building import Build, links
from engineshed.games.steam_power.bots.changes import fees, good_cost, with_delivery
from engineshed.games.steam_power.bots.position import survey
from engineshed.games.steam_power.bots.routes import Route
from engineshed.games.steam_power.bots.weights import Weights
from engineshed.games.steam_power.rules.for_bots import (
    COMPANY_WORDS,
    NUMBERS,
    TILE_WORDS,
    VP_CITY,
    AnyMove,
    Contracts,
    Cross,
    Deliver,
    Done,
    Factory,
    From,
    Money,
    Plan,
    Remove,
    Replace,
    Rest,
    Track,
    Via,
    View,
    ground_of,
    the_contract,
)

MOST = 3
"""The most that is said about a move."""


def reasons(view: View, move: AnyMove, w: Weights) -> list[Message]:
    """What speaks for a move, the weightiest first; at least one sentence about every move of a player."""
    return list(islice(_Reasons(view, w).about(move), MOST))


def _why(id_: str, **params: Param) -> Message:
    return Message(f"why.{id_}", params)


class _Reasons:
    def __init__(self, view: View, w: Weights) -> None:
        self.view = view
        self.world, self.p = survey(view, view.active, w)
        self.cities = ground_of(view.options.map, view.options.data).city_things

    def about(self, move: AnyMove) -> Iterator[Message]:
        match move:
            case Deliver(contract) | Plan(contract):
                yield from self._contract(contract, planned=isinstance(move, Plan))
            case Factory(city, goods):
                yield from self._factory(city, goods)
            case Track() | Cross() | Remove():
                yield from self._building(move)
            case Replace():
                yield _why("replace")
            case Contracts():
                yield _why("contracts", hand=len(self.p.hand))
                if self.view.stage == "bonus":
                    yield _why("free")
            case Money():
                yield from self._money()
            case Done():
                yield _why("half") if self.view.steps else _why("declined", bonus=f"@bonus.{self.view.bonus}")
            case From() | Via() | Rest():
                yield self._shipping(move)

    # -- contracts and goods -------------------------------------------------------------------------------------------

    def _contract(self, number: int, *, planned: bool) -> Iterator[Message]:
        contract, cost = self.world.contracts[number], fees(self.world, self.p, number)
        yield _why(
            "plan" if planned else "deliver",
            contract=the_contract(number),
            vp=contract.vp,
            money=contract.money,
            fees=cost,
        )
        if self._is_last():
            yield _why("last", contracts=NUMBERS.targets[self.view.seats])
        if contract.bonus != "none":
            yield _why("bonus", bonus=f"@bonus.{contract.bonus}")
        after = with_delivery(self.world, self.p, number)
        for city, (before, left) in enumerate(zip(self.p.goods, after.goods, strict=True)):
            if before and not left and self.p.factories[city] == self.world.me:
                yield _why("emptied", city=self.cities[city], vp=self._flip(city))

    def _is_last(self) -> bool:
        """Whether one more contract makes this round the last one."""
        view = self.view
        done = len(view.players[0 if self.world.solo else view.active].done)
        return not self.world.solo and not view.final and done + 1 == NUMBERS.targets[view.seats]

    def _flip(self, city: int) -> int:
        return self.world.flip[self._colour(city)]

    def _colour(self, city: int) -> int:
        return next(colour for colour, cities in enumerate(self.world.by_colour) if city in cities)

    def _wanted(self, colour: int) -> int:
        """How many goods of a colour the contracts in hand ask for."""
        return sum(goods for number in self.p.hand for good, goods in self.world.demands[number] if good == colour)

    def _factory(self, city: int, goods: int) -> Iterator[Message]:
        colour = self._colour(city)
        good = TILE_WORDS[colour]
        yield _why("factory", city=self.cities[city], goods=goods, good=good)
        if wanted := self._wanted(colour):
            yield _why("wanted", goods=wanted, good=good)
        yield _why("flips", city=self.cities[city], vp=self._flip(city))

    def _money(self) -> Iterator[Message]:
        yield _why("money", money=self.world.take_money)
        costs = [(fees(self.world, self.p, number), number) for number in self.p.hand]
        dear = min(((cost, number) for cost, number in costs if cost > self.p.money), default=None)
        if dear is not None:
            yield _why("saving", contract=the_contract(dear[1]), fees=dear[0], money=self.p.money)
        elif self.world.last:
            yield _why("score", money=NUMBERS.money_per_vp)

    def _shipping(self, move: From | Via | Rest) -> Message:
        match move:
            case From(city):
                return _why("from", city=self.cities[city], fees=good_cost(self.world, self.p, city))
            case Via(company, _) if company == self.world.me:
                return _why("own-link")
            case Via(company, _):
                return _why("foreign-link", company=COMPANY_WORDS[company], fee=NUMBERS.link_fee)
        return _why("rest")

    # -- track ---------------------------------------------------------------------------------------------------------

    def _building(self, move: AnyMove) -> Iterator[Message]:
        if isinstance(move, Remove):
            yield _why("remove")
        leading = [build for build in links(self.world, self.p, self.view, {}) if build.move == move]
        if leading:
            yield from self._link(max(leading, key=_worth).route, lays=not isinstance(move, Remove))
        elif not isinstance(move, Remove):
            yield _why("nowhere")

    def _link(self, route: Route, *, lays: bool) -> Iterator[Message]:
        """``lays``: the first tile of the route is laid by the move itself."""
        start, goal = self.cities[route.start], self.cities[route.goal]
        if after := len(route.laid) - lays:
            yield _why("link", start=start, goal=goal, tiles=after, money=route.money)
        else:
            yield _why("finishes", start=start, goal=goal)
        colour = self._colour(route.goal)
        if colour == VP_CITY:
            yield _why("vp-city", city=goal, vp=NUMBERS.vp_city)
        elif wanted := self._wanted(colour):
            yield _why("makes", city=goal, good=TILE_WORDS[colour], goods=wanted)


def _worth(build: Build) -> float:
    return build.worth
