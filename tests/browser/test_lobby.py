"""The lobby and the other pages around the tables."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from engineshed.core.contract import AnyGame
from engineshed.core.record import record_of, write_record
from engineshed.core.registry import find_game, game_ids
from engineshed.core.table import Table
from engineshed.core.words import Message
from tests.browser.at_table import (
    BOT,
    ME,
    OPEN,
    create_open_table,
    create_table,
    make_moves,
    see,
    send,
    sign_in,
    wait_until,
)
from tests.browser.axe import assert_accessible, assert_accessible_by_day_and_night
from tests.browser.conftest import PHONE, OpenPage
from tests.browser.watch import Watch, wait_for_network

GAME = find_game("steam-power")
TABLE = re.compile(r"/t/[\w-]+$")
PAGES = {
    "/": "main h2",
    "/new": "main form",
    "/rules": "main h2",
    "/rules/steam-power": "#R1",
    "/help": "main table tbody + tbody",
    "/bring": "main form",
    "/me": "main button",
}
"""Each page, with an element that is there once the page is complete."""
GAMES = [find_game(game_id) for game_id in game_ids()]
EFFORT = {
    "en": "{}–{} minutes · complexity {} of 5",
    "de": "{}–{} Minuten · Anspruch {} von 5",
    "pl": "{}–{} minut · złożoność {} z 5",
}


def enter_name(page: Page, name: str) -> None:
    dialog = page.get_by_role("dialog", name="What shall we call you?")
    dialog.get_by_label("Your name").fill(name)
    dialog.get_by_role("button", name="Continue").click()


def table_of(page: Page) -> dict[str, Any]:
    """What the server says about the table on this page."""
    expect(page).to_have_url(TABLE)
    answer = page.request.get(f"/api/tables/{page.url.rpartition('/')[2]}")
    table: dict[str, Any] = answer.json()["table"]
    return table


def new_table(page: Page, game: str = GAME.title) -> None:
    """The form for a new table, with this game chosen, and with everything that can be chosen in sight."""
    page.goto("/new")
    unfold(page)
    page.get_by_role("radio", name=game, exact=True).check()


def unfold(page: Page) -> None:
    """What most people leave as it is."""
    expect(page.locator("summary")).to_have_count(2)
    for part in page.locator("summary").all():
        part.click()


def new_table_with_an_open_seat(page: Page) -> None:
    """The form for a table for two, with the second seat open."""
    new_table(page)
    page.get_by_role("radio", name="2", exact=True).check()
    page.get_by_label("Blue", exact=True).select_option("open")


def test_a_game_starts_in_two_clicks(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play now against bots").click()
    name = page.get_by_label("Your name", exact=True).input_value()
    page.get_by_role("button", name="Start").click()
    table = table_of(page)
    assert [(seat["kind"], seat["name"]) for seat in table["seats"]] == [("guest", name), ("bot", None), ("bot", None)]
    assert table["state"] == "running"
    expect(page.get_by_role("banner").get_by_role("button", name=name)).to_be_visible()
    expect(page.locator("h1")).to_be_focused()


def test_every_game_is_in_the_lobby_with_its_rules(page: Page) -> None:
    page.goto("/")
    games = page.get_by_role("region", name="The games").get_by_role("listitem")
    titles = [game["title"] for game in page.request.get("/api/games").json()]
    assert len(titles) > 1
    expect(games.get_by_role("heading")).to_have_text(titles)
    steam = games.filter(has=page.get_by_role("heading", name="Steam", exact=True))
    expect(steam).to_contain_text("3–5 players")
    steam.get_by_role("link", name="Rules").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rules of Steam")


@pytest.mark.parametrize("language", EFFORT)
def test_the_lobby_says_how_long_and_complex_a_game_is_and_how_it_is_won(open_page: OpenPage, language: str) -> None:
    page = open_page(locale=language)
    page.goto("/")
    for game in GAMES:
        card = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=game.title, exact=True)).first
        expect_facts(card, game, language)
        card.get_by_role("button").click()
        expect_facts(page.get_by_role("dialog"), game, language)
        page.keyboard.press("Escape")
    page.goto("/new")
    for game in GAMES:
        page.get_by_role("radio", name=game.title, exact=True).check()
        expect_facts(page.locator("form"), game, language)


def expect_facts(part: Locator, game: AnyGame, language: str) -> None:
    expect(part).to_contain_text(EFFORT[language].format(*game.minutes, game.weight))
    expect(part).to_contain_text(game.speech.words_in(language).say(game.wins))


@pytest.mark.parametrize("language", EFFORT)
def test_the_help_shows_every_games_keys_and_credits(open_page: OpenPage, language: str) -> None:
    page = open_page(locale=language)
    page.goto("/help")
    for game in GAMES:
        keys = page.locator("tbody").filter(has=page.get_by_role("rowheader", name=game.title, exact=True))
        expect(keys.locator("kbd")).to_have_text([name for key in game.keys for name in key.press])
        for key in game.keys:
            expect(keys).to_contain_text(game.speech.words_in(language).word(key.does))
        credit = page.get_by_role("listitem").filter(has_text=re.compile(f"^{re.escape(game.title)}:"))
        expect(credit).to_contain_text(game.credits.designer)
        expect(credit).to_contain_text(game.credits.publisher)


def test_the_game_played_last_is_chosen_first(page: Page) -> None:
    page.goto("/")
    games = page.get_by_role("region", name="The games")
    card = games.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Steam Power", exact=True))
    card.get_by_role("button", name="Play").click()
    page.get_by_role("dialog").get_by_role("button", name="Start").click()
    assert table_of(page)["game"] == "steam-power"
    page.goto("/new")
    expect(page.get_by_role("radio", name="Steam Power", exact=True)).to_be_checked()
    page.goto("/")
    page.get_by_role("button", name="Play now against bots").click()
    expect(page.get_by_role("dialog").get_by_role("radio", name="Steam Power", exact=True)).to_be_checked()


def test_a_variant_can_be_chosen_if_the_game_has_any(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play now against bots").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="Steam Power", exact=True).check()
    expect(dialog.get_by_role("group", name="Variant")).to_have_count(0)
    dialog.get_by_role("radio", name="Steam", exact=True).check()
    dialog.get_by_role("group", name="Variant").get_by_role("radio", name="Expert game").check()
    dialog.get_by_role("button", name="Start").click()
    table = table_of(page)
    assert (table["game"], table["options"]["variant"]) == ("steam", "expert")


@pytest.mark.parametrize("game", ["steam", "steam-power"])
def test_every_option_can_be_chosen(page: Page, game: str) -> None:
    new_table(page, find_game(game).title)
    chosen = choose_all_options(page, game)
    page.get_by_role("button", name="Create the table").click()
    enter_name(page, "Ada")
    options = table_of(page)["options"]
    assert {name: options[name] for name in chosen} == chosen


def test_everything_about_a_new_table_can_be_chosen_and_is_read_before_one_joins(
    page: Page, open_page: OpenPage
) -> None:
    """Whoever has never finished a game meets beginners if they do not say otherwise."""
    new_table(page)
    page.get_by_role("radio", name="Ireland").check()
    page.get_by_role("radio", name="4", exact=True).check()
    page.get_by_role("radio", name="Over days").check()
    expect(page.get_by_text("2 days a turn, 7 days of holidays, then a bot plays on.")).to_be_visible()
    page.get_by_label("Blue", exact=True).select_option("me")
    page.get_by_label("Green", exact=True).select_option("bot strong")
    expect(page.get_by_text("you share this screen")).to_be_visible()
    page.get_by_label("Yellow", exact=True).select_option("open")
    page.get_by_role("radio", name="Everybody").check()
    page.get_by_role("spinbutton", name="Hours for a turn").fill("36")
    page.get_by_role("spinbutton", name="Days of holidays").fill("3")
    page.get_by_role("radio", name="The others vote").check()
    page.get_by_label("Bot for players who are gone").select_option("strong")
    page.get_by_role("radio", name="Calm").check()
    page.get_by_role("radio", name="Experienced").check()
    page.get_by_label("Language of the chat").select_option("de")
    expect(page.get_by_role("switch", name="Seats can change hands")).to_have_count(0)
    expect(page.get_by_text("nobody takes over a bot's seat and gets to see what is hidden")).to_be_visible()
    page.get_by_role("spinbutton", name="By minutes").fill("15")
    page.get_by_role("spinbutton", name="By moves").fill("2")
    page.get_by_role("group", name="Hints from bots").get_by_role("radio", name="None").check()
    page.get_by_role("radio", name="At once").check()
    page.get_by_label("Name of the table").fill("Tuesday")
    wanted: dict[str, object] = {"map": "ireland", **choose_all_options(page, GAME.id)}
    assert_accessible(page)
    page.get_by_role("button", name="Create the table").click()
    enter_name(page, "Ada")
    page.get_by_role("button", name="Go to the table").click()
    table = table_of(page)
    assert table["options"] == wanted
    seats = [seat["bot"] or seat["name"] or seat["kind"] for seat in table["seats"]]
    assert seats == ["Ada", "Ada", "strong", "open"]
    assert (table["mode"], table["public"], table["title"]) == ("correspondence", True, "Tuesday")
    clock = {"kind": "days", "hours": 36, "holidays": 3, "out": "vote", "bot": "strong", "minutes": 0, "increment": 0}
    assert table["clock"] == clock
    assert (table["speed"], table["level"], table["language"]) == ("calm", "experienced", "de")
    assert (table["latecomers"], table["hints"], table["delay"]) == (False, False, {"moves": 2, "minutes": 15})

    friend = open_page()
    friend.goto("/")
    card = friend.get_by_role("listitem").filter(has=friend.get_by_role("heading", name="Tuesday")).first
    expect(card.get_by_role("button", name="Join")).to_be_visible()
    for told in (
        *("Ireland", "one screen", "Over days", "36 hours a turn", "3 days of holidays", "then the others vote"),
        *("calm play", "for experienced players", "language: German", "spectators 15 minutes behind"),
        *("spectators 2 moves behind", "no hints", "free", "1 seat is free"),
    ):
        expect(card).to_contain_text(told)


def test_the_kind_of_table_brings_its_seats_and_a_clock_that_suits_the_game(page: Page, watch: Watch) -> None:
    """Nobody is timed who plays against bots or on one screen."""
    watch.expect("400")
    sign_in(page, "Ada")
    new_table(page, "Steam")
    kinds = page.get_by_role("group", name="How do you want to play?")
    green = page.get_by_role("combobox", name="Green")
    clock = page.get_by_role("group", name="Clock").get_by_role("radio", checked=True)
    for kind, seat, kept in (
        ("Against bots", "bot beginner", "No clock"),
        ("At this screen", "me", "No clock"),
        ("Live now", "open", "Minutes for the game"),
        ("Today", "open", "Hours for each turn"),
        ("Over days", "open", "Hours for each turn"),
    ):
        kinds.get_by_role("radio", name=kind).check()
        expect(green).to_have_value(seat)
        expect(clock).to_have_accessible_name(kept)
    green.select_option("bot strong")
    page.get_by_role("combobox", name="Black").select_option("bot strong")
    expect(kinds.get_by_role("radio", checked=True)).to_have_accessible_name("Against bots")
    kinds.get_by_role("radio", name="Live now").check()
    minutes = page.get_by_role("spinbutton", name="Minutes for each player")
    expect(minutes).to_have_value("45")  # half as much again as a third of the 90 that a game takes
    page.get_by_role("radio", name="5", exact=True).check()
    expect(minutes).to_have_value("35")
    expect(page.get_by_role("combobox", name="White")).to_have_value("open")
    minutes.fill("700")
    expect(minutes).to_have_attribute("aria-invalid", "true")
    minutes.blur()
    expect(minutes).to_have_value("600")
    page.get_by_label("Name of the table").fill("x" * 200)
    page.get_by_role("button", name="Create the table").click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_label("Name of the table").fill("Long evening")
    page.get_by_role("button", name="Create the table").click()
    page.get_by_role("button", name="Go to the table").click()
    table = table_of(page)
    assert (table["clock"]["minutes"], table["clock"]["increment"], table["mode"]) == (600, 20, "live")


def choose_all_options(page: Page, game: str) -> dict[str, object]:
    """For every option except map and files, choose the last value that is not the default; returns the choices."""
    chosen: dict[str, object] = {}
    details = next(info for info in page.request.get("/api/games").json() if info["id"] == game)
    for option in details["options"]:
        others = [choice for choice in option["choices"] if choice != option["default"]]
        if isinstance(option["default"], list) and option["choices"]:
            chosen[option["name"]] = choose_several(page, option)
        elif others:
            choose_option(page, option, others[-1])
            chosen[option["name"]] = others[-1]
    assert set(chosen) == set(find_game(game).rules.options.__struct_fields__) - {"map", "data"}
    return chosen


def choose_several(page: Page, option: dict[str, Any]) -> list[Any]:
    """Switch on every choice except the last."""
    kept: list[Any]
    *kept, left_out = option["choices"]
    group = page.get_by_role("group", name=option["title"], exact=True)
    for choice in option["choices"]:
        group.get_by_role("switch", name=option["choice_titles"][choice]).set_checked(choice != left_out)
    return kept


def choose_option(page: Page, option: dict[str, Any], choice: Any) -> None:
    """Choose a value with a switch or a radio button, or the last of many numbers with a key."""
    title = option["title"]
    if isinstance(choice, bool):
        page.get_by_role("switch", name=title).set_checked(choice)
    elif len(option["choices"]) > 5 and isinstance(choice, int):
        page.get_by_role("spinbutton", name=title).press("End")
    else:
        said = option["choice_titles"].get(str(choice), str(choice))
        page.get_by_role("group", name=title).get_by_role("radio", name=said, exact=True).check()


def test_an_open_seat_goes_to_the_first_person_who_opens_its_link(
    page: Page, open_page: OpenPage, watch: Watch
) -> None:
    new_table_with_an_open_seat(page)
    page.get_by_role("button", name="Create the table").click()
    enter_name(page, "Ada")
    link = page.get_by_label("Link for Blue").input_value()
    page.get_by_role("button", name="Go to the table").click()
    assert table_of(page)["state"] == "open"

    friend = open_page()
    friend.goto(link)
    enter_name(friend, "Bo")
    expect(friend).to_have_url(TABLE)  # the token is gone from the address
    wait_until(lambda: table_of(friend)["state"] == "running", "the last seat to be taken")
    seats = table_of(friend)["seats"]
    assert [(seat["name"], seat["mine"]) for seat in seats] == [("Ada", False), ("Bo", True)]

    watch.expect("403")
    late = open_page()
    late.goto(link)
    enter_name(late, "Cy")
    expect(late.get_by_text("this link is no longer valid").first).to_be_attached()


def test_a_public_table_can_be_joined_from_the_lobby(page: Page, open_page: OpenPage) -> None:
    new_table_with_an_open_seat(page)
    page.get_by_role("radio", name="Everybody").check()
    page.get_by_label("Name of the table").fill("Come one, come all")
    page.get_by_role("button", name="Create the table").click()
    enter_name(page, "Ada")
    page.get_by_role("button", name="Go to the table").click()

    friend = open_page()
    friend.goto("/")
    card = friend.get_by_role("listitem").filter(has_text="Come one, come all").first
    expect(card).to_contain_text("1 seat is free")
    card.get_by_role("button", name="Join").click()
    enter_name(friend, "Bo")
    assert [seat["name"] for seat in table_of(friend)["seats"]] == ["Ada", "Bo"]
    friend.get_by_role("link", name="Lobby", exact=True).click()
    mine = friend.get_by_role("region", name=re.compile("Your turn|Your tables"))
    expect(mine.first).to_contain_text("Come one, come all")


def test_tables_are_found_by_kind_language_and_wishes(page: Page, phone: Page) -> None:
    sign_in(page, "Ada")
    club = {"mode": "today", "language": "pl", "speed": "quick", "level": "newcomers"}
    create_table(page, [ME, OPEN], public=True, title="Klub wtorkowy", **club)
    create_table(page, [ME, OPEN], public=True, title="Nothing special")
    phone.goto("/")
    found = phone.get_by_role("region", name="Find a table")
    ours = found.get_by_role("heading", name=re.compile("^(Klub wtorkowy|Nothing special)$"))
    expect(ours).to_have_text(["Nothing special", "Klub wtorkowy"])
    expect(found.get_by_role("listitem").filter(has_text="Klub").first).to_contain_text("Today · about 55 minutes")
    for label, other, fits, all_of_them in (
        ("When people play", "correspondence", "today", ""),
        ("Language", "de", "pl", ""),
        ("How fast", "calm", "quick", ""),
        ("With whom", "experienced", "newcomers", ""),
    ):
        field = found.get_by_label(label)
        for value, titles in ((other, ["Klub wtorkowy"]), (fits, []), (all_of_them, [])):
            field.select_option(value)
            for title in titles:
                expect(ours.filter(has_text=title)).to_have_count(0)
        expect(ours.filter(has_text="Klub wtorkowy")).to_have_count(1)
    found.get_by_label("When people play").select_option("today")
    expect(ours).to_have_text(["Klub wtorkowy"])
    assert_accessible(phone)


def test_the_lobby_says_until_when_it_is_whose_turn(page: Page, open_page: OpenPage) -> None:
    friend = open_page()
    sign_in(page, "Ada")
    sign_in(friend, "Bo")
    days = {"kind": "days", "minutes": 0, "increment": 0, "hours": 48, "holidays": 7, "out": "bot", "bot": None}
    live = {**days, "kind": "live", "minutes": 20, "hours": 0, "holidays": 0}
    for title, clock in (("Slow", days), ("Fast", live)):
        new = create_table(page, [ME, OPEN], title=title, clock=clock)
        send(friend, "POST", f"tables/{new['id']}/claim", {"token": new["links"]["1"]})
    create_table(page, [ME, BOT], title="Alone")
    page.goto("/")
    mine = page.get_by_role("region", name="Your turn").get_by_role("listitem")
    expect(mine.filter(has_text="Slow").first).to_contain_text(re.compile(r"until \w{3},? "))
    expect(mine.filter(has_text="Fast").first).to_contain_text("20 minutes left")
    expect(mine.filter(has_text="Alone").first).not_to_contain_text("clock")
    friend.goto("/")
    theirs = friend.get_by_role("region", name="Your tables").get_by_role("listitem").filter(has_text="Slow").first
    expect(theirs).to_contain_text("Waiting for Ada")
    expect(theirs).to_contain_text("until ")


def test_seats_can_change_hands_only_while_nothing_is_hidden(page: Page) -> None:
    new_table(page, "Planet Steam")
    late, opened = (page.get_by_role("switch", name=name) for name in ("Seats can change hands", "Open credits"))
    expect(late).to_have_count(0)
    opened.check()
    late.check()
    expect(page.get_by_text("bots' seats can be taken later")).to_be_visible()
    opened.uncheck()
    expect(late).to_have_count(0)
    expect(page.get_by_text("bots' seats can be taken later")).to_have_count(0)
    opened.check()
    page.get_by_role("button", name="Create the table").click()
    enter_name(page, "Ada")
    assert table_of(page)["latecomers"]


def test_a_latecomer_takes_the_seat_of_a_bot_from_the_lobby_where_that_was_agreed(page: Page, phone: Page) -> None:
    sign_in(page, "Ada")
    sign_in(phone, "Bo")
    create_table(page, [ME, BOT], public=True, title="Closed circle")
    late = create_open_table(page, public=True, title="Open house")
    phone.goto("/")
    found = phone.get_by_role("region", name="Find a table")
    found.get_by_label("Which tables").select_option("running")
    expect(found.get_by_role("heading", name="Closed circle")).to_be_visible()
    expect(found.get_by_role("button", name=re.compile("Join ?: Closed circle"))).to_have_count(0)
    found.get_by_role("button", name=re.compile("Join ?: Open house")).click()
    expect(phone).to_have_url(re.compile(f"/t/{late}$"))
    assert [seat["name"] for seat in table_of(phone)["seats"]] == ["Ada", "Bo"]


def test_newcomers_are_told_where_to_begin(page: Page) -> None:
    page.goto("/")
    easiest = min(GAMES, key=lambda game: (game.weight, game.minutes[0]))
    card = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=easiest.title, exact=True)).first
    expect(card).to_contain_text("a good first game")
    expect(page.get_by_text("a good first game")).to_have_count(1)
    expect(page.get_by_role("link", name=f"Learn {easiest.title}")).to_have_attribute("href", f"/learn/{easiest.id}")
    page.get_by_role("button", name="First game against beginners").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("group", name="Level").get_by_role("radio", checked=True)).to_have_accessible_name(
        "Beginner"
    )
    dialog.get_by_role("button", name="Start").click()
    table = table_of(page)
    assert (table["game"], {seat["bot"] for seat in table["seats"]}) == (easiest.id, {None, "beginner"})
    over = create_table(page, [BOT, BOT])["id"]
    wait_until(lambda: see(page, over)["table"]["state"] == "over", "the bots to finish")
    page.goto("/")
    expect(page.get_by_role("region", name="Finished games")).to_be_visible()
    expect(page.get_by_text("New here?")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "pl"])
def test_a_table_where_people_play_can_be_watched_from_the_lobby(open_page: OpenPage, language: str) -> None:
    page, visitor = open_page(), open_page(locale=language, **PHONE)
    sign_in(page, "Ada")
    table = create_table(page, [ME, ME], public=True, shared=True, title="Come and see")["id"]
    make_moves(page, table, "money")
    page.goto(f"/t/{table}")
    visitor.goto("/")
    people = {"en": r"\d (person is|people are) at tables now", "pl": r"\d os\w+ siedz\w+ teraz przy stołach"}[language]
    expect(visitor.get_by_text(re.compile(people))).to_be_visible()
    going = visitor.get_by_role("region", name={"en": "On the table now", "pl": "Teraz na stole"}[language])
    expect(going.get_by_role("heading", name="Come and see")).to_be_visible()
    expect(going).to_contain_text({"en": "Steam Power · Round 1", "pl": "Steam Power · Runda 1"}[language])
    expect(going.get_by_role("listitem")).to_have_count(2)
    told = GAME.speech.words_in(language)
    fact = next(line for line in reversed(send(page, "GET", f"tables/{table}")["log"]) if line["facts"])["facts"][0]
    said = told.say(Message(fact["id"], fact["params"]))
    expect(going).to_contain_text(said[1:])  # the first letter may have become a capital one
    assert going.locator("img").evaluate("image => image.naturalWidth") > 0
    assert_accessible(visitor)
    going.get_by_role("link").last.click()
    expect(visitor).to_have_url(re.compile(f"/t/{table}$"))


def test_on_a_phone_people_do_not_wait_for_pictures(page: Page, phone: Page) -> None:
    """What is painted last and largest is text, even while a table is being played."""
    sign_in(page, "Ada")
    create_table(page, [ME, ME], public=True, shared=True, title="Come and see")
    phone.goto("/")
    expect(phone.get_by_role("region", name="On the table now").get_by_role("img")).to_be_visible()
    expect(phone.get_by_role("region", name="The games").locator("img").first).to_be_attached()
    largest = phone.evaluate(
        """() => new Promise(tell => new PerformanceObserver(list => tell(list.getEntries().at(-1).element?.tagName))
             .observe({ type: "largest-contentful-paint", buffered: true }))"""
    )
    assert largest == "P"


def test_a_guest_can_change_their_name(page: Page, watch: Watch) -> None:
    watch.expect("400")
    page.goto("/")
    page.get_by_role("banner").get_by_role("button", name="Sign in").click()
    dialog = page.get_by_role("dialog", name="Your name")
    name = dialog.get_by_label("Your name", exact=True)
    name.fill(" ")
    dialog.get_by_role("button").last.click()
    expect(dialog.get_by_role("alert")).to_have_text("The name is empty; write at least one visible character")
    for called in ("Ada", "Grace"):
        name.fill(called)
        dialog.get_by_role("button").last.click()
        expect(dialog).to_have_count(0)
        page.get_by_role("banner").get_by_role("button", name=called).click()
    assert page.request.get("/api/me").json()["name"] == "Grace"


def test_the_language_changes_at_once(page: Page) -> None:
    new_table(page)
    page.get_by_label("Name of the table").fill("Bleibt stehen")
    page.get_by_role("button", name="Deutsch").click()
    expect(page.get_by_role("heading", name="Neuer Tisch")).to_be_visible()
    expect(page.get_by_text("Irland")).to_be_visible()
    expect(page.get_by_role("switch", name="Begrenzte Ressourcen")).to_be_visible()
    expect(page.get_by_label("Name des Tisches")).to_have_value("Bleibt stehen")
    expect(page).to_have_title("Neuer Tisch · Engine Shed")
    assert page.get_attribute("html", "lang") == "de"
    page.get_by_role("button", name="Tisch eröffnen").click()
    page.get_by_role("button", name="Weiter").last.click()
    expect(page).to_have_url(TABLE)
    page.get_by_role("button", name="Polski").click()
    expect(page.get_by_role("link", name="Poczekalnia", exact=True)).to_be_visible()
    wait_for_network(page)
    assert page.request.get("/api/me").json()["language"] == "pl"
    page.reload()
    expect(page.get_by_role("link", name="Poczekalnia", exact=True)).to_be_visible()


def test_rules_are_found_by_number_and_by_search(page: Page) -> None:
    page.goto("/rules/steam-power#R14")
    rule = page.locator("#R14")
    expect(rule).to_be_focused()
    expect(rule).to_be_in_viewport()
    page.locator("#R13").get_by_role("link", name="R26", exact=True).click()
    expect(page.locator("#R26")).to_be_focused()
    expect(page.locator("#R26")).to_have_class(re.compile("target"))  # set after the focus
    page.get_by_role("searchbox").fill("mountain")
    expect(page.get_by_role("status").filter(has_text="found")).to_have_text(re.compile(r"^\d+ rules found$"))
    expect(page.locator("#R14 mark")).to_have_text("mountain")
    expect(page.locator("#R1")).to_have_count(0)
    page.get_by_role("button", name="Polski").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Zasady gry Steam Power")


def test_the_rules_page_offers_all_games(page: Page) -> None:
    page.goto("/")
    page.get_by_role("banner").get_by_role("link", name="Rules").click()
    expect(page).to_have_url(re.compile("/rules$"))
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    page.get_by_role("link", name="Rules of Steam", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rules of Steam")
    expect(page.locator("#ST-GEN-1")).to_be_visible()
    page.go_back()
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Lobby")
    expect(page).to_have_title(re.compile("^Lobby"))


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The record of a game that has just begun."""
    table = Table(GAME, 2, seed="a seed", name="a table")
    path = tmp_path / "game.shed.json"
    path.write_text(write_record(record_of(table)), "utf-8")
    return path


