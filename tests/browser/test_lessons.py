"""Lessons in the browser, taken by a script that acts only on what the page shows."""

from __future__ import annotations

from itertools import product

import pytest
from playwright.sync_api import expect

from engineshed.core.registry import find_game, game_ids
from engineshed.lab.lessons import lessons
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
