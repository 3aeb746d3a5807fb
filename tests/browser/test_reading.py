"""What people read on the board: large numbers, places by names that they know, legends with pictures."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_table import sign_in
from tests.browser.measures import DESKS, READABLE, open_phase, resize, view_of
from tests.browser.play import board
from tests.browser.played import import_game

COMPASS = re.compile(r"\b[ns][ew]?-[ns][ew]?\b")
CODE = re.compile(r"\b[A-Z]\d{1,2}\b(?! \(near )(?!–)")

NUMBERS = """() => {
  const svg = document.querySelector("svg[role=group]");
  const image = svg.querySelector("image");
  const drawn = decodeURIComponent(image.getAttribute("href").replace("data:image/svg+xml,", ""));
  const ground = image.getBoundingClientRect().width / Number(/viewBox="\\S+ \\S+ (\\S+)/.exec(drawn)[1]);
  const printed = [...drawn.matchAll(/<text[^>]*font-size="([\\d.]+)"[^>]*>(\\d+)</g)];
  const pieces = [...svg.querySelectorAll("text")].filter(text => /\\d/.test(text.textContent));
  return [
    ...pieces.filter(text => getComputedStyle(text).opacity > 0).map(text => {
      const { a, b } = text.getScreenCTM();
      return { text: text.textContent, size: parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b) };
    }),
    ...printed.map(([, size, text]) => ({ text, size: size * ground })),
  ];
}"""
"""Every number on the board with its size on the screen: those of pieces, and those printed on the ground."""

COVERED_BY_PIECES = ("6", "10", "12", "16")
"""The prices of ferries are printed on Denmark's ground; the page draws them again, larger."""


def small(numbers: list[dict[str, Any]]) -> list[dict[str, Any]]:
    sizes: dict[str, float] = {}
    for number in numbers:
        text, size = number["text"], number["size"]
        sizes[text] = max(sizes.get(text, 0), size) if text in COVERED_BY_PIECES else min(sizes.get(text, 99), size)
    return [{"text": text, "size": size} for text, size in sizes.items() if size < READABLE]


@pytest.mark.parametrize(
    "phase",
    ["steam power, contracts", "steam, goods", "planet steam, claims", "dampf & rails, run", "dampf & rails, track"],
)
def test_numbers_on_the_board_are_readable(page: Page, phase: str) -> None:
    open_phase(page, phase)
    outlined = board(page).locator(".place.legal")
    if outlined.count():
        outlined.first.dispatch_event("click")
    for size in DESKS:
        resize(page, *size)
        numbers = page.evaluate(NUMBERS)
        assert numbers
        assert small(numbers) == [], size


def badges(page: Page) -> list[dict[str, float]]:
    found: list[dict[str, float]] = (
        board(page)
        .locator(".badge circle")
        .evaluate_all(
            "all => all.map(one => { const { x, y, width } = one.getBoundingClientRect(); return { x, y, width }; })"
        )
    )
    return found


def test_badges_of_a_run_do_not_cover_each_other(page: Page) -> None:
    open_phase(page, "dampf & rails, run")
    found = badges(page)
    assert len(found) > 10
    for number, one in enumerate(found):
        for other in found[number + 1 :]:
            apart = ((one["x"] - other["x"]) ** 2 + (one["y"] - other["y"]) ** 2) ** 0.5
            assert apart >= 0.95 * one["width"], (one, other)


@pytest.mark.parametrize(("playthrough", "noun"), [("steam-power-steel-belt", "track"), ("steam-northeast", "link")])
def test_track_is_named_by_what_it_joins(page: Page, playthrough: str, noun: str) -> None:
    sign_in(page, "Ada")
    page.goto(f"/t/{import_game(page, playthrough)}/at/90")
    places = board(page).locator("[data-place]")
    expect(places.first).to_be_attached()
    labels = places.evaluate_all("all => all.map(one => one.ariaLabel)")
    assert any(re.search(rf"{noun} of \w+ joining \w.+ and \w", label) for label in labels)
    assert [label for label in labels if COMPASS.search(label)] == []
    log = page.get_by_role("list", name="Log")
    expect(log).to_contain_text(re.compile(r"track in \w+, from \w+ to \w+,"))
    assert not COMPASS.search(log.inner_text())


def test_mileposts_are_found_by_a_town_and_by_their_code_on_the_map(page: Page) -> None:
    open_phase(page, "dampf & rails, run")
    log = page.get_by_role("list", name="Log")
    target = board(page).locator("[data-place][aria-label*='(near '][aria-disabled=false]").first
    code = re.match(r"\w+", target.get_attribute("aria-label") or "")
    assert code
    shown = board(page).locator("text.code")
    target.dispatch_event("click")
    expect(shown.filter(has_text=code[0])).to_have_count(1)
    expect(page.locator(".confirm .what")).to_contain_text("(near ")
    page.keyboard.press("Escape")
    expect(shown).to_have_count(0)
    target.focus()
    page.keyboard.press("ArrowRight")
    expect(shown).to_have_count(1)
    assert not CODE.search(log.inner_text())


def test_the_replay_covers_nothing_of_the_board(page: Page) -> None:
    """Its steps are in the strip that is kept free below the board, apart from one line above them."""
    sign_in(page, "Ada")
    page.goto(f"/t/{import_game(page, 'steam-power-steel-belt')}/at/90")
    steps = page.locator(".controls .row")
    for size in DESKS:
        resize(page, *size)
        row, drawn = steps.bounding_box(), view_of(page)
        assert row
        assert row["y"] >= drawn["y"] + drawn["height"] - 40, size
        expect(page.get_by_role("button", name="Back to the current position")).to_be_in_viewport()


@pytest.mark.parametrize(
    "playthrough", ["steam-power-steel-belt", "steam-northeast", "planet-steam-standard", "dampf-and-rails-fast"]
)
def test_every_entry_of_the_legend_has_a_picture(page: Page, playthrough: str) -> None:
    sign_in(page, "Ada")
    page.goto(f"/t/{import_game(page, playthrough)}/at/90")
    page.get_by_role("button", name="Legend").click()
    legend = page.get_by_role("dialog", name="Legend")
    expect(legend.locator("dt").first).to_be_visible()
    pictures = legend.locator("dt img")
    expect(pictures).to_have_count(legend.locator("dt").count())
    assert pictures.evaluate_all("all => all.every(one => one.complete && one.naturalWidth > 0)")
