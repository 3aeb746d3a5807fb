"""What follows from the truth, computed from scratch; moves then keep it up to date."""

from __future__ import annotations

from engineshed.core.state import completed
from engineshed.games.steam.rules.courses import open_keys, stubs_of, tiles_of
from engineshed.games.steam.rules.ground import NO_CITY, Ground, ground_of
from engineshed.games.steam.rules.journeys import Journeys
from engineshed.games.steam.rules.links import Link
from engineshed.games.steam.rules.moves import Cross, Track
from engineshed.games.steam.rules.state import State
from engineshed.games.steam.rules.tiles import ALL_FACES, COMPLEX_FACES, NO_TILES, TRACK_FACES, Shown, TileSet
from engineshed.games.steam.rules.truth import Truth


class NoTileError(ValueError):
    """No tile has the track that the links need in this hex; ``hex`` is its name."""

    def __init__(self, hex_: str) -> None:
        super().__init__(hex_)
        self.hex = hex_


def with_consequences(truth: Truth) -> State:
    """The state of a truth. Raises ``NoTileError`` if the links could not be laid."""
    ground = ground_of(truth.options.map, truth.options.data)
    colours = bytearray(ground.printed)
    for hex_, colour in truth.new_cities:
        colours[hex_] = colour
    tiles = lay_out(ground, truth.links, bytes(colours))
    shown = show(ground.tiles, tiles)
    stocked = ALL_FACES if truth.options.unlimited_tiles else ground.tiles.open_faces(shown)
    gates = ground.printed_gates
    if truth.new_cities:
        gates = bytes(ground.gates_of(bytes(colours), hex_) for hex_ in range(ground.size))
    plots = list(zip(range(ground.size), tiles, gates, strict=True))
    return completed(
        truth,
        State,
        before=None if truth.before is None else with_consequences(truth.before),
        ground=ground,
        tiles=tiles,
        shown=shown,
        stocked=stocked,
        ends={key: link for link in truth.links for key in open_keys(ground, link)},
        held=tuple(held_by(ground, truth.links, bytes(colours), seat) for seat in range(truth.seats)),
        colours=bytes(colours),
        gates=gates,
        lots=[lot_at(ground, hex_, tile, begin, stocked) if begin else () for hex_, tile, begin in plots],
        crossings=[crossing_at(ground, hex_, tile, begin, stocked) if begin else () for hex_, tile, begin in plots],
        journeys=Journeys(),
    )


def lay_out(ground: Ground, links: tuple[Link, ...], colours: bytes) -> bytes:
    """The tiles that these links need. Raises ``NoTileError`` if one does not exist."""
    ways: dict[int, tuple[int, ...]] = {}
    exits: dict[int, int] = {}
    for link in links:
        for hex_, way in tiles_of(ground, link):
            ways[hex_] = (*ways.get(hex_, ()), way)
        for hex_, edge in stubs_of(ground, link):
            if colours[hex_] == NO_CITY:
                exits[hex_] = exits.get(hex_, 0) | 1 << edge
    tiles = bytearray(ground.size)
    kinds = ground.tiles
    for hex_, code in (
        *((h, kinds.code_of(w)) for h, w in ways.items()),
        *((h, kinds.town[e]) for h, e in exits.items()),
    ):
        if not code or tiles[hex_]:
            raise NoTileError(ground.names[hex_])
        tiles[hex_] = code
    return bytes(tiles)


def show(kinds: TileSet, tiles: bytes) -> Shown:
    shown = list(NO_TILES)
    for code in tiles:
        if code:
            shown[kinds.face_of[code]] += 1
    return tuple(shown)


def held_by(ground: Ground, links: tuple[Link, ...], colours: bytes, seat: int) -> int:
    """The towns where a complete link of this seat ends, as bits by hex."""
    held = 0
    for link in links:
        if link.owner == seat and link.complete:
            for hex_, _ in stubs_of(ground, link):
                if colours[hex_] == NO_CITY:
                    held |= 1 << hex_
    return held


def lot_at(ground: Ground, hex_: int, tile: int, gates: int, stocked: int) -> tuple[Track, ...]:
    if tile or not gates or ground.is_town[hex_]:
        return ()
    return ground.tracks_from(hex_, gates, 0, stocked & TRACK_FACES)


def crossing_at(ground: Ground, hex_: int, tile: int, gates: int, stocked: int) -> tuple[Cross, ...]:
    if not gates or not ground.tiles.one_track[tile]:
        return ()
    return ground.crosses_from(hex_, gates, 0, stocked & COMPLEX_FACES, ground.tiles.ways_of[tile][0])
