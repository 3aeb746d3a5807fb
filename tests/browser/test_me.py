"""Myself: another device, a copy of my data, signing out, deleting everything; and reporting a table."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import assert_accessible
from tests.browser.conftest import PHONE, OpenPage
from tests.browser.watch import Watch

TABLE = re.compile(r"/t/[\w-]+$")


def start(page: Page, name: str = "Ada") -> None:
    """A table against bots, for a guest of this name."""
    page.goto("/")
    page.get_by_role("button", name="Play now against bots").click()
    page.get_by_label("Your name", exact=True).fill(name)
    page.get_by_role("button", name="Start").click()
    expect(page).to_have_url(TABLE)


def told(page: Page, text: str) -> Locator:
    """A message of the page; it is there a second time for screen readers."""
    return page.locator(".toasts").get_by_text(text, exact=False)


def test_a_link_makes_a_phone_the_same_guest(page: Page, open_page: OpenPage) -> None:
    start(page)
    table = page.url
    page.get_by_role("banner").get_by_role("button", name="Ada").click()
    page.get_by_role("link", name="Me and my data").click()
    page.get_by_role("button", name="Make a link").click()
    expect(page.get_by_role("img", name="QR code")).to_be_visible()
    assert_accessible(page)
    link = page.get_by_label("Link for another device").input_value()

    phone = open_page(**PHONE)
    phone.goto(link)
    expect(told(phone, "This device is now Ada's too.")).to_be_visible()
    assert phone.url.endswith("/me"), "the code is not left in the address"
    phone.get_by_role("button", name="Dismiss").click()
    assert_accessible(phone)
    phone.goto(table)
    seats = phone.request.get(f"/api/tables/{table.rpartition('/')[2]}").json()["table"]["seats"]
    assert seats[0]["mine"]


def test_a_link_is_refused_the_second_time(page: Page, open_page: OpenPage, watch: Watch) -> None:
    watch.expect("status of 403")
    start(page)
    page.goto("/me")
    page.get_by_role("button", name="Make a link").click()
    link = page.get_by_label("Link for another device").input_value()
    first, second = open_page(), open_page()
    first.goto(link)
    expect(told(first, "This device is now Ada's too.")).to_be_visible()
    second.goto(link)
    expect(told(second, "This link is no longer valid")).to_be_visible()
    expect(second.get_by_text("Nobody is signed in on this device.")).to_be_visible()


def test_a_device_with_a_guest_asks_first(page: Page, open_page: OpenPage) -> None:
    start(page)
    page.goto("/me")
    page.get_by_role("button", name="Make a link").click()
    link = page.get_by_label("Link for another device").input_value()
    other = open_page()
    start(other, "Bob")
    other.goto(link)
    other.get_by_role("dialog", name="Somebody is signed in here").get_by_role("button", name="Go on").click()
    expect(told(other, "This device is now Ada's too.")).to_be_visible()
    expect(other.get_by_role("banner").get_by_role("button", name="Ada")).to_be_visible()


def test_a_copy_of_my_data_is_a_file(page: Page, tmp_path: Path) -> None:
    start(page)
    page.goto("/me")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save a copy").click()
    download.value.save_as(tmp_path / "me.json")
    data = json.loads((tmp_path / "me.json").read_text())
    assert (data["name"], len(data["tables"])) == ("Ada", 1)


def test_signing_out(page: Page) -> None:
    start(page)
    page.goto("/me")
    page.get_by_role("button", name="Sign out").click()
    expect(page).to_have_url(re.compile(r"/$"))
    expect(told(page, "You are signed out.")).to_be_visible()
    expect(page.get_by_role("banner").get_by_role("button", name="Sign in")).to_be_visible()
    page.goto("/me")
    expect(page.get_by_text("Nobody is signed in on this device.")).to_be_visible()


def test_deleting_everything_leaves_somebody_who_left(page: Page, open_page: OpenPage) -> None:
    start(page)
    table = page.url
    page.get_by_role("tab", name="Chat").click()
    page.get_by_label("Write to the table").fill("my words")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("my words")).to_be_visible()
    page.goto("/me")
    page.get_by_role("button", name="Delete my data").click()
    assert_accessible(page)
    page.get_by_role("dialog").get_by_role("button", name="Delete everything").click()
    expect(told(page, "Everything about you has been deleted.")).to_be_visible()

    watcher = open_page()
    watcher.goto(table)
    watcher.get_by_role("tab", name="Seats").click()
    expect(watcher.get_by_text("Somebody who left", exact=False)).to_be_visible()
    assert "Ada" not in watcher.locator("main").inner_text()


@pytest.mark.parametrize("device", ["page", "phone"])
def test_a_table_can_be_reported(device: str, request: pytest.FixtureRequest) -> None:
    page: Page = request.getfixturevalue(device)
    start(page)
    table = page.url
    if device == "phone":
        page.get_by_role("button", name="Log", exact=False).click()
    page.get_by_role("tab", name="Chat").click()
    page.get_by_role("link", name="Report a problem").click()
    page.get_by_label("What happened?").fill("Somebody is rude")
    assert_accessible(page)
    page.get_by_role("button", name="Send the report").click()
    expect(told(page, "Thank you; the hosts have your report.")).to_be_visible()
    expect(page).to_have_url(table)


@pytest.mark.parametrize(
    ("language", "title", "button"),
    [("Deutsch", "Ich und meine Daten", "Link erzeugen"), ("Polski", "Ja i moje dane", "Utwórz link")],
)
def test_it_speaks_the_readers_language(page: Page, language: str, title: str, button: str) -> None:
    start(page)
    page.goto("/me")
    page.get_by_role("heading", name="Me and my data").wait_for()
    page.get_by_role("button", name=language).click()
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    expect(page.get_by_role("button", name=button)).to_be_visible()
