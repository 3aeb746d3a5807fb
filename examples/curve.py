"""A learning curve as SVG: ``python examples/curve.py examples/ppo-steam.jsonl > examples/ppo-steam.svg``."""

from __future__ import annotations

import json
import sys
from pathlib import Path

WIDTH, HEIGHT, MARGIN = 480, 240, 40


def curve(lines: list[dict[str, float]]) -> str:
    """The mean reward of the games that ended in each update, by the number of steps."""
    most = max(line["steps"] for line in lines)

    def at(steps: float, reward: float) -> str:
        x = MARGIN + steps / most * (WIDTH - 2 * MARGIN)
        return f"{x:.1f},{HEIGHT - MARGIN - (reward + 1) / 2 * (HEIGHT - 2 * MARGIN):.1f}"

    points = " ".join(at(line["steps"], line["reward"]) for line in lines)
    marks = "".join(
        f'<text x="{MARGIN - 6}" y="{at(0, reward).split(",")[1]}" text-anchor="end" dy="4">{reward}</text>'
        f'<polyline points="{at(0, reward)} {at(most, reward)}" stroke="#ccc" fill="none"/>'
        for reward in (-1, 0, 1)
    )
    told = f"mean reward against random bots; {most:,} steps in {lines[-1]['seconds']:.0f} seconds"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>{marks}'
        f'<polyline points="{points}" fill="none" stroke="#1F6FB2" stroke-width="2"/>'
        f'<text x="{WIDTH / 2}" y="{HEIGHT - 12}" text-anchor="middle">{told}</text></svg>\n'
    )


if __name__ == "__main__":
    read = Path(sys.argv[1]).read_text("utf-8").splitlines()
    sys.stdout.write(curve([json.loads(line) for line in read]))
