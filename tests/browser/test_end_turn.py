"""End turn, the wait for bots, forced moves and Enter: what the action bar offers happens, and nothing else."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from engineshed.core.registry import game_ids
from tests.browser.at_table import (
    BOT,
    ME,
    OPEN,
    confirm,
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
from tests.browser.axe import assert_accessible, assert_accessible_by_day_and_night, assert_fits, assert_in_sight
from tests.browser.conftest import PHONE, OpenPage
from tests.browser.offers import texts_of
from tests.browser.play import by_enter, end_button, expect_chosen, expect_played, my_turn, place, tracks
from tests.browser.played import create_table_at
from tests.browser.test_lobby import unfold

Now = dict[str, Any]


def table_against_bot(page: Page, **more: Any) -> str:
    sign_in(page, "Ada")
    table: str = create_table(page, [ME, BOT], **{"end_turn": "button", **more})["id"]
    return table


def finish_turn(page: Page, table: str) -> int:
    """Take money twice, by mouse; returns the ply."""
    for _ in range(2):
        page.get_by_role("button", name="Take money").click()
        confirm(page, table) if see(page, table)["undo"] == 0 else confirm_button(page).click()
    expect(end_button(page)).to_be_enabled()
    ply: int = see(page, table)["table"]["ply"]
    return ply


# -- ending a turn ---------------------------------------------------------------------------------------------------


def test_the_last_action_is_taken_back_until_end_turn_is_pressed(page: Page) -> None:
    table = table_against_bot(page)
    open_table(page, table)
    ply = finish_turn(page, table)
    expect(page.locator(".status")).to_have_text("You: End your turn, or take something back")
    assert see(page, table)["table"]["ply"] == ply, "the bot waits"
    assert_accessible_by_day_and_night(page)
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.get_by_role("list", name="Log").get_by_text("Ada took back 1 move")).to_be_visible()
    expect(end_button(page)).to_have_count(0)
    page.get_by_role("button", name="Take money").click()
    confirm_button(page).click()
    end_button(page).click()
    wait_until(lambda: see(page, table)["table"]["held"] is None, "the end of the turn")
    assert my_turn(page, table)
    expect(page.get_by_role("button", name="Undo", exact=True)).to_be_disabled()


def test_the_open_turn_is_still_there_after_a_reload(page: Page) -> None:
    table = table_against_bot(page)
    open_table(page, table)
    ply = finish_turn(page, table)
    page.reload()
    expect(end_button(page)).to_be_enabled()
    page.keyboard.press("Shift+U")
    expect(page.get_by_role("list", name="Log").get_by_text("Ada took back 2 moves")).to_be_visible()
    assert see(page, table)["table"]["ply"] == ply + 1


def test_others_are_told_that_the_turn_is_open(page: Page, open_page: OpenPage) -> None:
    sign_in(page, "Ada")
    created = create_table(page, [ME, OPEN], end_turn="button")
    bo = open_page()
    sign_in(bo, "Bo")
    send(bo, "POST", f"tables/{created['id']}/claim", {"token": created["links"]["1"]})
    open_table(page, created["id"])
    open_table(bo, created["id"])
    finish_turn(page, created["id"])
    expect(bo.locator(".status")).to_have_text("Waiting for Ada to end the turn")
    expect(confirm_button(bo)).to_be_disabled()
    expect(bo.get_by_role("group", name="Kinds of actions")).to_have_count(0)
    assert_accessible(bo)
    end_button(page).click()
    expect(bo.locator(".status")).to_have_text(re.compile("You: "))


def test_a_turn_with_a_timer_ends_by_itself(page: Page) -> None:
    table = table_against_bot(page, end_turn="timer")
    open_table(page, table)
    finish_turn(page, table)
    expect(page.get_by_text("The turn ends by itself after 3 seconds.")).to_be_visible()
    expect(end_button(page)).to_have_count(0)
    assert my_turn(page, table)


@pytest.mark.parametrize("language", ["de", "pl"])
def test_end_turn_fits_a_phone_in_every_language(open_page: OpenPage, language: str) -> None:
    page = open_page(locale=language, **PHONE)
    send(page, "POST", "me", {"name": "Ada", "language": language})
    table: str = create_table(page, [ME, BOT], end_turn="button")["id"]
    make_moves(page, table, "money", "money")
    open_table(page, table)
    expect(page.locator(".end-turn")).to_be_enabled()
    assert_fits(page)
    assert_in_sight(page, page.locator(".final button:visible"))
    assert_accessible(page)
    page.locator(".end-turn").tap()
    wait_until(lambda: see(page, table)["table"]["held"] is None, "the end of the turn")


def test_the_lobby_proposes_end_turn_against_bots_and_for_newcomers(page: Page) -> None:
    sign_in(page, "Ada")
    page.goto("/new")
    unfold(page)
    chosen = page.get_by_role("group", name="Last action of a turn").get_by_role("radio", checked=True)
    expect(chosen).to_have_accessible_name("Until End turn")
    for seat in page.get_by_role("combobox").filter(has_text="Me").all():
        seat.select_option(label="Me")
    expect(chosen).to_have_accessible_name("Until End turn")  # she has never finished a game
    over = create_table(page, [BOT, BOT])["id"]
    wait_until(lambda: see(page, over)["table"]["state"] == "over", "the bots to finish")
    with page.expect_response(lambda answer: "state=over" in answer.url):
        page.reload()
    unfold(page)
    for seat in page.get_by_role("combobox").filter(has_text="Me").all():
        seat.select_option(label="Me")
    expect(chosen).to_have_accessible_name("Final immediately")
    page.get_by_role("radio", name="3 seconds to think").check()
    page.get_by_role("button", name="Create the table").click()
    page.wait_for_url(re.compile("/t/"))
    assert see(page, page.url.rpartition("/")[2])["table"]["end_turn"] == "timer"


# -- Enter -----------------------------------------------------------------------------------------------------------


def lay_track(page: Page, table: str) -> None:
    """T, N, Enter, Enter: the tile is laid, and the focus stays on its hex."""
    now = see(page, table)
    page.keyboard.press("t")
    page.keyboard.press("m")
    page.keyboard.press("n")
    hex_ = list(tracks(now))[1]
    expect(place(page, hex_)).to_be_focused()
    page.keyboard.press("Enter")
    expect_chosen(page)
    page.keyboard.press("Enter")
    expect_played(page, table, now["table"]["ply"])
    expect(place(page, hex_)).to_be_focused()


def last_move(page: Page, table: str) -> str:
    text: str = send(page, "GET", f"tables/{table}")["log"][-1]["text"]
    return text


@pytest.mark.parametrize(("key", "move"), [("x", "done"), ("b", "money")])
def test_enter_confirms_what_the_bar_shows_although_a_hex_has_the_focus(page: Page, key: str, move: str) -> None:
    table = table_against_bot(page)
    open_table(page, table)
    lay_track(page, table)
    if move == "money":  # another action
        make_moves(page, table, "done")
        expect(page.get_by_role("main")).to_have_attribute("data-ply", str(see(page, table)["table"]["ply"]))
    before = see(page, table)["table"]["ply"]
    page.keyboard.press(key)
    expect(page.get_by_role("main")).to_have_attribute("data-chosen", move)
    page.keyboard.press("Enter")
    expect_played(page, table, before)
    assert last_move(page, table) == move


def test_enter_picks_a_hex_that_was_focused_after_the_choice(page: Page) -> None:
    table = table_against_bot(page)
    open_table(page, table)
    page.keyboard.press("b")
    expect(page.get_by_role("main")).to_have_attribute("data-chosen", "money")
    place(page, next(iter(tracks(see(page, table))))).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_have_attribute("data-chosen", re.compile("^track"))
    assert see(page, table)["undo"] == 0


def chosen_by_key(page: Page, now: Now) -> tuple[str, str] | None:
    """A key that chooses a move at once, and the move."""
    for key in "txkvfbyzji":
        page.keyboard.press("Escape")
        page.keyboard.press(key)
        text = page.get_by_role("main").get_attribute("data-chosen")
        if text in texts_of(now):
            return key, str(text)
    return None


@pytest.mark.parametrize(
    ("game", "fits"),
    [
        ("steam-ruhr", lambda now: now["view"]["stage"] == "build"),
        ("planet-steam-standard", lambda now: now["view"]["stage"] == "tank"),
        ("dampf-and-rails", lambda now: now["view"]["stage"] == "build"),
    ],
)
def test_enter_means_the_bar_and_not_the_place_with_the_focus(page: Page, game: str, fits: Any) -> None:
    sign_in(page, "Ada")
    table, now = create_table_at(page, game, fits)
    open_table(page, table)
    expect(page.locator(".status")).to_have_text(re.compile("You: "))
    page.keyboard.press("m")
    focused = page.locator(".board [data-place]:focus")
    expect(focused).to_have_count(1)
    found = chosen_by_key(page, now)
    assert found, "a key must choose something here"
    expect(focused).to_have_count(1)
    page.keyboard.press("Enter")
    wait_until(lambda: see(page, table)["table"]["ply"] > now["table"]["ply"], "the move")
    log = send(page, "GET", f"tables/{table}")["log"]
    assert next(line["text"] for line in log if line["ply"] > now["table"]["ply"]) == found[1]


def test_a_key_that_is_held_down_confirms_nothing(page: Page) -> None:
    table = table_against_bot(page)
    open_table(page, table)
    page.keyboard.press("b")
    expect_chosen(page)
    before = see(page, table)["table"]["ply"]
    repeated = "new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true, cancelable: true })"
    page.evaluate(f"document.body.dispatchEvent({repeated})")
    page.keyboard.press("Escape")
    expect(confirm_button(page)).to_be_disabled()
    assert see(page, table)["table"]["ply"] == before


# -- one tap ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["steam-ruhr", "planet-steam-standard", "dampf-and-rails", "steam-power-germany"])
def test_a_forced_move_needs_one_tap(page: Page, game: str) -> None:
    sign_in(page, "Ada")
    table, now = create_table_at(page, game, lambda now: len(now["legal"]) == 1 and one_choice(now))
    open_table(page, table)
    expect(page.get_by_role("main")).to_have_attribute("data-chosen", texts_of(now)[0])
    confirm_button(page).click()
    wait_until(lambda: see(page, table)["table"]["ply"] > now["table"]["ply"], "the move")


def one_choice(now: Now) -> bool:
    """The page makes no routes of several moves from it."""
    return not (now["hints"] or {}).get("ways") and not (now["hints"] or {}).get("runs")


# -- waiting for bots ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["Space", "click"])
def test_the_wait_for_bots_is_skipped(page: Page, how: str) -> None:
    table = table_against_bot(page, end_turn="off", pace=10)
    open_table(page, table)
    make_moves(page, table, "money", "money")
    skip = page.get_by_role("button", name="Don't wait", exact=True)
    expect(skip).to_be_visible()
    assert_accessible(page)
    if how == "Space":
        page.keyboard.press("m")  # the focus is on the board
        page.keyboard.press("Space")
    else:
        skip.click()
    wait_until(lambda: see(page, table)["table"]["my_turn"], "my turn, sooner than two bots' moves would take")
    expect(page.locator(".status")).to_have_text(re.compile("You: "))
    assert see(page, table)["table"]["pace"] == 10


def test_the_owner_changes_the_speed_of_the_bots_at_the_table(page: Page, open_page: OpenPage) -> None:
    table = table_against_bot(page, pace=1)
    open_table(page, table)
    page.get_by_role("tab", name="Seats").click()
    speed = page.get_by_role("group", name="Speed of the bots")
    expect(speed.get_by_role("radio", checked=True)).to_have_accessible_name("Medium")
    speed.get_by_role("radio", name="At once").check()
    wait_until(lambda: see(page, table)["table"]["pace"] == 0, "the change")
    page.get_by_role("radio", name="Final immediately").check()
    wait_until(lambda: see(page, table)["table"]["end_turn"] == "off", "the change")
    assert_accessible(page)
    guest = open_page()
    open_table(guest, table)
    guest.get_by_role("tab", name="Seats").click()
    expect(guest.get_by_role("radio")).to_have_count(0)


# -- the curtain -----------------------------------------------------------------------------------------------------

READ = """() => {
  const shown = [document.title];
  for (const part of document.querySelectorAll("*")) {
    for (const { name, value } of part.attributes) if (/^(aria-|title|alt|value|data-)/.test(name)) shown.push(value);
    for (const child of part.childNodes) if (child.nodeType === Node.TEXT_NODE) shown.push(child.data);
  }
  return shown.join(" \\u2022 ");
}"""


FIGURES = """others => {
  const shown = [...others.querySelectorAll("details, .seen")];
  for (const part of shown) part.hidden = true;
  const text = others.innerText;
  for (const part of shown) part.hidden = false;
  return text.split(/\\s+/).join(" ");
}"""
TOTAL = re.compile("^((Points|Wealth) if the game ended now|Cash now)$")


def expect_same_figures(page: Page, other: Page) -> None:
    """Beside the board, both show the same about everybody, apart from the totals, who leads, and who is here."""
    shown, expected = page.locator(".others"), other.locator(".others")
    wait_until(lambda: shown.evaluate(FIGURES) == expected.evaluate(FIGURES), "the same figures on both pages")


def everything_on(page: Page) -> str:
    return f"{page.evaluate(READ)} {page.locator('body').aria_snapshot()}"


@pytest.mark.parametrize("game", game_ids())
def test_the_curtain_hides_everything_that_is_hidden(page: Page, open_page: OpenPage, game: str) -> None:
    """While it is closed, the page is a spectator's without totals, and no message has brought it anything else."""
    sign_in(page, "Ada")
    seats = {"dampf-and-rails": 2, "steam": 3, "planet-steam": 3, "steam-power": 2}[game]
    made: str = create_table(page, [ME] * seats, game=game, map=None, options={}, end_turn="button")["id"]
    heard: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))
    page.on("response", lambda answer: heard.append(answer.text()) if f"/tables/{made}?" in answer.url else None)
    open_table(page, made)
    expect(page.locator(".curtain button")).to_be_focused()
    seat = see(page, made)["seat"]
    for _ in range(3):
        spectator = open_page()
        open_table(spectator, made)
        expect(spectator.locator(".others").get_by_text(TOTAL)).to_have_count(seats)
        expect_same_figures(page, spectator)
        expect(page.get_by_text(TOTAL)).to_have_count(0)
        assert "Covered" in page.get_by_role("region", name="Mine").inner_text()
        assert not [text for text in heard if f'"seat":{seat},"view"' in text], "the secrets have not arrived"
        public = [text for text in heard if '"seat":null,"view"' in text]
        assert public
        assert not [text for text in public if '"tallies":[{' in text], "nor have the totals"
        heard.clear()
        page.locator(".curtain button").click()
        expect(page.get_by_role("region", name="Mine")).not_to_contain_text("Covered")
        heard.clear()
        seat = pass_the_turn(page, made, seat)
        expect(page.locator(".curtain")).to_be_visible()
        spectator.close()


