"""Action 5: take money (R53)."""

from __future__ import annotations

from engineshed.core.stages import Log
from engineshed.games.steam_power.rules.names import company_word
from engineshed.games.steam_power.rules.phases.turn import begin_action, end_action
from engineshed.games.steam_power.rules.state import State


def pay_bank(s: State, company: int, amount: int) -> None:
    """Money from a company's purse to the bank; a negative amount comes from there."""
    if amount:
        purse = s.purse(company)
        s.money = (*s.money[:purse], s.money[purse] - amount, *s.money[purse + 1 :])
        s.bank += amount


def pay_company(s: State, payer: int, payee: int, amount: int) -> None:
    """A fee to another company; in the solo game, where all share a purse, it goes to the bank (R63)."""
    if s.seats == 1:
        pay_bank(s, payer, amount)
    elif payer != payee:
        money = list(s.money)
        money[payer] -= amount
        money[payee] += amount
        s.money = tuple(money)


def play_money(s: State, log: Log) -> None:
    begin_action(s)
    pay_bank(s, s.active, -s.options.take_money)
    if log.on:
        log.tell("money", company=company_word(s.active), money=s.options.take_money)
    end_action(s, log)
