"""The board of Steam: track is shown before it is laid, and deliveries are chosen by tapping a city and a goal."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

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
    sign_in,
)
from tests.browser.offers import moves_of, texts_of
from tests.browser.play import board, chosen, expect_played, my_turn, offered, place
from tests.browser.played import create_table_at
from tests.browser.steam import choose, create_steam

Now = dict[str, Any]


@pytest.fixture
def building(page: Page) -> tuple[str, Now]:
    """Ada is about to build for the first time."""
    sign_in(page, "Ada")
    table = create_steam(page, 3, options={"opening": "random"})
    open_table(page, table)
    now = my_turn(page, table)
    assert now
    choose(page, now, 0, Locator.click)
    confirm_button(page).click()
    expect_played(page, table, now["table"]["ply"])
    now = my_turn(page, table)
    assert now
    return table, now


@pytest.fixture
def moving(page: Page) -> tuple[str, Now]:
    """Bots have played up to here. Ada can choose among deliveries, and one of them has several routes."""
    sign_in(page, "Ada")
    table, now = create_table_at(
        page, "steam-ruhr", lambda now: any(move["type"] == "plan" for move in moves_of(now)), share=1
    )
    open_table(page, table)
    return table, now


def moves_at(now: Now, hex_: int, key: str = "hex") -> list[str]:
    """The legal moves of a hex, in the notation."""
    return [text for move, text in zip(moves_of(now), texts_of(now), strict=True) if move.get(key) == hex_]


def outlined(page: Page) -> set[str]:
    return set(board(page).locator(".place.legal").evaluate_all("all => all.map(one => one.dataset.place)"))


def chosen_one_by_one(page: Page, count: int) -> list[str]:
    """The offered moves, starting with the chosen one."""
    texts = []
    for _ in range(count):
        text = chosen(page)
        assert text
        texts.append(text)
        page.keyboard.press("r")
        if count > 1:
            expect(page.get_by_role("main")).not_to_have_attribute("data-chosen", text)
    return texts


# -- building ------------------------------------------------------------------------------------------------------


def test_a_hex_offers_its_tiles_and_shows_the_chosen_one(page: Page, building: tuple[str, Now]) -> None:
    table, now = building
    hex_ = next(move["hex"] for move in moves_of(now) if move["type"] == "track")
    moves = moves_at(now, hex_)
    place(page, hex_).click()
    expect(offered(page)).to_have_count(len(moves))
    ghost = board(page).locator("path.ghost")
    expect(ghost).to_have_count(1)
    assert sorted(chosen_one_by_one(page, len(moves))) == sorted(moves)
    first = ghost.get_attribute("d")
    page.keyboard.press("r")
    expect(ghost).not_to_have_attribute("d", first or "")
    page.keyboard.press("Shift+R")
    expect(ghost).to_have_attribute("d", first or "")
    confirm_button(page).click()
    expect_played(page, table, now["table"]["ply"])
    expect(ghost).to_have_count(0)
    assert see(page, table)["view"]["links"] != now["view"]["links"]
    expect(place(page, hex_)).to_have_attribute("aria-label", re.compile("link of "))


def test_only_actions_of_the_stage_are_offered(page: Page, building: tuple[str, Now]) -> None:
    _, now = building
    kinds = page.get_by_role("group", name="Kinds of actions").get_by_role("button")
    expect(kinds.first).to_be_visible()
    names = [name.split("\n")[0] for name in kinds.all_inner_texts()]
    assert names[0] == "Track"
    assert set(names) <= {"Track", "Urbanise", "Goods Growth", "Done"}
    rare = {"urbanise": "Urbanise", "grow": "Goods Growth"}
    possible = {rare[move["type"]] for move in moves_of(now) if move["type"] in rare}
    assert set(names) - {"Track", "Done"} == possible


def test_a_refused_hex_says_why(page: Page, building: tuple[str, Now]) -> None:
    _, now = building
    legal = {move.get("hex") for move in moves_of(now)}
    cities = {city["hex"] for city in now["view"]["cities"]}
    bare = next(hex_ for hex_ in range(60, 200) if hex_ not in legal | cities)
    expect(place(page, bare)).to_have_attribute("aria-disabled", "true")
    place(page, bare).click(force=True)
    expect(page.get_by_role("link", name=re.compile("^Rule "))).to_have_attribute(
        "href", re.compile("/rules/steam#ST-")
    )


def test_the_log_highlights_a_finished_link(page: Page) -> None:
    sign_in(page, "Ada")
    table: str = create_table(page, [ME] * 3, game="steam", map="northeast", options={"opening": "random"})["id"]
    make_moves(page, table, "choose 1", "choose 3", "choose 2", "track Q6 n-sw", "track P6 ne-s")
    open_for_active_player(page, table)
    page.get_by_role("list", name="Log").get_by_role("button", name="lays track in Q6").click()
    expect(board(page).locator("path.lit")).to_have_count(0)
    page.get_by_role("list", name="Log").get_by_role("button", name=re.compile("is complete")).click()
    expect(board(page).locator("path.lit")).to_have_count(1)


# -- deliveries ----------------------------------------------------------------------------------------------------


class Delivery(NamedTuple):
    text: str
    city: int
    colour: int
    goal: int
    gains: list[int]
    mine: int
    route: list[int]
    """The route that is drawn for it."""


def deliveries(now: Now) -> list[Delivery]:
    offers = [offer for offer in now["legal"] if offer["move"]["type"] == "deliver"]
    return [_delivery(now["seat"], offer["text"], offer["move"], offer["hint"]) for offer in offers]


def _delivery(seat: int, text: str, move: dict[str, Any], hint: dict[str, Any]) -> Delivery:
    gains = move["gains"]
    return Delivery(text, move["city"], move["colour"], move["goal"], gains, gains[seat], hint["edges"])


def test_a_goal_narrows_what_a_city_offers(page: Page, moving: tuple[str, Now]) -> None:
    """Of several routes, the one with most points for the player is chosen first, and a tap chooses the next."""
    _, now = moving
    plan = next(move for move in moves_of(now) if move["type"] == "plan")
    here = [delivery for delivery in deliveries(now) if delivery.city == plan["city"]]
    goal = next(delivery.goal for delivery in here if delivery.colour == plan["colour"])
    there = [delivery for delivery in here if delivery.goal == goal]
    goals = {f"hex {delivery.goal}" for delivery in here}
    place(page, plan["city"]).click()
    expect(offered(page)).to_have_count(len(moves_at(now, plan["city"], "city")))
    assert outlined(page) == {f"hex {plan['city']}", *goals}
    expect(board(page).locator(".tag:not(.small)")).to_have_count(len(goals))
    place(page, goal).click()
    expect(offered(page)).to_have_count(len(there) + 1)  # one more for choosing the route link by link
    first = chosen(page)
    best = max(delivery.mine for delivery in there)
    assert first in [delivery.text for delivery in there if delivery.mine == best]
    place(page, goal).click()
    expect(page.get_by_role("main")).not_to_have_attribute("data-chosen", first or "")
    place(page, plan["city"]).click()
    expect(offered(page)).to_have_count(len(moves_at(now, plan["city"], "city")))


def test_the_route_is_drawn_and_everybodys_points_are_shown(page: Page, moving: tuple[str, Now]) -> None:
    table, now = moving
    longest = max(deliveries(now), key=lambda delivery: len(delivery.route))
    choose(page, now, texts_of(now).index(longest.text), Locator.click)
    expect(board(page).locator("path.route")).to_have_count(len(longest.route))
    bar = page.get_by_role("region", name="Actions")
    for points in filter(None, longest.gains):
        expect(bar.get_by_text(re.compile(rf"\+{points} points?")).first).to_be_visible()
    confirm_button(page).click()
    expect_played(page, table, now["table"]["ply"])
    gains = {gain["seat"]: gain["points"] for gain in see(page, table)["view"]["gains"]}
    assert gains[now["seat"]] == longest.mine


def test_a_route_is_chosen_link_by_link(page: Page, moving: tuple[str, Now]) -> None:
    table, now = moving
    place(page, next(move["city"] for move in moves_of(now) if move["type"] == "plan")).click()
    offered(page).filter(has_text="link by link").first.click()
    confirm_button(page).click()
    expect_played(page, table, now["table"]["ply"])
    assert see(page, table)["view"]["trip"]
    while (now := see(page, table))["view"]["trip"]:
        expect(page.get_by_role("group", name="Kinds of actions").get_by_role("button")).to_have_text(["Next link"])
        board(page).locator(".place.legal").first.click()
        expect(board(page).locator("path.route")).to_have_count(len(now["view"]["trip"]["edges"]) + 1)
        confirm_button(page).click()
        expect_played(page, table, now["table"]["ply"])
    assert now["view"]["gains"]
