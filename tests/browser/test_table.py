"""The table page: a whole game by mouse, undo, refusals, the list, the curtain, the end, and the replay."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from engineshed.core.registry import find_game, game_ids
from tests.browser.at_table import (
    BOT,
    ME,
    OPEN,
    choose_action,
    confirm,
    confirm_button,
    create_table,
    hand,
    open_table,
    see,
    send,
    sign_in,
    wait_until,
)
from tests.browser.axe import assert_accessible, assert_fits
from tests.browser.conftest import PHONE, OpenPage
from tests.browser.offers import texts_of
from tests.browser.play import board, expect_played
from tests.browser.played import create_table_at
from tests.browser.watch import wait_for_network
from tests.browser.whole_games import my_next_turn


@pytest.fixture
def table(page: Page) -> str:
    """Ada against a bot; it is her turn."""
    sign_in(page, "Ada")
    made: str = create_table(page, [ME, BOT])["id"]
    open_table(page, made)
    return made


def finished(page: Page) -> str:
    """A table at which two bots have finished a game."""
    sign_in(page, "Ada")
    made: str = create_table(page, [BOT, BOT])["id"]
    wait_until(lambda: see(page, made)["table"]["state"] == "over", "the bots to finish")
    return made


@pytest.mark.parametrize("game", game_ids())
def test_a_table_with_open_seats_can_be_opened(page: Page, game: str) -> None:
    sign_in(page, "Ada")
    others = [OPEN] * (find_game(game).seats[-1] - 1)
    open_table(page, create_table(page, [ME, *others], game=game, map=None, options={})["id"])
    expect(page.get_by_role("listitem").filter(has_text="Open").first).to_be_visible()
    wait_for_network(page)


def test_a_whole_game_by_mouse(page: Page, table: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    moves = 0
    while now := my_next_turn(page, table, moves):
        moves += 1
        choose_action(page)
        confirm_button(page).click()
        expect_played(page, table, now["table"]["ply"])
    result = page.get_by_role("dialog")
    expect(result.get_by_role("heading", name=re.compile("wins|share the victory"))).to_be_visible()
    scores = see(page, table)["table"]["result"]["scores"]
    expect(result.get_by_role("table").first.get_by_role("columnheader")).to_have_count(2)
    totals = result.get_by_role("row", name="Total").get_by_role("cell").all_inner_texts()
    assert sorted(totals) == sorted(str(score["total"]) for score in scores)
    expect(result.get_by_text("the seed matches the hash")).to_be_visible()
    assert_accessible(page)


def test_a_move_is_chosen_previewed_confirmed_and_undone(page: Page, table: str) -> None:
    before = see(page, table)["table"]["ply"]
    page.get_by_role("button", name="Take money").click()
    expect(page.get_by_text(re.compile("^Red takes \\$"))).to_be_visible()
    assert see(page, table)["table"]["ply"] == before
    confirm(page, table)
    log = page.get_by_role("tabpanel")
    expect(log.get_by_text(re.compile("^Red takes \\$"))).to_be_visible()
    page.get_by_role("list", name="In this turn").get_by_role("button").click()
    expect(log.get_by_text("Ada took back 1 move")).to_be_visible()
    expect(page.get_by_role("list", name="In this turn")).to_have_count(0)


def test_a_move_may_be_typed_in_any_spelling_that_the_notation_allows(page: Page, table: str) -> None:
    """A way can be typed from either end and in capitals; the server knows which legal move is meant."""
    text = next(text for text in texts_of(see(page, table)) if text.startswith("track"))
    kind, place, way = text.split()
    page.keyboard.press("/")
    page.keyboard.type(f"{kind.upper()}  {place.lower()} {'-'.join(reversed(way.split('-')))}")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("main")).to_have_attribute("data-chosen", text)


@pytest.mark.usefixtures("table")
def test_an_impossible_action_says_why_and_names_the_rule(page: Page) -> None:
    page.get_by_role("group", name="Kinds of actions").get_by_role("button", name=re.compile("^Factory")).click()
    rule = page.get_by_role("link", name=re.compile("^Rule R"))
    expect(rule).to_be_visible()
    assert re.fullmatch(r"/rules/steam-power#R\d+", rule.get_attribute("href") or "")
    page.keyboard.press("Escape")
    expect(rule).to_have_count(0)


def test_a_turn_can_be_played_by_keyboard_alone(page: Page, table: str) -> None:
    page.keyboard.press("/")
    page.keyboard.type("done")
    expect(page.get_by_role("dialog").get_by_text("No legal move matches")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog").get_by_role("link", name=re.compile("^Rule R"))).to_be_visible()
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.type(texts_of(see(page, table))[0])
    page.keyboard.press("Enter")
    expect(confirm_button(page)).to_be_enabled()
    page.keyboard.press("Escape")
    expect(confirm_button(page)).to_be_disabled()
    page.keyboard.press("l")
    page.keyboard.type("money")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(confirm_button(page)).to_be_enabled()
    page.keyboard.press("Enter")
    undo = page.get_by_role("button", name="Undo", exact=True)
    expect(undo).to_be_enabled()
    page.keyboard.press("u")
    expect(undo).to_be_disabled()
    page.keyboard.press("o")
    expect(page.get_by_role("region", name="Players and supply")).to_be_focused()
    page.keyboard.press("g")
    expect(page.get_by_role("list", name="Log")).to_be_focused()
    page.keyboard.press("m")
    expect(page.get_by_role("region", name="Map").locator("[data-place]:focus")).to_have_count(1)
    page.keyboard.press("c")
    expect(page.get_by_role("textbox", name="Write to the table")).to_be_focused()
    page.keyboard.type("ul")  # in a field, letters are only letters
    expect(page.get_by_role("textbox", name="Write to the table")).to_have_value("ul")


def test_a_spectator_sees_no_hands(page: Page, table: str, open_page: OpenPage) -> None:
    mine = hand(page, table)
    assert mine
    expect(page.get_by_text(re.compile(rf"\b{mine[0]}\b")).first).to_be_visible()
    guest = open_page()
    open_table(guest, table)
    expect(guest.get_by_text("You are watching.")).to_be_visible()
    expect(guest.get_by_text("Red begins")).to_be_visible()
    assert _shown(guest, mine) == []
    expect(confirm_button(guest)).to_have_count(0)


def test_on_a_shared_screen_the_curtain_hides_the_other_players_hands(page: Page) -> None:
    sign_in(page, "Ada")
    table = create_table(page, [ME, ME])["id"]
    red = hand(page, table)
    open_table(page, table)
    _expect_covered(page, "Red", red)
    page.keyboard.press("Enter")  # the focus is there
    expect(page.get_by_text(re.compile(rf"\b{red[0]}\b")).first).to_be_visible()
    for _ in range(2):
        page.get_by_role("button", name="Take money").click()
        confirm_button(page).click()
        expect(confirm_button(page).or_(page.get_by_text("Give the screen"))).to_be_visible()
    _expect_covered(page, "Blue", [*red, *hand(page, table)])
    page.get_by_role("button", name="I am Blue").click()
    blue = hand(page, table)
    expect(page.get_by_text(re.compile(rf"\b{blue[0]}\b")).first).to_be_visible()
    assert _shown(page, red) == []


def _expect_covered(page: Page, name: str, secrets: list[str]) -> None:
    expect(page.get_by_text(f"Give the screen to {name}")).to_be_visible()
    expect(page.get_by_role("button", name=f"I am {name}")).to_be_focused()
    assert secrets
    assert _shown(page, secrets) == []


def _shown(page: Page, contracts: list[str]) -> list[str]:
    """The contracts that are on the page, visible or not, except on the map, whose hexes have similar names."""
    text = page.get_by_role("main").evaluate(
        "main => { const twin = main.cloneNode(true); twin.querySelector('.board').remove(); return twin.innerHTML; }"
    )
    return [contract for contract in contracts if re.search(rf"\b{contract}\b", text)]


def test_a_finished_game_can_be_replayed(page: Page) -> None:
    table = finished(page)
    end = see(page, table)["table"]["ply"]
    open_table(page, table)
    result = page.get_by_role("dialog")
    result.get_by_text("The same as a table").click()
    course = send(page, "GET", f"tables/{table}/review")["milestones"]
    rounds = result.get_by_role("table").get_by_role("button", name=re.compile("^Look at the end of round"))
    expect(rounds).to_have_count(len(course))
    result.get_by_role("button", name="Replay").click()
    where = page.get_by_role("slider", name="Position in the log")
    expect(where).to_have_value("0")
    for key, ply in (("End", end), ("ArrowLeft", end - 1), ("Home", 0), ("ArrowRight", 1)):
        page.keyboard.press(key)
        expect(where).to_have_value(str(ply))
        expect(page).to_have_url(re.compile(f"/t/{table}/at/{ply}$"))
    bar, legend = page.locator(".controls").bounding_box(), page.get_by_role("button", name="Legend").bounding_box()
    assert bar
    assert legend
    assert bar["x"] + bar["width"] < legend["x"]
    page.reload()
    expect(where).to_have_value("1")
    page.keyboard.press(" ")
    expect(where).to_have_value("2")
    assert_accessible(page)
    page.get_by_role("button", name="Back to the current position").click()
    expect(page).to_have_url(re.compile(f"/t/{table}$"))
    expect(page.get_by_role("button", name="Result")).to_be_visible()


def test_the_record_can_be_saved_and_a_position_continued(page: Page) -> None:
    table = finished(page)
    page.goto(f"/t/{table}/at/10")
    with page.expect_download() as saving:
        page.get_by_role("button", name="Share").click()
        page.get_by_role("button", name="Save the record").click()
    page.keyboard.press("Escape")
    record = json.loads(Path(saving.value.path()).read_text())
    assert record["game"] == "steam-power"
    assert record["seed"]
    page.get_by_role("button", name="Continue from here").click()
    page.get_by_role("button", name="On this screen").click()
    page.wait_for_url(re.compile(f"/t/(?!{table})"))
    expect(page.get_by_text(re.compile("^Give the screen to"))).to_be_visible()


def test_a_rematch_has_the_same_seats_and_options(page: Page) -> None:
    table = finished(page)
    open_table(page, table)
    page.get_by_role("dialog").get_by_role("button", name="Rematch").click()
    page.get_by_role("radio", name="As before").check(force=True)
    page.get_by_role("button", name="Open the rematch").click()
    page.wait_for_url(re.compile(f"/t/(?!{table})"))
    again = page.url.rsplit("/", 1)[1]
    old, new = see(page, table)["table"], see(page, again)["table"]
    assert [seat["bot"] for seat in new["seats"]] == [seat["bot"] for seat in old["seats"]]
    assert new["options"] == old["options"]


def test_a_bot_plays_while_a_player_is_away(page: Page) -> None:
    sign_in(page, "Ada")
    table = create_table(page, [ME, BOT], pace=10)["id"]  # otherwise the bots would finish before she is back
    open_table(page, table)
    page.get_by_role("tab", name="Seats").click()
    page.get_by_role("button", name="Let a bot play for me").click()
    page.get_by_role("radio", name="Beginner").check(force=True)
    page.get_by_role("button", name="Leave", exact=True).click()
    expect(page.get_by_text("A bot plays for you")).to_be_visible()
    assert see(page, table)["table"]["seats"][0]["bot"] == "beginner"
    page.get_by_role("region", name="What the table asks").get_by_role("button", name="Take over").click()
    expect(page.get_by_role("button", name="Let a bot play for me")).to_be_visible()
    assert see(page, table)["table"]["seats"][0]["away"] is False


@pytest.mark.parametrize("game", ["steam-power-france", "steam-ruhr", "planet-steam-standard", "dampf-and-rails"])
def test_the_page_is_as_high_as_the_window(page: Page, game: str) -> None:
    """Content that does not fit scrolls within its part of the page."""
    sign_in(page, "Ada")
    open_table(page, create_table_at(page, game, lambda _: True)[0])
    expect(board(page)).to_be_visible()
    assert page.viewport_size
    assert page.evaluate("document.documentElement.scrollHeight") == page.viewport_size["height"]


def test_on_a_phone_nothing_is_covered(open_page: OpenPage) -> None:
    phone = open_page(**PHONE)
    sign_in(phone, "Ada")
    table = create_table(phone, [ME, BOT])["id"]
    open_table(phone, table)
    tabs = phone.get_by_role("navigation", name="Parts of the table")
    for region in ("Mine", "Players", "Log", "Map"):
        tabs.get_by_role("button", name=region).tap()
        upper, lower = phone.get_by_role("region", name="Actions").bounding_box(), tabs.bounding_box()
        assert upper
        assert lower
        assert upper["y"] + upper["height"] <= lower["y"] + 1
        assert lower["y"] + lower["height"] <= 844 + 1
        assert_fits(phone)
        assert_accessible(phone)
    phone.set_viewport_size({"width": 320, "height": 640})
    phone.get_by_role("button", name="Take money").tap()
    assert_fits(phone)
    button = confirm_button(phone).bounding_box()
    assert button
    assert button["x"] + button["width"] <= 320
