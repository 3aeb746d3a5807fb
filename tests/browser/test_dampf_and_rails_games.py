"""Whole games of Dampf & Rails in the browser: by mouse, by keyboard, and by finger on a phone."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser.at_table import open_table, see, send, sign_in
from tests.browser.axe import assert_accessible, assert_fits
from tests.browser.dampf_and_rails import advice, choose, create_dampf_and_rails, whole_board
from tests.browser.play import chosen, result
from tests.browser.test_touch_game import expect_uncovered
from tests.browser.whole_games import play_by_hand, play_by_keyboard

SURE = {"keep", "start", "lay", "load", "stop", "end"}


def expect_the_end(page: Page, table: str) -> None:
    """The result shows everybody's cash, which is no longer secret."""
    sheet = result(page)
    expect(sheet).to_be_visible()
    points = sheet.get_by_role("table").first
    totals = [score["total"] for score in see(page, table)["table"]["result"]["scores"]]
    for name in ("Cash", "Total"):
        cells = points.get_by_role("row", name=name).get_by_role("cell").all_inner_texts()
        assert sorted(map(int, cells)) == sorted(totals)


def test_a_whole_game_by_mouse(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    sign_in(page, "Ada")
    table = create_dampf_and_rails(page, 3)
    open_table(page, table)
    whole_board(page)
    play_by_hand(page, table, SURE, advice, choose, Locator.click)
    expect_the_end(page, table)
    assert_accessible(page)


def test_a_whole_game_by_keyboard(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    sign_in(page, "Ada")
    table = create_dampf_and_rails(page, 2, variant="fast", deals=False)
    send(page, "PATCH", f"tables/{table}/settings", {"end_turn": "button"})
    open_table(page, table)
    play_by_keyboard(page, table, SURE, advice, {"stop": "x", "end": "x"})
    expect_the_end(page, table)


def test_a_whole_game_by_touch(phone: Page) -> None:
    phone.emulate_media(reduced_motion="reduce")
    sign_in(phone, "Ada")
    table = create_dampf_and_rails(phone, 2)
    open_table(phone, table)
    play_by_hand(phone, table, SURE, advice, choose, touch)
    expect_the_end(phone, table)
    assert_fits(phone)


def touch(thing: Locator) -> None:
    """Tap something. On the map, the first tap on the whole board only zooms in, and the next one chooses."""
    page = thing.page
    if thing.get_attribute("data-place"):
        whole_board(page)
        before = chosen(page)
        thing.tap()
        assert chosen(page) == before
    else:
        thing.scroll_into_view_if_needed()
    expect_uncovered(thing)
    thing.tap()
