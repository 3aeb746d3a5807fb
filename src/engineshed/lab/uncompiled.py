"""Random play by the rules as plain Python, in a separate process: ``python -m engineshed.lab.uncompiled GAME SEATS``.

Options come as a line of JSON. Then, for each line with a number, it plays a chunk of games starting with that number.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType


class SourceFinder:
    """Makes Python import the sources of this package, although it would prefer the compiled modules."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if path is None or not name.startswith("engineshed."):
            return None
        finders = (FileFinder(entry, (SourceFileLoader, SOURCE_SUFFIXES)) for entry in path)
        return next((spec for finder in finders if (spec := finder.find_spec(name, target))), None)


def main(game_id: str, seats: int) -> None:
    sys.meta_path.insert(0, SourceFinder)
    import msgspec  # noqa: PLC0415  (nothing of the package may be imported before)

    from engineshed.core.options import read_options  # noqa: PLC0415
    from engineshed.core.registry import find_game  # noqa: PLC0415
    from engineshed.lab.bench import game_subject  # noqa: PLC0415

    game = find_game(game_id)
    options = read_options(game.rules.options, msgspec.json.decode(sys.stdin.readline()))
    subject = game_subject(game, seats, options)
    for line in sys.stdin:
        print(msgspec.json.encode(subject.play_chunk(int(line))).decode(), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
