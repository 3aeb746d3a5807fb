"""Lessons in the browser, taken by a script that acts only on what the page shows."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.at_table import confirm_button

WORD = re.compile(r"\w+")


def panel(page: Page) -> Locator:
    return page.get_by_role("region", name="Lesson")


def take(page: Page, lesson: str) -> int:
    """Take a lesson to its end: go on where there is only something to read, and do what is asked. Returns the number
    of moves that were tried."""
    page.goto(f"/learn/{lesson}")
    tried = 0
    while not over(page):
        if panel(page).get_by_role("button", name="Next", exact=True).count():
            go_on(page)
        else:
            tried += do_task(page)
    return tried


def over(page: Page) -> bool:
    expect(panel(page)).to_be_visible()
    return panel(page).get_by_text("Learnt:").count() > 0


def shown(page: Page) -> str:
    return f"{panel(page).get_attribute('data-step')} {panel(page).inner_text()}"


def go_on(page: Page) -> None:
    before = shown(page)
    panel(page).get_by_role("button", name="Next", exact=True).click()
    page.wait_for_function(
        "([panel, before]) => `${panel.dataset.step} ${panel.innerText}` !== before",
        arg=[panel(page).element_handle(), before],
    )


def do_task(page: Page) -> int:
    """Try moves from the list, those first that have most in common with what is asked and pointed at."""
    wanted = set(WORD.findall(panel(page).inner_text().lower()))
    for tried, move in enumerate(sorted(moves(page), key=lambda move: -likeness(move, wanted)), start=1):
        choose(page, move)
        confirm_button(page).click()
        expect(panel(page).get_by_role("button").first).to_be_enabled()
        if panel(page).get_by_role("button", name="Skip this step").count() == 0:
            return tried
    raise AssertionError("no move of the list fulfils the task")


def likeness(move: str, wanted: set[str]) -> float:
    words = set(WORD.findall(move.lower()))
    return len(words & wanted) - len(words) / 100


def moves(page: Page) -> list[str]:
    page.get_by_role("button", name="List", exact=True).click()
    listed = page.get_by_role("dialog").locator(".moves button")
    expect(listed.first).to_be_visible()
    found = listed.all_inner_texts()
    page.keyboard.press("Escape")
    return found


def choose(page: Page, move: str) -> None:
    page.get_by_role("button", name="List", exact=True).click()
    page.get_by_role("dialog").locator(".moves button").get_by_text(move.splitlines()[-1], exact=True).click()


@pytest.mark.parametrize("lesson", ["steam-power/factory"])
def test_a_lesson_is_completed_from_what_the_page_shows(page: Page, lesson: str) -> None:
    take(page, lesson)
    page.goto(f"/learn/{lesson.partition('/')[0]}")
    expect(page.get_by_text("✓ learnt")).to_have_count(1)
