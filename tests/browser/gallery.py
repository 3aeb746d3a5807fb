"""Pictures of what docs/table.md promises: for every line of its table and every game, on a desk and on a phone.

``python -m tests.browser.gallery OUT --language de --dark`` starts a server, opens tables in the middle of stored
games, does what a player would do there, and writes pictures and ``index.html``, which shows all of them.
"""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from tests.browser import dampf_and_rails, planet_steam, steam
from tests.browser.at_table import choose_action, make_moves, open_table, sign_in, wait_for_my_turn
from tests.browser.chromium import launch
from tests.browser.conftest import PHONE
from tests.browser.measures import Phase, can, can_finish, in_stage
from tests.browser.play import board
from tests.browser.played import Now, create_table_at, import_game
from tests.server.test_app_serve import service

DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
GAMES = ("steam-power", "steam", "planet-steam", "dampf-and-rails")
RATINGS = ("task", "feedback", "board", "state", "others", "learning", "thumb")
"""The lines of the table in docs/table.md, from "what to do now" to "thumb"."""

ASKED = {
    "steam-power": Phase("steam-power-france", in_stage("action"), 0),
    "steam": Phase("steam-northeast", can("track")),
    "planet-steam": Phase("planet-steam-standard", in_stage("extract")),
    "dampf-and-rails": Phase("dampf-and-rails-fast", in_stage("build"), 0),
}
"""Positions in which a newcomer may wonder what to do."""
CHOOSING = {
    "steam-power": Phase("steam-power-steel-belt", can_finish),
    "steam": Phase("steam-ruhr", can("deliver"), 0.7),
    "planet-steam": Phase("planet-steam-standard", in_stage("trade")),
    "dampf-and-rails": Phase("dampf-and-rails-fast", can("deliver")),
}
"""Positions with a move that leads to much."""
WHOLE = {
    "steam-power": "steam-power-steel-belt",
    "steam": "steam-northeast",
    "planet-steam": "planet-steam-standard",
    "dampf-and-rails": "dampf-and-rails-fast",
}
LATE = {game: Phase(name, lambda _: True, 0.7) for game, name in WHOLE.items()}
BIDDING = {**LATE, "planet-steam": Phase("planet-steam-standard", in_stage("auction"))}
"""Planet Steam is followed and learnt best where specialists are bid for."""

MOVES = 12
"""The most moves until a bot is to act."""
MOVED = 3000
"""The milliseconds until the page has shown what the bots have done."""

Act = Callable[[Page, Now, str], None]


class Shot(NamedTuple):
    """A picture: where it is taken, and what is done before."""

    positions: dict[str, Phase] | None
    """None for the whole board at the end of a game."""
    act: Act
    phone: bool = False


def look(_page: Page, _now: Now, _game: str) -> None:
    """Nothing is touched: what is seen is what everybody finds."""


def choose(page: Page, now: Now, game: str) -> None:
    press = Locator.tap if is_phone(page) else Locator.click
    if game == "steam-power":
        choose_action(page)
    else:
        moves: Any = {"steam": steam, "planet-steam": planet_steam, "dampf-and-rails": dampf_and_rails}[game]
        moves.choose(page, now, moves.advice(now), press)
    page.wait_for_function("() => document.querySelector('.foreseen') || document.querySelector('.bar .whole')")


def open_standing(page: Page, _now: Now, _game: str) -> None:
    if is_phone(page):
        page.locator("main > nav button").nth(2).tap()
    page.locator(".others summary").first.click()


def ask_what_changed(page: Page, _now: Now, _game: str) -> None:
    """What a bot's move has changed, after the player has passed the turn on."""
    table = page.url.rpartition("/")[2]
    others: Locator = (
        page.locator(".turns > li").filter(has_text=re.compile(r"\(bot\)", re.IGNORECASE)).locator(".line")
    )
    for _ in range(MOVES):
        if others.count():
            break
        now = wait_for_my_turn(page, table)
        make_moves(page, table, min(now["legal"], key=_passing)["text"])
        wait_for_my_turn(page, table)
        page.wait_for_timeout(MOVED)
    others.last.click()
    page.get_by_role("button", name=re.compile("change|ändert|zmieni")).click()
    expect(page.locator(".happened p").first).to_be_visible()


