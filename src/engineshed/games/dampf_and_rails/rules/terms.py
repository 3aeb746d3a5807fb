"""What players agree on: tolls, lump sums and promised goods (A36, A39, A40).

A proposal is put together move by move; ``UNSAID`` stands for what its last term does not say yet.
"""

from __future__ import annotations

from typing import Final

import msgspec

UNSAID: Final = -1


class Toll(msgspec.Struct, frozen=True, array_like=True, gc=False, tag=0):
    """What one player pays on another's network, and for how many of their turns."""

    runner: int
    owner: int
    money: int = UNSAID
    turns: int = UNSAID


class Sum(msgspec.Struct, frozen=True, array_like=True, gc=False, tag=1):
    """Money that changes hands as soon as the proposal is accepted."""

    payer: int
    payee: int
    money: int = UNSAID


class Promise(msgspec.Struct, frozen=True, array_like=True, gc=False, tag=2):
    """A good that one player will set down in a town for another, within this many of their turns."""

    giver: int
    taker: int
    good: int = UNSAID
    town: int = UNSAID
    turns: int = UNSAID


Term = Toll | Sum | Promise


def as_begun(term: Term) -> Term:
    """The term as it was begun, when it only named the two players."""
    match term:
        case Toll(runner, owner):
            return Toll(runner, owner)
        case Sum(payer, payee):
            return Sum(payer, payee)
        case Promise(giver, taker):
            return Promise(giver, taker)


class Proposal(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What the player whose turn it is proposes."""

    partner: int
    terms: tuple[Term, ...] = ()

    def sum_of(self, seat: int) -> int:
        """The lump sum that this player would pay."""
        sums = [term.money for term in self.terms if isinstance(term, Sum) and term.payer == seat]
        return sum(money for money in sums if money != UNSAID)
