"""The Chromium that tests drive: the system's own, else the one that Playwright installed.

Called as a program this says by its exit code whether there is one; the Makefile asks before it installs any.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from playwright.sync_api import Browser, Playwright, sync_playwright

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first has no windows at all, and needs half as much of the processor beside its pages."""
OPTIONS = [
    "--no-sandbox",  # which cannot be had as root, as in a container
    "--disable-gpu",
    "--in-process-gpu",  # what there is to draw is not worth a process, nor what there is to hear
    "--mute-audio",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


def find_chromium() -> str | None:
    """Its path, ENGINESHED_CHROMIUM first; None for Playwright's own."""
    named = os.environ.get("ENGINESHED_CHROMIUM")
    return named or next(filter(None, map(shutil.which, NAMES)), None)


def launch(playwright: Playwright) -> Browser:
    return playwright.chromium.launch(executable_path=find_chromium(), args=OPTIONS)


def main() -> int:
    if find_chromium():
        return 0
    with sync_playwright() as playwright:
        return 0 if Path(playwright.chromium.executable_path).exists() else 1


if __name__ == "__main__":
    sys.exit(main())
