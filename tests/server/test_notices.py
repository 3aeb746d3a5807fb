"""Notices as people get them: by browser, mail and webhook, from a server that runs, to servers that receive them."""

from __future__ import annotations

import hmac
import json
import re
import time
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import ExitStack
from email.header import decode_header, make_header
from typing import Any

import pytest
from litestar.testing import TestClient
from prometheus_client import REGISTRY

from engineshed.server.app import Settings
from engineshed.server.notices.channels import Rules
from engineshed.server.notices.mail import MailServer
from engineshed.server.web.limits import UNLIMITED, Limits
from engineshed.server.web.observing import Observed
from tests.server.receivers import (
    Mailbox,
    Receiver,
    Subscription,
    certificate,
    mailbox,
    receiving,
    signed_by,
    until,
)
from tests.server.test_app_live import opened as opened_live
from tests.server.web import NO_LOG, ORIGIN, Doc, Visitor, good, problem, web

WITHIN = 2.0
"""Seconds after a move within which its notices must have left, and here even have arrived."""
BOBS_MAIL = "bob@example.org"
LINK = re.compile(r"http\S+/notices/(yes|off)/(\S+)")


class House:
    """A server with all channels, those who receive what it sends, and two players."""

    def __init__(self, receiver: Receiver, box: Mailbox, client: TestClient[Observed]) -> None:
        self.receiver, self.box, self.client = receiver, box, client
        self.ada, self.bob = Visitor(client).create_me("Ada"), Visitor(client).create_me("Bob", "de")
        made = self.ada.post("/api/tables", {"game": "steam-power", "seats": SEATS, "title": "Zażółć"})
        self.table = str(made["id"])
        self.token = made["links"]["1"]

    def begin(self) -> None:
        self.bob.post(f"/api/tables/{self.table}/claim", {"token": self.token})

    def add(self, visitor: Visitor, **wish: Any) -> Doc:
        way: Doc = visitor.post("/api/me/notices", wish)
        return way

    def wish(self, kind: str, path: str = "/hook", **more: Any) -> Doc:
        return {"kind": kind, "address": f"{self.receiver.url}{path}", **more}

    def to_the_turn_of(self, wanted: Visitor) -> float:
        """Play until it becomes this player's turn; returns when the move had been saved."""
        other = self.ada if wanted is self.bob else self.bob
        mine = self.seat_of(wanted)
        while mine in self.acting():
            good(wanted.try_move(self.table))
        while mine not in self.acting():
            before = time.monotonic()
            good(other.try_move(self.table))
        return before

    def seat_of(self, visitor: Visitor) -> int:
        return 0 if visitor is self.ada else 1

    def acting(self) -> list[int]:
        found: list[int] = self.ada.look(self.table, since=NO_LOG)["table"]["to_act"]
        return found


SEATS = [{"kind": "me"}, {"kind": "open"}]


@pytest.fixture
def trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate()))


def rules(box: Mailbox) -> Rules:
    mail = MailServer("localhost", box.port, "Engine Shed <shed@example.org>", "starttls")
    return Rules(address=ORIGIN, browser=True, mail=mail, webhooks=True, private=True)


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate()))
    with ExitStack() as stack:
        receiver, box = stack.enter_context(receiving()), stack.enter_context(mailbox())
        client = stack.enter_context(web(Settings(limits=UNLIMITED, notices=rules(box))))
        yield House(receiver, box, client)


def agreed(house: House, visitor: Visitor, address: str = BOBS_MAIL, **wish: Any) -> Doc:
    """A mail address whose owner has agreed."""
    way = house.add(visitor, kind="mail", address=address, **wish)
    (mail,) = house.box.to(address)
    links = dict(LINK.findall(mail.get_content()))
    good(Visitor(house.client).ask("POST", "/api/notices/yes", {"token": links["yes"]}))
    house.box.mails.clear()
    return way


# -- what arrives ---------------------------------------------------------------------------------------------------


