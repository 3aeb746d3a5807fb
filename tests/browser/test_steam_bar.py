"""The action bar of Steam and what is around its board: auctions, capital, tiles, scales, supply, the end."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.at_table import (
    ME,
    confirm_button,
    create_table,
    make_moves,
    open_for_active_player,
    open_table,
    see,
    send,
    sign_in,
    wait_until,
)
from tests.browser.axe import assert_accessible, assert_in_sight
from tests.browser.bars import NARROW, bar, check_accessibility
from tests.browser.conftest import OpenPage
from tests.browser.offers import texts_of
from tests.browser.play import chosen, expect_played, my_turn
from tests.browser.played import create_table_at, import_mine
from tests.browser.steam import create_steam

PLAYED = "steam-northeast"
FRESH = 3
"""The number of tiles that may be laid in a build turn."""
Now = dict[str, Any]


def tile(page: Page, number: int) -> Locator:
    return page.get_by_role("list", name="Action tiles").get_by_role("button").nth(number - 1)


def table_on_my_turn(page: Page, seats: int, **options: str) -> tuple[str, Now]:
    """A new table where it is Ada's turn."""
    sign_in(page, "Ada")
    table = create_steam(page, seats, options=options)
    open_table(page, table)
    now = my_turn(page, table)
    assert now
    return table, now


def shared_table(page: Page, **options: str) -> str:
    """A table where Ada plays all seats."""
    sign_in(page, "Ada")
    table: str = create_table(page, [ME] * 3, game="steam", map="northeast", options=options)["id"]
    return table


# -- auctions ----------------------------------------------------------------------------------------------------------


def test_a_bid_says_what_it_would_cost_before_it_is_made(page: Page) -> None:
    """Nobody has money yet, so two units of $5 are raised for $7, and $3 is left."""
    table = shared_table(page)
    open_for_active_player(page, table)
    expect(bar(page).get_by_role("heading", name="Place 1 in the turn order")).to_be_visible()
    page.get_by_role("spinbutton", name="Own amount").fill("7")
    expect(bar(page).get_by_text("If $7 wins: $3 left, income −2")).to_be_visible()
    assert chosen(page) == "bid 7"
    confirm_button(page).click()
    wait_until(lambda: see(page, table)["view"]["auction"]["bids"].count(7) == 1, "the bid to be kept")


def test_places_already_sold_are_shown(page: Page) -> None:
    table = shared_table(page)
    first = make_moves(page, table)["view"]["active"]
    make_moves(page, table, "bid 2", "pass", "pass")
    open_for_active_player(page, table)
    expect(bar(page).get_by_role("heading", name="Place 2 in the turn order")).to_be_visible()
    order = page.get_by_role("list", name="Bidders in turn order").get_by_role("listitem")
    expect(order.nth(first)).to_contain_text("place 1")
    players = page.get_by_role("region", name="Players", exact=True)
    expect(players.get_by_role("listitem").filter(has_text="place 1")).to_have_count(1)


def test_the_auction_of_the_expert_game_is_paid_from_cash(page: Page) -> None:
    table = shared_table(page, variant="expert")
    make_moves(page, table, "capital 2", "capital 2", "capital 2", "bid 3")
    open_for_active_player(page, table)
    expect(bar(page).get_by_role("heading", name="The turn order of round 1")).to_be_visible()
    expect(bar(page).get_by_role("definition")).to_have_text("$10")
    page.get_by_role("button", name="$9 +5").click()
    expect(bar(page).get_by_text("If $9 wins: $1 left, income −2")).to_be_visible()
    page.get_by_role("button", name="Pass", exact=True).click()
    expect(bar(page).get_by_text("If $9 wins")).to_have_count(0)
    assert chosen(page) == "pass"


# -- capital -----------------------------------------------------------------------------------------------------------


def test_capital_is_raised_by_buttons_and_by_a_stepper(page: Page) -> None:
    table, now = table_on_my_turn(page, 3, variant="expert")
    page.get_by_role("group", name="Raise capital").get_by_role("button", name="$10").click()
    expect(bar(page).get_by_text("income 0 → −2")).to_be_visible()
    page.get_by_role("spinbutton").press("ArrowUp")
    expect(bar(page).get_by_text("income 0 → −3")).to_be_visible()
    confirm_button(page).click()
    expect_played(page, table, now["table"]["ply"])
    assert see(page, table)["view"]["players"][now["seat"]]["cash"] == 15


# -- action tiles ------------------------------------------------------------------------------------------------------


def test_tiles_say_what_they_do_and_who_has_them(page: Page) -> None:
    table = shared_table(page, opening="random")
    make_moves(page, table, "choose 3")
    open_for_active_player(page, table)
    expect(tile(page, 3)).to_have_accessible_name(re.compile("^3, Engineer, builds 4 tiles, taken by "))
    expect(tile(page, 6)).to_have_accessible_name(re.compile("^6, Locomotive, range \\+1 at once, \\$6$"))
    tile(page, 3).click()
    expect(bar(page).get_by_role("link", name="Rule ST-ACT-1")).to_be_visible()
    expect(confirm_button(page)).to_be_disabled()


def test_a_tile_can_be_taken_only_for_its_number(page: Page) -> None:
    table_on_my_turn(page, 3, opening="random")
    number = next(number for number in (7, 5) if "barred" not in (tile(page, number).get_attribute("class") or ""))
    tile(page, number).click()
    assert chosen(page) == f"choose {number}"
    page.get_by_role("button", name="Only for its number").click()
    assert chosen(page) == f"choose {number} pass"
    expect(tile(page, number)).to_have_attribute("aria-pressed", "true")


