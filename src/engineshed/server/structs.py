"""Lets msgspec prepare all our struct types before there is more than one thread.

msgspec stores what it finds out about a type before it is complete. A second thread that reads the same type at that
moment uses the incomplete part, and the whole server dies of a segmentation fault: two guests who open the first table
of a game at the same time are enough.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache

import msgspec

from engineshed.core.registry import find_game, game_ids


@cache
def prepare_structs() -> None:
    """To be called before the first thread reads anything; takes a few hundredths of a second, once."""
    for name in game_ids():
        find_game(name)
    for kind in _structs(msgspec.Struct):
        with suppress(TypeError, NameError):  # one that is never read, only written or passed on
            msgspec.json.Decoder(kind)


def _structs(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for below in kind.__subclasses__():
        yield below
        yield from _structs(below)
