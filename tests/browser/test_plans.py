"""Planning ahead in a browser: bid up to, passing, planned moves, what stops them; and the next table."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.at_table import ME, OPEN, create_table, make_moves, open_table, see, send, sign_in, wait_until
from tests.browser.axe import assert_accessible, assert_accessible_by_day_and_night, assert_fits
from tests.browser.bars import bar
from tests.browser.conftest import PHONE, OpenPage

NAMES = ("Ada", "Bo", "Cy")


def acting(page: Page, table: str) -> int:
    seat: int = see(page, table)["table"]["to_act"][0]
    return seat


def claimed(pages: list[Page], game: str, **wishes: Any) -> str:
    """A table of these people, who sit in order."""
    made = create_table(pages[0], [ME, *[OPEN] * (len(pages) - 1)], game=game, **wishes)
    for seat, page in enumerate(pages[1:], 1):
        send(page, "POST", f"tables/{made['id']}/claim", {"token": made["links"][str(seat)]})
    table: str = made["id"]
    return table


def test_players_plan_ahead_and_go_on_to_the_next_table(open_page: OpenPage) -> None:
    people = [open_page(reduced_motion="reduce", **size) for size in ({}, {}, PHONE)]
    for page, name in zip(people, NAMES, strict=True):
        sign_in(page, name)
    table = claimed(people, "steam", map="northeast", options={})
    for page in people:
        open_table(page, table)
    bids_by_proxy(people, table)
    plans_moves(people, table)
    goes_round(people, table)


def bids_by_proxy(people: list[Page], table: str) -> None:
    """While others bid, a player says how far they would go; nobody else learns of it."""
    first = acting(people[0], table)
    second, third = (first + 1) % 3, (first + 2) % 3
    planner = people[second]
    planner.get_by_text("Let it bid for me").click()
    planner.get_by_role("spinbutton", name="Bid up to").fill("4")
    planner.get_by_role("button", name=re.compile("^Bid up to .*4 for me")).click()
    expect(bar(planner).locator("[data-plan]")).to_contain_text("If others bid more: pass.")
    assert_accessible(planner)
    assert_fits(planner)
    make_moves(people[first], table, "bid 2")
    wait_until(lambda: acting(people[third], table) == third, "the proxy to bid")
    assert see(people[third], table)["view"]["auction"]["bids"][second] == 3
    for other in (people[first], people[third]):
        expect(other.locator("[data-plan]")).to_have_count(0)
    bar(planner).get_by_role("button", name="Take back").click()
    expect(planner.locator("[data-plan]")).to_have_count(0)
    while see(planner, table)["view"]["stage"] == "opening":
        mover = people[acting(planner, table)]
        offers = [offer["text"] for offer in see(mover, table)["legal"]]
        make_moves(mover, table, "pass" if "pass" in offers else offers[0])


def plans_moves(people: list[Page], table: str) -> None:
    """The next player plans a tile that somebody else takes first, and then another one."""
    order = see(people[0], table)["view"]["order"]
    first, planner, third = (people[seat] for seat in order)
    wanted = see(first, table)["legal"][0]["text"]
    plan_move(planner, wanted)
    expect(mine(planner)).to_contain_text("Stops if a move would cost or lead to something else than now.")
    make_moves(first, table, wanted)
    expect(mine(planner)).to_contain_text(f"Taken back: “{wanted}” is no longer possible.")
    expect(mine(planner)).to_contain_text("Turn Order")
    expect(bar(planner).get_by_text("Taken back:")).to_be_visible()
    assert_accessible_by_day_and_night(planner)
    assert acting(planner, table) == order[1], "nothing was played"
    mine(planner).get_by_role("button", name="Put away").click()
    expect(planner.locator("[data-plan]")).to_have_count(0)

    free = see(planner, table)["legal"][-1]["text"]
    wish = see(planner, table)["legal"][0]["text"]
    plan_move(third, free)
    make_moves(planner, table, wish)
    wait_until(lambda: see(third, table)["view"]["stage"] != "choose", "the planned tile to be taken")
    expect(third.locator("[data-plan]")).to_have_count(0)


def plan_move(page: Page, text: str) -> None:
    if page.viewport_size == PHONE["viewport"]:
        page.get_by_role("button", name="Mine", exact=True).click()
    page.locator("details.ahead summary").click()
    page.get_by_role("textbox", name="Your next move").fill(text)
    page.get_by_role("button", name="Choose", exact=True).click()
    page.get_by_role("button", name="Plan 1 move").click()
    expect(mine(page)).to_contain_text(text)
    assert_fits(page)
    page.locator("details.ahead summary").click()


def mine(page: Page) -> Locator:
    """The plan as the viewer's own things show it."""
    return page.locator("section.own [data-plan]")


def goes_round(people: list[Page], table: str) -> None:
    """Who waits here is told that others wait for them elsewhere."""
    waiting = next(people[seat] for seat in (0, 1) if seat != acting(people[0], table))
    others = [create_table(waiting, [ME, {"kind": "bot", "bot": "random"}])["id"] for _ in range(2)]
    waiting.reload()
    button = waiting.get_by_role("link", name="Next table (2)")
    expect(button).to_be_visible()
    waiting.locator("main").press(".")
    first, second = sorted(others, key=lambda other: (other < table, other))
    expect(waiting).to_have_url(re.compile(f"/t/{first}$"))
    expect(waiting.get_by_text(re.compile("^You: "))).to_be_visible()
    expect(waiting.get_by_role("link", name=re.compile("^Next table"))).to_have_count(0)
    assert second != first
