"""Playing in a browser, by mouse, finger or keyboard: what to do next, and when the page has received a move."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.at_table import PATIENCE, confirm_button, see, send, wait_for_my_turn, wait_until
from tests.browser.offers import moves_of, texts_of

PREFERRED = ("deliver", "factory", "track", "money")
"""The kinds of moves to prefer, best first; all others come after them."""
LAND = ("plain", "hill", "mountain")
"""The terrain of hexes on which track can be built."""
Press = Callable[[Locator], None]
NEW_TABLE = re.compile(r"/t/[\w-]+$")


# These are used most. They are found by attributes, because looking for a role goes through the whole board each time.


def board(page: Page) -> Locator:
    return page.locator('section.board svg[role="group"]')


def place(page: Page, hex_: int) -> Locator:
    return board(page).locator(f'[data-place="hex {hex_}"]')


def offered(page: Page) -> Locator:
    """The moves offered side by side in the action bar."""
    return page.locator('ul[aria-label="Moves to choose from"] button')


def actions(page: Page) -> Locator:
    return page.locator('section[aria-label="Actions"]')


def result(page: Page) -> Locator:
    """The result at the end of a game."""
    return page.get_by_role("dialog", name=re.compile("wins|share the victory"))


def chosen(page: Page) -> str | None:
    """The move that is ready to be confirmed, in the notation."""
    return page.locator("main").get_attribute("data-chosen")


def buttons_in(part: Locator) -> Locator:
    return part.get_by_role("button")


def from_the_strip(page: Page, text: str, press: Press) -> None:
    if chosen(page) != text:
        press_until(page, offered(page), text, press)


def by_kind(page: Page, name: str, text: str, press: Press) -> None:
    """Press the button of the move's kind and pick the move in the strip. A kind without a button is already open."""
    button = actions(page).get_by_role("button", name=name, exact=True)
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


def wait_for_page(page: Page, condition: str, known: Any = None) -> None:
    """Wait until a function of <main> and ``known`` returns true. It is called whenever something on the page changes.

    ``expect`` polls less and less often, which adds up to minutes in a whole game.
    """
    page.evaluate(ON_EVERY_CHANGE.format(condition=condition, patience=1000 * PATIENCE), known)


ON_EVERY_CHANGE = """known => new Promise((done, late) => {{
  const holds = {condition};
  const watcher = new MutationObserver(look);
  const alarm = setTimeout(() => end(late, new Error("gave up waiting for " + holds)), {patience});
  function look() {{
    const main = document.querySelector("main");
    if (main && holds(main, known)) end(done);
  }}
  function end(settle, reason) {{
    watcher.disconnect();
    clearTimeout(alarm);
    settle(reason);
  }}
  watcher.observe(document, {{ subtree: true, childList: true, characterData: true, attributes: true }});
  look();
}})"""

ASKED = """main => {
  const status = main.querySelector(".status");
  return status && /^(You: |The game is over)/.test(status.textContent.trim()) && status.checkVisibility();
}"""
HEARD = "(main, before) => Number(main.dataset.ply) > before && !main.querySelector('.confirm:disabled .what')"


ENDED = "(main, ply) => Number(main.dataset.ply) > ply || !main.querySelector('.end-turn')"


def end_button(page: Page) -> Locator:
    return page.get_by_role("button", name="End turn", exact=True)


def by_enter(page: Page) -> None:
    page.keyboard.press("Enter")


def by_tap(page: Page) -> None:
    end_button(page).tap()


def my_turn(page: Page, table: str, end: Callable[[Page], None] = by_enter) -> dict[str, Any] | None:
    """Wait until the page asks for a move, and return the table; None if the game is over. Turns are ended if asked."""
    while True:
        wait_for_page(page, ASKED)
        now = see(page, table)
        if now["table"]["held"] is None:
            break
        expect(end_button(page)).to_be_enabled()
        end(page)
        wait_for_page(page, ENDED, now["table"]["ply"])
    if now["table"]["result"]:
        return None
    expect(page.locator("main")).to_have_attribute("data-ply", str(now["table"]["ply"]))  # it is up to date
    return now


def next_text(now: dict[str, Any]) -> str:
    """The move to make, in the notation: the first one of the most preferred kind."""
    kinds = [move["type"] for move in moves_of(now)]
    ranks = [PREFERRED.index(kind) if kind in PREFERRED else len(PREFERRED) for kind in kinds]
    text: str = texts_of(now)[ranks.index(min(ranks))]
    return text


def tracks(now: dict[str, Any]) -> dict[int, list[int]]:
    """The indices in ``legal`` of the moves that lay track, by hex."""
    found: dict[int, list[int]] = {}
    for at, move in enumerate(moves_of(now)):
        if move["type"] == "track":
            found.setdefault(move["hex"], []).append(at)
    return found


def expect_played(page: Page, table: str, before: int) -> None:
    """The move was made, and the page knows: nothing is being sent. If there is only one move now, it is chosen."""
    wait_for_page(page, HEARD, before)
    assert see(page, table)["table"]["ply"] > before


def expect_chosen(page: Page) -> None:
    expect(confirm_button(page)).to_be_enabled()


def play_on(page: Page, table: str, moves: int, always: str | None = None) -> None:
    """Make some moves without the page: preferred ones, or always the same."""
    for _ in range(moves):
        now = wait_for_my_turn(page, table)
        if now["table"]["result"]:
            return
        ply = now["table"]["ply"]
        body = {"seat": now["seat"], "move": always or next_text(now), "expect": ply, "key": f"ply {ply}"}
        send(page, "POST", f"tables/{table}/moves", body)


def finish(page: Page, table: str) -> None:
    """Let bots play for everybody until the end."""
    for seat in see(page, table)["table"]["seats"]:
        if seat["mine"]:
            send(page, "POST", f"tables/{table}/seats/{seat['seat']}/leave")
    wait_until(lambda: see(page, table)["table"]["state"] == "over", "the bots to finish")
