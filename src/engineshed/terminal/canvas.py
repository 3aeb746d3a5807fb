"""A drawing made of characters, each with its own place and style."""

from __future__ import annotations

from itertools import groupby

from rich.text import Text


class Canvas:
    def __init__(self, width: int, height: int) -> None:
        self.signs = [[(" ", "")] * width for _ in range(height)]
        """Line by line, each character with its style."""

    def write(self, line: int, column: int, text: str, style: str = "") -> None:
        self.signs[line][column : column + len(text)] = [(sign, style) for sign in text]

    def text(self) -> Text:
        """The whole drawing, without blanks at the right and empty lines at the bottom."""
        lines = []
        for signs in self.signs:
            runs = groupby(signs, key=lambda sign: sign[1])
            line = Text.assemble(*(("".join(sign for sign, _ in run), style) for style, run in runs))
            line.rstrip()
            lines.append(line)
        drawing = Text("\n", no_wrap=True, overflow="ignore").join(lines)
        drawing.rstrip()
        return drawing
