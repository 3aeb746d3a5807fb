"""Agreements in Dampf & Rails: which rule a move breaks, and whether what a refusal says is true.

Benutzung von Streckennetzen leaves to the players what they agree on; A36, A39 and A40 say in which form.
"""

from __future__ import annotations

from typing import Any

from engineshed.games.dampf_and_rails.rules.moves import (
    Accept,
    Ask,
    Bring,
    Charge,
    Goods,
    Grant,
    Money,
    Pay,
    Place,
    Propose,
    Request,
    Send,
    Turns,
)
from tests.refusals.dampf_and_rails.board import BOARD, GOODS, OFFERED
from tests.refusals.dampf_and_rails.claims import Said, company, good, is_place
from tests.refusals.dampf_and_rails.position import TOLL, Position
from tests.refusals.dampf_and_rails.predicates import CODE, OF_A_PROPOSAL, wrong_seat, wrong_time

LONGEST, HIGHEST_SUM = 10, 50
"""The turns that an agreement can last, and the most million that one lump sum can be."""
TOLLS, SUMS, PROMISES = (Ask, Grant), (Pay, Charge), (Bring, Request)
BY_SELF = (Ask, Pay, Bring)
"""The terms by which the player who proposes runs, pays or brings; by the others, the partner does."""


def partner(p: Position) -> int:
    return int(p.view.proposal.partner)


def last_term(p: Position) -> Any:
    """The term that is being put together."""
    return p.view.proposal.terms[-1]


def giving(p: Position, move: Any) -> tuple[int, int]:
    """The two players of a term: the one who runs, pays or brings, and the other."""
    pair = p.view.active, partner(p)
    return pair if isinstance(move, BY_SELF) else (pair[1], pair[0])


def pair_of(term: Any) -> tuple[int, int]:
    """The same for a term that was said or agreed."""
    one, other = term.__struct_fields__[:2]
    return getattr(term, one), getattr(term, other)


def said_already(p: Position, move: Any) -> bool:
    """Whether the proposal has such a term for the same player; it can have only one lump sum at all."""
    same = [term for term in p.view.proposal.terms if is_kind(term, move)]
    return bool(same) if isinstance(move, SUMS) else giving(p, move) in map(pair_of, same)


def is_kind(term: Any, move: Any) -> bool:
    kinds = {"toll": TOLLS, "sum": SUMS, "promise": PROMISES}
    return isinstance(move, kinds[term.__struct_config__.tag])


# -- time -------------------------------------------------------------------------------------------------------------


@CODE.turn("A36")
def nothing_is_proposed(p: Position, move: Any) -> bool:
    """Terms and answers come after a proposal, and proposals in the first part of a turn."""
    return (p.stage in ("move", "build") and isinstance(move, OF_A_PROPOSAL)) or (
        p.stage == "build" and isinstance(move, Propose)
    )


@CODE.turn("A36")
def agreement_first(p: Position, move: Any) -> bool:
    """Nothing else is done until the agreement is offered or withdrawn."""
    return p.stage in ("terms", "money", "turns") and wrong_time(p, move)


@CODE.turn("A36")
def answer_first(p: Position, move: Any) -> bool:
    """The other accepts or declines it at once."""
    return p.stage == "answer" and (wrong_seat(p) or wrong_time(p, move))


@CODE.turn("A40")
def promise_first(p: Position, move: Any) -> bool:
    """A promise says which good is brought where."""
    return p.stage in ("goods", "place") and wrong_time(p, move)


@CODE.says("past-proposing", "nothing-proposed")
def _nothing_proposed(p: Position, m: Any, said: Said) -> bool:
    return p.view.proposal is None and (p.stage == "build" or not isinstance(m, Propose)) and not said


@CODE.says("wait-answer")
def _wait_answer(p: Position, _m: Any, said: Said) -> bool:
    return p.stage == "answer" and wrong_seat(p) and said == {"company": company(partner(p))}


# -- proposing --------------------------------------------------------------------------------------------------------


@CODE.rule("A36", Propose)
def no_partner(p: Position, move: Propose) -> bool:
    """Each other player is offered at most one agreement a turn."""
    deals = p.view.options.deals and 0 <= move.seat < p.view.seats and move.seat != p.seat
    return not deals or move.seat in p.view.asked


@CODE.says("no-deals")
def _no_deals(p: Position, _m: Any, said: Said) -> bool:
    return not p.view.options.deals and not said


@CODE.says("no-partner")
def _no_partner(p: Position, m: Any, said: Said) -> bool:
    return m.seat not in {*range(p.view.seats)} - {p.seat} and not said


@CODE.says("asked")
def _asked(p: Position, m: Any, said: Said) -> bool:
    return m.seat in p.view.asked and said == {"company": company(m.seat)}


# -- terms ------------------------------------------------------------------------------------------------------------


def builds_nothing(p: Position, seat: int) -> bool:
    player = p.view.players[seat]
    return not player.sections and not player.ferries


def still_agreed(p: Position, move: Any) -> bool:
    agreed = p.view.tolls if isinstance(move, TOLLS) else p.view.promises
    return giving(p, move) in map(pair_of, agreed)


@CODE.rule("A36", *TOLLS)
def no_such_toll(p: Position, move: Any) -> bool:
    """A toll is for running on the other's network, and nothing that is still agreed is offered again."""
    return builds_nothing(p, giving(p, move)[1]) or still_agreed(p, move) or said_already(p, move)


