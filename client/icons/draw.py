"""Draws the icons of the app from the SVG files beside this one: run it after changing them."""

from __future__ import annotations

from pathlib import Path

import resvg_py

HERE = Path(__file__).parent
ICONS = {
    "icon-192": ("app", 192),
    "icon-512": ("app", 512),
    "icon-180": ("maskable", 180),
    "maskable-192": ("maskable", 192),
    "maskable-512": ("maskable", 512),
    "badge-96": ("badge", 96),
}
"""By the name of the file: which drawing, and how many pixels it is wide."""


def main() -> None:
    for name, (drawing, width) in ICONS.items():
        png = resvg_py.svg_to_bytes(svg_string=(HERE / f"{drawing}.svg").read_text("utf-8"), width=width)
        (HERE.parent / "public" / f"{name}.png").write_bytes(bytes(png))


if __name__ == "__main__":
    main()