def pass_the_turn(page: Page, table: str, seat: int) -> int:
    """Play by the server until another person is to act; returns their seat."""
    while (now := see(page, table))["seat"] == seat:
        ply = now["table"]["ply"]
        if now["table"]["held"] is not None:
            send(page, "POST", f"tables/{table}/end", {"seat": seat, "expect": ply})
        else:
            quiet = [text for text in texts_of(now) if text in ("pass", "money", "end", "stop", "done", "capital 0")]
            body = {"seat": seat, "move": quiet[0] if quiet else texts_of(now)[0], "expect": ply}
            send(page, "POST", f"tables/{table}/moves", body)
    return int(now["seat"])


@pytest.mark.parametrize(("game", "hidden"), [("dampf-and-rails", "cash"), ("planet-steam-standard", "credits")])
def test_the_curtain_hides_money_in_a_fork(page: Page, game: str, hidden: str) -> None:
    """So much money that the same number hardly stands for anything else on the page."""

    def own(now: Now) -> int:
        return int(now["view"]["players"][now["seat"]][hidden])

    sign_in(page, "Ada")
    table, now = create_table_at(page, game, lambda now: own(now) > 40, ME)
    money = own(now)
    open_table(page, table)
    expect(page.locator(".curtain button")).to_be_focused()
    page.wait_for_selector(".others")
    covered = everything_on(page)
    page.locator(".curtain button").click()
    expect(page.get_by_role("region", name="Mine")).to_contain_text(str(money))
    shown = everything_on(page)
    amount = re.compile(rf"(?<![\d.#]){money}(?![\d.%])")
    assert len(amount.findall(covered)) < len(amount.findall(shown))


def test_end_turn_comes_before_the_curtain(page: Page) -> None:
    sign_in(page, "Ada")
    table: str = create_table(page, [ME, ME], end_turn="button")["id"]
    open_for_active_player(page, table)
    for _ in range(2):
        before = see(page, table)["table"]["ply"]
        page.get_by_role("button", name="Take money").click()
        confirm_button(page).click()
        expect_played(page, table, before)
    expect(end_button(page)).to_be_enabled()
    expect(page.locator(".curtain")).to_have_count(0)
    by_enter(page)
    expect(page.get_by_text("Give the screen to Blue")).to_be_visible()
