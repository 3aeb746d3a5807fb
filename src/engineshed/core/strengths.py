"""How strong the bots of a game are, from games of the arena: ``data/ratings.toml``, a block for each level.

    [casual]
    points = 1500
    deviation = 40
    games = 54

The usual bot has 1500 points in every game. ``docs/pictures/bots.py --ratings`` writes such a file.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated

import msgspec
from msgspec import Meta

from engineshed.core.datafile import convert, parse_toml
from engineshed.core.errors import BadFileError, advice, shown

FILE = "ratings.toml"


class BotRating(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rating on Elo's scale: with 400 points more, a bot finishes ahead ten times as often as behind."""

    points: Annotated[float, Meta(ge=0, le=4000)]
    deviation: Annotated[float, Meta(gt=0, le=350)]
    """The standard error; the true rating is within twice as much in 95 cases of a hundred."""
    games: Annotated[int, Meta(ge=1)]


def ratings_in(text: str, levels: Collection[str]) -> dict[str, BotRating]:
    """The ratings of a game's levels, as its file says."""
    found = {}
    for name, block in parse_toml(text, FILE).items():
        if name not in levels:
            raise BadFileError(FILE, "", "value.unknown", key=shown(name)).advised(advice(name, list(levels)))
        if not isinstance(block, dict):
            raise BadFileError(FILE, name, "file.no-block")
        found[name] = convert(block, BotRating, FILE)
    return found
