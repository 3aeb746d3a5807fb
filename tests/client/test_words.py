"""The page's words: everything exists in three languages, nothing is missing, and nothing is unused."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from engineshed.core.house import house_words
from engineshed.core.registry import find_game, game_ids
from engineshed.core.words import ENGLISH, PLURALS, Words, check_catalogues
from tests.documents import HOW_TO, ROOT, blocks

SOURCES = ROOT / "client" / "src"
AREAS = [
    *sorted(f"words/{{}}/{path.name}" for path in (SOURCES / "words" / ENGLISH).glob("*.json")),
    *sorted(f"games/{path.parents[1].name}/words/{{}}.json" for path in SOURCES.glob(f"games/*/words/{ENGLISH}.json")),
]
"""The files of each language: those of the page itself, and one for each game that has a page."""
TRANSLATIONS = [language for language in PLURALS if language != ENGLISH]

LITERAL = re.compile(r'"([a-z0-9-]+(?:\.[a-z0-9-]+)+)"')
COMPOSED = re.compile(r"`([a-z0-9-]+\.(?:[a-z0-9-]+\.)*)\$\{[^}]*\}((?:\.[a-z0-9-]+)*)`")
"""A message whose id is composed: the text before and after its variable part."""

PLACEHOLDER = re.compile(r"\{([\w-]+)")


def catalogue(language: str, area: str) -> Words:
    text = (SOURCES / area.format(language)).read_text("utf-8")
    return Words(language, json.loads(text, object_pairs_hook=without_duplicates))


def without_duplicates(pairs: list[tuple[str, str]]) -> dict[str, str]:
    ids = [key for key, _ in pairs]
    assert len(ids) == len(set(ids)), f"defined twice: {sorted({key for key in ids if ids.count(key) > 1})}"
    return dict(pairs)


def known_ids() -> list[str]:
    return [key for area in AREAS for key in catalogue(ENGLISH, area).templates]


def game_words() -> list[str]:
    """The ids of the words of all games, including the game in the how-to, which uses the plain table.

    The page looks these ids up in the words that it fetches.
    """
    games = [find_game(game_id) for game_id in game_ids()]
    maps = [f"map.{name}" for game in games for name in game.boards.maps()]
    (plain,) = [block.text for block in blocks(HOW_TO) if block.file.endswith(f"/words/{ENGLISH}.toml")]
    catalogues = [*(game.speech.words for game in games), Words.parse(ENGLISH, plain)]
    notes = [key for key in house_words(ENGLISH).templates if key.startswith("note.")]
    return maps + notes + [key for words in catalogues for key in words.templates]


def code() -> str:
    files = sorted(path for path in SOURCES.rglob("*") if path.suffix in (".svelte", ".ts"))
    return "\n".join(path.read_text("utf-8") for path in files)


def named_in(text: str) -> list[str]:
    """The ids that are certainly used: the literals in the first argument of ``t``."""
    found = []
    for call in re.finditer(r"\bt\(", text):
        inside = argument(text, call.end())
        found += LITERAL.findall(inside)
    return found


def argument(text: str, start: int) -> str:
    """The first argument of a call, from its opening bracket to the comma or bracket that ends it."""
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
def test_every_catalogue_is_complete(language: str, area: str) -> None:
    """English is compared with itself, because its plural forms can be wrong too."""
    assert check_catalogues(catalogue(ENGLISH, area), catalogue(language, area)) == []


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_every_area_is_translated(language: str) -> None:
    found = [*SOURCES.glob(f"words/{language}/*.json"), *SOURCES.glob(f"games/*/words/{language}.json")]
    assert sorted(found) == sorted(SOURCES / area.format(language) for area in AREAS)


def test_no_id_is_in_two_areas() -> None:
    ids = known_ids()
    assert sorted({key for key in ids if ids.count(key) > 1}) == []


def test_every_id_that_is_used_exists() -> None:
    known = set(known_ids())
    asked = named_in(code())
    assert len(asked) > 100, "the search for t() finds too little to be right"
    assert sorted({key for key in asked if key not in known}) == []


LOADED = re.compile(r'words\.with\(import\("\./pages/(\w+)\.svelte"\)(?:, (\[[^]]*\]))?\)')
"""A page in ``App.svelte``, and the areas of words that it loads besides the common ones."""
NEEDS = re.compile(r"""(?:from|import\()\s*"(\.[^"]+)\"""")


LATER = re.compile(r'(\w+): \(\) => import\("\.\./pages/(\w+)\.svelte"\)')
"""A part of a table that is fetched later, in ``table/later.ts``."""
WITH_LOBBY = re.compile(r'words\.with\(later\.(\w+)\(\), \[[^]]*"lobby"')
"""Such a part that comes with the words of the lobby."""


def modules_of(page: str) -> set[Path]:
    """The modules that a page may load, except those that come with the words of the lobby."""
    parts = dict(LATER.findall((SOURCES / "table" / "later.ts").read_text("utf-8")))
    apart = {f"{parts[name]}.svelte" for name in WITH_LOBBY.findall(code())}
    found: set[Path] = set()
    waiting = [SOURCES / "pages" / f"{page}.svelte"]
    while waiting:
        module = waiting.pop()
        if module in found or module.name in apart:
            continue
        found.add(module)
        named = [(module.parent / name).resolve() for name in NEEDS.findall(module.read_text("utf-8"))]
        files = [path.with_name(path.name + end) for path in named for end in ("", ".ts") if path.suffix != ".json"]
        waiting += [file for file in files if file.is_file()]
    return found


def test_pages_load_the_words_of_the_lobby_if_they_say_any() -> None:
    app = (SOURCES / "App.svelte").read_text("utf-8")
    loading = {page for page, areas in LOADED.findall(app) if "lobby" in areas}
    assert {"Lobby", "NewTable", "Me"} <= loading
    ids = catalogue(ENGLISH, "words/{}/lobby.json").templates
    for page in set(re.findall(r"pages/(\w+)\.svelte", app)) - loading:
        modules = modules_of(page)
        text = "\n".join(module.read_text("utf-8") for module in modules if module.suffix in (".svelte", ".ts"))
        said = [key for key in ids if used(key, LITERAL.findall(text), COMPOSED.findall(text))]
        assert said == [], f"{page} has {len(modules)} modules"


def test_every_composed_id_matches_something() -> None:
    ids = known_ids() + game_words()
    composed = COMPOSED.findall(code())
    assert [pair for pair in composed if not any(used(key, [], [pair]) for key in ids)] == []


def test_no_id_is_unused() -> None:
    """A game's own version of an id counts as used."""
    text = code()
    ids = known_ids()
    own = [f"{game}.{key}" for game in game_ids() for key in ids]
    assert [key for key in ids if not used(key, LITERAL.findall(text) + own, COMPOSED.findall(text))] == []


def test_words_of_the_server_are_not_repeated() -> None:
    house = house_words(ENGLISH).templates
    assert [key for key in known_ids() if key in house] == []


def test_the_search_finds_ids_in_calls() -> None:
    text = 't("a.b", { n: t("c.d") }) t(open ? "e.f" : "g.h") t(`i.${kind}`) t(`j.k.${kind}.note`) at("no.call")'
    assert named_in(text) == ["a.b", "c.d", "e.f", "g.h"]
    assert COMPOSED.findall(text) == [("i.", ""), ("j.k.", ".note")]


def test_a_games_own_version_has_the_same_placeholders() -> None:
    """``steam.auction.pass`` would replace ``auction.pass`` wherever Steam is played, so it must fit there."""
    said = {key: text for area in AREAS for key, text in catalogue(ENGLISH, area).templates.items()}
    for game in game_ids():
        for key, text in said.items():
            own = said.get(f"{game}.{key}", text)
            assert PLACEHOLDER.findall(own) == PLACEHOLDER.findall(text), f"{game}.{key}"
