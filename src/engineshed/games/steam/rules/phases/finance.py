"""Finance: a payment that is due, logged with the money that had to be raised for it (ST-FIN)."""

from __future__ import annotations

from engineshed.core.stages import Log
from engineshed.games.steam.rules.components import NUMBERS
from engineshed.games.steam.rules.money import pay
from engineshed.games.steam.rules.names import company_word
from engineshed.games.steam.rules.state import State


def charge(s: State, seat: int, amount: int, log: Log) -> None:
    """Take a payment that the player can make."""
    units = pay(s, seat, amount)
    if units and log.on:
        player = s.players[seat]
        money = NUMBERS.loan * units
        log.tell("raised", company=company_word(seat), money=money, income=player.income, vp=player.vp)
