"""The map of Dampf & Rails in letters: a line for each row of mileposts, four columns from one to the next.

Between two mileposts of a row there is room for the three sections that lead from there to the right and down: ╲ to
the milepost at the lower right, ─ to the next one in the row, ╱ from that one to the milepost at its lower left. Every
second row begins two columns further to the right. A place is shown as two letters of its name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from engineshed.games.dampf_and_rails.rules.board import DRY, NOWHERE, Board, cell_name
from engineshed.terminal.canvas import Canvas

STEP = 4
NUMBERS = 3
"""Columns for the numbers of the rows, with a blank after them."""
PLAIN, SLOW, WATER = "·", "×", "~"


def _offset(row: int, column: int) -> int:
    """The distance from the first column of the map; odd rows are shifted by half a step."""
    return STEP * column + 2 * (row % 2)


def _column(board: Board, row: int, column: int) -> int:
    """The column of the drawing; unused space on the left is left out."""
    return NUMBERS + _offset(row, column) - min(_offset(*cell) for cell in board.cells)


def width_of(board: Board) -> int:
    return 1 + max(_column(board, *cell) for cell in board.cells)


def short_names(names: Sequence[str]) -> tuple[str, ...]:
    """Two letters for each name: the first one, and the first later one that makes the pair unique."""
    taken: list[str] = []
    for name in names:
        pairs = [name[0] + letter for letter in name[1:]]
        taken.append(next((pair for pair in pairs if pair not in taken), name[:2]))
    return tuple(taken)


class MilepostMap(Canvas):
    """Sections and mileposts on an empty background; in a narrow window, a sentence is shown instead."""

    def __init__(self, board: Board, legend: str, too_narrow: str) -> None:
        self.board, self.legend, self.too_narrow = board, legend, too_narrow
        self.short = short_names(board.place_names)
        self.columns = tuple(_column(board, *cell) for cell in board.cells)
        """The column of the drawing for each milepost."""
        rows = 1 + max(row for row, _ in board.cells)
        super().__init__(width_of(board), 1 + rows)
        for column in range(1 + max(column for _, column in board.cells)):
            self.write(0, _column(board, 0, column), cell_name((0, column))[0], "dim")
        for row in range(rows):
            self.write(1 + row, 0, f"{row + 1:>2}", "dim")
        for section in range(len(self.board.ends)):
            if self.board.water[section] != DRY:
                self._sign(section, WATER, "dim blue")
        for post in range(self.board.size):
            self.post(post, PLAIN, "bold" if self._is_lettered(post) else "dim")

    def __rich_console__(self, _console: Console, options: ConsoleOptions) -> RenderResult:
        if options.max_width >= width_of(self.board):
            yield self.text()
            yield Text(self.legend, style="dim")
        else:
            yield Text(self.too_narrow, style="dim")

    def post(self, post: int, sign: str, style: str) -> None:
        """A sign for a milepost; the middle of a place keeps its letters."""
        self.write(*self._spot(post), self.short[self.board.place_at[post]] if self._is_lettered(post) else sign, style)

    def tracks(self, styles: Mapping[int, str]) -> None:
        """Track on these sections; level ones first, so that slanting ones stay visible next to them."""
        for section in sorted(styles, key=lambda section: not self._is_level(section)):
            if self._is_level(section):
                line, column = self._spot(self.board.ends[section][0])
                self.write(line, column, "─" * STEP, styles[section])
            else:
                self._sign(section, self._slant(section), styles[section])

    def _sign(self, section: int, sign: str, style: str) -> None:
        """Write a section's sign: in the middle of a level one, next to the upper end (or its two letters) of a
        slanting one."""
        upper, lower = self.board.ends[section]
        line, column = self._spot(upper)
        if self._is_level(section):
            self.write(line, column + 2, sign, style)
        elif self.columns[lower] > self.columns[upper]:
            self.write(line, column + 1 + self._is_lettered(upper), sign, style)
        else:
            self.write(line, column - 1, sign, style)

    def _spot(self, post: int) -> tuple[int, int]:
        """Line and column of a milepost."""
        return 1 + self.board.cells[post][0], self.columns[post]

    def _is_lettered(self, post: int) -> bool:
        place = self.board.place_at[post]
        return place != NOWHERE and self.board.places[place].at == post

    def _is_level(self, section: int) -> bool:
        first, second = self.board.ends[section]
        return self.board.cells[first][0] == self.board.cells[second][0]

    def _slant(self, section: int) -> str:
        upper, lower = self.board.ends[section]
        return "╲" if self.columns[lower] > self.columns[upper] else "╱"
