"""The rules in the browser: tables with pictures, and examples that can be stepped through."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import assert_accessible_by_day_and_night
from tests.browser.conftest import OpenPage
from tests.browser.watch import wait_for_network

EXAMPLES = {
    "steam": "ST-TRACK-10",
    "steam-power": "R26",
    "planet-steam": "R73",
    "dampf-and-rails": "R28",
}
"""A rule of each game that has an example."""


def rule_of(page: Page, game: str, rule: str) -> Locator:
    page.goto(f"/rules/{game}#{rule}")
    return page.locator(f"article#{rule}")


def test_a_table_is_shown_with_its_rule(page: Page) -> None:
    rule = rule_of(page, "planet-steam", "R15")
    table = rule.get_by_role("table", name="What you start with")
    expect(table.get_by_role("columnheader")).to_have_text(["Players", "Credits", "Quartz", "Ore", "Water", "Energy"])
    expect(table.get_by_role("row").nth(1).get_by_role("cell")).to_have_text(["2", "100", "0", "1", "3", "3"])


def test_the_rule_in_the_address_stays_at_the_top_when_tables_arrive(page: Page) -> None:
    rule = rule_of(page, "dampf-and-rails", "R28")
    expect(page.locator("#R27").get_by_role("table")).to_be_visible()
    expect(rule).to_be_focused()
    page.wait_for_function("rule => Math.abs(rule.getBoundingClientRect().top) < 40", arg=rule.element_handle())


def test_parts_of_the_board_are_drawn(page: Page) -> None:
    rule = rule_of(page, "steam", "ST-TERR-1")
    pictures = rule.get_by_role("table").get_by_role("img")
    expect(pictures).to_have_count(8)
    pictures.first.scroll_into_view_if_needed()
    page.wait_for_function("image => image.naturalWidth > 0", arg=pictures.first.element_handle())


def test_rules_that_a_rule_mentions_are_links(page: Page) -> None:
    """Whatever a game calls its rules, and only those that exist: B9 is a train."""
    expect(rule_of(page, "steam", "ST-TOWN-3").locator("p a:not(.term, .show-me)")).to_have_text(["ST-INC-1"])
    expect(rule_of(page, "dampf-and-rails", "A40").locator("p a:not(.term, .show-me)")).to_have_text(["R16"])
    expect(rule_of(page, "dampf-and-rails", "R29").locator("p a:not(.term, .show-me)")).to_have_count(0)


@pytest.mark.parametrize(
    ("language", "rule", "form"), [("en", "R43", "zone"), ("de", "R36", "Bonusrohstoff"), ("pl", "R2", "Surowcami")]
)
def test_terms_are_linked_to_the_glossary_whatever_their_form(
    open_page: OpenPage, language: str, rule: str, form: str
) -> None:
    page = open_page(locale=language)
    link = rule_of(page, "planet-steam", rule).locator("p").first.get_by_role("link", name=form, exact=True)
    link.click()
    term = page.locator(link.get_attribute("href") or "nowhere")
    expect(term).to_be_focused()
    expect(term.get_by_role("link")).to_have_text(re.compile(r"^R\d+$"))
    expect(term).to_be_in_viewport()


def test_a_search_finds_terms_in_every_language(page: Page) -> None:
    page.goto("/rules/steam-power")
    glossary = page.get_by_role("region", name="Glossary")
    expect(glossary.locator("dt")).not_to_have_count(1)
    page.get_by_role("searchbox").fill("Stadtplättchen")
    expect(glossary.locator("dt").filter(has_text=re.compile("^city tile"))).to_have_count(1)


@pytest.mark.parametrize(("game", "rule"), EXAMPLES.items())
def test_an_example_can_be_stepped_through(page: Page, game: str, rule: str) -> None:
    article = rule_of(page, game, rule)
    example = article.locator("details").first
    example.locator("summary").click()
    steps = example.get_by_role("status").filter(has_text="Step 0 of")
    expect(steps).to_be_visible()
    example.get_by_role("button", name="Step forward").click()
    expect(example.get_by_role("status")).to_contain_text("Step 1 of")
    expect(example.locator("li.shown")).to_have_count(1)
    wait_for_network(page)


def test_an_example_names_the_rule_that_refuses_a_move(page: Page) -> None:
    example = rule_of(page, "steam-power", "R26").locator("details").first
    example.locator("summary").click()
    expect(example.locator("svg")).to_be_visible()
    expect(example).to_contain_text("Not allowed, R15: B2 is water")


def test_tables_and_examples_are_accessible(page: Page) -> None:
    example = rule_of(page, "steam-power", "R26").locator("details").first
    example.locator("summary").click()
    expect(example.locator("li").first).to_be_visible()
    assert_accessible_by_day_and_night(page)


def test_nothing_is_wider_than_a_phone(phone: Page) -> None:
    example = rule_of(phone, "dampf-and-rails", "R28").locator("details").first
    example.locator("summary").click()
    expect(example.locator("li").first).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_missing_example_is_reported(page: Page) -> None:
    answer = page.request.get("/api/games/steam/examples/SC-999", headers={"accept-language": "de"})
    assert answer.status == 404
    assert "Beispiel" in answer.json()["text"]
