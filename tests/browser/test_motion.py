"""What happened is shown in motion: cubes run over their links, trains over their track, dice roll."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from engineshed.core.registry import find_game
from tests.browser.at_table import open_table, see, send, sign_in
from tests.browser.offers import moves_of
from tests.browser.played import create_table_at

Now = dict[str, Any]

WATCH = """
window.seen = [];
new MutationObserver((changes) => {
  for (const node of changes.flatMap((change) => [...change.addedNodes])) {
    if (!(node instanceof SVGGElement) || !node.matches(".motion")) continue;
    requestAnimationFrame(() => {
      const run = node.getAnimations()[0];
      if (!run) return;
      const frames = run.effect.getKeyframes().map(({ transform }) => transform.match(/[-\\d.]+/g).map(Number));
      seen.push({ frames, duration: run.effect.getTiming().duration });
    });
  }
}).observe(document, { subtree: true, childList: true });
"""


def near(one: list[float], other: list[float]) -> bool:
    return abs(one[0] - other[0]) < 1 and abs(one[1] - other[1]) < 1


def of_type(*kinds: str) -> Callable[[Now], list[Now]]:
    return lambda now: [move for move in moves_of(now) if move["type"] in kinds]


def rolled_for(now: Now) -> list[Now]:
    """Claims that need a roll."""
    return of_type("claim")(now) if now["view"]["stage"] == "claim" else []


def long_run(now: Now) -> list[Now]:
    """Runs of several steps."""
    points = [offer["hint"]["points"] if offer["move"]["type"] == "go" else 0 for offer in now["legal"]]
    return [move for move, steps in zip(moves_of(now), points, strict=True) if steps > 3]


CASES: dict[str, tuple[str, Callable[[Now], list[Now]], float]] = {
    "steam": ("steam-northeast", of_type("deliver"), 0.6),
    "steam-power": ("steam-power-ireland", of_type("from"), 0.6),
    "planet-steam": ("planet-steam-standard", rolled_for, 0.3),
    "dampf-and-rails": ("dampf-and-rails", long_run, 0.5),
}
"""A whole game of each, moves that set something in motion, and where in the game to look for them."""


def happens(page: Page, game: str) -> tuple[Now, Now]:
    """Such a move is made while the page shows the table; returns the table before it, and the move."""
    name, fitting, share = CASES[game]
    sign_in(page, "Ada")
    page.add_init_script(WATCH)
    table, now = create_table_at(page, name, lambda now: bool(fitting(now)), share=share)
    open_table(page, table)
    expect(page.locator("svg image").first).to_be_visible()
    move = fitting(now)[0]
    body = {"seat": now["seat"], "move": move, "expect": now["table"]["ply"], "key": "moving"}
    send(page, "POST", f"tables/{table}/moves", body)
    return now, move


@pytest.mark.parametrize("game", CASES)
def test_something_travels_and_is_gone_again(page: Page, game: str) -> None:
    happens(page, game)
    page.wait_for_function("() => seen.length > 0")
    first = page.evaluate("seen[0]")
    assert len(first["frames"]) > 5
    assert 0 < first["duration"] <= 1000
    page.wait_for_function("() => document.querySelectorAll('.motion').length === 0")


def test_a_train_runs_from_where_it_was_to_where_it_is(page: Page) -> None:
    now, move = happens(page, "dampf-and-rails")
    page.wait_for_function("() => seen.length > 0")
    frames = page.evaluate("seen[0].frames")
    posts = find_game("dampf-and-rails").boards.layout(find_game("dampf-and-rails").rules.options()).posts
    was = now["view"]["players"][now["seat"]]["trains"][move["train"]]["at"]
    after = see(page, page.url.rsplit("/", 1)[-1])["view"]["players"][now["seat"]]["trains"][move["train"]]["at"]
    assert near(frames[0], list(posts[was].at))
    assert near(frames[-1], list(posts[after].at))


@pytest.mark.parametrize("game", CASES)
def test_nothing_travels_with_reduced_motion(page: Page, game: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    happens(page, game)
    expect(page.locator("[data-focus=log] .line").last).to_be_visible()
    page.evaluate("new Promise((resume) => requestAnimationFrame(() => requestAnimationFrame(resume)))")
    assert page.evaluate("seen.length") == 0


def test_the_steps_of_a_run_are_one_line_of_the_log(page: Page) -> None:
    """Two steps with nothing in between are told as one run, with its points, and taken back as one."""
    page.emulate_media(reduced_motion="reduce")
    sign_in(page, "Ada")
    table, now = create_table_at(page, "dampf-and-rails", lambda now: bool(of_type("step")(now)), share=0.5)
    start = now["view"]["players"][now["seat"]]["trains"][of_type("step")(now)[0]["train"]]["at"]
    names = [
        post.name
        for post in find_game("dampf-and-rails").boards.layout(find_game("dampf-and-rails").rules.options()).posts
    ]
    move = of_type("step")(now)[0]
    for number, to in enumerate((move["to"], start)):
        body = {"seat": now["seat"], "move": {**move, "to": to}, "expect": now["table"]["ply"], "key": f"step {number}"}
        send(page, "POST", f"tables/{table}/moves", body)
        now = see(page, table)
    open_table(page, table)
    line = page.locator("[data-focus=log] .line").last
    expect(line).to_contain_text(f"runs from {names[start]} to {names[start]}, 2 points")
    taken = page.get_by_role("list", name="In this turn").get_by_role("button")
    expect(taken).to_have_count(1)
    taken.click()
    expect(taken).to_have_count(0)
