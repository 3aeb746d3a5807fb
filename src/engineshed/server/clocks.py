"""The clocks of a table: how much time each player has, when it runs out, and what was agreed for then.

Only arithmetic: nobody looks at a watch here. A table's row has when it was last worked out (``Timing.since``), so a
clock needs no timer, and goes on while no server is running.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

ClockKind = Literal["none", "live", "days"]
OnTimeOut = Literal["bot", "vote"]
Choice = Literal["wait", "bot", "end"]
"""What others can vote for when a player's time is up. Of those with as many votes, the first is chosen."""
CHOICES: tuple[Choice, ...] = ("wait", "bot", "end")

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0
MOST_MINUTES, MOST_INCREMENT, MOST_HOURS, MOST_HOLIDAYS = 600, 600, 720, 60
BACK = MINUTE
"""Seconds that a player has at least who comes back after their time was up."""
WAIT_MORE = 5 * MINUTE
"""Seconds that a vote to wait gives a player with a live clock."""
LIVE_VOTE = 3 * MINUTE
"""How long a vote lasts with a live clock; otherwise as long as a turn may."""
UNTIMED_VOTE = DAY
"""The same at a table without a clock."""
MISSED = 10 * MINUTE
"""Seconds of waiting after which players of a table without a clock can vote about the one they wait for."""


