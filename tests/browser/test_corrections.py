"""Corrected files can be chosen for a new table."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from engineshed.core.registry import find_game
from tests.browser.at_table import send
from tests.browser.axe import assert_accessible
from tests.browser.test_lobby import enter_name, new_table, table_of
from tests.browser.watch import Watch

GAME = find_game("dampf-and-rails")


def written(folder: Path, name: str, old: str, new: str) -> Path:
    text = GAME.corrections.text(name)
    assert old in text
    path = folder / name
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


def test_corrected_files_are_chosen_and_played_with(page: Page, tmp_path: Path) -> None:
    order = written(tmp_path, "orders.toml", 'good = "oil", pay = 9', 'good = "oil", pay = 11')
    train = written(tmp_path, "trains.toml", "speed = 15, fast", "speed = 16, fast")
    new_table(page, GAME.title)
    page.get_by_label("Corrected files").set_input_files([order, train])
    expect(page.get_by_text("Chosen: orders.toml, trains.toml")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name="Create the table").click()
    enter_name(page, "Ada")
    options = send(page, "GET", f"tables/{table_of(page)['id']}/options")["options"]
    assert [corrected["file"] for corrected in options["data"]] == ["orders.toml", "trains.toml"]
    page.goto("/")
    expect(page.get_by_text("corrected files").first).to_be_visible()


def test_a_file_that_contradicts_the_rulebook_is_refused_on_the_form(page: Page, watch: Watch, tmp_path: Path) -> None:
    watch.expect("400")
    wrong = written(tmp_path, "numbers.toml", "announce = 200", "announce = 210")
    new_table(page, GAME.title)
    page.get_by_label("Corrected files").set_input_files([wrong])
    page.get_by_role("button", name="Create the table").click()
    enter_name(page, "Ada")
    expect(page.get_by_role("alert")).to_contain_text("announce: it is 210 here, but the rulebook prints 200")
