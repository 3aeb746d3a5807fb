"""The board of Steam Power, by mouse, finger and keyboard: a chosen move is shown before it is made."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.at_table import BOT, ME, confirm_button, create_table, open_table, see, send, sign_in, wait_until
from tests.browser.axe import assert_accessible
from tests.browser.conftest import OpenPage
from tests.browser.offers import moves_of, prices_of, texts_of
from tests.browser.play import LAND

EDGE_KEYS = {"w": 0, "e": 1, "d": 2, "s": 3, "a": 4, "q": 5}
"""These letters are arranged on the keyboard like the neighbours around a hex, clockwise from the north."""


@pytest.fixture
def table(page: Page) -> str:
    """Ada against a bot; it is her turn."""
    sign_in(page, "Ada")
    made: str = create_table(page, [ME, BOT])["id"]
    open_table(page, made)
    expect(board(page)).to_be_visible()
    return made


def board(page: Page) -> Locator:
    return page.get_by_role("group", name="Board")


def place(page: Page, hex_: int) -> Locator:
    return board(page).locator(f'[data-place="hex {hex_}"]')


def layout(page: Page, table: str) -> dict[str, Any]:
    found: dict[str, Any] = send(page, "GET", f"tables/{table}/ground?look=light")["layout"]
    return found


def tracks(page: Page, table: str) -> dict[int, list[int]]:
    """The ways that can be laid on each hex now."""
    found: dict[int, list[int]] = {}
    for move in moves_of(see(page, table)):
        if move["type"] == "track":
            found.setdefault(move["hex"], []).append(move["way"])
    return found


def hex_with_a_choice(page: Page, table: str) -> tuple[int, list[int]]:
    """A hex on which several ways can be laid, near the middle of the map, so that it is visible at any zoom."""
    hexes, size = layout(page, table)["hexes"], layout(page, table)
    middle = (size["width"] / 2, size["height"] / 2)
    many = {hex_: ways for hex_, ways in tracks(page, table).items() if len(ways) > 2}
    return min(
        many.items(), key=lambda item: sum(abs(a - b) for a, b in zip(hexes[item[0]]["at"], middle, strict=True))
    )


def hex_without_moves(page: Page, table: str) -> int:
    """A land hex where nothing can be built yet."""
    legal = tracks(page, table)
    hexes = layout(page, table)["hexes"]
    return next(number for number, hex_ in enumerate(hexes) if hex_["terrain"] in LAND and number not in legal)


def ghost(page: Page) -> Locator:
    return board(page).locator("path.ghost")


def scale(page: Page) -> float:
    """Pixels per unit of the board."""
    found: float = board(page).evaluate("svg => svg.getScreenCTM().a")
    return found


def table_with_move(page: Page, wanted: str, leads_to: str = "") -> str:
    """A table against bots where it is Ada's turn and she has a move of this kind that leads to this fact."""
    played = create_table(page, [BOT] * 4, map="great-britain")["id"]
    wait_until(lambda: see(page, played)["table"]["state"] == "over", "the bots to finish")
    for ply in range(40, see(page, played)["table"]["ply"], 3):
        active = send(page, "GET", f"tables/{played}/at/{ply}")["view"]["active"]
        seats = [ME if seat == active else BOT for seat in range(4)]
        table: str = send(page, "POST", f"tables/{played}/fork/{ply}", {"seats": seats})["id"]
        found = [move for move in moves_of(see(page, table)) if move["type"] == wanted]
        if any(not leads_to or leads_to in facts_of(page, table, active, move) for move in found):
            return table
    raise AssertionError(f"nobody could {wanted} in a whole game")