class Clock(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What the players of a table agree to when they sit down; it does not change during the game."""

    kind: ClockKind = "none"
    """`live`: minutes for the whole game; `days`: so many hours for each turn."""
    minutes: int = 0
    """With a live clock, what each player has at the start."""
    increment: int = 0
    """With a live clock, the seconds that are added for each turn."""
    hours: int = 0
    """For `days`: how long a turn may take."""
    holidays: int = 0
    """For `days`: for how many days in all each player may stop their own clock."""
    out: OnTimeOut = "bot"
    """When a player's time is up, a bot plays on until they come back, or the others vote."""
    bot: str | None = None
    """Which bot; the game's usual one if not given."""


NO_CLOCK = Clock()


class Vote(msgspec.Struct, frozen=True, gc=False):
    """The others decide about a player whose time is up. Meanwhile all clocks stand still."""

    about: int
    until: float
    """When it is decided by the votes cast so far; if there are none, by the first one."""
    cast: tuple[tuple[int, Choice], ...] = ()
    """The seats that have voted, and for what."""


class Timing(msgspec.Struct, frozen=True, gc=False):
    """How the clocks of a table stand."""

    left: tuple[float, ...] = ()
    """The seconds that each seat had left at ``since``; empty at a table without a clock."""
    rest: tuple[float, ...] = ()
    """The seconds of holidays that each seat had left."""
    since: float = 0.0
    turn: tuple[int, ...] = ()
    """The seats that are to act, and whose players are people and here: their clocks run unless all stand still."""
    resting: tuple[int, ...] = ()
    """The seats that are on holiday, so that their time is taken from their holidays first."""
    asked: tuple[int, ...] = ()
    """The seats that would like a pause; with all of them the clocks stand still."""
    paused: bool = False
    vote: Vote | None = None
    ended: bool = False
    """Whether the players have voted to end the game."""

    @property
    def running(self) -> tuple[int, ...]:
        """The seats whose clocks are running."""
        return () if self.paused or self.vote is not None or not self.left else self.turn


# -- what has been agreed ---------------------------------------------------------------------------------------------


def is_possible(clock: Clock) -> bool:
    """Whether the numbers of a clock make sense."""
    if clock.kind == "live":
        return 1 <= clock.minutes <= MOST_MINUTES and 0 <= clock.increment <= MOST_INCREMENT
    return clock.kind == "none" or (1 <= clock.hours <= MOST_HOURS and 0 <= clock.holidays <= MOST_HOLIDAYS)


def only_used(clock: Clock) -> Clock:
    """The clock without the numbers that its kind does not use."""
    live, days = clock.kind == "live", clock.kind == "days"
    return replace(
        clock,
        minutes=clock.minutes if live else 0,
        increment=clock.increment if live else 0,
        hours=clock.hours if days else 0,
        holidays=clock.holidays if days else 0,
    )


# -- how they run -----------------------------------------------------------------------------------------------------


def turned(clock: Clock, timing: Timing | None, seats: int, acting: Collection[int], at: float) -> Timing | None:
    """The clocks after a change, if these seats are to act now whose players are people and here.

    A seat whose turn begins gets what it gets for a turn, and one that has moved is back from its holidays. None while
    nothing is known about any clock.
    """
    if timing is None:
        if clock.kind == "none":
            return None
        timing = Timing((clock.minutes * MINUTE,) * seats, (clock.holidays * DAY,) * seats, at)
    timing = charged(timing, at)
    begun = [seat for seat in acting if seat not in timing.turn]
    vote = timing.vote if timing.vote is not None and timing.vote.about in acting else None
    resting = tuple(seat for seat in timing.resting if seat in acting or seat not in timing.turn)
    left = _for_a_turn(timing.left, begun, clock)
    return replace(timing, left=left, turn=tuple(sorted(acting)), resting=resting, vote=vote)


def _for_a_turn(left: tuple[float, ...], begun: Collection[int], clock: Clock) -> tuple[float, ...]:
    if clock.kind == "days":
        return tuple(clock.hours * HOUR if seat in begun else one for seat, one in enumerate(left))
    return tuple(one + clock.increment if seat in begun else one for seat, one in enumerate(left))


def charged(timing: Timing, at: float) -> Timing:
    """The clocks that run, worked out anew: holidays are used up before the time for the turn."""
    passed = max(0.0, at - timing.since)
    left, rest = list(timing.left), list(timing.rest)
    for seat in timing.running:
        off = min(rest[seat], passed) if seat in timing.resting else 0.0
        rest[seat] -= off
        left[seat] = max(0.0, left[seat] - (passed - off))
    return replace(timing, left=tuple(left), rest=tuple(rest), since=max(timing.since, at))


def taken_back(clock: Clock, timing: Timing, seat: int, acting: Collection[int], at: float) -> Timing:
    """The clocks when a seat takes back the end of its turn, after which these seats are to act.

    The time since then is its own. The others, who have not had their turn, have got nothing for it either.
    """
    if seat in timing.turn:
        return charged(timing, at)
    now = charged(replace(timing, turn=(seat,)), at)
    gift = clock.increment if clock.kind == "live" else 0
    undone = [other for other in timing.turn if other not in acting]
    left = tuple(max(0.0, one - gift) if other in undone else one for other, one in enumerate(now.left))
    return replace(now, left=left, turn=tuple(sorted({*timing.turn, seat})))


def remaining(timing: Timing, seat: int, at: float) -> float:
    """The seconds until a seat's time is up, its holidays included if it is on holiday."""
    now = charged(timing, at)
    return now.left[seat] + (now.rest[seat] if seat in now.resting else 0.0)


def due(timing: Timing | None) -> float | None:
    """When the next of the clocks runs out, or a vote has lasted long enough; None if nothing happens by itself."""
    if timing is None:
        return None
    if timing.vote is not None:
        return timing.vote.until if timing.vote.cast else None
    ends = [timing.since + remaining(timing, seat, timing.since) for seat in timing.running]
    return min(ends, default=None)


def out_of_time(timing: Timing, at: float) -> list[int]:
    """The seats whose time is up."""
    return [seat for seat in timing.running if remaining(timing, seat, at) <= 0.0]


def with_more(clock: Clock, timing: Timing, seat: int, least: float) -> Timing:
    """The clocks after a seat whose time was up got more: a turn's time, or with a live clock at least so much."""
    if not timing.left:
        return timing
    more = clock.hours * HOUR if clock.kind == "days" else max(timing.left[seat], least)
    return replace(timing, left=tuple(more if one == seat else left for one, left in enumerate(timing.left)))


# -- votes ------------------------------------------------------------------------------------------------------------


def lasting(clock: Clock) -> float:
    """How many seconds a vote lasts."""
    return {"live": LIVE_VOTE, "days": clock.hours * HOUR, "none": UNTIMED_VOTE}[clock.kind]


def decided(vote: Vote, voters: Sequence[int], at: float) -> Choice | None:
    """What has been decided: as soon as more than half of the voters agree, all have voted, or time is up."""
    cast = [choice for seat, choice in vote.cast if seat in voters]
    if not cast:
        return None
    best = max(CHOICES, key=cast.count)
    over = len(cast) >= len(voters) or at >= vote.until
    return best if over or cast.count(best) * 2 > len(voters) else None
