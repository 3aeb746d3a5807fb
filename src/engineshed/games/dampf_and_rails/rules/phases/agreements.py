"""Agreed tolls: proposed in the first part of a turn, accepted or refused at once, and then binding (A36)."""

from __future__ import annotations

from functools import lru_cache

from engineshed.core.stages import Log, refuse
from engineshed.games.dampf_and_rails.rules.components import NUMBERS
from engineshed.games.dampf_and_rails.rules.moves import Accept, AnyMove, Ask, Grant, Refuse, Terms
from engineshed.games.dampf_and_rails.rules.names import COMPANY_WORDS
from engineshed.games.dampf_and_rails.rules.state import COMPANIES, Stage, State, Toll

ASKS = tuple(Ask(seat) for seat in range(len(COMPANIES)))
GRANTS = tuple(Grant(seat) for seat in range(len(COMPANIES)))
ANSWERS: tuple[AnyMove, ...] = (Accept(), Refuse())

OPEN_TERMS = -1
"""The toll of a proposal whose terms are still to be said."""


def offer_proposals(s: State, moves: list[AnyMove]) -> None:
    """To everybody who was not asked in this turn, as far as there is a network to run on."""
    if s.options.deals:
        agreed = tuple([(deal.runner, deal.owner) for deal in s.tolls])
        moves += _proposals(s.seats, s.active, s.asked, s.builders, agreed)


@lru_cache(maxsize=4096)
def _proposals(
    seats: int, seat: int, asked: int, builders: int, agreed: tuple[tuple[int, int], ...]
) -> tuple[AnyMove, ...]:
    others = [other for other in range(seats) if other != seat and not asked >> other & 1]
    asks = [ASKS[other] for other in others if builders >> other & 1 and (seat, other) not in agreed]
    grants = [GRANTS[other] for other in others if builders >> seat & 1 and (other, seat) not in agreed]
    return (*asks, *grants)


def _check_other(s: State, other: int, runner: int, owner: int) -> None:
    if not s.options.deals:
        raise refuse("A36", "no-deals")
    if not 0 <= other < s.seats or other == s.active:
        raise refuse("A36", "no-partner")
    if s.asked >> other & 1:
        raise refuse("A36", "asked", company=COMPANY_WORDS[other])
    if not s.builders >> owner & 1:
        raise refuse("A36", "no-network", company=COMPANY_WORDS[owner])
    if (runner, owner) in [(deal.runner, deal.owner) for deal in s.tolls]:
        raise refuse("A36", "agreed", company=COMPANY_WORDS[other])


def check_ask(s: State, m: Ask) -> None:
    _check_other(s, m.seat, s.active, m.seat)


def check_grant(s: State, m: Grant) -> None:
    _check_other(s, m.seat, m.seat, s.active)


def check_terms(s: State, m: Terms) -> None:
    if not 0 <= m.toll < NUMBERS.toll:
        raise refuse("A36", "terms-toll", most=NUMBERS.toll - 1)
    if not 1 <= m.turns <= s.box.numbers.deal_rounds:
        raise refuse("A36", "terms-turns", most=s.box.numbers.deal_rounds)


def play_proposal(s: State, m: Ask | Grant, log: Log) -> None:
    runner, owner = (s.active, m.seat) if isinstance(m, Ask) else (m.seat, s.active)
    s.proposal = Toll(runner, owner, OPEN_TERMS, 0)
    s.asked, s.stage = s.asked | 1 << m.seat, Stage.TERMS
    log.tell("propose", company=COMPANY_WORDS[s.active], other=COMPANY_WORDS[m.seat])


def play_terms(s: State, m: Terms, log: Log) -> None:
    assert s.proposal is not None
    s.proposal = Toll(s.proposal.runner, s.proposal.owner, m.toll, m.turns)
    s.stage = Stage.ANSWER
    _tell("terms", s.proposal, log)


def _tell(message: str, deal: Toll, log: Log) -> None:
    log.tell(
        message,
        runner=COMPANY_WORDS[deal.runner],
        owner=COMPANY_WORDS[deal.owner],
        money=deal.toll,
        turns=deal.turns,
    )


def play_accept(s: State, log: Log) -> None:
    """From now on, and for this many turns of the player who runs, the current one included."""
    assert s.proposal is not None
    s.tolls = (*s.tolls, s.proposal)
    _tell("accept", s.proposal, log)
    _back_to_moving(s)


def play_refuse(s: State, log: Log) -> None:
    log.tell("refuse", company=COMPANY_WORDS[s.acting()])
    _back_to_moving(s)


def _back_to_moving(s: State) -> None:
    s.proposal, s.stage = None, Stage.MOVE
