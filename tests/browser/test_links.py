"""Links to a table, for those who play and those who watch; and seats that change hands."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.at_table import ME, OPEN, create_open_table, create_table, open_table, see, sign_in
from tests.browser.axe import assert_accessible_by_day_and_night, assert_fits
from tests.browser.conftest import PHONE, OpenPage

SHARE = "navigator.share = async (shared) => { window.shared = shared; }"
"""The system's own sheet, which no test can press."""


def watch_link(page: Page) -> str:
    return page.get_by_role("textbox", name="Link for spectators").input_value()


def test_links_are_copied_shared_drawn_and_revoked_and_the_room_says_what_is_agreed(open_page: OpenPage) -> None:
    ada, bob = open_page(permissions=["clipboard-write", "clipboard-read"]), open_page(**PHONE)
    ada.add_init_script(SHARE)
    sign_in(ada, "Ada")
    clock = {"kind": "days", "hours": 48, "holidays": 5, "out": "vote"}
    wishes = {"mode": "correspondence", "speed": "calm", "level": "newcomers", "language": "pl", "clock": clock}
    table = create_table(ada, [ME, OPEN, OPEN], delay={"moves": 4, "minutes": 0}, **wishes)["id"]
    open_table(ada, table)
    expect(ada.get_by_text("These links work only on this computer")).to_be_visible()
    for fact in (
        "Over days",
        "2 days a turn",
        "5 days of holidays",
        "then the others vote",
        "Calm play",
        "Polish",
        "4 moves",
    ):
        expect(ada.locator(".agreed")).to_contain_text(fact)

    link = ada.get_by_role("textbox", name="Link to the seat Blue").input_value()
    ada.get_by_role("button", name="Copy").first.click()
    assert ada.evaluate("navigator.clipboard.readText()") == link
    ada.get_by_role("button", name="Share").first.click()
    assert ada.evaluate("shared") == {"title": "Steam Power", "url": link}
    ada.get_by_role("button", name="QR code").first.click()
    picture = ada.get_by_role("img", name="Link to the seat Blue as a QR code")
    expect(picture).to_be_visible()
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    assert_accessible_by_day_and_night(ada)
    ada.get_by_role("button", name="Revoke the link").first.click()
    expect(ada.get_by_role("textbox", name="Link to the seat Blue")).to_have_count(0)
    ada.get_by_role("button", name="Make a seat link").click()
    expect(ada.get_by_role("textbox", name="Link to the seat Blue")).not_to_have_value(link)

    bob.goto(watch_link(ada))
    expect(bob.get_by_role("textbox", name="Link for spectators")).to_be_visible()
    expect(bob.get_by_role("textbox", name=re.compile("^Link to the seat"))).to_have_count(0)
    assert_fits(bob)


def test_a_friend_takes_a_bots_seat_and_gives_it_up_and_spectators_are_behind(open_page: OpenPage) -> None:
    ada, bob, eve = open_page(), open_page(**PHONE), open_page()
    for page, name in ((ada, "Ada"), (bob, "Bob")):
        sign_in(page, name)
    made = iter(lambda: create_open_table(ada, delay={"moves": 3, "minutes": 0}, pace=10), None)
    table = next(table for table in made if see(ada, table)["table"]["to_act"] == [0])  # who begins is drawn
    open_table(ada, table)
    ada.get_by_role("tab", name="Seats").click()
    ada.get_by_role("button", name="Links and QR codes").click()
    links = ada.get_by_role("dialog", name="Links and QR codes")
    links.get_by_role("button", name="Make a seat link").click()
    link = links.get_by_role("textbox", name="Link to the seat Green").input_value()
    eve.goto(watch_link(ada))
    expect(eve.get_by_text("You are watching, 3 log entries behind.")).to_be_visible()
    assert see(eve, table)["table"]["ply"] == max(0, see(ada, table)["table"]["ply"] - 3)

    bob.goto(link)
    expect(bob.get_by_text("Waiting for Ada")).to_be_visible()
    ada.keyboard.press("Escape")  # which was the table's as soon as nothing in the sheet had the focus
    ada.get_by_role("tab", name="Log").click()
    expect(ada.get_by_role("list", name="Log")).to_contain_text("Bob takes this seat over from a bot")
    expect(ada.locator(".others")).to_contain_text("here")

    bob.get_by_role("navigation", name="Parts of the table").get_by_role("button", name="Log").click()
    bob.get_by_role("tab", name="Seats").click()
    bob.get_by_role("button", name="Let a bot play for me").click()
    asked = bob.get_by_role("dialog", name="Let a bot play for me")
    asked.get_by_role("button", name="Stay").click()
    bob.get_by_role("button", name="Let a bot play for me").click()
    asked.get_by_role("switch", name="Give up the seat for good").check()
    expect(asked).to_contain_text("You cannot come back to this game.")
    assert_fits(bob)
    asked.get_by_role("button", name="Leave", exact=True).click()
    expect(bob.get_by_text("You are watching, 3 log entries behind.")).to_be_visible()
    expect(ada.get_by_role("list", name="Log")).to_contain_text("this seat was given up")
    assert see(ada, table)["table"]["seats"][1]["kind"] == "bot"