def test_a_digit_picks_the_tile_of_that_number(page: Page) -> None:
    """This works even if other tiles are already taken, and some can be taken in two ways."""
    table = shared_table(page, opening="random")
    make_moves(page, table, "choose 2")
    open_for_active_player(page, table)
    for number in (6, 4, 1):
        page.keyboard.press(str(number))
        expect(page.get_by_role("main")).to_have_attribute("data-chosen", f"choose {number}")


# -- positions of a recorded game --------------------------------------------------------------------------------------


def table_at_stage(page: Page, wanted: str) -> tuple[str, Now]:
    """A table where Ada has to act in this stage."""
    sign_in(page, "Ada")
    table, now = create_table_at(
        page,
        PLAYED,
        lambda now: now["view"]["stage"] == wanted and (wanted != "build" or now["view"]["placements"] == FRESH),
    )
    open_table(page, table)
    return table, now


def test_points_of_a_delivery_go_on_one_scale_or_the_other(page: Page) -> None:
    table, now = table_at_stage(page, "points")
    me = now["view"]["players"][now["seat"]]
    points = now["view"]["gains"][0]["points"]
    ways = page.get_by_role("group", name=re.compile("^How to take")).get_by_role("button")
    ways.first.click()
    expect(ways.first).to_contain_text(f"{me['vp']} → {me['vp'] + points}")
    foreseen = bar(page).locator(".foreseen")
    expect(foreseen).to_contain_text(f"VP {me['vp']} → {me['vp'] + points}")
    expect(foreseen).not_to_contain_text(re.compile(r"\+\s*[-−]"))  # points that were taken are no longer a gain
    ways.last.click()
    expect(ways.last).to_contain_text("→")
    expect(ways.first).not_to_contain_text("→")
    confirm_button(page).click()
    expect_played(page, table, now["table"]["ply"])


def test_the_viewers_figures_are_shown_and_all_players_in_turn_order(page: Page) -> None:
    _, now = table_at_stage(page, "build")
    view = now["view"]
    me = view["players"][now["seat"]]
    own = page.get_by_role("region", name="Mine")
    expect(own.get_by_role("definition").last).to_have_text(f"${me['capacity']}")
    left = own.get_by_text(re.compile(r"^\d tiles? left to build$"))
    expect(left).to_have_text(re.compile(f"^{view['placements']} "))
    players = page.get_by_role("region", name="Players", exact=True).get_by_role("listitem")
    cash = [f"${view['players'][seat]['cash']}" for seat in view["order"]]
    expect(players.locator(".money")).to_have_text(cash)
    expect(page.get_by_role("list", name="Phases of the round").locator("[aria-current=step]")).to_have_text("Track")


def test_a_tile_is_taken_back_from_the_list_of_the_turn(page: Page) -> None:
    table, now = table_at_stage(page, "build")
    make_moves(page, table, next(text for text in texts_of(now) if text.startswith("track")))
    done = page.get_by_role("list", name="In this turn").get_by_role("button")
    done.click()
    wait_until(lambda: see(page, table)["undo"] == 0, "the tile to be taken back")
    expect(done).to_have_count(0)


def test_the_supply_of_tiles_is_counted_by_piece(page: Page) -> None:
    """86 pieces have a straight or a wide curve. Eight pieces with two tracks can show any of several faces."""
    _, now = table_at_stage(page, "build")
    shown = now["view"]["shown"]
    beside = page.get_by_role("region", name="Beside the board")
    expect(beside.get_by_text(f"{86 - shown[0] - shown[1]}/86")).to_be_visible()
    expect(beside.get_by_text(re.compile("/8$")).last).to_have_text(f"{8 - sum(shown[6:10])}/8")


def test_the_end_shows_all_parts_of_the_score(page: Page) -> None:
    sign_in(page, "Ada")
    open_table(page, import_mine(page, PLAYED))
    result = page.get_by_role("dialog")
    for part in ("Victory points", "Income", "Links", "Total"):
        expect(result.get_by_role("row", name=part)).to_be_visible()
    expect(result.get_by_role("button", name="Rematch")).to_be_in_viewport()
    assert_accessible(page)


# -- for everybody -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["de", "pl"])
def test_nothing_is_cut_off_on_the_narrowest_screen(open_page: OpenPage, language: str) -> None:
    """This holds with a kind of action open that has many moves, and with a move chosen."""
    page = open_page(**NARROW)
    send(page, "POST", "me", {"name": "Ada", "language": language})
    table: str = create_table(page, [ME] * 3, game="steam", map="northeast", options={"opening": "random"})["id"]
    make_moves(page, table, "choose 1", "choose 3", "choose 4")
    open_table(page, table)
    page.locator(".acts button").click()  # the curtain
    ends = page.locator(".final button:visible")
    page.locator(".groups button:not(.barred)").first.click()
    expect(ends).to_have_count(4)
    assert_in_sight(page, ends)
    page.locator(".board [data-place]:not([aria-disabled=true])").first.press("Enter")
    expect(page.locator(".confirm")).to_be_enabled()
    assert_in_sight(page, ends)


@pytest.mark.parametrize("variant", ["base", "expert"])
def test_the_action_bar_is_accessible(open_page: OpenPage, variant: str) -> None:
    check_accessibility(open_page, lambda page: create_steam(page, 5, options={"variant": variant}), "")
