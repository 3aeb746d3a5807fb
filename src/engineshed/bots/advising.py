"""Hints: what a bot would play here and its next best ideas, with what speaks for each and how sure it is.

Any bot can give them. One that can only choose names one move; one that also weighs names up to three; one that
explains says why (``core.bot``). The first hint is always what the bot itself would play.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from typing import Any, Literal

import msgspec

from engineshed.core.ahead import NOTHING_AHEAD, Ahead
from engineshed.core.bot import AnyAsk
from engineshed.core.words import Message

MOST = 3
"""How many moves are named."""

Surety = Literal["clear", "likely", "close", "behind", "alone", "limit"]
"""How sure the bot is. Its worths have a different scale in every game, so leads are measured by the distance between
the best and the worst move that it considered. The first hint is ``clear``, ``likely`` or only ``close``, by its lead
over the next best move; ``alone`` if so few moves were considered that there is nothing to measure by. The others are
``close`` to the first or ``behind`` it. In an auction there is one hint, which is a matter of a ``limit``: the reasons
tell it."""
CLEAR, LIKELY = 0.4, 0.1
"""The share of that distance from which on a lead is clear, or at least likely to be one."""
GOOD = 0.5
"""A move is good if it is at most this share of the distance behind the best."""
FEW = 3
"""With fewer considered moves there is nothing to measure a lead by."""


class Hint(msgspec.Struct, frozen=True):
    """A good move."""

    move: Any
    reasons: tuple[Message, ...]
    """What speaks for it and what it costs, the weightiest first; empty if the bot cannot say."""
    surety: Surety


def hints(bot: Any, ask: Callable[[], AnyAsk], ahead: Ahead = NOTHING_AHEAD) -> list[Hint]:
    """What the bot would play, then its next best ideas.

    ``ask`` makes the question anew each time, with the same random numbers, so that the bot's choice does not depend on
    what it was asked before. ``ahead``: which of the game's moves bid.
    """
    choice = bot.choose(ask())
    if any(ahead.amount(move) is not None for move in ask().moves):
        return [Hint(choice, _reasons(bot, ask(), choice), "limit")]
    considered = _considered(bot, ask(), choice)
    worths = list(considered.values())
    named = [choice, *_good_ones(considered)][:MOST]
    return [Hint(move, _reasons(bot, ask(), move), _surety(worths, place)) for place, move in enumerate(named)]


def _considered(bot: Any, ask: AnyAsk, choice: Any) -> dict[Any, float]:
    """The moves that the bot considers, with their worths: its choice, which is worth as much as any, and then the
    others, the best first."""
    weighed = {move: worth for move, worth in bot.weigh(ask) if isfinite(worth)} if hasattr(bot, "weigh") else {}
    best = max(weighed.values(), default=0.0)
    weighed.pop(choice, None)
    return {choice: best, **dict(sorted(weighed.items(), key=lambda option: -option[1]))}


def _good_ones(considered: Mapping[Any, float]) -> list[Any]:
    """The moves after the choice that are nearly as good."""
    best, worst = max(considered.values()), min(considered.values())
    least = best - GOOD * (best - worst)
    return [move for move, worth in considered.items() if worth >= least][1:]


def _surety(worths: Sequence[float], place: int) -> Surety:
    """``worths``: of all moves that were considered, the best first."""
    span = worths[0] - worths[-1]
    if len(worths) < FEW:
        return "close" if place else "alone"
    gap = (worths[0] - worths[max(1, place)]) / span if span else 0.0
    if gap < LIKELY:
        return "close"
    return "behind" if place else "clear" if gap >= CLEAR else "likely"


def _reasons(bot: Any, ask: AnyAsk, move: Any) -> tuple[Message, ...]:
    return tuple(bot.explain(ask, move)) if hasattr(bot, "explain") else ()
