"""Whole games of Steam in the browser: by mouse, by keyboard, and by finger on a phone."""

from __future__ import annotations

from functools import partial

from playwright.sync_api import Locator, Page, expect

from tests.browser.at_table import open_table, see, send, sign_in
from tests.browser.axe import assert_accessible, assert_fits
from tests.browser.play import place, result
from tests.browser.played import create_table_at
from tests.browser.steam import advice, choose
from tests.browser.test_touch_game import expect_uncovered, zoomed_to
from tests.browser.whole_games import play_by_hand, play_by_keyboard
from tests.soak import sized

ROUNDS = {3: 10, 4: 8, 5: 7}
LAST_ROUNDS = sized(2, 10)
"""Only these rounds are played; the rounds before them come from a playthrough."""


def open_last_rounds(page: Page, playthrough: str, seats: int) -> str:
    """Opens a table at which the page's guest has the active seat, against bots."""
    page.emulate_media(reduced_motion="reduce")
    sign_in(page, "Ada")
    begun = ROUNDS[seats] - LAST_ROUNDS
    table, _ = create_table_at(page, playthrough, lambda now: now["view"]["round"] > begun, share=0)
    open_table(page, table)
    return table


def expect_the_end(page: Page, table: str, seats: int) -> None:
    """All rounds were played, and the result shows everybody's total."""
    now = see(page, table)
    assert now["view"]["round"] == ROUNDS[seats]
    sheet = result(page)
    expect(sheet).to_be_visible()
    totals = sheet.get_by_role("row", name="Total").get_by_role("cell").all_inner_texts()
    scores = now["table"]["result"]["scores"]
    assert sorted(total.replace("−", "-") for total in totals) == sorted(str(score["total"]) for score in scores)


def test_a_whole_base_game_by_mouse(page: Page) -> None:
    table = open_last_rounds(page, "steam-ruhr", 4)
    play_by_hand(page, table, {"choose", "done", "deliver", "points"}, advice, choose, Locator.click)
    expect_the_end(page, table, 4)
    assert_accessible(page)


def test_a_whole_expert_game_by_keyboard(page: Page) -> None:
    table = open_last_rounds(page, "steam-northeast-expert", 3)
    send(page, "PATCH", f"tables/{table}/settings", {"end_turn": "button"})
    keys = {"done": "x", "pass": "x", "upgrade": "k"}
    play_by_keyboard(page, table, {"capital", "choose", "deliver", "done"}, advice, keys)
    expect_the_end(page, table, 3)


def test_a_whole_game_by_touch(phone: Page) -> None:
    table = open_last_rounds(phone, "steam-northeast", 3)
    play_by_hand(phone, table, {"choose", "track", "deliver", "done"}, advice, partial(choose, spot=near), touch)
    expect_the_end(phone, table, 3)
    assert_fits(phone)


def touch(thing: Locator) -> None:
    thing.scroll_into_view_if_needed()
    expect_uncovered(thing)
    thing.tap()


def near(page: Page, hex_: int) -> Locator:
    """A hex, enlarged until a finger can tap it."""
    return place(page, zoomed_to(page, hex_))
