"""Events: what a card does when it is turned up, and choosing the goods that are lost (R21, R30)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from engineshed.core.stages import Log, refuse
from engineshed.games.dampf_and_rails.rules.board import FREE
from engineshed.games.dampf_and_rails.rules.components import GOODS_IN_ALL, Event
from engineshed.games.dampf_and_rails.rules.consequences import set_running, tear_up
from engineshed.games.dampf_and_rails.rules.moves import AnyMove, Lose
from engineshed.games.dampf_and_rails.rules.names import COMPANY_WORDS, audience, the_event, the_post
from engineshed.games.dampf_and_rails.rules.phases.losing import lose_one, throw_off
from engineshed.games.dampf_and_rails.rules.phases.turns import go_on
from engineshed.games.dampf_and_rails.rules.state import State
from engineshed.games.dampf_and_rails.rules.truth import Running

LOSSES: Final = tuple(Lose(good) for good in range(GOODS_IN_ALL))


def happen(s: State, number: int, log: Log) -> None:
    event = s.box.events[number]
    log.tell("event", company=COMPANY_WORDS[s.active], event=the_event(number))
    if event.floods:
        _wash_away(s, event, log)
    if event.derails:
        _derail(s, event, log)
    if event.tax:
        _tax(s, event, log)
    if event.lasts:
        _set_off(s, number)


def _set_off(s: State, number: int) -> None:
    """Start an event that lasts: it begins when this turn ends; the same one from an earlier turn stays in force."""
    set_running(s, (*s.running, Running(number, s.active, begun=False)))


def _wash_away(s: State, event: Event, log: Log) -> None:
    gone = sum(s.rails[section] != FREE for section in event.floods)
    tear_up(s, event.floods)
    if gone:
        log.tell("washed-away", sections=gone)
    else:
        log.tell("nothing-washed-away")


def _tax(s: State, event: Event, log: Log) -> None:
    """Take the profit tax; only the player who pays is told how much."""
    for seat in range(s.seats):
        due = max((money for least, money in event.tax if s.cash[seat] >= least), default=0)
        s.pay(seat, due)
        log.tell("tax", only=audience(s, seat), money=due)


def _derail(s: State, event: Event, log: Log) -> None:
    """Clockwise from the player who drew the card."""
    for step in range(s.seats):
        seat = (s.active + step) % s.seats
        for number, train in enumerate(s.trains[seat]):
            if train.at in event.derails:
                s.set_train(seat, number, replace(train, stuck=max(train.stuck, 2 if seat == s.active else 1)))
                log.tell("derailed", company=COMPANY_WORDS[seat], at=the_post(s, train.at))
                lose_one(s, seat, number, log)


# -- choosing what is lost -----------------------------------------------------------------------------------------


def offer_losses(s: State) -> list[AnyMove]:
    seat, number = s.losing[0]
    return [LOSSES[good] for good in sorted(set(s.trains[seat][number].loads))]


def check_lose(s: State, m: Lose) -> None:
    seat, number = s.losing[0]
    if m.good not in s.trains[seat][number].loads:
        raise refuse(rule_of_loss(s), "lose")


def rule_of_loss(s: State) -> str:
    """Why a good must be lost: the train has become too small for it, or was derailed."""
    seat, number = s.losing[0]
    train = s.trains[seat][number]
    return "R30" if len(train.loads) > s.box.trains[train.kind].holds else "E5"


def play_lose(s: State, m: Lose, log: Log) -> None:
    (seat, number), s.losing = s.losing[0], s.losing[1:]
    throw_off(s, seat, number, m.good, log)
    go_on(s, log)
