"""A hex map in characters: every hex is two lines high and five columns wide, and odd columns are one line lower.

Track is drawn at the edges that it touches: │ at the top and bottom, ╱ and ╲ at the four slanting ones. Its owner's
letter is next to it, so that colour is never the only sign.
"""

from __future__ import annotations

from engineshed.rail.faces import WAYS
from engineshed.rail.hexgrid import HexGrid, cell_name
from engineshed.terminal.canvas import Canvas

WIDTH = 5
HEIGHT = 2
MARGIN = 3
"""The columns on either side that hold the row numbers."""

TRACK = ((0, 1, "│"), (0, 2, "╱"), (1, 2, "╲"), (1, 1, "│"), (1, 0, "╱"), (0, 0, "╲"))
"""For each edge, clockwise from the top: line and column within the hex, and the character."""
ARROWS = "↑↗↘↓↙↖"
OWNER_COLUMN = 3


class HexMap(Canvas):
    """Characters are put on hexes; ``text`` is the whole drawing, with coordinates around the edge."""

    def __init__(self, grid: HexGrid) -> None:
        self.grid = grid
        self.columns, self.rows = 1 + max(x for x, _ in grid.cells), 1 + max(y for _, y in grid.cells)
        super().__init__(2 * MARGIN + WIDTH * self.columns, 2 + HEIGHT * self.rows)
        self.tracks = [0] * len(grid)
        """How many tracks each hex has."""
        self._draw_rim()

    def put(self, hex_: int, line: int, column: int, text: str, style: str = "") -> None:
        """Write into a hex, starting at this line and column within it."""
        x, y = self.grid.cells[hex_]
        self.write(1 + HEIGHT * y + x % 2 + line, MARGIN + WIDTH * x + column, text, style)

    def track(self, hex_: int, way: int, owner: str, style: str) -> None:
        """Draw track from edge to edge, with its owner's letter."""
        self._clear(hex_)
        for edge in WAYS[way]:
            line, column, sign = TRACK[edge]
            self.put(hex_, line, column, sign, style)
        self.put(hex_, self.tracks[hex_], OWNER_COLUMN, owner, style)
        self.tracks[hex_] += 1

    def stub(self, hex_: int, edge: int, place: str, style: str) -> None:
        """Draw track that ends at a place within the hex, next to the place's sign."""
        self._clear(hex_)
        line, column, sign = TRACK[edge]
        self.put(hex_, line, column, sign, style)
        self.put(hex_, 0, OWNER_COLUMN, place, "bold")
        self.tracks[hex_] += 1

    def _clear(self, hex_: int) -> None:
        """The first track in a hex replaces what was drawn there."""
        if self.tracks[hex_] == 0:
            for line in range(HEIGHT):
                self.put(hex_, line, 0, " " * (WIDTH - 1))

    def loose_end(self, hex_: int, edge: int, style: str) -> None:
        """An arrow where unfinished track can continue."""
        line, column, _ = TRACK[edge]
        self.put(hex_, line, column, ARROWS[edge], style)

    def _draw_rim(self) -> None:
        """Letters over the columns; numbers on the left for the even columns, on the right for the odd ones."""
        for x in range(self.columns):
            self.write(0, MARGIN + WIDTH * x + 1, cell_name(x, 0)[:-1], "dim")
        for y in range(self.rows):
            self.write(1 + HEIGHT * y, 0, str(y + 1), "dim")
            self.write(2 + HEIGHT * y, MARGIN + WIDTH * self.columns, str(y + 1), "dim")
