"""Work on trains, from the second round on: upgrades, changes within a stage, the second train (R7, R29, R30, V5)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from engineshed.core.stages import Log, refuse
from engineshed.games.dampf_and_rails.rules.board import NOWHERE
from engineshed.games.dampf_and_rails.rules.components import NUMBERS, STAGES, TRAIN_IDS, TRAINS_EACH
from engineshed.games.dampf_and_rails.rules.moves import AnyMove, Buy, Work
from engineshed.games.dampf_and_rails.rules.names import COMPANY_WORDS, TRAIN_WORDS, the_place, the_post
from engineshed.games.dampf_and_rails.rules.phases.building import check_price, spend
from engineshed.games.dampf_and_rails.rules.phases.moving import train_of
from engineshed.games.dampf_and_rails.rules.phases.turns import go_on
from engineshed.games.dampf_and_rails.rules.state import State
from engineshed.games.dampf_and_rails.rules.truth import Stage, Train

WORKS: Final = tuple(tuple(Work(train, kind) for kind in range(len(TRAIN_IDS))) for train in range(TRAINS_EACH))
"""All work on trains, made once."""


def work_price(old: int, new: int) -> int | None:
    """The price of one stage up, or of a change within a stage; None for everything else."""
    stages = STAGES[new] - STAGES[old]
    if stages == 1:
        return NUMBERS.upgrade
    return NUMBERS.refit if stages == 0 and new != old else None


WORK_PRICES: Final = tuple(
    tuple(work_price(old, new) for new in range(len(TRAIN_IDS))) for old in range(len(TRAIN_IDS))
)


def offer_workshop(s: State, moves: list[AnyMove]) -> None:
    budget = s.budget()
    if s.round == 1 or budget < NUMBERS.refit:
        return
    for number, train in enumerate(s.trains[s.active]):
        moves += [
            WORKS[number][kind]
            for kind, price in enumerate(WORK_PRICES[train.kind])
            if price is not None and price <= budget and train.becomes == NOWHERE
        ]
    if s.fast and len(s.trains[s.active]) < TRAINS_EACH and budget >= s.box.numbers.second_train:
        moves += [s.box.buys[town] for town in range(s.board.towns) if s.joined[town] >> s.active & 1]


def check_work(s: State, m: Work) -> None:
    train = train_of(s, m.train)
    if not 0 <= m.kind < len(TRAIN_IDS):
        raise refuse("R29", "no-type", types=", ".join(TRAIN_IDS))
    if train.becomes != NOWHERE:
        raise refuse("R30", "ordered", train=TRAIN_WORDS[train.becomes])
    price = WORK_PRICES[train.kind][m.kind]
    if price is None:
        raise refuse("R30", "no-work", old=TRAIN_WORDS[train.kind], new=TRAIN_WORDS[m.kind])
    _check_round(s)
    check_price(s, price)


def _check_round(s: State) -> None:
    """Refuse work on trains in the first round, when money may be spent only on track and ferries."""
    if s.round == 1:
        raise refuse("R7", "first-round-trains")


def play_work(s: State, m: Work, log: Log) -> None:
    """Pay for the work now; the train changes at the end of the round (``turns``)."""
    train = s.trains[s.active][m.train]
    price = WORK_PRICES[train.kind][m.kind] or 0
    spend(s, price)
    s.set_train(s.active, m.train, replace(train, becomes=m.kind))
    message = "refit" if STAGES[m.kind] == STAGES[train.kind] else "upgrade"
    at = the_post(s, train.at)
    log.tell(message, company=COMPANY_WORDS[s.active], train=TRAIN_WORDS[m.kind], money=price, at=at)


def check_buy(s: State, m: Buy) -> None:
    if not s.fast:
        raise refuse("V5", "only-fast")
    if len(s.trains[s.active]) >= TRAINS_EACH:
        raise refuse("V5", "two-trains")
    if not 0 <= m.town < s.board.towns:
        raise refuse("V5", "no-town-there")
    if not s.joined[m.town] >> s.active & 1:
        raise refuse("V5", "town-not-connected", town=the_place(s, m.town))
    _check_round(s)
    check_price(s, s.box.numbers.second_train)


def play_buy(s: State, m: Buy, log: Log) -> None:
    """Buy the second train, which brings a fourth order."""
    seat = s.active
    spend(s, s.box.numbers.second_train)
    second = Train(at=s.board.places[m.town].at)
    s.trains = (*s.trains[:seat], (*s.trains[seat], second), *s.trains[seat + 1 :])
    s.spent = (*s.spent, 0)
    log.tell("buy", company=COMPANY_WORDS[seat], town=the_place(s, m.town), money=s.box.numbers.second_train)
    s.resume = Stage.BUILD
    go_on(s, log)
