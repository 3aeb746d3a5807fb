"""What a record says about its players: read and written, and refused if it cannot be true."""

from __future__ import annotations

import pytest

from engineshed.core.notes import Note, Noted, first_false

TRUE: list[list[Noted]] = [
    [(0, 1, "away greedy"), (4, 1, "back"), (4, 1, "away greedy")],
    [(3, 2, "out"), (3, 0, "vote 2 wait"), (3, 1, "vote 2 end"), (3, 2, "decided wait"), (5, 2, "out random")],
    [(3, 2, "called"), (3, 0, "vote 2 end"), (9, 2, "decided end")],
    [(3, 2, "out"), (3, 2, "back"), (3, 0, "pause"), (3, 1, "paused"), (3, 0, "resumed"), (3, 0, "holiday")],
    [(3, 2, "out"), (3, 0, "vote 2 bot"), (3, 2, "decided bot greedy"), (4, 2, "back"), (4, 1, "no-pause")],
    [(0, 1, "joined"), (2, 1, "away greedy"), (2, 1, "gave-up random"), (3, 1, "joined"), (3, 1, "out")],
]
FALSE: list[list[Noted]] = [
    [(0, 3, "back")],
    [(10, 0, "pause")],
    [(0, 0, "back")],
    [(0, 0, "away")],
    [(0, 0, "gave-up greedy"), (0, 0, "back")],
    [(0, 0, "gave-up greedy"), (0, 0, "gave-up greedy")],
    [(0, 0, "gave-up")],
    [(0, 0, "joined greedy")],
    [(0, 0, "away greedy"), (0, 0, "pause")],
    [(4, 0, "pause"), (3, 1, "pause")],
    [(0, 0, "vote 1 bot")],
    [(0, 1, "out"), (0, 1, "vote 1 bot")],
    [(0, 1, "out"), (0, 0, "vote 2 bot")],
    [(0, 1, "out"), (0, 0, "vote 1 bot"), (0, 1, "decided wait")],
    [(0, 1, "out"), (0, 0, "vote 1 end"), (0, 1, "decided end")],
    [(9, 1, "out"), (9, 0, "vote 1 end"), (9, 1, "decided end"), (9, 0, "pause")],
    [(0, 0, "away gre\nedy")],
    [(0, 0, "away " + "x" * 60)],
    [(0, 0, "vote ¹ bot")],
]


@pytest.mark.parametrize("notes", TRUE)
def test_notes_that_may_be_true_are_believed(notes: list[Noted]) -> None:
    assert first_false(notes, 3, 9) is None
    assert [Note.of(text).text() for _, _, text in notes] == [text for _, _, text in notes]


@pytest.mark.parametrize("notes", FALSE)
def test_notes_that_cannot_be_true_are_found(notes: list[Noted]) -> None:
    assert first_false(notes, 3, 9) == len(notes)
