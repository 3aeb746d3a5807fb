"""What the page says: everything in three languages, nothing missing, nothing left over."""

from __future__ import annotations

import json
import re

import pytest

from engineshed.core.house import house_words
from engineshed.core.registry import find_game, game_ids
from engineshed.core.words import ENGLISH, PLURALS, Words, check_catalogues
from tests.documents import ROOT, blocks

SOURCES = ROOT / "client" / "src"
HOW_TO = ROOT / "docs" / "how-to-add-a-game.md"
AREAS = [
    *sorted(f"words/{{}}/{path.name}" for path in (SOURCES / "words" / ENGLISH).glob("*.json")),
    *sorted(f"games/{path.parents[1].name}/words/{{}}.json" for path in SOURCES.glob(f"games/*/words/{ENGLISH}.json")),
]
"""Files in each language: those of the house, and one for each game that has a page."""
TRANSLATIONS = [language for language in PLURALS if language != ENGLISH]

LITERAL = re.compile(r'"([a-z0-9-]+(?:\.[a-z0-9-]+)+)"')
COMPOSED = re.compile(r"`([a-z0-9-]+\.(?:[a-z0-9-]+\.)*)\$\{[^}]*\}((?:\.[a-z0-9-]+)*)`")
"""A message whose id is put together: what stands before and after the part that is known only later."""

PLACEHOLDER = re.compile(r"\{([\w-]+)")


def catalogue(language: str, area: str) -> Words:
    text = (SOURCES / area.format(language)).read_text("utf-8")
    return Words(language, json.loads(text, object_pairs_hook=without_doubles))


def without_doubles(pairs: list[tuple[str, str]]) -> dict[str, str]:
    ids = [key for key, _ in pairs]
    assert len(ids) == len(set(ids)), f"named twice: {sorted({key for key in ids if ids.count(key) > 1})}"
    return dict(pairs)


def known_ids() -> list[str]:
    return [key for area in AREAS for key in catalogue(ENGLISH, area).templates]


def game_words() -> list[str]:
    """What the server's games say, and the one of the how-to, for which the plain table is there.

    The page looks such ids up in the words that it fetches.
    """
    games = [find_game(game_id) for game_id in game_ids()]
    maps = [f"map.{name}" for game in games for name in game.boards.maps()]
    (plain,) = [block.text for block in blocks(HOW_TO) if block.file.endswith(f"/words/{ENGLISH}.toml")]
    catalogues = [*(game.speech.words for game in games), Words.parse(ENGLISH, plain)]
    return maps + [key for words in catalogues for key in words.templates]


def code() -> str:
    files = sorted(path for path in SOURCES.rglob("*") if path.suffix in (".svelte", ".ts"))
    return "\n".join(path.read_text("utf-8") for path in files)


def named_in(text: str) -> list[str]:
    """The ids that are certainly asked for: the literals among the arguments of ``t``, up to its closing bracket."""
    found = []
    for call in re.finditer(r"\bt\(", text):
        inside = argument(text, call.end())
        found += LITERAL.findall(inside)
    return found


def argument(text: str, start: int) -> str:
    """From an opening bracket to the comma or the bracket that ends its first argument."""
    depth = 0
    for end in range(start, len(text)):
        if text[end] in "([{":
            depth += 1
        elif text[end] in ")]}":
            depth -= 1
        if depth < 0 or (depth == 0 and text[end] == ","):
            return text[start:end]
    raise AssertionError(f"a call of t() does not end: {text[start : start + 60]!r}")


def used(key: str, literals: list[str], composed: list[tuple[str, str]]) -> bool:
    fits = (key.startswith(before) and key.endswith(after) for before, after in composed)
    return key in literals or any(fits)


@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize("language", list(PLURALS))
def test_every_language_says_everything(language: str, area: str) -> None:
    """English is held against itself: it has plural forms that can be wrong too."""
    assert check_catalogues(catalogue(ENGLISH, area), catalogue(language, area)) == []


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_every_area_is_translated(language: str) -> None:
    found = [*SOURCES.glob(f"words/{language}/*.json"), *SOURCES.glob(f"games/*/words/{language}.json")]
    assert sorted(found) == sorted(SOURCES / area.format(language) for area in AREAS)


def test_no_id_stands_in_two_areas() -> None:
    ids = known_ids()
    assert sorted({key for key in ids if ids.count(key) > 1}) == []


def test_whatever_is_asked_for_is_there() -> None:
    known = set(known_ids())
    asked = named_in(code())
    assert len(asked) > 100, "the search for t() finds too little to be right"
    assert sorted({key for key in asked if key not in known}) == []


def test_composed_ids_find_something() -> None:
    ids = known_ids() + game_words()
    composed = COMPOSED.findall(code())
    assert [pair for pair in composed if not any(used(key, [], [pair]) for key in ids)] == []


def test_nothing_is_left_over() -> None:
    """What a game says in its own words is used too."""
    text = code()
    ids = known_ids()
    own = [f"{game}.{key}" for game in game_ids() for key in ids]
    assert [key for key in ids if not used(key, LITERAL.findall(text) + own, COMPOSED.findall(text))] == []


def test_what_the_server_says_stands_nowhere_else() -> None:
    house = house_words(ENGLISH).templates
    assert [key for key in known_ids() if key in house] == []


def test_the_search_reads_calls_as_they_are_written() -> None:
    text = 't("a.b", { n: t("c.d") }) t(open ? "e.f" : "g.h") t(`i.${kind}`) t(`j.k.${kind}.note`) at("no.call")'
    assert named_in(text) == ["a.b", "c.d", "e.f", "g.h"]
    assert COMPOSED.findall(text) == [("i.", ""), ("j.k.", ".note")]


def test_a_game_that_says_something_in_its_own_way_says_the_same() -> None:
    """``steam.auction.pass`` would stand for ``auction.pass`` wherever Steam is played: it must fit there."""
    said = {key: text for area in AREAS for key, text in catalogue(ENGLISH, area).templates.items()}
    for game in game_ids():
        for key, text in said.items():
            own = said.get(f"{game}.{key}", text)
            assert PLACEHOLDER.findall(own) == PLACEHOLDER.findall(text), f"{game}.{key}"