def facts_of(page: Page, table: str, seat: int, move: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """What a move would lead to: the last fact with each id."""
    facts = send(page, "POST", f"tables/{table}/check", {"seat": seat, "move": move})["facts"]
    return {fact["id"]: fact["params"] for fact in facts}


def test_a_tile_is_tapped_turned_and_confirmed(page: Page, table: str) -> None:
    hex_, ways = hex_with_a_choice(page, table)
    edges = [way["edges"] for way in layout(page, table)["ways"]]
    place(page, hex_).click()
    offered = page.get_by_role("list", name="Moves to choose from").get_by_role("button")
    expect(offered).to_have_count(len(ways))
    expect(offered.nth(0)).to_have_attribute("aria-pressed", "true")
    first = ghost(page).get_attribute("d")
    page.keyboard.press("r")
    expect(offered.nth(1)).to_have_attribute("aria-pressed", "true")
    assert ghost(page).get_attribute("d") != first
    place(page, hex_).click()
    expect(offered.nth(2)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Shift+R")
    page.keyboard.press("Shift+R")
    expect(offered.nth(0)).to_have_attribute("aria-pressed", "true")
    assert ghost(page).get_attribute("d") == first
    page.keyboard.press("Shift+R")
    expect(offered.last).to_have_attribute("aria-pressed", "true")
    assert see(page, table)["view"]["companies"][0]["loose"] is None
    page.keyboard.press("Enter")
    expect(ghost(page)).to_have_count(0)
    company = see(page, table)["view"]["companies"][0]
    path = company["loose"] or company["links"][0]
    entered, left = (path["edges"][0] + 3) % 6, path["edges"][1]
    assert sorted((entered, left)) == edges[ways[-1]]
    expect(place(page, hex_)).to_have_attribute("aria-label", re.compile("track of Red"))


def test_a_refused_hex_says_why_and_names_the_rule(page: Page, table: str) -> None:
    bare = place(page, hex_without_moves(page, table))
    expect(bare).to_have_attribute("aria-disabled", "true")
    bare.click(force=True)  # Playwright would wait until it is enabled
    rule = page.get_by_role("link", name=re.compile("^Rule R"))
    expect(rule).to_have_attribute("href", re.compile(r"/rules/steam-power#R\d+$"))
    expect(page.get_by_text("your first tile must touch a city")).to_be_visible()
    expect(confirm_button(page)).to_be_disabled()


def test_keys_move_to_the_neighbours_of_a_hex(page: Page, table: str) -> None:
    hexes = layout(page, table)["hexes"]
    start = next(number for number, hex_ in enumerate(hexes) if None not in hex_["beside"])
    for key, edge in EDGE_KEYS.items():
        place(page, start).focus()
        page.keyboard.press(key)
        expect(place(page, hexes[start]["beside"][edge])).to_be_focused()
    place(page, start).focus()
    for key, edge in (("ArrowUp", 0), ("ArrowDown", 3), ("ArrowDown", 3), ("ArrowUp", 0)):
        page.keyboard.press(key)
        start = hexes[start]["beside"][edge]
        expect(place(page, start)).to_be_focused()
    expect(board(page).locator('[tabindex="0"]')).to_have_count(1)


def test_left_and_right_stay_in_the_row(page: Page, table: str) -> None:
    hexes = layout(page, table)["hexes"]
    start = next(number for number, hex_ in enumerate(hexes) if None not in hex_["beside"])
    place(page, start).focus()
    rows = []
    for _ in range(4):
        page.keyboard.press("ArrowRight")
        rows.append(page.evaluate("document.activeElement.dataset.place"))
    heights = [hexes[int(name.split()[1])]["at"][1] for name in rows]
    assert len(set(rows)) == 4
    assert max(heights) - min(heights) < 1.1 * layout(page, table)["side"]
    page.keyboard.press("ArrowLeft")
    expect(board(page).locator(f'[data-place="{rows[2]}"]')).to_be_focused()


def test_a_tile_can_be_laid_by_keyboard_alone(page: Page, table: str) -> None:
    legal = list(tracks(page, table))
    page.keyboard.press("m")
    expect(place(page, legal[0])).to_be_focused()
    page.keyboard.press("n")
    expect(place(page, legal[1])).to_be_focused()
    page.keyboard.press("p")
    page.keyboard.press("p")
    expect(place(page, legal[-1])).to_be_focused()
    page.keyboard.press("Enter")
    expect(place(page, legal[-1])).to_have_attribute("aria-pressed", "true")
    expect(ghost(page)).to_have_count(1)
    page.keyboard.press("Enter")
    expect(place(page, legal[-1])).to_have_attribute("aria-label", re.compile("track of Red"))
    expect(place(page, legal[-1])).to_be_focused()


def test_letter_keys_can_be_switched_off(page: Page, table: str) -> None:
    page.evaluate("localStorage.setItem('engineshed', JSON.stringify({keys: false}))")
    page.reload()
    hexes = layout(page, table)["hexes"]
    start = next(number for number, hex_ in enumerate(hexes) if None not in hex_["beside"])
    place(page, start).focus()
    for key in ("w", "n", "+"):
        page.keyboard.press(key)
        expect(place(page, start)).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(place(page, hexes[start]["beside"][0])).to_be_focused()


def test_the_focused_hex_is_in_view(page: Page, table: str) -> None:
    for _ in range(5):
        page.get_by_role("button", name="Zoom in").click()
    for hex_ in (0, len(layout(page, table)["hexes"]) - 1):
        place(page, hex_).focus()
        page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowDown")
        assert in_view(page, page.locator(":focus"))


def in_view(page: Page, thing: Locator) -> bool:
    """Whether all of it is visible on the board."""
    return overhang(page, thing) <= 1


def overhang(page: Page, thing: Locator) -> float:
    """How far it extends beyond the visible part of the board, in pixels."""
    inner, outer = thing.bounding_box(), board(page).bounding_box()
    assert inner
    assert outer
    left, above = outer["x"] - inner["x"], outer["y"] - inner["y"]
    return max(left, inner["width"] - outer["width"] - left, above, inner["height"] - outer["height"] - above)


def test_the_view_moves_to_a_typed_move(page: Page, table: str) -> None:
    now = see(page, table)
    texts = {move["hex"]: text for move, text in zip(moves_of(now), texts_of(now), strict=True) if "hex" in move}
    for _ in range(5):
        page.get_by_role("button", name="Zoom in").click()
    hex_, text = max(texts.items(), key=lambda item: overhang(page, place(page, item[0])))
    assert overhang(page, place(page, hex_)) > 200
    page.keyboard.press("/")
    page.get_by_role("dialog").get_by_role("textbox").fill(text)
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_have_attribute("data-chosen", text)
    wait_until(lambda: in_view(page, place(page, hex_)), "the board to show it")


def test_the_map_is_dragged_and_zoomed(page: Page, table: str) -> None:
    whole = scale(page)
    box = board(page).bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.wheel(0, -700)
    wait_until(lambda: scale(page) > 2.5 * whole, "the wheel to zoom")
    hex_, _ = hex_with_a_choice(page, table)
    before = place(page, hex_).bounding_box()
    assert before
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2 + 40, box["y"] + box["height"] / 2 + 30, steps=4)
    page.mouse.up()
    after = place(page, hex_).bounding_box()
    assert after
    assert after["x"] - before["x"] == pytest.approx(40, abs=1)
    assert after["y"] - before["y"] == pytest.approx(30, abs=1)
    expect(ghost(page)).to_have_count(0)
    page.get_by_role("button", name="Zoom out").click()
    page.keyboard.press("0")
    wait_until(lambda: scale(page) == pytest.approx(whole), "the whole map")


def test_two_fingers_zoom_and_one_taps(phone: Page) -> None:
    sign_in(phone, "Ada")
    table = create_table(phone, [ME, BOT])["id"]
    open_table(phone, table)
    phone.get_by_role("button", name="Show the whole board").tap()
    whole = scale(phone)
    hex_, _ = hex_with_a_choice(phone, table)
    place(phone, hex_).tap()
    wait_until(lambda: scale(phone) > whole, "a tap on a tiny hex to zoom in")
    expect(ghost(phone)).to_have_count(0)
    place(phone, hex_).tap()
    expect(ghost(phone)).to_have_count(1)
    near = scale(phone)
    _pinch(phone)
    assert scale(phone) == pytest.approx(2 * near, rel=0.05)


def _pinch(page: Page) -> None:
    """Two fingers move from 60 pixels apart to 120 pixels apart."""
    box = board(page).bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = page.context.new_cdp_session(page)
    for kind, apart in (
        ("touchStart", 30),
        ("touchMove", 40),
        ("touchMove", 50),
        ("touchMove", 60),
        ("touchEnd", None),
    ):
        points = [] if apart is None else [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def test_a_delivery_is_planned_on_the_map(page: Page) -> None:
    sign_in(page, "Ada")
    table = table_with_move(page, "plan")
    open_table(page, table)
    contract = next(move["contract"] for move in moves_of(see(page, table)) if move["type"] == "plan")
    name = layout(page, table)["contracts"][contract]["id"]
    card = page.get_by_role("listitem").filter(has=page.get_by_role("button", name=f"Contract {name},"))
    expect(card.get_by_role("button").first).to_have_accessible_name(re.compile(r"Can be completed now: \$\d"))
    card.get_by_role("button").first.click()
    shipped = page.get_by_text(re.compile("factory of")).first
    expect(shipped).to_be_visible()
    expect(board(page).locator("circle.sender").first).to_be_visible()
    card.get_by_role("button", name="Choose the route").click()
    page.keyboard.press("Enter")
    expect(page.get_by_text(re.compile(f"^You: Completing {name}"))).to_be_visible()
    source = next(move for move in moves_of(see(page, table)) if move["type"] == "from")
    hex_ = layout(page, table)["cities"][source["city"]]["hex"]
    page.get_by_role("button", name="Show the whole board").click()
    place(page, hex_).click()
    expect(confirm_button(page)).to_have_accessible_name(re.compile("^The next good from"))
    before = see(page, table)["view"]["cities"][source["city"]]["goods"]
    page.keyboard.press("Enter")
    wait_until(lambda: see(page, table)["view"]["cities"][source["city"]]["goods"] == before - 1, "the good to leave")


def test_a_delivery_highlights_the_links_that_it_pays_for(page: Page) -> None:
    sign_in(page, "Ada")
    table = table_with_move(page, "deliver", "fact.carried")
    open_table(page, table)
    seat = see(page, table)["seat"]
    delivers = [move for move in moves_of(see(page, table)) if move["type"] == "deliver"]
    carrying = next(move for move in delivers if "fact.carried" in facts_of(page, table, seat, move))
    name = layout(page, table)["contracts"][carrying["contract"]]["id"]
    lit = board(page).locator("path.route")
    expect(lit).to_have_count(0)
    page.get_by_role("button", name=f"Contract {name},").click()
    expect(lit).not_to_have_count(0)


def test_everything_on_the_map_has_a_name(page: Page, table: str) -> None:
    legal = {hex_: len(ways) for hex_, ways in tracks(page, table).items()}
    prices = {move["hex"]: price for move, price in _priced(see(page, table))}
    things = layout(page, table)
    hex_ = next(number for number in legal if things["hexes"][number]["terrain"] == "hill")
    said = f"{things['hexes'][hex_]['name']}, hill, no track, {legal[hex_]} moves from ${prices[hex_]}"
    expect(place(page, hex_)).to_have_accessible_name(said)
    view = see(page, table)["view"]
    for city, seen in zip(things["cities"], view["cities"], strict=True):
        kind = "VP city" if seen["tile"] == "vp" else f"{seen['tile']} city, no factory"
        expect(place(page, city["hex"])).to_have_accessible_name(f"{city['name']}, {kind}")
    assert_accessible(page)


def _priced(now: dict[str, Any]) -> list[tuple[dict[str, Any], int]]:
    pairs = zip(moves_of(now), prices_of(now), strict=True)
    return [(move, price) for move, price in pairs if move["type"] == "track"]


def test_a_solo_player_runs_five_companies(page: Page) -> None:
    sign_in(page, "Ada")
    table = create_table(page, [ME])["id"]
    open_table(page, table)
    active = see(page, table)["view"]["active"]
    name = ("Red", "Blue", "Green", "Yellow", "Purple")[active]
    mine = page.get_by_role("region", name="Mine")
    expect(mine.get_by_role("listitem").filter(has_text="in the bag")).to_have_count(5)
    expect(mine.locator('[aria-current="true"]')).to_contain_text(name)
    expect(page.get_by_role("heading", name="Companies", exact=True)).to_be_visible()


def test_spectators_see_only_what_is_public(page: Page, table: str, open_page: OpenPage) -> None:
    guest = open_page()
    open_table(guest, table)
    expect(guest.get_by_text("Contracts in hand stay hidden")).to_be_visible()
    expect(guest.get_by_role("heading", name="Beside the board")).to_be_visible()
    hex_, _ = hex_with_a_choice(page, table)
    expect(place(guest, hex_)).to_have_attribute("aria-disabled", "false")
    place(guest, hex_).click()
    expect(ghost(guest)).to_have_count(0)
