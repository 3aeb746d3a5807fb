"""The map of Dampf & Rails and what is around it: routes to distant mileposts, orders, goods, agreements."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import dist

from playwright.sync_api import Page, ViewportSize, expect

from engineshed.games.dampf_and_rails.rules.box import box_of
from tests.browser.at_table import ME, confirm, confirm_button, open_table, see, send, sign_in, wait_until
from tests.browser.axe import assert_accessible, assert_fits
from tests.browser.dampf_and_rails import RANDOM, Now, post, whole_board
from tests.browser.measures import open_phase
from tests.browser.offers import moves_of, texts_of
from tests.browser.play import actions, board, buttons_in, offered
from tests.browser.played import create_table_at

BOX = box_of(())
BOARD = BOX.board
GOODS = BOX.goods
ORDERS = BOX.orders

LONG = 4
"""The number of sections in a long way."""


def begin(page: Page, stage: str, there: Callable[[Now], bool] = lambda _: True) -> tuple[str, Now]:
    """A table after the first round where it is the guest's turn in this stage and ``there`` accepts the position."""
    page.emulate_media(reduced_motion="reduce")
    sign_in(page, "Ada")
    table, now = create_table_at(
        page,
        "dampf-and-rails",
        lambda now: now["view"]["stage"] == stage and now["view"]["round"] > 1 and there(now),
        RANDOM,
        share=0.1,
    )
    open_table(page, table)
    whole_board(page)
    return table, now


def way_to(ways: list[Now], at: int) -> list[Now]:
    """All steps of the way that ends with this step."""
    before = ways[at]["before"]
    return [*([] if before is None else way_to(ways, before)), ways[at]]


def long_ways(now: Now) -> list[int]:
    """The last steps of long ways over land to mileposts that are not towns."""
    ways = now["hints"]["ways"]
    dots = [at for at, step in enumerate(ways) if BOARD.place_at[step["to"]] < 0]
    return [at for at in dots if len(sections_to(ways, at)) == len(way_to(ways, at)) == LONG]


def sections_to(ways: list[Now], at: int) -> list[int]:
    return [step["section"] for step in way_to(ways, at) if step["section"] is not None]


def called(number: int) -> str:
    """What the page calls a milepost that is not a town."""
    return f"{BOARD.names[number]} (near {BOARD.place_names[BOARD.nearest[number][0]]})"


def approach(page: Page) -> None:
    """Zoom in until there is room for a number at every milepost."""
    for _ in range(6):
        page.keyboard.press("+")


def test_a_route_to_a_distant_milepost_is_shown_with_its_price_and_built_section_by_section(page: Page) -> None:
    table, now = begin(page, "build", lambda now: long_ways(now) != [] and now["view"]["outlay"] == 0)
    me = now["seat"]
    ways, before = now["hints"]["ways"], now["view"]["players"][me]["sections"]
    at = long_ways(now)[0]
    to, price = ways[at]["to"], ways[at]["price"]
    post(page, to).click()
    expect(board(page).locator("path.ghost")).to_have_count(LONG)
    approach(page)
    expect(board(page).locator(".sum")).to_have_count(LONG - 1)
    expect(confirm_button(page)).to_contain_text(f"Build to {called(to)}: {LONG} sections")
    expect(confirm_button(page)).to_contain_text(f"{price} M")
    expect(page.get_by_text(f"{price} of 20 M spent")).to_be_visible()
    confirm_button(page).click()
    wait_until(lambda: see(page, table)["table"]["ply"] == now["table"]["ply"] + LONG, "all sections to be built")
    after = see(page, table)["view"]
    assert after["players"][me]["sections"] == sorted([*before, *sections_to(ways, at)])
    assert after["outlay"] == price
    page.get_by_role("button", name="Restart turn").click()
    wait_until(lambda: see(page, table)["view"]["outlay"] == 0, "the turn to begin again")


def ferry_ways(now: Now) -> list[int]:
    """The last steps of the cheapest ways that use a ferry, to mileposts that are not towns."""
    ways = now["hints"]["ways"]
    ends = [step["to"] for step in ways]
    dots = [at for at, to in enumerate(ends) if BOARD.place_at[to] < 0 and ends.index(to) == at]
    return [at for at in dots if any(step["ferry"] is not None for step in way_to(ways, at))]


def test_a_route_over_a_ferry_counts_its_sections_and_not_the_ferry(page: Page) -> None:
    _, now = begin(page, "build", lambda now: ferry_ways(now) != [])
    ways = now["hints"]["ways"]
    at = ferry_ways(now)[0]
    to, sections = ways[at]["to"], len(sections_to(ways, at))
    post(page, to).click()
    expect(confirm_button(page)).to_contain_text(f"Build to {called(to)}: {sections} section")


def in_reach(now: Now) -> list[int]:
    """The mileposts that the train can reach, with one move or several."""
    single = [offer["hint"] for offer in now["legal"] if offer["hint"] is not None]
    return sorted({run["course"][-1] for run in (*single, *now["hints"]["runs"])})


