"""Every text on the boards and beside them can be read by day and by night, measured where it is drawn."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, OpenPage
from tests.browser.contrast import LEAST, measure_texts
from tests.browser.measures import PHASES, open_phase
from tests.browser.test_explaining import GAMES, open_midgame
from tests.browser.watch import wait_for_network
from tests.soak import sized

CROWDED = "dampf & rails, run"
"""Here many places in reach are marked at once, and trains and names may hide a part of the marks next to them."""


def assert_readable(page: Page, at_least: int) -> None:
    """Check both themes. At least this many texts must be in sight, or there would be nothing to measure."""
    wait_for_network(page)
    ground = page.locator(".board image")
    for look in ("light", "dark"):
        before = ground.get_attribute("href") or ""
        if look == "dark":
            page.emulate_media(color_scheme="dark")
            expect(ground).not_to_have_attribute("href", before)
        texts = measure_texts(page)
        assert len(texts) >= at_least
        assert [text for text in texts if text.contrast < LEAST] == [], look


@pytest.mark.parametrize("game", GAMES)
def test_every_text_of_a_table_stands_out(open_page: OpenPage, game: str) -> None:
    page = open_page(reduced_motion="reduce")
    open_midgame(page, game)
    assert_readable(page, 100)


@pytest.mark.parametrize("phase", [phase for phase in reversed(PHASES) if phase != CROWDED][:: sized(10, 1)])
def test_every_text_stands_out_when_one_is_asked(open_page: OpenPage, phase: str) -> None:
    page = open_page(reduced_motion="reduce")
    open_phase(page, phase)
    assert_readable(page, 100)


@pytest.mark.parametrize("game", [*GAMES][: sized(1, 4)])
def test_every_text_stands_out_on_a_phone(open_page: OpenPage, game: str) -> None:
    page = open_page(reduced_motion="reduce", **PHONE)
    open_midgame(page, game)
    assert_readable(page, 15)


def test_a_faint_text_is_found(page: Page) -> None:
    """The measure itself: a text without contrast, a faint one, and one that a rim saves."""
    page.goto("/help")
    page.evaluate(
        """() => {
          document.body.innerHTML = `<svg width="300" height="120" font-size="24">
            <rect width="300" height="120" fill="#888"/>
            <text x="10" y="30" fill="#888">lost</text><text x="10" y="65" fill="#bbb">faint</text>
            <text x="10" y="100" fill="#888" stroke="#fff" stroke-width="6" paint-order="stroke">thin rim</text>
            <text x="150" y="100" fill="#111" stroke="#fff" stroke-width="6" paint-order="stroke">rim</text></svg>`;
        }"""
    )
    contrasts = {text.text: text.contrast for text in measure_texts(page)}
    assert contrasts["lost"] == pytest.approx(1, abs=0.05)
    assert contrasts["faint"] == pytest.approx(1.83, abs=0.1)
    assert contrasts["thin rim"] == pytest.approx(3.54, abs=0.2)
    assert contrasts["rim"] > 15
