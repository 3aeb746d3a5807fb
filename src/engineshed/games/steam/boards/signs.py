"""The signs of Steam's board as the legend shows them, drawn like those on the page.

Each is drawn around the point 0 0, and has what a terminal shows instead.
"""

from __future__ import annotations

from typing import NamedTuple

from engineshed.rail.drawing import cased, hex_path, tag
from engineshed.rail.engraving import INK, PLAIN, sample

CARD, GREEN, COMPANY, CITY = "#FCF6E6", "#1D6B34", "#D95F00", "#F0C2BC"


class Sign(NamedTuple):
    drawn: str
    written: str


def _growth() -> str:
    disc = tag("circle", r=19, fill=CARD, stroke=INK, stroke_width=3)
    return disc + tag("path", d="M-10 0H10M0-10V10", stroke=GREEN, stroke_width=6, stroke_linecap="round")


def _buffer() -> str:
    stop = "M1-9V9M1-5H-5M1 5H-5"
    lines = ((CARD, 7), (INK, 4))
    halo = "".join(tag("path", d=stop, fill="none", stroke=colour, stroke_width=wide) for colour, wide in lines)
    return cased("M-36 0H0", 6, COMPANY, INK) + halo


def _no_owner() -> str:
    disc = tag("circle", r=9, fill=CARD, stroke=INK, stroke_width=2)
    return cased("M-36 0H36", 6, CARD, INK) + disc + tag("path", d="M-6 6 6-6", stroke=INK, stroke_width=2)


def _new_city() -> str:
    tile = tag("path", d=hex_path((0, 0), 36), fill=CITY, stroke=INK, stroke_width=2)
    return tile + tag("path", d=hex_path((0, 0), 31), fill="none", stroke=INK, stroke_width=1.2)


def signs() -> dict[str, Sign]:
    drawn = {"growth": (_growth(), "+"), "buffer": (_buffer(), "⊣"), "no-owner": (_no_owner(), "⊘")}
    there = {name: Sign(sample(PLAIN, mark), written) for name, (mark, written) in drawn.items()}
    return {**there, "new-city": Sign(sample(PLAIN, _new_city()), "◎")}
