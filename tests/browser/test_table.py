"""The table page: a whole game by mouse, taking back, refusals, the list, the curtain, the end, and the past."""

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
    come_in,
    confirm,
    confirm_button,
    hand,
    lay,
    open_table,
    see,
    send,
    wait_until,
)
from tests.browser.axe import assert_accessible, assert_fits
from tests.browser.conftest import PHONE, OpenPage
from tests.browser.offers import texts_of
from tests.browser.play import board, expect_played
from tests.browser.played import lay_at
from tests.browser.watch import settle
from tests.browser.whole_games import my_next_turn


@pytest.fixture
def table(page: Page) -> str:
    """Ada against a bot; it is her turn."""
    come_in(page, "Ada")
    made: str = lay(page, [ME, BOT])["id"]
    open_table(page, made)
    return made


def finished(page: Page) -> str:
    """A game that two bots have played to its end."""
    come_in(page, "Ada")
    made: str = lay(page, [BOT, BOT])["id"]
    wait_until(lambda: see(page, made)["table"]["state"] == "over", "the bots to finish")
    return made


@pytest.mark.parametrize("game", game_ids())
def test_a_table_that_waits_for_somebody_is_shown(page: Page, game: str) -> None:
    come_in(page, "Ada")
    others = [OPEN] * (find_game(game).seats[-1] - 1)
    open_table(page, lay(page, [ME, *others], game=game, map=None, options={})["id"])
    expect(page.get_by_role("listitem").filter(has_text="Open").first).to_be_visible()
    settle(page)


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
    expect(result.get_by_role("columnheader")).to_have_count(2)
    totals = result.get_by_role("row", name="Total").get_by_role("cell").all_inner_texts()
    assert sorted(totals) == sorted(str(score["total"]) for score in scores)
    expect(result.get_by_text("the seed matches the hash")).to_be_visible()
    assert_accessible(page)


def test_a_move_is_chosen_foreseen_confirmed_and_taken_back(page: Page, table: str) -> None:
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
    """A way may be told from either end, in capitals too: the server knows which legal move is meant."""
    text = next(text for text in texts_of(see(page, table)) if text.startswith("track"))
    kind, place, way = text.split()
    page.keyboard.press("/")
    page.keyboard.type(f"{kind.upper()}  {place.lower()} {'-'.join(reversed(way.split('-')))}")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("main")).to_have_attribute("data-chosen", text)


@pytest.mark.usefixtures("table")
def test_what_cannot_be_done_says_why_and_by_which_rule(page: Page) -> None:
    page.get_by_role("group", name="Kinds of actions").get_by_role("button", name=re.compile("^Factory")).click()
    rule = page.get_by_role("link", name=re.compile("^Rule R"))
    expect(rule).to_be_visible()
    assert re.fullmatch(r"/rules/steam-power#R\d+", rule.get_attribute("href") or "")
    page.keyboard.press("Escape")
    expect(rule).to_have_count(0)


def test_a_turn_by_keyboard_alone(page: Page, table: str) -> None:
    page.keyboard.press("/")
    page.keyboard.type("done")
    expect(page.get_by_role("dialog").get_by_text("No legal move fits")).to_be_visible()
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


def test_a_spectator_sees_no_hand(page: Page, table: str, open_page: OpenPage) -> None:
    mine = hand(page, table)
    assert mine
    expect(page.get_by_text(re.compile(rf"\b{mine[0]}\b")).first).to_be_visible()
    guest = open_page()
    open_table(guest, table)
    expect(guest.get_by_text("You are watching.")).to_be_visible()
    expect(guest.get_by_text("Red begins")).to_be_visible()
    assert _shown(guest, mine) == []
    expect(confirm_button(guest)).to_have_count(0)


def test_around_one_screen_the_curtain_hides_what_is_the_others(page: Page) -> None:
    come_in(page, "Ada")
    table = lay(page, [ME, ME])["id"]
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
    """Anywhere beside the map (whose hexes have names like theirs), whether one can see it or not."""
    text = page.get_by_role("main").evaluate(
        "main => { const twin = main.cloneNode(true); twin.querySelector('.board').remove(); return twin.innerHTML; }"
    )
    return [contract for contract in contracts if re.search(rf"\b{contract}\b", text)]


def test_a_game_that_is_over_can_be_looked_at_again(page: Page) -> None:
    table = finished(page)
    end = see(page, table)["table"]["ply"]
    open_table(page, table)
    result = page.get_by_role("dialog")
    result.get_by_text("The same as a table").click()
    course = send(page, "GET", f"tables/{table}/course")
    expect(result.get_by_role("button", name=re.compile("^Look at the end of round"))).to_have_count(len(course))
    result.get_by_role("button", name="Replay").click()
    where = page.get_by_role("slider", name="Position in the log")
    expect(where).to_have_value("0")
    for key, ply in (("End", end), ("ArrowLeft", end - 1), ("Home", 0), ("ArrowRight", 1)):
        page.keyboard.press(key)
        expect(where).to_have_value(str(ply))
        expect(page).to_have_url(re.compile(f"/t/{table}/at/{ply}$"))
    page.reload()
    expect(where).to_have_value("1")
    page.keyboard.press(" ")
    expect(where).to_have_value("2")
    assert_accessible(page)
    page.get_by_role("button", name="Back to the current position").click()
    expect(page).to_have_url(re.compile(f"/t/{table}$"))
    expect(page.get_by_role("button", name="Result")).to_be_visible()


def test_the_record_is_saved_and_a_position_played_on(page: Page) -> None:
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


def test_a_rematch_is_the_same_table_once_more(page: Page) -> None:
    table = finished(page)
    open_table(page, table)
    page.get_by_role("dialog").get_by_role("button", name="Rematch").click()
    page.wait_for_url(re.compile(f"/t/(?!{table})"))
    again = page.url.rsplit("/", 1)[1]
    old, new = see(page, table)["table"], see(page, again)["table"]
    assert [seat["bot"] for seat in new["seats"]] == [seat["bot"] for seat in old["seats"]]
    assert new["options"] == old["options"]


def test_a_bot_plays_while_i_am_away(page: Page) -> None:
    come_in(page, "Ada")
    table = lay(page, [ME, BOT], pace=10)["id"]  # or the bots would be at the end before she is back
    open_table(page, table)
    page.get_by_role("tab", name="Seats").click()
    page.get_by_role("button", name="Let a bot play for me").click()
    expect(page.get_by_text("Ada is away; a bot plays")).to_be_visible()
    page.get_by_role("button", name="I am back").click()
    expect(page.get_by_role("button", name="Let a bot play for me")).to_be_visible()
    assert see(page, table)["table"]["seats"][0]["away"] is False


@pytest.mark.parametrize("game", ["steam-power-france", "steam-ruhr", "planet-steam-standard", "dampf-and-rails"])
def test_the_page_is_as_high_as_the_window(page: Page, game: str) -> None:
    """What has no room scrolls in its own part of the page."""
    come_in(page, "Ada")
    open_table(page, lay_at(page, game, lambda _: True)[0])
    expect(board(page)).to_be_visible()
    assert page.viewport_size
    assert page.evaluate("document.documentElement.scrollHeight") == page.viewport_size["height"]


def test_on_a_phone_nothing_is_covered(open_page: OpenPage) -> None:
    phone = open_page(**PHONE)
    come_in(phone, "Ada")
    table = lay(phone, [ME, BOT])["id"]
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
