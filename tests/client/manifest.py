"""What the build says of its files: which need which, and what they weigh."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from engineshed.server.web.page import BUILT, MANIFEST


class Built(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sources: list[str] = []
    """The modules in it that are asked for by name: pages, games, languages."""
    entry: bool = False
    imports: list[str] = []
    dynamic_imports: list[str] = []
    size: int = 0
    gzip: int = 0


Manifest = dict[str, Built]

PAGES = "src/pages/"
ALTERNATIVES = ("src/games/", "src/words/")
"""Of what lies there, a browser loads one at a time: the game on the table, the language of its reader."""

APART = (PAGES, *ALTERNATIVES)


def read_manifest() -> Manifest:
    return msgspec.json.decode((BUILT / MANIFEST).read_bytes(), type=Manifest)


def scripts_of(manifest: Manifest, page: str) -> list[str]:
    """All that a page may ever load, with the heaviest game and the heaviest language."""
    start = [name for name, file in manifest.items() if file.entry or PAGES + page in file.sources]
    loaded = reach(manifest, start)
    for folder in ALTERNATIVES:
        chunks = [name for name, file in manifest.items() if _is_from(file, folder)]
        more = [[name for name in reach(manifest, [chunk]) if name not in loaded] for chunk in chunks]
        loaded += max(more, key=lambda names: weight(manifest, names), default=[])
    return loaded


def reach(manifest: Manifest, start: Iterable[str]) -> list[str]:
    """These files and what they import, at once or later; but not other pages, and none of several alternatives."""
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
