"""The pieces and signs of Planet Steam as the legend shows them, drawn like those on the page.

Each is drawn around the point 0 0, and has what a terminal shows instead.
"""

from __future__ import annotations

from typing import NamedTuple

from engineshed.games.planet_steam.boards.drawing import puffs, slab
from engineshed.rail.drawing import label, tag

CASING, BRASS, CLAIM, RESOURCE = "#1A1A1A", "#D9A441", "#DE6300", "#7BD4FA"
LADDER = (("−3", "#B5281F"), ("−1", "#F0DC50"), ("+2", "#1A1A1A"))
"""Some steps of the scale, with the colours of their bands."""


class Sign(NamedTuple):
    drawn: str
    written: str


def _solid(path: str, colour: str) -> str:
    return tag("path", d=path, fill=colour, stroke=CASING, stroke_width=2.2, stroke_linejoin="round")


def _tank(top: str = "") -> str:
    feet = tag("path", d="M-14 20-18 29M14 20 18 29", stroke=CASING, stroke_width=5, stroke_linecap="round")
    body = _solid("M-21-9C-21-23 21-23 21-9V15C21 26-21 26-21 15Z", RESOURCE)
    hoop = tag("path", d="M-21-9C-14-3 14-3 21-9", fill="none", stroke=CASING, stroke_width=1.2)
    return top + feet + body + hoop


def _claim() -> str:
    frame = "M-35.5-35.5H35.5V35.5H-35.5Z"
    lines = "".join(
        tag("path", d=frame, fill="none", stroke=colour, stroke_width=width, stroke_linejoin="round")
        for colour, width in ((CASING, 9), (CLAIM, 6.2))
    )
    return lines + tag("circle", cx=-28, cy=-28, r=11.5, fill=CLAIM, stroke=CASING, stroke_width=1.6)


def _neutral() -> str:
    disc = tag("circle", r=17, fill="#B9B3A6", stroke=CASING, stroke_width=1.6)
    return disc + tag("path", d="M-10 10 10-10", stroke=CASING, stroke_width=3, stroke_linecap="round")


def _closed() -> str:
    hatches = "M-38-14-14-38M-38 10 10-38M-38 34 34-38M-14 38 38-14M10 38 38 10"
    cover = tag("rect", x=-40, y=-40, width=80, height=80, rx=9, fill=CASING, fill_opacity=0.5)
    return cover + tag("path", d=hatches, stroke="#FCF6E6", stroke_opacity=0.35, stroke_width=2)


def _dome() -> str:
    dome = "M-13-19A13 12 0 0 1 13-19ZM-3-30V-35H-7V-39H7V-35H3V-30Z"
    return _tank(_solid(dome, BRASS))


def _bolt() -> str:
    disc = tag("circle", r=23, fill="#FFF134", stroke=CASING, stroke_width=3)
    return disc + tag("path", d="M5-18-11 3H-1L-5 18 11-3H1Z", fill=CASING)


def _airship() -> str:
    fin = _solid("M24-4 35-13V11L24 4Z", "#B5793A")
    hull = _solid("M-33 0C-33-16 8-20 30 0C8 20-33 16-33 0Z", "#F0E2C0")
    car = _solid("M-14 14H8L4 22H-10Z", "#B5793A")
    return fin + hull + car + label((-4, 0), "+1", 14, fill=CASING, font_weight="700")


def _ladder() -> str:
    bands = []
    for place, (shift, colour) in enumerate(LADDER):
        ink = CASING if shift == "−1" else "#FFFFFF"
        bands.append(tag("rect", x=-20, y=-36 + 24 * place, width=40, height=24, fill=colour, stroke=CASING))
        bands.append(label((0, -24 + 24 * place), shift, 18, fill=ink, font_weight="700"))
    return "".join(bands)


def signs() -> dict[str, Sign]:
    rock = slab()
    return {
        "claim": Sign(rock + _claim(), "●"),
        "neutral": Sign(rock + _neutral(), "⊘"),
        "closed": Sign(rock + _closed(), "▒"),
        "puff": Sign(rock + puffs(), "∴"),
        "tank": Sign(rock + _tank(), "▮"),
        "dome": Sign(rock + tag("g", _dome(), transform="translate(0 7)"), "▲"),
        "bolt": Sign(rock + _bolt(), "ϟ"),
        "fallen": Sign(rock + tag("g", _tank(), transform="rotate(78)"), "▬"),
        "airship": Sign(_airship(), "◯"),
        "ladder": Sign(_ladder(), "±"),
        "count": Sign(label((0, 0), "×4", 40, fill="#B0673A", font_weight="700"), "×"),
        "die": Sign(_die(), "⚂"),
    }


def _die() -> str:
    face = _solid("M-24-24H24V24H-24Z", "#FFFFFF")
    return face + "".join(tag("circle", cx=at, cy=at, r=5, fill=CASING) for at in (-12, 0, 12))
