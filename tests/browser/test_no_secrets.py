"""Hands stay secret: they are not on other people's pages, not in messages to them, and not behind the curtain."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page, Response, WebSocket, expect

from tests.browser.at_table import BOT, ME, confirm_button, create_table, hand, open_table, see, send, sign_in
from tests.browser.conftest import OpenPage
from tests.browser.play import play_on
from tests.browser.watch import wait_for_network

TURNS = 12


class Tap:
    """Everything that a page is sent, and everything on it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.heard: list[str] = []
        self.read: list[str] = []
        self._answers: list[Response] = []
        page.on("websocket", self._listen)
        page.on("response", self._note)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.heard.append(str(frame)))

    def _note(self, answer: Response) -> None:
        """Keep the answer, unless it is the game's words, which contain examples that look like contracts."""
        if "/api/" in answer.url and "/words" not in answer.url:
            self._answers.append(answer)

    def read_answers(self) -> None:
        """Read the answers received so far; the browser discards them when it leaves the page."""
        wait_for_network(self.page)
        while self._answers:
            self.read.append(self._answers.pop().text())

    def markup(self) -> str:
        """The whole page except the map, whose hexes have names that look like contracts."""
        markup: str = self.page.evaluate(
            "() => { const twin = document.documentElement.cloneNode(true);"
            " twin.querySelectorAll('.board svg').forEach(map => map.remove()); return twin.outerHTML; }"
        )
        return markup


def numbers_of(page: Page, table: str, names: list[str]) -> set[int]:
    """The numbers of these contracts, which views and moves use instead of names."""
    box = send(page, "GET", f"tables/{table}/ground?look=light")["layout"]["contracts"]
    return {number for number, contract in enumerate(box) if contract["id"] in names}


def plain_values(value: Any, key: str = "") -> Iterator[tuple[str, Any]]:
    """Every plain value in a message, with its key."""
    if isinstance(value, dict) and value.get("kind") == "contract":
        yield "contract", value["id"]
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from plain_values(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from plain_values(inner, key)
    else:
        yield key, value


def leaks(sent: str, names: list[str], numbers: set[int]) -> list[tuple[str, Any]]:
    """What a message reveals about these contracts, by name in any text, or by number."""
    found = []
    for key, value in plain_values(json.loads(sent)):
        if key in ("id", "name") and value in names:
            continue  # the list of all contracts is public, and the names of hexes look like contracts
        if isinstance(value, str) and any(re.search(rf"\b{name}\b", value) for name in names):
            found.append((key, value))
        if key == "contract" and value in numbers:
            found.append((key, value))
    return found


def secrets(page: Page, table: str) -> list[str]:
    """The contracts in this guest's hand that they have not shown yet."""
    shown = {
        fact["params"]["contract"]["name"]
        for line in send(page, "GET", f"tables/{table}")["log"]
        for fact in line["facts"]
        if "contract" in fact["params"]
    }
    return [name for name in hand(page, table) if name not in shown]


def test_a_spectator_learns_nothing_about_hands(page: Page, open_page: OpenPage) -> None:
    sign_in(page, "Ada")
    table = create_table(page, [ME, BOT])["id"]
    guest = open_page()
    tap = Tap(guest)
    open_table(guest, table)
    play_on(page, table, TURNS)
    tap.read_answers()
    moment = see(page, table)["table"]["ply"] - 1
    guest.goto(f"/t/{table}/at/{moment}")
    expect(guest.get_by_role("slider", name="Position in the log")).to_have_value(str(moment))
    tap.read_answers()
    mine = secrets(page, table)
    assert mine
    numbers = numbers_of(page, table, mine)
    assert sum(json.loads(message)["type"] == "table" for message in tap.heard) > TURNS
    assert len(tap.read) > 5
    assert [leak for message in tap.heard + tap.read for leak in leaks(message, mine, numbers)] == []
    assert [name for name in mine if re.search(rf"\b{name}\b", tap.markup())] == []
    own = json.dumps(send(page, "GET", f"tables/{table}"))
    assert leaks(own, mine, numbers) != []  # Ada does get them, so the search works


def test_the_curtain_hides_the_next_players_hand(page: Page) -> None:
    sign_in(page, "Ada")
    table = create_table(page, [ME, ME])["id"]
    tap = Tap(page)
    open_table(page, table)
    first = hand(page, table)
    expect_covered(tap, "Red", first)
    page.get_by_role("button", name="I am Red").click()
    expect(page.get_by_text(re.compile(rf"\b{first[0]}\b")).first).to_be_visible()
    while see(page, table)["seat"] == 0:
        expect(page.get_by_text(re.compile("^You: "))).to_be_visible()
        page.get_by_role("button", name="Take money").click()
        confirm_button(page).click()
        expect(page.locator(".confirm .what")).to_have_count(0)
    expect_covered(tap, "Blue", [*first, *hand(page, table)])
    page.reload()
    expect_covered(tap, "Blue", [*first, *hand(page, table)])
    page.get_by_role("button", name="I am Blue").click()
    second = hand(page, table)
    expect(page.get_by_text(re.compile(rf"\b{second[0]}\b")).first).to_be_visible()
    expect_nothing_of(tap, [name for name in first if name not in second])


def expect_covered(tap: Tap, name: str, contracts: list[str]) -> None:
    expect(tap.page.get_by_text(f"Give the screen to {name}")).to_be_visible()
    expect_nothing_of(tap, contracts)


def expect_nothing_of(tap: Tap, contracts: list[str]) -> None:
    assert contracts
    assert [name for name in contracts if re.search(rf"\b{name}\b", tap.markup())] == []
