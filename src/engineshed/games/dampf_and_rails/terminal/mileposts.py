"""The map of Dampf & Rails in letters: a line for each row of mileposts, four columns from one to the next.

Between two mileposts of a row there is room for the three sections that lead from there to the right and down: ╲ to
the milepost below at the right, ─ to the next one in the row, ╱ from that one to the milepost below at its left. Every
second row begins two columns further to the right. A place is two letters of its name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from engineshed.games.dampf_and_rails.rules.board import BOARD, DRY, NOWHERE, cell_name
from engineshed.terminal.canvas import Canvas

STEP = 4
NUMBERS = 3
"""Columns for the numbers of the rows, with a blank behind them."""
PLAIN, SLOW, WATER = "·", "×", "~"


def _offset(row: int, column: int) -> int:
    """From the first column of the map, if every row began there."""
    return STEP * column + 2 * (row % 2)


LEFT = min(_offset(*cell) for cell in BOARD.cells)
"""What is not needed of that."""
COLUMNS = tuple(NUMBERS - LEFT + _offset(*cell) for cell in BOARD.cells)
"""Of the drawing, for each milepost."""
WIDTH = 1 + max(COLUMNS)


def short_names(names: Sequence[str]) -> tuple[str, ...]:
    """Two letters for each: the first one, and the first of the others with which nobody else is called."""
    taken: list[str] = []
    for name in names:
        pairs = [name[0] + letter for letter in name[1:]]
        taken.append(next(pair for pair in pairs if pair not in taken))
    return tuple(taken)


SHORT = short_names(BOARD.place_names)


class MilepostMap(Canvas):
    """Sections and mileposts are drawn over an empty land; in a narrow window a sentence takes its place."""

    def __init__(self, legend: str, too_narrow: str) -> None:
        self.legend, self.too_narrow = legend, too_narrow
        rows = 1 + max(row for row, _ in BOARD.cells)
        super().__init__(WIDTH, 1 + rows)
        for column in range(1 + max(column for _, column in BOARD.cells)):
            self.write(0, NUMBERS - LEFT + _offset(0, column), cell_name((0, column))[0], "dim")
        for row in range(rows):
            self.write(1 + row, 0, f"{row + 1:>2}", "dim")
        for section in range(len(BOARD.ends)):
            if BOARD.water[section] != DRY:
                self._sign(section, WATER, "dim blue")
        for post in range(BOARD.size):
            self.post(post, PLAIN, "bold" if _is_lettered(post) else "dim")

    def __rich_console__(self, _console: Console, options: ConsoleOptions) -> RenderResult:
        if options.max_width >= WIDTH:
            yield self.text()
            yield Text(self.legend, style="dim")
        else:
            yield Text(self.too_narrow, style="dim")

    def post(self, post: int, sign: str, style: str) -> None:
        """A sign for a milepost; the middle of a place keeps its letters."""
        self.write(*_spot(post), SHORT[BOARD.place_at[post]] if _is_lettered(post) else sign, style)

    def tracks(self, styles: Mapping[int, str]) -> None:
        """Track on these sections; level ones first, so that slanting ones are seen beside them."""
        for section in sorted(styles, key=lambda section: not _is_level(section)):
            if _is_level(section):
                line, column = _spot(BOARD.ends[section][0])
                self.write(line, column, "─" * STEP, styles[section])
            else:
                self._sign(section, _slant(section), styles[section])

    def _sign(self, section: int, sign: str, style: str) -> None:
        """In the middle of a level section, beside the upper end of a slanting one; a place has two letters there."""
        upper, lower = BOARD.ends[section]
        line, column = _spot(upper)
        if _is_level(section):
            self.write(line, column + 2, sign, style)
        elif COLUMNS[lower] > COLUMNS[upper]:
            self.write(line, column + 1 + _is_lettered(upper), sign, style)
        else:
            self.write(line, column - 1, sign, style)


def _spot(post: int) -> tuple[int, int]:
    """Line and column of a milepost."""
    return 1 + BOARD.cells[post][0], COLUMNS[post]


def _is_lettered(post: int) -> bool:
    place = BOARD.place_at[post]
    return place != NOWHERE and BOARD.places[place].at == post


def _is_level(section: int) -> bool:
    first, second = BOARD.ends[section]
    return BOARD.cells[first][0] == BOARD.cells[second][0]


def _slant(section: int) -> str:
    upper, lower = BOARD.ends[section]
    return "╲" if COLUMNS[lower] > COLUMNS[upper] else "╱"
