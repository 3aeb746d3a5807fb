"""People at a table: requests sent for them without the page, and how they play by mouse."""

from __future__ import annotations

import re
import time
from typing import Any

from playwright.sync_api import Locator, Page, expect

ME = {"kind": "me"}
BOT = {"kind": "bot", "bot": "greedy"}
OPEN = {"kind": "open"}

ACTIONS = ("Contract", "Factory", "Track", "Take money", "Done", "Decline")
PATIENCE = 30


def send(page: Page, method: str, path: str, body: Any = None) -> Any:
    """Sends a request as the page's guest, with the browser's cookies."""
    origin = origin_of(page)
    answer = page.request.fetch(f"{origin}/api/{path}", method=method, data=body, headers={"Origin": origin})
    assert answer.ok, answer.text()
    return answer.json() if answer.status != 204 else None


def origin_of(page: Page) -> str:
    """The server's address, even if the page has not been opened yet: its context knows it."""
    if page.url.startswith("http"):
        return str(page.evaluate("location.origin"))
    return page.request.get("/api/games").url.removesuffix("/api/games")


def sign_in(page: Page, name: str, language: str = "en") -> None:
    send(page, "POST", "me", {"name": name, "language": language})


def create_table(page: Page, seats: list[dict[str, str]], **more: Any) -> dict[str, Any]:
    """Creates a table of Steam Power at which the first seat begins."""
    wish = {"game": "steam-power", "map": "ireland", "options": {"start_player": "red"}, "seats": seats, **more}
    answer: dict[str, Any] = send(page, "POST", "tables", wish)
    return answer


def create_open_table(page: Page, **more: Any) -> str:
    """A table of the guest and a bot, of a game in which nothing is hidden, so that others can take the bot's seat."""
    wish = {"game": "planet-steam", "map": None, "options": {"open_credits": True}, "latecomers": True, **more}
    table: str = create_table(page, [ME, BOT], **wish)["id"]
    return table


def see(page: Page, table: str) -> dict[str, Any]:
    """The table in its present state, without its log."""
    now: dict[str, Any] = send(page, "GET", f"tables/{table}?since=1000000")
    return now


def hand(page: Page, table: str) -> list[str]:
    """The contracts that the active seat was dealt. Only its own log names them."""
    log = send(page, "GET", f"tables/{table}")["log"]
    dealt = [fact for line in log for fact in line["facts"] if fact["id"] == "fact.dealt"]
    return [contract["name"] for fact in dealt for contract in fact["params"]["contracts"]]


def open_table(page: Page, table: str) -> None:
    page.goto(f"/t/{table}")
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def open_for_active_player(page: Page, table: str) -> None:
    """Opens a table at which several people share a screen, and confirms that the active player is there."""
    open_table(page, table)
    page.get_by_role("button", name=re.compile("^I am ")).click()
    expect(page.get_by_text(re.compile("^You: "))).to_be_visible()  # until then, keys do nothing


def make_moves(page: Page, table: str, *texts: str) -> dict[str, Any]:
    """Makes moves without the page, for each active player; returns the table afterwards."""
    for text in texts:
        now = see(page, table)
        body = {"seat": now["seat"], "move": text, "expect": now["table"]["ply"], "key": f"ply {now['table']['ply']}"}
        send(page, "POST", f"tables/{table}/moves", body)
    return see(page, table)


def confirm_button(page: Page) -> Locator:
    return page.locator("button:visible").filter(has_text=re.compile("Confirm$"))


def confirm(page: Page, table: str) -> None:
    """Confirm the chosen move, and wait until the page shows that it was made."""
    before = see(page, table)["table"]["ply"]
    confirm_button(page).click()
    wait_until(lambda: see(page, table)["table"]["ply"] > before, "the move to be saved")
    expect(confirm_button(page).or_(page.get_by_role("dialog"))).to_be_visible()


def choose_action(page: Page) -> None:
    """Choose the first possible action by mouse, in the order of ACTIONS."""
    actions = page.get_by_role("group", name="Kinds of actions")
    for action in ACTIONS:
        button = actions.get_by_role("button", name=action, exact=True)
        if button.count():
            break
    button.click()
    if confirm_button(page).is_disabled():
        choose_first(page)


def choose_first(page: Page) -> None:
    """Choose the first move: in the strip if there are few, in the list if there are many."""
    offered = page.get_by_role("list", name="Moves to choose from").get_by_role("button")
    if offered.count():
        offered.first.click()
        return
    page.get_by_role("button", name="List", exact=True).click()
    page.get_by_role("dialog").get_by_role("listitem").get_by_role("button").first.click()


def wait_for_my_turn(page: Page, table: str) -> dict[str, Any]:
    """The table, as soon as it is the guest's turn or the game is over, whatever the page shows."""

    def asked() -> dict[str, Any] | None:
        now = see(page, table)
        return now if now["table"]["my_turn"] or now["table"]["result"] else None

    now: dict[str, Any] = wait_until(asked, "my turn")
    return now


def wait_until(done: Any, what: str) -> Any:
    """Calls ``done`` until it returns something, and returns that."""
    deadline = time.monotonic() + PATIENCE
    while not (answer := done()):
        assert time.monotonic() < deadline, f"gave up waiting for {what}"
        time.sleep(0.02)
    return answer
