"""The plain table of a game that offers only the minimum: no hints, no picture, no words for the plain table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.play import offered
from tests.browser.test_plain_table import address_of, by_mouse, play_to_the_end, sit_down


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    yield from address_of(tmp_path_factory.mktemp("bare"), bare)


def bare(package: Path) -> None:
    boards = package / "boards.py"
    text = boards.read_text("utf-8")
    text = text.replace("return drawn(SHELF.load(options.map), dark=dark)", 'return ""')
    boards.write_text(re.sub(r"return PlainHints\(.*\)\n", "return None\n", text), "utf-8")
    for words in (package / "words").glob("*.toml"):
        words.write_text(words.read_text("utf-8").partition("[group]")[0], "utf-8")


def test_a_whole_game_at_a_bare_table(page: Page) -> None:
    table = sit_down(page)
    expect(offered(page).first).to_have_accessible_name("Take A 1")
    expect(page.get_by_role("group", name="Kinds of actions").get_by_role("button")).to_have_text(["Take"])
    expect(page.get_by_role("region", name="Mine")).to_contain_text("Tracks")
    play_to_the_end(page, table, by_mouse)
