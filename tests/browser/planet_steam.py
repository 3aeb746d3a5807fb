"""Playing Planet Steam in a browser: a sensible next move, and how to make it by mouse or finger."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

from engineshed.games.planet_steam.rules.components import ENERGY, RESOURCES, WATER
from tests.browser.at_table import ME, create_table, see, send, wait_until
from tests.browser.offers import moves_of, texts_of
from tests.browser.play import (
    Press,
    bid,
    board,
    buttons_in,
    by_kind,
    from_the_strip,
    offered,
    press_until,
)

RANDOM = {"kind": "bot", "bot": "random"}
ENOUGH = 1
"""How much of a resource to keep; the rest is sold."""

ON_THE_MAP = (
    *("claim", "licence", "name", "neutral", "topple"),
    *("tank", "import", "converter", "supercharger", "returnconverter", "fit"),
)
"""Kinds of moves that are made by picking a zone."""
AS_CARDS = ("first-upgrade", "engineer", "banker", "bonus", "activate", "unload")
"""Stages in which all options are side by side in the bar."""
PREFERRED = (
    *("activate", "licence", "claim", "supercharger", "tank", "converter", "upgrade", "work", "extract"),
    *("sell", "buy", "buyquarters", "selllicence", "discard", "done", "pass", "idle"),
)

Now = dict[str, Any]


def create_planet_steam(page: Page, seats: int, **more: Any) -> str:
    """Creates a table at which the page's guest has the first seat, against bots."""
    wish = {"game": "planet-steam", "map": "standard", "options": {}, **more}
    table: str = create_table(page, [ME, *[RANDOM] * (seats - 1)], **wish)["id"]
    return table


# -- what to do --------------------------------------------------------------------------------------------------------


def advice(now: Now) -> int:
    """The index in ``legal`` of the first move of the most preferred kind."""
    legal = moves_of(now)
    return min(range(len(legal)), key=lambda at: _rank(now["view"], legal[at]))


def _rank(view: Now, move: Now) -> int:
    kind = move["type"]
    if not _sensible(view, move):
        return len(PREFERRED) + 1
    return PREFERRED.index(kind) if kind in PREFERRED else len(PREFERRED)


def _sensible(view: Now, move: Now) -> bool:
    """Players do not change what they have just built, and trade only one resource at a time."""
    goods = view["players"][view["active"]]["goods"]
    match move["type"]:
        case "converter":
            return bool(view["zones"][move["zone"]]["product"] == WATER and move["resource"] != ENERGY)
        case "sell":
            return bool(move["amount"] == 1 and goods[view["resource"]] > ENOUGH)
        case "buy":
            return bool(move["amount"] == 1 and goods[view["resource"]] == 0)
        case kind:
            return kind in PREFERRED or not kind.startswith(("move", "return"))


def play_until(page: Page, table: str, stage: str, rounds: int = 1) -> Now:
    """Make moves without the page until the guest is in this stage, in this round at the earliest."""
    while True:
        wait_until(lambda: see(page, table)["table"]["my_turn"], "my turn")
        now = see(page, table)
        if now["view"]["stage"] == stage and now["view"]["round"] >= rounds:
            return now
        ply = now["table"]["ply"]
        body = {"seat": now["seat"], "move": texts_of(now)[advice(now)], "expect": ply, "key": f"ply {ply}"}
        send(page, "POST", f"tables/{table}/moves", body)


# -- doing it ----------------------------------------------------------------------------------------------------------


def zone(page: Page, number: int) -> Locator:
    return board(page).locator(f'[data-place="zone {number}"]')


def choose(page: Page, now: Now, at: int, press: Press) -> None:
    """Choose a legal move where a player would look for it: on the map, on a card in the bar, among the kinds."""
    move, text, stage = moves_of(now)[at], texts_of(now)[at], now["view"]["stage"]
    if stage in AS_CARDS:
        press_until(page, offered(page), text, press)
    elif stage == "trade":
        trade(page, move, press)
    elif move["type"] in ON_THE_MAP:
        press(zone(page, move["zone"]))
        from_the_strip(page, text, press)
    elif "start" in move:
        press(zone(page, move["start"]))
        press(zone(page, move["goal"]))
        from_the_strip(page, text, press)
    else:
        _in_the_bar(page, move, text, press)
    expect(page.locator("main")).to_have_attribute("data-chosen", text)


def trade(page: Page, move: Now, press: Press) -> None:
    if move["type"] == "pass":
        press(page.get_by_role("button", name="Neither", exact=True))
    else:
        amount = move["amount"] if move["type"] == "buy" else -move["amount"]
        page.get_by_role("spinbutton").fill(str(amount))


def _in_the_bar(page: Page, move: Now, text: str, press: Press) -> None:
    match move["type"]:
        case "bid":
            bid(page, move["amount"])
        case "shift":
            page.get_by_role("spinbutton").and_(page.get_by_label(f"Price of {RESOURCES[move['resource']]}")).fill(
                str(move["spaces"])
            )
        case "anchor":
            press(board(page).locator(f'[data-place="row {move["row"]}"]'))
        case "card":
            press(buttons_in(page.get_by_role("list", name="Specialist cards")).nth(move["number"] - 1))
        case "work":
            press_until(page, buttons_in(page.get_by_role("list", name="Pay energy")), text, press)
        case kind if kind in SIMPLE:
            by_kind(page, SIMPLE[kind], text, press)
        case _:
            from_the_strip(page, text, press)


SIMPLE = {"pass": "Pass", "done": "Done", "extract": "Extract", "upgrade": "Carrier", "discard": "Give it back"}
