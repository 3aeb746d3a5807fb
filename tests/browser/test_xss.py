"""Everything that people write is plain text: every page shows it as it was written, and it never does anything."""

from __future__ import annotations

import json
from collections.abc import Iterator
from urllib.parse import quote

import httpx
import pytest
from playwright.sync_api import Dialog, Page, Request, expect

from engineshed.core.record import Record, record_of, write_record
from engineshed.core.registry import find_game
from engineshed.core.table import Table
from tests.browser.at_table import BOT, ME, create_table, open_table, origin_of, see, send, sign_in
from tests.browser.conftest import OpenPage
from tests.browser.payloads import PAYLOADS
from tests.browser.play import finish
from tests.browser.watch import Watch, wait_for_network
from tests.server.web import Visitor
from tests.soak import sized

GAME = find_game("steam-power")
LONGEST_NAME = 32
LONGEST_TITLE = 60
ROW = 11
CITIES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456"
NAMES = [text for text in PAYLOADS if len(text) <= LONGEST_NAME]
TITLES = [text for text in PAYLOADS if len(text) <= LONGEST_TITLE]
SOME = PAYLOADS[:: sized(3, 1)]
"""Payloads for slow tests. Names, titles, chat and cities are tested with all payloads."""

MADE_OF_TEXT = """() => {
  const outside = document.createTreeWalker(document, NodeFilter.SHOW_ELEMENT), found = [];
  for (let one = outside.nextNode(); one; one = outside.nextNode()) {
    const handlers = [...one.attributes].filter(({ name }) => name.startsWith("on"));
    const address = one.getAttribute("href") ?? one.getAttribute("src") ?? "";
    const strange = /^(iframe|object|embed|base|form\\[action\\]|marquee|math)$/i.test(one.tagName);
    const inline = /^script$/i.test(one.tagName) && !one.src;
    const foreign = /^\\s*javascript:|evil\\.test/i.test(address);
    if (handlers.length || strange || inline || foreign) found.push(one.outerHTML.slice(0, 120));
  }
  return found;
}"""

SHOWN = """() => {
  const written = [...document.querySelectorAll("input, textarea")].map(field => field.value);
  return [document.title, document.body.textContent, ...written].join("\\n");
}"""


GO = "address => { history.pushState(null, '', address); dispatchEvent(new PopStateEvent('popstate')); }"


