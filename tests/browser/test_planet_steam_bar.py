"""The action bar of Planet Steam and what is around its map: auctions, cards, trade, the market, secrets."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from engineshed.games.planet_steam.rules.components import COMPANIES, RESOURCES
from tests.browser.at_table import (
    ME,
    confirm_button,
    create_table,
    make_moves,
    open_for_active_player,
    open_table,
    see,
    sign_in,
)
from tests.browser.axe import assert_accessible
from tests.browser.bars import bar, check_accessibility
from tests.browser.conftest import OpenPage
from tests.browser.measures import open_phase
from tests.browser.offers import moves_of
from tests.browser.planet_steam import create_planet_steam, play_until, zone
from tests.browser.play import buttons_in, chosen, expect_played, offered
from tests.browser.played import create_table_at

SEATS = 4

Now = dict[str, Any]


def players(page: Page) -> Locator:
    return page.get_by_role("region", name="Players", exact=True)


def table_at_stage(page: Page, stage: str, there: Callable[[Now], bool] = lambda _: True) -> tuple[str, Now]:
    """A table after the first round where Ada has to act in this stage and ``there`` accepts the position."""
    sign_in(page, "Ada")
    table, now = create_table_at(
        page,
        "planet-steam-standard",
        lambda now: now["view"]["stage"] == stage and now["view"]["round"] > 1 and there(now),
    )
    open_table(page, table)
    return table, now


def new_table_at_stage(page: Page, stage: str, rounds: int = 1, **options: Any) -> tuple[str, Now]:
    """A new table in this stage, with its log from the start and perhaps with other options."""
    sign_in(page, "Ada")
    table = create_planet_steam(page, SEATS, options=options)
    now = play_until(page, table, stage, rounds)
    open_table(page, table)
    return table, now


def shared_table_at_stage(page: Page, stage: str, **options: Any) -> tuple[str, Now]:
    """A table where three people share a screen and one has to act in this stage. The curtain is still closed."""
    sign_in(page, "Ada")
    table: str = create_table(page, [ME] * 3, game="planet-steam", map="standard", options=options)["id"]
    return table, play_until(page, table, stage)


def market(page: Page) -> Locator:
    return page.get_by_role("region", name="Market", exact=True)


def stock(now: Now) -> int:
    """How much Ada has of the resource that is being traded."""
    return int(now["view"]["players"][now["seat"]]["goods"][now["view"]["resource"]])


# -- secrets -----------------------------------------------------------------------------------------------------------


def test_only_the_viewers_own_credits_are_shown(page: Page) -> None:
    _, now = table_at_stage(page, "auction")
    own = now["view"]["players"][now["seat"]]["credits"]
    expect(players(page).locator(".money")).to_have_text([f"{own} cr"])


def test_open_credits_are_shown(page: Page) -> None:
    _, now = new_table_at_stage(page, "auction", open_credits=True)
    shown = players(page).locator(".money").all_inner_texts()
    assert sorted(shown) == sorted(f"{player['credits']} cr" for player in now["view"]["players"])


# -- the phase ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stage", "phase", "step"), [("auction", "Expansion", "Specialist cards"), ("tank", "Tanks", None)]
)
def test_the_phase_is_shown_with_its_steps(page: Page, stage: str, phase: str, step: str | None) -> None:
    table_at_stage(page, stage)
    phases = page.get_by_role("list", name="Phases of the round").get_by_role("listitem")
    expect(phases).to_have_text(["Expansion", "Tanks", "Resources", "End"])
    expect(phases.and_(page.locator("[aria-current]"))).to_have_text([phase])
    steps = page.get_by_role("list", name="Steps of the phase").get_by_role("listitem")
    expect(steps.and_(page.locator("[aria-current]"))).to_have_text([step] if step else [])


# -- specialists -------------------------------------------------------------------------------------------------------


def test_a_bid_is_chosen_by_buttons_and_by_a_number(page: Page) -> None:
    table, now = shared_table_at_stage(page, "auction")
    open_for_active_player(page, table)
    expect(bar(page).get_by_role("heading", name="The choice of a specialist")).to_be_visible()
    least = now["view"]["bid"] + 1
    bar(page).get_by_role("button", name=f"{least} cr Minimum").click()
    assert chosen(page) == f"bid {least}"
    page.get_by_role("spinbutton", name="Own amount").press("ArrowUp")
    assert chosen(page) == f"bid {least + 1}"


def test_a_card_says_what_it_does_and_a_digit_picks_it(page: Page) -> None:
    table, now = shared_table_at_stage(page, "card")
    open_for_active_player(page, table)
    cards = buttons_in(page.get_by_role("list", name="Specialist cards"))
    expect(cards).to_have_count(now["view"]["seats"])
    expect(cards.first).to_contain_text("opens the next auction of specialist cards")
    number = moves_of(now)[-1]["number"]
    page.keyboard.press(str(number))
    expect(page.get_by_role("main")).to_have_attribute("data-chosen", f"card {number}")
    expect(cards.nth(number - 1)).to_have_attribute("aria-pressed", "true")


# -- the market --------------------------------------------------------------------------------------------------------


def test_a_trade_shows_its_sum_and_the_next_price(page: Page) -> None:
    table, now = table_at_stage(page, "trade", lambda now: stock(now) > 0)
    view, seat = now["view"], now["seat"]
    resource, me = view["resource"], view["players"][seat]
    price, have = view["prices"][resource], me["goods"][resource]
    page.get_by_role("spinbutton").fill("-1")
    expect(bar(page).get_by_text(f"sell: 1 × {price} = +{price}")).to_be_visible()
    after = next(offer["hint"]["price"] for offer in now["legal"] if offer["text"] == "sell 1")
    sentence = f"Price for the next player: {price} → {after}" if after != price else f"The price stays at {price}"
    expect(bar(page).get_by_text(sentence)).to_be_visible()
    expect(bar(page).get_by_text(f"Credits afterwards: {me['credits'] + price}", exact=True)).to_be_visible()
    confirm_button(page).click()
    expect_played(page, table, now["table"]["ply"])
    assert see(page, table)["view"]["players"][seat]["goods"][resource] == have - 1
    page.get_by_role("list", name="Log").get_by_role("button", name=re.compile("sells 1 ")).first.click()
    expect(market(page).locator("li.lit").filter(has_text=f"{RESOURCES[resource]}: price")).to_have_count(1)


def test_the_market_shows_prices_and_their_history(page: Page) -> None:
    """The history comes from the log, and the current price is within it."""
    _, now = table_at_stage(page, "auction")
    for name, price, supply in zip(RESOURCES, now["view"]["prices"], now["view"]["supplies"], strict=True):
        expect(market(page).get_by_text(f"{name}: price {price}, {supply} on the market")).to_be_attached()
        label = market(page).get_by_role("img", name=f"Price of {name} so far").get_attribute("aria-label") or ""
        least, most = map(int, re.findall(r"\d+", label))
        assert least <= price <= most


def test_the_price_history_is_also_a_table_by_rounds(page: Page) -> None:
    """During the auction, no price has changed since the end of the previous round."""
    _, now = new_table_at_stage(page, "auction", rounds=2)
    market(page).get_by_role("button", name="Price history").click()
    sheet = page.get_by_role("dialog", name="Price history")
    sheet.get_by_text("The same as a table").click()
    rows = sheet.get_by_role("row")
    expect(rows).to_have_count(1 + now["view"]["round"])
    assert rows.nth(-2).get_by_role("cell").all_inner_texts() == [str(price) for price in now["view"]["prices"]]
    assert rows.last.get_by_role("cell").all_inner_texts() == [str(price) for price in now["view"]["prices"]]
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)


def test_prices_are_manipulated_by_entering_numbers(page: Page) -> None:
    """The most expensive manipulation can move every price, in too many ways to list them."""
    table, _ = shared_table_at_stage(page, "manipulate", price_manipulation=True)
    now = make_moves(page, table, "manipulate strong")
    open_for_active_player(page, table)
    prices, ore = now["view"]["prices"], RESOURCES.index("ore")
    numbers = bar(page).get_by_role("spinbutton")
    expect(numbers).to_have_count(len(RESOURCES))
    numbers.nth(ore).fill("-3")
    assert chosen(page) == "shift ore -3"
    expect(bar(page).get_by_text(f"{prices[ore]} → {prices[ore] - 3}")).to_be_visible()
    numbers.nth(ore).fill("0")
    expect(confirm_button(page)).to_be_disabled()
    numbers.nth(ore).press("ArrowUp")
    confirm_button(page).click()
    expect_played(page, table, now["table"]["ply"])
    assert see(page, table)["view"]["prices"][ore] == prices[ore] + 1
    expect(numbers).to_have_count(len(RESOURCES) - 1)
    bar(page).get_by_role("button", name="Price of ore").click()
    expect(bar(page).get_by_role("link", name="Rule R114")).to_be_visible()
    bar(page).get_by_role("button", name="Leave the other prices as they are").click()
    assert chosen(page) == "done"


def test_the_order_of_trade_is_set_on_a_grid(page: Page) -> None:
    table, now = shared_table_at_stage(page, "marker", variable_trade_order=True)
    open_for_active_player(page, table)
    expect(offered(page)).to_have_count(len(moves_of(now)))
    offered(page).filter(has_text="3").first.click()
    assert chosen(page) == f"order {RESOURCES[0]} 3"
    confirm_button(page).click()
    expect_played(page, table, now["table"]["ply"])
    open_for_active_player(page, table)  # for the next player
    expect(market(page).get_by_text("place 3")).to_be_visible()


# -- what it costs -----------------------------------------------------------------------------------------------------


def test_certificates_show_what_they_cost_or_why_they_are_not_available(page: Page) -> None:
    _, now = table_at_stage(page, "certificate")
    able = {move["type"] for move in moves_of(now)}
    names = {"buylicence": "licence for 1 quartz, 1 water", "buyquarters": "quarters for 1 quartz, 1 ore"}
    for kind, name in names.items():
        expect(offered(page).filter(has_text=name)).to_have_count(int(kind in able))
    barred = offered(page).filter(has_text="not possible now")
    assert barred.count() == len({"buylicence", "selllicence", "buyquarters"} - able)
    if barred.count():
        barred.first.click()
        expect(bar(page).get_by_role("link", name=re.compile("^Rule "))).to_be_visible()


def test_a_zone_says_what_is_on_it(page: Page) -> None:
    _, now = table_at_stage(page, "claim")
    owned = next(number for number, zone in enumerate(now["view"]["zones"]) if zone["owner"] == now["seat"])
    colour = COMPANIES[now["seat"]].capitalize()
    expect(zone(page, owned)).to_have_accessible_name(re.compile(f"^[A-F][1-7], (river, )?{colour}"))
    zone(page, owned).click(force=True)  # it is marked as disabled
    expect(bar(page).get_by_role("link", name=re.compile("^Rule "))).to_be_visible()
    expect(confirm_button(page)).to_be_disabled()


# -- for everybody -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stage", ["first-upgrade", "trade"])
def test_the_action_bar_is_accessible(open_page: OpenPage, stage: str) -> None:
    def create(page: Page) -> str:
        table = create_planet_steam(page, 5)
        play_until(page, table, stage)
        return table

    check_accessibility(open_page, create, "[aria-pressed]")


def test_certificates_say_what_they_are_good_for_where_they_are_bought(page: Page) -> None:
    open_phase(page, "planet steam, certificates")
    offers = page.get_by_role("list", name="Moves to choose from")
    expect(offers).to_contain_text("claims a zone without a roll")
    expect(offers).to_contain_text("worth 50 credits at the end")


def test_a_zone_says_what_it_is_good_for_where_one_bids(page: Page) -> None:
    open_phase(page, "planet steam, zone")
    expect(bar(page).get_by_text("It takes one tank and is worth 25 credits at the end.")).to_be_visible()
