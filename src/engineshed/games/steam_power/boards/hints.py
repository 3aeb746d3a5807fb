"""What helps the page to draw what can be done: what each contract in hand would cost now."""

from __future__ import annotations

import msgspec

from engineshed.games.steam_power.rules.components import CONTRACTS
from engineshed.games.steam_power.rules.state import State
from engineshed.games.steam_power.rules.supply import bought, cost_of, prices


class Hints(msgspec.Struct, frozen=True):
    costs: tuple[int | None, ...] = ()
    """For each contract in one's hand the least that completing it costs now, None without a network.

    Whoever has less money than this cannot complete it now.
    """
    bought: tuple[int, ...] = ()
    """For each contract in one's hand how many of its goods would have to come from the bank."""


def hints(s: State, seat: int | None) -> Hints:
    """In the solo game the company that is active would do the work."""
    if seat is None:
        return Hints()
    hand, company = s.hands[seat], s.active if s.solo else seat
    if not s.has_network(company):
        return Hints((None,) * len(hand), (0,) * len(hand))
    table, demands = prices(s, company), [CONTRACTS[contract].demand for contract in hand]
    return Hints(tuple(cost_of(table, d) for d in demands), tuple(bought(table, d) for d in demands))
