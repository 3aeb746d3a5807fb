"""When the game ends and who wins (R2, R51, R54 to R59)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.steam_power.play import BLUE, GAME, GREEN, RED, acting, described, parts, play, position, row

TRACK_CONTRACTS = [f"{letter}{number}" for letter in "ABCD" for number in range(1, 5)]
"""Sixteen contracts of 2 VP each."""
POINT_CONTRACTS = ["A11", "A12", "B10", "B11", "B12", "C10", "C11", "C12", "D10", "D11", "D12"]
"""Eleven contracts of 5 VP each."""
OTHERS = [f"{letter}{number}" for letter in "ABC" for number in range(5, 10)]
"""Fifteen contracts of 3 VP each."""

TARGETS = [(2, 14), (3, 11), (4, 9), (5, 8)]


def about_to_deliver(players: int, completed: int, **more: Any) -> Any:
    """Red is the start player and can complete A1 and B1 free of charge."""
    doc = {
        "map": row("Coalville", "Slateford"),
        "players": players,
        "cities": {"Coalville": "black", "Slateford": "grey"},
        "links": {"red": ["Coalville se ne"]},
        "factories": {"Coalville": "red", "Slateford": "red"},
        "hands": {"red": ["A1", "B1"]},
        "done": {"red": OTHERS[:completed]},
    }
    return position(**{**doc, **more})


# -- the last round -------------------------------------------------------------------------------------------------


@pytest.mark.allows("steam-power", "R54")
@pytest.mark.parametrize(("players", "target"), TARGETS)
def test_the_contract_that_reaches_the_number_starts_the_last_round(players: int, target: int) -> None:
    state = play(about_to_deliver(players, target - 1), "deliver A1", "done", "money")
    assert described(state)["last_round"]
    for _ in range(players - 1):
        assert GAME.rules.result(state) is None
        state = play(state, "money", "money")
    assert GAME.rules.to_act(state) == ()
    assert GAME.rules.round(state) == 1


@pytest.mark.refuses("steam-power", "R54")
@pytest.mark.parametrize(("players", "target"), TARGETS)
def test_one_contract_fewer_does_not_start_the_last_round(players: int, target: int) -> None:
    """The players' completed contracts are not added up either."""
    more = {"done": {"red": OTHERS[: target - 2], "blue": POINT_CONTRACTS[: min(target - 1, 11)]}}
    state = play(about_to_deliver(players, 0, **more), "deliver A1", "done", "money")
    assert not described(state)["last_round"]
    for _ in range(players - 1):
        state = play(state, "money", "money")
    assert acting(state) == RED
    assert GAME.rules.round(state) == 2


@pytest.mark.allows("steam-power", "R55")
def test_a_player_who_reaches_the_number_may_complete_more_in_the_same_turn() -> None:
    state = play(about_to_deliver(2, 13), "deliver A1", "done", "deliver B1", "done")
    assert len(described(state)["done"]["red"]) == 15
    assert acting(state) == BLUE


@pytest.mark.refuses("steam-power", "R55")
def test_the_last_round_ends_before_the_start_player() -> None:
    """Green is the start player, so Blue, to Green's right, has the last turn after Red has reached the number."""
    state = about_to_deliver(3, 10, first="green", turn="red")
    state = play(state, "deliver A1", "done", "money")
    assert acting(state) == BLUE
    state = play(state, "money", "money")
    assert GAME.rules.to_act(state) == ()


# -- the goal -------------------------------------------------------------------------------------------------------


def over(**doc: Any) -> Any:
    """A game of four players that has just ended, because Red has the required nine contracts."""
    doc = {"map": "ireland", "players": 4, "turn": "yellow", "actions": 1, "last_round": True, **doc}
    return play(position(**doc), "money")


@pytest.mark.allows("steam-power", "R2")
def test_points_of_all_kinds_are_added_up() -> None:
    """Blue has 19 VP, from a contract, a VP city, an exhausted factory and money."""
    state = over(
        map=row("Coalville", "Kingsbury"),
        cities={"Coalville": "black", "Kingsbury": "vp"},
        links={"blue": ["Coalville se ne"]},
        factories={"Coalville": "blue"},
        goods={"Coalville": 0},
        money={"red": 0, "blue": 40},
        done={"red": TRACK_CONTRACTS[:9], "blue": ["A11"]},
    )
    assert GAME.rules.scores(state)[BLUE].parts == {"contracts": 5, "cities": 4, "factories": 2, "money": 8}
    result = GAME.rules.result(state)
    assert result is not None
    assert [score.total for score in result.scores] == [18, 19, 1, 1]
    assert result.ranks == (2, 1, 3, 3)


@pytest.mark.refuses("steam-power", "R2")
def test_having_most_contracts_is_not_enough_to_win() -> None:
    """Red ended the game with nine contracts worth 18 VP; Blue's six are worth 30."""
    result = GAME.rules.result(over(done={"red": TRACK_CONTRACTS[:9], "blue": POINT_CONTRACTS[:6]}))
    assert result is not None
    assert [score.total for score in result.scores[:2]] == [18 + 1, 30 + 1]
    assert result.ranks[:2] == (2, 1)


@pytest.mark.allows("steam-power", "R51", "R59")
@pytest.mark.refuses("steam-power", "R51")
def test_contracts_left_in_hand_cost_nothing() -> None:
    """Red holds twelve more of them than Blue and has the same score."""
    hands = {"red": OTHERS[:12], "blue": []}
    done = {"red": TRACK_CONTRACTS[:8], "blue": TRACK_CONTRACTS[8:], "green": POINT_CONTRACTS[:9]}
    state = over(hands=hands, done=done)
    red, blue = GAME.rules.scores(state)[:2]
    assert red == blue
    assert set(red.parts) == {"contracts", "cities", "factories", "money"}


