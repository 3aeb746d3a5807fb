"""Turn order, the end of the game and the winner (ST-TURN, ST-PHASE-3, ST-END)."""

from __future__ import annotations

from typing import Any

import pytest

from engineshed.games.steam.rules.scoring import income_vp
from tests.games.steam.play import GAME, ORANGE, described, play, position, refusal

LAST: dict[str, Any] = {"stage": "move", "round": 10, "turn": "black"}


@pytest.mark.refuses("steam", "ST-TURN-1", "ST-TURN-2")
def test_tiles_are_returned_and_set_the_turn_order_even_when_taken_only_for_their_number() -> None:
    tiles = {"orange": 7, "green": 5, "black": 6}
    state = play(position(stage="move", turn="black", tiles=tiles, idle=["orange", "green"]), "pass")
    assert state.order == (1, 2, 0)
    assert [(player.tile, player.idle) for player in state.players] == [(0, False)] * 3
    assert play(state, "choose 7 pass").players[1].tile == 7


@pytest.mark.refuses("steam", "ST-PHASE-3")
def test_there_is_no_new_turn_order_after_the_last_round() -> None:
    state = play(position(**LAST, tiles={"orange": 7, "green": 5, "black": 1}), "pass")
    assert GAME.rules.to_act(state) == ()
    assert (state.order, state.round) == ((0, 1, 2), 10)
    assert refusal(state, "choose 1", ORANGE) == ("ST-END-1", "The game is over")


@pytest.mark.allows("steam", "ST-END-2")
@pytest.mark.refuses("steam", "ST-END-2")
def test_what_an_income_is_worth_at_the_end() -> None:
    assert [income_vp(income) for income in (10, 5, 2, 1, 0, -1, -2, -10)] == [5, 2, 1, 0, 0, -2, -4, -20]


@pytest.mark.refuses("steam", "ST-END-3")
def test_only_own_complete_links_count() -> None:
    links = {"orange": ["Albany s s", f"Poughkeepsie s ... since {LAST['round']}"], "green": ["Albany se se s"]}
    state = position(**LAST, links=links)
    assert [score.parts["links"] for score in GAME.rules.scores(state)] == [1, 1, 0]


@pytest.mark.refuses("steam", "ST-END-4")
@pytest.mark.parametrize(
    ("vp", "income", "tiles", "ranks"),
    [
        ((5, 9, 7), (0, 0, 0), (1, 2, 3), (3, 1, 2)),
        ((5, 5, 4), (0, 0, 2), (3, 2, 1), (3, 2, 1)),
        ((5, 5, 5), (0, 0, 0), (3, 2, 7), (2, 1, 3)),
    ],
)
def test_the_winner_and_how_ties_are_broken(
    vp: tuple[int, ...], income: tuple[int, ...], tiles: tuple[int, ...], ranks: tuple[int, ...]
) -> None:
    names = ("orange", "green", "black")
    figures = {"vp": vp, "income": income, "tiles": tiles}
    state = position(**LAST, **{key: dict(zip(names, values, strict=True)) for key, values in figures.items()})
    result = GAME.rules.result(play(state, "pass"))
    assert result is not None
    assert result.ranks == ranks
    assert (result.reason.id == "end.rounds-tie") == (vp.count(max(vp)) > 1), "whether a tie was broken is said"


@pytest.mark.allows("steam", "ST-END-5")
@pytest.mark.refuses("steam", "ST-END-5")
def test_a_score_may_be_negative_but_never_as_low_as_a_bankruptcy() -> None:
    lowest = {"orange": -10, "green": -9, "black": 0}
    state = play(position(**LAST, income=lowest, cash={"orange": 10}), "pass")
    assert [score.total for score in GAME.rules.scores(state)] == [-20, -100, 0]
    assert described(state)["fallen"] == {"orange": 0, "green": 1, "black": 0}
    result = GAME.rules.result(state)
    assert result is not None
    assert result.ranks == (2, 3, 1)