def test_a_record_becomes_a_table(page: Page, watch: Watch, record: Path) -> None:
    watch.expect("400")
    page.goto("/bring")
    paste = page.get_by_label("Or paste its text")
    bring = page.get_by_role("button", name="Create a table from it")
    bring.click()
    expect(page.get_by_role("alert")).to_contain_text("choose a file")
    paste.fill("{ not JSON")
    bring.click()
    expect(page.get_by_role("alert")).to_contain_text("it is not valid JSON")
    whole = json.loads(record.read_text("utf-8"))
    paste.fill(json.dumps({**whole, "seats": "two"}))
    bring.click()
    enter_name(page, "Ada")
    expect(page.get_by_role("alert")).to_contain_text("seats")
    page.get_by_label("Choose the file").set_input_files(record)
    assert len(table_of(page)["seats"]) == whole["seats"]


def test_a_returning_guest_is_not_asked_for_a_name(page: Page, address: str, record: Path) -> None:
    """They are not asked even if they import a record before the page knows who they are."""
    page.request.post("/api/me", data={"name": "Ada", "language": "de"}, headers={"Origin": address})
    held: list[Route] = []

    def hold_the_first(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    page.route("/api/me", hold_the_first)
    page.goto("/bring")
    page.get_by_label("Choose the file").set_input_files(record)
    expect(page.get_by_label("Or paste its text")).not_to_be_empty()
    expect(page.get_by_role("dialog")).to_have_count(0)
    held[0].continue_()
    assert table_of(page)["mine"]
    wait_for_network(page)
    assert page.request.get("/api/me").json() == {"name": "Ada", "language": "en"}  # this browser's language


def test_settings_are_kept(page: Page) -> None:
    page.goto("/help")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="Dark").check()
    page.get_by_role("switch", name="Single letters").uncheck()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-look", "dark")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("switch", name="Single letters")).not_to_be_checked()


