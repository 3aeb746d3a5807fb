"""The stepper and the auction bar on their own, built like the client and under the same security policy."""

from __future__ import annotations

import mimetypes
import re
from collections.abc import Callable
from fcntl import LOCK_EX, flock
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import hatch_build
import pytest
from playwright.sync_api import Locator, Page, Route, expect

from engineshed.server.web.security import POLICY
from tests.browser.axe import assert_accessible, assert_accessible_by_day_and_night, assert_fits
from tests.browser.conftest import DESK, PHONE, OpenPage, Shoot

PARTS = Path(__file__).parent / "parts"
ADDRESS = "http://parts.test/"
STATES = ("", "barred", "list", "broke", "fresh", "must")
NARROW: dict[str, Any] = {**PHONE, "viewport": {"width": 320, "height": 640}}

Show = Callable[..., Page]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The parts, built once for all processes that run tests."""
    own = tmp_path_factory.getbasetemp()
    everybodys = own if worker_id == "master" else own.parent
    folder = everybodys / "parts"
    with (everybodys / "parts.lock").open("w") as lock:
        flock(lock, LOCK_EX)
        if not (folder / "index.html").exists():
            config = str(PARTS / "rollup.config.mjs")
            assert hatch_build.npm(["exec", "--offline", "--", "rollup", "--config", config, "--dir", str(folder)]) == 0
    return folder


@pytest.fixture
def show(open_page: OpenPage, built: Path) -> Show:
    """Opens the parts in a state of ``STATES``: ``show("barred", **PHONE)``."""

    def answer(route: Route) -> None:
        name = urlsplit(route.request.url).path.lstrip("/") or "index.html"
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        route.fulfill(path=built / name, headers={"content-security-policy": POLICY, "content-type": kind})

    def show_one(state: str = "", **options: Any) -> Page:
        page = open_page(**options)
        page.route(f"{ADDRESS}**", answer)
        page.goto(f"{ADDRESS}?{state}")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        return page

    return show_one


def number(page: Page, label: str = "Goods") -> Locator:
    return page.get_by_role("spinbutton", name=label)


def expect_heard(page: Page, *calls: str) -> None:
    expect(page.get_by_label("Heard")).to_have_text(", ".join(calls))


def bid(page: Page, name: str) -> Locator:
    return page.get_by_role("group", name="Bids to choose from").get_by_role("button", name=name, exact=True)


# -- the stepper -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "reached"),
    [("ArrowUp", 1), ("ArrowDown", -1), ("PageUp", 5), ("PageDown", -2), ("Home", -2), ("End", 6)],
)
def test_the_stepper_has_the_keys_of_a_spin_button(show: Show, key: str, reached: int) -> None:
    page = show()
    number(page).fill("0")
    number(page).press(key)
    expect(number(page)).to_have_attribute("aria-valuenow", str(reached))
    expect(page.get_by_label("Bound")).to_have_text(str(reached))
    expect_heard(page, "goods 0", f"goods {reached}")


def test_keys_with_shift_select_text(show: Show) -> None:
    page = show()
    number(page).press("Shift+Home")
    expect(number(page)).to_have_value("4")
    expect_heard(page)


def test_the_buttons_of_the_stepper_stop_at_the_limit(show: Show) -> None:
    page = show()
    more, less = page.get_by_role("button", name="Goods: more"), page.get_by_role("button", name="Goods: less")
    for _ in range(2):
        more.click()
    expect(more).to_have_attribute("aria-disabled", "true")
    more.click(force=True)
    expect_heard(page, "goods 5", "goods 6")
    less.click()
    expect(more).to_have_attribute("aria-disabled", "false")
    expect(number(page)).to_have_value("5")


@pytest.mark.parametrize(("text", "counts"), [("20", 6), ("-9", -2), ("−1", -1), ("9" * 400, 6)])
def test_typed_numbers_stay_within_the_limits(show: Show, text: str, counts: int) -> None:
    page = show()
    number(page).fill(text)
    expect(page.get_by_label("Bound")).to_have_text(str(counts))
    expect_heard(page, f"goods {counts}")
    number(page).blur()
    expect(number(page)).to_have_value(str(counts).replace("-", "−"))


@pytest.mark.parametrize("text", ["many", "3.5", "1e1", "--2"])
def test_a_text_that_is_not_a_number_is_reported_and_changes_nothing(show: Show, text: str) -> None:
    page = show()
    number(page).fill(text)
    expect(number(page)).to_have_attribute("aria-invalid", "true")
    expect(number(page)).to_have_accessible_description(f"“{text}” cannot be chosen (−2 to 6); 4 is used instead.")
    number(page).press("Enter")
    expect(number(page)).to_have_value("4")
    expect(number(page)).to_have_attribute("aria-invalid", "false")
    expect(number(page)).to_have_accessible_description("−2 to 6")
    expect_heard(page)


def test_typing_replaces_the_old_number(show: Show) -> None:
    page = show()
    number(page).focus()
    page.keyboard.type("3")
    expect(number(page)).to_have_value("3")
    page.keyboard.press("Backspace")
    expect(number(page)).to_have_value("")
    expect(number(page)).to_have_attribute("aria-invalid", "false")
    expect_heard(page, "goods 3")


def test_the_price_is_shown_and_spoken(show: Show) -> None:
    page = show()
    number(page).press("ArrowUp")
    expect(page.get_by_text("costs $10")).to_be_visible()
    expect(number(page)).to_have_attribute("aria-valuetext", "5, costs $10")


def test_the_number_follows_its_limits(show: Show) -> None:
    """There is no callback, because nobody chose that number."""
    page = show()
    page.get_by_role("button", name="Fewer").click()
    expect(number(page)).to_have_value("3")
    expect(page.get_by_label("Bound")).to_have_text("3")
    expect_heard(page)


# -- the auction bar ---------------------------------------------------------------------------------------------------


def test_the_bar_shows_what_is_sold_and_all_bids(show: Show) -> None:
    page = show()
    auction = page.get_by_role("region", name="First turn of round 3")
    expect(auction.get_by_role("definition")).to_have_text("$14")
    order = auction.get_by_role("list", name="Bidders in turn order").get_by_role("listitem")
    cy = "<b>Cy</b> of the very long name"
    expect(order).to_have_text(
        ["Ada leads: $7", "Bo bids $5 to bid", f"{cy} no bid yet", "Di out at $3", "Ed out", "Flo first place"],
    )
    expect(auction.locator('[aria-current="true"]')).to_have_text("Bo bids $5 to bid")


def test_nobody_leads_before_the_first_bid(show: Show) -> None:
    page = show("fresh")
    expect(page.get_by_text(re.compile("^leads"))).to_have_count(0)


def test_buttons_choose_their_amount(show: Show) -> None:
    page = show()
    for name, amount in (("$8 Minimum", 8), ("$9 +1", 9), ("$13 +5", 13)):
        bid(page, name).click()
        expect(bid(page, name)).to_have_attribute("aria-pressed", "true")
        expect(number(page, "Own amount")).to_have_value(str(amount))
        expect(page.get_by_text(f"If you win at ${amount}: ${14 - amount} are left.")).to_be_visible()
    for answer in ("Pass", "Skip"):
        bid(page, answer).click()
        expect(bid(page, answer)).to_have_attribute("aria-pressed", "true")
        expect(page.locator('[aria-pressed="true"]')).to_have_count(1)
    expect_heard(page, "bid 8", "bid 9", "bid 13", "Pass", "Skip")


def test_any_amount_can_be_typed(show: Show) -> None:
    page = show()
    number(page, "Own amount").fill("11")
    number(page, "Own amount").press("ArrowUp")
    number(page, "Own amount").press("End")
    number(page, "Own amount").press("ArrowUp")
    expect_heard(page, "bid 11", "bid 12", "bid 14")
    expect(page.get_by_text("If you win at $14")).to_be_visible()


def test_only_listed_bids_can_be_chosen(show: Show) -> None:
    """The listed bids are 8, 9, 13 and 20."""
    page = show("list")
    own = number(page, "Own amount")
    for key in ("ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowDown", "PageDown"):
        own.press(key)
    expect_heard(page, "bid 9", "bid 13", "bid 20", "bid 13", "bid 8")
    own.fill("12")
    expect_heard(page, "bid 9", "bid 13", "bid 20", "bid 13", "bid 8", "bid 13")
    expect(own).to_have_accessible_description("“12” cannot be chosen (8 to 20); 13 is used instead.")


def test_a_player_who_cannot_bid_can_pass(show: Show) -> None:
    page = show("broke")
    for name in ("Minimum", "+1", "+5"):
        expect(bid(page, name)).to_be_disabled()
    expect(number(page, "Own amount")).to_have_count(0)
    bid(page, "Pass").click()
    expect_heard(page, "Pass")


def test_a_player_who_must_bid_cannot_pass(show: Show) -> None:
    page = show("must")
    expect(bid(page, "$8 Minimum")).to_be_enabled()
    expect(bid(page, "Pass")).to_have_count(0)


def test_a_player_who_has_to_wait_is_told_why(show: Show) -> None:
    page = show("barred")
    group = page.get_by_role("group", name="Bids to choose from")
    expect(group).to_have_accessible_description("Bo is to bid now.")
    expect(page.get_by_text("Bo is to bid now.")).to_be_visible()
    controls = group.locator("button, input").all()
    assert len(controls) == 8
    for control in controls:
        expect(control).to_be_disabled()


# -- changes -----------------------------------------------------------------------------------------------------------


def test_equal_changes_are_all_shown(show: Show) -> None:
    """For example, two trains may have the same points, or two people the same name."""
    page = show()
    expect(page.get_by_role("region", name="Changes").get_by_text("points 5 → 15")).to_have_count(4)


# -- for everybody -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("window", [DESK, PHONE, NARROW], ids=["desk", "phone", "narrow"])
def test_the_parts_are_accessible(show: Show, shoot: Shoot, window: dict[str, Any]) -> None:
    page = show(**window)
    for state in STATES:
        page.goto(f"{ADDRESS}?{state}")
        number(page).fill("20")
        (assert_accessible_by_day_and_night if window is DESK else assert_accessible)(page)
        assert_fits(page)
        shoot(page, f"parts-{state or 'mine'}")


@pytest.mark.parametrize("window", [DESK, PHONE], ids=["desk", "phone"])
def test_buttons_are_large_enough_for_a_finger(show: Show, window: dict[str, Any]) -> None:
    page = show(**window)
    boxes = [button.bounding_box() for button in page.get_by_role("button").all()]
    assert len(boxes) == 10
    assert all(box and box["width"] >= 44 and box["height"] >= 44 for box in boxes), boxes


@pytest.mark.parametrize(("locale", "bids"), [("de", "Gebote zur Auswahl"), ("pl", "Oferty do wyboru")])
def test_the_parts_are_in_the_readers_language(show: Show, locale: str, bids: str) -> None:
    page = show(locale=locale, **NARROW)
    expect(page.get_by_role("group", name=bids)).to_be_visible()
    assert_fits(page)
