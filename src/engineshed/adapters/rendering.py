"""What a table looks like: in characters, or as a picture."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from engineshed.adapters.course import Course
from engineshed.core.contract import Seat
from engineshed.core.errors import Trouble
from engineshed.terminal.look import look_of, see

WIDTH = 120
"""Columns of a drawing in characters."""
PIXELS = 1024
"""The width of a picture."""
OTHER_FONT = "DejaVu Sans"
"""Used where none of the fonts is installed that the drawings name."""


def rendered(course: Course, seat: Seat | None, mode: str | None) -> Any:
    """In one of the modes of PettingZoo and Gymnasium; None without a mode."""
    if mode == "ansi":
        return in_characters(course, seat)
    return as_picture(course, seat) if mode == "rgb_array" else None


def in_characters(course: Course, seat: Seat | None) -> str:
    """As the terminal shows it to this seat."""
    game = course.kind.game
    console = Console(width=WIDTH, force_terminal=True, color_system="standard", legacy_windows=False)
    with console.capture() as caught:
        look = look_of(game)
        console.print(look.table(see(game, course.state, seat)))
    return caught.get()


def as_picture(course: Course, seat: Seat | None) -> NDArray[np.uint8]:
    """The board with what is on it: height x width x 3."""
    import resvg_py  # noqa: PLC0415  (only those who want pictures need these two)
    from PIL import Image  # noqa: PLC0415

    draw = course.kind.game.draw_table
    if draw is None:
        raise Trouble("trouble.no-picture", game=course.kind.game.id)
    svg = draw(course.view(seat))
    png = resvg_py.svg_to_bytes(svg_string=svg, width=PIXELS, background="white", sans_serif_family=OTHER_FONT)
    return np.asarray(Image.open(BytesIO(bytes(png))).convert("RGB"))
