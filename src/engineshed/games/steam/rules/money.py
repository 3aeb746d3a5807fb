"""Money: what a player can pay, and how it is raised (ST-FIN, ST-XCAP)."""

from __future__ import annotations

from engineshed.games.steam.rules.components import NUMBERS
from engineshed.games.steam.rules.state import Player, State


def steps_down(s: State, player: Player) -> int:
    """How many steps the income can still sink."""
    return player.income - s.options.income_lowest


def raisable(s: State, player: Player) -> int:
    """Units of money that can be raised at all: each costs a step of income, and points when there is none left."""
    return steps_down(s, player) + player.vp // NUMBERS.loan_vp


def capacity(s: State, player: Player) -> int:
    """All that a player could pay by raising money (ST-FIN-7)."""
    return player.cash + NUMBERS.loan * raisable(s, player)


def raise_units(s: State, seat: int, units: int) -> None:
    player = s.players[seat]
    by_income = min(units, steps_down(s, player))
    s.change(
        seat,
        cash=player.cash + NUMBERS.loan * units,
        income=player.income - by_income,
        vp=player.vp - NUMBERS.loan_vp * (units - by_income),
    )


def pay(s: State, seat: int, amount: int) -> int:
    """Pay from cash, raising no more units than are needed (ST-FIN-4, ST-FIN-5). Says how many that were."""
    short = amount - s.players[seat].cash
    units = -(-short // NUMBERS.loan) if short > 0 else 0
    if units:
        raise_units(s, seat, units)
    s.change(seat, cash=s.players[seat].cash - amount)
    return units


def building_money(s: State, seat: int) -> int:
    """What a player can spend on track: in the expert game cash only (ST-XACT-5), unless beginners are helped."""
    player = s.players[seat]
    if s.expert and s.options.beginner_relief not in ("track", "both"):
        return player.cash
    return capacity(s, player)
