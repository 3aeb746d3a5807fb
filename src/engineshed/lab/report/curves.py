"""A drawing of several curves with their bands, as SVG: one for each player, told apart by colour and by dashes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from itertools import chain
from typing import NamedTuple

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 760, 300, 48, 120, 14, 36
COLOURS = ("#b5431f", "#1f5fb5", "#2c7a3f", "#8a3fa0", "#8a6d00")
LIGHT_COLOURS = ("#ff9a76", "#8fbaff", "#7fd696", "#d79cf0", "#e8cc5a")
"""In the dark theme."""
DASHES = ("", "7 3", "2 3", "9 3 2 3", "4 4")
GAP = 16
"""Names at the ends of curves are at least so far from each other."""

STYLE = """
svg{font:12px system-ui,sans-serif}.ink{fill:#222}.pale{stroke:#ddd}.paper{fill:#fff}.mark{fill:none;stroke:#222}
@media(prefers-color-scheme:dark){.ink{fill:#eee}.pale{stroke:#444}.paper{fill:#181818}.mark{stroke:#eee}}
"""


class Curve(NamedTuple):
    name: str
    values: Sequence[float]
    """From 0 to 1, like everything here."""
    low: Sequence[float]
    high: Sequence[float]


class Mark(NamedTuple):
    """A ring on a curve, with a number that the text refers to."""

    curve: int
    place: int
    label: str


class _Drawing(NamedTuple):
    curves: Sequence[Curve]
    told: Callable[[float], str]

    def x(self, place: int) -> float:
        last = max(1, len(self.curves[0].values) - 1)
        return round(LEFT + place / last * (WIDTH - LEFT - RIGHT), 1)

    def y(self, value: float) -> float:
        return round(TOP + (1 - value) * (HEIGHT - TOP - BOTTOM), 1)

    def grid(self, ticks: Sequence[tuple[int, str]]) -> Iterator[str]:
        for share in (0, 0.25, 0.5, 0.75, 1):
            yield f'<path class="pale" d="M{LEFT} {self.y(share)}H{WIDTH - RIGHT}"/>'
            yield _text(self.told(share), LEFT - 6, self.y(share) + 4, "end")
        for place, text in ticks:
            yield f'<path class="pale" d="M{self.x(place)} {TOP}V{HEIGHT - BOTTOM}"/>'
            yield _text(text, self.x(place), HEIGHT - BOTTOM + 18, "middle")

    def bands(self) -> Iterator[str]:
        for number, curve in enumerate(self.curves):
            there = [(self.x(place), self.y(high)) for place, high in enumerate(curve.high)]
            back = [(self.x(place), self.y(low)) for place, low in enumerate(curve.low)]
            yield f'<path class="band c{number}" d="{_path([*there, *reversed(back)])}Z"/>'

    def lines(self) -> Iterator[str]:
        for number, curve in enumerate(self.curves):
            line = [(self.x(place), self.y(value)) for place, value in enumerate(curve.values)]
            yield f'<path class="curve k{number}" stroke-dasharray="{DASHES[number]}" d="{_path(line)}"/>'

    def rings(self, marks: Sequence[Mark]) -> Iterator[str]:
        for mark in marks:
            x, y = self.x(mark.place), self.y(self.curves[mark.curve].values[mark.place])
            yield f'<circle class="mark" cx="{x}" cy="{y}" r="7"/>'
            yield _text(mark.label, x, y - 11 if y > 2 * TOP else y + 20, "middle")

    def names(self) -> Iterator[str]:
        for number, height in _names([self.y(curve.values[-1]) for curve in self.curves]):
            yield _text(self.curves[number].name, WIDTH - RIGHT + 8, height + 4, "start", f"c{number}")


def curve_chart(
    title: str,
    curves: Sequence[Curve],
    ticks: Sequence[tuple[int, str]],
    marks: Sequence[Mark],
    told: Callable[[float], str],
) -> str:
    """``ticks``: what is written under which value."""
    drawing = _Drawing(curves, told)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">'
    style = f"<title>{escape(title)}</title><style>{STYLE}{_colours()}</style>"
    paper = f'<rect class="paper" width="{WIDTH}" height="{HEIGHT}"/>'
    parts = drawing.grid(ticks), drawing.bands(), drawing.lines(), drawing.rings(marks), drawing.names()
    return "\n".join([head, style, paper, *chain.from_iterable(parts), "</svg>"])


def _text(text: str, x: float, y: float, anchor: str, style: str = "ink") -> str:
    return f'<text class="{style}" x="{x}" y="{y}" text-anchor="{anchor}">{escape(text)}</text>'


def _colours() -> str:
    def rules(colours: Sequence[str]) -> str:
        return "".join(f".c{n}{{fill:{colour}}}.k{n}{{stroke:{colour}}}" for n, colour in enumerate(colours))

    shared = ".curve{fill:none;stroke-width:2}.band{opacity:.14}"
    return f"{shared}{rules(COLOURS)}@media(prefers-color-scheme:dark){{{rules(LIGHT_COLOURS)}}}"


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x} {y}" for x, y in points)


def _names(heights: Sequence[float]) -> Iterator[tuple[int, float]]:
    """Where the name of each curve stands: at its end, or a little lower if another name is there."""
    free = float(TOP)
    for number in sorted(range(len(heights)), key=lambda one: heights[one]):
        height = max(heights[number], free)
        yield number, height
        free = height + GAP
