"""Guests have a cookie, a name and a language; names and other texts are plain text."""

from __future__ import annotations

import unicodedata

import pytest

from engineshed.server import guests
from engineshed.server.refusals import ServiceError
from engineshed.server.secrets import hash_of
from engineshed.server.texts import LONGEST_CHAT, LONGEST_NAME, LONGEST_TITLE, clean_chat, clean_name, clean_title
from tests.server.play import new_guest, opened, refused, run

# -- guests ---------------------------------------------------------------------------------------------------------


def test_a_guest_is_recognised_by_their_cookie_and_by_nothing_else() -> None:
    async def go() -> None:
        async with opened() as service:
            ada, cookie = await guests.welcome(service, "Ada", "de")
            token = cookie.token
            assert (ada.name, ada.language) == ("Ada", "de")
            assert await guests.who(service, token) == ada
            for wrong in (None, "", token[:-1], token + "a", ada.id, hash_of(token).hex()):
                assert await guests.who(service, wrong) is None

    run(go())


def test_the_store_has_only_the_hash_of_a_cookie() -> None:
    async def go() -> None:
        async with opened() as service:
            ada, cookie = await guests.welcome(service, "Ada", "en")
            (kept,) = await service.store.sessions_of(ada.id)
            assert kept.token_hash == hash_of(cookie.token)
            assert cookie.token.encode() not in kept.token_hash
            assert len(cookie.token) >= 32

    run(go())


def test_two_guests_may_have_the_same_name() -> None:
    async def go() -> None:
        async with opened() as service:
            first, second = await new_guest(service, "Ada"), await new_guest(service, "Ada")
            assert first.id != second.id

    run(go())


def test_name_and_language_can_be_changed_separately() -> None:
    async def go() -> None:
        async with opened() as service:
            ada, cookie = await guests.welcome(service, "Ada", "en")
            ada = await guests.change(service, ada, "Ada L.", None)
            ada = await guests.change(service, ada, None, "pl")
            assert (ada.name, ada.language) == ("Ada L.", "pl")
            assert await guests.who(service, cookie.token) == ada

    run(go())


def test_an_unknown_language_of_a_guest_is_refused() -> None:
    async def go() -> None:
        async with opened() as service:
            with refused("bad-request", "no-language"):
                await guests.welcome(service, "Ada", "tlh")
            ada, token = await guests.welcome(service, "Ada", "en")
            with refused("bad-request", "no-language"):
                await guests.change(service, ada, "Somebody else", "x" * 1000)
            assert await guests.who(service, token.token) == ada

    run(go())


def test_a_bad_name_changes_nothing() -> None:
    async def go() -> None:
        async with opened() as service:
            ada, token = await guests.welcome(service, "Ada", "en")
            with refused("bad-request", "text-character"):
                await guests.change(service, ada, "A\u202eda", "de")
            assert await guests.who(service, token.token) == ada

    run(go())


# -- texts ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["Ada", "Łukasz Żółć", "Müller-Lüdenscheidt", "李小龍", "🚂", "👩‍🚒", "O'Brien <b>&amp;"]
)
def test_ordinary_names_are_not_changed(text: str) -> None:
    assert clean_name(text) == text


def test_texts_are_normalised() -> None:
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
def test_deceptive_and_harmful_characters_are_refused_with_their_code(character: str) -> None:
    for clean in (clean_name, clean_title, clean_chat):
        with pytest.raises(ServiceError) as caught:
            clean(f"a{character}b")
        assert caught.value.message.id == "house.text-character"
        assert caught.value.message.params["code"] == f"U+{ord(character):04X}"


@pytest.mark.parametrize("text", ["", "   ", "\u3000\u00a0", "\u200d", "\u200d\u200d", "\ufe0f", "\u0301"])
def test_invisible_texts_are_refused(text: str) -> None:
    with refused("bad-request", "text-empty"):
        clean_name(text)


LOOK_ALIKES = {
    "full width": ("Ａｄａ", "Ada"),
    "mathematical": ("𝐀𝐝𝐚", "Ada"),
    "ligature": ("ﬁn", "fin"),
    "blanks": ("Ada  \u2003 L.", "Ada L."),
    "Roman numeral": ("Adaⅳ", "Adaiv"),
}


@pytest.mark.parametrize(("typed", "kept"), LOOK_ALIKES.values(), ids=LOOK_ALIKES)
def test_names_that_look_the_same_are_the_same(typed: str, kept: str) -> None:
    assert clean_name(typed) == clean_title(typed) == kept
    assert clean_chat("½ m²") == "½ m²", "in a chat line nobody is mistaken for somebody else"


INVISIBLE = {
    "joiner": "A\u200dda",
    "joiner at the end": "🚂\u200d",
    "selector": "Ada\ufe0f",
    "Braille blank": "Ada\u2800",
    "Hangul filler": "Ada\u3164",
    "grapheme joiner": "A\u034fda",
    "Mongolian selector": "Ada\u180b",
    "further selector": "Ada\U000e0101",
    "a tower of marks": "A" + "\u0316" * 5,
}


@pytest.mark.parametrize("text", INVISIBLE.values(), ids=INVISIBLE)
def test_invisible_characters_do_not_make_another_name(text: str) -> None:
    with refused("bad-request", "text-character"):
        clean_name(text)


@pytest.mark.parametrize("text", ["\u3164", "\u2800\u2800", "\uffa0", "\u115f"])
def test_blank_letters_are_not_a_name(text: str) -> None:
    with refused("bad-request", "text-empty"):
        clean_name(text)


@pytest.mark.parametrize("text", ["Аda", "Αda", "pаypal", "Adа Lovelace", "Еlena-Ivanova", "Ꭺda", "adа1"])
def test_letters_of_another_alphabet_in_a_word_are_refused(text: str) -> None:
    for clean in (clean_name, clean_title):
        with refused("bad-request", "text-scripts"):
            clean(text)
    assert clean_chat(text) == text


@pytest.mark.parametrize("text", ["Ада", "Елена Smith", "Αθηνά", "日本Ada", "🏳️‍🌈", "👩🏽‍🚒", "1️⃣", "Ada-Ада", "สวัสดี"])
def test_every_alphabet_is_welcome(text: str) -> None:
    assert clean_name(text) == text


@pytest.mark.parametrize(
    ("clean", "longest", "field"),
    [(clean_name, LONGEST_NAME, "name"), (clean_title, LONGEST_TITLE, "title"), (clean_chat, LONGEST_CHAT, "chat")],
)
def test_texts_have_a_maximum_length(clean: object, longest: int, field: str) -> None:
    assert callable(clean)
    assert clean("x" * longest) == "x" * longest
    assert clean(unicodedata.normalize("NFD", "ż" * longest)) == "ż" * longest, (
        "the length is that of the form that is kept"
    )
    with pytest.raises(ServiceError) as caught:
        clean("x" * (longest + 1))
    assert caught.value.message.id == "house.text-long"
    assert caught.value.message.params == {"field": f"@field.{field}", "most": longest, "length": longest + 1}
