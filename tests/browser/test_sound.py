"""A few sounds, made by the browser itself: at a desk unless switched off, on a phone only if wanted."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.at_table import BOT, ME, create_table, open_table, see, send, sign_in, wait_for_my_turn, wait_until

LISTEN = """window.heard = [];
const Pipe = window.OscillatorNode;
window.OscillatorNode = class extends Pipe {
  constructor(air, options) { super(air, options); window.heard.push(options.frequency); }
};"""
TURN, MOVE, MONEY = 587, 196, 1319


def take_money_and_wait(page: Page) -> list[int]:
    """What is heard from a move of the guest to their next turn."""
    sign_in(page, "Ada")
    table = create_table(page, [ME, BOT], pace=0)["id"]
    page.add_init_script(LISTEN)
    open_table(page, table)
    page.get_by_role("heading", level=1).click()  # browsers are silent before the page has been touched
    now = see(page, table)
    for _ in range(2):
        now = see(page, table)
        body = {"seat": now["seat"], "move": "money", "expect": now["table"]["ply"], "key": str(now["table"]["ply"])}
        send(page, "POST", f"tables/{table}/moves", body)
    if see(page, table)["table"]["held"] is not None:
        page.get_by_role("button", name="End turn").click()
    ply = wait_for_my_turn(page, table)["table"]["ply"]
    wait_until(lambda: int(page.get_by_role("main").get_attribute("data-ply") or 0) >= ply, "the page to hear of it")
    heard: list[int] = page.evaluate("heard")
    return heard


def test_my_turn_and_other_peoples_moves_are_heard_at_a_desk(page: Page) -> None:
    heard = take_money_and_wait(page)
    assert MONEY in heard
    assert TURN in heard
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog").get_by_role("switch", name="Sound")).to_be_checked()


def test_a_phone_is_silent_unless_it_is_told_otherwise(phone: Page) -> None:
    assert take_money_and_wait(phone) == []
    phone.get_by_role("button", name="Menu").tap()
    phone.get_by_role("button", name="Settings").tap()
    expect(phone.get_by_role("dialog").get_by_role("switch", name="Sound")).not_to_be_checked()
