"""Rules about track, tiles, towns and New Cities that need more than one move to show (ST-TRACK to ST-UPG)."""

from __future__ import annotations

from typing import Any

import pytest

from engineshed.core.errors import Trouble
from engineshed.games.steam.rules.components import FACE_NAMES
from engineshed.games.steam.rules.consequences import show
from engineshed.games.steam.rules.moves import Town, Track
from engineshed.games.steam.rules.tiles import NO_TILES, tile_set_of
from engineshed.rail.faces import WAYS
from tests.games.steam.play import GAME, GREEN, ORANGE, described, offered, play, position, refusal, refusal_of, row

TILES = tile_set_of(())
LAYINGS = TILES.layings
PIECES = TILES.pieces
open_faces = TILES.open_faces
within_stock = TILES.within_stock

ROW = row("START", "teyn", "GOAL", colours="BR")


def links(state: Any, owner: str = "orange") -> list[str]:
    found: list[str] = described(state)["links"][owner]
    return found


# -- where and when -------------------------------------------------------------------------------------------------


@pytest.mark.refuses("steam", "ST-TRACK-1")
def test_the_holder_of_first_build_builds_before_the_others() -> None:
    tiles = {"orange": 0, "green": 1, "black": 4}
    state = position(stage="choose", turn="orange", order=["green", "black", "orange"], tiles=tiles)
    state = play(state, "choose 2")
    assert (state.active, state.queue) == (2, (1, 0))
    assert refusal(state, "done", GREEN) == ("ST-TRACK-1", "It is Black's turn")


@pytest.mark.refuses("steam", "ST-TRACK-3")
def test_nobody_has_to_build() -> None:
    state = play(position(), "done", "done", "done")
    assert state.links == ()
    assert refusal(state, "track L7 nw-se").rule == "ST-MOVE-1"


@pytest.mark.refuses("steam", "ST-TRACK-4")
def test_the_first_tile_leaves_a_city_even_next_to_ownerless_track() -> None:
    state = position(round=2, links={"nobody": ["Albany se se ..."]}, built=[])
    sentence = "Your first tile must have track that leaves a city; this one in M8 does not"
    assert refusal(state, "track M8 nw-sw") == ("ST-TRACK-4", sentence)
    assert refusal(state, "town Poughkeepsie n").rule == "ST-TRACK-4"
    assert {"track M8 s-nw", "redirect L7 n-nw"} <= set(offered(state))
    longer = position(round=2, links={"nobody": ["Albany se se ne ..."]}, built=[])
    assert refusal(longer, "redirect M8 n-nw").rule == "ST-TRACK-4"
    later = position(round=2, links={"nobody": ["Albany se se ..."]}, built=["orange"])
    assert "track M8 sw-nw" in offered(later)


@pytest.mark.refuses("steam", "ST-TRACK-6", "ST-TOWN-6")
def test_a_town_tile_must_be_connected_to_the_builders_track() -> None:
    """Green's link to Teyn does not help Orange, who needs their own track there."""
    state = position(map=ROW, round=2, links={"green": ["Start se ne"], "orange": ["Goal s s ..."]})
    sentence = "A town tile in Teyn (C1) would not be connected with your track"
    assert refusal(state, "town Teyn s sw") == ("ST-TRACK-6", sentence)
    assert offered(state, "town") == []
    joined = position(map=ROW, round=2, links={"green": ["Start se ne"], "orange": ["Goal sw nw ..."]})
    assert "town Teyn se sw" in offered(joined)


@pytest.mark.refuses("steam", "ST-TRACK-8")
def test_track_is_extended_only_where_it_meets_track() -> None:
    """The link from Start leaves B1 to the southeast, so a tile in C2 without track there does not extend it."""
    state = position(map=ROW, round=2, links={"orange": ["Start se se ..."]})
    assert refusal(state, "track C2 n-s").rule == "ST-TRACK-5"
    assert links(play(state, "track C2 nw-s")) == ["Start se se s ... since 2"]


@pytest.mark.allows("steam", "ST-TRACK-11")
@pytest.mark.refuses("steam", "ST-TRACK-11")
def test_only_town_tiles_let_track_branch() -> None:
    for laying in LAYINGS:
        edges = [edge for way in laying.ways for edge in WAYS[way]]
        assert len(set(edges)) == len(edges)
        assert bool(laying.exits) != bool(laying.ways)


