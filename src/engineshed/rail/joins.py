"""What a tile would join, in words: players think of the places at both ends of a track, not of the edges of a hex."""

from __future__ import annotations

import msgspec

from engineshed.core.words import Message


class JoinHint(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag="join"):
    """A hint for a tile: where its track leads."""

    says: Message
    joins: int
    """How many places it joins. Two or more if it finishes a link, so a tile that joins more is the better guess."""
