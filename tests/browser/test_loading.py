"""How long a newcomer waits for the first page: counted in round trips, which are what a slow line makes slow."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_table import BOT, ME, create_table, sign_in
from tests.browser.conftest import PHONE, OpenPage
from tests.browser.play import board

ROUND_TRIP = 700
"""Milliseconds. So much that other work of the machine hardly counts."""
MOST_ROUNDS = 4
"""The page, its scripts and style, what they ask for, and the pictures or words that these lead to."""

WATCH_PAINT = """
window.painted = 0;
new PerformanceObserver(list => { for (const entry of list.getEntries()) window.painted = entry.startTime; })
  .observe({ type: "largest-contentful-paint", buffered: true });
"""


def rounds_until_painted(page: Page) -> float:
    """The time of the largest paint so far, in round trips."""
    painted: float = page.evaluate(
        "() => new Promise(done => requestAnimationFrame(() => setTimeout(() => done(painted))))"
    )
    return painted / ROUND_TRIP


def slow_down(page: Page) -> None:
    """A long way to the server, without a limit on how much fits through."""
    page.add_init_script(WATCH_PAINT)
    session = page.context.new_cdp_session(page)
    line = {"offline": False, "latency": ROUND_TRIP, "downloadThroughput": -1, "uploadThroughput": -1}
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", line)


def test_the_lobby_comes_after_few_round_trips(open_page: OpenPage) -> None:
    earlier, page = open_page(**PHONE), open_page(**PHONE)
    slow_down(page)
    for visitor in (earlier, page):  # for the first one, the server has to draw the pictures
        visitor.goto("/")
        expect(visitor.get_by_role("main").locator("li img").first).to_be_visible()
    assert rounds_until_painted(page) < MOST_ROUNDS + 1


@pytest.mark.parametrize("game", ["steam-power", "dampf-and-rails"])
def test_a_table_comes_after_few_round_trips(open_page: OpenPage, game: str) -> None:
    host, page = open_page(), open_page(**PHONE)
    sign_in(host, "Ada")
    table = create_table(host, [ME, BOT], game=game, map=None, options={})["id"]
    slow_down(page)
    page.goto(f"/t/{table}")
    expect(board(page).locator("[data-place]").first).to_be_attached()
    assert rounds_until_painted(page) < MOST_ROUNDS + 1