def test_a_turn_is_told_by_browser_mail_and_webhook_within_two_seconds(house: House) -> None:
    phone = Subscription(f"{house.receiver.url}/push/1")
    key = house.bob.get("/api/me/notices")["browser"]
    house.add(house.bob, **phone.wish, about=["turn"])
    secret = house.add(house.bob, **house.wish("json", about=["turn"]))["secret"]
    agreed(house, house.bob, about=["turn"])
    house.begin()
    moved = house.to_the_turn_of(house.bob)

    (push,) = until(lambda: house.receiver.on("/push/1"))
    (hook,) = until(lambda: house.receiver.on("/hook"))
    (mail,) = until(lambda: house.box.to(BOBS_MAIL))
    assert push.at - moved < WITHIN
    assert hook.at - moved < WITHIN
    assert time.monotonic() - moved < WITHIN

    told = phone.decrypted(push.body)
    assert told["title"] == "Du bist am Zug: Zażółć"
    assert told["text"].startswith("Steam Power: ")
    assert told["url"] == f"/t/{house.table}"
    assert signed_by(push.headers["authorization"])[0] == key
    claims = signed_by(push.headers["authorization"])[1]
    assert claims["aud"] == house.receiver.url
    assert claims["sub"] == "mailto:shed@example.org"
    assert 0 < claims["exp"] - time.time() <= 24 * 3600
    assert (push.headers["content-encoding"], push.headers["ttl"]) == ("aes128gcm", "86400")
    assert (push.headers["urgency"], len(push.headers["topic"])) == ("high", 32)

    assert hook.json["items"][0]["url"] == f"{ORIGIN}/t/{house.table}"
    assert hook.json["items"][0]["kind"] == "turn"
    signed = f"{hook.headers['webhook-id']}.{hook.headers['webhook-timestamp']}.".encode() + hook.body
    mac = hmac.digest(b64decode(secret.removeprefix("whsec_")), signed, "sha256")
    assert hook.headers["webhook-signature"] == f"v1,{b64encode(mac).decode()}"

    assert mail["Subject"] == "Du bist am Zug: Zażółć"
    assert mail["From"] == "Engine Shed <shed@example.org>"
    assert f"{ORIGIN}/t/{house.table}" in mail.get_content()
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_the_beginning_of_a_game_is_told(house: House) -> None:
    house.add(house.ada, **house.wish("ntfy"))
    house.begin()
    (begun,) = until(lambda: house.receiver.on("/hook"))
    assert str(make_header(decode_header(begun.headers["title"]))) == "Zażółć has begun"
    assert begun.headers["click"] == f"{ORIGIN}/t/{house.table}"


def test_chats_get_plain_text_that_nobody_can_turn_into_a_trap(house: House) -> None:
    title = "[free](http://evil.test) @everyone **x**"
    made = house.ada.post("/api/tables", {"game": "steam-power", "seats": SEATS, "title": title})
    house.add(house.ada, **house.wish("discord", "/discord"))
    matrix = house.wish("matrix", "", room="!room:example.org")
    house.add(house.ada, **matrix, token="t0k")  # noqa: S106  (it opens nothing)
    house.bob.post(f"/api/tables/{made['id']}/claim", {"token": made["links"]["1"]})
    (discord,) = until(lambda: house.receiver.on("/discord"))
    assert discord.json["allowed_mentions"] == {"parse": []}
    assert "\\[free\\]\\(http\\:" in discord.json["content"]
    assert discord.json["content"].endswith(f"{ORIGIN}/t/{made['id']}")
    (message,) = until(lambda: [one for one in house.receiver.received if one.method == "PUT"])
    assert message.path.startswith("/_matrix/client/v3/rooms/%21room%3Aexample.org/send/m.room.message/")
    assert message.headers["authorization"] == "Bearer t0k"
    assert message.json["body"].splitlines()[0] == f"{title} has begun"


@pytest.mark.usefixtures("trusted")
def test_nothing_is_sent_while_the_table_is_in_front() -> None:
    before = counted("dropped")
    with ExitStack() as stack:
        receiver, box = stack.enter_context(receiving()), stack.enter_context(mailbox())
        room = stack.enter_context(opened_live(Settings(limits=UNLIMITED, notices=rules(box))))
        ada, bob = room.guest("Ada"), room.guest("Bob")
        made = ada.post("/api/tables", {"game": "steam-power", "seats": SEATS})
        for visitor, path in ((ada, "/ada"), (bob, "/bob")):
            visitor.post("/api/me/notices", {"kind": "json", "address": receiver.url + path, "about": ["begun"]})
        with room.watch(made["id"], bob) as socket:
            socket.send(json.dumps({"type": "ping", "front": True}))
            while json.loads(socket.recv())["type"] != "pong":
                pass
            bob.post(f"/api/tables/{made['id']}/claim", {"token": made["links"]["1"]})
            until(lambda: receiver.on("/ada"))
            socket.send(json.dumps({"type": "ping"}))
            while json.loads(socket.recv())["type"] != "pong":
                pass
        until(lambda: counted("dropped") > before)
        assert receiver.on("/bob") == []


def counted(outcome: str) -> float:
    """How many notices by signed JSON have had this outcome."""
    return REGISTRY.get_sample_value("engineshed_notices_total", {"way": "json", "outcome": outcome}) or 0.0


# -- mail -----------------------------------------------------------------------------------------------------------


