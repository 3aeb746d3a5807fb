"""The page Me with a past: a rated game, its result and rating, a recovery code, and somebody blocked."""

from __future__ import annotations

import re
import time
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.at_table import PATIENCE
from tests.browser.axe import assert_accessible
from tests.browser.conftest import PHONE, OpenPage
from tests.browser.test_me import told
from tests.browser.watch import Watch

TABLE = re.compile(r"/t/[\w-]+$")
CODE = re.compile(r"\w{4}(-\w{4}){4}")


def sign_in(page: Page, name: str) -> None:
    page.goto("/help")
    ask(page, "POST", "/api/me", {"name": name, "language": "en"})


def ask(page: Page, method: str, path: str, body: Any = None) -> Any:
    """A request with the cookie of this page."""
    origin = re.match(r"https?://[^/]+", page.url)
    assert origin is not None
    answer = page.request.fetch(path, method=method, data=body, headers={"origin": origin[0]})
    assert answer.ok, answer.text()
    return answer.json() if answer.body() else None


def new_rated_table(page: Page) -> str:
    """A rated table against a bot, made on the page; returns its address in the API."""
    page.goto("/new")
    page.get_by_role("radio", name="Steam Power").check()
    page.get_by_role("radio", name="2", exact=True).check()
    expect(page.get_by_text("Hints from bots")).to_have_count(1)
    page.get_by_role("switch", name="Rated").check()
    expect(page.get_by_text("Hints from bots")).to_have_count(0)
    page.get_by_role("button", name="Create the table").click()
    expect(page).to_have_url(TABLE)
    table = f"/api/tables/{page.url.rpartition('/')[2]}"
    ask(page, "PATCH", f"{table}/settings", {"pace": 0})
    return table


def left_to_bots(page: Page, table: str) -> None:
    """The player leaves, and bots play to the end."""
    ask(page, "POST", f"{table}/seats/0/leave?bot=beginner")
    until = time.monotonic() + 4 * PATIENCE
    while ask(page, "GET", f"{table}?since=1000000")["table"]["state"] == "running":
        assert time.monotonic() < until
        time.sleep(0.2)


def test_a_rated_game_and_what_comes_of_it(page: Page, open_page: OpenPage, watch: Watch) -> None:
    sign_in(page, "Ada")
    left_to_bots(page, new_rated_table(page))

    page.goto("/me")
    page.get_by_role("button", name="Finished").click()
    players = page.locator(".games > li").locator("ol > li")
    expect(players).to_have_count(2)
    expect(players.nth(0)).to_contain_text("Bot: Beginner")
    expect(players.nth(1)).to_contain_text(re.compile(r"2\..*Ada.*left, or ran out of time · \d+\s±\s\d+"))
    results = page.get_by_role("region", name="My results").get_by_role("row").nth(1)
    expect(results).to_contain_text("Steam Power")
    expect(page.get_by_role("region", name="Against whom").get_by_role("row").nth(1)).to_contain_text("Bot: Beginner")
    expect(page.get_by_text("provisional")).to_be_visible()
    assert_accessible(page)

    page.get_by_role("link", name="What others see of you").click()
    expect(page.get_by_role("heading", name="Ada", level=1)).to_be_visible()
    expect(page.get_by_text("They have not played a rated game at a public table lately.")).to_be_visible()
    assert_accessible(page)

    page.goto("/me")
    page.get_by_role("button", name="Make a recovery code").click()
    code = page.locator(".code").inner_text()
    assert CODE.fullmatch(code)
    lost = open_page(**PHONE)
    watch.expect("status of 403")
    lost.goto("/me")
    lost.get_by_label("Recovery code").fill("0000-1111-2222-3333-4444")
    lost.get_by_role("button", name="Come back").click()
    expect(lost.locator("main").get_by_role("alert")).to_contain_text("ecovery code is not valid")
    assert_accessible(lost)
    lost.get_by_label("Recovery code").fill(code.lower().replace("-", " "))
    lost.get_by_label("Recovery code").press("Enter")
    expect(told(lost, "This device is now Ada's too.")).to_be_visible()
    expect(lost.get_by_text("provisional")).to_be_visible()
    lost.get_by_role("button", name="Dismiss").click()
    assert_accessible(lost)
    assert lost.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"], "nothing sticks out"
    lost.get_by_role("button", name="Sign out on all other devices").click()
    expect(told(lost, "Only this device knows you now.")).to_be_visible()


def test_seats_show_ratings_and_whom_to_block(page: Page, open_page: OpenPage, watch: Watch) -> None:
    sign_in(page, "Dora")
    other = open_page()
    sign_in(other, "Emil")
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "casual"}]
    wish = {"game": "steam-power", "seats": seats, "public": True, "rated": True, "hints": False}
    made = ask(page, "POST", "/api/tables", wish)
    ask(other, "POST", f"/api/tables/{made['id']}/seats/1/join")
    page.goto(f"/t/{made['id']}")
    page.get_by_role("tab", name="Seats").click()
    panel = page.get_by_role("tabpanel")
    expect(panel).to_contain_text(re.compile(r"1500\s±\s\d+"))
    panel.get_by_role("button", name="Block").click()
    expect(told(page, "You have blocked Emil.")).to_be_visible()
    page.get_by_role("button", name="Dismiss").click()
    assert_accessible(page)

    # Whoever has blocked somebody is asked before they sit down with them.
    theirs = ask(other, "POST", "/api/tables", {"game": "steam-power", "seats": seats[:2], "public": True})
    watch.expect("status of 409")
    questions: list[str] = []

    def decline(dialog: Any) -> None:
        questions.append(dialog.message)
        dialog.dismiss()

    page.once("dialog", decline)
    page.goto(f"/t/{theirs['id']}#seat={theirs['links']['1']}")
    expect(page.locator("main")).to_be_visible()
    page.wait_for_function("() => !location.hash")
    while not questions:
        page.wait_for_timeout(100)
    assert "Emil" in questions[0]
    assert ask(page, "GET", f"/api/tables/{theirs['id']}")["table"]["state"] == "open"

    page.goto("/me")
    page.get_by_role("button", name=re.compile("Unblock.*Emil")).click()
    expect(told(page, "Emil is no longer blocked.")).to_be_visible()
