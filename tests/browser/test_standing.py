"""Who is winning and why, what changed since the last look, and the small things around a replay."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.at_table import BOT, ME, create_table, make_moves, open_table, see, send, sign_in, wait_for_my_turn
from tests.browser.axe import assert_accessible_by_day_and_night, assert_fits
from tests.browser.play import expect_played
from tests.browser.played import create_table_at, import_game
from tests.soak import sized

GAMES = ["steam-power-france", "steam-northeast", "planet-steam-standard", "dampf-and-rails-fast"]


def others(page: Page) -> Locator:
    return page.get_by_role("region", name="Players and supply")


def tallies(page: Page) -> Locator:
    """The totals on the players' cards, in the order of the cards."""
    return others(page).get_by_role("list").first.locator("details > summary")


@pytest.mark.parametrize("game", GAMES)
def test_every_player_has_a_total_and_its_parts_on_opening(page: Page, game: str) -> None:
    sign_in(page, "Ada")
    table, now = create_table_at(page, game, lambda now: now["view"]["round"] > 2)
    open_table(page, table)
    standing = now["standing"]
    for tally in standing["tallies"]:
        known = [points for points in tally["parts"].values() if points is not None]
        total = str(tally["total"]).replace("-", "−")
        shown = total if tally["complete"] else f"{total} + ?" if known else "?"
        card = others(page).locator("li > details").filter(has_text=re.compile(rf"now\s*{re.escape(shown)}\s"))
        card.first.locator("summary").click()
        expect(card.first.locator("dd").first).to_be_visible()
        written = card.first.locator("dd").all_inner_texts()[: len(tally["parts"])]
        assert written == [
            "hidden" if points is None else str(points).replace("-", "−") for points in tally["parts"].values()
        ]
        card.first.locator("summary").click()
    assert_accessible_by_day_and_night(page)


def test_the_lead_the_phase_and_what_comes_next_are_named(page: Page) -> None:
    sign_in(page, "Ada")
    table, now = create_table_at(page, "steam-power-france", lambda now: now["view"]["round"] > 5)
    open_table(page, table)
    totals = [tally["total"] for tally in now["standing"]["tallies"]]
    mine = totals[now["seat"]]
    headline = page.get_by_role("region", name="Who is winning").locator("summary").first
    best = max(totals)
    if mine < best:
        expect(headline).to_contain_text(f"You are {best - mine} behind")
    elif totals.count(best) == 1:
        expect(headline).to_contain_text(f"by {best - sorted(totals)[-2]}")
    else:
        expect(headline).to_contain_text(f"level at {best}")
    expect(page.get_by_role("region", name="Who is winning")).to_contain_text(f"Round {now['view']['round']} →")
    headline.click()
    expect(
        page.get_by_text("The game ends after the round in which somebody completes contract number")
    ).to_be_visible()


def test_a_player_who_plays_alone_sees_a_total(page: Page) -> None:
    sign_in(page, "Ada")
    table = create_table(page, [ME], options={})["id"]
    open_table(page, table)
    total = see(page, table)["standing"]["tallies"][0]["total"]
    expect(page.get_by_role("region", name="Who is winning").locator("details b")).to_have_text(str(total))


@pytest.mark.parametrize("game", [*GAMES][: sized(2, 4)])
def test_on_a_phone_the_players_fit(phone: Page, game: str) -> None:
    sign_in(phone, "Ada")
    table, _ = create_table_at(phone, game, lambda now: now["view"]["round"] > 2)
    open_table(phone, table)
    phone.get_by_role("button", name="Players").click()
    phone.locator(".others details > summary").nth(1).click()
    assert_fits(phone)


# -- since the last look --------------------------------------------------------------------------------------------


