"""Why a move is good, and what it costs: the facts that the bot weighs, for people."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from engineshed.core.words import Message, Param
from engineshed.games.steam.bots.building import budget, track
from engineshed.games.steam.bots.choosing import limit, price_of
from engineshed.games.steam.bots.outlook import best_delivery, deliverable
from engineshed.games.steam.bots.position import (
    Position,
    survey,
    with_city,
    with_cubes,
    with_links,
    with_payment,
    with_range,
)
from engineshed.games.steam.bots.routes import Route
from engineshed.games.steam.bots.weights import Weights
from engineshed.games.steam.rules.for_bots import (
    CITY_COLOUR_WORDS,
    NUMBERS,
    AnyMove,
    Bid,
    Capital,
    Choose,
    Cross,
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
    Tile,
    Town,
    Track,
    Upgrade,
    Urbanise,
    Via,
    View,
    action_word,
    ground_of,
    the_cubes,
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
        self.view, self.p = view, survey(view, view.active, w)
        self.places = ground_of(view.options.map, view.options.data).places

    def about(self, move: AnyMove) -> Iterator[Message]:
        match move:
            case Bid() | Skip() | Pass() | Capital():
                yield from self._money(move)
            case Choose():
                yield from self._tile(move)
            case Track() | Cross() | Town() | Second() | Redirect() | TakeBack() | Done():
                yield from self._building(move)
            case Urbanise() | Grow() | Group():
                yield from self._goods(move)
            case _:
                yield from self._moving(move)

    # -- auctions and capital ------------------------------------------------------------------------------------------

    def _money(self, move: AnyMove) -> Iterator[Message]:
        match move:
            case Bid(amount):
                yield _why("bid", money=amount)
                yield _why("limit", money=int(limit(self.view, self.p)))
            case Skip():
                yield _why("skip")
            case Capital(units):
                yield _why("capital", money=NUMBERS.loan * units, income=self.p.income - units)
                yield _why("expenses", money=max(0, self.p.upkeep * (self.p.range + 1) - self.p.income))
            case _ if self.view.stage == "move":
                yield _why("wait", links=best_delivery(self.p))
            case _:
                yield _why("leave", money=self.p.cash)

    # -- action tiles --------------------------------------------------------------------------------------------------

    def _tile(self, move: Choose) -> Iterator[Message]:
        action = action_word(move.tile)
        if move.idle:
            yield _why("idle", number=move.tile)
            return
        match move.tile:
            case Tile.LOCOMOTIVE:
                yield from self._range()
            case Tile.ENGINEER:
                yield _why("engineer", tiles=NUMBERS.engineer_tiles)
            case Tile.FIRST_MOVE:
                yield _why("first-move", links=best_delivery(self.p))
            case Tile.FIRST_BUILD:
                yield _why("first-build")
            case Tile.GROWTH:
                yield _why("growth")
            case Tile.URBANISATION:
                yield _why("urbanisation")
            case _:
                yield _why("number", number=move.tile)
        if cost := price_of(self.view, self.p, move.tile):
            yield _why("price", action=action, money=cost)
            yield from self._debt(cost)

    def _range(self) -> Iterator[Message]:
        """What a longer range brings and costs."""
        yield _why("range", range=self.p.range + 1)
        yield from self._longer(with_range(self.p))
        if self.p.upkeep:
            yield _why("upkeep", money=self.p.upkeep)

    def _longer(self, after: Position) -> Iterator[Message]:
        before, then = best_delivery(self.p), best_delivery(after)
        if then > before:
            yield _why("longer", before=before, links=then)

    def _debt(self, cost: int) -> Iterator[Message]:
        """The base game raises what is missing at once."""
        steps = self.p.income - with_payment(self.p, cost).income
        if steps > 0 and not self.p.upkeep:
            yield _why("debt", steps=steps)

    # -- building ------------------------------------------------------------------------------------------------------

    def _building(self, move: AnyMove) -> Iterator[Message]:
        match move:
            case Second():
                yield _why("second")
            case Redirect():
                yield _why("redirect")
            case TakeBack():
                yield _why("take-back")
            case Done():
                yield _why("done", tiles=self.view.placements, money=self.p.cash)
            case _:
                found = [option for option in self._routes() if option[1].first == move]
                yield from self._route(max(found, key=_gain)[1]) if found else iter([_why("nowhere")])

    def _routes(self) -> Iterator[tuple[float, Route]]:
        return track(self.view, self.p, self.view.placements, budget(self.p))

    def _route(self, route: Route) -> Iterator[Message]:
        after = with_links(self.p, route.links)
        yield _why("route", links=len(route.links), tiles=route.tiles, money=route.money)
        yield from self._longer(after)
        yield from self._more(after)
        yield from self._debt(route.money)

    def _more(self, after: Position) -> Iterator[Message]:
        """More cubes that the player's own network can deliver."""
        cubes = deliverable(after) - deliverable(self.p)
        if cubes > 0:
            yield _why("cubes", cubes=cubes)

    def _goods(self, move: Urbanise | Grow | Group) -> Iterator[Message]:
        match move:
            case Urbanise(hex_, colour):
                yield _why("urbanise", town=self.places[hex_], colour=CITY_COLOUR_WORDS[colour])
                yield from self._more(with_city(self.p, hex_, colour))
            case Grow(hex_):
                yield _why("grow", city=self.places[hex_])
            case Group(field) if self.view.growing is not None:
                city = self.view.cities[self.view.growing].hex
                yield _why("group", city=self.places[city], cubes=the_cubes(self.view.fields[field]))
                yield from self._more(with_cubes(self.p, city, self.view.fields[field]))

    # -- moving goods --------------------------------------------------------------------------------------------------

    def _moving(self, move: AnyMove) -> Iterator[Message]:
        me = self.view.active
        match move:
            case Upgrade():
                yield from self._range()
                yield _why("instead")
            case Deliver(_, _, goal, gains):
                yield _why("deliver", city=self.places[goal], points=gains[me])
                if others := sum(gains) - gains[me]:
                    yield _why("others", points=others)
            case Plan(city, _):
                yield _why("plan", city=self.places[city])
            case Via():
                yield _why("via")
            case Points():
                yield _why("points", points=self.view.gains[0].points)
            case Income():
                gained = min(self.view.gains[0].points, self.p.highest - self.p.income)
                yield _why("income", points=gained, times=self.p.payouts)


def _gain(option: tuple[float, Route]) -> float:
    return option[0]
