"""The pieces and signs of Dampf & Rails as the legend shows them, drawn like those on the page.

Each is drawn around the point 0 0, and has what a terminal shows instead.
"""

from __future__ import annotations

from typing import NamedTuple

from engineshed.games.dampf_and_rails.boards.drawing import parts
from engineshed.rail.drawing import label, tag
from engineshed.rail.engraving import WATER

CASING, CARD, BROWN, RED, CLOUD, FLOOD = "#1A1A1A", "#FCF6E6", "#6B4A33", "#A4211B", "#8FA6BD", "#3D86B8"
START, GOOD, COMPANY = "#E9B8A6", "#F7D560", "#12468F"
FISH = "M4.5 12C8 6.5 13 7 16 12C13 17 8 17.5 4.5 12ZM16 12 19.5 8V16ZM8.3 11h.01"
TRAIN = "M-14 6V-11H-5V-6H6L5-12H12L11-6H13L17 6Z"


class Sign(NamedTuple):
    drawn: str
    written: str


def _ferry() -> str:
    sea = tag("rect", x=-32, y=-22, width=64, height=44, rx=6, fill=WATER)
    line = tag("path", d="M-28 10L28-10", stroke=BROWN, stroke_width=2, stroke_dasharray="4 4")
    box = tag("rect", x=-13, y=-11, width=26, height=22, rx=4, fill=CARD, stroke=BROWN)
    return sea + line + box + label((0, 0), "10", 14, fill=BROWN, font_weight="700")


def _chip(x: float, y: float) -> str:
    disc = tag("circle", r=13, fill=GOOD, stroke=CASING, stroke_width=1.6)
    fish = tag("path", d=FISH, fill="none", stroke=CASING, stroke_width=1.9, transform="translate(-12 -12)")
    return tag("g", disc + fish, transform=f"translate({x} {y}) scale(0.8)")


def _stuck() -> str:
    train = tag("path", d=TRAIN, fill=COMPANY, stroke=CASING, stroke_width=1.6)
    cross = tag("path", d="M-16-14 16 12M-16 12 16-14", stroke=RED, stroke_width=3, stroke_linecap="round")
    return train + cross


def signs() -> dict[str, Sign]:
    drawn = parts()
    town = tag("path", d="M-12-12H12V12H-12Z", fill=START, stroke=BROWN, stroke_width=2.6)
    cloud = tag(
        "path", d="M-20 0h.01M20 0h.01", stroke=CLOUD, stroke_opacity=0.6, stroke_width=34, stroke_linecap="round"
    )
    flood = tag("path", d="M-20 0H20", stroke=FLOOD, stroke_width=10, stroke_dasharray="1 13", stroke_linecap="round")
    return {
        "ferry": Sign(_ferry(), "⛴"),
        "start": Sign(drawn["small"] + town, "■"),
        "chip": Sign(drawn["small"] + _chip(0, 10), "●"),
        "lying": Sign(drawn["small"] + _chip(-20, 2), "◍"),
        "cloud": Sign(drawn["dot"] + cloud, "☁"),
        "flood": Sign(drawn["river"] + flood, "≋"),
        "stuck": Sign(drawn["dot"] + _stuck(), "✕"),
    }
