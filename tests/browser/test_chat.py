"""The chat of a table: what is unread, and whom somebody does not want to read."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.at_table import ME, OPEN, create_table, open_table, send, sign_in
from tests.browser.axe import assert_accessible
from tests.browser.conftest import PHONE, OpenPage


def tab(page: Page, name: str) -> Locator:
    return page.get_by_role("tab", name=re.compile(f"^{name}"))


def test_own_and_muted_lines_are_not_unread(open_page: OpenPage) -> None:
    ada, bob, phone = open_page(), open_page(), open_page(**PHONE)
    sign_in(ada, "Ada")
    sign_in(bob, "Bob")
    made = create_table(ada, [ME, OPEN])
    table = made["id"]
    send(bob, "POST", f"tables/{table}/claim", {"token": made["links"]["1"]})
    link = send(bob, "POST", "me/devices", {"page": "http://127.0.0.1/me"})["link"]
    send(phone, "POST", "me/device", {"code": link.rpartition("#")[2]})
    open_table(bob, table)
    chat, lines = tab(bob, "Chat"), bob.get_by_role("list", name="Chat").locator(".text")

    send(bob, "POST", f"tables/{table}/chat", {"text": "mine, from elsewhere"})
    send(ada, "POST", f"tables/{table}/chat", {"text": "look here"})
    expect(chat).to_have_text(re.compile(r"Chat\s*1"))
    chat.click()
    expect(lines).to_have_text(["mine, from elsewhere", "look here"])
    bob.get_by_role("button", name="Mute Ada").click()
    expect(lines).to_have_text(["mine, from elsewhere", "You have muted this person."])
    assert_accessible(bob)
    tab(bob, "Log").click()
    send(ada, "POST", f"tables/{table}/chat", {"text": "are you there?"})
    send(bob, "POST", f"tables/{table}/chat", {"text": "I write"})
    chat.click()
    expect(lines).to_have_count(4)
    tab(bob, "Log").click()
    expect(chat).to_have_text("Chat")

    # On his phone, and until he changes his mind.
    open_table(phone, table)
    phone.get_by_role("button", name=re.compile("^Log")).click()
    tab(phone, "Chat").click()
    expect(phone.get_by_text("You have muted this person.")).to_have_count(2)
    phone.get_by_role("button", name="Show what Ada writes").first.click()
    expect(phone.get_by_text("are you there?")).to_be_visible()
    bob.reload()
    chat.click()
    expect(lines).to_have_text(["mine, from elsewhere", "look here", "are you there?", "I write"])
