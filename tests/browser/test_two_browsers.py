"""Two people at one table, each with their own browser, one of them with a bad connection."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_table import ME, OPEN, confirm, create_table, open_table, see, sign_in, wait_until
from tests.browser.conftest import OpenPage
from tests.browser.watch import Watch


@pytest.fixture
def ada(open_page: OpenPage) -> Page:
    page = open_page(reduced_motion="reduce")
    sign_in(page, "Ada")
    return page


@pytest.fixture
def bo(open_page: OpenPage) -> Page:
    page = open_page(reduced_motion="reduce")
    sign_in(page, "Bo")
    return page


def lines(page: Page) -> list[str]:
    """What the log says to everybody, without the cards dealt to the reader."""
    entries = page.get_by_role("list", name="Log").get_by_role("button").all_inner_texts()
    return [sentence for entry in entries for sentence in entry.split(". ") if "is dealt" not in sentence]


def say(page: Page, text: str) -> None:
    page.get_by_role("tab", name=re.compile("^Chat")).click()
    page.get_by_role("textbox", name="Write to the table").fill(text)
    page.get_by_role("button", name="Send").click()


def take_money(page: Page, table: str) -> None:
    page.get_by_role("button", name="Take money").click()
    confirm(page, table)


def test_the_game_begins_when_the_last_seat_is_taken_by_link(ada: Page, bo: Page) -> None:
    table = create_table(ada, [ME, OPEN])["id"]
    open_table(ada, table)
    expect(ada.get_by_text("1 seat is still open")).to_be_visible()
    seen = ada.get_by_role("textbox", name="Link to the seat Blue").input_value()
    ada.get_by_role("main").get_by_role("button", name="Make a new link").first.click()
    expect(ada.get_by_role("textbox", name="Link to the seat Blue")).not_to_have_value(seen)
    link = ada.get_by_role("textbox", name="Link to the seat Blue").first.input_value()
    bo.goto(link)
    expect(bo.get_by_text("Waiting for Ada").first).to_be_visible()
    assert "#" not in bo.url
    expect(ada.get_by_text(re.compile("^You: "))).to_be_visible()


def test_both_see_the_same_after_a_lost_connection(ada: Page, bo: Page, watch: Watch) -> None:
    watch.expect("ERR_INTERNET_DISCONNECTED")
    created = create_table(ada, [ME, OPEN])
    table = created["id"]
    bo.goto(f"/t/{table}#seat={created['links']['1']}")
    expect(bo.get_by_text("Waiting for Ada").first).to_be_visible()
    open_table(ada, table)

    take_money(ada, table)
    expect(bo.get_by_role("list", name="Log").get_by_text(re.compile("^Red takes"))).to_have_count(1)

    bo.context.set_offline(True)
    expect(bo.get_by_text("Connection lost")).to_be_visible()
    take_money(ada, table)
    say(ada, "I am done")
    ada.get_by_role("tab", name="Log").click()
    bo.context.set_offline(False)
    expect(bo.get_by_text(re.compile("^You: "))).to_be_visible()
    expect(bo.get_by_text("Connection lost")).to_have_count(0)
    expect(bo.get_by_role("list", name="Log").get_by_text(re.compile("^Red takes"))).to_have_count(2)

    assert lines(bo) == lines(ada)
    expect(bo).to_have_title(re.compile("^● Your turn"))
    expect(bo.get_by_role("status").filter(has_text="Your turn.")).to_have_count(1)

    say(bo, "Here I am")
    ada.get_by_role("tab", name=re.compile("^Chat")).click()
    for page in (ada, bo):
        said = page.get_by_role("list", name="Chat").get_by_role("listitem")
        expect(said).to_have_text([re.compile("Ada.*I am done"), re.compile("Bo.*Here I am")])


def test_a_move_confirmed_offline_is_sent_later_and_made_once(ada: Page, bo: Page, watch: Watch) -> None:
    watch.expect("ERR_INTERNET_DISCONNECTED")
    created = create_table(ada, [ME, OPEN])
    table = created["id"]
    bo.goto(f"/t/{table}#seat={created['links']['1']}")
    expect(bo.get_by_text("Waiting for Ada").first).to_be_visible()
    open_table(ada, table)
    before = see(bo, table)["table"]["ply"]

    ada.get_by_role("button", name="Take money").click()
    ada.context.set_offline(True)
    ada.get_by_role("button", name=re.compile("Confirm$")).click()
    expect(ada.get_by_text("Your move is kept")).to_be_visible()
    assert see(bo, table)["table"]["ply"] == before
    ada.context.set_offline(False)
    wait_until(lambda: see(bo, table)["table"]["ply"] == before + 1, "the move to be saved")
    expect(ada.get_by_text("Your move is kept")).to_have_count(0)
    expect(bo.get_by_role("list", name="Log").get_by_text(re.compile("^Red takes"))).to_have_count(1)
    assert lines(ada) == lines(bo)
