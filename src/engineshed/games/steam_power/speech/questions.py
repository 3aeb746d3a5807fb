"""What players ask before they move: what is to be done now, what a move costs, and why something cannot be done."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from engineshed.core.contract import Illegal, Seat
from engineshed.core.questions import attempts, refusal_of
from engineshed.core.words import Message
from engineshed.games.steam_power.rules import moves
from engineshed.games.steam_power.rules.components import NUMBERS
from engineshed.games.steam_power.rules.moves import AnyMove
from engineshed.games.steam_power.rules.names import the_contract
from engineshed.games.steam_power.rules.stages import RULES
from engineshed.games.steam_power.rules.state import Stage, State
from engineshed.games.steam_power.rules.supply import cost_of, prices, sources
from engineshed.games.steam_power.rules.view import View
from engineshed.games.steam_power.speech import notation
from engineshed.rail.faces import WAYS

# -- what is to be done ---------------------------------------------------------------------------------------------


def task(v: View) -> Message:
    match v.stage:
        case "action":
            return Message("task.action", {"left": v.actions})
        case "laying":
            return Message("task.laying")
        case "bonus":
            return Message("task.bonus", {"bonus": f"@bonus.{v.bonus}"})
        case "plan" if v.shipment is not None:
            goods = sum(v.shipment.needs)
            return Message("task.plan", {"contract": the_contract(v.shipment.contract), "goods": goods})
        case "route":
            return Message("task.route")
        case "over":
            return Message("task.over")
        case _:
            return Message("task.nature")


# -- what it costs --------------------------------------------------------------------------------------------------


def price(s: State, m: AnyMove) -> int:
    """What is paid on the whole; fees to other players are paid as well."""
    match m:
        case moves.Track(hex_, _):
            return s.ground.price[hex_]
        case moves.Cross():
            return NUMBERS.crossing_cost
        case moves.Deliver(contract) | moves.Plan(contract):
            return cost_of(prices(s, s.active), s.ground.demands[contract])
        case moves.From(city):
            return next(cost for cost, _, number, _, _ in sources(s, s.active, s.colours[city]) if number == city)
        case moves.Via():
            return NUMBERS.link_fee
        case moves.Rest() if s.shipment is not None:
            return cost_of(prices(s, s.active), s.shipment.needs)
        case _:
            return 0


# -- why not --------------------------------------------------------------------------------------------------------

FARTHEST = (
    *("first-tile", "no-start", "unfinished", "not-joined", "trains-gone", "off-map", "into-water", "joins-rival"),
    *("loop", "no-crossing", "tiles-gone", "track-price", "factory-unconnected", "factories-gone", "delivery-price"),
)
"""Refusals in the order in which a move meets them."""


def why_not(s: State, seat: Seat, about: str) -> Illegal | None:
    """``about``: ``hex D7``, ``city Essen``, ``contract A5``, or the name of an action."""
    return refusal_of(attempts(s, about, THINGS, ACTIONS), lambda move: RULES.check(s, seat, move), FARTHEST)


def _at_hex(s: State, hex_: int) -> Iterator[AnyMove]:
    city = s.board.city_at[hex_]
    return _at_city(s, city) if city >= 0 else _track_at(s, hex_)


def _track_at(s: State, hex_: int) -> Iterator[AnyMove]:
    kind = moves.Cross if s.tiles[hex_] else moves.Track
    return (kind(hex_, way) for way in range(len(WAYS)))


def _at_city(s: State, city: int) -> Iterator[AnyMove]:
    """In a plan a city is where goods come from or go; otherwise it is where a factory may stand."""
    if s.stage == Stage.PLAN:
        return iter((moves.From(city),))
    if s.stage == Stage.ROUTE:
        first = s.board.places[s.board.place_of[city]][0]
        return (moves.Via(company, first) for company in range(s.companies))
    goods = NUMBERS.bonus_goods[0] if s.stage == Stage.BONUS else NUMBERS.factory_goods
    return iter((moves.Factory(city, goods),))


def _deliveries(s: State) -> Iterator[AnyMove]:
    """Those in hand; with an empty hand, the first contract of all, which is refused as not theirs."""
    return (moves.Deliver(contract) for contract in s.hands[s.purse(s.active)] or (0,))


THINGS: dict[str, Callable[[State, Sequence[str]], Iterator[AnyMove]]] = {
    "hex": lambda s, words: _at_hex(s, notation.read_hex(s, " ".join(words))),
    "city": lambda s, words: _at_city(s, notation.read_city(s, words, "city")),
    "contract": lambda _s, words: iter((moves.Deliver(notation.read_contract(" ".join(words))),)),
}
ACTIONS: dict[str, Callable[[State], Iterator[AnyMove]]] = {
    "track": lambda s: (move for hex_ in range(s.ground.size) for move in _track_at(s, hex_)),
    "factory": lambda s: (move for city in range(len(s.board.cities)) for move in _at_city(s, city)),
    "deliver": _deliveries,
    "contracts": lambda _s: iter((moves.Contracts(),)),
    "money": lambda _s: iter((moves.Money(),)),
    "done": lambda _s: iter((moves.Done(),)),
}
