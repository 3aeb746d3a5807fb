"""Playing Dampf & Rails in a browser: a sensible next move, and how to make it by mouse or finger."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from engineshed.games.dampf_and_rails.rules.box import box_of
from tests.browser.at_table import ME, create_table, see, send, wait_until
from tests.browser.offers import moves_of, prices_of, texts_of
from tests.browser.play import Press, actions, board, by_kind, from_the_strip

BOX = box_of(())
BOARD = BOX.board
GOODS = BOX.goods
ORDERS = BOX.orders

RANDOM = {"kind": "bot", "bot": "random"}

Now = dict[str, Any]


def create_dampf_and_rails(page: Page, seats: int = 2, **options: Any) -> str:
    """Creates a table at which the page's guest has the first seat, against bots.

    The game ends after three rounds without a delivery.
    """
    wish = {"game": "dampf-and-rails", "map": None, "options": {"idle_rounds": 3, **options}}
    table: str = create_table(page, [ME, *[RANDOM] * (seats - 1)], **wish)["id"]
    return table


# -- what to do --------------------------------------------------------------------------------------------------------


def advice(now: Now) -> int:
    """The index in ``legal`` of the most useful move."""
    legal = moves_of(now)
    ranks = [_rank(now["view"], move, prices_of(now)[at]) for at, move in enumerate(legal)]
    return min(range(len(legal)), key=lambda at: ranks[at])


def _rank(view: Now, move: Now, price: int) -> tuple[int, int]:
    """Lower ranks come first: deliveries, goods for orders, moves towards them, and then the end of the turn."""
    match move["type"]:
        case "deliver":
            return 0, 0
        case "load" if move["good"] in _wanted(view):
            return 1, 0
        case "go" | "step" if _leads_on(view, move):
            return 2, price
        case "lay" if move["place"] in _errands(view) and price:
            return 3, price
        case "load" if not _loads(view):  # better than running empty
            return 4, 0
        case "refuse" | "keep" | "start" | "lose":
            return 4, 0
        case "stop" | "end":
            return 5, 0
        case _:
            return 6, 0


def _me(view: Now) -> Now:
    me: Now = view["players"][view["seat"]]
    return me


def _loads(view: Now) -> list[int]:
    return [good for train in _me(view)["trains"] for good in train["loads"]]


def _wanted(view: Now) -> list[int]:
    """The goods of the player's orders that are not on a train yet."""
    return [demand.good for card in _me(view)["hand"] for demand in ORDERS[card] if demand.good not in _loads(view)]


def _errands(view: Now) -> list[int]:
    """The towns where the player can deliver something, or else load something for an order."""
    goals = [d.town for card in _me(view)["hand"] for d in ORDERS[card] if d.good in _loads(view)]
    return goals or [town for good in _wanted(view) for town in GOODS[good].towns]


def _leads_on(view: Now, move: Now) -> bool:
    """Whether the move takes a train to another such town."""
    here = BOARD.place_at[_me(view)["trains"][move["train"]]["at"]]
    place = move["place"] if move["type"] == "go" else BOARD.place_at[move["to"]]
    return place != here and place in _errands(view)


def play_until(page: Page, table: str, there: Callable[[Now], bool]) -> Now:
    """Make moves without the page until it is the guest's turn in a position that ``there`` accepts."""
    while True:
        wait_until(lambda: see(page, table)["table"]["my_turn"], "my turn")
        now = see(page, table)
        if there(now):
            return now
        ply = now["table"]["ply"]
        body = {"seat": now["seat"], "move": texts_of(now)[advice(now)], "expect": ply, "key": f"ply {ply}"}
        send(page, "POST", f"tables/{table}/moves", body)


# -- doing it ----------------------------------------------------------------------------------------------------------


def post(page: Page, number: int) -> Locator:
    return board(page).locator(f'[data-place="post {number}"]')


def whole_board(page: Page) -> None:
    page.locator('button[aria-label="Show the whole board (0)"]').click()


def choose(page: Page, now: Now, at: int, press: Press) -> None:
    """Choose a legal move where a player would look for it: on the map, on a card in the bar, among the kinds."""
    move, text = moves_of(now)[at], texts_of(now)[at]
    spot = _spot(now["legal"][at])
    if spot is not None:
        press(board(page).locator(f'[data-place="{spot}"]'))
        from_the_strip(page, text, press)
    elif move["type"] == "keep":
        _keep(page, move["cards"], press)
    elif move["type"] == "refuse":
        press(actions(page).get_by_role("button", name="Decline the agreement").first)
    else:
        by_kind(page, KINDS[move["type"]], text, press)
    expect(page.locator("main")).to_have_attribute("data-chosen", text)


def _spot(offer: Now) -> str | None:
    """The place on the map that a move is about."""
    move = offer["move"]
    match move["type"]:
        case "step" | "go":
            return f"post {offer['hint']['course'][-1]}"
        case "lay":
            return f"post {BOARD.places[move['place']].at}"
        case "start":
            return f"post {BOARD.places[move['town']].at}"
        case "cross" | "connect":
            return f"ferry {move['ferry']}"
        case _:
            return None


def _keep(page: Page, cards: list[int], press: Press) -> None:
    orders = page.get_by_role("list", name="Orders that you were dealt")
    for card in cards:
        press(orders.get_by_role("button", name=re.compile(rf"^Order {card + 1}\b")))


KINDS = {
    "load": "Load",
    "drop": "Set down",
    "deliver": "Deliver",
    "stop": "Build now",
    "end": "Done",
    "lose": "Lose a good",
    "exchange": "New orders",
}
