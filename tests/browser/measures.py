"""How large things are on the screen, and positions of all games in which to measure them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.at_table import open_table, sign_in
from tests.browser.offers import moves_of
from tests.browser.play import board, tracks
from tests.browser.played import Now, create_table_at
from tests.soak import sized

DESKS = {(1440, 900): 0.55, (1280, 800): 0.50}
"""The least share of the window that the board has."""
WINDOWS = ((1024, 768), (1280, 800), (1440, 900), (1920, 1080))
READABLE = 11
"""The least size of names on the screen, in pixels."""


class Phase(NamedTuple):
    """A position of a playthrough; the search begins at this share of the game."""

    playthrough: str
    there: Callable[[Now], bool]
    share: float = 0.5


def in_stage(*stages: str) -> Callable[[Now], bool]:
    return lambda now: now["view"]["stage"] in stages


def can(kind: str) -> Callable[[Now], bool]:
    return lambda now: any(move["type"] == kind for move in moves_of(now))


def can_finish(now: Now) -> bool:
    """Whether a tile would finish a link."""
    return any((offer["hint"] or {}).get("joins") == 2 for offer in now["legal"])


def has_many_tiles(now: Now) -> bool:
    return max(map(len, tracks(now).values()), default=0) >= 9


PHASES = {
    "steam power, tiles": Phase("steam-power-steel-belt", has_many_tiles),
    "steam power, contracts": Phase("steam-power-france", can("deliver")),
    "steam, tiles": Phase("steam-northeast", in_stage("build")),
    "steam, last tile of a link": Phase("steam-northeast", can_finish),
    "steam, tile of a town": Phase("steam-northeast", can("town")),
    "steam, goods": Phase("steam-ruhr", can("deliver"), 0.7),
    "steam, auction": Phase("steam-northeast-expert", in_stage("auction")),
    "steam, action tiles": Phase("steam-northeast", in_stage("choose")),
    "planet steam, auction": Phase("planet-steam-standard", in_stage("auction")),
    "planet steam, claims": Phase("planet-steam-standard", can("claim")),
    "planet steam, trade": Phase("planet-steam-standard", in_stage("trade")),
    "dampf & rails, first orders": Phase("dampf-and-rails-fast", in_stage("keep"), 0),
    "dampf & rails, start": Phase("dampf-and-rails-fast", in_stage("start"), 0),
    "dampf & rails, run": Phase("dampf-and-rails-fast", in_stage("move")),
    "dampf & rails, track": Phase("dampf-and-rails-fast", in_stage("build"), 0.2),
}


def nothing_but(*kinds: str) -> Callable[[Now], bool]:
    return lambda now: {move["type"] for move in moves_of(now)} == {*kinds}


RARER_PHASES = {
    "steam power, first turn": Phase("steam-power-france", in_stage("action"), 0),
    "steam power, second tile": Phase("steam-power-steel-belt", in_stage("laying")),
    "steam power, bonus": Phase("steam-power-france", in_stage("bonus")),
    "steam power, declining": Phase("steam-power-france", nothing_but("done")),
    "steam power, sources": Phase("steam-power-france", in_stage("plan")),
    "steam, opening": Phase("steam-ruhr", in_stage("opening"), 0),
    "steam, supply": Phase("steam-ruhr", in_stage("group")),
    "steam, points": Phase("steam-ruhr", in_stage("points")),
    "steam, taking back": Phase("steam-ruhr", nothing_but("takeback")),
    "steam, range": Phase("steam-ruhr", nothing_but("pass", "upgrade")),
    "steam, capital": Phase("steam-northeast-expert", in_stage("capital")),
    "planet steam, first carrier": Phase("planet-steam-standard", in_stage("first-upgrade"), 0),
    "planet steam, cards": Phase("planet-steam-standard", in_stage("card")),
    "planet steam, engineer": Phase("planet-steam-standard", in_stage("engineer")),
    "planet steam, bonus": Phase("planet-steam-standard", in_stage("bonus")),
    "planet steam, naming": Phase("planet-steam-standard", in_stage("name")),
    "planet steam, zone": Phase("planet-steam-standard", in_stage("zone-auction")),
    "planet steam, failed roll": Phase("planet-steam-standard", in_stage("divert")),
    "planet steam, airship": Phase("planet-steam-standard", in_stage("anchor")),
    "planet steam, activation": Phase("planet-steam-standard", in_stage("activate")),
    "planet steam, tanks": Phase("planet-steam-standard", in_stage("tank")),
    "planet steam, converter": Phase("planet-steam-standard", in_stage("fit")),
    "planet steam, extraction": Phase("planet-steam-standard", in_stage("extract")),
    "planet steam, certificates": Phase("planet-steam-standard", can("buyquarters")),
    "dampf & rails, first track": Phase("dampf-and-rails-fast", in_stage("build"), 0),
    "dampf & rails, delivery": Phase("dampf-and-rails-fast", can("deliver")),
    "dampf & rails, terms": Phase("dampf-and-rails-fast", in_stage("terms")),
    "dampf & rails, lump sum": Phase("dampf-and-rails-fast", in_stage("money"), 0.35),
    "dampf & rails, promised good": Phase("dampf-and-rails-fast", in_stage("goods"), 0.85),
}
ALL_PHASES = {**PHASES, **RARER_PHASES}


def phases(one_in: int) -> list[str]:
    """The usual phases, or a share of them, each time; all in a soak."""
    return [*ALL_PHASES][: sized(len(PHASES), len(ALL_PHASES)) : sized(one_in, 1)]


def open_phase(page: Page, phase: str, language: str = "en") -> Now:
    """Opens a table in this phase as the player whose turn it is."""
    playthrough, there, share = ALL_PHASES[phase]
    sign_in(page, "Ada Augusta Lovelace", language)
    table, now = create_table_at(page, playthrough, there, share=share)
    open_table(page, table)
    expect(board(page).locator("[data-place]").first).to_be_attached()
    expect(page.locator(".others")).to_be_attached()
    return now


def resize(page: Page, width: int, height: int) -> None:
    """Change the size of the window, and wait until the page knows and has been laid out.

    What is measured in one frame is placed in the next, so two frames are enough on a machine of any speed.
    """
    page.set_viewport_size(ViewportSize(width=width, height=height))
    page.evaluate(
        """width => new Promise(done => {
          const look = left => requestAnimationFrame(() => setTimeout(() => {
            if (innerWidth !== width) look(2);
            else if (left) look(left - 1);
            else done();
          }));
          look(2);
        })""",
        width,
    )


def view_of(page: Page) -> dict[str, float]:
    """Where the picture of the board is on the screen, and how large."""
    box: dict[str, float] = page.evaluate(
        """() => {
          const region = document.querySelector("section.board").getBoundingClientRect();
          const drawn = document.querySelector(".board image").getBoundingClientRect();
          return {
            share: region.width * region.height / (innerWidth * innerHeight),
            fill: Math.max(drawn.width / region.width, drawn.height / region.height),
            x: drawn.x, y: drawn.y, width: drawn.width, height: drawn.height,
            cut: Math.max(region.x - drawn.x, drawn.right - region.right, region.y - drawn.y,
                          drawn.bottom - region.bottom),
          };
        }"""
    )
    return box


OUT_OF_SIGHT = """things => things.filter(thing => {
  const box = thing.getBoundingClientRect();
  const inside = [{ left: 0, top: 0, right: innerWidth, bottom: innerHeight }];
  for (let around = thing.parentElement; around; around = around.parentElement) {
    const { overflow, position } = getComputedStyle(around);
    if (overflow !== "visible") inside.push(around.getBoundingClientRect());
    if (position === "fixed") break;
  }
  const seen = inside.every(({ left, top, right, bottom }) =>
    box.left >= left - 1 && box.top >= top - 1 && box.right <= right + 1 && box.bottom <= bottom + 1);
  return !seen || box.width === 0;
}).map(thing => thing.textContent.trim() || thing.ariaLabel)"""
"""The things that are not wholly in sight: outside the window, or cut off by something that scrolls."""

TOO_LONG = """things => things.filter(thing =>
  thing.scrollWidth > thing.clientWidth + 1 || thing.scrollHeight > thing.clientHeight + 1
).map(thing => thing.textContent.trim())"""
"""The things whose text does not fit into them."""

CUT_OFF = """() => [...document.querySelectorAll(".acts :is(.panel, ul, ol, button, .words, .name)")]
  .filter(thing => thing.checkVisibility() && !thing.closest(".tiles") && thing.clientWidth > 1)
  .filter(thing => thing.scrollWidth > thing.clientWidth + 1
    || (getComputedStyle(thing).webkitLineClamp !== "none" && thing.scrollHeight > thing.clientHeight + 1))
  .map(thing => thing.textContent.trim())"""
"""The parts of the action area that do not fit, so that one would have to scroll sideways or words are missing."""

NAMES = """() => [...document.querySelectorAll(".board text.place")].map(text => {
  const svg = text.ownerSVGElement;
  const { x, y, width, height } = text.getBoundingClientRect();
  return { name: text.textContent, size: parseFloat(getComputedStyle(text).fontSize) * svg.getScreenCTM().a,
           x, y, width, height };
})"""


def collisions(names: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """Names that are written over each other. A line is higher than its letters, so lines may touch a little."""

    def overlap(one: dict[str, Any], other: dict[str, Any]) -> bool:
        across = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
        down = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
        return bool(across > 1 and down > 0.3 * one["size"])

    return [
        (one["name"], other["name"])
        for number, one in enumerate(names)
        for other in names[number + 1 :]
        if overlap(one, other)
    ]
