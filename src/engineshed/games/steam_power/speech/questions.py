"""What players ask before they move: what to do now, what a move costs, and why something cannot be done."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from engineshed.core.contract import Illegal, Seat
from engineshed.core.questions import attempts, refusal_of
from engineshed.core.words import Message
from engineshed.games.steam_power.rules import moves
from engineshed.games.steam_power.rules.components import NUMBERS
from engineshed.games.steam_power.rules.moves import AnyMove
from engineshed.games.steam_power.rules.names import the_contract
from engineshed.games.steam_power.rules.phases.build_factory import first_goods
from engineshed.games.steam_power.rules.stages import RULES
from engineshed.games.steam_power.rules.state import State
from engineshed.games.steam_power.rules.supply import cost_of, prices, sources
from engineshed.games.steam_power.rules.truth import Stage
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
    """Everything that is paid, including fees to other players."""
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
            return _paid(s, m)
        case moves.Rest() if s.shipment is not None:
            return cost_of(prices(s, s.active), s.shipment.needs)
        case _:
            return 0


def _paid(s: State, m: moves.Via) -> int:
    """What a move costs when played: after this link the good moves on automatically while there is only one way."""
    purse = s.purse(s.active)
    after = RULES.apply(s, Seat(purse), m, tell=False).state
    reward = sum(s.ground.contracts[contract].money for contract in after.done[purse][len(s.done[purse]) :])
    return s.money[purse] - after.money[purse] + reward


# -- why not --------------------------------------------------------------------------------------------------------

FARTHEST = (
    *("first-tile", "no-start", "unfinished", "not-joined", "trains-gone", "off-map", "into-water", "joins-rival"),
    *("loop", "no-crossing", "tiles-gone", "track-price", "factory-unconnected", "factories-gone", "delivery-price"),
)
"""Refusals in the order in which a move runs into them."""


def why_not(s: State, seat: Seat, about: str) -> Illegal | None:
    """``about``: ``hex D7``, ``city Essen``, ``contract A5``, or the name of an action."""
    return refusal_of(attempts(s, about, THINGS, ACTIONS), lambda move: RULES.check(s, seat, move), FARTHEST)


def _at_hex(s: State, hex_: int) -> Iterator[AnyMove]:
    city = s.board.city_at[hex_]
    return _at_city(s, city) if city >= 0 else _track_at(s, hex_)


def _track_at(s: State, hex_: int) -> Iterator[AnyMove]:
    """Track can be laid on an empty hex; existing track can be crossed, replaced or removed."""
    ways = range(len(WAYS))
    if not s.tiles[hex_]:
        return (moves.Track(hex_, way) for way in ways)
    changes = (kind(hex_, way) for kind in (moves.Cross, moves.Replace) for way in ways)
    return chain(changes, (moves.Remove(hex_),))


def _at_city(s: State, city: int) -> Iterator[AnyMove]:
    """The moves at a city: in a plan, those that fetch goods or bring them there; otherwise, building a factory."""
    if s.stage == Stage.PLAN:
        return iter((moves.From(city),))
    if s.stage == Stage.ROUTE:
        first = s.board.places[s.board.place_of[city]][0]
        return (moves.Via(company, first) for company in range(s.companies))
    return iter((moves.Factory(city, min(first_goods(s, city), default=0)),))


def _deliveries(s: State) -> Iterator[AnyMove]:
    """Deliveries for the contracts in hand; if there are none, for any contract: all are refused for that reason."""
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
