"""What helps the page to draw what can be done: what tanks extract, what a trade does to a price, a roll's odds."""

from __future__ import annotations

import msgspec

from engineshed.games.planet_steam.rules.components import DIE
from engineshed.games.planet_steam.rules.moves import AnyMove, Buy, Claim, Sell
from engineshed.games.planet_steam.rules.phases.claims import nearest
from engineshed.games.planet_steam.rules.phases.extraction import working_zones, yields
from engineshed.games.planet_steam.rules.phases.trade import next_price
from engineshed.games.planet_steam.rules.state import State
from engineshed.games.planet_steam.rules.truth import Stage


class Hints(msgspec.Struct, frozen=True):
    yields: tuple[tuple[int, ...], ...]
    """For each seat, how much of each resource its working tanks would extract."""


class TradeHint(msgspec.Struct, frozen=True, tag="trade"):
    """What a trade or a pass leads to."""

    price: int
    """What the next player pays."""


class ClaimHint(msgspec.Struct, frozen=True, tag="claim"):
    """What a roll for a zone can lead to (R42)."""

    least: int
    """The lowest roll that claims the zone."""
    good: int
    """How many faces of the die claim it."""
    faces: int
    otherwise: tuple[int, ...]
    """The zones of which one is taken after a lower roll."""
    credits: int
    """What the player gets after a lower roll if there is no such zone."""


def hints(s: State, _seat: int | None) -> Hints:
    """The hints, which are the same for everybody, because tanks are open."""
    return Hints(tuple(tuple(yields(s, working_zones(s, seat))) for seat in range(s.seats)))


def hint(s: State, m: AnyMove) -> TradeHint | ClaimHint | None:
    if s.stage == Stage.CLAIM and isinstance(m, Claim) and not s.options.free_zone_choice:
        least = s.board.claimed_by
        return ClaimHint(least, DIE + 1 - least, DIE, tuple(nearest(s, m.zone)), s.board.no_zone)
    if s.stage != Stage.TRADE:
        return None
    left = min(s.supplies[s.resource] - _bought(m), len(s.board.shifts[s.resource]) - 1)
    return TradeHint(next_price(s.board, s.resource, s.prices[s.resource], left))


def _bought(m: AnyMove) -> int:
    """How many units a trade buys; below zero if it sells."""
    match m:
        case Buy(amount):
            return amount
        case Sell(amount):
            return -amount
        case _:
            return 0
