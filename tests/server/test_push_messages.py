"""Messages to browsers: encrypted as the RFC's example says, and only for the browser that subscribed."""

from __future__ import annotations

import pytest
from cryptography.exceptions import InvalidTag

from engineshed.server.notices import push
from engineshed.server.notices.saying import Item, Letter
from tests.server.receivers import Subscription, signed_by

BROWSER = {
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}


def test_the_example_of_the_rfc() -> None:
    """RFC 8291, section 5."""
    made = push.encrypted(
        b"When I grow up, I want to be a watermelon",
        BROWSER["p256dh"],
        BROWSER["auth"],
        ours=push.decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
        salt=push.decoded("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert push.encoded(made) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
        "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_only_the_browser_that_subscribed_can_read_a_message() -> None:
    phone, other = Subscription("https://push.test/1"), Subscription("https://push.test/2")
    keys = phone.wish["p256dh"], phone.wish["auth"]
    one, two = (push.encrypted(b'{"title": "x"}', *keys) for _ in range(2))
    assert one != two, "drawn anew each time"
    assert phone.decrypted(one) == phone.decrypted(two) == {"title": "x"}
    with pytest.raises(InvalidTag):
        other.decrypted(one)
    assert len(push.encrypted(b"x" * push.LARGEST, *keys)) == push.RECORD


def test_messages_are_signed_for_one_push_service_and_a_short_time() -> None:
    key = push.new_key()
    headers = push.headers_for("https://push.test:8443/a/b", key, "https://play.test", "topic", urgent=False)
    known, claims = signed_by(headers["authorization"])
    assert known == push.public_key(key)
    assert claims["aud"] == "https://push.test:8443"
    assert claims["sub"] == "https://play.test"
    assert headers["urgency"] == "normal"


@pytest.mark.parametrize("text", ["Twój ruch, “Zażółć” 🚂 " * 500, '"' * 5000, "x"])
def test_a_long_message_loses_its_end_and_nothing_else(text: str) -> None:
    phone = Subscription("https://push.test/1")
    letter = Letter("t", (Item("turn", "abc", 1, "Steam", "t", text, "/t/abc"),), "pl", "/t/abc", "1")
    made = push.encrypted(push.message(letter, "/t/abc"), phone.wish["p256dh"], phone.wish["auth"])
    assert len(made) <= push.RECORD
    told = phone.decrypted(made)
    assert text.startswith(told["text"].removesuffix("…"))
    assert (told["url"], told["language"], len(told["text"]) > 500 or text == "x") == ("/t/abc", "pl", True)


def test_keys_of_browsers_are_checked() -> None:
    assert push.is_subscription(**BROWSER)
    key, auth = BROWSER["p256dh"], BROWSER["auth"]
    for p256dh, secret in (("", ""), (key[:-4], auth), (key, "AAAA"), ("A" * 87, auth), (key, "é")):
        assert not push.is_subscription(p256dh, secret)
