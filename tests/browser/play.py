"""Playing in a browser whatever the hands use: what to do next, and when the page has seen it done."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.at_table import confirm_button, see, send, wait_until

WISHES = ("deliver", "factory", "track", "money")
"""What somebody who wants to get on does first; whatever else there is comes after it."""
Press = Callable[[Locator], None]
NEW_TABLE = re.compile(r"/t/[\w-]+$")


def board(page: Page) -> Locator:
    return page.get_by_role("group", name="Board")


def place(page: Page, hex_: int) -> Locator:
    return board(page).locator(f'[data-place="hex {hex_}"]')


def offered(page: Page) -> Locator:
    """The moves side by side in the action bar."""
    return page.get_by_role("list", name="Moves to choose from").get_by_role("button")


def result(page: Page) -> Locator:
    """The sheet at the end of a game."""
    return page.get_by_role("dialog", name=re.compile("wins|share the victory"))


def chosen(page: Page) -> str | None:
    """What the page holds ready to be confirmed, in the notation."""
    return page.get_by_role("main").get_attribute("data-chosen")


def within(part: Locator) -> Locator:
    return part.get_by_role("button")


def from_the_strip(page: Page, text: str, press: Press) -> None:
    if chosen(page) != text:
        press_until(page, offered(page), text, press)


def by_kind(page: Page, name: str, text: str, press: Press) -> None:
    """By its button, where there is one, and then in the strip; the only kind that there is lies open already."""
    button = page.get_by_role("region", name="Actions").get_by_role("button", name=name, exact=True)
    if button.count():
        press(button)
    from_the_strip(page, text, press)


def press_until(page: Page, buttons: Locator, text: str, press: Press) -> None:
    for button in buttons.all():
        press(button)
        if chosen(page) == text:
            return
    raise AssertionError(f"no button chooses {text!r}")


def bid(page: Page, amount: int) -> None:
    page.get_by_role("spinbutton").fill(str(amount))


def my_turn(page: Page, table: str) -> dict[str, Any] | None:
    """Wait until the page asks for a move, and answer what can be done; None when the game is over."""
    wait_until(lambda: see(page, table)["table"]["my_turn"] or see(page, table)["table"]["result"], "my turn")
    now = see(page, table)
    if now["table"]["result"]:
        return None
    expect(page.locator("main")).to_have_attribute("data-ply", str(now["table"]["ply"]))  # it has heard of everything
    expect(page.get_by_text(re.compile("^You: "))).to_be_visible()
    return now


def next_text(now: dict[str, Any]) -> str:
    """The move to be made, in the notation: the first of the kind that is wished for most."""
    kinds = [move["type"] for move in now["legal"]]
    best = min(range(len(kinds)), key=lambda at: WISHES.index(kinds[at]) if kinds[at] in WISHES else len(WISHES))
    text: str = now["texts"][best]
    return text


def tracks(now: dict[str, Any]) -> dict[int, list[int]]:
    """The places in ``legal`` of the ways to lay track, by hex."""
    found: dict[int, list[int]] = {}
    for at, move in enumerate(now["legal"]):
        if move["type"] == "track":
            found.setdefault(move["hex"], []).append(at)
    return found


def expect_played(page: Page, table: str, before: int) -> None:
    """The move is kept, and the page has heard of it: nothing is chosen any more."""
    wait_until(lambda: see(page, table)["table"]["ply"] > before, "the move to be kept")
    expect(page.locator(".confirm .what")).to_have_count(0)


def expect_chosen(page: Page) -> None:
    expect(confirm_button(page)).to_be_enabled()


def play_on(page: Page, table: str, moves: int, always: str | None = None) -> None:
    """Make some moves without the page: what gets one on, or always the same."""
    for _ in range(moves):
        wait_until(lambda: see(page, table)["table"]["my_turn"] or see(page, table)["table"]["result"], "my turn")
        now = see(page, table)
        if now["table"]["result"]:
            return
        ply = now["table"]["ply"]
        body = {"seat": now["seat"], "move": always or next_text(now), "expect": ply, "key": f"ply {ply}"}
        send(page, "POST", f"tables/{table}/moves", body)


MOST_MOVES = 80
"""After so many of one's own, nobody is getting on: bots end the game."""


def my_next_turn(page: Page, table: str, moves: int, most: int = MOST_MOVES) -> dict[str, Any] | None:
    """As ``my_turn``, but a game in which one has made this many moves already does not go on for ever."""
    if moves == most:
        finish(page, table)
    return my_turn(page, table)


def finish(page: Page, table: str) -> None:
    """Let bots play for everybody until the end."""
    for seat in see(page, table)["table"]["seats"]:
        if seat["mine"]:
            send(page, "POST", f"tables/{table}/seats/{seat['seat']}/leave")
    wait_until(lambda: see(page, table)["table"]["state"] == "over", "the bots to finish")
