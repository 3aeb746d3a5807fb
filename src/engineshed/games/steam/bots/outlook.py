"""What a position is worth: points and money as they are, and the deliveries that the player's own network promises."""

from __future__ import annotations

from engineshed.games.steam.bots.network import Lengths
from engineshed.games.steam.bots.position import Position, with_range
from engineshed.games.steam.bots.weights import Weights
from engineshed.games.steam.rules.for_bots import NUMBERS, income_vp

Cubes = list[tuple[Lengths, int]]
"""How far cubes of one colour in one city can go, and how many there are."""


def outlook(p: Position) -> float:
    """The victory points that a player can expect in the end; only differences mean anything."""
    return p.vp + NUMBERS.link_vp * p.links + purse(p) + promise(p)


def purse(p: Position) -> float:
    """Cash and income: what they buy, and what income is worth at the end."""
    income = p.income - p.upkeep * p.range
    paid = sum(_paid_out(p.weights, income) for _ in range(p.payouts))
    cash = p.weights.dollar * p.cash * min(1.0, (p.payouts - 1) / 2)
    return cash + paid + _end_worth(p)


def _paid_out(w: Weights, income: int) -> float:
    spare = max(0, income - w.rich)
    return w.paid_out * (income - spare + w.spare * spare)


def _end_worth(p: Position) -> float:
    """What income is worth at the end; a debt can be paid off as long as there are deliveries to come."""
    if p.income >= 0:
        return p.income / NUMBERS.income_per_vp
    return income_vp(p.income) * (1 - p.weights.mended * min(1.0, p.actions / p.weights.mending))


def promise(p: Position) -> float:
    """The best deliveries to come, after raising the range as often as that pays for itself."""
    if p.actions <= 0:
        return 0.0
    cubes = _cubes(p)
    best = max(_deliveries(p, cubes, steps) for steps in range(NUMBERS.range_highest - p.range + 1))
    useful = min(p.range, p.links + (0 if p.upkeep else p.weights.overreach))
    start = p.weights.first_link * p.payouts if p.links else 0.0
    return best + p.weights.range * useful * p.actions + start


def _deliveries(p: Position, cubes: Cubes, steps: int) -> float:
    """The longest deliveries after raising the range this often, as many as there is time for."""
    time = p.actions - steps
    if time <= 0:
        return 0.0
    worth, kept = 0.0, 1.0
    for length in sorted(_lengths(cubes, p.range + steps), reverse=True)[:time]:
        worth += length * kept
        kept *= p.weights.later
    return worth


def _cubes(p: Position) -> Cubes:
    """The cubes that can be delivered on my network: how far with each range, and how many of a kind."""
    return [
        (lengths, count)
        for city, cubes in p.cubes.items()
        if city in p.net
        for lengths, count in zip(p.net.lengths(city), cubes, strict=True)
        if count and lengths[-1]
    ]


def _lengths(cubes: Cubes, reach: int) -> list[int]:
    """How far each cube can go with this range, for those that can be delivered at all."""
    found: list[int] = []
    for lengths, count in cubes:
        if lengths[reach]:
            found += [lengths[reach]] * count
    return found


def best_delivery(p: Position) -> int:
    """The longest delivery that is possible now over the player's own links."""
    return max(delivery_lengths(p), default=0)


def delivery_lengths(p: Position) -> list[int]:
    """How far each cube that can be delivered now goes over the player's own links."""
    return _lengths(_cubes(p), p.range)


def pays_for_range(p: Position) -> bool:
    """In the expert game range costs upkeep: the deeper a player is in debt, the longer a delivery it must allow."""
    if not p.upkeep or p.income >= 0:
        return True
    further = best_delivery(with_range(p, min(NUMBERS.passes, NUMBERS.range_highest - p.range)))
    return further > (best_delivery(p) if p.income <= p.weights.expert_lowest_income else 0)


def in_need(p: Position) -> bool:
    """In the expert game, players who have built and have nothing to deliver pay upkeep until they are bankrupt."""
    return p.upkeep > 0 and p.links > 0 and p.income < 0 and not best_delivery(p)


def relieved(p: Position, after: Position) -> float:
    """The outlook after a move, with a bonus if the move ends the player's need."""
    return outlook(after) + (p.weights.urgent if in_need(p) and best_delivery(after) else 0.0)


def deliverable(p: Position) -> int:
    """How many cubes my network can deliver, with a better locomotive if need be."""
    return sum(count for _, count in _cubes(p))
