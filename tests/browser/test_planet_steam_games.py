"""Whole games of Planet Steam in the browser: by mouse, by keyboard, and by finger on a phone."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser.at_table import open_table, see, sign_in
from tests.browser.axe import assert_accessible, assert_fits
from tests.browser.planet_steam import advice, choose, create_planet_steam
from tests.browser.play import result
from tests.browser.test_touch_game import expect_uncovered
from tests.browser.whole_games import play_by_hand, play_by_keyboard

ROUNDS = {4: 5, 5: 4}
WANTED = {"upgrade", "claim", "activate", "tank", "converter", "work", "sell", "pass"}
RARELY_MISSING = frozenset({"claim", "work", "sell"})
"""Kinds of moves that at most one game in thirty lacks, if the other players are lucky."""


def expect_the_end(page: Page, table: str, seats: int) -> None:
    """All rounds were played, and the result shows everybody's credits and total."""
    now = see(page, table)
    assert now["view"]["round"] == ROUNDS[seats]
    sheet = result(page)
    expect(sheet).to_be_visible()
    points = sheet.get_by_role("table").first
    scores = now["table"]["result"]["scores"]
    for name, figures in (
        ("Credits", [score["parts"]["credits"] for score in scores]),
        ("Total", [score["total"] for score in scores]),
    ):
        cells = points.get_by_role("row", name=name).get_by_role("cell").all_inner_texts()
        assert sorted(map(int, cells)) == sorted(figures)


def test_a_whole_game_by_mouse(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    sign_in(page, "Ada")
    table = create_planet_steam(page, 5)
    open_table(page, table)
    play_by_hand(page, table, WANTED, advice, choose, Locator.click, seldom=RARELY_MISSING)
    expect_the_end(page, table, 5)
    assert_accessible(page)


def test_a_whole_game_by_keyboard(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    sign_in(page, "Ada")
    options = {"price_manipulation": True, "sabotage": True, "independent_carrier": True, "variable_trade_order": True}
    table = create_planet_steam(page, 5, options=options, end_turn="button")
    keys = {"pass": "x", "done": "x", "extract": "x"}
    open_table(page, table)
    play_by_keyboard(page, table, WANTED, advice, keys, seldom=RARELY_MISSING)
    expect_the_end(page, table, 5)


def test_a_whole_game_by_touch(phone: Page) -> None:
    phone.emulate_media(reduced_motion="reduce")
    sign_in(phone, "Ada")
    table = create_planet_steam(phone, 4)
    open_table(phone, table)
    play_by_hand(phone, table, WANTED, advice, choose, touch, seldom=RARELY_MISSING)
    expect_the_end(phone, table, 4)
    assert_fits(phone)


def touch(thing: Locator) -> None:
    thing.scroll_into_view_if_needed()
    expect_uncovered(thing)
    thing.tap()
