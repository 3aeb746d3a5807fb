"""The build's manifest: which files need which others, and how large they are."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import msgspec

from engineshed.server.web.page import BUILT, MANIFEST


class Built(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sources: list[str] = []
    """The modules in it that are loaded on demand: pages, games, languages."""
    entry: bool = False
    imports: list[str] = []
    dynamic_imports: list[str] = []
    size: int = 0
    gzip: int = 0


Manifest = dict[str, Built]

PAGES, GAMES, PLAIN, WORDS = "src/pages/", "src/games/", "src/plain/", "src/words/"
APART = (PAGES, GAMES, PLAIN, WORDS)
"""A browser loads one from each of these: the page, the game on the table or its plain table, the reader's language."""


def read_manifest() -> Manifest:
    return msgspec.json.decode((BUILT / MANIFEST).read_bytes(), type=Manifest)


def scripts_of(manifest: Manifest, page: str) -> list[str]:
    """Everything that a page may load, with the largest game and the largest language."""
    start = [name for name, file in manifest.items() if file.entry or PAGES + page in file.sources]
    choices = product(_folders(manifest, GAMES), _folders(manifest, WORDS))
    loaded = [reach(manifest, [*start, *_chosen(manifest, *choice)]) for choice in choices]
    return max(loaded, key=lambda names: weight(manifest, names))


def scripts_of_lobby(manifest: Manifest) -> list[str]:
    """What the lobby loads, with the largest language; its words have files of their own."""
    start = [name for name, file in manifest.items() if file.entry or PAGES + "Lobby.svelte" in file.sources]
    areas = ((f"{WORDS}{language}/index.", f"{WORDS}{language}/lobby.") for language in _folders(manifest, WORDS))
    words = ([name for name, file in manifest.items() if _is_from(file, *spoken)] for spoken in areas)
    return max((reach(manifest, [*start, *some]) for some in words), key=lambda names: weight(manifest, names))


def _folders(manifest: Manifest, above: str) -> list[str]:
    """The games, or the languages."""
    sources = [source for file in manifest.values() for source in file.sources if source.startswith(above)]
    return sorted({source.removeprefix(above).partition("/")[0] for source in sources})


def _chosen(manifest: Manifest, game: str, language: str) -> list[str]:
    """The files of a game, those of a language, and the game's words in that language."""
    home = f"{GAMES}{game}/"
    drawn = [name for name, file in manifest.items() if _is_from(file, home) and not _is_from(file, f"{home}words/")]
    spoken = (f"{WORDS}{language}/index.", f"{home}words/{language}.")
    return drawn + [name for name, file in manifest.items() if _is_from(file, *spoken)]


def reach(manifest: Manifest, start: Iterable[str]) -> list[str]:
    """These files and everything they import, at once or later, except other pages, games and languages."""
    found: list[str] = []
    waiting = list(start)
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.append(name)
        later = [other for other in manifest[name].dynamic_imports if not _is_from(manifest[other], *APART)]
        waiting += [*manifest[name].imports, *later]
    return found


def _is_from(file: Built, *folders: str) -> bool:
    return any(source.startswith(folders) for source in file.sources)


def weight(manifest: Manifest, names: Iterable[str]) -> int:
    return sum(manifest[name].gzip for name in names)