@pytest.mark.refuses("steam", "ST-TRACK-9", "ST-TERR-2")
def test_no_track_is_laid_outside_the_map_or_in_water() -> None:
    state = position()
    for move in (Track(9999, 0), Track(-1, 0), Town(9999, 1)):
        assert refusal_of(state, move) == ("ST-TRACK-9", "There is no such hex on this map")
    assert refusal(state, "track Q7 n-s") == ("ST-TRACK-9", "Q7 is water")
    assert refusal(state, "track O9 n-s").rule == "ST-TRACK-13"
    assert refusal(state, "town Providence se").rule == "ST-TRACK-10"


@pytest.mark.allows("steam", "ST-TERR-3")
@pytest.mark.refuses("steam", "ST-TERR-3")
def test_a_white_border_costs_nothing() -> None:
    """P8 is on the coast and costs the same as any plain."""
    state = position()
    assert GAME.speech.price(state, GAME.speech.read(state, "track P8 n-s")) == 2
    assert refusal(state, "track P8 n-se").rule == "ST-TRACK-10"


@pytest.mark.refuses("steam", "ST-TRACK-15", "ST-GEN-3", "ST-INC-1")
def test_nobody_extends_another_players_link() -> None:
    orange = ["Start se ne", "Teyn s ... since 2"]
    state = position(map=ROW, round=2, turn="green", links={"orange": orange}, built=["orange", "green"])
    assert refusal(state, "track C2 n-s").rule == "ST-TRACK-7"
    assert GAME.rules.scores(state)[ORANGE].parts["links"] == 1


@pytest.mark.refuses("steam", "ST-TRACK-16", "ST-TRACK-17", "ST-TOWN-4", "ST-GEN-4")
def test_a_town_ends_a_link_only_where_it_has_an_exit() -> None:
    state = play(position(map=ROW), "track B1 ne-nw")
    assert described(state)["derived"]["links"]["orange"] == 0
    state = play(state, "town Teyn sw")
    assert links(state) == ["Start se ne"]
    state = play(state, "track D1 ne-nw")
    assert links(state) == ["Start se ne", "Goal sw nw ... since 1"]


@pytest.mark.refuses("steam", "ST-TRACK-18")
def test_complete_links_are_never_redirected_or_lost() -> None:
    state = position(map=ROW, round=5, links={"orange": ["Start se ne"]})
    assert refusal(state, "redirect B1 nw-s") == ("ST-REDIR-1", "No incomplete link ends with the tile in B1")
    assert links(play(state, "done")) == ["Start se ne"]


@pytest.mark.refuses("steam", "ST-TRACK-19")
def test_parallel_links_are_not_a_loop() -> None:
    """A second link between the same places is allowed; a link from a place to itself is not."""
    board = row("START", "GOAL")
    beside = {"green": ["Start se ne"], "orange": ["Start s se ne ..."]}
    state = play(position(map=board, round=2, links=beside), "track C2 n-sw")
    assert (links(state), links(state, "green")) == (["Start s se ne n"], ["Start se ne"])
    back = position(map=board, round=2, links={"orange": ["Start s ne ..."]})
    assert refusal(back, "track B1 sw-nw") == (
        "ST-TRACK-12",
        "In B1 the link would come back to Start, where it began",
    )


@pytest.mark.refuses("steam", "ST-TRACK-12", "ST-REDIR-2")
def test_no_kind_of_building_may_bring_a_link_back_to_its_start() -> None:
    """This includes redirecting its last tile, and joining ownerless track with a first tile."""
    board = row("START", "GOAL")
    turned = position(map=board, round=2, links={"orange": ["Start s ne s ..."]})
    assert refusal(turned, "redirect B1 sw-nw").rule == "ST-TRACK-12"
    assert offered(turned, "redirect") == ["redirect B1 ne-sw", "redirect B1 se-sw"]
    joined = position(map=board, round=2, links={"nobody": ["Start s ne ..."]}, built=[])
    assert refusal(joined, "track B1 sw-nw").rule == "ST-TRACK-12"
    assert "track B1 sw-nw" not in offered(joined)


