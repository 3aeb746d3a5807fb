"""No script is discovered late: on a slow line, each round of requests is a long wait."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.at_table import ME, OPEN, create_table, sign_in
from tests.browser.conftest import OpenPage
from tests.browser.play import board
from tests.soak import sized

SCRIPT = re.compile(r"/assets/([\w.]+)-\w+\.js")
WHEN_SHOWN = {"AskBot", "Explainer"}
"""Scripts for what is shown after the table."""
WHEN_IDLE = {"later", "room", "sheets", "terms"}
"""Scripts that are fetched when the browser has nothing better to do, because they may be needed soon."""


def scripts_found_late(page: Page, address: str, shown: Locator) -> set[str]:
    """The scripts that were requested without having been announced with the page."""
    asked: list[str] = []
    page.add_init_script("window.setInterval = () => 0")  # on a busy machine the lobby would look again meanwhile
    page.on("request", lambda request: asked.append(request.url))
    answer = page.goto(address)
    assert answer
    expect(shown).to_be_attached()
    announced = set(SCRIPT.findall(answer.headers["link"]))
    assert "main" in announced
    expect_answers_used(asked)
    return {name for url in asked for name in SCRIPT.findall(url)} - announced


def expect_answers_used(asked: list[str]) -> None:
    """What the first script requests is what the page then needs: nothing is requested twice."""
    questions = [url for url in asked if "/api/" in url]
    assert questions
    assert len(questions) == len(set(questions)), questions


def test_the_lobby_finds_no_script_late(page: Page) -> None:
    first_picture = page.get_by_role("main").locator("li img").first
    assert scripts_found_late(page, "/", first_picture) <= WHEN_IDLE


@pytest.mark.parametrize("game", ["steam-power", "steam", "planet-steam", "dampf-and-rails"][: sized(1, 4)])
def test_a_table_finds_no_script_late(open_page: OpenPage, game: str) -> None:
    host, page = open_page(), open_page()
    sign_in(host, "Ada")
    table = create_table(host, [ME] * 3, game=game, map=None, options={})["id"]
    late = scripts_found_late(page, f"/t/{table}", board(page).locator("[data-place]").first)
    assert late <= WHEN_SHOWN | WHEN_IDLE


def test_a_replay_and_a_waiting_room_find_no_script_late(open_page: OpenPage) -> None:
    host, page = open_page(), open_page()
    sign_in(host, "Ada")
    played = create_table(host, [ME] * 3)["id"]
    late = scripts_found_late(page, f"/t/{played}/at/0", page.locator(".scrubber"))
    assert late <= WHEN_SHOWN | WHEN_IDLE - {"later"}
    waiting = create_table(host, [ME, OPEN])["id"]
    assert scripts_found_late(page, f"/t/{waiting}", page.locator(".room .panel")) <= {"later", "sheets"}