def test_a_train_runs_to_a_distant_milepost(page: Page) -> None:
    table, now = begin(page, "move", lambda now: now["hints"]["runs"] != [])
    approach(page)
    expect(board(page).locator(".badge")).to_have_count(len(in_reach(now)))
    page.keyboard.press("0")
    run = now["hints"]["runs"][0]
    goal = run["course"][-1]
    post(page, goal).click()
    expect(board(page).locator("path.route")).to_have_count(1)
    expect(confirm_button(page)).to_contain_text(f"Run to {called(goal)}: {run['points']} points")
    confirm_button(page).click()
    me = now["seat"]
    wait_until(lambda: see(page, table)["view"]["players"][me]["trains"][0]["at"] == goal, "the train to arrive")
    assert see(page, table)["table"]["ply"] == now["table"]["ply"] + len(run["course"])


def is_isolated(number: int) -> bool:
    """Whether the nearest milepost is at the usual distance, and not a town right next to it."""
    here = BOARD.points[number]
    return min(dist(here, there) for other, there in enumerate(BOARD.points) if other != number) > 10


def test_a_tap_between_mileposts_chooses_the_nearest(page: Page) -> None:
    _, now = begin(page, "build", lambda now: long_ways(now) != [])
    to = next(step["to"] for step in now["hints"]["ways"] if is_isolated(step["to"]))
    board(page).evaluate(
        """(svg, at) => {
          const spot = new DOMPoint(at[0] + 1, at[1] + 19).matrixTransform(svg.getScreenCTM());
          svg.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX: spot.x, clientY: spot.y }));
        }""",
        post(page, to).evaluate(
            "place => place.querySelector('path').getAttribute('d').slice(1).split(' ', 2).map(parseFloat)"
        ),
    )
    expect(post(page, to)).to_have_attribute("aria-pressed", "true")


def test_a_milepost_out_of_reach_says_why(page: Page) -> None:
    _, now = begin(page, "move")
    near = [*in_reach(now), now["view"]["players"][now["seat"]]["trains"][0]["at"]]
    far = next(number for number in range(BOARD.size) if number not in near and BOARD.place_at[number] < 0)
    post(page, far).click(force=True)  # it is marked as disabled, but still answers
    expect(page.get_by_role("region", name="Actions")).to_contain_text("No track leads from")


def test_an_order_highlights_its_sources_and_its_target(page: Page) -> None:
    _, now = begin(page, "build")
    demand = ORDERS[now["view"]["players"][now["seat"]]["hand"][0]][0]
    line = page.get_by_role("region", name="My orders").get_by_title("Show on the map").first
    line.click()
    expect(line).to_have_attribute("aria-pressed", "true")
    expect(board(page).locator(".source")).to_have_count(len(GOODS[demand.good].towns))
    expect(board(page).locator(".target")).to_have_count(1)
    line.click()
    page.mouse.move(0, 0)
    expect(board(page).locator(".target")).to_have_count(0)


def test_an_order_that_may_be_kept_shows_where_its_goods_are_offered_and_wanted(page: Page) -> None:
    open_phase(page, "dampf & rails, first orders")
    orders = page.get_by_role("list", name="Orders that you were dealt").get_by_role("button")
    orders.first.click()
    page.mouse.move(0, 0)
    expect(board(page).locator(".target")).to_have_count(0)
    orders.nth(1).focus()
    page.keyboard.press("Enter")
    demands = orders.nth(1).locator(".demand")
    expect(board(page).locator(".target")).to_have_count(demands.count())
    demands.first.hover()
    expect(board(page).locator(".target")).to_have_count(1)


def test_the_goods_finder_shows_the_towns_and_the_chips_left(page: Page) -> None:
    _, now = begin(page, "build")
    marzipan = next(number for number, good in enumerate(GOODS) if good.id == "marzipan")
    left, chips = now["view"]["supply"][marzipan], GOODS[marzipan].chips
    page.get_by_role("button", name=f"marzipan {left}/{chips}").click()
    towns = ", ".join(BOARD.place_names[town] for town in GOODS[marzipan].towns)
    expect(page.get_by_text(f"marzipan: {towns}")).to_be_visible()


def test_an_agreement_is_put_together_term_by_term_and_offered(page: Page) -> None:
    table, now = begin(page, "move", lambda now: partners(now) > 0)
    kinds = page.get_by_role("group", name="Kinds of actions")
    kinds.get_by_role("button", name="Agreement").click()
    if partners(now) > 1:
        buttons_in(page.get_by_role("list", name="Moves to choose from")).first.click()
    confirm_button(page).click()
    actions = page.get_by_role("region", name="Actions")
    expect(actions).to_contain_text("Agreement with")
    actions.get_by_role("button", name="Lump sum for").click()
    page.get_by_role("spinbutton", name="Lump sum in millions").fill("2")
    actions.get_by_role("button", name="Set").click()
    expect(actions.get_by_role("listitem").first).to_contain_text("2 M at once")
    actions.get_by_role("button", name="Goods that I bring").click()
    actions.get_by_role("button", name="Fish").click()
    actions.get_by_role("button", name="To Kiel").click()
    page.get_by_role("spinbutton", name="Within how many turns").fill("3")
    actions.get_by_role("button", name="Set").click()
    expect(actions.get_by_role("listitem").nth(1)).to_contain_text("to set down fish in Kiel, within 3 turns")
    assert_accessible(page)
    actions.get_by_role("button", name="Offer the agreement").click()
    wait_until(lambda: "send" in texts_since(page, table, now), "the offer")
    said = texts_since(page, table, now)
    assert said[1 : said.index("send")] == ["pay", "money 2", "bring", "goods fish", "place Kiel", "turns 3"]