def test_a_server_that_does_not_answer_is_reported(page: Page, watch: Watch) -> None:
    watch.expect("ERR_INTERNET_DISCONNECTED")
    page.goto("/")
    page.get_by_role("button", name="Play now against bots").click()
    page.context.set_offline(True)
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("alert")).to_contain_text("The server is not responding")
    page.context.set_offline(False)
    page.get_by_role("button", name="Start").click()
    expect(page).to_have_url(TABLE)


def test_every_page_is_accessible(page: Page) -> None:
    for path, last in PAGES.items():
        page.goto(path)
        expect(page.locator(last).first).to_be_visible()
        assert_accessible_by_day_and_night(page)
    page.get_by_role("button", name="Settings").click()
    assert_accessible_by_day_and_night(page)


def test_every_page_is_accessible_on_a_phone(phone: Page) -> None:
    """Only the light look is checked, because the dark colours are the same as on a desktop screen."""
    for path, last in PAGES.items():
        phone.goto(path)
        expect(phone.locator(last).first).to_be_visible()
        assert_accessible(phone)


def test_a_narrow_screen_does_not_scroll_sideways(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 320, "height": 640}, locale="pl")
    for path, last in PAGES.items():
        page.goto(path)
        expect(page.locator(last).first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") == 320, path
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("navigation", name="Engine Shed").get_by_role("link", name="Nowy stół").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Nowy stół")
    expect(page.get_by_role("button", name="Menu")).to_have_attribute("aria-expanded", "false")


def test_the_first_tab_stop_skips_to_the_content(page: Page) -> None:
    page.goto("/help")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()
