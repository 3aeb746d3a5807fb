"""What players ask before they move: what to do now, what a move costs, and why something cannot be done."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from engineshed.core.contract import Illegal, Seat
from engineshed.core.notation import read_number
from engineshed.core.questions import attempts, refusal_of
from engineshed.core.words import Message, Param
from engineshed.games.planet_steam.rules import moves
from engineshed.games.planet_steam.rules.components import CONVERTED, RESOURCES, WAYS
from engineshed.games.planet_steam.rules.moves import AnyMove
from engineshed.games.planet_steam.rules.names import COMPANY_WORDS, GAUGES, RESOURCE_WORDS
from engineshed.games.planet_steam.rules.phases.auction import asked_for
from engineshed.games.planet_steam.rules.stages import RULES
from engineshed.games.planet_steam.rules.state import State
from engineshed.games.planet_steam.rules.truth import Stage
from engineshed.games.planet_steam.rules.view import View
from engineshed.games.planet_steam.rules.viewing import most_to_bid
from engineshed.games.planet_steam.speech import notation

# -- what is to be done ----------------------------------------------------------------------------------------------


def task(v: View) -> Message:
    """One sentence for the active player."""
    match v.stage:
        case "first" | "claim-roll" | "river-roll" | "compensation":
            return Message("task.nature")
        case "carrier-auction" | "auction" | "zone-auction":
            return _bidding(v)
        case "claim":
            return Message(f"task.{_claiming(v)}")
        case "trade" if v.resource is not None:
            return _trading(v, v.resource)
        case "tank":
            return _buying(v)
        case "shift":
            return Message("task.shift", {"spaces": v.budget})
        case "keep":
            own = v.players[v.active].credits
            return Message("task.keep" if own is None or own >= v.deposit else "task.release", {"credits": v.deposit})
        case "river" | "neutral-claim" | "marker":
            return Message(f"task.{v.stage}", {"count": v.placing})
        case "fit" if v.resource is not None:
            return Message("task.fit", {"resource": RESOURCE_WORDS[v.resource]})
        case _:
            return Message(f"task.{v.stage}")


def _bidding(v: View) -> Message:
    most = most_to_bid(v, v.active)
    message = asked_for(v.stage, v.bid, most)
    params: dict[str, Param] = {}
    if v.leader is not None:
        params = {"company": COMPANY_WORDS[v.leader], "credits": v.bid}
    if message.endswith("-pass") and most is not None:
        params["most"] = most
    return Message(f"task.{message}", params)


def _buying(v: View) -> Message:
    return Message("task.tank-sold-out") if v.tank_price is None else Message("task.tank", {"credits": v.tank_price})


def _claiming(v: View) -> str:
    if all(zone.owner is not None for zone in v.zones):
        return "claim-by-licence"
    way = "claim-freely" if v.options.free_zone_choice else "claim"
    return f"{way}-or-licence" if v.players[v.active].licences else way


def _trading(v: View, resource: int) -> Message:
    """What the active player can do with a resource: buy, sell, both, or only pass."""
    player, price, supply = v.players[v.active], v.prices[resource], v.supplies[resource]
    buys = supply and (player.credits is None or player.credits >= price)
    match bool(buys), bool(player.goods[resource]):
        case True, True:
            message = "task.trade"
        case True, False:
            message = "task.buy"
        case False, True:
            message = "task.sell"
        case _:
            message = "task.trade-pass"
    return Message(message, {"resource": GAUGES[resource], "price": price, "supply": supply})


# -- what it costs ---------------------------------------------------------------------------------------------------


def price(s: State, m: AnyMove) -> int:
    """Credits that are paid at once; bids are paid when they have won."""
    match m:
        case moves.Tank():
            return s.board.local_tank.credits + s.board.tank_prices[s.market]
        case moves.Import():
            return s.board.imported_tank.credits
        case moves.Converter(_, resource):
            return s.board.converters[resource].credits
        case moves.Buy(amount):
            return amount * s.prices[s.resource]
        case moves.Manipulate(way):
            return s.board.ways[way].cost
        case moves.Keep():
            return s.deposit
        case _:
            return 0


# -- why not ---------------------------------------------------------------------------------------------------------

REFUSALS_IN_ORDER = (
    *("no-zone", "not-own", "no-tank", "tank-there", "claimed", "neutral", "unavailable", "no-free-zone"),
    *(
        "no-choice",
        "roll-failed",
        "not-nearest",
        "same-converter",
        "replaced-here",
        "supercharger-there",
        "no-converter-there",
        "no-supercharger",
        "no-change",
    ),
    *("received", "river", "immobile", "fallen", "works-free", "works-already", "no-licence", "sold-out"),
    *("too-few-goods", "too-few-credits", "no-energy", "tanks-gone"),
)
"""Refusals in the order in which a move runs into them."""


def why_not(s: State, seat: Seat, about: str) -> Illegal | None:
    """``about``: ``zone C3``, ``resource ore``, ``card 2``, ``row 4``, or the name of an action."""
    return refusal_of(attempts(s, about, THINGS, ACTS), lambda move: RULES.check(s, seat, move), REFUSALS_IN_ORDER)


def _at_zone(s: State, zone: int) -> Iterator[AnyMove]:
    """The moves that could be made at a zone, in any stage."""
    match s.stage:
        case Stage.NAME:
            return iter((moves.Name(zone),))
        case Stage.RIVER | Stage.NEUTRAL_CLAIM:
            return iter((moves.Neutral(zone),))
        case Stage.TOPPLE:
            return iter((moves.Topple(zone),))
        case Stage.EXTRACT:
            return iter((moves.Work(zone),))
        case Stage.TANK | Stage.ACTIVATE:
            return _with_tank(s, zone)
        case Stage.FIT:
            return iter((moves.Fit(zone),))
        case _:
            return iter((moves.Claim(zone), moves.Licence(zone)))


def _with_tank(s: State, zone: int) -> Iterator[AnyMove]:
    if not s.tanks[zone]:
        yield moves.Tank(zone)
        yield moves.Import(zone)
        return
    yield from (moves.Converter(zone, resource) for resource in CONVERTED)
    yield moves.Supercharger(zone)
    for goal in s.own[s.active]:
        yield moves.MoveTank(zone, goal)
        yield moves.MoveConverter(zone, goal)
        yield moves.MoveSupercharger(zone, goal)
    yield moves.ReturnConverter(zone)


def _with_resource(s: State, resource: int) -> Iterator[AnyMove]:
    if s.stage == Stage.TRADE:
        return iter((moves.Buy(1), moves.Sell(1)))
    if s.stage == Stage.SHIFT:
        return iter((moves.Shift(resource, 1), moves.Shift(resource, -1)))
    return iter((moves.Take(resource), moves.Upgrade(resource), moves.Unload(resource)))


def _zones(s: State) -> range:
    return range(len(s.owners))


def _pairs(s: State, kind: type[moves.MoveTank | moves.MoveConverter | moves.MoveSupercharger]) -> Iterator[AnyMove]:
    return (kind(start, goal) for start in _zones(s) for goal in s.own[s.active] or (0,))


THINGS: dict[str, Callable[[State, Sequence[str]], Iterator[AnyMove]]] = {
    "zone": lambda s, words: _at_zone(s, notation.read_zone(s, " ".join(words))),
    "resource": lambda s, words: _with_resource(s, notation.read_resource(" ".join(words))),
    "card": lambda _s, words: iter((moves.Card(read_number(" ".join(words))),)),
    "row": lambda _s, words: iter((moves.Anchor(read_number(" ".join(words)) - 1),)),
}
ACTS: dict[str, Callable[[State], Iterator[AnyMove]]] = {
    "bid": lambda s: iter((moves.Bid(s.bid + 1),)),
    "pass": lambda _s: iter((moves.Pass(),)),
    "claim": lambda s: map(moves.Claim, _zones(s)),
    "licence": lambda s: map(moves.Licence, _zones(s)),
    "anchor": lambda s: map(moves.Anchor, range(s.board.rows)),
    "activate": lambda _s: iter((moves.Activate(),)),
    "idle": lambda _s: iter((moves.Idle(),)),
    "tank": lambda s: map(moves.Tank, _zones(s)),
    "import": lambda s: map(moves.Import, _zones(s)),
    "converter": lambda s: (moves.Converter(zone, resource) for zone in _zones(s) for resource in CONVERTED),
    "supercharger": lambda s: map(moves.Supercharger, _zones(s)),
    "upgrade": lambda _s: map(moves.Upgrade, range(len(RESOURCES))),
    "movetank": lambda s: _pairs(s, moves.MoveTank),
    "moveconverter": lambda s: _pairs(s, moves.MoveConverter),
    "movesupercharger": lambda s: _pairs(s, moves.MoveSupercharger),
    "returnconverter": lambda s: map(moves.ReturnConverter, _zones(s)),
    "work": lambda s: map(moves.Work, _zones(s)),
    "extract": lambda _s: iter((moves.Extract(),)),
    "buy": lambda _s: iter((moves.Buy(1),)),
    "sell": lambda _s: iter((moves.Sell(1),)),
    "buylicence": lambda _s: iter((moves.BuyLicence(),)),
    "selllicence": lambda _s: iter((moves.SellLicence(),)),
    "buyquarters": lambda _s: iter((moves.BuyQuarters(),)),
    "manipulate": lambda _s: map(moves.Manipulate, range(len(WAYS))),
    "keep": lambda _s: iter((moves.Keep(),)),
    "release": lambda _s: iter((moves.Release(),)),
    "done": lambda _s: iter((moves.Done(),)),
}
