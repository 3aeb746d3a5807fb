"""Whole build turns: step by step, the engine reaches exactly those results that the rules allow.

These tests work out the allowed results from whole tiles: at the end of the turn there is a piece in the box for
everything on the map, and every track is connected to a city. There is always an order in which each of these tiles
has a connected track when it is laid.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import pytest

from engineshed.games.steam.rules.ground import NO_CITY
from engineshed.games.steam.rules.tiles import tile_set_of
from engineshed.rail.faces import WAYS, far_edge
from engineshed.rail.hexgrid import opposite
from tests.games.steam.play import GAME, acting, described, offered, play, position, refusal, said, short_of_curves

TILES = tile_set_of(())
LAYINGS = TILES.layings
EDGES_OF = TILES.edges_of
FACE_OF = TILES.face_of
WAYS_OF = TILES.ways_of
within_stock = TILES.within_stock

ALL = 8
"""The number of pieces with a tight curve."""

TRACK_CODES = [code for code in range(1, len(LAYINGS) + 1) if WAYS_OF[code]]


# -- every end of a turn --------------------------------------------------------------------------------------------


def results_by_steps(state: Any) -> set[bytes]:
    """Everything that can be on the map after a turn without town tiles, found by playing what the engine offers."""
    waiting, seen, ends = [state], {GAME.rules.dump(state)}, set()
    while waiting:
        here = waiting.pop()
        for move in GAME.rules.legal(here, acting(here)):
            if type(move).__name__ == "Town":
                continue
            after = GAME.rules.apply(here, acting(here), move).state
            assert list(GAME.rules.faults(after)) == []
            if type(move).__name__ == "Done":
                ends.add(here.tiles)
            elif (written := GAME.rules.dump(after)) not in seen:
                seen.add(written)
                waiting.append(after)
    return ends


def results_by_whole_tiles(state: Any) -> set[bytes]:
    """Everything that may be on the map after such a turn, found by trying all tiles on all empty hexes."""
    land = [
        hex_ for hex_ in range(state.ground.size) if state.ground.buildable[hex_] and not state.ground.is_town[hex_]
    ]
    empty = [hex_ for hex_ in land if _free(state, hex_)]
    ends = {state.tiles}
    for count in range(1, state.placements + 1):
        for hexes in combinations(empty, count):
            options = [[code for code in TRACK_CODES if _fits(state, hex_, code)] for hex_ in hexes]
            for codes in product(*options):
                laid = bytearray(state.tiles)
                for hex_, code in zip(hexes, codes, strict=True):
                    laid[hex_] = code
                if _sound(state, bytes(laid), hexes):
                    ends.add(bytes(laid))
    return ends


def _free(state: Any, hex_: int) -> bool:
    return bool(state.colours[hex_] == NO_CITY and not state.tiles[hex_])


def _fits(state: Any, hex_: int, code: int) -> bool:
    return all(state.ground.open_edges[hex_] >> edge & 1 for way in WAYS_OF[code] for edge in WAYS[way])


def _sound(state: Any, tiles: bytes, hexes: tuple[int, ...]) -> bool:
    shown = list(state.shown)
    for hex_ in hexes:
        shown[FACE_OF[tiles[hex_]]] += 1
    tracks = [_ends(state, tiles, hex_, way) for hex_ in hexes for way in WAYS_OF[tiles[hex_]]]
    return within_stock(tuple(shown)) and all(_connected(state, track, tracks) for track in tracks)


Ends = list[tuple[int, bool]]
"""The places that the ends of a track reach, and whether it is joined to them (a town needs an exit there)."""


def _ends(state: Any, tiles: bytes, hex_: int, way: int) -> Ends:
    return [place for edge in WAYS[way] for place in _place_along(state, tiles, hex_, edge)]


def _connected(state: Any, track: Ends, tracks: list[Ends]) -> bool:
    """Whether a track reaches a city, or an exit of a town with a complete link from a city, and does not come back."""
    cities = [place for place, _ in track if state.colours[place] != NO_CITY]
    towns = [place for place, joined in track if joined and any(_completes(state, other, place) for other in tracks)]
    return bool(cities or towns) and len({place for place, _ in track}) == len(track)


def _completes(state: Any, track: Ends, town: int) -> bool:
    return (town, True) in track and any(state.colours[place] != NO_CITY for place, _ in track)


def _place_along(state: Any, tiles: bytes, hex_: int, edge: int) -> Iterator[tuple[int, bool]]:
    """The city or town that track over this edge leads to, and whether the track is joined to it."""
    start = hex_, edge
    while True:
        hex_, entry = state.ground.neighbours[hex_][edge], opposite(edge)
        if state.colours[hex_] != NO_CITY or state.ground.is_town[hex_]:
            yield hex_, state.colours[hex_] != NO_CITY or bool(EDGES_OF[tiles[hex_]] >> entry & 1)
            return
        onward = [far_edge(way, entry) for way in WAYS_OF[tiles[hex_]] if entry in WAYS[way]]
        if not onward or (hex_, onward[0]) == start:
            return
        edge = onward[0]


@pytest.mark.parametrize("curves", [0, ALL], ids=["all tiles", "no tight curve left"])
@pytest.mark.allows("steam", "ST-UPG-5", "ST-UPG-6", "ST-TRACK-14")
@pytest.mark.refuses("steam", "ST-UPG-5", "ST-UPG-6", "ST-TRACK-14")
def test_playing_step_by_step_reaches_exactly_the_allowed_results(curves: int) -> None:
    state = short_of_curves(curves, placements=2)
    whole = results_by_whole_tiles(state)
    assert len(whole) > 40
    assert results_by_steps(state) == whole


# -- ownerless track ------------------------------------------------------------------------------------------------

BESIDE_A_TOWN = {
    "terrain": ". S . Z\n. . . ~\n. t . ~\n",
    "cities": {"S": {"name": "Sund", "colour": "blue", "cubes": 0}, "Z": {"name": "Zell", "colour": "red", "cubes": 0}},
    "towns": {"t": {"name": "Teyn"}},
}


def beside_a_town(**doc: Any) -> Any:
    """Orange builds between a city and a town with ownerless exits, where Orange may not start."""
    links = {"nobody": ["Teyn n ... since 1", "Teyn ne ... since 1"]}
    return position(map=BESIDE_A_TOWN, round=2, built=["orange"], cash={"orange": 40}, **{"links": links, **doc})


@pytest.mark.allows("steam", "ST-UPG-6", "ST-OWNL-1", "ST-OWNL-2")
@pytest.mark.refuses("steam", "ST-OWNL-1")
def test_playing_next_to_ownerless_track_reaches_exactly_the_allowed_results() -> None:
    state = beside_a_town(placements=2)
    whole = results_by_whole_tiles(state)
    assert len(whole) > 40
    assert results_by_steps(state) == whole


LOOSE_AGAINST_TEYN = ("track B2 n-sw", "second B2 ne-s")
"""The first track leaves Sund. The second faces the northern exit of Teyn and is not connected to anything."""


def test_loose_track_does_not_take_over_the_ownerless_track_that_it_faces() -> None:
    facing = play(beside_a_town(), *LOOSE_AGAINST_TEYN)
    assert described(facing)["links"]["nobody"] == ["Teyn n ... since 1", "Teyn ne ... since 1"]
    assert refusal(facing, "done").rule == "ST-UPG-6"
    assert described(play(facing, "takeback", "done"))["links"]["nobody"] == [
        "Teyn n ... since 1",
        "Teyn ne ... since 1",
    ]


@pytest.mark.allows("steam", "ST-OWNL-2")
def test_loose_track_joins_ownerless_track_once_it_is_connected_and_the_log_says_so() -> None:
    facing = play(beside_a_town(), *LOOSE_AGAINST_TEYN)
    joined = play(facing, "track C2 nw-sw")
    assert described(joined)["links"]["orange"] == ["Sund se sw s", "Sund s sw ... since 2"]
    assert said(facing, "track C2 nw-sw")[1:] == [
        "Orange takes over the ownerless track from Teyn",
        "The link Sund–Teyn of Orange is complete",
    ]
    assert "done" in offered(joined)


def test_a_new_city_connects_track_that_faced_an_exit_of_the_town() -> None:
    tiles = {"orange": 7, "green": 1, "black": 2}
    facing = play(beside_a_town(tiles=tiles, supply=["RBY"]), *LOOSE_AGAINST_TEYN)
    founded = play(facing, "urbanise Teyn grey", "group 1")
    assert described(founded)["links"]["orange"] == ["Sund s sw ... since 2", "Teyn n ne ... since 2"]
    assert described(founded)["links"]["nobody"] == []
    assert "done" in offered(founded)


def test_a_link_that_ends_in_a_town_lets_its_owner_extend_ownerless_track_there() -> None:
    """Loose track faces the northern exit. A link from Sund to the other exit lets Orange extend that track."""
    facing = play(beside_a_town(tiles={"orange": 3, "green": 1, "black": 2}), "track B2 n-sw", "second B2 nw-s")
    joined = play(facing, "track C2 nw-s", "track C3 n-sw")
    assert described(joined)["derived"]["links"]["orange"] == 1
    assert "Teyn n nw ... since 2" in described(joined)["links"]["orange"]
    assert "done" in offered(joined)


# -- tracks without a piece left ------------------------------------------------------------------------------------


def kinds(state: Any) -> set[str]:
    return {text.split()[0] for text in offered(state)}


@pytest.mark.parametrize(("first", "links"), [("track C3 n-nw", ()), ("redirect C3 n-nw", ("City 1 s s ...",))])
def test_a_tight_curve_without_a_piece_needs_its_second_track_at_once(first: str, links: tuple[str, ...]) -> None:
    waiting = play(short_of_curves(ALL, links=links), first)
    assert kinds(waiting) == {"second"}
    assert GAME.speech.words.say(GAME.speech.task(GAME.rules.view(waiting, acting(waiting)))).startswith(
        "No tile with this track alone"
    )
    sentence = "No tile with this track alone is left: first add a second track in C3"
    assert refusal(waiting, "done") == refusal(waiting, "takeback") == ("ST-TRACK-14", sentence)
    assert refusal(waiting, "track B5 n-s").rule == "ST-TRACK-14"
    laid = play(waiting, "second C3 ne-s", "track C4 n-sw")
    assert described(laid)["derived"]["tiles"]["C3"] == "47 n ne s nw"
    assert laid.before is None
    assert "done" in offered(laid)


def test_a_tight_curve_needs_no_second_track_while_pieces_are_left() -> None:
    laid = play(short_of_curves(ALL - 1), "track C3 n-nw")
    assert {"done", "second", "track"} <= kinds(laid)
    assert "takeback" not in kinds(laid)


@pytest.mark.parametrize(("first", "links"), [("track C3 n-nw", ()), ("redirect C3 n-nw", ("City 1 s s ...",))])
def test_a_curve_that_needs_a_second_track_is_refused_without_money_for_both(
    first: str, links: tuple[str, ...]
) -> None:
    poor = short_of_curves(ALL, links=links, cash={"orange": 4}, income={"orange": -10})
    assert first in offered(poor)
    poorer = short_of_curves(ALL, links=links, cash={"orange": 3}, income={"orange": -10})
    assert refusal(poorer, first) == ("ST-FIN-7", "Building in C3 costs $4; you can spend $3")
    assert first not in offered(poorer)


def test_taking_back_a_loose_second_track_takes_back_the_curve_that_needs_it() -> None:
    state = short_of_curves(ALL)
    loose = play(state, "track B5 n-ne", "second B5 s-nw")
    assert refusal(loose, "done").rule == "ST-UPG-6"
    back = play(loose, "takeback")
    assert (back.tiles, back.placements, back.players) == (state.tiles, state.placements, state.players)
    assert "done" in offered(back)
    # From now on a second track must be connected at once, and none next to this curve could be.
    assert refusal(back, "track B5 n-ne") == ("ST-TRACK-14", "No tile with face 23 is left")
