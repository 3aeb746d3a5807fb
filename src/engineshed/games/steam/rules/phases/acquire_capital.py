"""Expert: acquire capital, the only chance in a round to raise money (ST-XCAP)."""

from __future__ import annotations

from engineshed.core.stages import Log, refuse
from engineshed.games.steam.rules.components import NUMBERS
from engineshed.games.steam.rules.money import raisable, raise_units
from engineshed.games.steam.rules.moves import AnyMove, Capital
from engineshed.games.steam.rules.names import company_word
from engineshed.games.steam.rules.phases.rounds import next_capital
from engineshed.games.steam.rules.state import State


def offer_capital(s: State) -> list[AnyMove]:
    return [Capital(units) for units in range(raisable(s, s.players[s.active]) + 1)]


def check_capital(s: State, m: Capital) -> None:
    most = raisable(s, s.players[s.active])
    if m.units < 0:
        raise refuse("ST-XCAP-1", "capital-low")
    if m.units > most:
        raise refuse("ST-XCAP-2", "capital-high", most=most)


def play_capital(s: State, m: Capital, log: Log) -> None:
    raise_units(s, s.active, m.units)
    player = s.players[s.active]
    log.tell(
        "capital",
        company=company_word(s.active),
        money=NUMBERS.loan * m.units,
        income=player.income,
        vp=player.vp,
    )
    next_capital(s)
