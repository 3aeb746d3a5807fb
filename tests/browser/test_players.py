"""The page Me with a past: a rated game of two, its results and ratings, a recovery code, and somebody blocked."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from engineshed.core.rng import Rng
from tests.browser.axe import assert_accessible
from tests.browser.conftest import PHONE, OpenPage
from tests.browser.test_me import told
from tests.browser.watch import Watch

TABLE = re.compile(r"/t/[\w-]+$")
CODE = re.compile(r"\w{4}(-\w{4}){4}")


def sign_in(page: Page, name: str) -> None:
    ask(page, "POST", "/api/me", {"name": name, "language": "en"})


def ask(page: Page, method: str, path: str, body: Any = None) -> Any:
    """A request with the cookie of this page."""
    page.goto("/help") if page.url == "about:blank" else None
    origin = re.match(r"https?://[^/]+", page.url)
    assert origin is not None
    answer = page.request.fetch(path, method=method, data=body, headers={"origin": origin[0]})
    assert answer.ok, answer.text()
    return answer.json() if answer.body() else None


def new_rated_table(page: Page) -> tuple[str, str]:
    """A rated table for two, made on the page: its address, and the link of the other seat."""
    page.goto("/new")
    page.get_by_role("radio", name="Steam Power").check()
    page.get_by_role("group", name="Players").get_by_role("radio", name="2", exact=True).check()
    page.get_by_role("radiogroup", name="Hints").or_(page.get_by_role("group", name="Hints")).first.wait_for()
    page.get_by_role("switch", name="Rated").check()
    expect(page.get_by_role("group", name="Hints from bots")).to_have_count(0)
    page.locator(".seats select").nth(1).select_option("open")
    page.get_by_role("button", name="Create the table").click()
    link = page.get_by_role("dialog").get_by_role("textbox").first.input_value()
    page.get_by_role("dialog").press("Escape")
    expect(page).to_have_url(TABLE)
    return page.url, link


def play_to_the_end(players: list[Page], table: str) -> list[int]:
    """Random play without the board; returns the places."""
    path = f"/api/tables/{table.rpartition('/')[2]}"
    while True:
        for player in players:
            now = ask(player, "GET", f"{path}?since=1000000")
            if now["table"]["state"] == "over":
                ranks: list[int] = now["table"]["result"]["ranks"]
                return ranks
            if now["legal"]:
                move = Rng("players", now["table"]["ply"]).choice(now["legal"])["move"]
                body = {"seat": now["seat"], "move": move, "expect": now["table"]["ply"]}
                ask(player, "POST", f"{path}/moves", body)


def met(page: Page, phone: Page) -> tuple[str, list[int]]:
    """Ada at a desk and Bob with a phone have played a rated game."""
    sign_in(page, "Ada")
    sign_in(phone, "Bob")
    table, link = new_rated_table(page)
    phone.goto(link)
    expect(phone).to_have_url(table)
    expect(phone.locator("section.board svg").first).to_be_visible()
    places = play_to_the_end([page, phone], table)
    return table, places


def test_a_rated_game_and_what_comes_of_it(page: Page, open_page: OpenPage, watch: Watch) -> None:
    phone = open_page(**PHONE)
    table, places = met(page, phone)

    page.goto("/me")
    page.get_by_role("button", name="Finished").click()
    game = page.locator(".games > li")
    expect(game).to_have_count(1)
    expect(game).to_contain_text("rated")
    expect(game.locator("ol > li")).to_have_text(re.compile(r"1\. .* ± \d+"), use_inner_text=True) if False else None
    expect(game.locator("ol > li").nth(0)).to_contain_text("Ada" if places[0] == 1 else "Bob")
    results = page.get_by_role("region", name="My results")
    expect(results.get_by_role("row").nth(1)).to_contain_text("Steam Power")
    against = page.get_by_role("region", name="Against whom").get_by_role("row").nth(1)
    expect(against).to_contain_text("Bob")
    expect(page.get_by_text("provisional")).to_be_visible()
    assert_accessible(page)

    page.get_by_role("link", name="What others see of you").click()
    expect(page.get_by_role("heading", name="Ada", level=1)).to_be_visible()
    expect(page.get_by_text("They have not played a rated game at a public table lately.")).to_be_visible()
    assert_accessible(page)

    # The phone blocks Ada, and takes it back.
    phone.goto(table)
    phone.get_by_role("button", name=re.compile("Log|Review|Table")).first.wait_for()
    ask(phone, "POST", f"/api/tables/{table.rpartition('/')[2]}/blocks", {"seat": 0})
    phone.goto("/me")
    expect(phone.get_by_role("button", name="Unblock: Ada")).to_be_visible()
    assert_accessible(phone)
    width = phone.evaluate("document.documentElement.scrollWidth")
    assert width <= 390, "nothing sticks out of a phone"
    phone.get_by_role("button", name="Unblock: Ada").click()
    expect(told(phone, "Ada is no longer blocked.")).to_be_visible()

    # A new browser becomes Ada with the code, once.
    page.goto("/me")
    page.get_by_role("button", name="Make a recovery code").click()
    code = page.locator(".code").inner_text()
    assert CODE.fullmatch(code)
    stranger = open_page()
    watch.expect("status of 403")
    stranger.goto("/me")
    stranger.get_by_label("Recovery code").fill("0000-1111-2222-3333-4444")
    stranger.get_by_role("button", name="Come back").click()
    expect(stranger.get_by_role("alert")).to_contain_text("recovery code is not valid")
    assert_accessible(stranger)
    stranger.get_by_label("Recovery code").fill(code.lower().replace("-", " "))
    stranger.get_by_role("button", name="Come back").press("Enter")
    expect(told(stranger, "This device is now Ada's too.")).to_be_visible()
    expect(stranger.get_by_role("banner").get_by_role("button", name="Ada")).to_be_visible()
    stranger.get_by_role("button", name="Sign out on all other devices").click()
    expect(told(stranger, "Only this device knows you now.")).to_be_visible()


def test_seats_show_ratings_and_whom_to_block(page: Page, open_page: OpenPage, watch: Watch) -> None:
    sign_in(page, "Dora")
    bob = open_page()
    sign_in(bob, "Emil")
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "casual"}]
    wish = {"game": "steam-power", "seats": seats, "public": True, "rated": True, "hints": False}
    made = ask(page, "POST", "/api/tables", wish)
    ask(bob, "POST", f"/api/tables/{made['id']}/seats/1/join")
    page.goto(f"/t/{made['id']}")
    page.get_by_role("tab", name="Seats").click()
    panel = page.get_by_role("tabpanel")
    expect(panel).to_contain_text(re.compile(r"1500 ± \d+"))
    panel.get_by_role("button", name="Block").click()
    expect(told(page, "You have blocked Emil.")).to_be_visible()
    assert_accessible(page)

    # Whoever has blocked somebody is asked before they sit down with them.
    theirs = ask(bob, "POST", "/api/tables", {"game": "steam-power", "seats": seats[:2], "public": True})
    watch.expect("status of 409")
    questions: list[str] = []

    def decline(dialog: Any) -> None:
        questions.append(dialog.message)
        dialog.dismiss()

    page.once("dialog", decline)
    page.goto(f"/t/{theirs['id']}#seat={theirs['links']['1']}")
    page.wait_for_function("() => !location.hash")
    expect(page.get_by_role("heading", name="Steam Power").first).to_be_visible()
    assert questions
    assert "Emil" in questions[0]
    assert ask(page, "GET", f"/api/tables/{theirs['id']}")["table"]["state"] == "open"