def test_a_mail_address_is_asked_before_anything_is_sent_to_it(house: House) -> None:
    way = house.add(house.bob, kind="mail", address=BOBS_MAIL)
    assert way["state"] == "waiting"
    (mail,) = house.box.to(BOBS_MAIL)
    assert mail["Subject"] == "Dürfen wir dir sagen, wenn du am Zug bist?"
    house.begin()
    house.to_the_turn_of(house.bob)
    problem(house.bob.ask("PATCH", f"/api/me/notices/{way['id']}", {"on": True}), 409, "house.way-waits")
    problem(house.bob.ask("POST", f"/api/me/notices/{way['id']}/test"), 409, "house.way-waits")
    assert len(house.box.mails) == 1
    token = dict(LINK.findall(mail.get_content()))["yes"]
    stranger = Visitor(house.client)
    forged = token[:-1] + ("A" if token[-1] != "A" else "B")
    problem(stranger.ask("POST", "/api/notices/yes", {"token": forged}), 404, "house.dead-way-link")
    problem(stranger.ask("POST", "/api/notices/off", {"token": token}), 404, "house.dead-way-link")
    good(stranger.ask("POST", "/api/notices/yes", {"token": token}))
    assert house.bob.get("/api/me/notices")["ways"][0]["state"] == "on"
    house.to_the_turn_of(house.ada)
    house.to_the_turn_of(house.bob)
    until(lambda: len(house.box.mails) == 2)


def test_whoever_did_not_ask_for_mails_ends_them_with_a_link(house: House) -> None:
    house.add(house.bob, kind="mail", address=BOBS_MAIL)
    token = dict(LINK.findall(house.box.mails[0].get_content()))["off"]
    good(Visitor(house.client).ask("POST", "/api/notices/off", {"token": token}))
    assert house.bob.get("/api/me/notices")["ways"] == []


def test_mail_programs_unsubscribe_with_one_click(house: House) -> None:
    """RFC 8058: without a cookie, an origin or JSON; looking at the address alone changes nothing."""
    agreed(house, house.bob)
    house.begin()
    (mail,) = until(lambda: house.box.to(BOBS_MAIL))
    path = mail["List-Unsubscribe"].strip("<>").removeprefix(ORIGIN)
    house.client.cookies.clear()
    assert house.client.get(path).status_code == 200
    assert house.bob.get("/api/me/notices")["ways"][0]["state"] == "on"
    for _ in range(2):
        answer = house.client.post(path, data={"List-Unsubscribe": "One-Click"})
        assert (answer.status_code, answer.text) == (200, "stopped\n")
    (way,) = house.bob.get("/api/me/notices")["ways"]
    assert way["state"] == "off"
    assert house.client.post("/notices/off/nonsense", data={}).status_code == 200, "says nothing to strangers"
    house.box.mails.clear()
    house.add(house.bob, **house.wish("json"))
    house.to_the_turn_of(house.ada)
    house.to_the_turn_of(house.bob)
    until(lambda: house.receiver.on("/hook"))
    assert house.box.mails == []
    assert house.bob.ask("PATCH", f"/api/me/notices/{way['id']}", {"on": True}).json()["state"] == "on"


BAD_MAIL = [
    "bob",
    "bob@localhost",
    "bob@example.org\r\nBcc: eve@example.org",
    "bob@example.org, eve@example.org",
    '"bob"@example.org',
    "bob@[127.0.0.1]",
    "Bob <bob@example.org>",
    "bób@example.org",
    "a" * 65 + "@example.org",
    "bob@" + "a." * 130 + "org",
]


def test_only_plain_mail_addresses_are_taken(house: House) -> None:
    for address in BAD_MAIL:
        asked = {"kind": "mail", "address": address}
        problem(house.bob.ask("POST", "/api/me/notices", asked), 400, "house.no-mail-address")
    assert house.box.mails == []


def test_a_mail_address_that_refuses_is_not_kept(house: House) -> None:
    house.box.refuses[BOBS_MAIL] = "550 nobody here"
    answer = house.bob.ask("POST", "/api/me/notices", {"kind": "mail", "address": BOBS_MAIL})
    problem(answer, 503, "house.mail-not-sent")
    assert house.bob.get("/api/me/notices")["ways"] == []


# -- what guests may set --------------------------------------------------------------------------------------------


