"""Answering proposals: what an agreement is worth to the player who is asked."""

from __future__ import annotations

from engineshed.games.dampf_and_rails.rules.for_bots import NUMBERS, Promise, Proposal, Sum, Term, Toll

RUNNING = 0.1
"""What paying a million less in tolls is worth: these bots nearly always stay on their own track."""
OWNING = 0.5
"""What receiving a million less in tolls costs: others will use the track, but not in every turn."""
NEVER = float("-inf")
"""What promising goods is worth: these bots never do it, because they would not keep their word."""


def is_welcome(proposal: Proposal, seat: int) -> bool:
    return sum(_worth(term, seat) for term in proposal.terms) > 0


def _worth(term: Term, seat: int) -> float:
    match term:
        case Toll(runner, _, money, turns):
            saved = (NUMBERS.toll - money) * turns
            return RUNNING * saved if runner == seat else -OWNING * saved
        case Sum(payer, _, money):
            return -money if payer == seat else money
        case Promise(giver):
            return NEVER if giver == seat else 0