class Guard:
    """Notices what a payload might do: set a flag, open a dialog, send a request elsewhere, create an element."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address
        self.deeds: list[str] = []
        page.on("dialog", self._asked)
        page.on("request", self._sent)
        page.on("framenavigated", lambda frame: self._went(frame.url))

    def _asked(self, dialog: Dialog) -> None:
        self.deeds.append(f"dialog {dialog.message}")
        dialog.dismiss()

    def _sent(self, request: Request) -> None:
        if not request.url.startswith((self.address, self.address.replace("http", "ws"), "data:image/svg+xml")):
            self.deeds.append(f"request {request.url}")

    def _went(self, url: str) -> None:
        if not url.startswith((self.address, "about:blank")):
            self.deeds.append(f"went to {url}")

    def expect_harmless(self, *literally: str) -> None:
        """Expect that nothing happened, and that these texts are on the page exactly as written."""
        wait_for_network(self.page)
        assert self.deeds == []
        assert self.page.evaluate("window.__xss") is None
        assert self.page.evaluate(MADE_OF_TEXT) == []
        shown = self.page.evaluate(SHOWN)
        assert [text for text in literally if text not in shown] == []


@pytest.fixture
def guard(page: Page, address: str) -> Guard:
    return Guard(page, address)


@pytest.fixture
def writers(address: str) -> Iterator[list[Visitor]]:
    """One visitor for each payload that can be a name; they need no browsers."""
    with httpx.Client(base_url=address) as client:
        yield [Visitor(client, address).create_me(name) for name in NAMES]


def test_there_are_many_payloads_of_all_lengths() -> None:
    assert len(set(PAYLOADS)) == len(PAYLOADS) >= 60
    assert len(NAMES) > 40
    assert max(map(len, PAYLOADS)) > LONGEST_NAME


def test_payloads_in_names_titles_and_chat_are_harmless(page: Page, guard: Guard, writers: list[Visitor]) -> None:
    """People with all these names create tables with all these titles, and chat."""
    created = [
        writers[number % len(writers)].create_table("me", "open", title=title, public=True)
        for number, title in enumerate(TITLES)
    ]
    room = created[-1]
    for number, text in enumerate(PAYLOADS):
        writers[number % len(writers)].post(f"/api/tables/{room}/chat", {"text": text})

    page.goto("/")
    more = page.get_by_role("button", name="More tables")
    cards = page.get_by_role("main").get_by_role("listitem").locator("h3 a[href^='/t/']")
    for shown in (20, 40):
        expect(cards).to_have_count(shown)
        more.click()
    expect(cards.nth(41)).to_be_visible()
    listed = [send(page, "GET", f"tables/{table}")["table"] for table in created[:-42:-1]]
    guard.expect_harmless(*(table["title"] for table in listed), *(table["seats"][0]["name"] for table in listed))

    sign_in(page, NAMES[0])
    page.goto(f"/t/{room}")
    page.get_by_role("button", name="Earlier ones").click()
    expect(page.get_by_role("list", name="Chat").get_by_role("listitem")).to_have_count(len(PAYLOADS))
    guard.expect_harmless(*PAYLOADS, *NAMES)


def a_map(texts: list[str], title: str, note: str) -> str:
    """A map whose cities have these names, in rows with a free hex between them."""
    cities = dict(zip(CITIES, texts, strict=False))
    padded = [*cities, *"." * (-len(cities) % ROW)]
    rows = [padded[start : start + ROW] for start in range(0, len(padded), ROW)]
    terrain = "\n".join(" ".join(f"{city} ." for city in row) + "\n" + " ".join(". ." for _ in row) for row in rows)
    names = "\n".join(f'"{city}" = {json.dumps(text, ensure_ascii=False)}' for city, text in cities.items())
    heading = f"title = {json.dumps(title, ensure_ascii=False)}\nnote = {json.dumps(note, ensure_ascii=False)}"
    frame = f'id = "own"\ngame = "{GAME.id}"\nplayers = [1, 5]\nbasis = "own"\n{heading}'
    return f'{frame}\nterrain = """\n{terrain}\n"""\n[cities]\n{names}\n'


@pytest.mark.parametrize("start", range(0, len(PAYLOADS), len(CITIES)))
def test_payloads_in_custom_maps_are_harmless(page: Page, guard: Guard, start: int) -> None:
    """Names of cities are on the board, in labels for screen readers, in the log, and in the picture."""
    texts = list(PAYLOADS[start : start + len(CITIES)])
    sign_in(page, "Ada")
    different = {text.casefold(): text for text in texts}  # names must differ in more than capitals
    taken = [text for text in different.values() if _accepted(page, text)]
    assert len(taken) > len(texts) // 2
    table = create_table(page, [ME, BOT], map=a_map(taken, taken[0], taken[-1]), public=True)["id"]
    open_table(page, table)
    guard.expect_harmless(*taken)
    named = (
        page.get_by_role("group", name="Board")
        .locator("[data-place]")
        .evaluate_all("places => places.map(place => place.getAttribute('aria-label')).join('\\n')")
    )
    assert [text for text in taken if text not in named] == []
    finish(page, table)
    page.reload()
    guard.expect_harmless()


def _accepted(page: Page, text: str) -> bool:
    """Whether a city may have this name."""
    origin = origin_of(page)
    wish = {"game": GAME.id, "seats": [{"kind": "me"}], "map": a_map([text, "Elsewhere"], "Own", "")}
    answer = page.request.post(f"{origin}/api/tables", data=wish, headers={"Origin": origin})
    assert answer.status in (201, 400), answer.text()
    return answer.ok


def test_payloads_in_the_log_the_result_and_the_replay_are_harmless(open_page: OpenPage, address: str) -> None:
    """A player with that name undoes a move and leaves; the game ends and is replayed."""
    for name in ('"><img src=x onerror=__xss=1>', "@table.confirm"):
        page = open_page()
        guard = Guard(page, address)
        sign_in(page, name)
        table = create_table(page, [ME, BOT])["id"]
        for work, body in (("moves", {"move": "money"}), ("undo", {})):
            ply = see(page, table)["table"]["ply"]
            send(page, "POST", f"tables/{table}/{work}", {"seat": 0, "expect": ply, "key": work, **body})
        open_table(page, table)
        expect(page.get_by_role("list", name="Log").get_by_text(f"{name} took back 1 move")).to_be_visible()
        guard.expect_harmless(name)
        finish(page, table)
        page.reload()
        expect(page.get_by_role("dialog").get_by_role("columnheader").filter(has_text=name).first).to_be_visible()
        guard.expect_harmless(name)
        page.goto(f"/t/{table}/at/20")
        expect(page.get_by_role("slider", name="Position in the log")).to_have_value("20")
        guard.expect_harmless(name)


# -- refusals ------------------------------------------------------------------------------------------------------


def test_payloads_in_typed_moves_are_quoted(page: Page, guard: Guard, watch: Watch) -> None:
    watch.expect("400")
    sign_in(page, "Ada")
    table = create_table(page, [ME, BOT])["id"]
    open_table(page, table)
    expect(page.get_by_role("button", name="Take money")).to_be_visible()
    page.keyboard.press("/")
    field = page.get_by_role("dialog").get_by_role("textbox")
    for text in SOME:
        field.fill(text)
        page.keyboard.press("Enter")
        expect(page.get_by_role("dialog").locator(".refusal")).to_be_visible()
        guard.expect_harmless(text)
        page.get_by_role("dialog").get_by_role("button", name="Close this note").click()


def record() -> Record:
    return record_of(Table(GAME, 2, seed="a seed", name="a table"))


def test_payloads_in_records_are_harmless(page: Page, guard: Guard, watch: Watch) -> None:
    watch.expect("400")
    whole = json.loads(write_record(record()))
    sign_in(page, "Ada")
    page.goto("/bring")
    paste = page.get_by_label("Or paste its text")
    for number, text in enumerate(SOME):
        spoilt = [
            {**whole, "game": text},
            {**whole, "options": {text: text}},
            {**whole, "options": {"map": text}},
            {**whole, "moves": [[0, text]]},
            {**whole, text: text},
        ][number % 5]
        paste.fill(json.dumps(spoilt))
        with page.expect_response("**/api/records"):
            page.get_by_role("button", name="Create a table from it").click()
        expect(page.get_by_role("alert")).not_to_be_empty()
        guard.expect_harmless()


def test_payloads_in_player_names_of_a_record_are_harmless(page: Page, guard: Guard) -> None:
    whole = json.loads(write_record(record()))
    sign_in(page, "Ada")
    made = send(page, "POST", "records", {**whole, "players": [PAYLOADS[0], PAYLOADS[7]]})
    open_table(page, made["id"])
    guard.expect_harmless()


def test_payloads_in_addresses_are_harmless(page: Page, guard: Guard, watch: Watch) -> None:
    """Payloads in paths, queries and fragments."""
    watch.expect("40[0-9]|429")
    sign_in(page, "Ada")
    table = create_table(page, [ME, BOT])["id"]
    here = f"/t/{table}"
    patterns = ("/{}", "/t/{}", here + "/at/{}", "/rules/{}", "/?q={}", here + "#seat={}", "/rules/steam-power#{}")
    addresses = [patterns[number % len(patterns)].format(quote(text, safe="")) for number, text in enumerate(SOME)]
    for address in addresses[::4]:
        page.goto(address)
        expect(page.locator("body")).not_to_be_empty()
        guard.expect_harmless()
    page.goto("/help")
    for address in addresses:  # within the page, which is faster
        page.evaluate(GO, address)
        expect(page.get_by_role("main")).to_be_visible()
        guard.expect_harmless()


def test_payloads_in_languages_are_harmless(page: Page, guard: Guard, watch: Watch) -> None:
    """The server refuses an unknown language, and the page ignores it."""
    watch.expect("400")
    sign_in(page, "Ada")
    origin = origin_of(page)
    for text in PAYLOADS:
        answer = page.request.patch(f"{origin}/api/me", data={"language": text}, headers={"Origin": origin})
        assert answer.status == 400
        assert page.request.get(f"{origin}/api/games/{GAME.id}/words?language={quote(text)}").status == 400
    for text in PAYLOADS[::10]:
        page.goto("/help")
        kept = {"language": text, "theme": text, "keys": text}
        page.evaluate("kept => localStorage.setItem('engineshed', JSON.stringify(kept))", kept)
        page.reload()
        expect(page.get_by_role("heading", level=1)).to_have_text("Help")
        guard.expect_harmless()


def test_the_guard_notices_everything(page: Page, guard: Guard, watch: Watch) -> None:
    """Everything that the guard looks for is done on purpose."""
    watch.expect("")
    deeds = {
        "window.__xss = 1": None,
        "alert(1)": "dialog",
        "document.body.append(document.createElement('iframe'))": None,
        "document.body.setAttribute('onclick', 'x')": None,
        "location.assign('http://evil.test/')": "request",  # last, because it would disturb the next page
    }
    for deed, event in deeds.items():
        page.goto("/help")
        wait_for_network(page)
        guard.deeds.clear()
        if event:
            with page.expect_event(event):
                page.evaluate(f"() => void setTimeout(() => {{ {deed} }})")
        else:
            page.evaluate(f"() => {{ {deed} }}")
        with pytest.raises(AssertionError):
            guard.expect_harmless()