def partners(now: Now) -> int:
    return sum(move["type"] == "propose" for move in moves_of(now))


def texts_since(page: Page, table: str, now: Now) -> list[str]:
    log = send(page, "GET", f"tables/{table}")["log"]
    return [line["text"] for line in log if line["ply"] > now["table"]["ply"]]


def offer(page: Page, table: str, now: Now) -> None:
    """Make the guest, who plays all seats, offer another player two terms."""
    partner = next(text for text in texts_of(now) if text.startswith("propose"))
    ply = now["table"]["ply"]
    for text in (partner, "pay", "money 2", "request", "goods fish", "place Kiel", "turns 3", "send"):
        body = {"seat": now["seat"], "move": text, "expect": ply, "key": f"ply {ply}"}
        ply = send(page, "POST", f"tables/{table}/moves", body)["ply"]


def test_an_offer_is_shown_with_its_terms_and_declined(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    sign_in(page, "Ada")
    table, now = create_table_at(page, "dampf-and-rails", lambda now: partners(now) > 0, ME)
    offer(page, table, now)
    open_table(page, table)
    page.locator(".curtain button").click()
    actions = page.get_by_role("region", name="Actions")
    expect(actions).to_contain_text("offers you")
    terms = actions.get_by_role("list").first.get_by_role("listitem")
    expect(terms).to_have_count(2)
    assert_accessible(page)
    actions.get_by_role("button", name="Accept the agreement").first.click()
    expect(page.get_by_role("main")).to_have_attribute("data-chosen", "accept")
    actions.get_by_role("button", name="Decline the agreement").first.click()
    expect(page.get_by_role("main")).to_have_attribute("data-chosen", "refuse")
    confirm_button(page).click()
    wait_until(lambda: "refuse" in texts_since(page, table, now), "the answer")


def test_the_table_is_accessible_and_fits_a_narrow_phone(page: Page) -> None:
    begin(page, "move")
    assert_accessible(page)
    page.set_viewport_size(ViewportSize(width=320, height=640))
    for part in ("Map", "Mine", "Players"):
        page.get_by_role("navigation", name="Parts of the table").get_by_role("button", name=part).click()
        assert_fits(page)
    assert_accessible(page)


def test_a_delivery_is_foreseen_as_it_happens(page: Page) -> None:
    """Also what is left of the movement points."""
    now = open_phase(page, "dampf & rails, delivery")
    table = page.url.rpartition("/")[2]
    actions(page).get_by_role("button", name="Deliver", exact=True).click()
    if offered(page).count() > 1:
        offered(page).first.click()
    foreseen = page.locator(".foreseen")
    expect(foreseen).to_contain_text("points")
    found = re.search(r"points (\d+) → (\d+)", foreseen.inner_text())
    assert found
    before, after = map(int, found.groups())
    assert before in now["view"]["players"][now["seat"]]["points"]
    confirm(page, table)
    assert after in see(page, table)["view"]["players"][now["seat"]]["points"]


def test_the_town_across_the_water_offers_the_ferry(page: Page) -> None:
    """Whoever wants to go there presses the town; it is not the ferry that they have in mind."""
    _, now = begin(page, "move", lambda now: any(move["type"] == "cross" for move in moves_of(now)))
    cross = next(move for move in moves_of(now) if move["type"] == "cross")
    train = now["view"]["players"][now["seat"]]["trains"][cross["train"]]
    across = next(end for end in BOARD.ferries[cross["ferry"]].ends if end != BOARD.place_at[train["at"]])
    post(page, BOARD.places[across].mileposts[0]).dispatch_event("click")
    expect(offered(page).filter(has_text=f"Cross on the ferry {BOARD.ferries[cross['ferry']].name}")).to_be_visible()


def test_an_upgrade_says_what_the_train_can_do(page: Page) -> None:
    _, now = begin(page, "build", lambda now: any(move["type"] == "work" for move in moves_of(now)))
    kinds = [BOX.trains[move["kind"]] for move in moves_of(now) if move["type"] == "work"]
    actions(page).get_by_role("button", name="Workshop").click()
    for train, choice in zip(kinds, offered(page).all(), strict=True):
        expect(choice).to_contain_text(f"{train.speed} points, {train.holds} holds")
