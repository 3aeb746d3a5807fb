"""The picture of a yard, and what the plain table draws on it."""

from __future__ import annotations

from engineshed.core.boards import OnShelf, Piece, PlainHints
from engineshed.core.contract import Seat
from engineshed.core.words import Words
from shunting_yard.rules import scores
from shunting_yard.state import Options, State
from shunting_yard.yard import LETTERS, SHELF, Yard

STEP = 30
"""From wagon to wagon, and from track to track."""
INK = {False: "#5a5345", True: "#bdb5a3"}
"""The colour of the drawing in the light and the dark theme."""


def place(track: int, wagon: int) -> tuple[int, int]:
    return STEP * (wagon + 2), STEP * (track + 1)


class Boards(OnShelf[Yard]):
    """`OnShelf` knows which maps there are and how one is read."""

    def draw_map(self, board: Yard, _words: Words) -> str:
        return drawn(board, dark=False)

    def draw_ground(self, options: Options, *, dark: bool) -> str:
        return drawn(SHELF.load(options.map), dark=dark)

    def layout(self, options: Options) -> Yard:
        return SHELF.load(options.map)

    def hints(self, s: State, _seat: Seat | None) -> PlainHints:
        """The wagons that are left, and everybody's points."""
        left = [place(track, wagon) for track, wagons in enumerate(s.tracks) for wagon in range(wagons)]
        return PlainHints(tuple(Piece(x, y) for x, y in left), tuple(score.total for score in scores(s)))


def drawn(yard: Yard, *, dark: bool) -> str:
    """Each track is a line with its letter."""
    width, height = STEP * (max(yard.tracks) + 2), STEP * (len(yard.tracks) + 1)
    lines = "".join(line(track, wagons, INK[dark]) for track, wagons in enumerate(yard.tracks))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{lines}</svg>'


def line(track: int, wagons: int, ink: str) -> str:
    (x, y), (end, _) = place(track, 0), place(track, wagons - 1)
    letter = (
        f'<text x="{STEP * 0.8}" y="{y + 4}" font-size="13" font-family="serif" fill="{ink}">{LETTERS[track]}</text>'
    )
    return letter + f'<path d="M{x - 14} {y}H{end + 14}" stroke="{ink}" stroke-width="2"/>'


BOARDS = Boards(SHELF)
