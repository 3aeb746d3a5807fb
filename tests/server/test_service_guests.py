"""Every guest gets a cookie, and with it a name and a language; names and other texts are plain text."""

from __future__ import annotations

import unicodedata

import pytest

from engineshed.server import guests
from engineshed.server.refusals import ServiceError
from engineshed.server.secrets import hash_of
from engineshed.server.texts import LONGEST_CHAT, LONGEST_NAME, LONGEST_TITLE, clean_chat, clean_name, clean_title
from tests.server.play import new_guest, opened, refused, run

# -- guests ---------------------------------------------------------------------------------------------------------


def test_a_guest_is_known_again_by_the_cookie_and_by_nothing_else() -> None:
    async def go() -> None:
        async with opened() as service:
            ada, token = await guests.welcome(service, "Ada", "de")
            assert (ada.name, ada.language) == ("Ada", "de")
            assert await guests.who(service, token) == ada
            for wrong in (None, "", token[:-1], token + "a", ada.id, ada.token_hash.hex()):
                assert await guests.who(service, wrong) is None

    run(go())


def test_the_store_has_only_the_hash_of_a_cookie() -> None:
    async def go() -> None:
        async with opened() as service:
            ada, token = await guests.welcome(service, "Ada", "en")
            kept = (await service.store.guests([ada.id]))[ada.id]
            assert kept.token_hash == hash_of(token)
            assert token.encode() not in kept.token_hash
            assert len(token) >= 32

    run(go())


def test_two_guests_may_have_one_name_and_are_two_all_the_same() -> None:
    async def go() -> None:
        async with opened() as service:
            first, second = await new_guest(service, "Ada"), await new_guest(service, "Ada")
            assert first.id != second.id
            assert first.token_hash != second.token_hash

    run(go())


def test_name_and_language_can_be_changed_each_alone() -> None:
    async def go() -> None:
        async with opened() as service:
            ada, token = await guests.welcome(service, "Ada", "en")
            ada = await guests.change(service, ada, "Ada L.", None)
            ada = await guests.change(service, ada, None, "pl")
            assert (ada.name, ada.language) == ("Ada L.", "pl")
            assert await guests.who(service, token) == ada

    run(go())


def test_a_language_that_nobody_speaks_here_is_refused() -> None:
    async def go() -> None:
        async with opened() as service:
            with refused("bad-request", "no-language"):
                await guests.welcome(service, "Ada", "tlh")
            ada, token = await guests.welcome(service, "Ada", "en")
            with refused("bad-request", "no-language"):
                await guests.change(service, ada, "Somebody else", "x" * 1000)
            assert await guests.who(service, token) == ada

    run(go())


def test_a_bad_name_changes_nothing() -> None:
    async def go() -> None:
        async with opened() as service:
            ada, token = await guests.welcome(service, "Ada", "en")
            with refused("bad-request", "text-character"):
                await guests.change(service, ada, "A\u202eda", "de")
            assert await guests.who(service, token) == ada

    run(go())


# -- texts ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["Ada", "Łukasz Żółć", "Müller-Lüdenscheidt", "李小龍", "🚂", "👩‍🚒", "O'Brien <b>&amp;"]
)
def test_ordinary_names_stay_as_they_are(text: str) -> None:
    assert clean_name(text) == text


def test_texts_are_brought_to_one_form() -> None:
    apart = unicodedata.normalize("NFD", "Żółć")
    assert clean_name(f"  {apart}\u00a0") == "Żółć"
    assert clean_chat(apart) == clean_chat("Żółć")


FORBIDDEN = {
    "newline": "\n",
    "tab": "\t",
    "null": "\0",
    "escape": "\x1b",
    "delete": "\x7f",
    "next line": "\x85",
    "right-to-left override": "\u202e",
    "left-to-right embedding": "\u202a",
    "isolate": "\u2066",
    "pop isolate": "\u2069",
    "right-to-left mark": "\u200f",
    "zero width space": "\u200b",
    "byte order mark": "\ufeff",
    "soft hyphen": "\u00ad",
    "tag character": "\U000e0041",
    "line separator": "\u2028",
    "paragraph separator": "\u2029",
    "private": "\ue000",
    "unassigned": "\u0378",
    "not a character": "\uffff",
    "half a pair": "\ud800",
}


@pytest.mark.parametrize("character", FORBIDDEN.values(), ids=FORBIDDEN)
def test_characters_that_deceive_or_break_are_refused_by_name(character: str) -> None:
    for clean in (clean_name, clean_title, clean_chat):
        with pytest.raises(ServiceError) as caught:
            clean(f"a{character}b")
        assert caught.value.message.id == "house.text-character"
        assert caught.value.message.params["code"] == f"U+{ord(character):04X}"


@pytest.mark.parametrize("text", ["", "   ", "\u3000\u00a0", "\u200d", "\u200d\u200d", "\ufe0f", "\u0301"])
def test_invisible_texts_are_refused(text: str) -> None:
    with refused("bad-request", "text-empty"):
        clean_name(text)


@pytest.mark.parametrize(
    ("clean", "longest", "field"),
    [(clean_name, LONGEST_NAME, "name"), (clean_title, LONGEST_TITLE, "title"), (clean_chat, LONGEST_CHAT, "chat")],
)
def test_texts_have_a_longest_length(clean: object, longest: int, field: str) -> None:
    assert callable(clean)
    assert clean("x" * longest) == "x" * longest
    assert clean(unicodedata.normalize("NFD", "ż" * longest)) == "ż" * longest, "counted in the form that is kept"
    with pytest.raises(ServiceError) as caught:
        clean("x" * (longest + 1))
    assert caught.value.message.id == "house.text-long"
    assert caught.value.message.params == {"field": f"@field.{field}", "most": longest, "length": longest + 1}
