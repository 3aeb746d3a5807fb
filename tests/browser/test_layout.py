"""On a desk the board comes first: it is large, it stays where it is, and everything about a move is in sight."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.at_table import ME, create_table, open_table, see, sign_in
from tests.browser.axe import assert_accessible, assert_accessible_by_day_and_night
from tests.browser.conftest import OpenPage
from tests.browser.measures import (
    CUT_OFF,
    DESKS,
    NAMES,
    OUT_OF_SIGHT,
    READABLE,
    TOO_LONG,
    WINDOWS,
    can,
    collisions,
    open_phase,
    phases,
    resize,
    view_of,
)
from tests.browser.offers import moves_of, texts_of
from tests.browser.play import board, chosen, offered, place, tracks
from tests.browser.played import Now, create_table_at, import_game


def choose_something(page: Page) -> None:
    """Choose a move the way this phase asks for it: on the board, or in the action area."""
    outlined = board(page).locator(".place.legal")
    if outlined.count():
        outlined.first.dispatch_event("click")
    else:
        page.locator(".stage button:enabled[aria-pressed]").first.click()


def pick_tile(page: Page, now: Now, at_least: int) -> None:
    ways = tracks(now)
    hex_ = max(ways, key=lambda one: len(ways[one]))
    assert len(ways[hex_]) >= at_least
    place(page, hex_).dispatch_event("click")
    expect(offered(page).first).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".foreseen li").first).to_be_visible()


def out_of_sight(things: Locator) -> list[str]:
    found: list[str] = things.evaluate_all(OUT_OF_SIGHT)
    return found


@pytest.mark.parametrize("phase", phases(3))
def test_the_board_is_large_and_stays_where_it_is(page: Page, open_page: OpenPage, phase: str) -> None:
    open_phase(page, phase)
    watcher = open_page()
    watcher.goto(page.url)
    expect(board(watcher).locator("[data-place]").first).to_be_attached()
    for size, share in DESKS.items():
        resize(watcher, *size)
        resize(page, *size)
        waiting, asked = view_of(watcher), view_of(page)
        assert asked["share"] >= share, (size, asked)
        assert asked["fill"] >= 0.95, (size, asked)
        assert asked["cut"] <= 1, (size, asked)
        assert asked == pytest.approx(waiting), size
        assert not covers_the_board(page.locator(".panel.whole")), size
        assert page.evaluate(CUT_OFF) == [], size
        confirm = page.locator(".confirm").bounding_box()
        choose_something(page)
        assert view_of(page) == pytest.approx(asked), size
        assert page.evaluate(CUT_OFF) == [], size
        assert page.locator(".confirm").bounding_box() == confirm
        page.keyboard.press("Escape")
        assert view_of(page) == pytest.approx(asked), size


@pytest.mark.parametrize("phase", ["steam, action tiles", "planet steam, certificates"])
def test_what_was_pressed_stays_where_it_is(page: Page, phase: str) -> None:
    """What it leads to appears above it, so that the buttons below do not move under the pointer."""
    open_phase(page, phase)
    button = page.locator(".panel.whole button:enabled[aria-pressed]").nth(1)
    for size in (*DESKS, (390, 844)):
        resize(page, *size)
        before = button.bounding_box()
        button.click()
        expect(page.locator(".foreseen li").first).to_be_visible()
        assert button.bounding_box() == before, size
        page.keyboard.press("Escape")
        expect(page.locator(".foreseen")).to_have_count(0)


def test_moves_with_a_place_of_their_own_are_chosen_on_the_board(page: Page) -> None:
    """A list of them would only cover it."""
    open_phase(page, "planet steam, naming")
    expect(page.locator(".many")).to_be_visible()
    expect(page.get_by_role("button", name="Hint: what would a bot do?")).to_be_visible()
    assert in_sight_and_uncovered(page.locator(".many"))
    expect(offered(page)).to_have_count(0)
    board(page).locator(".place.legal").nth(2).dispatch_event("click")
    expect(offered(page)).to_have_count(1)


def test_nothing_is_over_the_tiles(page: Page) -> None:
    pick_tile(page, open_phase(page, "steam power, tiles"), 9)
    expect(page.get_by_role("button", name="Hint: what would a bot do?")).to_be_visible()
    page.locator(".panel.beside").evaluate("panel => { panel.style.left = panel.style.top = '4px'; }")
    assert in_sight_and_uncovered(offered(page).first)
    assert in_sight_and_uncovered(offered(page).nth(1))


def in_sight_and_uncovered(thing: Locator) -> bool:
    """Whether nothing else is over its left end, its middle or its right end."""
    found: bool = thing.evaluate(
        """thing => {
          const { x, y, width, height } = thing.getBoundingClientRect();
          const middle = y + height / 2;
          return [4, width / 2, width - 4].every((dx) => thing.contains(document.elementFromPoint(x + dx, middle)));
        }"""
    )
    return found


def test_the_end_of_a_game_covers_nothing_of_the_board(page: Page) -> None:
    sign_in(page, "Ada")
    open_table(page, import_game(page, "steam-power-france"))
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    expect(page.get_by_role("button", name="Result")).to_be_visible()
    assert not covers_the_board(page.locator(".dock"))


def covers_the_board(panels: Locator) -> bool:
    """Whether a part of a game, like an auction, is over the board."""
    found: bool = panels.evaluate_all(
        """panels => {
          const board = document.querySelector("section.board").getBoundingClientRect();
          return panels.map(panel => panel.getBoundingClientRect()).some(({ left, right, top, bottom }) =>
            left < board.right - 1 && right > board.left + 1 && top < board.bottom - 1 && bottom > board.top + 1);
        }"""
    )
    return found


def test_what_a_contract_leads_to_covers_nothing_of_the_board(page: Page) -> None:
    """All of it is in sight, and goods that go the same way are told once."""
    now = open_phase(page, "steam power, contracts")
    contract = next(move["contract"] for move in moves_of(now) if move["type"] == "deliver")
    page.locator(f"[data-thing='contract {contract}'] .card").click()
    expect(page.locator(".foreseen .again").first).to_contain_text(re.compile("^\\s*2 × "))
    told = page.locator(".foreseen span").all_inner_texts()
    assert all(one != other for one, other in pairwise(told))
    for size in DESKS:
        resize(page, *size)
        assert out_of_sight(page.locator(".foreseen li")) == [], size
        assert not covers_the_board(page.locator(".answer")), size


def test_the_hexes_of_the_steel_belt_are_wide(page: Page) -> None:
    open_phase(page, "steam power, tiles")
    for size, width in (((1440, 900), 60), ((1280, 800), 52)):
        resize(page, *size)
        rim = board(page).locator("[data-place] .rim").first.bounding_box()
        assert rim
        assert rim["width"] >= width, size


@pytest.mark.parametrize(("phase", "most"), [("steam power, tiles", 9), ("steam, tile of a town", 6)])
def test_every_tile_and_what_it_leads_to_is_in_sight(page: Page, phase: str, most: int) -> None:
    now = open_phase(page, phase)
    pick_tile(page, now, most)
    for size in WINDOWS:
        resize(page, *size)
        assert out_of_sight(offered(page)) == [], size
        assert out_of_sight(page.locator(".joins, .foreseen li")) == [], size
        assert width_at_the_edge(page) == pytest.approx(width_of(page)), size


def width_of(page: Page) -> float:
    width: float = page.locator(".panel.beside").evaluate("panel => panel.getBoundingClientRect().width")
    return width


def width_at_the_edge(page: Page) -> float:
    """How wide the panel would be at the right edge: where it goes must not make it narrower."""
    width: float = page.locator(".panel.beside").evaluate(
        """panel => {
          const { left } = panel.style;
          panel.style.left = "95%";
          const { width } = panel.getBoundingClientRect();
          panel.style.left = left;
          return width;
        }"""
    )
    return width


def test_all_order_cards_are_in_sight(page: Page) -> None:
    open_phase(page, "dampf & rails, first orders")
    cards = page.get_by_role("list", name="Orders that you were dealt").get_by_role("button")
    expect(cards).to_have_count(5)
    for size in WINDOWS:
        resize(page, *size)
        assert out_of_sight(cards) == [], size
        assert not covers_the_board(page.locator(".panel.whole")), size
    first = cards.first.get_attribute("aria-label") or cards.first.inner_text()
    assert page.locator(".own").get_by_text(first.splitlines()[0], exact=True).count() == 0  # each order is shown once


@pytest.mark.parametrize("phase", ["steam power, tiles", "steam, goods", "dampf & rails, run"])
def test_the_confirm_button_says_the_whole_move(page: Page, phase: str) -> None:
    open_phase(page, phase)
    choose_something(page)
    what = page.locator(".confirm .what")
    for size in DESKS:
        resize(page, *size)
        expect(what).to_be_visible()
        assert what.evaluate_all(TOO_LONG) == [], size


def test_a_delivery_is_offered_with_its_cube_and_its_words(page: Page) -> None:
    open_phase(page, "steam, goods")
    board(page).locator(".place.legal").nth(3).dispatch_event("click")
    expect(offered(page).first).to_be_visible()
    for choice in offered(page).all():
        cube, words = choice.locator("svg").first.bounding_box(), choice.locator(".words")
        assert cube
        assert cube["width"] >= 30
        assert words.evaluate_all(TOO_LONG) == []
        assert words.evaluate("words => words.clientWidth") >= 80


def test_a_tile_that_is_taken_away_is_crossed_out(page: Page) -> None:
    sign_in(page, "Ada")
    table, now = create_table_at(page, "steam-power-france", can("remove"))
    open_table(page, table)
    removed = next(move["hex"] for move in moves_of(now) if move["type"] == "remove")
    place(page, removed).dispatch_event("click")
    expect(offered(page).first).to_be_visible()
    expect(offered(page).locator(".cross")).to_have_count(1)
    expect(offered(page).locator(".cross").locator("..").locator("[stroke-dasharray]")).not_to_have_count(0)


@pytest.mark.parametrize("phase", ["steam power, tiles", "steam, last tile of a link"])
def test_the_tile_that_joins_most_is_chosen_and_says_what_it_joins(page: Page, phase: str) -> None:
    now = open_phase(page, phase)
    best: dict[int, int] = {}
    for offer in now["legal"]:
        if (offer["hint"] or {}).get("type") == "join":
            hex_ = offer["move"]["hex"]
            best[hex_] = max(best.get(hex_, 0), offer["hint"]["joins"])
    finishing = next(hex_ for hex_, joins in best.items() if joins == 2)
    place(page, finishing).dispatch_event("click")
    expect(page.locator(".joins")).to_have_text(re.compile(r"^Joins .+ and .+: \d+ tiles?$"))
    expect(page.locator(".foreseen li").last).to_have_text(re.compile("link"))
    pressed = next(
        offer for offer, text in zip(now["legal"], texts_of(see_page(page)), strict=True) if text == chosen(page)
    )
    assert pressed["hint"]["joins"] == 2
    for button in offered(page).all():
        assert not re.search(r"\b[ns][ew]?-[ns][ew]?\b", button.get_attribute("aria-label") or "")


def see_page(page: Page) -> Now:
    return see(page, page.url.rpartition("/")[2])


@pytest.mark.parametrize("playthrough", ["steel-belt", "france", "great-britain", "northeast", "ruhr", "denmark"])
def test_names_are_readable_and_apart(page: Page, playthrough: str) -> None:
    sign_in(page, "Ada")
    game = {"northeast": "steam", "ruhr": "steam", "denmark": "dampf-and-rails"}.get(playthrough, "steam-power")
    wish: dict[str, Any] = {"game": game, "map": None if playthrough == "denmark" else playthrough, "options": {}}
    open_table(page, create_table(page, [ME] * 3, **wish)["id"])
    expect(board(page).locator("text.place").first).to_be_visible()
    for size in DESKS:
        resize(page, *size)
        names = page.evaluate(NAMES)
        assert len(names) > 15
        assert min(name["size"] for name in names) >= READABLE, size
        assert collisions(names) == [], size


def test_panels_fold_and_stay_folded(page: Page) -> None:
    open_phase(page, "dampf & rails, run")
    side = page.locator(".side")
    log = page.get_by_role("list", name="Log")
    expect(log).to_be_visible()
    before = page.locator(".others").bounding_box()
    fold = side.get_by_role("button", name="Log, chat and seats")
    fold.click()
    expect(fold).to_have_attribute("aria-expanded", "false")
    expect(log).to_be_hidden()
    after = page.locator(".others").bounding_box()
    assert before
    assert after
    assert after["height"] > before["height"]
    side.get_by_role("button", name="Players", exact=True).click()
    page.reload()
    expect(side.get_by_role("button", name="Log, chat and seats")).to_have_attribute("aria-expanded", "false")
    expect(side.get_by_role("button", name="Players", exact=True)).to_have_attribute("aria-expanded", "false")
    expect(log).to_be_hidden()
    assert_accessible(page)


def test_the_log_has_only_what_the_information_leaves(page: Page) -> None:
    """There is more information than fits, so the log has its few lines and no more."""
    open_phase(page, "dampf & rails, run")
    for size in (*DESKS, (1024, 768)):
        resize(page, *size)
        height = page.locator(".talk").bounding_box()
        information = page.locator(".others")
        assert height
        assert information.evaluate("thing => thing.scrollHeight > thing.clientHeight")
        assert height["height"] < 200, size


def test_the_log_leaves_the_players_and_what_is_beside_the_board_in_sight(page: Page) -> None:
    """Four players on one side; on the other, below the viewer's own things, what is beside the board."""
    open_phase(page, "steam, goods")
    resize(page, 1440, 900)
    assert page.locator(".others").evaluate("players => players.scrollHeight <= players.clientHeight")
    supply = page.locator(".own").get_by_role("list")
    assert out_of_sight(supply.filter(has=page.locator('[data-thing^="field"], [data-thing^="new-city"]'))) == []
    expect(page.get_by_role("group", name="Show in the log")).to_be_hidden()
    expect(page.get_by_role("list", name="Log")).to_be_in_viewport()


