"""What decided a finished game, how a position would go on, and puzzles: in the browser."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, expect

from engineshed.core.registry import find_game
from engineshed.lab.puzzles import puzzles
from tests.browser.at_table import confirm_button, open_table, send, sign_in
from tests.browser.axe import assert_accessible_by_day_and_night, assert_fits
from tests.browser.conftest import PHONE, OpenPage
from tests.browser.learner import Learner
from tests.browser.played import import_game

GAME = "steam-power-france"
LONG = 180_000
"""Milliseconds for what is worked out in a process of its own, which starts slowly on a busy machine."""
RUNNING = {"state": "running", "done": 0.4, "mine": True, "analysis": None, "endings": None}


def test_what_decided_a_game_is_worked_out_shown_and_shared(page: Page, open_page: OpenPage) -> None:
    sign_in(page, "Ada")
    table = import_game(page, GAME)
    open_table(page, table)
    page.get_by_role("dialog").get_by_role("link", name="What decided it?").click()
    page.get_by_role("button", name="Analyse this game").click()
    expect(page.get_by_role("heading", name="The turns that decided it")).to_be_visible(timeout=LONG)
    found = send(page, "GET", f"tables/{table}/study")["analysis"]
    assert found["points"][-1]["ply"] == send(page, "GET", f"tables/{table}")["table"]["ply"]
    slider = page.get_by_role("slider", name="Position")
    slider.focus()
    slider.press("Home")
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"^Round 1: .*\d+%"))
    assert_accessible_by_day_and_night(page)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a page").click()
    html = saved.value.path().read_text("utf-8")
    assert "<svg" in html
    assert "http" not in html.replace("http://www.w3.org/2000/svg", "")
    # somebody else, on a phone, with the link
    phone = open_page(**PHONE)
    phone.goto(page.get_by_role("textbox", name="Link to this analysis").input_value())
    expect(phone.get_by_role("slider", name="Position")).to_be_visible()
    expect(phone.get_by_role("button", name="Analyse this game")).to_have_count(0)
    assert_fits(phone)
    phone.get_by_role("link", name="Look at this position").first.click()
    expect(phone).to_have_url(re.compile(f"/t/{table}/at/{found['points'][-1]['ply']}$"))


def test_a_study_that_runs_shows_how_far_it_is_and_can_be_cancelled(page: Page) -> None:
    sign_in(page, "Ada")
    table = import_game(page, GAME)
    asked: list[str] = []

    def answer(route: object) -> None:
        asked.append(route.request.method)  # type: ignore[attr-defined]
        now = {**RUNNING, "state": "cancelled"} if "DELETE" in asked else RUNNING
        status = 204 if asked[-1] == "DELETE" else 200
        body = "" if status == 204 else json.dumps(now)
        route.fulfill(status=status, content_type="application/json", body=body)  # type: ignore[attr-defined]

    page.route("**/api/tables/*/study**", answer)
    page.goto(f"/t/{table}/analysis")
    expect(page.get_by_role("progressbar")).to_have_attribute("value", "40")
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("Cancelled before it was done.")).to_be_visible()
    expect(page.get_by_role("button", name="Start again")).to_be_visible()
    assert "DELETE" in asked


def test_any_position_can_be_played_on_many_times(page: Page) -> None:
    sign_in(page, "Ada")
    table = import_game(page, GAME)
    now = send(page, "GET", f"tables/{table}")["table"]
    page.goto(f"/t/{table}/at/{now['ply'] - 8}")
    page.get_by_role("button", name="Continue from here").click()
    page.get_by_role("dialog").get_by_role("link", name="Play this 200 times").click()
    page.get_by_role("button", name="Play this 200 times").click()
    expect(page.get_by_role("caption")).to_have_text(re.compile(r"^\d+ games?$"), timeout=LONG)
    expect(page.get_by_role("rowheader")).to_have_count(len(now["seats"]))
    assert_accessible_by_day_and_night(page)


def test_a_puzzle_is_solved_from_its_list(page: Page) -> None:
    puzzle, learner = puzzles(find_game("planet-steam"))[0], Learner(page)
    page.goto("/learn/planet-steam")
    page.get_by_role("link", name="Puzzle 1", exact=True).click()
    for move in (puzzle.rivals[0].move, puzzle.solution):
        learner.listed().get_by_text(move, exact=True).click()
        confirm_button(page).click()
        expect(learner.panel).to_contain_text("That is it." if move == puzzle.solution else "worse off")
    learner.panel.get_by_role("button", name="Next").click()
    learner.panel.get_by_role("link", name="Puzzles").click()
    expect(page.get_by_text("✓ done")).to_have_count(1)


def test_the_lobby_has_the_puzzle_of_the_day(page: Page) -> None:
    page.goto("/")
    today = send(page, "GET", "puzzle")
    page.get_by_text("Puzzle of the day").get_by_role("link").click()
    expect(page).to_have_url(re.compile(f"/learn/{today['game']}/{today['id']}$"))
    expect(Learner(page).panel).to_contain_text("Find the best one.")
