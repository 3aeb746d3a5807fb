"""The Chromium that the tests drive: the system's, or else the one that Playwright installed.

Run as a program, this module's exit code tells the Makefile whether Chromium must be installed.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from playwright.sync_api import Browser, Playwright, sync_playwright

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first one has no windows, and its own work needs only half the processor time."""
OPTIONS = [
    "--no-sandbox",  # the sandbox does not work as root, for example in a container
    "--disable-gpu",
    "--in-process-gpu",  # there is too little to draw to need a process for it
    "--mute-audio",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


def find_chromium() -> str | None:
    """The path of the browser, preferably ENGINESHED_CHROMIUM; None for Playwright's own."""
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
