"""Everything explains itself: each mark that is drawn opens its card, by mouse, by keyboard and by touch."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.at_table import BOT, ME, create_table, open_table, send, sign_in, wait_until
from tests.browser.axe import assert_accessible, assert_accessible_by_day_and_night
from tests.browser.conftest import DESK, OpenPage
from tests.browser.played import import_game
from tests.soak import sized

GAMES = {
    "steam-power": ("steam-power-france", 60),
    "steam": ("steam-northeast", 90),
    "planet-steam": ("planet-steam-standard", 110),
    "dampf-and-rails": ("dampf-and-rails", 150),
}
"""A whole game of each, and an entry of its log at which much is on the board."""
KINDS = {
    "steam-power": {"link", "good", "factory", "company", "money", "tile", "bag", "bank"},
    "steam": {"link", "good", "action", "income", "vp", "scale", "field", "new-city", "face", "sign", "round"},
    "planet-steam": {"tank", "resource", "supply", "card", "carrier", "market", "converter", "phase", "licence"},
    "dampf-and-rails": {"network", "train", "good", "order", "goal", "type", "pile", "ground"},
}
"""Kinds of things that must be marked, besides the places of the board."""

MARKS = """() => {
  const seen = [...document.querySelectorAll("main [data-thing]")]
    .filter(element => element.checkVisibility({ visibilityProperty: true }));
  return [...new Set(seen.map(element => element.dataset.thing))];
}"""

A_PLACE_IN_SIGHT = """() => {
  for (const place of document.querySelectorAll("[data-place]")) {
    const box = place.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    if (place.contains(document.elementFromPoint(x, y))) return { x, y };
  }
  return null;
}"""


def card(page: Page) -> Locator:
    return page.locator("[data-explains]")


def explain_all(page: Page) -> Locator:
    """The button after which every tap explains."""
    return page.get_by_role("button", name=re.compile("^What is this"))


def open_midgame(page: Page, game: str) -> str:
    sign_in(page, "Ada")
    name, ply = GAMES[game]
    table = import_game(page, name)
    page.goto(f"/t/{table}/at/{ply}")
    expect(explain_all(page)).to_be_visible()
    expect(page.locator("[data-place]").first).to_be_attached()
    return table


def marks(page: Page) -> list[str]:
    found: list[str] = page.evaluate(MARKS)
    return found


def one_of_each_kind(page: Page) -> list[str]:
    return list({thing.partition(" ")[0]: thing for thing in reversed(marks(page))}.values())


def expect_card(page: Page) -> None:
    expect(card(page).get_by_role("heading")).not_to_be_empty()
    expect(card(page).get_by_role("link", name=re.compile("^Rule ")).first).to_be_visible()


@pytest.mark.parametrize("game", [*GAMES][: sized(2, 4)])
def test_every_mark_opens_its_card_by_keyboard(page: Page, game: str) -> None:
    """H begins, the arrows lead through all of them and round again, Escape ends."""
    table = open_midgame(page, game)
    wanted = marks(page)
    assert KINDS[game] <= {thing.partition(" ")[0] for thing in wanted}
    walked = wanted[: sized(10, len(wanted))]
    page.keyboard.press("h")
    for thing in walked:
        expect(card(page)).to_have_attribute("data-explains", thing)
        assert card(page).get_by_role("heading").inner_text(), thing
        page.keyboard.press("ArrowRight")
    for _ in walked:
        page.keyboard.press("ArrowLeft")
    expect(card(page)).to_have_attribute("data-explains", wanted[0])
    page.keyboard.press("ArrowLeft")
    expect(card(page)).to_have_attribute("data-explains", wanted[-1])
    page.keyboard.press("Escape")
    expect(card(page)).to_have_count(0)
    page.locator("[data-place]").first.focus()
    page.keyboard.press("?")
    expect_card(page)
    assert f"/t/{table}" in page.url


@pytest.mark.parametrize("game", [*GAMES][: sized(2, 4)])
def test_every_kind_of_mark_opens_its_card_by_mouse(page: Page, game: str) -> None:
    """Resting on it shows what it is; clicking, after the button for it, the rules as well."""
    open_midgame(page, game)
    spots = [spot for thing in one_of_each_kind(page) if (spot := page.evaluate(A_POINT_OF, thing))]
    assert len(spots) >= len(KINDS[game])
    explain_all(page).click()
    for thing in one_of_each_kind(page):
        spot = page.evaluate(A_POINT_OF, thing)
        if not spot:
            continue  # it is behind something; the keyboard reaches it
        page.mouse.click(spot["x"], spot["y"])
        expect_card(page)
        page.keyboard.press("Escape")
        expect(card(page)).to_have_count(0)
        explain_all(page).click()
    explain_all(page).click()
    spot = wait_until(lambda: page.evaluate(A_PLACE_IN_SIGHT), "a place in sight")
    page.mouse.move(spot["x"], spot["y"])
    expect(card(page)).to_have_attribute("role", "tooltip")
    page.mouse.move(2, 2)
    expect(card(page)).to_have_count(0)


A_POINT_OF = """thing => {
  for (const element of document.querySelectorAll(`main [data-thing="${thing}"]`)) {
    if (!element.closest("svg[role=group]")) element.scrollIntoView({ block: "center" });
    const drawn = [element, ...element.querySelectorAll("*")].find(part => part.getTotalLength);
    const box = element.getBoundingClientRect();
    const middle = drawn?.getPointAtLength(drawn.getTotalLength() / 2).matrixTransform(drawn.getScreenCTM());
    const { x, y } = middle ?? { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 20) };
    const found = document.elementFromPoint(x, y);
    if (found && (element.contains(found) || found.closest("svg[role=group]")?.contains(element))) return { x, y };
  }
  return null;
}"""
"""A point where it is drawn and nothing else is in front of it: the middle of a curve or a ring may be empty."""


def open_part(phone: Page, tab: str) -> Locator:
    """Opens a part of the page, and returns the first thing in it that explains itself."""
    button = phone.get_by_role("navigation").get_by_role("button", name=re.compile(f"^{tab}"))
    button.tap()
    expect(button).to_have_attribute("aria-current", "true")
    return phone.locator("main [data-thing]").locator("visible=true").first


def expect_small_card(phone: Page) -> None:
    """A card that leaves the actions in sight; it is closed again."""
    expect_card(phone)
    box = card(phone).bounding_box()
    assert box
    assert box["y"] + box["height"] < 844 * 0.6
    card(phone).get_by_role("button", name="Close").tap()
    expect(card(phone)).to_have_count(0)


@pytest.mark.parametrize("game", [*GAMES][: sized(2, 4)])
def test_places_and_panels_explain_themselves_by_touch(phone: Page, game: str) -> None:
    """A tap on what cannot be chosen, on the board and in the panels."""
    open_midgame(phone, game)
    explain_all(phone).tap()
    spot = wait_until(lambda: phone.evaluate(A_PLACE_IN_SIGHT), "a place in sight")
    phone.touchscreen.tap(spot["x"], spot["y"])
    expect_card(phone)
    assert_accessible(phone)
    card(phone).get_by_role("button", name="Close").tap()
    expect(card(phone)).to_have_count(0)
    explain_all(phone).tap()
    open_part(phone, "Players").tap()
    expect_small_card(phone)


@pytest.mark.parametrize("game", GAMES)
def test_the_viewers_own_things_explain_themselves_by_touch(phone: Page, game: str) -> None:
    sign_in(phone, "Ada")
    seats = [ME, BOT, BOT] if game == "steam" else [ME, BOT]
    table = send(phone, "POST", "tables", {"game": game, "seats": seats})["id"]
    open_table(phone, table)
    expect(explain_all(phone)).to_be_visible()
    open_part(phone, "Mine").tap()
    expect_small_card(phone)


def test_a_card_is_accessible_and_its_rule_opens_over_the_table(page: Page) -> None:
    table = open_midgame(page, "steam")
    page.keyboard.press("h")
    expect_card(page)
    expect(page.get_by_role("dialog")).to_be_focused()
    assert_accessible_by_day_and_night(page)
    card(page).get_by_role("link", name=re.compile("^Rule ST-")).first.click()
    rules = page.get_by_role("dialog", name="Rules")
    expect(rules.get_by_role("article").first).to_be_visible()
    expect(rules.locator("article.target")).to_be_in_viewport()
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(rules).to_have_count(0)
    assert f"/t/{table}" in page.url
    page.get_by_role("link", name="Rules", exact=True).click()
    expect(rules).to_be_visible()
    assert f"/t/{table}" in page.url


@pytest.mark.parametrize("game", GAMES)
def test_the_legend_shows_only_what_is_on_the_board(page: Page, game: str) -> None:
    table = open_midgame(page, game)
    page.get_by_role("button", name="Legend", exact=True).click()
    legend = page.get_by_role("dialog", name="Legend")
    ply = GAMES[game][1]
    told = send(page, "GET", f"tables/{table}/legend?at={ply}")
    expect(legend.locator("dt")).to_have_text([entry["name"] for entry in told])
    assert_accessible(page)
    if game == "steam-power":
        expect(legend.get_by_text("City group")).to_have_count(1)


@pytest.mark.parametrize(("language", "named"), [("de", "Deutsch"), ("pl", "Polski")])
def test_cards_speak_the_readers_language(page: Page, language: str, named: str) -> None:
    sign_in(page, "Ada")
    table = create_table(page, [ME, BOT])["id"]
    open_table(page, table)
    page.get_by_role("button", name=named).click()
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator(".asks")).to_be_visible()
    page.keyboard.press("h")
    name = send(page, "GET", f"tables/{table}/explain?thing=company+0&language={language}")["name"]
    expect(card(page).get_by_role("heading")).to_have_text(name)


def test_while_waiting_a_tap_on_the_board_says_what_is_there(open_page: OpenPage) -> None:
    page = open_page(**DESK)
    sign_in(page, "Ada")
    table = create_table(page, [{"kind": "open"}, ME], options={"start_player": "red"}, public=True)["id"]
    other = open_page(**DESK)
    sign_in(other, "Bob")
    send(other, "POST", f"tables/{table}/seats/0/join")
    open_table(page, table)
    expect(page.locator(".asks")).to_be_visible()
    wait_until(lambda: page.locator("[data-place]").count() > 10, "the board")
    page.locator("[data-place]").nth(12).click()
    expect_card(page)
    page.keyboard.press("Escape")
    page.locator("[data-place]").nth(12).focus()
    page.keyboard.press("Enter")
    expect_card(page)


def test_before_a_roll_the_odds_are_in_sight_and_after_it_the_die(page: Page) -> None:
    """In Planet Steam: what a roll can lead to is said before it is confirmed."""
    sign_in(page, "Ada")
    seats = [ME, ME]
    table = send(page, "POST", "tables", {"game": "planet-steam", "seats": seats, "options": {"open_credits": True}})[
        "id"
    ]

    def claims() -> bool:
        now = send(page, "GET", f"tables/{table}")
        if any(offer["move"]["type"] == "claim" for offer in now["legal"]):
            return True
        move = now["legal"][-1]["move"]  # the last one is a pass, if that is possible
        body = {"seat": now["seat"], "move": move, "expect": now["table"]["ply"]}
        send(page, "POST", f"tables/{table}/moves", body)
        return False

    wait_until(claims, "claims")
    open_table(page, table)
    page.get_by_role("button", name=re.compile("^I am ")).click()
    page.locator("[data-place].legal").first.click()
    expect(page.get_by_text(re.compile("^4 or more claims it: 3 chances of 6"))).to_be_visible()
    expect(page.get_by_text(re.compile("If you roll less"))).to_be_visible()
    page.get_by_role("button", name=re.compile("Confirm$")).click()
    expect(page.locator('[data-thing="sign die"]')).to_be_visible()


def test_specialists_are_bid_for_with_their_effects_in_sight(page: Page) -> None:
    sign_in(page, "Ada")
    table = send(page, "POST", "tables", {"game": "planet-steam", "seats": [ME, BOT]})["id"]

    def auction() -> bool:
        now = send(page, "GET", f"tables/{table}")
        if now["view"]["stage"] == "auction":
            return True
        if now["legal"]:
            body = {"seat": now["seat"], "move": now["legal"][0]["move"], "expect": now["table"]["ply"]}
            send(page, "POST", f"tables/{table}/moves", body)
        return False

    wait_until(auction, "the auction")
    open_table(page, table)
    left = page.get_by_role("list", name="Still available")
    expect(left.get_by_text("is first in every phase")).to_be_visible()
