"""Playing Steam in a browser: a sensible next move, and how to make it by mouse or finger."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec
from playwright.sync_api import Locator, Page, expect

from engineshed.core.bot import Ask
from engineshed.core.contract import Seat
from engineshed.core.registry import find_game, make_bot
from engineshed.core.rng import Rng
from engineshed.games.steam.rules.moves import AnyMove
from engineshed.games.steam.rules.view import View
from tests.browser.at_table import BOT, ME, create_table
from tests.browser.offers import moves_of, texts_of
from tests.browser.play import (
    Press,
    bid,
    buttons_in,
    from_the_strip,
    place,
    press_until,
)

RULES = find_game("steam").rules
ADVISER = make_bot("steam", "greedy")
TRACK = ("track", "second", "cross", "redirect", "town", "urbanise", "grow")
"""Kinds of moves that are made by picking a hex."""

Now = dict[str, Any]
Spot = Callable[[Page, int], Locator]
"""Returns a place on the board, ready to be pressed."""


def create_steam(page: Page, seats: int, **more: Any) -> str:
    """Creates a table at which the page's guest has the first seat, against bots."""
    wish = {"game": "steam", "map": "northeast", "options": {}, **more}
    table: str = create_table(page, [ME, *[BOT] * (seats - 1)], **wish)["id"]
    return table


def advice(now: Now) -> int:
    """The index in ``legal`` of the move that the greedy bot would make."""
    moves = msgspec.convert(moves_of(now), list[AnyMove])
    ask = Ask[AnyMove, View](RULES, Seat(now["seat"]), moves, Rng("advice"), lambda: msgspec.convert(now["view"], View))
    return moves.index(ADVISER.choose(ask))


def choose(page: Page, now: Now, at: int, press: Press, spot: Spot = place) -> None:
    """Choose a legal move where a player would look for it: on the board, on a card in the bar, among the kinds."""
    move, text = moves_of(now)[at], texts_of(now)[at]
    match move["type"]:
        case "bid":
            bid(page, move["amount"])
        case "capital":
            raise_money(page, move["units"], press)
        case "choose":
            take_tile(page, move, press)
        case "group":
            press_until(page, buttons_in(page.get_by_role("list", name="Goods from the supply")), text, press)
        case "points" | "income":
            press_until(page, buttons_in(page.get_by_role("group", name=re.compile("^How to take"))), text, press)
        case "deliver":
            press(spot(page, move["city"]))
            press(spot(page, move["goal"]))
            from_the_strip(page, text, press)
        case kind if kind in TRACK:
            press(spot(page, move["hex"]))
            from_the_strip(page, text, press)
        case kind:
            button = page.get_by_role("main").get_by_role("button", name=SIMPLE[kind], exact=True)
            if button.count():
                press(button.first)
            else:  # a phone hides the kinds if there is only one, which is open already
                from_the_strip(page, text, press)
    expect(page.locator("main")).to_have_attribute("data-chosen", text)


SIMPLE = {"pass": "Pass", "skip": "Skip once", "done": "Done", "upgrade": "Locomotive", "takeback": "Take back"}


def raise_money(page: Page, units: int, press: Press) -> None:
    quick = page.get_by_role("group", name="Raise capital").get_by_role("button", name=f"${5 * units}", exact=True)
    if quick.count():
        press(quick)
    else:
        page.get_by_role("spinbutton").fill(str(units))


def take_tile(page: Page, move: dict[str, Any], press: Press) -> None:
    press(page.get_by_role("list", name="Action tiles").get_by_role("button").nth(move["tile"] - 1))
    if move["idle"]:
        press(page.get_by_role("button", name="Only for its number"))
