"""Setup and the first turn order (ST-SETUP, ST-ORD, ST-XORD), and open information (ST-GEN-7)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from engineshed.core.contract import CHANCE
from engineshed.core.errors import BadFileError, Trouble
from engineshed.core.options import read_options
from engineshed.core.rng import Rng
from engineshed.games.steam.rules.board import load_board
from engineshed.games.steam.rules.components import CUBES, NEW_CITIES
from engineshed.games.steam.rules.moves import Cubes
from engineshed.games.steam.rules.tiles import tile_set_of
from tests.games.steam.play import GAME, GREEN, ORANGE, acting, offered, play, position, refusal, refusal_of, started

TILES = tile_set_of(())
PIECES = TILES.pieces


def fresh(seats: int, **options: Any) -> Any:
    return GAME.rules.start(seats, read_options(GAME.rules.options, options))


def dealt(seats: int, *tiles: int, **options: Any) -> Any:
    """The position after these action tiles have been dealt."""
    state = fresh(seats, **options)
    state = GAME.rules.apply(state, CHANCE, GAME.rules.draw(state, Rng("cubes"))).state
    return GAME.rules.apply(state, CHANCE, GAME.speech.read(state, "deal " + " ".join(map(str, tiles)))).state


@pytest.mark.allows("steam", "ST-GEN-7")
@pytest.mark.refuses("steam", "ST-GEN-7")
def test_everybody_sees_the_same_and_nobody_draws_for_nature() -> None:
    state = started()
    views = [GAME.rules.view(state, seat) for seat in (ORANGE, GREEN, None)]
    assert {GAME.rules.guess(view, Rng("g")) == state for view in views} == {True}
    assert refusal(state, "deal 1 2 3").rule == "ST-GEN-7"


@pytest.mark.allows("steam", "ST-SETUP-1")
@pytest.mark.refuses("steam", "ST-SETUP-1")
def test_the_bag_holds_96_cubes_and_no_more_of_any_colour() -> None:
    state = fresh(4)
    assert CUBES == (20, 20, 20, 20, 16)
    drawn = GAME.rules.draw(state, Rng("cubes"))
    after = GAME.rules.apply(state, CHANCE, drawn).state
    assert sum(after.bag()) == 96 - len(drawn.cubes)
    grey = Cubes((4,) * 17 + (0,) * (len(drawn.cubes) - 17))
    assert refusal_of(state, grey, CHANCE) == ("ST-SETUP-1", "72 cubes from the box are drawn")


@pytest.mark.allows("steam", "ST-SETUP-2", "ST-SETUP-3")
@pytest.mark.refuses("steam", "ST-SETUP-2", "ST-SETUP-3")
@pytest.mark.parametrize(
    ("board", "seats", "city", "field"),
    [("northeast", 3, 3, 2), ("northeast", 4, 3, 3), ("ruhr", 3, 2, 2), ("ruhr", 4, 3, 3), ("ruhr", 5, 3, 3)],
)
def test_the_number_of_cubes_in_cities_and_supply_fields(board: str, seats: int, city: int, field: int) -> None:
    state = started(seats, map=board)
    assert {sum(cubes) for cubes in state.cubes} == {city}
    assert [sum(cubes) for cubes in state.fields] == [field] * 12
    short = Cubes(GAME.rules.draw(fresh(seats, map=board), Rng("c")).cubes[1:])
    assert refusal_of(fresh(seats, map=board), short, CHANCE).rule == "ST-SETUP-1"


@pytest.mark.refuses("steam", "ST-SETUP-4")
def test_there_are_eight_new_cities_and_136_tiles() -> None:
    assert sum(NEW_CITIES) == 8
    assert sum(piece.count for piece in PIECES) == 136
    state = position(tiles={"orange": 7, "green": 1, "black": 2}, new_cities={"Poughkeepsie": "red"}, supply=["R"])
    assert refusal(state, "urbanise Providence red") == (
        "ST-SETUP-4",
        "No red New City is left",
    )


@pytest.mark.allows("steam", "ST-SETUP-5", "ST-SETUP-6")
@pytest.mark.refuses("steam", "ST-SETUP-5", "ST-SETUP-6", "ST-ORD-8")
def test_everybody_starts_with_nothing_but_a_locomotive() -> None:
    state = started(5, map="ruhr")
    assert [(p.cash, p.income, p.vp, p.range) for p in state.players] == [(0, 0, 0, 1)] * 5
    assert GAME.rules.round(state) == 1


@pytest.mark.allows("steam", "ST-SETUP-7")
@pytest.mark.refuses("steam", "ST-SETUP-7")
def test_three_to_five_players_may_play_on_both_maps() -> None:
    for board in GAME.boards.maps():
        assert [fresh(seats, map=board).seats for seats in (3, 4, 5)] == [3, 4, 5]
    for seats in (2, 6):
        with pytest.raises(Trouble, match="3 to 5 players"):
            fresh(seats)


@pytest.mark.refuses("steam", "ST-SETUP-8")
@pytest.mark.parametrize(("seats", "rounds"), [(3, 10), (4, 8), (5, 7)])
def test_the_last_round_depends_on_the_number_of_players(seats: int, rounds: int) -> None:
    names = ["orange", "green", "black", "white", "brown"][:seats]
    for number, over in ((rounds - 1, False), (rounds, True)):
        state = play(position(players=seats, stage="move", round=number, turn=names[-1]), "pass")
        assert (GAME.rules.result(state) is not None) == over


@pytest.mark.allows("steam", "ST-SETUP-9")
@pytest.mark.refuses("steam", "ST-SETUP-9")
def test_other_maps_can_be_used_if_they_are_sound() -> None:
    text = load_board("northeast").text.replace('id = "northeast"', 'id = "mine"')
    assert fresh(3, map=text).board.id == "mine"
    with pytest.raises(BadFileError):
        fresh(3, map=text.replace("Albany", ""))


def test_more_supply_fields_than_cubes_are_refused() -> None:
    text = load_board("ruhr").text.replace("cubes = 3", "cubes = 4", 8)
    with pytest.raises(Trouble, match="take fewer supply fields"):
        fresh(4, map=text, supply_fields=16)


@pytest.mark.allows("steam", "ST-ORD-2", "ST-XORD-1")
@pytest.mark.refuses("steam", "ST-ORD-2", "ST-ORD-3", "ST-XORD-1")
def test_the_first_turn_order_is_clockwise_in_the_base_game_and_by_tiles_in_the_expert_game() -> None:
    """Orange has tile 2, Green 1 and Black 3. Only the drawn order of the base game is compensated with money."""
    base = dealt(3, 2, 1, 3, opening="random")
    assert base.order == (1, 2, 0)
    assert [player.cash for player in base.players] == [2, 0, 1]
    expert = dealt(3, 2, 1, 3, variant="expert")
    assert expert.order == (1, 0, 2)
    assert [player.cash for player in expert.players] == [0, 0, 0]


@pytest.mark.refuses("steam", "ST-ORD-5", "ST-ORD-6", "ST-ORD-7")
def test_a_player_with_a_place_does_not_bid_any_more_and_the_last_place_is_not_sold() -> None:
    state = play(dealt(3, 1, 2, 3), "bid 0", "pass", "pass")
    assert state.auction is not None
    assert (state.auction.placed, state.auction.bidders, acting(state)) == ((0,), (1, 2), 1)
    assert refusal(state, "bid 5", ORANGE).rule == "ST-ORD-4"
    over = play(state, "bid 3", "pass")
    assert (over.order, over.auction) == ((0, 1, 2), None)
    assert [player.income for player in over.players] == [0, -1, 0]


@pytest.mark.refuses("steam", "ST-ORD-9")
def test_nobody_bids_in_later_rounds_of_the_base_game() -> None:
    state = play(position(stage="move", turn="black", tiles={"orange": 3, "green": 2, "black": 1}), "pass")
    assert state.order == (2, 1, 0)
    assert refusal(state, "bid 1") == ("ST-ACT-1", "Choose an action tile first")


@pytest.mark.allows("steam", "ST-XORD-2")
@pytest.mark.refuses("steam", "ST-XORD-2", "ST-XACT-1")
def test_tiles_of_the_expert_game_cost_nothing_and_set_no_order() -> None:
    expert = {"options": {"variant": "expert"}}
    state = position(**expert, stage="choose", range={"orange": 5}, supply=["R"])
    assert {GAME.speech.price(state, move) for move in GAME.rules.legal(state, ORANGE)} == {0}
    assert play(state, "choose 6").players[0].cash == 0
    ended = position(
        **expert, stage="move", turn="black", tiles={"orange": 7, "green": 2, "black": 1}, cash={"orange": 9}
    )
    assert play(ended, "pass").order == (0, 1, 2)


@pytest.mark.allows("steam", "ST-PHASE-1", "ST-XPHASE-1")
@pytest.mark.refuses("steam", "ST-PHASE-1", "ST-XPHASE-1")
def test_the_phases_of_a_round_in_both_variants() -> None:
    """Each round of the expert game starts with capital and an auction; the base game has neither."""
    for variant, phases in (
        ("base", ["choose", "build", "move"]),
        ("expert", ["capital", "auction", "choose", "build", "move"]),
    ):
        state = position(options={"variant": variant}, stage=phases[0], cash={"orange": 9, "green": 9, "black": 9})
        seen = []
        while state.round == 1:
            seen.append(GAME.speech.describe(state)["stage"])
            moves = offered(state)
            quiet = [m for m in moves if m in ("pass", "done", "capital 0")] or moves
            state = play(state, quiet[0])
        assert list(dict.fromkeys(seen)) == phases


@pytest.mark.parametrize(("seats", "deals"), [(3, 7 * 6 * 5), (5, 7 * 6 * 5 * 4 * 3)])
def test_every_deal_is_equally_likely_and_cubes_can_only_be_drawn(seats: int, deals: int) -> None:
    state = fresh(seats)
    assert GAME.rules.outcomes(state) is None
    state = GAME.rules.apply(state, CHANCE, GAME.rules.draw(state, Rng("cubes"))).state
    outcomes = GAME.rules.outcomes(state)
    assert outcomes is not None
    assert {outcome.chance for outcome in outcomes} == {Fraction(1, deals)}
    assert len({outcome.move for outcome in outcomes}) == deals
