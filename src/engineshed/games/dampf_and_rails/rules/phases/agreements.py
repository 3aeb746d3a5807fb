"""Agreements: put together in the first part of a turn, term by term, offered, and accepted or refused (A36, A39, A40).

Each move adds one detail, so that the list of next moves is always short.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from engineshed.core.stages import Log, refuse
from engineshed.games.dampf_and_rails.rules.components import GOODS_IN_ALL, NUMBERS
from engineshed.games.dampf_and_rails.rules.moves import (
    Accept,
    AnyMove,
    Ask,
    Bring,
    Charge,
    Goods,
    Grant,
    Money,
    Pay,
    Place,
    Propose,
    Refuse,
    Request,
    Send,
    Turns,
    Withdraw,
)
from engineshed.games.dampf_and_rails.rules.names import COMPANY_WORDS, GOOD_WORDS, the_place
from engineshed.games.dampf_and_rails.rules.phases.turns import might_end, settle
from engineshed.games.dampf_and_rails.rules.state import State
from engineshed.games.dampf_and_rails.rules.terms import UNSAID, Promise, Proposal, Sum, Term, Toll
from engineshed.games.dampf_and_rails.rules.truth import COMPANIES, Stage

PROPOSALS: Final = tuple(Propose(seat) for seat in range(len(COMPANIES)))
TOLLS: Final = tuple(Money(money) for money in range(NUMBERS.toll))
ALL_GOODS: Final = tuple(Goods(good) for good in range(GOODS_IN_ALL))
SEND: Final = Send()
WITHDRAW: Final = Withdraw()
ACCEPT: Final = Accept()
REFUSE: Final = Refuse()
OTHERS: Final = (SEND, WITHDRAW, ACCEPT, REFUSE)
"""Moves that do not depend on the box, made once; those that do are made there."""

TERMS: Final[tuple[AnyMove, ...]] = (Ask(), Grant(), Pay(), Charge(), Bring(), Request())


def the_proposal(s: State) -> Proposal:
    assert s.proposal is not None
    return s.proposal


def term_by(move: AnyMove, seat: int, partner: int) -> Term:
    """The term that a player begins by this move when proposing to another."""
    match move:
        case Ask():
            return Toll(seat, partner)
        case Grant():
            return Toll(partner, seat)
        case Pay():
            return Sum(seat, partner)
        case Charge():
            return Sum(partner, seat)
        case Bring():
            return Promise(seat, partner)
        case _:
            return Promise(partner, seat)


# -- what may be done ----------------------------------------------------------------------------------------------


def offer_proposals(s: State, moves: list[AnyMove]) -> None:
    """A proposal to everybody who has not been asked in this turn."""
    if s.options.deals:
        moves += _proposals(s.seats, s.active, s.asked)


@lru_cache(maxsize=64)
def _proposals(seats: int, seat: int, asked: int) -> tuple[AnyMove, ...]:
    return tuple(PROPOSALS[other] for other in range(seats) if other != seat and not asked >> other & 1)


def offer_terms(s: State) -> list[AnyMove]:
    proposal = the_proposal(s)
    terms = _terms_between(s.active, proposal.partner)
    found = [move for move, term in zip(TERMS, terms, strict=True) if _in_the_way(s, term) is None]
    return [*found, SEND, WITHDRAW] if proposal.terms else [*found, WITHDRAW]


@lru_cache(maxsize=16)
def _terms_between(seat: int, partner: int) -> tuple[Term, ...]:
    return tuple([term_by(move, seat, partner) for move in TERMS])


def offer_money(s: State) -> list[AnyMove]:
    """The sums or tolls to choose from. Players offer only what they have; they do not know what the others have."""
    term = the_proposal(s).terms[-1]
    if isinstance(term, Toll):
        return [*TOLLS, WITHDRAW]
    sums = s.box.sum_moves
    return [*(sums[: s.cash[s.active]] if _pays(s, term) else sums), WITHDRAW]


def offer_goods(_s: State) -> list[AnyMove]:
    return [*ALL_GOODS, WITHDRAW]


def offer_places(s: State) -> list[AnyMove]:
    """The towns to which the good can be brought: not those that offer it."""
    good, offers = _promised_good(s), s.box.offers
    return [*(move for move in s.box.place_moves if good not in offers[move.town]), WITHDRAW]


def offer_turns(s: State) -> list[AnyMove]:
    return [*s.box.turn_moves, WITHDRAW]


def offer_answers(s: State) -> list[AnyMove]:
    proposal = the_proposal(s)
    return [ACCEPT, REFUSE] if proposal.sum_of(proposal.partner) <= s.cash[proposal.partner] else [REFUSE]


def _pays(s: State, term: Term) -> bool:
    return isinstance(term, Sum) and term.payer == s.active


def _promised_good(s: State) -> int:
    term = the_proposal(s).terms[-1]
    assert isinstance(term, Promise)
    return term.good


# -- why not -------------------------------------------------------------------------------------------------------


def check_propose(s: State, m: Propose) -> None:
    if not s.options.deals:
        raise refuse("A36", "no-deals")
    if not 0 <= m.seat < s.seats or m.seat == s.active:
        raise refuse("A36", "no-partner")
    if s.asked >> m.seat & 1:
        raise refuse("A36", "asked", company=COMPANY_WORDS[m.seat])


def check_term(s: State, m: AnyMove) -> None:
    partner = the_proposal(s).partner
    term = term_by(m, s.active, partner)
    problem = _in_the_way(s, term)
    if problem is not None:
        owner = term.owner if isinstance(term, Toll) else partner
        raise refuse(RULES[type(term)], problem, company=COMPANY_WORDS[owner], other=COMPANY_WORDS[partner])


RULES: Final[dict[type[Term], str]] = {Toll: "A36", Sum: "A39", Promise: "A40"}


def _in_the_way(s: State, term: Term) -> str | None:
    """Why a term cannot be proposed: it is in the proposal already, it is agreed already, or there is nothing to agree
    on."""
    said = the_proposal(s).terms
    match term:
        case Toll(runner, owner):
            if not s.builders >> owner & 1:
                return "no-network"
            if any((deal.runner, deal.owner) == (runner, owner) for deal in s.tolls):
                return "agreed"
            return "said" if any(isinstance(other, Toll) and other.runner == runner for other in said) else None
        case Sum(payer):
            if payer == s.active and not s.cash[payer]:
                return "no-money"
            return "said-sum" if any(isinstance(other, Sum) for other in said) else None
        case Promise(giver, taker):
            if any((promise.giver, promise.taker) == (giver, taker) for promise in s.promises):
                return "promised"
            return "said" if any(isinstance(other, Promise) and other.giver == giver for other in said) else None


def check_money(s: State, m: Money) -> None:
    term = the_proposal(s).terms[-1]
    if isinstance(term, Toll):
        if not 0 <= m.money < NUMBERS.toll:
            raise refuse("A36", "terms-toll", most=NUMBERS.toll - 1)
        return
    if not 1 <= m.money <= s.box.numbers.lump_sum:
        raise refuse("A39", "terms-sum", most=s.box.numbers.lump_sum)
    if _pays(s, term) and m.money > s.cash[s.active]:
        raise refuse("A39", "sum-beyond-cash", money=m.money, cash=s.cash[s.active])


def check_goods(_s: State, m: Goods) -> None:
    if not 0 <= m.good < GOODS_IN_ALL:
        raise refuse("A40", "no-good")


def check_place(s: State, m: Place) -> None:
    if not 0 <= m.town < s.board.towns:
        raise refuse("A40", "no-town-there")
    good = _promised_good(s)
    if good in s.box.offers[m.town]:
        raise refuse("A40", "offered-there", town=the_place(s, m.town), good=GOOD_WORDS[good])


def check_turns(s: State, m: Turns) -> None:
    if not 1 <= m.turns <= s.box.numbers.deal_rounds:
        raise refuse(RULES[type(the_proposal(s).terms[-1])], "terms-turns", most=s.box.numbers.deal_rounds)


def check_send(s: State) -> None:
    if not the_proposal(s).terms:
        raise refuse("A36", "no-terms")


def check_accept(s: State) -> None:
    proposal = the_proposal(s)
    money, cash = proposal.sum_of(proposal.partner), s.cash[proposal.partner]
    if money > cash:
        raise refuse("A39", "sum-beyond-cash", money=money, cash=cash)


# -- putting it together -------------------------------------------------------------------------------------------


def play_propose(s: State, m: Propose, log: Log) -> None:
    s.proposal, s.asked, s.stage = Proposal(m.seat), s.asked | 1 << m.seat, Stage.TERMS
    log.tell("propose", company=COMPANY_WORDS[s.active], other=COMPANY_WORDS[m.seat])


def play_term(s: State, m: AnyMove, log: Log) -> None:
    proposal = the_proposal(s)
    term = term_by(m, s.active, proposal.partner)
    s.proposal = replace(proposal, terms=(*proposal.terms, term))
    s.stage = stage_after(term)
    _tell_begun(term, log)


def _tell_begun(term: Term, log: Log) -> None:
    match term:
        case Toll(runner, owner):
            log.tell("begin-toll", runner=COMPANY_WORDS[runner], owner=COMPANY_WORDS[owner])
        case Sum(payer, payee):
            log.tell("begin-sum", payer=COMPANY_WORDS[payer], payee=COMPANY_WORDS[payee])
        case Promise(giver, taker):
            log.tell("begin-promise", giver=COMPANY_WORDS[giver], taker=COMPANY_WORDS[taker])


def play_money(s: State, m: Money, log: Log) -> None:
    _say(s, money=m.money)
    log.tell("said-money", money=m.money)


def play_goods(s: State, m: Goods, log: Log) -> None:
    _say(s, good=m.good)
    log.tell("said-good", good=GOOD_WORDS[m.good])


def play_place(s: State, m: Place, log: Log) -> None:
    _say(s, town=m.town)
    log.tell("said-town", town=the_place(s, m.town))


def play_turns(s: State, m: Turns, log: Log) -> None:
    _say(s, turns=m.turns)
    log.tell("said-turns", turns=m.turns)


def _say(s: State, **more: int) -> None:
    proposal = the_proposal(s)
    term = replace(proposal.terms[-1], **more)
    s.proposal = replace(proposal, terms=(*proposal.terms[:-1], term))
    s.stage = stage_after(term)


def stage_after(term: Term) -> int:
    """The stage that asks for the next missing detail of the last term; TERMS if nothing is missing."""
    for name, stage in ASKED_FOR:
        if getattr(term, name, 0) == UNSAID:
            return stage
    return Stage.TERMS


ASKED_FOR: Final = (("money", Stage.MONEY), ("good", Stage.GOODS), ("town", Stage.PLACE), ("turns", Stage.TURNS))
"""What a term is asked for, in this order, and the stage that asks."""


def play_withdraw(s: State, log: Log) -> None:
    log.tell("withdraw", company=COMPANY_WORDS[s.active])
    _back_to_moving(s)


def _back_to_moving(s: State) -> None:
    s.proposal, s.stage = None, Stage.MOVE


# -- offering and answering ----------------------------------------------------------------------------------------


def play_send(s: State, log: Log) -> None:
    proposal = the_proposal(s)
    s.stage = Stage.ANSWER
    log.tell("offer", company=COMPANY_WORDS[s.active], other=COMPANY_WORDS[proposal.partner])
    for term in proposal.terms:
        _tell_offered(s, term, log)


def _tell_offered(s: State, term: Term, log: Log) -> None:
    match term:
        case Toll(runner, owner, money, turns):
            log.tell("term-toll", runner=COMPANY_WORDS[runner], owner=COMPANY_WORDS[owner], money=money, turns=turns)
        case Sum(payer, payee, money):
            log.tell("term-sum", payer=COMPANY_WORDS[payer], payee=COMPANY_WORDS[payee], money=money)
        case Promise(giver, taker, good, town, turns):
            log.tell(
                "term-promise",
                giver=COMPANY_WORDS[giver],
                taker=COMPANY_WORDS[taker],
                good=GOOD_WORDS[good],
                town=the_place(s, town),
                turns=turns,
            )


def play_accept(s: State, log: Log) -> None:
    """The agreement holds from now on. A lump sum is paid at once, which may bring the payee to the goal."""
    proposal = the_proposal(s)
    log.tell("accept", company=COMPANY_WORDS[proposal.partner])
    s.tolls += tuple([term for term in proposal.terms if isinstance(term, Toll)])
    s.promises += tuple([term for term in proposal.terms if isinstance(term, Promise)])
    _back_to_moving(s)
    for term in proposal.terms:
        if isinstance(term, Sum):
            _pay_sum(s, term, log)


def _pay_sum(s: State, term: Sum, log: Log) -> None:
    """Paying a player who might win by it reveals something to the payer, even if the game goes on."""
    s.pay(term.payer, term.money)
    s.pay(term.payee, -term.money)
    log.tell("sum", payer=COMPANY_WORDS[term.payer], payee=COMPANY_WORDS[term.payee], money=term.money)
    if might_end(s, term.payee):
        log.reveal()
    settle(s, term.payee, log)


def play_refuse(s: State, log: Log) -> None:
    log.tell("refuse", company=COMPANY_WORDS[the_proposal(s).partner])
    _back_to_moving(s)
