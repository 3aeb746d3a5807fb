"""Notices as players get them: in the browser, by mail and by webhook, from a real server to real receivers."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from engineshed.server.notices.webhooks import signature
from tests.browser.at_table import ME, OPEN, create_table, make_moves, see, send, sign_in, wait_until
from tests.browser.axe import assert_accessible
from tests.browser.conftest import PHONE, OpenPage
from tests.browser.pushed import PushedTo
from tests.browser.watch import Watch
from tests.server.receivers import Mailbox, Receiver, Subscription, certificate, mailbox, receiving
from tests.server.test_app_serve import service

HAS_SUBSCRIBED = """address => {
  registration.pushManager.getSubscription = async () => ({ endpoint: address, unsubscribe: async () => true });
}"""
WITHIN = 2.0
"""Seconds after a move within which its notices must have left."""
MAIL = "bob@example.org"
LINK = re.compile(r"http\S+/notices/(yes|off)/\S+")


class House(NamedTuple):
    address: str
    receiver: Receiver
    box: Mailbox

    @property
    def guests(self) -> dict[str, Any]:
        """How its guests' browsers are opened."""
        return {"base_url": self.address, "service_workers": "allow"}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that sends mails and messages to receivers on this machine."""
    with ExitStack() as stack:
        change = stack.enter_context(pytest.MonkeyPatch.context())
        change.setenv("SSL_CERT_FILE", str(certificate()))
        receiver, box = stack.enter_context(receiving()), stack.enter_context(mailbox())
        mail = ("--mail-server", f"smtp://localhost:{box.port}", "--mail-from", "Engine Shed <shed@example.org>")
        folder = tmp_path_factory.mktemp("telling")
        client, _ = stack.enter_context(service(folder, "--unlimited", "--allow-private-webhooks", *mail))
        yield House(str(client.base_url).rstrip("/"), receiver, box)


def to_the_turn_of(page: Page, other: Page, table: str) -> float:
    """Move for both until it becomes this guest's turn anew; returns the moment before that move."""
    began = time.monotonic()
    for mover, wanted in ((page, False), (other, True)):
        while bool(see(page, table)["table"]["my_turn"]) is not wanted:
            began = time.monotonic()
            make_moves(mover, table, see(mover, table)["legal"][0]["text"])
    return began


def way_card(page: Page, kind: str) -> Any:
    return page.get_by_role("main").locator("section").filter(has_text=re.compile(f"^{kind}"))


def mails(house: House, count: int) -> Any:
    wait_until(lambda: len(house.box.to(MAIL)) >= count, "a mail")
    return house.box.to(MAIL)[-1]


def links_in(mail: Any) -> dict[str, str]:
    return {found[1]: found[0] for found in LINK.finditer(mail.get_content())}


def pending(page: Page) -> Any:
    """What is still to be told to this guest."""
    return send(page, "GET", "me/data")["notices"]


