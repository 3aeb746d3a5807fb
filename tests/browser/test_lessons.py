"""Lessons in the browser, taken by a script that acts only on what the page shows."""

from __future__ import annotations

import re
from itertools import product

import pytest
from playwright.sync_api import Page, expect

from engineshed.core.registry import find_game, game_ids
from engineshed.lab.lessons import lessons
from tests.browser.axe import assert_accessible_by_day_and_night
from tests.browser.conftest import DESK, PHONE, OpenPage
from tests.browser.learner import Learner
from tests.soak import sized

ALL = [f"{name}/{lesson.id}" for name in game_ids() for lesson in lessons(find_game(name))]
WINDOWS = {"desk": DESK, "phone": PHONE}
WAYS = [
    ("steam-power/factory", "en", "desk"),
    ("planet-steam/extraction", "de", "phone"),
    *product(ALL, ("en", "de", "pl"), WINDOWS),
][: sized(2, 1000)]


@pytest.mark.parametrize(("lesson", "language", "window"), WAYS)
def test_a_lesson_is_completed_from_what_the_page_shows(
    open_page: OpenPage, lesson: str, language: str, window: str
) -> None:
    page = open_page(locale=language, **WINDOWS[window])
    learner = Learner(page, language)
    learner.take(lesson)
    page.goto(f"/learn/{lesson.partition('/')[0]}")
    expect(page.get_by_text(f"✓ {learner.words['shell.learn.taken']}")).to_have_count(1)


def test_what_a_lesson_points_at_is_lit_and_in_sight(phone: Page) -> None:
    """From its first step on; the map of Denmark is larger than a phone."""
    learner = Learner(phone)
    phone.goto("/learn/dampf-and-rails/running")
    expect(phone.locator(".place.lit")).to_have_count(1)
    expect(phone.locator(".place.lit")).to_be_in_viewport()
    learner.go_on()
    expect(learner.panel).to_contain_text("Two ways lead to Nyborg")


def test_a_lesson_is_taken_by_keyboard_and_heard(page: Page) -> None:
    """Every step is announced, and Enter leads on: the way on keeps the focus, also where another map follows."""
    learner = Learner(page)
    page.goto("/learn/planet-steam/end")
    learner.button("shell.learn.next").focus()
    heard = page.locator("[aria-live]")
    for said in ("5 new tanks", "The same with 11 tanks", "is full", "there is a shortage"):
        page.keyboard.press("Enter")
        expect(learner.panel).to_contain_text(said)
        expect(heard.filter(has_text=said)).not_to_have_count(0)
    expect(learner.button("shell.learn.skip")).to_be_focused()
    assert_accessible_by_day_and_night(page)


def test_a_lesson_answers_what_is_wrong_and_what_is_refused(page: Page) -> None:
    """A refusal is that of the rule, with its number, the lesson that shows it, and what this lesson says beside it."""
    learner = Learner(page)
    page.goto("/learn/planet-steam/specialists")
    expect(learner.panel).to_be_visible()
    learner.go_on()
    learner.make("Bid 7 credits")
    expect(learner.panel).to_contain_text("To follow the example, bid 20.")
    learner.listed()
    page.keyboard.type("pass")
    page.keyboard.press("Enter")
    refusal = page.get_by_role("dialog").locator(".refusal")
    expect(refusal.get_by_role("link", name="R34")).to_be_visible()
    expect(refusal.get_by_role("link", name="Show me: Specialist cards")).to_have_attribute(
        "href", "/learn/planet-steam/specialists"
    )
    expect(learner.panel).to_contain_text("Only whoever opens may not pass.")


def test_what_is_pressed_in_vain_is_explained_beside_its_refusal(page: Page) -> None:
    learner = Learner(page)
    page.goto("/learn/planet-steam/zones")
    expect(learner.panel).to_be_visible()
    for _ in range(2):
        learner.do_task()
        learner.go_on()
    page.get_by_role("button", name=re.compile("^D3")).click(force=True)  # it is disabled, and says why
    expect(page.locator("[aria-live] .refusal, .refusal[aria-live]").first).to_contain_text("R44")
    expect(learner.panel).to_contain_text("D3 has a neutral claim marker")
