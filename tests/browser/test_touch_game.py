"""A whole game by finger on a phone: nothing that must be touched is covered, and nothing is wider than the page."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import CDPSession, Locator, Page, expect

from tests.browser.at_table import BOT, ME, confirm_button, create_table, open_table, see, send, sign_in, wait_until
from tests.browser.axe import assert_fits
from tests.browser.play import (
    LAND,
    NEW_TABLE,
    board,
    by_tap,
    expect_chosen,
    expect_played,
    my_turn,
    offered,
    place,
    result,
    tracks,
)
from tests.browser.whole_games import my_next_turn

ORDER = ("Contract", "Factory", "Track", "Take money", "Done", "Decline")
SMALLEST = 24
"""The smallest size, in pixels, that a finger or an unsteady hand can hit."""

Now = dict[str, Any]
Spot = tuple[float, float]


# -- fingers -------------------------------------------------------------------------------------------------------


def fingers(session: CDPSession, kind: str, *spots: Spot) -> None:
    points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(spots)]
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def middle(thing: Locator) -> Spot:
    box = thing.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def scale(page: Page) -> float:
    """Pixels per unit of the board."""
    found: float = board(page).evaluate("svg => svg.getScreenCTM().a")
    return found


def pinch(page: Page, session: CDPSession) -> None:
    """Two fingers move together, and the board zooms out."""
    x, y = middle(board(page))
    before = scale(page)
    fingers(session, "touchStart", (x - 90, y), (x + 90, y))
    for apart in (80, 70, 60):
        fingers(session, "touchMove", (x - apart, y), (x + apart, y))
    fingers(session, "touchEnd")
    wait_until(lambda: scale(page) < before, "the board to zoom out")


def pan(page: Page, session: CDPSession, hex_: int) -> None:
    """One finger drags the board, and chooses nothing."""
    x, y = middle(board(page))
    before = middle(place(page, hex_))
    towards = -1 if before[1] < y else 1  # away from the edge, where the board stops
    fingers(session, "touchStart", (x, y))
    for step in range(1, 6):
        fingers(session, "touchMove", (x, y + 10 * step * towards))
    fingers(session, "touchEnd")
    wait_until(lambda: abs(middle(place(page, hex_))[1] - before[1]) > 20, "the board to follow the finger")
    expect(confirm_button(page)).to_be_disabled()


def hold(page: Page, session: CDPSession, hex_: int) -> None:
    """A long press says what is there, and why nothing can be done with it."""
    thing = place(page, hex_)
    fingers(session, "touchStart", middle(thing))
    card = page.locator("[data-explains]")
    expect(card).to_have_attribute("data-explains", f"hex {hex_}")
    actions = page.get_by_role("region", name="Actions")
    expect(actions.get_by_role("link", name=re.compile("^Rule R"))).to_be_visible()
    fingers(session, "touchEnd")
    expect(card).to_be_visible()
    expect(confirm_button(page)).to_be_disabled()
    page.get_by_role("button", name="Close this note").tap()
    expect(card).to_have_count(0)


# -- what can be touched -------------------------------------------------------------------------------------------

AT_ITS_MIDDLE = """thing => {
  const box = thing.getBoundingClientRect();
  const found = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return thing.contains(found) ? "" : (found?.outerHTML ?? "nothing").slice(0, 200);
}"""

SMALL_BUTTONS = f"""() => [...document.querySelectorAll("main button, main a[href], main select, main input")]
  .filter(thing => thing.checkVisibility())
  .map(thing => [thing.getBoundingClientRect(), thing.textContent.trim()])
  .filter(([box]) => box.width < {SMALLEST} || box.height < {SMALLEST})
  .map(([box, text]) => `${{text}}: ${{box.width}} x ${{box.height}}`)"""


def expect_uncovered(thing: Locator) -> None:
    """Expect that it is in the window, and that nothing covers its middle."""
    expect(thing).to_be_in_viewport(ratio=0.99)
    covering = thing.evaluate(AT_ITS_MIDDLE)
    assert covering == "", f"{thing} is covered by {covering}"


# -- the game ------------------------------------------------------------------------------------------------------


def create_in_lobby(page: Page) -> str:
    page.goto("/")
    assert_fits(page)
    page.get_by_role("main").get_by_role("link", name="New table").tap()
    page.get_by_role("radio", name="Steam Power").check()
    page.get_by_role("radio", name="Ireland").check()
    page.get_by_role("radio", name="2", exact=True).check()
    page.locator("summary").filter(has_text="Clock, wishes and more").tap()
    page.get_by_role("radio", name="At once").check()
    assert_fits(page)
    page.get_by_role("button", name="Create the table").tap()
    page.get_by_role("dialog").get_by_role("button", name="Continue").tap()
    expect(page).to_have_url(NEW_TABLE)
    return page.url.rpartition("/")[2]


def by_the_board(page: Page, now: Now) -> None:
    """Tap a hex, tap it again for the next way, and pick one from the strip."""
    hex_ = zoomed_to(page, next(hex_ for hex_, ways in tracks(now).items() if len(ways) > 1))
    place(page, hex_).tap()
    expect_chosen(page)
    expect_uncovered(place(page, hex_))
    place(page, hex_).tap()
    expect(offered(page).nth(1)).to_have_attribute("aria-pressed", "true")
    offered(page).first.tap()
    expect(offered(page).first).to_have_attribute("aria-pressed", "true")
    expect_uncovered(place(page, hex_))


def zoomed_to(page: Page, hex_: int) -> int:
    """Show the whole board, and then zoom in on a hex until a finger can tap it."""
    page.get_by_role("button", name="Show the whole board").tap()
    small = scale(page)
    page.touchscreen.tap(*middle(place(page, hex_)))
    wait_until(lambda: scale(page) > small, "a tap on a tiny hex to zoom in")
    return hex_


def by_the_bar(page: Page) -> None:
    """Tap a kind of action, and its first move: in the strip, or in the list if there are many."""
    kinds = page.get_by_role("group", name="Kinds of actions")
    if kinds.is_visible():
        available = [name for name in ORDER if kinds.get_by_role("button", name=name, exact=True).count()]
        kinds.get_by_role("button", name=available[0], exact=True).tap()
    ready, listing = confirm_button(page), page.get_by_role("button", name="List", exact=True)
    wait_until(lambda: ready.is_enabled() or listing.is_visible(), "a move to confirm or to choose")
    if ready.is_enabled():
        return
    if offered(page).count():
        offered(page).first.tap()
    else:
        by_the_list(page)


def by_the_list(page: Page) -> None:
    """Tap the first move in the list of all moves."""
    page.get_by_role("button", name="List", exact=True).tap()
    sheet = page.get_by_role("dialog")
    assert_fits(page)
    sheet.get_by_role("listitem").get_by_role("button").first.tap()
    expect(sheet).to_have_count(0)


def test_a_whole_game_by_touch(phone: Page) -> None:
    phone.emulate_media(reduced_motion="reduce")
    table = create_in_lobby(phone)
    session = phone.context.new_cdp_session(phone)
    now = my_turn(phone, table, by_tap)
    assert now
    look_around(phone, session, table, now)
    by_the_list(phone)
    expect_chosen(phone)
    phone.get_by_role("button", name="Cancel", exact=True).tap()
    tapped, moves = False, 0
    while now := my_next_turn(phone, table, moves, done=tapped, end=by_tap):
        moves += 1
        if not tapped and any(len(ways) > 1 for ways in tracks(now).values()):
            by_the_board(phone, now)
            tapped = True
        else:
            by_the_bar(phone)
        expect_chosen(phone)
        expect_uncovered(confirm_button(phone))
        confirm_button(phone).tap()
        expect_played(phone, table, now["table"]["ply"])
    assert tapped
    expect(result(phone)).to_be_visible()
    assert_fits(phone)


def look_around(page: Page, session: CDPSession, table: str, now: Now) -> None:
    hexes = send(page, "GET", f"tables/{table}/ground?look=light")["layout"]["hexes"]
    legal = tracks(now)
    barred = next(number for number, hex_ in enumerate(hexes) if hex_["terrain"] in LAND and number not in legal)
    hold(page, session, zoomed_to(page, barred))
    pan(page, session, barred)
    pinch(page, session)


def test_every_part_of_the_table_fits_on_narrow_phones(phone: Page) -> None:
    sign_in(phone, "Ada")
    table = create_table(phone, [ME, BOT])["id"]
    open_table(phone, table)
    parts = phone.get_by_role("navigation", name="Parts of the table")
    for width in (390, 320):
        phone.set_viewport_size({"width": width, "height": 640})
        for part in ("Mine", "Players", "Log", "Map"):
            parts.get_by_role("button", name=re.compile(f"^{part}")).tap()
            assert_fits(phone)
            assert phone.evaluate(SMALL_BUTTONS) == []
        phone.get_by_role("button", name="Take money").tap()
        expect_chosen(phone)
        assert_fits(phone)
        for thing in ("Undo", "Cancel"):
            expect_uncovered(phone.get_by_role("button", name=thing, exact=True))
        expect_uncovered(confirm_button(phone))
        expect_uncovered(parts.get_by_role("button").last)
        phone.get_by_role("button", name="Cancel").tap()
    assert see(phone, table)["table"]["my_turn"]