@pytest.mark.refuses("steam-power", "R59")
def test_contracts_count_only_as_a_tie_break() -> None:
    """Red and Blue are tied, and Red has more contracts; Green has fewer than both, but one VP more."""
    done = {"red": TRACK_CONTRACTS[:9], "blue": [*TRACK_CONTRACTS[9:15], "A5", "A6"], "green": POINT_CONTRACTS[:3]}
    state = over(done=done, money={"red": 4, "blue": 3, "green": 20})
    result = GAME.rules.result(state)
    assert result is not None
    assert [score.total for score in result.scores] == [18, 18, 19, 1]
    assert result.ranks == (2, 3, 1, 4)
    assert result.reason.id == "end.contracts"


@pytest.mark.allows("steam-power", "R59")
def test_the_result_says_so_if_a_tie_was_broken_for_the_victory() -> None:
    """Red and Blue are tied, and Red has more contracts; with as many, they share the victory."""
    more = over(
        done={"red": TRACK_CONTRACTS[:9], "blue": [*TRACK_CONTRACTS[9:15], "A5", "A6"]}, money={"red": 4, "blue": 3}
    )
    equal = over(done={"red": TRACK_CONTRACTS[:9], "blue": POINT_CONTRACTS[:6]}, money={"red": 4, "blue": 3})
    for state, ranks, reason in ((more, (1, 2), "end.contracts-tie"), (equal, (2, 1), "end.contracts")):
        result = GAME.rules.result(state)
        assert result is not None
        assert (result.ranks[:2], result.reason.id) == (ranks, reason)


# -- what scores ----------------------------------------------------------------------------------------------------


@pytest.mark.allows("steam-power", "R56")
@pytest.mark.parametrize(("money", "points"), [(0, 0), (4, 0), (5, 1), (14, 2), (15, 3)])
def test_every_full_five_dollars_score_a_point(money: int, points: int) -> None:
    assert parts(position(map="ireland", money={"red": money}))["money"] == points


def with_factory(owner: str, goods: int) -> Any:
    return position(
        map=row("Coalville", "Saltash"),
        cities={"Coalville": "black", "Saltash": "white"},
        links={"red": ["Coalville se ne"]},
        factories={"Coalville": owner, "Saltash": "red"},
        goods={"Coalville": goods},
    )


@pytest.mark.allows("steam-power", "R56")
def test_a_factory_in_an_exhausted_city_scores_for_its_owner() -> None:
    state = with_factory("blue", 0)
    assert parts(state, BLUE)["factories"] == 2
    assert parts(state, RED)["factories"] == 0


@pytest.mark.refuses("steam-power", "R56")
@pytest.mark.parametrize("goods", [1, 5, 6])
def test_a_factory_with_goods_left_scores_nothing(goods: int) -> None:
    state = with_factory("blue", goods)
    assert parts(state, BLUE)["factories"] == 0


# -- VP cities ------------------------------------------------------------------------------------------------------


@pytest.mark.refuses("steam-power", "R57")
def test_an_unfinished_link_at_a_vp_city_does_not_count() -> None:
    """Blue's link lacks a tile, and Green's does not lead there, so all points go to Red."""
    state = position(
        map=row("Ashford", "Kingsbury", "Catford", "Dunford"),
        players=3,
        cities={"Ashford": "black", "Kingsbury": "vp", "Catford": "white", "Dunford": "grey"},
        links={"red": ["Ashford se ne"], "blue": ["Kingsbury s se"], "green": ["Catford se ne"]},
        factories={"Ashford": "blue"},
    )
    assert [parts(state, seat)["cities"] for seat in (RED, BLUE, GREEN)] == [4, 0, 0]


@pytest.mark.allows("steam-power", "R57")
def test_each_vp_city_is_shared_separately() -> None:
    """Red and Blue share Kingsbury; Langford is Blue's alone."""
    state = position(
        map=row("Ashford", "Kingsbury", "Langford"),
        cities={"Ashford": "black", "Kingsbury": "vp", "Langford": "vp"},
        links={"red": ["Ashford se ne"], "blue": ["Kingsbury se ne"]},
    )
    assert [parts(state, seat)["cities"] for seat in (RED, BLUE)] == [2, 2 + 4]


GROUP = {"terrain": "A . K L\n. . . .\n", "cities": {"A": "Ashford", "K": "Kingsbury", "L": "Langford"}}
"""Kingsbury and Langford are adjacent."""


@pytest.mark.allows("steam-power", "R58")
def test_a_vp_city_counts_for_everybody_who_reaches_its_group() -> None:
    """Red's link ends in Kingsbury, Blue's in Langford, which is the VP city."""
    state = position(
        map=GROUP,
        cities={"Ashford": "black", "Kingsbury": "white", "Langford": "vp"},
        links={"red": ["Ashford se ne"], "blue": ["Ashford s se ne ne"]},
    )
    assert [parts(state, seat)["cities"] for seat in (RED, BLUE)] == [2, 2]


@pytest.mark.refuses("steam-power", "R58")
def test_cities_with_a_plain_between_them_are_not_a_group() -> None:
    """There is a plain between the two, so Red's link to Kingsbury does not count for Langford."""
    state = position(
        map=row("Ashford", "Kingsbury", "Langford"),
        cities={"Ashford": "black", "Kingsbury": "white", "Langford": "vp"},
        links={"red": ["Ashford se ne"], "blue": ["Kingsbury se ne"]},
    )
    assert [parts(state, seat)["cities"] for seat in (RED, BLUE)] == [0, 4]