@CODE.rule("A39", *SUMS)
def no_such_sum(p: Position, move: Any) -> bool:
    """There is one lump sum, and a player without money offers none."""
    return said_already(p, move) or (isinstance(move, Pay) and p.me.cash == 0)


@CODE.rule("A40", *PROMISES)
def no_such_promise(p: Position, move: Any) -> bool:
    """Each promises one good, and nothing that is still agreed is offered again."""
    return said_already(p, move) or still_agreed(p, move)


@CODE.rule("A36", Send)
def nothing_said(p: Position, _move: Send) -> bool:
    """An agreement contains something."""
    return not p.view.proposal.terms


def _terms(p: Position, said: Said, owner: int | None = None) -> bool:
    other = partner(p)
    return said == {"company": company(other if owner is None else owner), "other": company(other)}


@CODE.says("no-network")
def _no_network(p: Position, m: Any, said: Said) -> bool:
    owner = giving(p, m)[1]
    return builds_nothing(p, owner) and _terms(p, said, owner)


@CODE.says("agreed")
def _agreed(p: Position, m: Any, said: Said) -> bool:
    return isinstance(m, TOLLS) and still_agreed(p, m) and _terms(p, said, giving(p, m)[1])


@CODE.says("promised")
def _promised(p: Position, m: Any, said: Said) -> bool:
    return isinstance(m, PROMISES) and still_agreed(p, m) and _terms(p, said)


@CODE.says("said", "said-sum")
def _said(p: Position, m: Any, said: Said) -> bool:
    return said_already(p, m) and _terms(p, said, giving(p, m)[1] if isinstance(m, TOLLS) else None)


@CODE.says("no-money")
def _no_money(p: Position, m: Any, said: Said) -> bool:
    return isinstance(m, Pay) and p.me.cash == 0 and _terms(p, said)


@CODE.says("no-terms")
def _no_terms(p: Position, _m: Any, said: Said) -> bool:
    return not p.view.proposal.terms and not said


# -- what a term says -------------------------------------------------------------------------------------------------


def pays(p: Position) -> bool:
    """Whether the player who proposes pays the lump sum that is being put together."""
    term = last_term(p)
    return is_kind(term, Pay()) and pair_of(term)[0] == p.seat


@CODE.rule("A36", Money)
def no_such_money_for_a_toll(p: Position, move: Money) -> bool:
    """An agreed toll is below 4 million."""
    return is_kind(last_term(p), Ask()) and not 0 <= move.money < TOLL


@CODE.rule("A39", Money)
def no_such_money_for_a_sum(p: Position, move: Money) -> bool:
    """A lump sum is 1 to 50 million, and a player who offers it has it."""
    beyond = pays(p) and move.money > p.me.cash
    return is_kind(last_term(p), Pay()) and (beyond or not 1 <= move.money <= HIGHEST_SUM)


@CODE.rule("A36", Turns)
def no_such_time_for_a_toll(p: Position, move: Turns) -> bool:
    """Tolls are agreed for up to ten turns."""
    return is_kind(last_term(p), Ask()) and not 1 <= move.turns <= LONGEST


@CODE.rule("A40", Turns)
def no_such_time_for_a_promise(p: Position, move: Turns) -> bool:
    """Promises are kept within up to ten turns."""
    return is_kind(last_term(p), Bring()) and not 1 <= move.turns <= LONGEST


@CODE.meaning("A40", Goods)
def no_such_good_to_promise(_p: Position, move: Goods) -> bool:
    """The good must exist."""
    return not 0 <= move.good < len(GOODS)


@CODE.meaning("A40", Place)
def no_such_town_to_bring_it_to(_p: Position, move: Place) -> bool:
    """The town must be on the map."""
    return not 0 <= move.town < BOARD.towns


@CODE.rule("A40", Place)
def needs_nobody_to_bring_it(p: Position, move: Place) -> bool:
    """A promised good is set down in a town that does not offer it."""
    return move.town in OFFERED[last_term(p).good]


@CODE.rule("A39", Accept)
def cannot_pay(p: Position, _move: Accept) -> bool:
    """A player who does not have the money cannot accept a lump sum."""
    return bool(asked_of(p) > p.me.cash)


def asked_of(p: Position) -> int:
    """The lump sum that the player who answers would pay."""
    sums = [term for term in p.view.proposal.terms if is_kind(term, Pay())]
    return sum(term.money for term in sums if pair_of(term)[0] == p.seat)


@CODE.says("terms-toll")
def _terms_toll(p: Position, m: Any, said: Said) -> bool:
    return no_such_money_for_a_toll(p, m) and said == {"most": TOLL - 1}


@CODE.says("terms-sum")
def _terms_sum(_p: Position, m: Any, said: Said) -> bool:
    return not 1 <= m.money <= HIGHEST_SUM and said == {"most": HIGHEST_SUM}


@CODE.says("sum-beyond-cash")
def _sum_beyond_cash(p: Position, m: Any, said: Said) -> bool:
    money = asked_of(p) if isinstance(m, Accept) else m.money
    return bool(money > p.me.cash) and said == {"money": money, "cash": p.me.cash}


@CODE.says("terms-turns")
def _terms_turns(_p: Position, m: Any, said: Said) -> bool:
    return not 1 <= m.turns <= LONGEST and said == {"most": LONGEST}


@CODE.says("offered-there")
def _offered_there(p: Position, m: Any, said: Said) -> bool:
    promised = last_term(p).good
    return m.town in OFFERED[promised] and is_place(said["town"], m.town) and said["good"] == good(promised)