def _passing(offer: Any) -> int:
    """Moves that pass the turn on come first."""
    kinds = ("pass", "done", "end", "stop", "money")
    return kinds.index(offer["move"]["type"]) if offer["move"]["type"] in kinds else len(kinds)


def ask_for_a_hint(page: Page, _now: Now, _game: str) -> None:
    page.keyboard.press("!")
    hint = page.locator(".hints button.hint").first
    expect(hint).to_be_visible()
    hint.click()


SHOTS: dict[str, list[Shot]] = {
    "task": [Shot(ASKED, look), Shot(ASKED, look, phone=True)],
    "feedback": [Shot(CHOOSING, choose)],
    "board": [Shot(None, look)],
    "state": [Shot(LATE, open_standing), Shot(LATE, open_standing, phone=True)],
    "others": [Shot(BIDDING, ask_what_changed)],
    "learning": [Shot(BIDDING, ask_for_a_hint)],
    "thumb": [Shot(CHOOSING, choose, phone=True)],
}


def is_phone(page: Page) -> bool:
    return bool(page.evaluate("matchMedia('(pointer: coarse)').matches"))


def take(browser: Browser, origin: str, shot: Shot, game: str, language: str, *, dark: bool) -> bytes:
    """One picture of one game."""
    look = {"color_scheme": "dark" if dark else "light", "locale": language}
    context = browser.new_context(base_url=origin, **{**(PHONE if shot.phone else DESK), **look})
    try:
        page = context.new_page()
        sign_in(page, "Ada", language)
        if shot.positions is None:
            page.goto(f"/t/{import_game(page, WHOLE[game])}")
            page.get_by_role("dialog").wait_for()
            page.keyboard.press("Escape")
            now: Now = {}
        else:
            playthrough, there, share = shot.positions[game]
            table, now = create_table_at(page, playthrough, there, share=share)
            open_table(page, table)
        expect(board(page).locator("[data-place]").first).to_be_attached()
        expect(page.locator(".others")).to_be_attached()
        shot.act(page, now, game)
        page.wait_for_timeout(600)  # until everything that moves has arrived
        return page.screenshot()
    finally:
        context.close()


def pictures(browser: Browser, origin: str, language: str, *, dark: bool) -> Iterator[tuple[str, bytes]]:
    """The name of every picture, and the picture."""
    for rating in RATINGS:
        for game in GAMES:
            for shot in SHOTS[rating]:
                name = f"{rating}-{game}{'-phone' if shot.phone else ''}"
                yield name, take(browser, origin, shot, game, language, dark=dark)


def main(arguments: list[str]) -> None:
    parser = ArgumentParser(prog="python -m tests.browser.gallery", description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--language", choices=["en", "de", "pl"], default="en")
    parser.add_argument("--dark", action="store_true")
    given = parser.parse_args(arguments)
    given.out.mkdir(parents=True, exist_ok=True)
    page = ["<!doctype html><meta charset=utf-8><title>The table</title>"]
    with (
        TemporaryDirectory() as folder,
        service(Path(folder), "--unlimited") as (client, _),
        sync_playwright() as driver,
    ):
        browser = launch(driver)
        for name, picture in pictures(browser, str(client.base_url).rstrip("/"), given.language, dark=given.dark):
            (given.out / f"{name}.png").write_bytes(picture)
            page.append(
                f"<figure><figcaption>{escape(name)}</figcaption><img src='{name}.png' style='width: 48%'></figure>"
            )
            print(name)
        browser.close()
    (given.out / "index.html").write_text("\n".join(page), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