def test_ways_can_be_changed_tried_out_and_removed(house: House) -> None:
    way = house.add(house.bob, **house.wish("json", label="  my   bell "))
    assert (way["label"], way["about"], way["every"]) == ("my   bell", ["turn", "begun", "over"], 0)
    path = f"/api/me/notices/{way['id']}"
    assert good(house.bob.ask("PATCH", path, {"every": 3600, "about": ["turn"]}))["every"] == 3600
    assert house.bob.post(f"{path}/test") == {"outcome": "sent"}
    assert house.receiver.received[0].json["title"] == "Das ist eine Probe"
    problem(house.ada.ask("DELETE", path), 404, "house.no-way")
    problem(house.ada.ask("PATCH", path, {"on": False}), 404, "house.no-way")
    problem(house.ada.ask("POST", f"{path}/test"), 404, "house.no-way")
    good(house.bob.ask("DELETE", path))
    assert house.bob.get("/api/me/notices")["ways"] == []


def test_nobody_has_more_than_ten_ways_or_one_twice(house: House) -> None:
    for number in range(10):
        house.add(house.bob, **house.wish("json", f"/{number}"))
    answer = house.bob.ask("POST", "/api/me/notices", house.wish("json", "/more"))
    problem(answer, 409, "house.too-many-ways")
    problem(house.bob.ask("POST", "/api/me/notices", house.wish("json", "/1")), 409, "house.known-way")


def test_a_browser_belongs_to_whoever_used_it_last(house: House) -> None:
    shared = Subscription(f"{house.receiver.url}/push/1")
    house.add(house.ada, **shared.wish)
    house.add(house.bob, **shared.wish)
    assert house.ada.get("/api/me/notices")["ways"] == []
    assert len(house.bob.get("/api/me/notices")["ways"]) == 1


def test_a_device_that_is_signed_out_from_elsewhere_is_told_no_more(house: House) -> None:
    lost = Subscription(f"{house.receiver.url}/push/lost")
    house.add(house.bob, **lost.wish)
    house.add(house.bob, **house.wish("json"))
    good(house.bob.ask("DELETE", "/api/me/devices"))
    assert [way["kind"] for way in house.bob.get("/api/me/notices")["ways"]] == ["json"]
    house.begin()
    until(lambda: house.receiver.on("/hook"))
    assert house.receiver.on("/push/lost") == []


BAD_WISHES: list[tuple[Doc, str]] = [
    ({"kind": "browser", "p256dh": "x", "auth": "y"}, "no-subscription"),
    ({"kind": "browser"}, "no-subscription"),
    ({"kind": "matrix", "token": "t"}, "no-matrix-room"),
    ({"kind": "matrix", "room": "!room/../x:example.org", "token": "t"}, "no-matrix-room"),
    ({"kind": "matrix", "room": "!room:example.org"}, "no-matrix-room"),
    ({"kind": "ntfy", "token": "t\r\nX-Evil: 1"}, "field-wrong"),
    ({"kind": "json", "every": 7}, "field-wrong"),
    ({"kind": "pigeon"}, "field-wrong"),
    ({"kind": "json", "label": "\u202eevil"}, "text-character"),
]


def test_wishes_that_make_no_sense_are_refused(house: House) -> None:
    for wish, refusal in BAD_WISHES:
        asked = {"address": f"{house.receiver.url}/x", **wish}
        problem(house.bob.ask("POST", "/api/me/notices", asked), 400, f"house.{refusal}")


def test_my_data_has_my_ways_and_deleting_it_ends_them(house: House) -> None:
    house.add(house.bob, **house.wish("json", every=86400))
    house.begin()
    house.to_the_turn_of(house.bob)
    data = house.bob.get("/api/me/data")
    assert data["ways"][0]["address"] == f"{house.receiver.url}/hook"
    assert {one["kind"] for one in data["notices"]} >= {"turn"}
    good(house.bob.ask("DELETE", "/api/me"))
    assert house.receiver.received == []


@pytest.mark.usefixtures("trusted")
def test_mails_that_ask_are_limited() -> None:
    with ExitStack() as stack:
        box = stack.enter_context(mailbox())
        client = stack.enter_context(web(Settings(limits=Limits(), notices=rules(box))))
        bob = Visitor(client).create_me("Bob")
        for number in range(4):
            bob.post("/api/me/notices", {"kind": "mail", "address": f"bob{number}@example.org"})
        answer = bob.ask("POST", "/api/me/notices", {"kind": "mail", "address": "bob9@example.org"})
        assert problem(answer, 429, "house.too-many")["retry_after"] > 3600
        assert len(box.mails) == 4


def test_a_server_without_notices_says_so() -> None:
    with web() as client:
        bob = Visitor(client).create_me("Bob")
        assert bob.get("/api/me/notices") == {"ways": [], "browser": None, "mail": False, "webhooks": False}
        wish = {"kind": "json", "address": "https://example.org/x"}
        problem(bob.ask("POST", "/api/me/notices", wish), 400, "house.no-notices")
