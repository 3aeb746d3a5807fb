"""Hints for the page: what contracts would cost now, where tiles lead, and which link a good would take."""

from __future__ import annotations

import msgspec

from engineshed.games.steam_power.boards.joins import join_hint
from engineshed.games.steam_power.rules.moves import AnyMove, Cross, Replace, Track, Via
from engineshed.games.steam_power.rules.names import the_link
from engineshed.games.steam_power.rules.phases.complete_contract import link_between
from engineshed.games.steam_power.rules.state import State
from engineshed.games.steam_power.rules.supply import bought, cost_of, prices
from engineshed.rail.joins import JoinHint


class ContractHint(msgspec.Struct, frozen=True, gc=False):
    """Whether a contract in hand can be completed, and at what cost."""

    contract: int
    cost: int | None
    """The least that completing it costs now; with less money it cannot be completed. None without a network."""
    bought: int
    """How many of its goods would have to come from the bank."""


class Hints(msgspec.Struct, frozen=True, gc=False):
    hand: tuple[ContractHint, ...] = ()


class CarryHint(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag="carry"):
    """A hint for carrying a good over its next link."""

    link: str
    """The link over which the move would carry the good, by its id in facts."""


Hint = CarryHint | JoinHint | None


def hints(s: State, seat: int | None) -> Hints:
    """The hints for a view; in the solo game the active company would complete the contracts."""
    if seat is None:
        return Hints()
    hand, company = s.hands[seat], s.active if s.solo else seat
    if not s.has_network(company):
        return Hints(tuple(ContractHint(contract, None, 0) for contract in hand))
    table = prices(s, company)
    demands = [(contract, s.ground.demands[contract]) for contract in hand]
    return Hints(tuple(ContractHint(contract, cost_of(table, d), bought(table, d)) for contract, d in demands))


def hint(s: State, m: AnyMove) -> Hint:
    match m:
        case Track() | Cross() | Replace():
            return join_hint(s, m)
        case Via(company, city) if s.shipment is not None:
            number = link_between(s, company, s.shipment.at, s.board.place_of[city])
            return CarryHint(f"{the_link(company, number).id}")
    return None
