"""People who come, go and stay away, each with a browser of their own, at a server whose clock the test sets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.at_table import (
    ME,
    OPEN,
    confirm,
    create_table,
    make_moves,
    open_table,
    see,
    send,
    sign_in,
    wait_until,
)
from tests.browser.axe import assert_accessible_by_day_and_night, assert_fits
from tests.browser.clocked import Clocked, clocked_server
from tests.browser.conftest import DESK, PHONE
from tests.browser.watch import Watch

MINUTE, HOUR, DAY = 60, 3600, 86_400
DAYS = {"kind": "days", "hours": 72, "holidays": 7, "bot": "beginner"}
LIVE = {"kind": "live", "minutes": 10, "bot": "beginner"}
BROKEN_OFF = r"WebSocket connection|ERR_CONNECTION"
"""What browsers say about a server that is being restarted."""


class Scene:
    """A server, and people who come to it."""

    def __init__(self, server: Clocked, address: str, browser: Browser, watch: Watch) -> None:
        self.server, self._address, self._browser, self._watch = server, address, browser, watch

    def person(self, name: str, **options: Any) -> Page:
        context = self._browser.new_context(base_url=self._address, **{**DESK, "reduced_motion": "reduce", **options})
        self._watch.attach(context)
        page = context.new_page()
        page.goto("/help")
        sign_in(page, name)
        return page


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Clocked, str]]:
    with clocked_server(tmp_path_factory.mktemp("clocked")) as running:
        yield running


@pytest.fixture
def scene(served: tuple[Clocked, str], browser: Browser, watch: Watch) -> Iterator[Scene]:
    before = list(browser.contexts)
    yield Scene(*served, browser, watch)
    faults = watch.faults()
    for context in browser.contexts:
        if context not in before:
            context.close()
    assert faults == []


def card(page: Page, name: str) -> Locator:
    """What is shown about a player beside the board."""
    return page.locator(".others li").filter(has=page.locator("[data-thing^=company]", has_text=name))


def asked(page: Page) -> Locator:
    return page.get_by_role("region", name="What the table asks")


def seat_all(owner: Page, *others: Page, **wishes: Any) -> str:
    """A table at which these people sit in order."""
    made = create_table(owner, [ME, *[OPEN] * len(others)], **wishes)
    for seat, page in enumerate(others, 1):
        send(page, "POST", f"tables/{made['id']}/claim", {"token": made["links"][str(seat)]})
    table: str = made["id"]
    return table


def take_turn(page: Page, table: str) -> None:
    for _ in range(2):
        page.get_by_role("button", name="Take money").click()
        confirm(page, table)


def let_bots_finish(table: str, *pages: Page) -> dict[str, Any]:
    for page in pages:
        for seat in see(page, table)["table"]["seats"]:
            if seat["mine"] and not seat["away"]:
                send(page, "POST", f"tables/{table}/seats/{seat['seat']}/leave?bot=beginner")
    wait_until(lambda: see(pages[0], table)["table"]["state"] == "over", "the bots to finish")
    over: dict[str, Any] = see(pages[0], table)["table"]
    return over


def test_a_game_for_two_on_two_devices_over_days_and_a_restart_and_its_rematch(scene: Scene, watch: Watch) -> None:
    watch.expect(BROKEN_OFF)
    ada, bo = scene.person("Ada"), scene.person("Bo", **PHONE)
    table = create_table(ada, [ME, OPEN], clock=DAYS, mode="correspondence")["id"]
    open_table(ada, table)
    bo.goto(ada.get_by_role("textbox", name="Link to the seat Blue").input_value())
    expect(card(ada, "Bo")).to_contain_text("here")
    for day in range(2):
        take_turn(ada, table)
        expect(bo.get_by_role("timer").first).to_have_text(
            "2 days 23 hr" if day else re.compile("^(3 days|2 days 23 hr)$")
        )
        scene.server.pass_time(DAY)
        take_turn(bo, table)
        scene.server.pass_time(DAY)
        if day == 0:
            scene.server.stop()
            expect(ada.get_by_text("Connection lost")).to_be_visible()
            scene.server.start()
            for page in (ada, bo):
                expect(page.get_by_text("Connection lost")).to_have_count(0)
    take_turn(ada, table)
    ada.get_by_role("tab", name="Log").click()
    scene.server.pass_time(2 * DAY)
    bo.goto("/help")
    expect(card(ada, "Bo")).to_contain_text("offline since")
    expect(card(ada, "Bo")).to_contain_text("until")
    scene.server.pass_time(DAY)
    expect(card(ada, "Bo")).to_contain_text("a bot plays")
    expect(ada.get_by_role("list", name="Log")).to_contain_text("Bo ran out of time; a bot plays for them")
    open_table(bo, table)
    asked(bo).get_by_role("button", name="Take over").click()
    expect(asked(bo).get_by_role("button", name="Take over")).to_have_count(0)
    expect(card(ada, "Bo")).not_to_contain_text("a bot plays")
    assert_fits(bo)

    over = let_bots_finish(table, ada, bo)
    assert over["result"] is not None
    result = ada.get_by_role("dialog")
    result.get_by_role("button", name="Rematch").click()
    result.get_by_role("radio", name="Everybody one seat further").check(force=True)
    result.get_by_role("button", name="Open the rematch").click()
    expect(ada.get_by_text("kept for Bo")).to_be_visible()
    expect(bo.get_by_role("dialog").get_by_role("button", name="Go to the rematch")).to_be_visible()
    bo.keyboard.press("Escape")
    asked(bo).get_by_role("button", name="Go to the rematch").click()
    expect(card(ada, "Bo")).to_contain_text("here")
    again = ada.url.rsplit("/", 1)[1]
    expect(bo).to_have_url(re.compile(again))
    assert [seat["name"] for seat in see(ada, again)["table"]["seats"]] == ["Bo", "Ada"]


def test_a_table_for_three_whose_third_player_vanished_ends_in_each_agreed_way(scene: Scene) -> None:
    ada, bo, cleo = scene.person("Ada"), scene.person("Bo", **PHONE), scene.person("Cleo")

    def missing_cleo(**clock: Any) -> str:
        table = seat_all(ada, bo, cleo, clock={**DAYS, **clock}, mode="correspondence")
        for page in (ada, bo):
            make_moves(page, table, "money", "money")
            open_table(page, table)
        scene.server.pass_time(73 * HOUR)
        return table

    def vote(choice: str) -> None:
        for page in (ada, bo):
            asked(page).get_by_role("button", name=choice).click()
            if choice == "End the game":
                page.get_by_role("dialog").get_by_role("button", name="Vote for the end").click()
            if page is ada:
                expect(asked(bo)).to_contain_text(f"{choice}: Ada")

    table = missing_cleo()
    expect(card(ada, "Cleo")).to_contain_text("a bot plays")
    assert let_bots_finish(table, ada, bo)["result"] is not None

    table = missing_cleo(out="vote")
    expect(asked(ada)).to_contain_text("Cleo's time is up")
    assert_accessible_by_day_and_night(ada)
    vote("Let a bot play")
    expect(card(ada, "Cleo")).to_contain_text("a bot plays")
    assert let_bots_finish(table, ada, bo)["result"] is not None

    table = missing_cleo(out="vote")
    vote("Wait")
    expect(ada.get_by_role("list", name="Log")).to_contain_text("the table waits for Cleo")
    expect(card(ada, "Cleo")).to_contain_text("until")
    open_table(cleo, table)
    take_turn(cleo, table)
    assert let_bots_finish(table, ada, bo, cleo)["result"] is not None
    cleo.goto("/help")

    table = missing_cleo(out="vote")
    open_table(cleo, table)
    expect(asked(cleo)).to_contain_text("the others vote about how to go on")
    vote("End the game")
    for page in (ada, bo, cleo):
        expect(page.get_by_text("The players have ended this game by a vote.").first).to_be_visible()
    assert see(ada, table)["table"]["state"] == "closed"


def test_presence_clocks_pauses_and_holidays(scene: Scene) -> None:
    ada, bo = scene.person("Ada"), scene.person("Bo")
    table = seat_all(ada, bo, clock=LIVE)
    open_table(ada, table)
    open_table(bo, table)
    expect(card(bo, "Ada")).to_contain_text("here")
    expect(card(ada, "Bo").get_by_role("timer")).to_have_text("10:00")  # it is not their turn
    expect(card(bo, "Ada").get_by_role("timer")).to_have_accessible_name(
        re.compile("Time left: 9 minutes [0-9]+ second")
    )
    bo.evaluate("document.hasFocus = () => false; dispatchEvent(new Event('blur'))")
    expect(card(ada, "Bo")).to_contain_text("away since")
    bo.evaluate("document.hasFocus = () => true; dispatchEvent(new Event('focus'))")
    expect(card(ada, "Bo")).to_contain_text("here")

    ada.get_by_role("tab", name="Seats").click()
    ada.get_by_role("button", name="Ask for a pause").click()
    expect(asked(ada)).to_contain_text("Still to agree: Bo")
    asked(bo).get_by_role("button", name="Agree").click()
    expect(asked(ada)).to_contain_text("All clocks stand still.")
    scene.server.pass_time(HOUR)
    asked(bo).get_by_role("button", name="Go on").click()
    expect(asked(ada)).not_to_contain_text("All clocks")
    assert see(ada, table)["table"]["seats"][0]["away"] is False
    expect(bo.get_by_role("heading", level=1)).to_be_focused()

    scene.server.pass_time(9 * MINUTE)
    bo.goto("/help")
    open_table(bo, table)  # the page of Ada hears of it, and of the time
    expect(ada.get_by_text(re.compile("Little time left: [0-9]+ seconds")).first).to_be_visible()
    scene.server.pass_time(MINUTE)
    asked(ada).get_by_role("button", name="Take over").click()
    expect(asked(ada).get_by_role("button", name="Take over")).to_have_count(0)
    assert see(ada, table)["table"]["seats"][0]["away"] is False

    table = seat_all(ada, bo, clock=DAYS, mode="correspondence")
    open_table(ada, table)
    ada.get_by_role("tab", name="Seats").click()
    assert_accessible_by_day_and_night(ada)
    ada.get_by_role("button", name="Take a holiday").click()
    expect(asked(ada)).to_contain_text("You are on holiday")
    scene.server.pass_time(5 * DAY)
    asked(ada).get_by_role("button", name="Back from holiday").click()
    expect(asked(ada)).not_to_contain_text("holiday")
    assert see(ada, table)["table"]["timing"]["rest"][0] == pytest.approx(2 * DAY, abs=HOUR)


def test_a_table_without_a_clock_is_asked_after_a_while(scene: Scene, watch: Watch) -> None:
    watch.expect("409")
    ada, bo = scene.person("Ada"), scene.person("Bo")
    table = seat_all(bo, ada)
    open_table(ada, table)
    ada.get_by_role("tab", name="Seats").click()
    seats = ada.get_by_role("tabpanel")
    seats.get_by_role("button", name="Vote about it").click()
    seats.get_by_role("button", name="Let a bot play", exact=True).click()
    expect(ada.get_by_text(re.compile("for whom it has waited for 10 minutes")).first).to_be_visible()
    scene.server.pass_time(11 * MINUTE)
    bo.goto(f"/t/{table}")
    asked(ada).get_by_role("button", name="Vote about it").click()
    asked(ada).get_by_role("button", name="Let a bot play", exact=True).click()
    asked(bo).get_by_role("button", name="Take over").click()
    expect(ada.get_by_role("list", name="Log")).to_have_count(0)  # the seats are shown
    ada.get_by_role("tab", name="Log").click()
    expect(ada.get_by_role("list", name="Log")).to_contain_text(
        "The others vote about Bo, for whom the table has waited"
    )
    expect(ada.get_by_role("list", name="Log")).to_contain_text("Bo is back")
