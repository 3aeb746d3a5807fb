"""How a finished game comes out for each seat: who left, who ran out of time, who shared a screen."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from engineshed.core.notes import Note
from engineshed.server.clocks import Timing
from engineshed.server.outcome import ended_by, left_alone, outcomes
from engineshed.server.rows import Event, SeatRow, TableRow
from tests.server.play import GAME_ID

RESULT = {"ranks": (1, 3, 2), "scores": [{"total": total} for total in (30, 10, 20)], "reason": {}}
ROW = TableRow("t", GAME_ID, 1, 3, {}, "t", "a", "", state="over", result=RESULT)
SEATS = [SeatRow(seat, "guest", guest=guest) for seat, guest in enumerate("abc")]


def log(*entries: tuple[int, str]) -> list[Event]:
    """Moves (``move``) and what was noted about seats."""
    kinds = [(seat, "move" if text == "move" else "house", text) for seat, text in entries]
    return [Event(ply, seat, kind, text) for ply, (seat, kind, text) in enumerate(kinds, 1)]  # type: ignore[arg-type]


def places(row: TableRow, seats: Sequence[SeatRow], *entries: tuple[int, str]) -> list[tuple[int, bool]]:
    return [(seat.place, seat.gone) for seat in outcomes(row, seats, log(*entries))]


def test_who_plays_to_the_end_has_the_place_of_the_game() -> None:
    assert places(ROW, SEATS, (0, "move")) == [(1, False), (3, False), (2, False)]


@pytest.mark.parametrize("why", ["away casual", "out casual"])
def test_whoever_leaves_comes_last_even_if_their_bot_wins_and_they_come_back(why: str) -> None:
    assert places(ROW, SEATS, (0, why), (0, "move"), (0, "back")) == [(3, True), (2, False), (1, False)]
    assert places(ROW, SEATS, (0, why), (0, "back"), (0, "move")) == [(1, False), (3, False), (2, False)]


def test_those_who_left_share_the_last_place() -> None:
    entries = [(0, "away casual"), (0, "move"), (2, "out casual"), (2, "move")]
    assert places(ROW, SEATS, *entries) == [(2, True), (1, False), (2, True)]


def test_who_is_away_in_the_end_has_left_although_no_bot_had_to_move() -> None:
    seats = [msgspec.structs.replace(SEATS[0], away=True, bot="casual"), *SEATS[1:]]
    assert places(ROW, seats) == [(3, True), (2, False), (1, False)]


def test_nobody_is_gone_whom_others_only_missed_at_a_table_without_a_clock() -> None:
    missed = [(0, "called"), (1, "vote 0 bot"), (0, "decided bot casual"), (0, "move"), (0, "back")]
    assert left_alone(log(*missed)) == set()
    out = [(0, "out"), *missed[1:]]
    assert left_alone(log(*out)) == {0}


def test_only_who_ran_out_of_time_loses_a_game_that_the_others_ended() -> None:
    ended = msgspec.structs.replace(ROW, state="closed", result=None, timing=Timing(ended=True), rated=True)
    vote = [(1, "vote 0 end"), (0, "decided end")]
    assert places(ended, SEATS, (0, "out"), *vote) == [(3, True), (1, False), (1, False)]
    assert ended_by(log((0, "out"), *vote)) == 0
    assert places(ended, SEATS, (0, "called"), *vote) == []
    assert places(ended, SEATS) == []


def test_a_seat_that_was_given_away_counts_for_whoever_had_it_first() -> None:
    seats = [msgspec.structs.replace(SEATS[0], guest="d", sat="a e"), *SEATS[1:]]
    found = outcomes(ROW, seats, [])
    assert [(seat.guest, seat.place, seat.gone) for seat in found] == [("a", 3, True), ("b", 2, False), ("c", 1, False)]


def test_a_shared_screen_and_bots_have_no_guest() -> None:
    seats = [SEATS[0], msgspec.structs.replace(SEATS[1], guest="a"), SeatRow(2, "bot", bot="casual")]
    found = outcomes(ROW, seats, log((2, "move")))
    assert [(seat.guest, seat.bot) for seat in found] == [("", None), ("", None), ("", "casual")]


def test_every_note_can_stand_in_the_log() -> None:
    notes = [Note("away", "x"), Note("back"), Note("pause"), Note("vote", about=1, decision="wait"), Note("holiday")]
    assert left_alone(log(*((0, note.text()) for note in notes))) == set()
