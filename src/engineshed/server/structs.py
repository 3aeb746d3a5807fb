"""What msgspec finds out about a struct type when it first reads one, found out before there is more than one thread.

msgspec keeps what it has found on the type before it is complete. A second thread that reads the same type at that
moment uses the incomplete part, and the whole server dies of a segmentation fault: it takes two guests who open the
first table of a game at the same time.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import msgspec

from engineshed.core.registry import find_game, game_ids


def prepare_structs() -> None:
    """To be called before the first thread reads anything; takes a few hundredths of a second."""
    for name in game_ids():
        find_game(name)
    for kind in _structs(msgspec.Struct):
        with suppress(TypeError, NameError):  # one that is never read, and need not be readable
            msgspec.json.Decoder(kind)


def _structs(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for below in kind.__subclasses__():
        yield below
        yield from _structs(below)
