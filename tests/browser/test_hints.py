"""Hints on the page: by keyboard, mouse and touch; they point and choose, and never play."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.at_table import BOT, ME, OPEN, confirm, create_table, open_table, see, send, sign_in
from tests.browser.axe import assert_accessible_by_day_and_night, assert_fits
from tests.browser.conftest import PHONE, OpenPage
from tests.browser.play import chosen
from tests.browser.test_lobby import unfold


def lamp(page: Page) -> Locator:
    return page.get_by_role("button", name="Hint: what would a bot do?")


def hints(page: Page) -> Locator:
    return page.get_by_role("region", name="What a bot would do").locator("li button")


COVERED = """() => {
  const { left, right, top, bottom } = document.querySelector(".hints").getBoundingClientRect();
  const middles = [...document.querySelectorAll(".place.lit")].map((place) => place.getBoundingClientRect())
    .map(({ x, y, width, height }) => [x + width / 2, y + height / 2]);
  return middles.filter(([x, y]) => x > left && x < right && y > top && y < bottom).length;
}"""
"""How many places that a hint is about are under the list of hints."""


RIM = "place => getComputedStyle(document.querySelector(`.place${place} .rim`)).stroke"
"""The colour in which such a place is outlined."""


def test_a_hint_by_keyboard_is_chosen_on_the_board_and_played_only_by_confirming(page: Page) -> None:
    sign_in(page, "Ada")
    table = create_table(page, [ME, BOT], public=True)["id"]
    open_table(page, table)
    expect(lamp(page)).to_be_visible()
    before = see(page, table)["table"]["ply"]
    page.keyboard.press("!")
    expect(hints(page).first).to_be_focused()
    best = send(page, "POST", f"tables/{table}/hints", {"seat": 0})["hints"][0]
    page.keyboard.press("Enter")
    expect(hints(page).first).to_have_attribute("aria-pressed", "true")
    assert chosen(page) == best["text"]
    assert page.locator("[data-place].lit").count() >= 2, "the board points at what the reasons are about"
    assert page.evaluate(COVERED) == 0
    assert page.evaluate(RIM, ".legal.lit") == page.evaluate(RIM, ".legal:not(.lit)"), "it can still be tapped"
    assert page.evaluate(RIM, ".legal.lit") != page.evaluate(RIM, ".lit:not(.legal)")
    now = see(page, table)
    assert now["table"]["ply"] == before + 1, "only the log says that a hint was taken"
    expect(page.get_by_text("Ada took a hint")).to_be_visible()
    assert_accessible_by_day_and_night(page)
    page.keyboard.press("Escape")
    assert chosen(page) is None
    page.keyboard.press("Escape")
    expect(hints(page)).to_have_count(0)
    expect(lamp(page)).to_be_focused()
    lamp(page).click()
    hints(page).first.click()
    confirm(page, table)
    expect(hints(page)).to_have_count(0)
    assert [line["text"] for line in send(page, "GET", f"tables/{table}")["log"]].count(best["text"]) == 1


def test_on_a_phone_the_strong_bot_is_asked_and_the_log_says_what_a_move_has_changed(phone: Page) -> None:
    sign_in(phone, "Ada")
    table = create_table(phone, [ME, BOT])["id"]
    open_table(phone, table)
    lamp(phone).tap()
    expect(hints(phone).first).to_be_visible()
    phone.get_by_role("button", name="Strong bot").tap()
    expect(phone.get_by_role("button", name="Strong bot")).to_have_count(0)
    hints(phone).first.tap()
    best = send(phone, "POST", f"tables/{table}/hints", {"seat": 0, "bot": "strong"})["hints"][0]
    assert chosen(phone) == best["text"]
    assert_fits(phone)
    assert phone.evaluate(COVERED) == 0
    confirm(phone, table)
    phone.get_by_role("button", name="Log").tap()
    phone.locator(".turns .line").last.tap()
    phone.get_by_role("button", name="What did this change?").tap()
    expect(phone.locator(".happened")).to_contain_text("For Ada, as the bots count it:")


@pytest.mark.parametrize(("options", "said"), [({"hints": False}, "No hints"), ({"public": True}, "the log says who")])
def test_the_waiting_room_says_whether_hints_are_allowed(page: Page, options: dict[str, bool], said: str) -> None:
    sign_in(page, "Ada")
    open_table(page, create_table(page, [ME, OPEN], **options)["id"])
    expect(page.locator("section.room")).to_contain_text(said)


def test_where_hints_are_forbidden_there_is_no_lamp(open_page: OpenPage) -> None:
    page = open_page(**PHONE)
    sign_in(page, "Ada")
    page.goto("/new")
    unfold(page)
    page.get_by_role("radio", name="None", exact=True).check()
    page.get_by_role("button", name="Create").click()
    page.wait_for_url("**/t/*")
    table = page.url.rpartition("/")[2]
    assert see(page, table)["table"]["hints"] is False
    expect(page.locator("[data-place]").first).to_be_attached()
    expect(lamp(page)).to_have_count(0)
