"""After the game: curves that lead to the replay, what everybody earned and spent, highlights, and sharing."""

from __future__ import annotations

import re
import struct
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from engineshed.core.registry import find_game
from engineshed.core.words import Message
from tests.browser.at_table import open_table, send, sign_in
from tests.browser.axe import assert_accessible_by_day_and_night, assert_fits
from tests.browser.played import import_game
from tests.soak import sized

GAMES = ["steam-power-france", "steam-northeast", "planet-steam-standard", "dampf-and-rails-fast"]
POINTS = {"planet-steam-standard": "Wealth", "dampf-and-rails-fast": "Cash"}
"""What counts, where it is not called points."""


def result_of(page: Page, game: str) -> tuple[str, Locator]:
    sign_in(page, "Ada")
    table = import_game(page, game)
    open_table(page, table)
    result = page.get_by_role("dialog")
    expect(result.get_by_role("slider", name="Round")).to_be_visible()
    return table, result


@pytest.mark.parametrize("game", GAMES)
def test_there_are_curves_of_points_money_and_income(page: Page, game: str) -> None:
    table, result = result_of(page, game)
    milestones = send(page, "GET", f"tables/{table}/review")["milestones"]
    words = find_game(send(page, "GET", f"tables/{table}")["table"]["game"]).speech.words
    curves = result.get_by_role("figure").first
    curves.get_by_text("The same as a table").click()
    last = curves.locator("tr").last.locator("td")
    totals = [milestone["totals"] for milestone in milestones]
    others = {name for name in milestones[-1]["figures"] if [m["figures"][name] for m in milestones] != totals}
    assert len(others) >= (1 if game.startswith("dampf") else 2), "in Dampf & Rails, cash is what counts"
    for figure in ("", *others):
        values = milestones[-1]["figures"][figure] if figure else totals[-1]
        name = words.say(Message(f"figure.{figure}")) if figure else POINTS.get(game, "Points")
        button = curves.get_by_role("button", name=name, exact=True)
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
        expect(last).to_have_text([str(value).replace("-", "−") for value in values])
    assert_accessible_by_day_and_night(page)


def test_the_curve_leads_to_the_end_of_a_round_by_keyboard(page: Page) -> None:
    table, result = result_of(page, "steam-power-france")
    milestones = send(page, "GET", f"tables/{table}/review")["milestones"]
    slider = result.get_by_role("slider", name="Round")
    slider.focus()
    slider.press("Home")
    slider.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", re.compile(f"^Round {milestones[1]['round']}: .*Blue "))
    slider.press("Tab")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(f"/t/{table}/at/{milestones[1]['ply']}$"))
    expect(page.get_by_role("slider", name="Position in the log")).to_have_value(str(milestones[1]["ply"]))


def test_a_click_into_the_curves_leads_there_too(page: Page) -> None:
    table, result = result_of(page, "steam-northeast")
    milestones = send(page, "GET", f"tables/{table}/review")["milestones"]
    chart = result.locator("figure svg")
    box = chart.bounding_box()
    assert box
    chart.click(position={"x": box["width"] * 34 / 480, "y": box["height"] / 2})
    expect(page).to_have_url(re.compile(f"/t/{table}/at/{milestones[0]['ply']}$"))


@pytest.mark.parametrize("game", [*GAMES][: sized(2, 4)])
def test_highlights_and_accounts_are_told_and_lead_to_their_moments(page: Page, game: str) -> None:
    table, result = result_of(page, game)
    review = send(page, "GET", f"tables/{table}/review")
    kinds = {highlight["message"]["id"].partition(".")[0] for highlight in review["highlights"]}
    assert kinds == {"best", "luck"}
    told = result.locator("h3 + ul > li")
    expect(told).to_have_count(len(review["highlights"]))
    rows = [counted for counted in review["accounts"].values() if any(counted)]
    expect(result.locator("h3 + .scroll tbody tr")).to_have_count(len(rows))
    first = next(highlight for highlight in review["highlights"] if highlight["ply"] is not None)
    result.get_by_role("button", name="Look at this moment").first.click()
    expect(page).to_have_url(re.compile(f"/t/{table}/at/{first['ply']}$"))


@pytest.mark.parametrize("game", [*GAMES][: sized(1, 4)])
def test_the_result_is_shared_as_a_link_and_as_a_picture(page: Page, game: str) -> None:
    table, result = result_of(page, game)
    result.get_by_role("button", name="Share").click()
    expect(result.get_by_role("textbox", name="Link to this table")).to_have_value(re.compile(f"/t/{table}$"))
    with page.expect_download() as saving:
        result.get_by_role("button", name="Picture of the result").click()
    assert saving.value.suggested_filename.endswith(f"-{table}.png")
    picture = Path(saving.value.path()).read_bytes()
    width, height = struct.unpack(">II", picture[16:24])
    assert picture.startswith(b"\x89PNG")
    assert (width, height > 600, len(picture) > 50_000) == (1200, True, True)


def test_a_device_that_can_share_gets_the_picture_and_the_link(page: Page) -> None:
    page.add_init_script(
        "navigator.canShare = () => true;"
        "navigator.share = async given => { window.shared = [given.files[0].type, given.url]; };"
    )
    table, result = result_of(page, "steam-northeast")
    result.get_by_role("button", name="Share").click()
    result.get_by_role("button", name="Picture of the result").click()
    page.wait_for_function("() => window.shared")
    kind, link = page.evaluate("() => window.shared")
    assert (kind, link.endswith(f"/t/{table}")) == ("image/png", True)


def test_on_a_desk_scores_curves_and_highlights_are_in_sight_together(page: Page) -> None:
    _, result = result_of(page, "planet-steam-standard")
    scores, curves = result.locator(".scores").bounding_box(), result.locator("figure").first.bounding_box()
    assert scores
    assert curves
    assert scores["x"] + scores["width"] <= curves["x"]
    expect(result.locator("h3 + ul > li").first).to_be_in_viewport(ratio=1)


def test_on_a_phone_the_result_fits(phone: Page) -> None:
    """What happened before somebody came is no news to them."""
    result_of(phone, "dampf-and-rails-fast")
    assert_fits(phone)
    phone.keyboard.press("Escape")
    log = phone.get_by_role("navigation", name="Parts of the table").get_by_role("button").last
    expect(log).to_have_text(re.compile(r"^\s*Log\s*$"))