@pytest.mark.refuses("steam", "ST-TRACK-20", "ST-URB-8")
def test_an_action_is_carried_out_once_at_any_moment_of_the_build_turn() -> None:
    tiles = {"orange": 7, "green": 1, "black": 2}
    state = position(tiles=tiles, supply=["R", "B"])
    last = play(state, "track K8 n-s", "track L7 nw-se", "track J7 ne-s", "urbanise Providence grey", "group 1")
    assert last.placements == 0
    assert refusal(last, "urbanise Poughkeepsie grey") == ("ST-URB-1", "You have carried out your action already")
    moving = position(stage="move", tiles=tiles, supply=["R"])
    assert refusal(moving, "urbanise Providence grey").rule == "ST-MOVE-1"


# -- tiles ----------------------------------------------------------------------------------------------------------


def shown(**faces: int) -> tuple[int, ...]:
    counts = list(NO_TILES)
    for name, count in faces.items():
        counts[FACE_NAMES.index(name.removeprefix("f"))] = count
    return tuple(counts)


def open_names(**faces: int) -> list[str]:
    return [name for number, name in enumerate(FACE_NAMES) if open_faces(shown(**faces)) >> number & 1]


@pytest.mark.refuses("steam", "ST-TILE-2", "ST-TILE-3")
def test_a_piece_in_play_uses_up_both_faces() -> None:
    assert "T31" not in open_names(T31=2, T34=2)
    assert "T34" not in open_names(T31=2, T34=2)
    assert "T31" in open_names(T31=2, T34=1)
    assert "45" in open_names(f44=4, f45=1)
    assert "45" not in open_names(f44=4, f45=2)
    assert within_stock(shown(f44=4, f45=2))
    assert not within_stock(shown(f44=4, f45=3))
    assert not within_stock(shown(f21=50, f22=37))


