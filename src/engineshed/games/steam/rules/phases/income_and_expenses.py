"""Income and expenses at the end of a round, and bankruptcy (ST-PAY, ST-BANK; expert: ST-XPAY)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from engineshed.core.stages import Log
from engineshed.games.steam.rules.components import NUMBERS
from engineshed.games.steam.rules.laying import disown
from engineshed.games.steam.rules.money import (
    after_raising,
    capacity,
    may_raise,
    pay,
    raisable,
    steps_down,
    units_for,
)
from engineshed.games.steam.rules.names import company_word
from engineshed.games.steam.rules.scoring import income_vp
from engineshed.games.steam.rules.state import State
from engineshed.games.steam.rules.truth import Player, Tile


def settle_accounts(s: State, log: Log) -> None:
    """Everybody in turn order, by their income at the beginning; the last remaining player does not have to pay."""
    for seat in s.order:
        if len(s.order) > 1:
            _settle(s, seat, net_income(s, seat), log)


def net_income(s: State, seat: int) -> int:
    player = s.players[seat]
    return player.income - (NUMBERS.upkeep * player.range if s.expert else 0)


def _settle(s: State, seat: int, net: int, log: Log) -> None:
    if s.expert:
        player = s.players[seat]
        log.tell("upkeep", company=company_word(seat), income=player.income, upkeep=player.income - net)
    if net >= 0:
        s.change(seat, cash=s.players[seat].cash + net)
        log.tell("income", company=company_word(seat), money=net)
        return
    if _pay_expert(s, seat, -net) if s.expert else _pay_base(s, seat, -net):
        _tell_paid(s, seat, -net, log)
    else:
        _go_bankrupt(s, seat, log)


def _pay_base(s: State, seat: int, due: int) -> bool:
    """Pay, raising as much money as needed; False if that is not enough."""
    if capacity(s, s.players[seat]) < due:
        return False
    pay(s, seat, due)
    return True


def _pay_expert(s: State, seat: int, due: int) -> bool:
    """Pay in the way that leaves the highest score, then the most cash; False if there is no way."""
    paid = max(_ways_to_pay(s, seat, due), key=_standing, default=None)
    if paid is None:
        return False
    s.change(seat, cash=paid.cash, income=paid.income, vp=paid.vp)
    return True


def _standing(player: Player) -> tuple[int, int]:
    return player.vp + income_vp(player.income), player.cash


def _ways_to_pay(s: State, seat: int, due: int) -> Iterator[Player]:
    """Expert: beginners with relief may raise money first, up to as often as needed (ST-XCAP-5)."""
    player = s.players[seat]
    most = min(raisable(s, player), units_for(due - player.cash)) if may_raise(s, seat, "expenses") else 0
    for units in range(most + 1):
        paid = _pay_short(s, after_raising(s, player, units), due)
        if paid is not None:
            yield paid


def _pay_short(s: State, player: Player, due: int) -> Player | None:
    """What cash does not cover costs points, then steps of income; the last step may leave a dollar over."""
    short = max(0, due - player.cash)
    units = -(-short // NUMBERS.short_unit)
    points = min(units, player.vp)
    steps = units - points
    if steps > steps_down(s, player):
        return None
    cash = player.cash + units * NUMBERS.short_unit - due
    return msgspec.structs.replace(player, cash=cash, vp=player.vp - points, income=player.income - steps)


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
    """Put a player out of the game; their links become ownerless. Players who go bankrupt later rank better."""
    for link in s.links:
        if link.owner == seat:
            disown(s, link)
    s.held = (*s.held[:seat], 0, *s.held[seat + 1 :])
    fallen = 1 + max(player.fallen for player in s.players)
    s.change(seat, cash=0, tile=Tile.NONE, idle=False, fallen=fallen)
    s.order = tuple(other for other in s.order if other != seat)
    if log.on:
        log.tell("bankrupt", company=company_word(seat))
