"""Whether everybody can use a page, as far as a program can tell."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def assert_accessible(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def assert_fits(page: Page) -> None:
    """Nothing is wider than the screen; not the window, which on a phone grows with what is too wide for it."""
    assert page.viewport_size
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"], page.url
