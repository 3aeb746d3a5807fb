"""Whole games from the list of moves alone, without the board: the list is its equal, for those who cannot see it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser import dampf_and_rails, planet_steam, steam
from tests.browser.at_table import open_table, sign_in
from tests.browser.offers import texts_of
from tests.browser.play import next_text, result
from tests.browser.played import Now, create_table_at
from tests.browser.whole_games import Advice, play_by_list
from tests.soak import sized

LATE = sized(96, 0) / 100
"""The share of the game that comes from a playthrough."""


def in_steam_power(now: Now) -> int:
    return texts_of(now).index(next_text(now))


@pytest.mark.parametrize(
    ("playthrough", "advice"),
    [
        ("steam-power-france", in_steam_power),
        ("steam-ruhr", steam.advice),
        ("planet-steam-standard", planet_steam.advice),
        ("dampf-and-rails-fast", dampf_and_rails.advice),
    ][:: sized(2, 1)],
)
def test_a_whole_game_by_list(page: Page, playthrough: str, advice: Advice) -> None:
    page.emulate_media(reduced_motion="reduce")
    sign_in(page, "Ada")
    table, _ = create_table_at(page, playthrough, lambda _: True, share=LATE)
    open_table(page, table)
    play_by_list(page, table, advice)
    expect(result(page)).to_be_visible()
