"""Long lists, page by page: tables in the lobby, the log and the chat of a table."""

from __future__ import annotations

import re
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_table import BOT, ME, OPEN, create_table, open_table, see, send, sign_in, wait_until
from tests.browser.axe import assert_accessible_by_day_and_night, assert_fits
from tests.browser.conftest import PHONE, OpenPage
from tests.server.web import Visitor

MANY = 25


@pytest.fixture
def hosts(address: str) -> Iterator[list[Visitor]]:
    """Two visitors who need no browsers."""
    with httpx.Client(base_url=address) as client:
        yield [Visitor(client, address).create_me(name) for name in ("Žofie Nováková", "Olga")]


def test_a_table_is_found_among_many(page: Page, hosts: list[Visitor]) -> None:
    for number in range(MANY):
        hosts[1].create_table("me", "open", title=f"Crowded {number}", public=True)
    hosts[0].create_table("me", "open", "bot", title="A quiet place", public=True, game="steam")
    page.goto("/")
    find = page.get_by_role("region", name="Find a table")
    field, game, which = (
        find.get_by_role("searchbox"),
        find.get_by_role("combobox", name="Game"),
        find.get_by_role("combobox", name="Which tables"),
    )
    titles = find.get_by_role("heading", level=3)
    expect(which).to_have_value("open")

    with page.expect_response(re.compile("search=crowd")):
        field.fill("crowd olga")
    expect(which).to_have_value("all")
    expect(titles).to_have_count(20)
    find.get_by_role("button", name="More tables").click()
    expect(titles).to_have_count(MANY)
    expect(find.get_by_role("button", name="More tables")).to_have_count(0)

    field.fill("novakova")
    expect(titles).to_have_text(["A quiet place"])
    game.select_option("steam-power")
    expect(find).to_contain_text("No table was found.")
    game.select_option("steam")
    expect(titles).to_have_text(["A quiet place"])
    which.select_option("running")
    expect(find).to_contain_text("No table was found.")


def test_changes_are_shown_on_all_loaded_pages(page: Page, hosts: list[Visitor]) -> None:
    tables = [hosts[1].create_table("me", "open", title=f"Busy {number}", public=True) for number in range(MANY)]
    page.goto("/")
    find = page.get_by_role("region", name="Find a table")
    with page.expect_response(re.compile("search=busy")):
        find.get_by_role("searchbox").fill("busy")
    with page.expect_response(re.compile("search=busy.*state=open")):
        find.get_by_role("combobox", name="Which tables").select_option("open")
    titles = find.get_by_role("heading", level=3)
    expect(titles.last).to_have_text("Busy 5")
    find.get_by_role("button", name="More tables").click()
    expect(titles).to_have_count(MANY)
    hosts[1].create_table("me", "open", title="Busy and new", public=True)
    hosts[0].post(f"/api/tables/{tables[0]}/seats/1/join")  # it was on the second page, and has no free seat any more
    look_again(page)
    expect(titles.first).to_have_text("Busy and new")
    expect(find.get_by_role("heading", name="Busy 0", exact=True)).to_have_count(0)
    expect(titles).to_have_count(MANY)
    expect(titles.last).to_have_text("Busy 1")


