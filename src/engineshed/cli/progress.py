"""Which lessons somebody has taken, kept in their own folder."""

from __future__ import annotations

import json
from pathlib import Path

from engineshed.cli.files import make_folder, write_text

FILE = "lessons.json"


class Progress:
    """The lessons that were taken, by game; a file that cannot be read counts as none."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE

    def of(self, game: str) -> set[str]:
        return set(self._kept().get(game, []))

    def add(self, game: str, lesson: str) -> None:
        kept = self._kept()
        kept[game] = sorted({*kept.get(game, []), lesson})
        make_folder(self.path.parent)
        write_text(self.path, json.dumps(kept, indent=2) + "\n")

    def _kept(self) -> dict[str, list[str]]:
        try:
            found = json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        lists = found.items() if isinstance(found, dict) else ()
        return {str(game): [str(name) for name in names] for game, names in lists if isinstance(names, list)}
