"""What a game still knows of the versions before this one, so that games begun under them can go on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engineshed.core.contract import AnyGame

Doc = dict[str, Any]


def same_words(doc: Doc, _version: int) -> Doc:
    return doc


def same_bytes(data: bytes, _version: int) -> bytes:
    return data


@dataclass(frozen=True, kw_only=True)
class Earlier:
    """A version whose descriptions ``arrange`` can still read needs no entry here."""

    kept: Mapping[int, Callable[[], AnyGame]] = field(default_factory=dict)
    """The game as it was, by version. A game that was begun under one of these is played to its end under it."""
    reword: Callable[[Doc, int], Doc] = same_words
    """Turns the description of a position under this earlier version into one that ``arrange`` reads now."""
    recode: Callable[[bytes, int], bytes] = same_bytes
    """The same for the bytes of a position, which ``load`` then reads: for tables of servers that did not describe
    positions yet."""


NOTHING_KEPT = Earlier()