def look_again(page: Page) -> None:
    """The lobby is fetched when it becomes visible again."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def test_my_tables_are_found_too(page: Page) -> None:
    sign_in(page, "Ada")
    table = create_table(page, [ME, BOT], title="Between us")["id"]
    page.goto("/")
    find = page.get_by_role("region", name="Find a table")
    find.get_by_role("searchbox").fill("between")
    expect(find).to_contain_text("No table was found.")
    for which in ("mine", "turn"):
        find.get_by_role("combobox", name="Which tables").select_option(which)
        expect(find.get_by_role("heading", level=3)).to_have_text(["Between us"])
    expect(find.get_by_role("link", name="Play")).to_be_visible()
    find.get_by_role("link", name="Between us", exact=True).click()
    expect(page).to_have_url(re.compile(f"/t/{table}$"))


def test_somebody_who_sits_at_a_public_table_is_not_asked_to_sit_down_again(page: Page) -> None:
    sign_in(page, "Ada")
    table = create_table(page, [ME, OPEN, BOT], title="One chair each", public=True)["id"]
    page.goto("/")
    card = page.get_by_role("region", name="Find a table").get_by_role("listitem").filter(has_text="One chair each")
    expect(card.first).to_contain_text("1 seat is free")
    expect(card.get_by_role("button", name="Join")).to_have_count(0)
    open_table(page, table)
    expect(page.get_by_role("button", name="Make a new link")).to_have_count(1)
    expect(page.get_by_role("button", name="Make a seat link")).to_have_count(1)  # for the bot: no game yet
    expect(page.get_by_role("button", name="Sit down here")).to_have_count(0)


def test_the_seat_of_a_bot_that_plays_is_not_given_away(page: Page) -> None:
    sign_in(page, "Ada")
    open_table(page, create_table(page, [ME, BOT])["id"])
    page.get_by_role("tab", name="Seats").click()
    expect(page.get_by_text("Bot: ")).to_be_visible()
    expect(page.get_by_role("tabpanel").get_by_role("button", name=re.compile("link"))).to_have_count(0)


def test_several_people_around_one_screen_of_a_public_table(page: Page) -> None:
    sign_in(page, "Ada")
    page.goto("/new")
    page.get_by_role("radio", name="Steam Power", exact=True).check()
    page.get_by_label("Blue", exact=True).select_option("me")
    page.get_by_label("Green", exact=True).select_option("open")
    page.get_by_role("radio", name="Everybody").check()
    page.get_by_label("Name of the table").fill("Family evening")
    page.get_by_role("button", name="Create the table").click()
    page.get_by_role("button", name="Go to the table").click()
    expect(page.get_by_role("heading", name="Waiting for players")).to_be_visible()
    page.goto("/")
    card = page.get_by_role("region", name="Find a table").get_by_role("listitem").filter(has_text="Family evening")
    expect(card.first).to_contain_text("one screen")


def test_the_chat_shows_earlier_lines(page: Page) -> None:
    sign_in(page, "Ada")
    table = create_table(page, [ME, BOT])["id"]
    for number in range(1, 121):
        send(page, "POST", f"tables/{table}/chat", {"text": f"line {number}."})
    open_table(page, table)
    page.get_by_role("tab", name="Chat").click()
    lines = page.get_by_role("list", name="Chat").locator(".text")
    expect(lines).to_have_count(50)
    expect(lines.last).to_be_in_viewport()
    for count in (100, 120):
        page.get_by_role("button", name="Earlier ones").click()
        expect(lines).to_have_count(count)
    expect(lines.first).to_have_text("line 1.")
    expect(page.get_by_role("button", name="Earlier ones")).to_have_count(0)
    send(page, "POST", f"tables/{table}/chat", {"text": "the last"})
    expect(lines.last).to_have_text("the last")
    expect(lines.last).to_be_in_viewport()


def test_the_log_shows_earlier_entries(page: Page) -> None:
    sign_in(page, "Ada")
    bots = [{"kind": "bot", "bot": "random"}] * 4
    table = create_table(page, bots)["id"]
    wait_until(lambda: see(page, table)["table"]["state"] == "over", "the bots to finish")
    plies = see(page, table)["table"]["ply"]
    assert plies > 220
    assert len(send(page, "GET", f"tables/{table}")["log"]) == 200
    open_table(page, table)
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    lines = page.locator(".log .line")
    expect(lines.last).to_be_in_viewport()
    earlier = page.get_by_role("button", name="Earlier ones")
    shown = 0
    while earlier.count():
        assert lines.count() > shown
        shown = lines.count()
        top = lines.first.inner_text()
        with page.expect_response(re.compile("/log")):
            earlier.click()
        expect(lines.first).not_to_have_text(top)
    expect(page.locator(".log .who").first).to_have_text("Setup")


@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_the_search_is_good_on_a_phone(open_page: OpenPage, hosts: list[Visitor], language: str) -> None:
    hosts[0].create_table("me", "open", title="Dlouhý název stolu, který se nevejde na řádek", public=True)
    phone = open_page(**PHONE, locale=language)
    phone.goto("/")
    phone.get_by_role("searchbox").fill("dlouhy")
    expect(phone.get_by_role("heading", name=re.compile("Dlouhý")).first).to_be_visible()
    assert_fits(phone)
    assert_accessible_by_day_and_night(phone)
