"""How large the page may be, in compressed bytes, so that a table opens quickly on a phone."""

from __future__ import annotations

import pytest

from tests.client.manifest import Built, Manifest, read_manifest, scripts_of, scripts_of_lobby, weight

KILO = 1000
SCRIPTS, STYLES, EVERYTHING = 100 * KILO, 24 * KILO, 250 * KILO
LOBBY = 54 * KILO


@pytest.mark.parametrize("page", ["Table.svelte", "Lesson.svelte"])
def test_tables_and_lessons_are_light(page: str) -> None:
    manifest = read_manifest()
    scripts = scripts_of(manifest, page)
    styles = [name for name in manifest if name.endswith(".css")]
    assert any(f"src/pages/{page}" in manifest[name].sources for name in scripts)
    assert weight(manifest, scripts) <= SCRIPTS, scripts
    assert weight(manifest, styles) <= STYLES, styles
    assert weight(manifest, [*scripts, *styles, "index.html", "favicon.svg"]) <= EVERYTHING


def test_the_lobby_is_light() -> None:
    """It is the first page that most people see. It does without the rare words, which come with other pages."""
    manifest = read_manifest()
    scripts = scripts_of_lobby(manifest)
    assert any("/lobby.json" in source for name in scripts for source in manifest[name].sources)
    assert not any("/rare.json" in source for name in scripts for source in manifest[name].sources)
    assert weight(manifest, scripts) <= LOBBY, scripts


MADE_UP: Manifest = {
    "main": Built(
        ["src/main.ts"], entry=True, imports=["svelte"], dynamic_imports=["table", "lobby", "en", "pl"], gzip=1
    ),
    "svelte": Built(gzip=10),
    "table": Built(["src/pages/Table.svelte"], imports=["main"], dynamic_imports=["dialog", "steam"], gzip=100),
    "lobby": Built(["src/pages/Lobby.svelte"], imports=["lists"], gzip=1000),
    "lists": Built(gzip=1000),
    "dialog": Built(["src/table/Dialog.svelte"], gzip=10_000),
    "steam": Built(["src/games/steam/index.ts"], imports=["rails"], gzip=50_000),
    "rails": Built(gzip=50_000),
    "en": Built(["src/words/en/index.ts"], gzip=1_000_000),
    "pl": Built(["src/words/pl/index.ts"], gzip=2_000_000),
    "steam-en": Built(["src/games/steam/words/en.json"], gzip=4_000),
    "steam-pl": Built(["src/games/steam/words/pl.json"], gzip=3_000),
}


def test_every_file_that_a_page_may_load_counts() -> None:
    scripts = scripts_of(MADE_UP, "Table.svelte")
    assert sorted(scripts) == ["dialog", "main", "pl", "rails", "steam", "steam-pl", "svelte", "table"]
    assert weight(MADE_UP, scripts) == 2_113_111