def test_a_turn_reaches_a_phone_that_looks_elsewhere(house: House, open_page: OpenPage) -> None:
    ada, bob = open_page(**house.guests), open_page(**PHONE, **house.guests, locale="de")
    phone = PushedTo(bob, house.receiver, "/push/bob")
    sign_in(ada, "Ada")
    sign_in(bob, "Bob", "de")

    # He allows notices on his phone, and tries them out.
    bob.goto("/notices")
    worker = phone.employ()
    expect(bob.get_by_role("heading", name="Benachrichtigungen", exact=True)).to_be_visible()
    bob.get_by_role("button", name="Benachrichtigungen in diesem Browser erlauben").click()
    card = way_card(bob, "Browser")
    expect(card).to_contain_text("dieser Browser")
    assert_accessible(bob)
    card.get_by_role("button", name="Ausprobieren").click()
    wait_until(lambda: len(phone.sent()) == 1, "the test")
    phone.deliver()
    assert [one["title"] for one in phone.notices()] == ["Das ist eine Probe"]

    # A game begins, and then it is his turn: told at once, and one notice for each table.
    made = create_table(ada, [ME, OPEN], title="Zażółć")
    table = made["id"]
    send(bob, "POST", f"tables/{table}/claim", {"token": made["links"]["1"]})
    wait_until(lambda: len(phone.sent()) == 2, "the beginning")
    moved = to_the_turn_of(bob, ada, table)
    wait_until(lambda: len(phone.sent()) == 3, "his turn")
    assert house.receiver.on(phone.path)[-1].at - moved < WITHIN
    phone.deliver()
    (_, shown) = phone.notices()
    assert shown["title"] == "Du bist am Zug: Zażółć"
    assert shown["body"].startswith("Steam Power: ")
    assert (shown["tag"], shown["lang"], shown["renotify"]) == (f"/t/{table}", "de", True)
    assert phone.click(f"/t/{table}") == [f"/t/{table}"]
    assert [one["title"] for one in phone.notices()] == ["Das ist eine Probe"]

    # What he has seen at the table is not shown any more, and nothing is while it is in front of him.
    to_the_turn_of(bob, ada, table)
    wait_until(lambda: len(phone.sent()) == 4, "his turn again")
    phone.deliver()
    assert len(phone.notices()) == 2
    bob.goto(f"/t/{table}")
    expect(bob.get_by_role("heading", level=1)).to_be_visible()
    wait_until(lambda: len(phone.notices()) == 1, "the notice to go")
    phone.hand_over(f'{{"title": "late", "url": "/t/{table}"}}')
    assert len(phone.notices()) == 1
    to_the_turn_of(bob, ada, table)
    wait_until(lambda: not pending(bob), "the server to see to it")
    assert len(phone.sent()) == 4, "the table is in front of him"

    # He signs out: the browser gets nothing more for him.
    worker.evaluate(HAS_SUBSCRIBED, phone.subscription.endpoint)
    devices = open_page(**house.guests)
    link = send(bob, "POST", "me/devices", {"page": f"{house.address}/me"})["link"]
    send(devices, "POST", "me/device", {"code": link.rpartition("#")[2]})
    bob.goto("/me")
    bob.get_by_role("button", name="Abmelden").click()
    expect(bob).to_have_url(re.compile("/$"))
    wait_until(lambda: not phone.notices(), "the notices to go")
    assert send(devices, "GET", "me/notices")["ways"] == [], "the server has forgotten this browser as well"


def test_mail_is_agreed_to_and_stopped_by_links_that_need_no_cookie(
    house: House, open_page: OpenPage, watch: Watch
) -> None:
    watch.expect("status of 400")
    ada, bob, anybody = (open_page(**house.guests) for _ in range(3))
    sign_in(ada, "Ada")
    sign_in(bob, "Bob")
    house.box.mails.clear()
    bob.goto("/notices")
    field = bob.get_by_label("Mail address")
    field.fill("bob at home")
    bob.get_by_role("button", name="Send me the link").click()
    expect(bob.get_by_role("alert")).to_contain_text("not a mail address")
    expect(field).to_have_value("bob at home")
    field.fill(MAIL)
    bob.get_by_role("button", name="Send me the link").click()
    card = way_card(bob, "Mail")
    expect(card).to_contain_text("Waits until you open the link")
    anybody.goto(links_in(mails(house, 1))["yes"])
    anybody.get_by_role("button", name="Yes, write to me").click()
    expect(anybody.get_by_text("Agreed: from now on you are told by mail.")).to_be_visible()
    assert_accessible(anybody)

    bob.reload()
    card.get_by_role("checkbox", name="A game begins").uncheck()
    wait_until(lambda: send(bob, "GET", "me/notices")["ways"][0]["about"] == ["turn", "over"], "the change")
    made = create_table(ada, [ME, OPEN], title="Our table")
    send(bob, "POST", f"tables/{made['id']}/claim", {"token": made["links"]["1"]})
    moved = to_the_turn_of(bob, ada, made["id"])
    mail = mails(house, 2)
    assert time.monotonic() - moved < WITHIN
    assert mail["Subject"] == "Your turn at Our table"
    assert f"{house.address}/t/{made['id']}" in mail.get_content()

    anybody.goto(links_in(mail)["off"])
    assert send(bob, "GET", "me/notices")["ways"][0]["state"] == "on", "to look at the page changes nothing"
    anybody.get_by_role("button", name="Stop the mails").click()
    expect(anybody.get_by_text("Done: you get no more mails from us.")).to_be_visible()
    bob.reload()
    expect(card).to_contain_text("Off")
    to_the_turn_of(bob, ada, made["id"])
    assert pending(bob) == []
    assert len(house.box.to(MAIL)) == 2
    card.get_by_role("button", name="Remove").click()
    expect(card).to_have_count(0)


