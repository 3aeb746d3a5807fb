"""Whole games of Dampf & Rails in the browser: by mouse, by keyboard, and by finger on a phone."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser.at_table import come_in, open_table, see
from tests.browser.axe import assert_accessible, assert_fits
from tests.browser.dampf_and_rails import advice, lay_dampf_and_rails, play_by_hand, whole_board
from tests.browser.play import chosen, expect_played, my_next_turn, result
from tests.browser.test_keyboard_game import press
from tests.browser.test_touch_game import expect_uncovered


def expect_the_end(page: Page, table: str) -> None:
    """The sheet tells everybody's cash, which nobody has to hide any more."""
    sheet = result(page)
    expect(sheet).to_be_visible()
    totals = [score["total"] for score in see(page, table)["table"]["result"]["scores"]]
    for name in ("Cash", "Total"):
        cells = sheet.get_by_role("row", name=name).get_by_role("cell").all_inner_texts()
        assert sorted(map(int, cells)) == sorted(totals)


def test_a_whole_game_by_mouse(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    come_in(page, "Ada")
    table = lay_dampf_and_rails(page, 3)
    open_table(page, table)
    whole_board(page)
    kinds = play_by_hand(page, table, Locator.click)
    assert {"keep", "start", "lay", "load", "stop", "end"} <= set(kinds)
    expect_the_end(page, table)
    assert_accessible(page)


def test_a_whole_game_by_keyboard(page: Page) -> None:
    """Every move typed, as the notation writes it; the groups' own keys where there is one move in a group."""
    page.emulate_media(reduced_motion="reduce")
    come_in(page, "Ada")
    table = lay_dampf_and_rails(page, 2, variant="fast", deals=False)
    open_table(page, table)
    kinds: list[str] = []
    while now := my_next_turn(page, table, len(kinds)):
        at = advice(now)
        kinds.append(now["legal"][at]["type"])
        if kinds[-1] in ("stop", "end"):
            press(page, "x")
        else:
            press(page, "/")
            expect(page.get_by_role("dialog").get_by_role("textbox")).to_be_focused()
            page.keyboard.insert_text(now["texts"][at])
            press(page, "Enter")
        expect(page.get_by_role("main")).to_have_attribute("data-chosen", now["texts"][at])
        press(page, "Enter")
        expect_played(page, table, now["table"]["ply"])
    assert {"keep", "start", "lay", "load", "stop", "end"} <= set(kinds)
    expect_the_end(page, table)


def test_a_whole_game_by_touch(phone: Page) -> None:
    phone.emulate_media(reduced_motion="reduce")
    come_in(phone, "Ada")
    table = lay_dampf_and_rails(phone, 2)
    open_table(phone, table)
    kinds = play_by_hand(phone, table, touch)
    assert {"keep", "start", "lay", "load", "stop", "end"} <= set(kinds)
    expect_the_end(phone, table)
    assert_fits(phone)


def touch(thing: Locator) -> None:
    """What lies on the map is looked for from afar; the first tap brings it near, and the next one means it."""
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