def test_returning_players_see_what_others_did(page: Page) -> None:
    sign_in(page, "Ada")
    table = create_table(page, [ME, BOT])["id"]
    open_table(page, table)
    expect(page.get_by_text("Since you last looked")).to_have_count(0)
    expect(page.get_by_role("tab", name="Log")).to_be_visible()
    page.goto("/")
    make_moves(page, table, "money", "money")
    now = wait_for_my_turn(page, table)
    open_table(page, table)
    news = page.get_by_role("region", name=re.compile("^Since you last looked: "))
    expect(news).to_contain_text("Blue (bot)")
    expect(news).not_to_contain_text("Ada")
    expect(page.locator(".talk li.fresh")).not_to_have_count(0)
    assert_accessible_by_day_and_night(page)
    news.get_by_role("button", name="Close this note").click()
    expect(news).to_have_count(0)
    expect(page.locator(".talk li.fresh")).to_have_count(0)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("tab", name="Log")).to_be_visible()
    expect(news).to_have_count(0)
    assert see(page, table)["table"]["ply"] == now["table"]["ply"]


def test_ones_own_chat_message_is_not_news(page: Page) -> None:
    """Sent from another device: here the log is open, not the chat."""
    sign_in(page, "Ada")
    table = create_table(page, [ME, BOT])["id"]
    open_table(page, table)
    chat = page.get_by_role("tab", name="Chat")
    expect(chat).to_be_visible()
    send(page, "POST", f"tables/{table}/chat", {"text": "hello"})
    chat.click()
    expect(page.get_by_text("hello")).to_be_visible()
    page.get_by_role("tab", name="Log").click()
    send(page, "POST", f"tables/{table}/chat", {"text": "again"})
    make_moves(page, table, "money")  # pushed after the message, so the message must have arrived as well
    expect(page.locator("main")).to_have_attribute("data-ply", str(see(page, table)["table"]["ply"]))
    expect(chat).to_have_text("Chat")


# -- the past and forks ---------------------------------------------------------------------------------------------


def test_in_a_replay_money_is_not_compared_with_the_present(page: Page) -> None:
    sign_in(page, "Ada")
    table = create_table(page, [ME, BOT])["id"]
    open_table(page, table)
    for _ in range(8):
        for _ in range(2):
            before = wait_for_my_turn(page, table)["table"]["ply"]
            page.get_by_role("button", name="Take money").click()
            page.get_by_role("button", name="Confirm").click()
            expect_played(page, table, before)
        wait_for_my_turn(page, table)
        expect(page.get_by_role("button", name="Take money")).to_be_enabled()
        if others(page).locator(".money small").count():
            break
    expect(others(page).locator(".money small")).not_to_have_count(0)
    page.locator(".talk .line").first.click()
    page.get_by_role("button", name="Look at this moment").click()
    expect(page.get_by_role("slider", name="Position in the log")).to_be_visible()
    page.keyboard.press("Home")
    expect(page.get_by_role("slider", name="Position in the log")).to_have_value("0")
    expect(others(page).locator(".money small")).to_have_count(0)


def test_continuing_from_a_position_stops_a_running_replay(page: Page) -> None:
    sign_in(page, "Ada")
    table = import_game(page, "steam-power-france")
    page.goto(f"/t/{table}/at/10")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.get_by_role("button", name="Continue from here").click()
    expect(page.locator(".scrubber button[aria-label='Play']")).to_have_count(1)
    at = page.get_by_role("slider", include_hidden=True).first.input_value()
    page.get_by_role("button", name="On this screen").click()
    page.wait_for_url(re.compile(f"/t/(?!{table})"))
    forked = page.url.rsplit("/", 1)[1]
    assert see(page, forked)["table"]["origin"] == {"table": table, "ply": int(at)}


def test_the_log_of_a_fork_leads_to_what_happened_before(page: Page) -> None:
    sign_in(page, "Ada")
    table, now = create_table_at(page, "steam-power-france", lambda now: now["view"]["round"] > 2)
    open_table(page, table)
    origin = now["table"]["origin"]
    page.get_by_role("link", name="What happened before").click()
    page.wait_for_url(re.compile(f"/t/{origin['table']}/at/{origin['ply']}$"))
    expect(page.locator(".talk .line").first).to_be_visible()
