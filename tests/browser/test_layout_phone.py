"""On a phone the board shows what is asked for, and nothing that can be touched is covered."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.at_table import ME, OPEN, create_table, open_table, sign_in
from tests.browser.conftest import PHONE, OpenPage
from tests.browser.measures import CUT_OFF, OUT_OF_SIGHT, TOO_LONG, open_phase, phases, view_of
from tests.browser.play import board, offered
from tests.browser.played import Now, create_table_at
from tests.browser.test_layout import choose_something, pick_tile
from tests.soak import sized

START_TOWNS = ("Århus", "Odense", "København")


def inside(page: Page, thing: Locator) -> bool:
    """Whether the middle of a thing on the board is in sight."""
    box, frame = thing.bounding_box(), board(page).bounding_box()
    assert box
    assert frame
    x, y = box["x"] + box["width"] / 2 - frame["x"], box["y"] + box["height"] / 2 - frame["y"]
    return 0 < x < frame["width"] and 0 < y < frame["height"]


def first_build(now: Now) -> bool:
    return bool(now["view"]["stage"] == "build" and now["view"]["round"] == 1)


def test_all_start_towns_are_in_sight(phone: Page) -> None:
    open_phase(phone, "dampf & rails, start")
    names = board(phone).locator("text.place")
    expect(names.first).to_be_visible()
    for town in START_TOWNS:
        assert inside(phone, names.get_by_text(town.upper(), exact=True)), town


def test_the_own_train_is_in_sight_at_the_first_build(phone: Page) -> None:
    sign_in(phone, "Ada")
    table, now = create_table_at(phone, "dampf-and-rails-fast", first_build, share=0)
    open_table(phone, table)
    (train, *_) = now["view"]["players"][now["seat"]]["trains"]
    post = board(phone).locator(f'[data-place="post {train["at"]}"]')
    expect(post).to_be_attached()
    assert inside(phone, post)


def test_the_headline_has_one_line_and_the_rest_on_a_tap(phone: Page) -> None:
    open_phase(phone, "dampf & rails, track")
    sentence = phone.locator(".status .sentence")
    expect(phone.locator(".status .fold").get_by_text("▾")).to_be_visible()  # there is more
    expect(sentence.locator(".unseen")).to_have_text("You: ")  # the emblem says it as well; the line is for the task
    line = sentence.bounding_box()
    assert line
    assert line["height"] < 40
    sentence.tap()
    whole = sentence.bounding_box()
    assert whole
    assert whole["height"] > line["height"]
    assert sentence.evaluate("sentence => sentence.scrollWidth <= sentence.clientWidth")


def test_many_tiles_and_what_the_chosen_one_leads_to_are_in_sight(phone: Page) -> None:
    pick_tile(phone, open_phase(phone, "steam, tile of a town"), 9)
    for things in (offered(phone), phone.locator(".joins, .foreseen li")):
        hidden: list[str] = things.evaluate_all(OUT_OF_SIGHT)
        assert hidden == []


@pytest.mark.parametrize("phase", ["steam power, tiles", "steam, tiles", "planet steam, claims", "dampf & rails, run"])
def test_cash_is_next_to_the_map(phone: Page, phase: str) -> None:
    now = open_phase(phone, phase)
    me = now["view"]["players"][now["seat"]]
    cash = next(me[name] for name in ("money", "cash", "credits") if name in me)
    expect(phone.locator(".board .cash")).to_contain_text(str(cash))
    expect(phone.locator(".board .cash")).to_be_in_viewport()


@pytest.mark.parametrize("language", ["de", "pl"])
def test_nothing_covers_the_cash_in_longer_languages(open_page: OpenPage, language: str) -> None:
    phone = open_page(locale=language, **PHONE)
    open_phase(phone, "dampf & rails, first orders", language)
    cash, asks = phone.locator(".board .cash").bounding_box(), phone.locator(".asks").bounding_box()
    zoom = phone.locator(".zoom").bounding_box()
    assert cash
    assert asks
    assert zoom
    assert cash["x"] + phone.locator(".board .cash").evaluate("cash => cash.scrollWidth") <= asks["x"]
    assert asks["x"] + asks["width"] <= zoom["x"]
    assert phone.locator(".demand .words > *").evaluate_all(TOO_LONG) == []


def test_the_button_that_explains_covers_nothing_that_is_read(phone: Page) -> None:
    open_phase(phone, "steam, action tiles")
    for name, region in (("Mine", "section.own"), ("Players", "section.others"), ("Log", "section.talk")):
        phone.get_by_role("button", name=re.compile(f"^{name}")).tap()
        expect(phone.locator(region)).to_be_visible()
        read, asks = phone.locator(region).bounding_box(), phone.locator(".asks").bounding_box()
        acts = phone.locator("section.bar").bounding_box()
        assert read
        assert asks
        assert acts
        assert read["y"] + read["height"] <= acts["y"] + 1
        assert acts["y"] + acts["height"] <= asks["y"], name


@pytest.mark.parametrize("language", ["de", "pl"])
def test_the_buttons_of_a_trade_hold_their_words_in_longer_languages(open_page: OpenPage, language: str) -> None:
    phone = open_page(locale=language, **PHONE)
    open_phase(phone, "planet steam, trade", language)
    expect(phone.locator(".quick button")).to_have_count(3)
    assert phone.locator(".quick button").evaluate_all(TOO_LONG) == []


def test_the_effects_of_the_specialists_are_in_sight_where_one_bids(phone: Page) -> None:
    open_phase(phone, "planet steam, auction")
    cards = phone.locator(".explained [data-thing^=card]")
    expect(cards).not_to_have_count(0)
    hidden: list[str] = cards.evaluate_all(OUT_OF_SIGHT)
    assert hidden == []


@pytest.mark.parametrize("phase", phases(7))
@pytest.mark.parametrize("language", ["de", "pl"][:: sized(2, 1)])
def test_nothing_is_cut_off(open_page: OpenPage, phase: str, language: str) -> None:
    phone = open_page(locale=language, **PHONE)
    open_phase(phone, phase, language)
    assert phone.evaluate(CUT_OFF) == []
    choose_something(phone)
    expect(phone.locator(".confirm")).to_be_enabled()
    assert phone.evaluate(CUT_OFF) == []


def test_buttons_for_zooming_cover_nothing(phone: Page) -> None:
    open_phase(phone, "steam power, tiles")
    frame = board(phone).bounding_box()
    assert frame
    for button in phone.locator(".zoom button").all():
        box = button.bounding_box()
        assert box
        assert box["y"] >= frame["y"] + frame["height"]


def test_tabs_without_content_are_grey(phone: Page) -> None:
    sign_in(phone, "Ada")
    open_table(phone, create_table(phone, [ME, OPEN])["id"])
    tabs = phone.get_by_role("navigation", name="Parts of the table").get_by_role("button")
    expect(tabs).to_have_count(4)
    assert [tab.is_enabled() for tab in tabs.all()] == [True, False, False, True]


def test_the_action_area_is_as_high_as_its_content_and_the_map_stays(phone: Page, open_page: OpenPage) -> None:
    open_phase(phone, "steam power, tiles")
    watcher = open_page(**PHONE)
    watcher.goto(phone.url)
    expect(board(watcher).locator("[data-place]").first).to_be_attached()
    expect(watcher.locator(".acts > section")).to_be_hidden()  # nothing to do, so nothing there
    area, asked = phone.locator(".acts"), view_of(phone)
    groups = area.bounding_box()
    place = next(place for place in board(phone).locator(".place.legal").all() if inside(phone, place))
    place.dispatch_event("click")
    expect(phone.locator(".joins")).to_be_visible()
    answer, frame = area.bounding_box(), board(phone).bounding_box()
    assert groups
    assert answer
    assert frame
    assert answer["height"] != groups["height"]
    assert answer["height"] <= 250
    assert view_of(phone) == pytest.approx(asked)
    box = place.bounding_box()
    assert box
    assert box["y"] + box["height"] <= answer["y"]
