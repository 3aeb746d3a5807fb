"""Goods that fall off a train: it was derailed, or it has become too small (E5, R30)."""

from __future__ import annotations

from msgspec.structs import replace

from engineshed.core.stages import Log
from engineshed.games.dampf_and_rails.rules.names import COMPANY_WORDS, GOOD_WORDS
from engineshed.games.dampf_and_rails.rules.state import State
from engineshed.games.dampf_and_rails.rules.tuples import without


def lose_one(s: State, seat: int, number: int, log: Log) -> None:
    """A train loses a good: its owner chooses which, unless they are all alike."""
    loads = s.trains[seat][number].loads
    if len(set(loads)) > 1:
        s.losing = (*s.losing, (seat, number))
    elif loads:
        throw_off(s, seat, number, loads[0], log)


def throw_off(s: State, seat: int, number: int, good: int, log: Log) -> None:
    train = s.trains[seat][number]
    s.set_train(seat, number, replace(train, loads=without(train.loads, good)))
    s.stock(good, 1)
    log.tell("lost", company=COMPANY_WORDS[seat], good=GOOD_WORDS[good])
