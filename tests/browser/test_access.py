"""Tables are accessible in every state: axe finds no faults, screen readers get everything, and nothing jumps."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_table import (
    BOT,
    ME,
    OPEN,
    create_table,
    make_moves,
    open_table,
    see,
    send,
    sign_in,
    wait_until,
)
from tests.browser.axe import assert_accessible, assert_accessible_by_day_and_night
from tests.browser.conftest import DESK, PHONE, OpenPage
from tests.browser.offers import moves_of
from tests.browser.play import board, end_button, expect_chosen, place, play_on, tracks
from tests.browser.played import import_game
from tests.browser.watch import wait_for_network
from tests.soak import sized

MOST_SHIFT = 0.02

WATCH_SHIFTS = """
window.shifted = 0;
const ofActions = ({ node }) => !node || (node.closest ? node : node.parentElement).closest(".acts");
const size = ({ previousRect: from, currentRect: to }) => from.width * from.height + to.width * to.height;
const total = sources => sources.reduce((sum, source) => sum + size(source), 0);
new PerformanceObserver(list => {
  for (const { sources, value } of list.getEntries()) {
    const others = sources.filter(source => !ofActions(source));
    if (others.length) window.shifted += value * total(others) / total(sources);
  }
}).observe({ type: "layout-shift", buffered: true });
"""
"""The action area is as high as what can be done, so only what is outside it must keep its place, always."""
RUNNING = "() => document.getAnimations().filter(one => one.playState === 'running').length"


def test_every_state_of_a_table_is_accessible(page: Page) -> None:
    walk_through(page, assert_accessible_by_day_and_night)


def test_every_state_of_a_table_is_accessible_on_a_phone(phone: Page) -> None:
    """Only the light look is checked, because the dark colours are the same as on a desktop screen."""
    walk_through(phone, assert_accessible)


def walk_through(page: Page, judge: Callable[[Page], None]) -> None:
    sign_in(page, "Ada")
    table = create_table(page, [ME, BOT])["id"]
    look_at_my_turn(page, table, judge)
    waiting = create_table(page, [ME, OPEN])["id"]
    open_table(page, waiting)
    judge(page)
    played = import_game(page, "steam-power-france")
    open_table(page, played)
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(page.get_by_role("dialog").get_by_role("slider", name="Round")).to_be_visible()
    judge(page)
    page.goto(f"/t/{played}/at/20")
    expect(page.get_by_role("slider", name="Position in the log")).to_have_value("20")
    judge(page)


def look_at_my_turn(page: Page, table: str, judge: Callable[[Page], None]) -> None:
    """Look at the table with nothing chosen, with a move chosen, with a refusal, and with the list open."""
    open_table(page, table)
    expect(page.get_by_text(re.compile("^You: "))).to_be_visible()
    judge(page)
    page.get_by_role("button", name="Take money").click()
    expect_chosen(page)
    judge(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name=re.compile("^Factory")).click()
    expect(page.get_by_role("link", name=re.compile("^Rule R"))).to_be_visible()
    judge(page)
    page.keyboard.press("Escape")
    page.keyboard.press("l")
    expect(page.get_by_role("dialog").get_by_role("textbox")).to_be_focused()
    judge(page)
    page.keyboard.press("Escape")


@pytest.mark.parametrize("window", [PHONE, DESK][: sized(1, 2)])
def test_sheets_over_a_table_are_accessible_by_day_and_night(open_page: OpenPage, window: dict[str, Any]) -> None:
    """The curtain between two players at one screen, legend, settings, and End turn."""
    page = open_page(reduced_motion="reduce", **window)
    sign_in(page, "Ada")
    open_table(page, create_table(page, [ME, ME])["id"])
    ready = page.get_by_role("button", name=re.compile("^I am "))
    expect(ready).to_be_visible()
    assert_accessible_by_day_and_night(page)
    ready.click()
    if window is PHONE:
        page.get_by_role("button", name=re.compile("^What is this")).click()
    for name in ("Legend", "Settings"):
        if name == "Settings" and window is PHONE:
            page.get_by_role("button", name="Menu", exact=True).click()
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        assert_accessible_by_day_and_night(page)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    held = create_table(page, [ME, BOT], end_turn="button")["id"]
    make_moves(page, held, "money", "money")
    open_table(page, held)
    expect(end_button(page)).to_be_enabled()
    assert_accessible_by_day_and_night(page)


def test_screen_readers_get_every_place_and_every_move(page: Page) -> None:
    """The board is a group of named buttons, one of which is in the tab order; the list has every legal move."""
    sign_in(page, "Ada")
    table = create_table(page, [ME, BOT])["id"]
    open_table(page, table)
    now = see(page, table)
    hexes = send(page, "GET", f"tables/{table}/ground?look=light")["layout"]["hexes"]
    snapshot = board(page).aria_snapshot()
    lines = snapshot.splitlines()
    assert lines[0] == '- group "Board":'
    assert len(lines) == 1 + len(hexes)
    assert all(re.match(r"  - '?button \"[^\"]{4,}\"", line) for line in lines[1:]), snapshot
    assert sum("[disabled]" not in line for line in lines[1:]) == len(tracks(now))
    expect(board(page).locator('[tabindex="0"]')).to_have_count(1)
    first = next(iter(tracks(now)))
    place(page, first).click()
    assert f'button "{place(page, first).get_attribute("aria-label")}" [pressed]' in board(page).aria_snapshot()
    page.keyboard.press("Escape")
    page.keyboard.press("l")
    moves = page.get_by_role("dialog").get_by_role("listitem")
    expect(moves).to_have_count(len(moves_of(now)))
    said = moves.get_by_role("button").all_text_contents()  # those out of sight are not laid out
    assert len(set(said)) == len(said)


def test_news_is_announced(page: Page) -> None:
    sign_in(page, "Ada")
    table = create_table(page, [ME, BOT])["id"]
    open_table(page, table)
    voice = page.locator('[role=status][aria-live="polite"]').first
    play_on(page, table, 2, always="money")
    expect(voice).to_contain_text("Blue")
    expect(voice).to_contain_text("Your turn")


def test_nothing_moves_with_reduced_motion(open_page: OpenPage) -> None:
    page = open_page(reduced_motion="reduce")
    page.add_init_script(
        "window.moved = 0; addEventListener('animationstart', () => moved++, true);"
        "addEventListener('transitionrun', () => moved++, true);"
    )
    sign_in(page, "Ada")
    table = create_table(page, [ME, BOT])["id"]
    open_table(page, table)
    for _ in range(3):
        play_on(page, table, 1)
        assert page.evaluate(RUNNING) == 0
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("switch").first.click()
    assert page.evaluate(RUNNING) == 0
    assert page.evaluate("moved") == 0


def test_the_page_declares_its_language(page: Page) -> None:
    page.goto("/rules/steam-power")
    for language, name in (("de", "Deutsch"), ("pl", "Polski"), ("en", "English")):
        page.get_by_role("button", name=name).click()
        expect(page.locator("html")).to_have_attribute("lang", language)
        assert_accessible(page)


@pytest.mark.parametrize("window", [DESK, PHONE], ids=["desk", "phone"])
def test_nothing_jumps_while_the_table_loads_or_bots_move(open_page: OpenPage, window: dict[str, Any]) -> None:
    page = open_page(**window)
    page.add_init_script(WATCH_SHIFTS)
    sign_in(page, "Ada")
    table = create_table(page, [ME, BOT, BOT])["id"]
    open_table(page, table)
    wait_for_network(page)
    assert page.evaluate("shifted") < MOST_SHIFT
    play_on(page, table, 6)
    wait_until(lambda: see(page, table)["table"]["my_turn"], "my turn")
    expect(page.get_by_text(re.compile("^You: "))).to_be_visible()
    assert page.evaluate("shifted") < MOST_SHIFT
