"""The app without a network: what was looked at before is there for those who did, and nothing is out of date."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, expect

from tests.browser.at_table import create_table, open_table, see, sign_in, wait_until
from tests.browser.axe import assert_accessible_by_day_and_night, assert_fits
from tests.browser.conftest import PHONE, OpenPage
from tests.browser.played import import_game
from tests.browser.watch import Watch

KEPT = """async () => {
  const names = (await caches.keys()).filter(name => name.startsWith("reads-"));
  const requests = await Promise.all(names.map(async name => (await caches.open(name)).keys()));
  return requests.flat().map(({ url }) => new URL(url).pathname).sort();
}"""
SPOIL = """async () => {
  for (const name of (await caches.keys()).filter(name => name.startsWith("reads-"))) {
    const cache = await caches.open(name);
    for (const key of await cache.keys()) if (key.url.includes("/api/games")) await cache.put(key, new Response("[]"));
  }
}"""
MEASURE = """async src => {
  const image = new Image();
  image.src = src;
  await image.decode();
  return `${image.width}x${image.height}`;
}"""
LESSONS, GAME = "/learn/steam-power", "steam-power-france"


def employ(page: Page) -> None:
    """Wait until the service worker has what the page was made of."""
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    page.wait_for_load_state("networkidle")


def test_lessons_and_finished_games_are_there_without_a_network(open_page: OpenPage, watch: Watch) -> None:
    watch.expect("ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket|Failed to fetch|TypeError: Failed")
    page = open_page(**PHONE, service_workers="allow")
    sign_in(page, "Ada")
    table = import_game(page, GAME)
    game = see(page, table)["table"]["title"]
    running = create_table(page, [{"kind": "me"}, {"kind": "open"}])["id"]
    page.goto("/")
    employ(page)
    page.goto(LESSONS)
    lesson = page.get_by_role("main").get_by_role("listitem").get_by_role("link").first
    title = lesson.inner_text()
    lesson.click()
    expect(page.locator(".taught")).to_be_visible()
    said = page.locator(".taught").inner_text()
    open_table(page, table)
    expect(page.get_by_role("dialog")).to_be_visible()
    open_table(page, running)
    wait_until(lambda: f"/api/tables/{table}" in page.evaluate(KEPT), "the game to be kept")
    assert f"/api/tables/{running}" not in page.evaluate(KEPT), "it will look different the next time"

    page.context.set_offline(True)
    page.goto("/")
    expect(page.get_by_role("heading", name="No connection", level=1)).to_be_visible()
    expect(page.get_by_role("link", name=title)).to_be_visible()
    assert_fits(page)
    assert_accessible_by_day_and_night(page)
    page.get_by_role("button", name="Menu").click()
    for language, heading in (
        ("Polski", "Brak połączenia"),
        ("Deutsch", "Keine Verbindung"),
        ("English", "No connection"),
    ):
        page.get_by_role("button", name=language).click()
        expect(page.get_by_role("heading", name=heading, level=1)).to_be_visible()

    page.get_by_role("link", name=title).click()
    expect(page.locator(".taught")).to_be_visible()
    assert page.locator(".taught").inner_text() == said
    page.goto("/")
    page.get_by_role("link", name=game).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    expect(page.locator(".board svg").first).to_be_visible()
    page.goto(f"/t/{running}")
    expect(page.get_by_role("alert")).to_be_visible()

    page.context.set_offline(False)
    page.goto("/")
    expect(page.get_by_role("button", name="Play now against bots")).to_be_visible()


def test_nothing_is_left_for_the_next_guest(open_page: OpenPage, watch: Watch) -> None:
    watch.expect("status of 401")  # the page may still ask something while its guest signs out
    page = open_page(service_workers="allow")
    sign_in(page, "Ada")
    table = import_game(page, GAME)
    page.goto("/")
    employ(page)
    open_table(page, table)
    wait_until(lambda: f"/api/tables/{table}" in page.evaluate(KEPT), "the game to be kept")
    page.goto("/me")
    page.get_by_role("button", name="Sign out").click()
    expect(page).to_have_url(re.compile("/$"))
    wait_until(lambda: f"/api/tables/{table}" not in page.evaluate(KEPT), "everything to be forgotten")

    # Somebody else has this browser now, and nobody has signed out.
    sign_in(page, "Bob")
    open_table(page, table)
    wait_until(lambda: f"/api/tables/{table}" in page.evaluate(KEPT), "the game to be kept")
    page.context.clear_cookies()
    page.goto("/help")
    wait_until(lambda: f"/api/tables/{table}" not in page.evaluate(KEPT), "everything to be forgotten")


def test_what_the_server_says_now_comes_first(open_page: OpenPage) -> None:
    """An answer that was kept is not shown while the server can be asked, and a new worker drops what is too old."""
    page = open_page(service_workers="allow")
    page.goto("/")
    employ(page)
    page.goto("/rules")
    wait_until(lambda: "/api/games" in page.evaluate(KEPT), "the list of games to be kept")
    page.evaluate(SPOIL)
    page.goto("/rules")
    expect(page.get_by_role("link", name="Steam Power").first).to_be_visible()


def test_it_can_be_installed(open_page: OpenPage) -> None:
    """What browsers ask of an app: a name, icons of the right sizes, a place to begin, and a window of its own."""
    page = open_page()
    page.goto("/")
    tools = page.context.new_cdp_session(page)
    found = tools.send("Page.getAppManifest")
    assert found["errors"] == []
    manifest = json.loads(found["data"])
    assert (manifest["display"], manifest["start_url"], manifest["scope"]) == ("standalone", "/", "/")
    sized = {(icon["sizes"], icon.get("purpose", "any")): icon["src"] for icon in manifest["icons"]}
    for size in ("192x192", "512x512"):
        for purpose in ("any", "maskable"):
            drawn = page.evaluate(
                MEASURE,
                sized[size, purpose],
            )
            assert drawn == size
    assert page.request.get("/icon-180.png").ok
