"""The parts of the notation that railway games share: hexes, ways, edges and names of places."""

from __future__ import annotations

from collections.abc import Sequence

from engineshed.core.errors import UnreadableMoveError, advice, shown
from engineshed.core.notation import noun
from engineshed.rail.faces import parse_way
from engineshed.rail.hexgrid import EDGES, HexGrid
from engineshed.rail.maps import fold


def read_hex(grid: HexGrid, name: str) -> int:
    found = grid.find(name)
    if found is None:
        raise UnreadableMoveError("read.hex", name=shown(name))
    return found


def read_way(text: str) -> int:
    way = parse_way(text)
    if way is None:
        raise UnreadableMoveError("read.way", text=shown(text), edges=", ".join(EDGES))
    return way


def read_edge(text: str) -> int:
    if text.lower() not in EDGES:
        raise UnreadableMoveError("read.edge", text=shown(text), edges=", ".join(EDGES))
    return EDGES.index(text.lower())


def find_place(names: Sequence[str], given: str) -> int | None:
    """A place by its name, whatever the capitals, accents and dots; None if no place or several places have it."""
    for same in (fold, _bare):
        folded = [same(name) for name in names]
        if folded.count(same(given)) == 1:
            return folded.index(same(given))
    return None


def read_place(names: Sequence[str], given: str, what: str) -> int:
    """``what`` says what kind of place these are, in the form that ``noun`` takes."""
    found = find_place(names, given)
    if found is None:
        unknown = UnreadableMoveError("read.place", name=shown(given), what=noun(what))
        raise unknown.advised(advice(given, names))
    return found


def _bare(name: str) -> str:
    return "".join(character for character in fold(name) if character.isalnum())
