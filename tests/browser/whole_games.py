"""Whole games by mouse, finger, keyboard or list: every kind of move is made, and then bots may finish the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.at_table import confirm_button, open_table
from tests.browser.offers import moves_of, texts_of
from tests.browser.play import Press, by_enter, chosen, expect_played, finish, my_turn
from tests.soak import sized

ENOUGH_MOVES = sized(12, 150)
PATIENT_MOVES = sized(36, 150)
"""For how long a game waits for kinds of moves that may not come at all."""

Now = dict[str, Any]
Advice = Callable[[Now], int]
"""Returns the index in ``legal`` of the move to make."""
Choose = Callable[[Page, Now, int, Press], None]
"""Chooses that move where a player would look for it."""


def my_next_turn(
    page: Page, table: str, moves: int, *, done: bool = True, end: Callable[[Page], None] = by_enter
) -> Now | None:
    """Like ``my_turn``, but once enough moves have been made and everything has been tried, bots play to the end."""
    if moves >= ENOUGH_MOVES and done:
        page.goto("/help")
        finish(page, table)
        open_table(page, table)
    return my_turn(page, table, end)


def play_by_hand(
    page: Page,
    table: str,
    wanted: set[str],
    advice: Advice,
    choose: Choose,
    press: Press,
    *,
    seldom: frozenset[str] = frozenset(),
) -> None:
    """Play by mouse or finger until all wanted kinds of moves have been made, or the game is over."""

    def make(now: Now, at: int) -> None:
        choose(page, now, at, press)
        press(confirm_button(page))

    _play(page, table, wanted, advice, make, seldom)


def play_by_keyboard(
    page: Page,
    table: str,
    wanted: set[str],
    advice: Advice,
    keys: dict[str, str],
    *,
    seldom: frozenset[str] = frozenset(),
) -> None:
    """Type every move in the notation, or press the key of its kind if ``keys`` has one."""

    def make(now: Now, at: int) -> None:
        text, kind = texts_of(now)[at], moves_of(now)[at]["type"]
        if kind in keys:
            page.keyboard.press(keys[kind])
        else:
            page.keyboard.press("/")
            expect(page.get_by_role("dialog").get_by_role("textbox")).to_be_focused()
            page.keyboard.insert_text(text)
            page.keyboard.press("Enter")
        expect(page.get_by_role("main")).to_have_attribute("data-chosen", text)
        page.keyboard.press("Enter")

    _play(page, table, wanted, advice, make, seldom)


def play_by_list(page: Page, table: str, advice: Advice) -> None:
    """Pick every move in the list of all moves, and never touch the board."""

    def make(now: Now, at: int) -> None:
        text = texts_of(now)[at]
        if chosen(page) != text:  # the only move is chosen already
            page.get_by_role("button", name="List", exact=True).click()
            listed = page.get_by_role("dialog").get_by_role("listitem").get_by_role("button")
            expect(listed).to_have_count(len(moves_of(now)))
            listed.filter(has=page.locator("code").get_by_text(text, exact=True)).click()
        expect(page.get_by_role("main")).to_have_attribute("data-chosen", text)
        confirm_button(page).click()

    _play(page, table, set(), advice, make, frozenset())


def _play(
    page: Page,
    table: str,
    wanted: set[str],
    advice: Advice,
    make: Callable[[Now, int], None],
    seldom: frozenset[str],
) -> None:
    kinds: list[str] = []

    def done() -> bool:
        return (wanted if len(kinds) < PATIENT_MOVES else wanted - seldom) <= set(kinds)

    while now := my_next_turn(page, table, len(kinds), done=done()):
        at = advice(now)
        kinds.append(moves_of(now)[at]["type"])
        make(now, at)
        expect_played(page, table, now["table"]["ply"])
    assert wanted - seldom <= set(kinds), kinds
