"""Drawings of estimates with their intervals, as SVG: a mark for the value, a line for the interval, no libraries.

What stands out has a mark of another shape as well as another colour.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from math import floor, log10
from typing import NamedTuple

WIDTH, ROW, TOP, BOTTOM = 760, 20, 12, 34
LABELS, RIGHT = 260, 24
LETTERS = 40
"""Longer names are cut off."""

STYLE = """
svg{font:12px system-ui,sans-serif}
.ink{fill:#222}.line{stroke:#222}.pale{stroke:#ddd}.even{stroke:#666;stroke-dasharray:4 3}
.out{fill:#b5431f}.out-line{stroke:#b5431f;stroke-width:2.5}.paper{fill:#fff}
@media(prefers-color-scheme:dark){.ink{fill:#eee}.line{stroke:#ddd}.pale{stroke:#444}.even{stroke:#aaa}
.out{fill:#ff9a76}.out-line{stroke:#ff9a76}.paper{fill:#181818}}
"""


class Bar(NamedTuple):
    label: str
    value: float
    low: float
    high: float
    stands_out: bool = False


def interval_chart(title: str, bars: Sequence[Bar], expected: float | None, told: Callable[[float], str]) -> str:
    """One line for each bar. ``expected``: where a dashed line says what would be even."""
    marks = [*(bar.low for bar in bars), *(bar.high for bar in bars), *([] if expected is None else [expected])]
    low, high, step = _scale(min(marks), max(marks))
    height = TOP + ROW * len(bars) + BOTTOM

    def at(value: float) -> float:
        return round(LABELS + (value - low) / (high - low) * (WIDTH - LABELS - RIGHT), 1)

    def lines() -> Iterator[str]:
        yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">'
        yield f"<title>{escape(title)}</title><style>{STYLE}</style>"
        yield f'<rect class="paper" width="{WIDTH}" height="{height}"/>'
        yield from _axis(low, high, step, height - BOTTOM, at, told)
        if expected is not None:
            yield f'<path class="even" d="M{at(expected)} {TOP - 6}V{height - BOTTOM}"/>'
        for number, bar in enumerate(bars):
            yield from _bar(bar, TOP + ROW * number + ROW / 2, at)
        yield "</svg>"

    return "\n".join(lines())


def _axis(
    low: float, high: float, step: float, bottom: float, at: Callable[[float], float], told: Callable[[float], str]
) -> Iterator[str]:
    for number in range(round((high - low) / step) + 1):
        value = low + number * step
        yield f'<path class="pale" d="M{at(value)} {TOP - 6}V{bottom}"/>'
        yield f'<text class="ink" x="{at(value)}" y="{bottom + 18}" text-anchor="middle">{escape(told(value))}</text>'


def _bar(bar: Bar, y: float, at: Callable[[float], float]) -> Iterator[str]:
    label = bar.label if len(bar.label) <= LETTERS else bar.label[: LETTERS - 1] + "…"
    x, ink, line = at(bar.value), ("out" if bar.stands_out else "ink"), ("out-line" if bar.stands_out else "line")
    yield f'<text class="{ink}" x="{LABELS - 10}" y="{y + 4}" text-anchor="end">{escape(label)}</text>'
    yield f'<path class="{line}" d="M{at(bar.low)} {y}H{at(bar.high)}"/>'
    if bar.stands_out:
        yield f'<path class="{ink}" d="M{x - 6} {y}l6 -6l6 6l-6 6z"/>'
    else:
        yield f'<circle class="{ink}" cx="{x}" cy="{y}" r="4"/>'


def _scale(least: float, most: float) -> tuple[float, float, float]:
    """The ends of the axis and the distance of its lines: 1, 2 or 5 times a power of ten, four to nine of them."""
    room = max(most - least, 1e-9)
    unit: float = 10 ** floor(log10(room / 4))
    step = next(unit * factor for factor in (1, 2, 5, 10) if room / (unit * factor) <= 8)
    low = floor(least / step) * step
    lines = int(-(-(most - low) // step)) or 1
    return low, low + lines * step, step
