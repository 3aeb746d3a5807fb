"""Money: what a player can pay, and how it is raised (ST-FIN, ST-XCAP)."""

from __future__ import annotations

import msgspec

from engineshed.games.steam.rules.components import NUMBERS
from engineshed.games.steam.rules.options import COMPANIES
from engineshed.games.steam.rules.state import State
from engineshed.games.steam.rules.truth import Player


def steps_down(s: State, player: Player) -> int:
    """How many steps the income can still go down."""
    return player.income - s.options.income_lowest


def raisable(s: State, player: Player) -> int:
    """Units of money that can be raised at all: each costs a step of income, and points when no step is left."""
    return steps_down(s, player) + player.vp // NUMBERS.loan_vp


def capacity(s: State, player: Player) -> int:
    """The most that a player could pay by raising money (ST-FIN-7)."""
    return player.cash + NUMBERS.loan * raisable(s, player)


def after_raising(s: State, player: Player, units: int) -> Player:
    """The player after raising money: more cash, and less income or points."""
    by_income = min(units, steps_down(s, player))
    return msgspec.structs.replace(
        player,
        cash=player.cash + NUMBERS.loan * units,
        income=player.income - by_income,
        vp=player.vp - NUMBERS.loan_vp * (units - by_income),
    )


def raise_units(s: State, seat: int, units: int) -> None:
    raised = after_raising(s, s.players[seat], units)
    s.players = (*s.players[:seat], raised, *s.players[seat + 1 :])


def units_for(short: int) -> int:
    """How many units of money have to be raised for what cash does not cover (ST-FIN-5)."""
    return -(-short // NUMBERS.loan) if short > 0 else 0


def pay(s: State, seat: int, amount: int) -> int:
    """Pay from cash, raising no more units than needed (ST-FIN-4, ST-FIN-5). Returns how many were raised."""
    units = units_for(amount - s.players[seat].cash)
    if units:
        raise_units(s, seat, units)
    s.change(seat, cash=s.players[seat].cash - amount)
    return units


def may_raise(s: State, seat: int, purpose: str) -> bool:
    """Whether money may be raised as needed for ``track`` or ``expenses``: expert, only by beginners (ST-XCAP-5)."""
    if not s.expert:
        return True
    return s.options.beginner_relief in (purpose, "both") and COMPANIES[seat] in s.options.beginners


def building_money(s: State, seat: int) -> int:
    """What a player can spend on track: in the expert game only cash (ST-XACT-5), except for beginners with relief."""
    player = s.players[seat]
    return capacity(s, player) if may_raise(s, seat, "track") else player.cash
