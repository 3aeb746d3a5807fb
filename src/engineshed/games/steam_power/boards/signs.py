"""The pieces of Steam Power as the legend shows them, drawn like those on the page.

Each is drawn around the point 0 0, and has what a terminal shows instead.
"""

from __future__ import annotations

from typing import NamedTuple

from engineshed.rail.drawing import cased, hex_path, label, tag
from engineshed.rail.engraving import CITY, CITY_RIM, INK, PLAIN, sample

CARD, COMPANY, GOOD, VP = "#FCF6E6", "#A21C14", "#EE890F", "#6F2C8C"
WORKS = "M-11 13V-3L-4-9V-3L3-9V-3H5V-16H10V13Z"
TRAIN = "M-14 6V-11H-5V-6H6L5-12H12L11-6H13L17 6Z"
CUBE = "M-8-5-4-9H9V4L5 8H-8Z"


class Sign(NamedTuple):
    drawn: str
    written: str


def _tile(colour: str, opacity: float = 1) -> str:
    return tag("path", d=hex_path((0, 0), 26), fill=colour, fill_opacity=opacity, stroke=INK, stroke_width=1.5)


def _works() -> str:
    walls = tag("path", d=WORKS, fill=COMPANY, stroke=CARD, stroke_width=1.5, stroke_linejoin="round")
    return tag("g", walls, transform="translate(-11 0)")


def _goods() -> str:
    cube = tag("path", d=CUBE, fill=GOOD, stroke=INK, stroke_width=1.4, transform="translate(13 -9)")
    return cube + label((13, 11), "×5", 16, fill=INK, font_weight="700")


def _worth() -> str:
    return tag("circle", cx=13, r=12, fill=CARD, stroke=INK) + label((13, 0), "+2", 14, fill=INK, font_weight="700")


def _vp() -> str:
    return _tile(VP) + label((0, 0), "★4", 20, fill="#FFFFFF", font_weight="700")


def _train() -> str:
    return cased("M-36 0H36", 6, COMPANY, INK) + tag("path", d=TRAIN, fill=COMPANY, stroke=INK, stroke_width=1.6)


def _loose() -> str:
    stop = "M1-9V9M1-5H-5M1 5H-5"
    lines = ((CARD, 7), (INK, 4))
    halo = "".join(tag("path", d=stop, fill="none", stroke=colour, stroke_width=wide) for colour, wide in lines)
    return cased("M-36 0H0", 6, COMPANY, INK) + halo


def signs() -> dict[str, Sign]:
    def in_city(mark: str) -> str:
        return sample(CITY, mark, CITY_RIM)

    return {
        "factory": Sign(in_city(_tile(GOOD) + _works() + _goods()), "⌂"),
        "exhausted": Sign(in_city(_tile(GOOD, 0.28) + _works() + _worth()), "⌂+"),
        "vp-city": Sign(in_city(_vp()), "★"),
        "train": Sign(sample(PLAIN, _train()), "▬"),
        "loose": Sign(sample(PLAIN, _loose()), "⊣"),
    }
