"""Clocks: how time is given, used up and taken back, and one wheel for the due times of all tables."""

from __future__ import annotations

from time import process_time

import pytest
from msgspec.structs import replace

from engineshed.core.rng import Rng
from engineshed.server.clocks import (
    DAY,
    HOUR,
    NO_CLOCK,
    Choice,
    Clock,
    Timing,
    Vote,
    charged,
    decided,
    due,
    is_possible,
    only_used,
    out_of_time,
    remaining,
    taken_back,
    turned,
)
from engineshed.server.wheel import Wheel

LIVE = Clock("live", minutes=10, increment=20)
DAYS = Clock("days", hours=24, holidays=3)
QUICK = 0.010
"""Seconds of processor time that a look at the wheel may take."""


def begun(clock: Clock, *acting: int, at: float = 0.0) -> Timing:
    timing = turned(clock, None, 3, acting, at)
    assert timing is not None
    return timing


def after(clock: Clock, timing: Timing, *acting: int, at: float) -> Timing:
    turn = turned(clock, timing, 3, acting, at)
    assert turn is not None
    return turn


def test_a_live_clock_runs_only_for_those_to_act_and_adds_its_increment_for_each_turn() -> None:
    first = begun(LIVE, 0)
    assert (first.left, due(first)) == ((620.0, 600.0, 600.0), 620.0)
    second = after(LIVE, first, 1, at=100.0)
    assert (second.left, due(second)) == ((520.0, 620.0, 600.0), 720.0)
    same = after(LIVE, second, 1, at=110.0)
    assert same.left == (520.0, 610.0, 600.0), "the same turn adds nothing"
    both = after(LIVE, same, 1, 2, at=120.0)
    assert both.left == (520.0, 600.0, 620.0)
    assert (due(both), out_of_time(both, 719.0), out_of_time(both, 740.0)) == (720.0, [], [1, 2])


def test_with_days_each_turn_has_its_time() -> None:
    first = begun(DAYS, 0)
    assert due(first) == DAY
    second = after(DAYS, first, 1, at=20 * HOUR)
    again = after(DAYS, second, 0, at=30 * HOUR)
    assert (remaining(again, 0, 30 * HOUR), due(again)) == (DAY, 54 * HOUR)
    assert due(after(DAYS, again, at=31 * HOUR)) is None, "nobody is to act"


def test_holidays_are_used_up_before_the_time_of_the_turn_and_end_with_a_move() -> None:
    resting = replace(begun(DAYS, 0), resting=(0,))
    assert due(resting) == 4 * DAY
    later = charged(resting, 2 * DAY)
    assert (later.left[0], later.rest) == (DAY, (DAY, 3 * DAY, 3 * DAY))
    moved = after(DAYS, resting, 1, at=3.5 * DAY)
    assert (moved.left[0], moved.rest[0], moved.resting) == (DAY / 2, 0.0, ())
    assert after(DAYS, replace(moved, resting=(2,)), 2, at=4 * DAY).resting == (2,), "who is not to act stays away"


def test_who_takes_a_turn_back_pays_for_the_time_and_gives_nobody_an_increment() -> None:
    passed = after(LIVE, begun(LIVE, 0), 1, at=100.0)
    back = taken_back(LIVE, passed, 0, [0], at=130.0)
    assert back.left == (490.0, 600.0, 600.0)
    again = after(LIVE, back, 0, at=130.0)
    assert (again.left, again.turn) == ((490.0, 600.0, 600.0), (0,))
    assert after(LIVE, again, 1, at=130.0).left == (490.0, 620.0, 600.0)
    within = taken_back(LIVE, again, 0, [0], at=140.0)
    assert within.left == (480.0, 600.0, 600.0), "within a turn it is only time that passes"


def test_nothing_runs_in_a_pause_during_a_vote_or_without_a_clock() -> None:
    running = begun(LIVE, 0)
    for still in (replace(running, paused=True), replace(running, vote=Vote(0, 99.0))):
        assert (charged(still, 500.0).left, due(still)) == (running.left, None)
    resumed = after(LIVE, replace(after(LIVE, replace(running, paused=True), 0, at=500.0), paused=False), 0, at=510.0)
    assert resumed.left[0] == 610.0, "going on is not a new turn"
    assert turned(NO_CLOCK, None, 3, [0], 0.0) is None
    voted = turned(NO_CLOCK, Timing(vote=Vote(0, 50.0, ((1, "wait"),))), 3, [0], 9.0)
    assert due(voted) == 50.0
    assert due(turned(NO_CLOCK, voted, 3, [1], 9.0)) is None, "they have moved, so nobody votes about them"


def test_a_clock_that_is_set_back_gives_nobody_time() -> None:
    timing = charged(begun(LIVE, 0, at=100.0), 160.0)
    assert charged(timing, 130.0) == timing


@pytest.mark.parametrize(
    ("cast", "voters", "at", "choice"),
    [
        ("", 2, 99, None),
        ("b", 1, 0, "bot"),
        ("b", 2, 0, None),
        ("bb", 3, 0, "bot"),
        ("be", 2, 0, "bot"),
        ("we", 2, 0, "wait"),
        ("eew", 4, 0, None),
        ("eeww", 4, 0, "wait"),
        ("e", 4, 10, "end"),
    ],
)
def test_votes_are_decided_by_most_and_a_tie_by_the_milder(
    cast: str, voters: int, at: float, choice: Choice | None
) -> None:
    names: dict[str, Choice] = {"w": "wait", "b": "bot", "e": "end"}
    vote = Vote(9, 10.0, tuple((seat, names[letter]) for seat, letter in enumerate(cast)))
    assert decided(vote, range(voters), at) == choice
    gone = replace(vote, cast=((7, "end"), *vote.cast))
    assert decided(gone, range(voters), at) == choice, "who has left does not count"


def test_clocks_that_make_no_sense_are_known_and_unused_numbers_are_dropped() -> None:
    for wrong in (Clock("live"), Clock("live", 601), Clock("live", 10, -1), Clock("days"), Clock("days", 0, 0, 24, 61)):
        assert not is_possible(wrong)
    assert only_used(Clock("live", 10, 5, 24, 3, "vote", "random")) == Clock("live", 10, 5, out="vote", bot="random")
    assert only_used(Clock("days", 10, 5, 24, 3)) == Clock("days", hours=24, holidays=3)
    assert only_used(Clock("none", 10, 5, 24, 3)) == NO_CLOCK


def test_a_hundred_thousand_due_times_are_checked_in_no_time() -> None:
    wheel, rng = Wheel(), Rng("wheel")
    for table in range(100_000):
        wheel.set(f"table {table}", 1000.0 + rng.below(1_000_000))
    started = process_time()
    assert wheel.take(999.0) == []
    assert process_time() - started < QUICK
    started = process_time()
    taken = wheel.take(4000.0)
    assert process_time() - started < QUICK
    assert 100 < len(taken) < 1000
    assert len(wheel) == 100_000 - len(taken)


def test_a_wheel_knows_only_the_latest_time_of_a_table() -> None:
    wheel = Wheel()
    for round_ in range(1000):
        wheel.set("often", float(round_))
        wheel.set("gone", 5.0)
        wheel.set("gone", None)
    wheel.set("early", 3.0)
    assert (len(wheel), wheel.next(), len(wheel._heap) < 200) == (2, 3.0, True)
    assert (wheel.take(998.0), wheel.take(999.0), wheel.next()) == (["early"], ["often"], None)
