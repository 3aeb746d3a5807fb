"""Checks whether a page is accessible, as far as a program can tell."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Locator, Page, expect

ALL_RULES: dict[str, Any] = {"resultTypes": ["violations"]}
COLOURS = {**ALL_RULES, "runOnly": ["color-contrast"]}


def assert_accessible(page: Page, rules: dict[str, Any] = ALL_RULES) -> None:
    if not page.evaluate("'axe' in window"):  # once for each document, because it is large
        page.evaluate(AXE_SCRIPT)
    found = AxeResults(page.evaluate("rules => axe.run(rules)", rules))
    assert found.violations_count == 0, found.generate_report()


def assert_accessible_by_day_and_night(page: Page) -> None:
    """Check a page opened in the light look, then its dark look, which differs only in colours."""
    assert_accessible(page)
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-look", "dark")
    assert_accessible(page, COLOURS)
    page.emulate_media(color_scheme="light")
    expect(page.locator("html")).to_have_attribute("data-look", "light")


def assert_fits(page: Page) -> None:
    """Nothing is wider than the screen. (On a phone the window grows with its content, so its width proves nothing.)"""
    assert page.viewport_size
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"], page.url


def assert_in_sight(page: Page, things: Locator) -> None:
    """None of them is cut off at the side of the screen. Clipped content does not make the page wider."""
    assert page.viewport_size
    for thing in things.all():
        box = thing.bounding_box()
        assert box, thing
        assert box["x"] >= 0, thing
        assert box["x"] + box["width"] <= page.viewport_size["width"], thing
