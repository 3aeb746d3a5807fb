"""Checks for the action bar of any game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.at_table import open_table, send, wait_for_my_turn
from tests.browser.axe import assert_accessible, assert_accessible_by_day_and_night, assert_fits, assert_in_sight
from tests.browser.conftest import DESK, PHONE, OpenPage

NARROW: dict[str, Any] = {**PHONE, "viewport": {"width": 320, "height": 640}}


def bar(page: Page) -> Locator:
    return page.get_by_role("region", name="Actions")


def check_accessibility(open_page: OpenPage, create: Callable[[Page], str], thing: str) -> None:
    """Check every screen size, in the language with the longest words. Choosing must not move the confirm button.

    The dark colours are only checked on a desktop screen, because they are the same everywhere.
    """
    page = open_page(locale="de", **DESK)
    send(page, "POST", "me", {"name": "Ada", "language": "de"})
    table = create(page)
    wait_for_my_turn(page, table)
    choose_thing(page, table, thing)
    assert_accessible_by_day_and_night(page)
    for window in (PHONE, NARROW):
        other = open_page(locale="de", storage_state=page.context.storage_state(), **window)
        choose_thing(other, table, thing)
        assert_accessible(other)


def choose_thing(page: Page, table: str, thing: str) -> None:
    open_table(page, table)
    confirm = page.locator(".confirm")
    expect(confirm).to_be_visible()
    before = confirm.bounding_box()
    page.locator(f".bar .stage button:enabled{thing}").first.click()
    expect(confirm).to_be_enabled()
    after = confirm.bounding_box()
    assert before
    assert after
    assert before["y"] == after["y"]
    assert_fits(page)
    assert_in_sight(page, page.locator(".final button:visible"))
