"""Descriptions of positions as the store keeps them: what ``describe`` says, as compressed JSON."""

from __future__ import annotations

from typing import Any
from zlib import compress, decompress

import msgspec

from engineshed.core.contract import AnyGame
from engineshed.core.versions import carried

QUICKLY = 1
"""The compression level: speed matters more here than the last tenth of the size."""


def in_words(game: AnyGame, state: Any) -> bytes:
    return compressed(game.speech.describe(state))


def compressed(doc: dict[str, Any]) -> bytes:
    return compress(msgspec.json.encode(doc), QUICKLY)


def described(description: bytes) -> dict[str, Any]:
    doc: dict[str, Any] = msgspec.json.decode(decompress(description))
    return doc


def out_of_words(game: AnyGame, description: bytes, version: int) -> Any:
    """The state that a description from some version of the rules means in this version of the game."""
    return carried(game, described(description), version)
