"""A table that has gone on under another version of the rules, or cannot, says so in every language."""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from engineshed.server.secrets import hash_of
from tests.browser.at_table import sign_in
from tests.browser.axe import assert_accessible
from tests.browser.conftest import OpenPage
from tests.browser.watch import Watch
from tests.server.test_app_serve import service
from tests.server.test_before import BEFORE, TABLES

IDS = {table["name"]: table_id for table_id, table in TABLES.items()}
CHANGED, SET_BACK, STUCK = IDS["steam-power-3"], IDS["dampf-and-rails-3"], IDS["planet-steam-4"]
OWNER = "the cookie of the guest who owns all the tables".replace(" ", "-")
NEWS = {
    "en": ("From here on: version 2 of the rules", "The new rules do not allow the 18 moves before"),
    "de": ("Von hier an: Version 2 der Regeln", "Die neuen Regeln erlauben 18 Aktionen davor nicht"),
    "pl": ("Od tego miejsca: wersja 2 zasad", "Nowe zasady nie pozwalają na 18 poprzednich ruchów"),
}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with a database of an earlier program, in which one table has lost everything that leads to its
    position."""
    folder = tmp_path_factory.mktemp("house")
    file = Path(shutil.copy(BEFORE / "tables.sqlite", folder / "x.db"))
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("DELETE FROM snapshots WHERE table_id = ?", (STUCK,))
        db.execute("UPDATE guests SET token_hash = ?", (hash_of(OWNER),))
    with service(folder, "--unlimited") as (client, _log):
        yield str(client.base_url).rstrip("/")


@pytest.mark.parametrize("language", NEWS)
def test_the_log_says_where_the_rules_have_changed(open_page: OpenPage, language: str) -> None:
    changed, lost = NEWS[language]
    page = open_page(locale=language)
    page.goto(f"/t/{CHANGED}")
    log = page.get_by_role("tabpanel")
    expect(log.get_by_text(changed, exact=True)).to_be_visible()
    page.goto(f"/t/{SET_BACK}")
    expect(log.get_by_text(re.compile(f"^{changed.replace('2', '3')}. {lost}"))).to_be_visible()
    expect(log.get_by_text("grant green", exact=True).first).to_be_attached()


def test_a_table_that_cannot_go_on_says_why_and_others_than_its_owner_cannot_close_it(page: Page, watch: Watch) -> None:
    watch.expect("503")
    sign_in(page, "Eve")
    page.goto(f"/t/{STUCK}")
    expect(page.get_by_role("alert")).to_contain_text("its owner can close it")
    assert_accessible(page)
    expect(page.get_by_role("button", name="Close this table")).to_have_count(0)


def test_the_owner_of_a_table_that_cannot_go_on_closes_it(page: Page, address: str, watch: Watch) -> None:
    watch.expect("503")
    page.context.add_cookies([{"name": "sid", "value": OWNER, "url": address}])
    page.goto(f"/t/{STUCK}")
    expect(page.get_by_role("button", name="Close this table")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name="Close this table").click()
    expect(page.get_by_role("region", name="Find a table")).to_be_visible()
    page.goto(f"/t/{STUCK}")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_role("button", name="Close this table")).to_have_count(0)
