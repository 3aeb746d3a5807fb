"""Income and expenses at the end of a round, and bankruptcy (ST-PAY, ST-BANK; expert: ST-XPAY)."""

from __future__ import annotations

from engineshed.core.stages import Log
from engineshed.games.steam.rules.components import NUMBERS
from engineshed.games.steam.rules.laying import disown
from engineshed.games.steam.rules.money import capacity, pay, steps_down
from engineshed.games.steam.rules.names import company_word
from engineshed.games.steam.rules.state import State, Tile


def settle_accounts(s: State, log: Log) -> None:
    """Everybody in turn order, by their income at the beginning; the last player left need not pay any more."""
    for seat in s.order:
        if len(s.order) > 1:
            _settle(s, seat, net_income(s, seat), log)


def net_income(s: State, seat: int) -> int:
    player = s.players[seat]
    return player.income - (NUMBERS.upkeep * player.range if s.expert else 0)


def _settle(s: State, seat: int, net: int, log: Log) -> None:
    if net >= 0:
        s.change(seat, cash=s.players[seat].cash + net)
        log.tell("income", company=company_word(seat), money=net)
    elif s.expert and s.options.beginner_relief not in ("expenses", "both"):
        _pay_in_expert_game(s, seat, -net, log)
    elif capacity(s, s.players[seat]) < -net:
        _go_bankrupt(s, seat, log)
    else:
        pay(s, seat, -net)
        _tell_paid(s, seat, -net, log)


def _pay_in_expert_game(s: State, seat: int, due: int, log: Log) -> None:
    """What cash does not cover costs points, then steps of income; the last of them may leave a dollar over."""
    player = s.players[seat]
    short = max(0, due - player.cash)
    units = -(-short // NUMBERS.short_unit)
    points = min(units, player.vp)
    steps = units - points
    if steps > steps_down(s, player):
        _go_bankrupt(s, seat, log)
        return
    cash = player.cash + units * NUMBERS.short_unit - due
    s.change(seat, cash=cash, vp=player.vp - points, income=player.income - steps)
    _tell_paid(s, seat, due, log)


def _tell_paid(s: State, seat: int, due: int, log: Log) -> None:
    player = s.players[seat]
    log.tell(
        "expenses",
        company=company_word(seat),
        money=due,
        cash=player.cash,
        income=player.income,
        vp=player.vp,
    )


def _go_bankrupt(s: State, seat: int, log: Log) -> None:
    """They are out, and nobody owns their links any more. Players who go bankrupt later rank better."""
    for link in s.links:
        if link.owner == seat:
            disown(s, link)
    s.held = (*s.held[:seat], 0, *s.held[seat + 1 :])
    fallen = 1 + max(player.fallen for player in s.players)
    s.change(seat, cash=0, tile=Tile.NONE, idle=False, fallen=fallen)
    s.order = tuple(other for other in s.order if other != seat)
    log.tell("bankrupt", company=company_word(seat))
