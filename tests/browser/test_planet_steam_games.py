"""Whole games of Planet Steam in the browser: by mouse, by keyboard, and by finger on a phone."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser.at_table import come_in, open_table, see
from tests.browser.axe import assert_accessible, assert_fits
from tests.browser.planet_steam import advice, lay_planet_steam, play_by_hand
from tests.browser.play import expect_played, my_next_turn, result
from tests.browser.test_keyboard_game import press
from tests.browser.test_touch_game import expect_uncovered

ROUNDS = {4: 5, 5: 4}
SURE = {"upgrade", "claim", "activate", "tank", "converter", "work", "sell", "pass"}
"""Kinds of moves that come in every game, whatever the bots do."""


def expect_the_end(page: Page, table: str, seats: int) -> None:
    """All rounds were played; the sheet tells the parts of everybody's wealth, credits with them."""
    now = see(page, table)
    assert now["view"]["round"] == ROUNDS[seats]
    sheet = result(page)
    expect(sheet).to_be_visible()
    scores = now["table"]["result"]["scores"]
    for name, figures in (
        ("Credits", [score["parts"]["credits"] for score in scores]),
        ("Total", [score["total"] for score in scores]),
    ):
        cells = sheet.get_by_role("row", name=name).get_by_role("cell").all_inner_texts()
        assert sorted(map(int, cells)) == sorted(figures)


def test_a_whole_game_by_mouse(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    come_in(page, "Ada")
    table = lay_planet_steam(page, 5)
    open_table(page, table)
    kinds = play_by_hand(page, table, Locator.click)
    assert set(kinds) >= SURE
    expect_the_end(page, table, 5)
    assert_accessible(page)


def test_a_whole_game_by_keyboard(page: Page) -> None:
    """Every move typed, as the notation writes it; the groups' own keys where there is one move in a group."""
    page.emulate_media(reduced_motion="reduce")
    come_in(page, "Ada")
    options = {"price_manipulation": True, "sabotage": True, "independent_carrier": True, "variable_trade_order": True}
    table = lay_planet_steam(page, 5, options=options)
    open_table(page, table)
    kinds: list[str] = []
    while now := my_next_turn(page, table, len(kinds)):
        at = advice(now)
        kinds.append(now["legal"][at]["type"])
        if kinds[-1] in ("pass", "done", "extract"):
            press(page, "x")
        else:
            press(page, "/")
            expect(page.get_by_role("dialog").get_by_role("textbox")).to_be_focused()
            page.keyboard.insert_text(now["texts"][at])
            press(page, "Enter")
        expect(page.get_by_role("main")).to_have_attribute("data-chosen", now["texts"][at])
        press(page, "Enter")
        expect_played(page, table, now["table"]["ply"])
    assert set(kinds) >= SURE
    expect_the_end(page, table, 5)


def test_a_whole_game_by_touch(phone: Page) -> None:
    phone.emulate_media(reduced_motion="reduce")
    come_in(phone, "Ada")
    table = lay_planet_steam(phone, 4)
    open_table(phone, table)
    kinds = play_by_hand(phone, table, touch)
    assert set(kinds) >= SURE
    expect_the_end(phone, table, 4)
    assert_fits(phone)


def touch(thing: Locator) -> None:
    thing.scroll_into_view_if_needed()
    expect_uncovered(thing)
    thing.tap()
