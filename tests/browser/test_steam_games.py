"""Whole games of Steam in the browser: by mouse, by keyboard, and by finger on a phone."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser.at_table import come_in, open_table, see
from tests.browser.axe import assert_accessible, assert_fits
from tests.browser.play import expect_played, my_next_turn, place, result
from tests.browser.steam import advice, lay_steam, play_by_hand, play_until
from tests.browser.test_keyboard_game import press
from tests.browser.test_touch_game import expect_uncovered, in_sight
from tests.soak import sized

ROUNDS = {3: 10, 4: 8, 5: 7}
LAST_ROUNDS = sized(2, 8)


def expect_the_end(page: Page, table: str, seats: int) -> None:
    """All rounds were played; the sheet tells the parts of everybody's score."""
    now = see(page, table)
    assert now["view"]["round"] == ROUNDS[seats]
    sheet = result(page)
    expect(sheet).to_be_visible()
    totals = sheet.get_by_role("row", name="Total").get_by_role("cell").all_inner_texts()
    scores = now["table"]["result"]["scores"]
    assert sorted(total.replace("−", "-") for total in totals) == sorted(str(score["total"]) for score in scores)


def test_a_whole_base_game_by_mouse(page: Page) -> None:
    """The last rounds, which the other games leave to the bots; the first ones without the page, if time is short."""
    page.emulate_media(reduced_motion="reduce")
    come_in(page, "Ada")
    table = lay_steam(page, 4)
    play_until(page, table, lambda now: now["view"]["round"] > ROUNDS[4] - LAST_ROUNDS)
    open_table(page, table)
    kinds = play_by_hand(page, table, Locator.click)
    assert {"choose", "done", "deliver", "points"} <= set(kinds)
    expect_the_end(page, table, 4)
    assert_accessible(page)


def test_a_whole_expert_game_by_keyboard(page: Page) -> None:
    """Every move typed, as the notation writes it; the groups' own keys where there is one move in a group."""
    page.emulate_media(reduced_motion="reduce")
    come_in(page, "Ada")
    table = lay_steam(page, 5, map="ruhr", options={"variant": "expert"})
    open_table(page, table)
    kinds: list[str] = []
    while now := my_next_turn(page, table, len(kinds)):
        at = advice(now)
        kinds.append(now["legal"][at]["type"])
        key = {"done": "x", "pass": "x", "upgrade": "k"}.get(kinds[-1])
        if key:
            press(page, key)
        else:
            press(page, "/")
            expect(page.get_by_role("dialog").get_by_role("textbox")).to_be_focused()
            page.keyboard.insert_text(now["texts"][at])
            press(page, "Enter")
        expect(page.get_by_role("main")).to_have_attribute("data-chosen", now["texts"][at])
        press(page, "Enter")
        expect_played(page, table, now["table"]["ply"])
    assert {"capital", "choose", "deliver", "done"} <= set(kinds)
    expect_the_end(page, table, 5)


def test_a_whole_game_by_touch(phone: Page) -> None:
    phone.emulate_media(reduced_motion="reduce")
    come_in(phone, "Ada")
    table = lay_steam(phone, 5)
    open_table(phone, table)
    kinds = play_by_hand(phone, table, touch, near)
    assert {"choose", "track", "deliver", "done"} <= set(kinds)
    expect_the_end(phone, table, 5)
    assert_fits(phone)


def touch(thing: Locator) -> None:
    thing.scroll_into_view_if_needed()
    expect_uncovered(thing)
    thing.tap()


def near(page: Page, hex_: int) -> Locator:
    """A hex that is large enough for a finger."""
    return place(page, in_sight(page, hex_))
