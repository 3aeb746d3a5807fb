"""A whole game without a mouse, from the lobby to the result, with every key that the help mentions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.at_table import confirm_button, see
from tests.browser.offers import moves_of, texts_of
from tests.browser.play import (
    NEW_TABLE,
    board,
    expect_chosen,
    expect_played,
    my_turn,
    next_text,
    offered,
    place,
    result,
    tracks,
)
from tests.browser.whole_games import my_next_turn

MOST_TABS = 60

Now = dict[str, Any]
Way = Callable[[Page, Now], None]


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def tab_to(page: Page, wanted: Locator, key: str = "Tab") -> None:
    """Press the key until the wanted element has the focus."""
    expect(wanted).to_be_visible()
    for _ in range(MOST_TABS):
        press(page, key)
        if wanted.evaluate("wanted => wanted === document.activeElement"):
            return
    raise AssertionError(f"{key} never reached {wanted}")


# -- before the game -----------------------------------------------------------------------------------------------


def create_in_lobby(page: Page) -> str:
    """A small map, one bot that moves at once, and a name."""
    page.goto("/")
    tab_to(page, page.get_by_role("main").get_by_role("link", name="New table"))
    press(page, "Enter")
    expect(page.get_by_role("heading", level=1, name="New table")).to_be_focused()
    steam_power = page.get_by_role("radio", name="Steam Power")
    tab_to(page, page.get_by_role("radio", checked=True).first)
    while not steam_power.is_checked():
        press(page, "ArrowRight")
    ireland = page.get_by_role("radio", name="Ireland")
    tab_to(page, page.get_by_role("radio", name="Steel Belt"))
    while not ireland.is_checked():
        press(page, "ArrowDown")
    tab_to(page, page.get_by_role("radio", name="3", exact=True))
    press(page, "ArrowLeft")
    expect(page.get_by_role("radio", name="2", exact=True)).to_be_checked()
    tab_to(page, page.locator("summary").filter(has_text="Clock, wishes and more"))
    press(page, "Enter")
    tab_to(page, page.get_by_role("radio", name="Medium"))
    press(page, "ArrowRight")
    expect(page.get_by_role("radio", name="At once")).to_be_checked()
    tab_to(page, page.get_by_role("button", name="Create the table"))
    press(page, "Enter")
    expect(page.get_by_role("dialog").get_by_label("Your name")).to_be_focused()
    press(page, "ControlOrMeta+A")
    page.keyboard.type("Ada")
    press(page, "Enter")
    expect(page).to_have_url(NEW_TABLE)
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    return page.url.rpartition("/")[2]


# -- ways to make a move -------------------------------------------------------------------------------------------


def on_the_board(page: Page, now: Now) -> None:
    """N and P go to hexes with moves, arrows go anywhere; Enter chooses, Esc cancels, R rotates."""
    hexes = list(tracks(now))
    press(page, "m")
    expect(place(page, hexes[0])).to_be_focused()
    press(page, "n")
    expect(place(page, hexes[1])).to_be_focused()
    press(page, "p")
    expect(place(page, hexes[0])).to_be_focused()
    press(page, "ArrowDown")
    expect(place(page, hexes[0])).not_to_be_focused()
    press(page, "ArrowUp")
    expect(place(page, hexes[0])).to_be_focused()
    press(page, "Enter")
    expect(board(page).locator("path.ghost")).to_have_count(1)
    press(page, "Escape")
    expect(board(page).locator("path.ghost")).to_have_count(0)
    expect(place(page, hexes[0])).to_be_focused()
    press(page, "Enter")
    first = board(page).locator("path.ghost").get_attribute("d")
    if len(tracks(now)[hexes[0]]) > 1:
        press(page, "r")
        expect(board(page).locator("path.ghost")).not_to_have_attribute("d", first or "")


def by_number(page: Page, now: Now) -> None:
    """A hex offers its moves, and a number chooses one."""
    hex_ = next(hex_ for hex_, ways in tracks(now).items() if len(ways) > 1)
    press(page, "m")
    while place(page, hex_).get_attribute("tabindex") != "0":
        press(page, "n")
    press(page, "Enter", "2")
    expect(offered(page).nth(1)).to_have_attribute("aria-pressed", "true")


def from_the_list(page: Page, _now: Now) -> None:
    """L opens the list, typing filters it, arrows go through it, and Enter chooses."""
    press(page, "l")
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("textbox")).to_be_focused()
    page.keyboard.type("money")
    expect(sheet.get_by_role("listitem")).to_have_count(1)
    press(page, "ArrowDown")
    expect(sheet.get_by_role("listitem").get_by_role("button")).to_be_focused()
    press(page, "Enter")
    expect(sheet).to_have_count(0)


def typed(page: Page, now: Now) -> None:
    press(page, "/")
    expect(page.get_by_role("dialog").get_by_role("textbox")).to_be_focused()
    page.keyboard.insert_text(next_text(now))
    press(page, "Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)


def by_tab(page: Page, _now: Now) -> None:
    """Make a move only with Tab and Space, starting from the heading."""
    tab_to(page, page.get_by_role("button", name="Take money", exact=True))
    press(page, "Space")


WAYS: list[Way] = [on_the_board, by_number, from_the_list, by_tab]


def make_move(page: Page, table: str, way: Way, now: Now) -> None:
    way(page, now)
    expect_chosen(page)
    press(page, "Enter")
    expect_played(page, table, now["table"]["ply"])


def fits(way: Way, now: Now) -> bool:
    if way in (from_the_list, by_tab):
        return "money" in texts_of(now)
    return any(len(ways) > 1 for ways in tracks(now).values())


# -- the game ------------------------------------------------------------------------------------------------------


def test_a_whole_game_by_keyboard(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    table = create_in_lobby(page)
    waiting, moves = list(WAYS), 0
    ask_for_help(page, table)
    while now := my_next_turn(page, table, moves, done=not waiting):
        moves += 1
        way = next((way for way in waiting if fits(way, now)), typed)
        make_move(page, table, way, now)
        if way in waiting:
            waiting.remove(way)
        if way is from_the_list:
            take_back(page, table, now)
    assert waiting == []
    leave_by_the_result(page, table)


def ask_for_help(page: Page, table: str) -> None:
    """? opens the help, unless something that can be explained has the focus; the way back leads to the table."""
    assert my_turn(page, table)
    page.locator("main").focus()
    press(page, "?")
    expect(page.get_by_role("heading", level=1, name="Help")).to_be_focused()
    page.go_back()  # Alt+Left does not work in a browser without a window
    expect(page).to_have_url(NEW_TABLE)
    assert my_turn(page, table)


def take_back(page: Page, table: str, before: Now) -> None:
    """Press U: the turn has not ended, so even its last move can be taken back."""
    now = see(page, table)
    assert now["undo"]
    expect(page.get_by_role("button", name="Undo", exact=True)).to_be_enabled()
    press(page, "u")
    expect(page.get_by_role("list", name="Log").get_by_text("Ada took back 1 move")).to_be_visible()
    expect(confirm_button(page)).to_be_disabled()
    assert moves_of(see(page, table)) == moves_of(before)


def leave_by_the_result(page: Page, table: str) -> None:
    sheet = result(page)
    expect(sheet).to_be_visible()
    totals = sheet.get_by_role("row", name="Total").get_by_role("cell").all_inner_texts()
    assert sorted(map(int, totals)) == sorted(score["total"] for score in see(page, table)["table"]["result"]["scores"])
    tab_to(page, sheet.get_by_role("button", name="Replay"))
    press(page, "Enter")
    where = page.get_by_role("slider", name="Position in the log")
    expect(where).to_have_value("0")
    press(page, "ArrowRight")
    expect(where).to_have_value("1")
    press(page, "End")
    expect(where).to_have_value(str(see(page, table)["table"]["ply"]))
