"""The plain table, tested with the game from docs/how-to-add-a-game.md, which does not have its own page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_table import confirm_button, open_table, see, send
from tests.browser.axe import assert_accessible_by_day_and_night, assert_fits
from tests.browser.conftest import PHONE, OpenPage
from tests.browser.play import chosen, offered, result
from tests.documents import HOW_TO, installed
from tests.server.test_app_serve import service

SEATS = [{"kind": "me"}, {"kind": "bot", "bot": "thinking"}]
Way = Callable[[Page], None]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with the package from the how-to installed."""
    yield from address_of(tmp_path_factory.mktemp("plain"))


def address_of(folder: Path, change: Callable[[Path], None] = lambda _package: None) -> Iterator[str]:
    environment = installed(HOW_TO, folder)
    change(folder / "shunting-yard" / "shunting_yard")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", environment["PYTHONPATH"])
        with service(folder, "--unlimited") as (client, _log):
            yield str(client.base_url).rstrip("/")


def sit_down(page: Page, language: str = "en", *, pace: float = 0) -> str:
    send(page, "POST", "me", {"name": "Ada", "language": language})
    wish = {"game": "shunting-yard", "seats": SEATS, "pace": pace}
    table: str = send(page, "POST", "tables", wish)["id"]
    open_table(page, table)
    return table


def by_mouse(page: Page) -> None:
    offered(page).first.click()
    confirm_button(page).click()


def by_touch(page: Page) -> None:
    offered(page).first.tap()
    confirm_button(page).tap()


def by_keyboard(page: Page) -> None:
    page.keyboard.press("1")
    expect(page.locator("main")).to_have_attribute("data-chosen", re.compile("take"))
    page.keyboard.press("Enter")


def by_typing(page: Page) -> None:
    """Find the move in the list by typing its first letters."""
    page.keyboard.press("l")
    page.keyboard.type("take")
    page.keyboard.press("Enter")
    expect(confirm_button(page)).to_be_focused()
    page.keyboard.press("Enter")


def play_to_the_end(page: Page, table: str, way: Way) -> None:
    while True:
        page.wait_for_function("() => document.querySelector('.choice') || document.querySelector('dialog')")
        now = see(page, table)
        if now["table"]["state"] == "over":
            break
        if not now["table"]["my_turn"]:
            continue
        way(page)
        expect(page.locator("main")).not_to_have_attribute("data-ply", str(now["table"]["ply"]))
    expect(result(page)).to_be_visible()


@pytest.mark.parametrize("way", [by_mouse, by_keyboard, by_typing])
def test_a_whole_game_at_a_desk(page: Page, way: Way) -> None:
    table = sit_down(page)
    play_to_the_end(page, table, way)
    expect(result(page)).to_contain_text("The yard is empty")
    expect(result(page).get_by_role("rowheader", name="Cleared tracks")).to_be_visible()


def test_a_whole_game_on_a_phone(open_page: OpenPage) -> None:
    phone = open_page(**PHONE)
    play_to_the_end(phone, sit_down(phone), by_touch)


def test_moves_and_figures_are_shown_in_words(page: Page) -> None:
    sit_down(page)
    expect(offered(page).first).to_have_accessible_name(re.compile(r"^\d off track A$"))
    expect(page.get_by_role("group", name="Kinds of actions").get_by_role("button")).to_have_text(["Take wagons"])
    own = page.get_by_role("region", name="Mine")
    expect(own).to_contain_text("Wagons on the tracks")
    expect(own).not_to_contain_text("Options")
    offered(page).first.click()
    expect(page.get_by_role("region", name="Actions")).to_contain_text(re.compile(r"Red takes \d wagons? off track A"))
    expect(page.get_by_role("region", name="Actions")).to_contain_text("0 → 1 point")
    assert chosen(page) == "take A 1"
    page.keyboard.press("Escape")
    assert chosen(page) is None


def test_a_move_can_be_taken_back(page: Page) -> None:
    """The bot waits long enough for that. It may begin, and may take wagons off the same track."""
    sit_down(page, pace=8)
    left = page.get_by_role("region", name="Mine").get_by_role("definition").nth(1)
    expect(offered(page).first).to_be_visible(timeout=40_000)
    before = int(left.inner_text())
    offered(page).first.click()
    confirm_button(page).click()
    expect(page.get_by_role("button", name="Take back: ")).to_be_visible()  # a preview shows fewer wagons as well
    expect(left).to_have_text(str(before - 1))
    page.get_by_role("button", name="Undo").click()
    expect(left).to_have_text(str(before))


@pytest.mark.parametrize(
    ("language", "task", "choice"),
    [
        ("de", "Du: Zieh Wagen von einem der Gleise ab.", "1 von Gleis A"),
        ("pl", "Ty: Zabierz wagony z jednego z torów.", "1 z toru A"),
    ],
)
def test_the_plain_table_is_in_the_readers_language(open_page: OpenPage, language: str, task: str, choice: str) -> None:
    page = open_page(locale=language)
    sit_down(page, language)
    expect(page.get_by_text(task)).to_be_visible()
    expect(page.get_by_role("button", name=choice)).to_be_visible()


@pytest.mark.parametrize("narrow", [False, True])
def test_the_plain_table_is_accessible(open_page: OpenPage, narrow: bool) -> None:
    page = open_page(**PHONE) if narrow else open_page()
    sit_down(page)
    offered(page).first.click()
    assert_fits(page)
    assert_accessible_by_day_and_night(page)


def test_the_game_is_in_the_lobby_with_its_rules(page: Page) -> None:
    page.goto("/")
    card = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Shunting Yard"))
    expect(card).to_contain_text("Take wagons off the tracks of a yard")
    expect(card).to_contain_text("Most points win")
    card.get_by_role("link", name="Rules").click()
    expect(page.get_by_role("heading", name="Rules of Shunting Yard")).to_be_visible()
    expect(page.get_by_text("Every wagon is worth a point")).to_be_visible()
