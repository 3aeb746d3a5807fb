"""Texts meant to be costly: they are refused with an explanation, and nobody else notices."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from typing import Any

import pytest

from engineshed.core.datafile import parse_toml
from engineshed.core.errors import BadFileError
from engineshed.core.measures import DEEPEST, LONGEST_LINE, LONGEST_TEXT, MOST_KEY_PARTS, MOST_LINES
from engineshed.server.reading import Allowance, Readers
from engineshed.server.refusals import BusyError
from tests.server.attacked import Attacked, attacked
from tests.server.loop import in_loop
from tests.server.strange_texts import Endless, Honest, Hungry, Sleeping, Writing
from tests.server.web import Doc, Visitor

DOTS = ".".join("a" * 31_000) + "=1\n"
"""A key of 31,000 parts: the TOML parser took 13 seconds and 3.7 GB for it."""


@pytest.fixture(scope="module")
def server() -> Iterator[Attacked]:
    with attacked() as server:
        yield server


@pytest.fixture
def ada(server: Attacked) -> Iterator[Visitor]:
    with server.visitor() as ada:
        yield ada


def new_table(**wishes: Any) -> Doc:
    return {"game": "steam-power", "seats": [{"kind": "me"}, {"kind": "me"}], **wishes}


# -- measured before they are parsed --------------------------------------------------------------------------------

COSTLY: dict[str, tuple[str, str]] = {
    "a long line": (DOTS, "line 1: the line has 62001 characters"),
    "a key of many parts": (".".join("a" * (MOST_KEY_PARTS + 1)) + " = 1", "line 1: a key has more than 8 parts"),
    "parts with blanks": ("x = 1\na . b . c.d.e.f.'g'.\"h\" . i = 1", "line 2: a key has more than 8 parts"),
    "a heading of many parts": (f"[{'.'.join('a' * 9)}]", "line 1: a key has more than 8 parts"),
    "a key in a table of many parts": ("x = { a.b.c.d.e.f.g.h.i = 1 }", "line 1: a key has more than 8 parts"),
    "deep lists": ("x = 1\ny = " + "[" * (DEEPEST + 1), "line 2: tables or lists are nested too deeply"),
    "deep tables": ("x = " + "{a=" * (DEEPEST + 1), "line 1: tables or lists are nested too deeply"),
    "many lines": ("a\n" * (MOST_LINES + 1), "more than 5000 lines"),
    "much": ("#" * (LONGEST_TEXT + 1), "the file has 200001 characters"),
}


@pytest.mark.parametrize(("text", "sentence"), COSTLY.values(), ids=COSTLY)
def test_a_text_is_measured_before_it_is_parsed(text: str, sentence: str) -> None:
    start = time.process_time()
    with pytest.raises(BadFileError, match=sentence):
        parse_toml(text, "x.toml")
    assert time.process_time() - start < 0.5


@pytest.mark.parametrize(
    "text",
    [
        "terrain = '''\n" + ". . . . . . . . . . . . . .\n" * 20 + "'''",
        'x = """a.b.c.d.e.f.g.h.i.j [[[[[[[[[[[[[[[[[[[[[[[[ \\""" """',
        "x = 'a.b.c.d.e.f.g.h.i.j.k.l'  # a.b.c.d.e.f.g.h.i.j.k.l [[[[[[[[[[[[[[[[[[[[[",
        'x = "a.b.c.d.e.f.g.h.i.j \\" [[[[[[[[[[[[[[[[[[[[[[["',
        "x = [" + "1.5, " * 500 + "]",
        "x = [" + "[1], " * 500 + "]",
        f"x = '{'y' * (LONGEST_LINE - 6)}'",
    ],
)
def test_what_is_in_texts_and_comments_does_not_count(text: str) -> None:
    assert list(parse_toml(text, "x.toml")) in (["terrain"], ["x"])


@pytest.mark.parametrize("text", ['"""\\' * 40_000, "'''" * 60_000, "\"'" * 90_000, "[" * 190_000, "=.,\n" * 4_000])
def test_measuring_takes_no_longer_for_odd_texts(text: str) -> None:
    start = time.process_time()
    with pytest.raises(BadFileError):
        parse_toml("\n".join(text[at : at + 4000] for at in range(0, len(text), 4000)), "x.toml")
    assert time.process_time() - start < 1.0


# -- over HTTP ------------------------------------------------------------------------------------------------------


def attacks() -> dict[str, tuple[str, Any]]:
    lines = "".join(f"a{number}.b.c.d.e.f.g.h = 1\n" for number in range(1500))
    record: Doc = dict.fromkeys(("game", "table", "commitment", "digest"), "") | {"moves": [], "players": []}
    return {
        "a map with a long key": ("/api/tables", new_table(map=DOTS)),
        "a map with many keys": ("/api/tables", new_table(map=lines)),
        "a corrected file": ("/api/tables", new_table(data={"contracts.toml": DOTS})),
        "a map among the options": ("/api/tables", new_table(options={"map": DOTS})),
        "a corrected file among the options": (
            "/api/tables",
            new_table(options={"data": [{"file": "contracts.toml", "text": lines}]}),
        ),
        "a record with a map": (
            "/api/records",
            {
                **record,
                "format": 1,
                "version": 2,
                "seats": 2,
                "game": "steam-power",
                "options": {"map": "a." * 900_000},
            },
        ),
        "a record of lists": ("/api/records", {**record, "options": {"x": [[]] * 400_000}}),
        "a deep record": ("/api/records", json.loads("[" * 900 + "]" * 900)),
        "many moves": ("/api/records", {**record, "options": {}, "moves": [[0, "x"]] * 150_000}),
    }


@pytest.mark.parametrize("name", attacks())
def test_a_costly_text_is_refused_and_nobody_notices(server: Attacked, ada: Visitor, name: str) -> None:
    path, body = attacks()[name]
    content = json.dumps(body).encode()
    headers = {"content-type": "application/json"}

    def attack() -> None:
        start = time.monotonic()
        answer = ada.ask("POST", path, content=content, headers=headers)
        assert answer.status_code == 400, answer.text
        assert answer.json()["text"]
        assert time.monotonic() - start < 20, "a reader may have to start first"

    with server.somebody_asking():
        told = server.survives(attack)
    assert told.memory < 250_000, "kilobytes"


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "The map file, line 1: a key has more than 8 parts with dots between them"),
        ("de", "Die Kartendatei, Zeile 1: ein Schlüssel hat mehr als 8 Teile mit Punkten dazwischen"),
        ("pl", "Plik mapy, wiersz 1: klucz ma więcej niż 8 części oddzielonych kropkami"),
    ],
)
def test_the_sentence_names_the_file_and_the_place(server: Attacked, language: str, sentence: str) -> None:
    with server.visitor(language) as guest:
        answer = guest.ask("POST", "/api/tables", new_table(map=".".join("abcdefghij") + " = 1\n"))
    assert (answer.status_code, answer.json()["text"]) == (400, sentence)


# -- where time and memory are limited ------------------------------------------------------------------------------


SENTENCES = {
    "en": "the map file: reading this takes too long or too much memory, so it was given up",
    "de": "die Kartendatei: das zu lesen dauert zu lange oder braucht zu viel Speicher",
    "pl": "plik mapy: odczyt trwa zbyt długo albo wymaga zbyt dużo pamięci",
}


@pytest.fixture(scope="module")
def readers() -> Iterator[Readers]:
    readers = Readers(Allowance(readers=1, waiting=1, seconds=0.2, memory=64 << 20))
    readers.warm()
    yield readers
    readers.close()


@pytest.mark.parametrize("job", [Endless(), Sleeping(), Hungry()], ids=lambda job: type(job).__name__)
def test_a_text_that_costs_too_much_is_given_up_and_the_next_one_is_read(readers: Readers, job: Endless) -> None:
    @in_loop
    async def go() -> None:
        with pytest.raises(BadFileError) as caught:
            await readers.read(job)
        for language, sentence in SENTENCES.items():
            assert caught.value.told(language).startswith(sentence)
        assert await readers.read(Honest()) == 42

    go()


def test_a_reader_writes_no_files(readers: Readers) -> None:
    @in_loop
    async def go() -> None:
        with pytest.raises(BadFileError, match="given up"):
            await readers.read(Writing())
        assert await readers.read(Honest()) == 42

    go()


def test_if_too_many_texts_wait_the_next_is_refused(readers: Readers) -> None:
    @in_loop
    async def go() -> None:
        waiting = [asyncio.create_task(readers.read(Sleeping())) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(BusyError) as caught:
            await readers.read(Honest())
        assert caught.value.seconds > 0
        for outcome in await asyncio.gather(*waiting, return_exceptions=True):
            assert isinstance(outcome, BadFileError)

    go()
