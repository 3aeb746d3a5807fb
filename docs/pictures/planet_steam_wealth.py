"""Draws how wealthy players of Planet Steam are in the end, from games that ``engineshed simulate --json`` played.

    python docs/pictures/planet_steam_wealth.py build/wealth-*.jsonl > docs/pictures/planet-steam-wealth.svg

For each number of players: a thin line from the poorest to the richest player, a bar for the middle 80 %, a mark and a
number for the mean, and a ring for the mean of the naive play with which the scales were reconstructed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean

import msgspec

from engineshed.lab.simulate import GameLine

WIDTH, HEIGHT = 640, 360
LEFT, RIGHT, TOP, BOTTOM = 60, 20, 34, 46
HIGHEST, STEP = 1400, 200
"""The wealth at the top of the picture, and between two lines."""

NAIVE = {2: 802, 3: 660, 4: 519, 5: 455}
EXAMPLE = 550
"""The example of scoring in the rulebook."""

INK, PALE, BAR, RING = "#333", "#ddd", "#7aa6c2", "#b5542d"


def height_of(wealth: float) -> float:
    return round(HEIGHT - BOTTOM - wealth / HIGHEST * (HEIGHT - TOP - BOTTOM), 1)


def text(x: float, y: float, words: str, anchor: str = "middle", colour: str = INK) -> str:
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" fill="{colour}">{words}</text>'


def level(y: float, colour: str, dashes: str = "none") -> str:
    return f'<path d="M{LEFT} {y}H{WIDTH - RIGHT}" stroke="{colour}" stroke-dasharray="{dashes}"/>'


def scale() -> Iterator[str]:
    for wealth in range(0, HIGHEST + 1, STEP):
        yield level(height_of(wealth), PALE)
        yield text(LEFT - 8, height_of(wealth) + 4, str(wealth), "end")
    yield level(height_of(EXAMPLE), RING, "4 4")
    yield text(LEFT + 4, height_of(EXAMPLE) + 14, f"the rulebook's example: {EXAMPLE}", "start", RING)


def column(x: float, players: int, wealth: Sequence[int]) -> Iterator[str]:
    ordered = sorted(wealth)
    tenth = len(ordered) // 10
    low, high = height_of(ordered[tenth]), height_of(ordered[-1 - tenth])
    mean = height_of(fmean(wealth))
    yield f'<path d="M{x} {height_of(ordered[0])}V{height_of(ordered[-1])}" stroke="{INK}"/>'
    yield f'<rect x="{x - 18}" y="{high}" width="36" height="{round(low - high, 1)}" fill="{BAR}"/>'
    yield f'<path d="M{x - 18} {mean}h36" stroke="{INK}" stroke-width="2"/>'
    yield text(x + 24, mean + 4, str(round(fmean(wealth))), "start")
    yield f'<circle cx="{x}" cy="{height_of(NAIVE[players])}" r="4" fill="none" stroke="{RING}" stroke-width="2"/>'
    yield text(x, HEIGHT - BOTTOM + 20, f"{players} players")


def picture(wealth: dict[int, list[int]]) -> Iterator[str]:
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
    yield 'font-size="12">'
    yield "<title>Final wealth in Planet Steam, greedy players</title>"
    yield f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>'
    yield text(LEFT, 20, "Final wealth of greedy players: all, the middle 80 %, mean; ring: naive play", "start")
    yield from scale()
    apart = (WIDTH - LEFT - RIGHT) / len(wealth)
    for place, players in enumerate(sorted(wealth)):
        yield from column(round(LEFT + apart * (place + 0.4), 1), players, wealth[players])
    yield "</svg>"


def read(files: Sequence[str]) -> dict[int, list[int]]:
    """The wealth of every player, by number of players."""
    wealth: dict[int, list[int]] = {}
    for file in files:
        for line in Path(file).read_text(encoding="utf-8").splitlines():
            game = msgspec.json.decode(line, type=GameLine)
            wealth.setdefault(game.seats, []).extend(game.scores)
    return wealth


if __name__ == "__main__":
    print("\n".join(picture(read(sys.argv[1:]))))
