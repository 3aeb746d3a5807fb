"""What the bot weighs: a position reduced to what matters to one player for the rest of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from engineshed.games.steam.bots.network import Joined, Network, network_of
from engineshed.games.steam.bots.weights import Weights
from engineshed.games.steam.rules.for_bots import NUMBERS, View

Cubes = Mapping[int, tuple[int, ...]]
"""The cubes of each city, by its hex."""
GOODS_PHASE = ("move", "route", "points", "over")
"""The stages of the goods phase, and those after it."""


class Position(Struct, frozen=True):
    weights: Weights
    net: Network
    cubes: Cubes
    range: int
    cash: int
    income: int
    vp: int
    links: int
    actions: int
    """Deliveries that I can still make, this one included."""
    payouts: int
    """How many more times income will be paid."""
    lowest: int
    highest: int
    """The ends of the income scale."""
    upkeep: int
    """What each step of range costs per round: nothing in the base game."""


def survey(view: View, me: int, weights: Weights) -> Position:
    player = view.players[me]
    own = [(link.start, link.goal) for link in view.links if link.owner == me and link.head and link.tail]
    return Position(
        weights=weights,
        net=network_of(tuple(own), tuple([(city.hex, city.colour) for city in view.cities])),
        cubes={city.hex: city.cubes for city in view.cities},
        range=player.range,
        cash=player.cash,
        income=player.income,
        vp=player.vp,
        links=len(own),
        actions=_actions_left(view),
        payouts=view.rounds - view.round + 1,
        lowest=view.options.income_lowest,
        highest=view.options.income_highest,
        upkeep=NUMBERS.upkeep if view.options.variant == "expert" else 0,
    )


def _actions_left(view: View) -> int:
    now = view.passes + 1 if view.stage in GOODS_PHASE else NUMBERS.passes
    return now + NUMBERS.passes * (view.rounds - view.round)


def with_links(p: Position, links: Sequence[Joined]) -> Position:
    return replace(p, net=p.net.joined(links), links=p.links + len(links))


def with_city(p: Position, hex_: int, colour: int) -> Position:
    return replace(p, net=p.net.founded(hex_, colour))


def with_cubes(p: Position, city: int, cubes: Sequence[int]) -> Position:
    """The position with these additional cubes in a city."""
    there = p.cubes.get(city, (0,) * len(cubes))
    return replace(p, cubes={**p.cubes, city: tuple(a + b for a, b in zip(there, cubes, strict=True))})


def with_range(p: Position, steps: int = 1) -> Position:
    return replace(p, range=p.range + steps)


def with_points(p: Position, points: int) -> Position:
    return replace(p, vp=p.vp + points)


def with_income(p: Position, points: int) -> Position:
    return replace(p, income=min(p.highest, p.income + points))


def with_payment(p: Position, amount: int) -> Position:
    """The position after a payment, with money raised as in the base game."""
    short = amount - p.cash
    units = -(-short // NUMBERS.loan) if short > 0 else 0
    return replace(p, cash=p.cash + NUMBERS.loan * units - amount, income=p.income - units)


def with_capital(p: Position, units: int) -> Position:
    """The position with money raised before it is needed, as in the expert game."""
    return replace(p, cash=p.cash + NUMBERS.loan * units, income=p.income - units)


def acted(p: Position) -> Position:
    return replace(p, actions=p.actions - 1)
