"""Words of the notation that railway games share: hexes, ways, edges and names of places."""

from __future__ import annotations

from collections.abc import Sequence

from engineshed.core.errors import UnreadableMoveError, suggest
from engineshed.rail.faces import parse_way
from engineshed.rail.hexgrid import EDGES, HexGrid
from engineshed.rail.maps import fold


def read_hex(grid: HexGrid, name: str) -> int:
    found = grid.find(name)
    if found is None:
        raise UnreadableMoveError(
            f"there is no hex {name!r} on this map; a hex is a column's letter and a row's number, as in D7"
        )
    return found


def read_way(text: str) -> int:
    way = parse_way(text)
    if way is None:
        raise UnreadableMoveError(f"{text!r} is no way; join two different edges out of {', '.join(EDGES)}, as in n-se")
    return way


def read_edge(text: str) -> int:
    if text.lower() not in EDGES:
        raise UnreadableMoveError(f"{text!r} is no edge; there are {', '.join(EDGES)}")
    return EDGES.index(text.lower())


def find_place(names: Sequence[str], given: str) -> int | None:
    """A place by its name, capitals, accents and dots apart; None when it is the name of none, or of several."""
    for same in (fold, _bare):
        folded = [same(name) for name in names]
        if folded.count(same(given)) == 1:
            return folded.index(same(given))
    return None


def read_place(names: Sequence[str], given: str, noun: str) -> int:
    found = find_place(names, given)
    if found is None:
        raise UnreadableMoveError(f"there is no {noun} {given!r} on this map{suggest(given, list(names))}")
    return found


def _bare(name: str) -> str:
    return "".join(character for character in fold(name) if character.isalnum())
