"""Safety in the expert game, where debts keep growing: what a player can spend and still survive."""

from __future__ import annotations

from engineshed.games.steam.bots.outlook import delivery_lengths
from engineshed.games.steam.bots.position import Position, with_range
from engineshed.games.steam.rules.for_bots import NUMBERS


def bearable(p: Position, after: Position) -> bool:
    """Whether an expense leaves enough to survive without luck, or pays for itself if only luck can help anyway."""
    if not p.upkeep:
        return True
    return not is_lost(after) or worst_case(after) >= worst_case(p)


def is_lost(p: Position) -> bool:
    """Whether only luck can save the player from bankruptcy."""
    return worst_case(p) < NUMBERS.loan * p.lowest


def worst_case(p: Position) -> int:
    """Income after the cost of capital, and cash, after rounds in which only the deliveries that are certain now are
    made.

    Capital is raised for expenses only; in this round it is too late for that, and a missing dollar costs more.
    """
    cash, income = p.cash + NUMBERS.short_unit * p.vp, p.income + sure_delivery(p)
    for to_come in range(min(p.weights.horizon, p.payouts)):
        due = p.upkeep * p.range - income
        unit = NUMBERS.loan - 1 if to_come else NUMBERS.short_unit
        steps = _units(due - cash, unit)
        cash, income = cash + unit * steps - due, income - steps
    return NUMBERS.loan * income + cash


def sure_delivery(p: Position) -> int:
    """What can be delivered in this round; if the range must be raised for it, it must also earn the upkeep."""
    if p.range == NUMBERS.range_highest:
        return _second_longest(p)
    return max(_second_longest(p), _second_longest(with_range(p)) - p.upkeep)


def _second_longest(p: Position) -> int:
    """A rival may take the cube with the longest route."""
    lengths = sorted(delivery_lengths(p))
    return lengths[-2] if len(lengths) > 1 else 0


def units_for(money: int) -> int:
    """How many units of capital are needed for this much: each also costs a dollar of this round's income."""
    return _units(money, NUMBERS.loan - 1)


def _units(money: int, unit: int) -> int:
    return max(0, -(-money // unit))