@pytest.mark.refuses("steam", "ST-TILE-3")
def test_the_stock_allows_exactly_the_faces_that_its_pieces_can_show() -> None:
    """Compare the formula with assigning the faces 44 to 47 to their eight pieces one by one."""
    ring = [FACE_NAMES.index(name) for name in ("44", "45", "46", "47")]
    pieces = [piece.faces for piece in PIECES if piece.faces[0] in ring for _ in range(piece.count)]
    for number in range(5**4):
        counts = [number // 5**place % 5 for place in range(4)]
        wanted = [face for face, count in zip(ring, counts, strict=True) for _ in range(count)]
        whole = list(NO_TILES)
        for face in wanted:
            whole[face] += 1
        assert within_stock(tuple(whole)) == _can_be_dealt(wanted, pieces)


def _can_be_dealt(wanted: list[int], pieces: list[tuple[int, ...]]) -> bool:
    """Find a matching with augmenting paths, face by face."""
    holder: dict[int, int] = {}

    def seat(face_number: int, tried: set[int]) -> bool:
        for number, piece in enumerate(pieces):
            if wanted[face_number] in piece and number not in tried:
                tried.add(number)
                if number not in holder or seat(holder[number], tried):
                    holder[number] = face_number
                    return True
        return False

    return all(seat(number, set()) for number in range(len(wanted)))


@pytest.mark.refuses("steam", "ST-TILE-4", "ST-TILE-1")
def test_an_exchanged_tile_returns_to_the_stock() -> None:
    state = position(map=ROW, round=2, links={"orange": ["Start se se ..."]})
    assert sum(show(TILES, state.tiles)) == 1
    turned = play(state, "redirect B1 s-nw")
    assert sum(show(TILES, turned.tiles)) == 1
    assert sum(turned.shown) == 1
    assert refusal_of(state, Track(8, 99)) == ("ST-TILE-1", "There is no such way through a hex")


@pytest.mark.allows("steam", "ST-TILE-5")
@pytest.mark.refuses("steam", "ST-TILE-5")
def test_tiles_have_any_four_exits_but_not_five_and_not_two_tight_curves() -> None:
    board = {**ROW, "terrain": ". A . . .\n. . . . .\n. b . C .\n. . . . .\n"}
    state = position(map=board, links={"orange": ["Start s s"]})
    assert len([text for text in offered(state, "town") if len(text.split()) == 6]) == 10
    assert refusal(state, "town Teyn n ne se s sw").rule == "ST-TILE-5"
    tight = position(map=board, round=2, links={"green": ["Start s ne ..."], "orange": ["Goal nw nw ..."]})
    assert refusal(tight, "cross B2 se-s") == (
        "ST-TILE-5",
        "No tile has track from north to northeast and track from southeast to south together, as B2 would need",
    )
    assert "cross B2 se-nw" in offered(tight)


def test_unlimited_tiles_never_run_out() -> None:
    tight = {"nobody": ["Albany n ne ..."]}
    assert position(links=tight, options={"unlimited_tiles": True}).stocked == 2 ** len(FACE_NAMES) - 1


# -- towns and New Cities -------------------------------------------------------------------------------------------


@pytest.mark.refuses("steam", "ST-TOWN-1", "ST-TOWN-2", "ST-TOWN-3")
def test_a_player_who_lays_a_town_tile_owns_all_exits_except_those_of_others() -> None:
    """Green's open end becomes a complete link. An exit to nowhere is Orange's for a round and then ownerless."""
    doc = {"map": ROW, "round": 2, "links": {"orange": ["Start se ne ..."], "green": ["Goal sw nw ..."]}}
    state = play(position(**doc), "town Teyn sw se s", "done")
    assert links(state) == ["Start se ne", "Teyn s ... since 2"]
    assert links(state, "green") == ["Teyn se ne"]
    after = position(**{**doc, "round": 3, "links": {"orange": ["Start se ne", "Teyn s ... since 1"]}, "by_hand": True})
    assert links(play(after, "done"), "nobody") == ["Teyn s ... since 1"]
    assert refusal(position(**doc), "town Teyn se s").rule == "ST-TRACK-6"


@pytest.mark.refuses("steam", "ST-URB-2", "ST-URB-4", "ST-URB-5", "ST-URB-6", "ST-URB-7", "ST-GEN-6")
def test_what_changes_when_a_town_becomes_a_new_city() -> None:
    """The tile and its bare exits are removed. Links end at the city, which can get track and cubes, but no growth."""
    doc = {"links": {"orange": ["Start se ne", "Teyn s ..."], "green": ["Goal sw nw ..."]}, "supply": ["RB", "Y"]}
    tiles = {"orange": 7, "green": 5, "black": 2}
    state = play(position(map=ROW, round=2, tiles=tiles, **doc), "urbanise Teyn grey", "group 1")
    assert links(state) == ["Start se ne"]
    assert links(state, "green") == ["Teyn se ne"]
    assert "C1" not in described(state)["derived"]["tiles"]
    assert described(state)["cubes"]["Teyn"] == "RB"
    assert refusal(state, "town Teyn n").rule == "ST-TRACK-9"
    assert "track C2 n-s" in offered(state)
    state = play(state, "done")
    assert refusal(state, "grow Teyn") == ("ST-GROW-2", "Teyn has had its new goods already")


def test_a_new_city_keeps_its_link_to_an_adjacent_town() -> None:
    """The neighbour's exit counts as track, so the link stays complete."""
    board = row("START", "GOAL")
    board["terrain"] = "A . a b . B\n. . . . . .\n"
    board["towns"] = {"a": {"name": "Ayton"}, "b": {"name": "Bexley"}}
    tiles = {"orange": 7, "green": 1, "black": 2}
    doc = {"orange": ["Start se ne", "Ayton se"]}
    state = position(map=board, tiles=tiles, links=doc, supply=["R"])
    assert links(play(state, "urbanise Ayton red", "group 1")) == ["Start se ne", "Ayton se"]


def test_urbanising_without_goods_makes_an_empty_city() -> None:
    state = position(tiles={"orange": 7, "green": 1, "black": 2})
    assert described(play(state, "urbanise Poughkeepsie grey"))["cubes"]["Poughkeepsie"] == "-"


# -- incomplete and ownerless links ---------------------------------------------------------------------------------


@pytest.mark.refuses("steam", "ST-INC-2", "ST-INC-3", "ST-INC-4", "ST-INC-5", "ST-INC-6", "ST-REDIR-5")
def test_incomplete_links_that_were_not_extended_are_lost_one_by_one() -> None:
    """One is extended, one only redirected, one laid this round. Each is judged separately at the end of the turn."""
    kept, turned = "Start se se ...", "Goal sw sw ..."
    state = position(map=ROW, round=2, links={"orange": [kept, turned]})
    state = play(state, "track C2 nw-s", "redirect D1 ne-s", "track A2 n-s")
    assert links(state, "nobody") == []
    state = play(state, "done")
    assert links(state) == ["Start se se s ... since 2", "Start s s ... since 2"]
    assert links(state, "nobody") == ["Goal sw s ... since 1"]
    assert GAME.rules.scores(state)[ORANGE].parts["links"] == 0


@pytest.mark.refuses("steam", "ST-OWNL-2", "ST-OWNL-3", "ST-OWNL-4")
def test_redirecting_ownerless_track_does_not_take_it_over() -> None:
    state = position(map=ROW, round=3, built=["orange"], links={"nobody": ["Start se se ..."]})
    assert links(play(state, "redirect B1 s-nw")) == []
    taken = play(state, "track C2 nw-s", "done")
    assert links(taken) == ["Start se se s ... since 3"]
    duty = position(map=ROW, round=4, links={"orange": ["Start se se s ... since 3"]})
    assert links(play(duty, "done"), "nobody") == ["Start se se s ... since 3"]


@pytest.mark.allows("steam", "ST-OWNL-3")
def test_a_new_city_gives_ownerless_track_even_to_a_player_who_has_built_nothing() -> None:
    state = position(
        map=ROW, round=2, tiles={"orange": 7, "green": 1, "black": 2}, built=[], links={"nobody": ["Start se ne ..."]}
    )
    state = play(state, "urbanise Teyn grey")
    assert links(state) == ["Start se ne"]
    assert described(state)["built"] == []
    built_by_hand = {"map": ROW, "built": [], "links": {"orange": ["Start se ne"]}}
    with pytest.raises(Trouble, match="somebody who has neither built nor founded a New City"):
        position(**built_by_hand)


def test_joining_ownerless_track_is_an_option() -> None:
    """Teyn's exit is not connected to Orange's track. Under the strict rules, that track may not join it."""
    doc: dict[str, Any] = {"map": ROW, "round": 3, "links": {"green": ["Start se ne"], "nobody": ["Teyn se ..."]}}
    doc["built"] = ["orange", "green"]
    assert "track D1 ne-nw" in offered(position(**doc))
    assert links(play(position(**doc), "track D1 ne-nw")) == ["Teyn se ne"]
    strict = position(**doc, options={"join_ownerless": False})
    assert refusal(strict, "track D1 ne-nw").rule == "ST-OWNL-1"


# -- redirecting and upgrading --------------------------------------------------------------------------------------


@pytest.mark.allows("steam", "ST-REDIR-3", "ST-REDIR-6")
@pytest.mark.refuses("steam", "ST-REDIR-3", "ST-REDIR-6")
def test_only_the_open_end_of_a_link_is_redirected() -> None:
    state = position(map=ROW, round=2, links={"orange": ["Start se se ...", "Goal sw nw"], "green": ["Start s s ..."]})
    assert refusal(state, "redirect B1 n-s").rule == "ST-REDIR-3"
    assert refusal(state, "redirect A2 n-se").rule == "ST-REDIR-1"
    assert refusal(state, "redirect C1 n-se") == (
        "ST-REDIR-6",
        "Teyn in C1 is a town; town tiles are not redirected",
    )
    assert links(play(state, "redirect B1 s-nw")) == ["Start se s ... since 1", "Teyn se ne"]


def test_a_redirection_may_add_a_second_track_in_the_same_placement() -> None:
    board = {**ROW, "terrain": ". A . . .\n. . C . .\n. b . . .\n. . . . .\n"}
    state = position(map=board, round=2, cash={"orange": 9}, links={"orange": ["Start s s ..."]})
    state = play(state, "redirect B2 n-se", "second B2 ne-s")
    assert (state.placements, state.players[ORANGE].cash) == (2, 5)
    assert links(state) == ["Start s se ... since 1", "Goal sw s ... since 2"]
    assert described(state)["derived"]["tiles"]["B2"] == "43 n ne se s"


@pytest.mark.refuses("steam", "ST-UPG-3")
def test_an_upgrade_does_not_change_other_players_track() -> None:
    board = {**ROW, "terrain": ". A . . .\n. . . . .\n. b . C .\n. . . . .\n"}
    state = position(map=board, round=2, links={"green": ["Start s sw ..."], "orange": ["Goal nw nw ..."]})
    crossed = play(state, "cross B2 se-nw")
    assert links(crossed, "green") == ["Start s sw ... since 1"]
    assert links(crossed) == ["Goal nw nw nw ... since 2"]
    assert refusal(crossed, "redirect B2 n-s") == ("ST-REDIR-1", "The track that ends in B2 is not yours to redirect")