def test_a_program_is_told_and_two_devices_once_each(house: House, open_page: OpenPage, watch: Watch) -> None:
    watch.expect("status of 400")
    ada, bob = open_page(**house.guests), open_page(**house.guests)
    sign_in(ada, "Ada")
    sign_in(bob, "Bob")
    devices = [Subscription(f"{house.receiver.url}/push/device-{number}") for number in range(2)]
    for device in devices:
        send(bob, "POST", "me/notices", device.wish)
    bob.goto("/notices")
    bob.get_by_label("Where").select_option("json")
    bob.get_by_label("Address that takes a POST").fill("ftp://example.org")
    bob.get_by_role("button", name="Add").click()
    expect(bob.get_by_role("alert")).to_be_visible()
    bob.get_by_label("Address that takes a POST").fill(f"{house.receiver.url}/bell")
    bob.get_by_role("button", name="Add").click()
    card = way_card(bob, "Program")
    secret = card.get_by_label("Secret for checking the signature").input_value()
    card.get_by_role("button", name="Test").click()
    wait_until(lambda: house.receiver.on("/bell"), "the test")

    made = create_table(ada, [ME, OPEN])
    table = made["id"]
    send(bob, "POST", f"tables/{table}/claim", {"token": made["links"]["1"]})
    for _ in range(2):
        to_the_turn_of(bob, ada, table)
        wait_until(lambda: not pending(bob), "all to be told")
    for device in devices:
        told = [
            device.decrypted(one.body)["title"]
            for one in house.receiver.on(f"/push/{device.endpoint.rpartition('/')[2]}")
        ]
        assert len(told) == 3, told
    (_, *hooks) = house.receiver.on("/bell")
    assert [one.json["items"][0]["kind"] for one in hooks] == ["begun", "turn", "turn"]
    assert len({one.headers["webhook-id"] for one in hooks}) == 3
    last = hooks[-1]
    signed = signature(secret, last.headers["webhook-id"], last.headers["webhook-timestamp"], last.body)
    assert last.headers["webhook-signature"] == f"v1,{signed}"

    card.get_by_role("button", name="Switch off").click()
    expect(card).to_contain_text("Off")
    to_the_turn_of(bob, ada, table)
    wait_until(lambda: not pending(bob), "all to be told")
    assert len(house.receiver.on("/bell")) == 4


REASONS = [
    ("denied", "", "This browser blocks notices"),
    (
        "default",
        "Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (iPhone) Safari/1' })",
        "On an iPhone or iPad",
    ),
    ("default", "delete window.PushManager", "This browser cannot show notices"),
    (
        "default",
        "Object.defineProperty(window, 'isSecureContext', { value: false })",
        "only from addresses that begin with https",
    ),
]


@pytest.mark.parametrize(("permission", "script", "said"), REASONS)
def test_why_a_browser_cannot_be_told(open_page: OpenPage, permission: str, script: str, said: str) -> None:
    page = open_page()
    PushedTo(page, Receiver("https://push.test"), "/x", permission)
    page.context.add_init_script(script)
    sign_in(page, "Ada")
    page.goto("/notices")
    expect(page.get_by_text(said)).to_be_visible()
    expect(page.get_by_text("The host of this server has not set up mail.")).to_be_visible()


def test_somebody_who_waits_is_asked_once(house: House, open_page: OpenPage) -> None:
    ada, bob = open_page(**house.guests), open_page(**PHONE, **house.guests)
    phone = PushedTo(bob, house.receiver, "/push/asked")
    sign_in(ada, "Ada")
    sign_in(bob, "Bob")
    made = create_table(ada, [ME, OPEN])
    bob.clock.install()
    bob.goto(f"/t/{made['id']}#seat={made['links']['1']}")
    offer = bob.get_by_role("complementary", name="Notices")
    expect(bob.get_by_text("Waiting for Ada").first).to_be_visible()
    bob.clock.run_for(5000)
    expect(offer).to_have_count(0)
    bob.clock.run_for(20_000)
    expect(offer).to_be_visible()
    assert_accessible(bob)
    offer.get_by_role("button", name="Yes, in this browser").click()
    wait_until(lambda: send(bob, "GET", "me/notices")["ways"], "the way")
    expect(offer).to_have_count(0)
    assert phone.subscription.endpoint == send(bob, "GET", "me/notices")["ways"][0]["address"]
    send(bob, "DELETE", f"me/notices/{send(bob, 'GET', 'me/notices')['ways'][0]['id']}")
    bob.reload()
    expect(bob.get_by_text("Waiting for Ada").first).to_be_visible()
    bob.clock.run_for(30_000)
    expect(offer).to_have_count(0)