def test_the_button_that_explains_is_beside_the_coordinates(page: Page) -> None:
    """The letters of the columns are at the top, each above the middle of its hexes."""
    open_phase(page, "steam, goods")
    for size in DESKS:
        resize(page, *size)
        button = page.get_by_role("button", name=re.compile("^What is this")).bounding_box()
        middles = (
            board(page)
            .locator("[data-place]")
            .evaluate_all(
                "places => places.map(place => place.getBoundingClientRect()).map(({ x, width }) => x + width / 2)"
            )
        )
        assert button
        assert button["x"] + button["width"] < min(middles) - 8, size


def test_moves_without_a_place_leave_the_board_in_sight(page: Page) -> None:
    open_phase(page, "dampf & rails, run")
    page.get_by_role("button", name="Load", exact=True).click()
    expect(offered(page).first).to_be_visible()
    for size in DESKS:
        resize(page, *size)
        assert not covers_the_board(page.locator(".panel.answer")), size
        assert out_of_sight(offered(page)) == [], size


def test_a_long_name_is_not_cut(page: Page) -> None:
    open_phase(page, "planet steam, claims")
    for size in (*DESKS, (1024, 768)):
        resize(page, *size)
        name = page.locator(".others .name").filter(has_text="Ada Augusta")
        expect(name).to_be_visible()
        assert name.evaluate(
            "name => name.scrollWidth <= name.clientWidth || getComputedStyle(name).overflow === 'visible'"
        )


def test_bids_and_what_is_bid_for_are_in_sight_beside_the_board(page: Page) -> None:
    open_phase(page, "planet steam, auction")
    for size in DESKS:
        resize(page, *size)
        assert not covers_the_board(page.locator(".panel.whole")), size
        assert out_of_sight(page.locator(".whole button:visible, .whole li")) == [], size


def test_floating_tiles_are_accessible(page: Page) -> None:
    now = open_phase(page, "steam power, tiles")
    pick_tile(page, now, 9)
    assert_accessible_by_day_and_night(page)


def test_the_kinds_of_actions_fit_into_one_row_in_longer_languages(open_page: OpenPage) -> None:
    page = open_page(locale="pl")
    open_phase(page, "planet steam, tanks", "pl")
    for size in DESKS:
        resize(page, *size)
        tops = page.locator(".groups button").evaluate_all("all => all.map(one => one.getBoundingClientRect().top)")
        assert len(tops) >= 7
        assert len(set(tops)) == 1, size
