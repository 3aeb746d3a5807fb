"""The advanced rules: R95 to R105."""

from __future__ import annotations

import pytest

from engineshed.core.errors import Trouble
from engineshed.core.options import read_options
from engineshed.games.planet_steam.rules.board import load_board
from tests.games.planet_steam.play import (
    GAME,
    acting,
    as_own_design,
    credits_of,
    described,
    goods_of,
    offered,
    play,
    position,
    random_game,
    random_steps,
    refusal,
    said,
    started,
    zones,
)

ORDER = {"variable_trade_order": True}
CLAIMS = {"variable_claims": True}
NO_ROLL = "2 = 0, 3 = 0, 4 = 0, 5 = 0"


@pytest.mark.allows("planet-steam", "R95")
@pytest.mark.refuses("planet-steam", "R95")
def test_immobile_tanks_do_not_move_but_their_parts_do() -> None:
    state = position(options={"immobile_tanks": True}, zones=zones(black=["A1", "A2", "A3"]),
                     tanks={"A1": "ore supercharged", "A2": "water"})  # fmt: skip
    assert refusal(state, "movetank A1 A3") == ("R95", "Tanks do not move once they are placed")
    assert offered(state, "movetank") == []
    moved = play(state, "moveconverter A1 A2", "movesupercharger A1 A2")
    assert described(moved)["tanks"] == {"A1": "water", "A2": "ore supercharged"}


@pytest.mark.allows("planet-steam", "R96")
@pytest.mark.refuses("planet-steam", "R96")
def test_the_river_restriction_limits_converters() -> None:
    rules = {"river_restriction": True}
    own = zones(black=["C1", "B1", "D1"])
    state = position(options=rules, zones=own, tanks={"C1": "water", "B1": "ore"}, credits={"black": 20})
    assert offered(state, "converter") == ["converter B1 quartz", "converter B1 energy", "converter C1 energy"]
    assert refusal(state, "converter C1 ore") == ("R96", "Ore cannot be extracted on the river zone C1")
    assert refusal(state, "moveconverter B1 C1").rule == "R96"
    assert refusal(state, "moveconverter B1 C1").sentence.endswith("on the river zone C1")
    bought = play(state, "converter B1 quartz")
    assert described(bought)["stage"] == "tank"
    free = position(zones=own, tanks={"C1": "water"}, credits={"black": 20})
    assert described(play(free, "converter C1 ore"))["tanks"] == {"C1": "ore"}
    with pytest.raises(Trouble, match="R96"):
        position(options=rules, zones=own, tanks={"C1": "ore"})


def test_a_replaced_converter_cannot_be_fitted_on_the_river() -> None:
    state = position(options={"river_restriction": True}, zones=zones(black=["C1", "B1", "D1"]), credits={"black": 20},
                     tanks={"C1": "water", "B1": "ore", "D1": "water"})  # fmt: skip
    bought = play(state, "converter B1 quartz")
    assert offered(bought) == ["fit D1", "discard"]
    assert refusal(bought, "fit C1").rule == "R96"


# -- variable trade order --------------------------------------------------------------------------------------------


@pytest.mark.allows("planet-steam", "R97")
@pytest.mark.refuses("planet-steam", "R97")
def test_an_order_marker_goes_to_a_resource_without_one() -> None:
    state = position(options=ORDER, stage="marker", cards={"black": 1}, placing=1, markers={"ore": 2})
    assert len(offered(state)) == 3 * 3
    assert refusal(state, "order ore 1") == ("R97", "Order marker 2 is on ore already")
    assert refusal(state, "order water 2") == ("R97", "Order marker 2 is on ore")
    assert refusal(state, "pass").rule == "R97"


@pytest.mark.allows("planet-steam", "R98")
@pytest.mark.refuses("planet-steam", "R98")
@pytest.mark.parametrize(("seats", "placed"), [(2, [2, 1]), (3, [1, 1, 1]), (4, [1, 1, 1, 0]), (5, [1, 1, 1, 0, 0])])
def test_the_number_of_markers_that_each_player_places(seats: int, placed: list[int]) -> None:
    """Nobody is asked about the last marker, because it has only one possible place."""
    counts: dict[tuple[int, int], int] = {}
    for state in random_game(seats, "markers", **ORDER):
        stage, key = described(state)["stage"], (state.round, state.active)
        if stage == "marker":
            counts[key] = counts.get(key, 0) + 1
        if stage == "trade":
            assert sorted(state.markers) == [1, 2, 3, 4]
    for number in range(1, GAME.rules.round(state) + 1):
        assert sorted((counts.get((number, seat), 0) for seat in range(seats)), reverse=True) == placed


@pytest.mark.parametrize(("seats", "placed"), [(2, [2, 1]), (3, [1, 1, 1]), (4, [1, 1, 1]), (5, [1, 1, 1])])
def test_the_log_names_only_players_who_place_a_marker(seats: int, placed: list[int]) -> None:
    """Nobody chooses the place of the last marker."""
    named: list[list[str]] = []
    for before, step in random_steps(seats, "markers", **ORDER):
        markers = [fact for fact in step.facts if fact.id in ("fact.marker", "fact.last-marker")]
        if markers and not any(before.markers):
            named.append([])
        for fact in markers:
            named[-1].append(str(fact.params.get("company", "nobody")))
            assert fact.params.get("company") in (None, f"@company.{GAME.seat_names[before.active]}")
    for names in named:
        assert [names.count(name) for name in dict.fromkeys(names)] == [*placed, 1]
        assert names[-1] == "nobody"
    assert named


def test_the_log_reports_the_last_marker() -> None:
    cards = {"black": 1, "green": 2, "orange": 3}
    state = position(options=ORDER, stage="marker", turn="orange", cards=cards, placing=1,
                     markers={"quartz": 1, "ore": 2})  # fmt: skip
    first, last = said(state, "order water 3")[:2]
    assert first == "Orange puts order marker 3 on water"
    assert last == "Energy gets the last order marker, number 4"


@pytest.mark.allows("planet-steam", "R99")
@pytest.mark.refuses("planet-steam", "R99")
def test_trade_follows_the_markers() -> None:
    markers = {"quartz": 3, "ore": 1, "water": 4, "energy": 2}
    cards = {"black": 1, "green": 2, "orange": 3, "purple": 4}
    state = position(options=ORDER, stage="certificate", turn="purple", markers=markers, cards=cards)
    assert play(state, "pass").markers == (0, 0, 0, 0)
    trade = position(options=ORDER, stage="trade", markers=markers, cards=cards)
    seen = []
    while described(trade)["stage"] == "trade":
        seen.append(described(trade)["resource"])
        trade = play(trade, "pass")
    assert list(dict.fromkeys(seen)) == ["ore", "energy", "quartz", "water"]
    with pytest.raises(Trouble, match="R98"):
        position(options=ORDER, stage="trade", markers={"ore": 1})


# -- variable claims -------------------------------------------------------------------------------------------------


@pytest.mark.allows("planet-steam", "R100")
@pytest.mark.refuses("planet-steam", "R100")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_map_starts_empty_and_is_filled_in_the_first_round(seats: int) -> None:
    states = random_game(seats, "claims", **CLAIMS)
    assert not any(states[0].own)
    named = next(state for state in states if described(state)["stage"] == "name")
    assert [len(own) for own in named.own] == [2] * seats
    dealt = 2 * seats + (2 if seats < 5 else 0)
    most = {2: 3, 3: 4, 4: 5, 5: 5}[seats]
    assert dealt <= named.owners.count(254) <= dealt + most
    assert all(described(state)["stage"] != "own-claim" for state in states if state.round > 1)
    with pytest.raises(Trouble, match="R100"):
        position(stage="own-claim")


@pytest.mark.allows("planet-steam", "R101")
@pytest.mark.refuses("planet-steam", "R101")
@pytest.mark.parametrize(
    ("seats", "pips", "count"),
    [(2, 3, 3), (2, 4, 0), (3, 4, 4), (3, 5, 0), (4, 5, 5), (4, 6, 0), (5, 5, 5), (5, 6, 0), (5, 1, 1)],
)
def test_the_roll_for_the_river(seats: int, pips: int, count: int) -> None:
    state = play(position(players=seats, options=CLAIMS, stage="river-roll"), f"roll {pips}")
    assert (described(state)["stage"], state.placing) == (("river", count) if count else ("own-claim", 0))
    if count:
        assert refusal(state, "neutral A3") == ("R101", "A3 is not a river zone")


@pytest.mark.allows("planet-steam", "R101")
def test_agreed_river_markers_need_no_roll() -> None:
    cards = {"black": 2, "green": 1, "orange": 3, "purple": 4}
    options = {**CLAIMS, "river_neutrals": "2"}
    state = play(position(options=options, stage="bonus", turn="purple", cards=cards, bonus=["ore"]), "take ore")
    assert (described(state)["stage"], state.placing, described(state)["turn"]) == ("river", 2, "green")
    none = position(options={**CLAIMS, "river_neutrals": "0"}, stage="bonus", turn="purple", cards=cards, bonus=["ore"])
    assert described(play(none, "take ore"))["stage"] == "own-claim"


@pytest.mark.allows("planet-steam", "R102", "R103", "R104")
@pytest.mark.refuses("planet-steam", "R102", "R103", "R104")
@pytest.mark.parametrize("seats", [3, 5])
def test_players_place_claims_in_turn_order_and_then_in_reverse(seats: int) -> None:
    state = position(players=seats, options={**CLAIMS, "river_neutrals": "0"}, stage="bonus", bonus=["ore"],
                     turn="black", cards=dict(zip(("black", "green", "orange", "purple", "yellow")[:seats],
                                                  range(1, seats + 1), strict=True)))  # fmt: skip
    state = play(state, "take ore")
    seen = []
    while described(state)["stage"] in {"own-claim", "neutral-claim"}:
        own = described(state)["stage"] == "own-claim"
        seen.append((int(acting(state)), "own" if own else "neutral"))
        assert refusal(state, "neutral B1" if own else "claim B1").rule == "R103"
        state = play(state, offered(state)[0])
    one = [(seat, kind) for seat in range(seats) for kind in ("own", "neutral")]
    back = [(seat, kind) for seat in reversed(range(seats)) for kind in ("own", "neutral")]
    extra = [(0, "neutral")] if seats < 5 else []
    assert seen == one[:2] + extra + one[2:] + back + extra


@pytest.mark.refuses("planet-steam", "R103")
def test_only_unclaimed_zones_can_be_claimed() -> None:
    state = position(options=CLAIMS, stage="own-claim", zones=zones(), queue=["green", "orange", "purple", "purple",
                     "orange", "green", "black"])  # fmt: skip
    assert refusal(state, "claim F1") == ("R103", "F1 belongs to Green")


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_no_more_neutral_markers_can_be_agreed_on_than_there_are_river_zones(seats: int) -> None:
    board = as_own_design(load_board("standard").text)
    dry = board.replace(". . ~ . . .", ". . . . . .").replace("2 = 3, 3 = 4, 4 = 5, 5 = 5", NO_ROLL)
    for count in ("3", "4"):
        options = read_options(GAME.rules.options, {**CLAIMS, "map": dry, "river_neutrals": count})
        if count == "3":
            GAME.rules.start(seats, options)
        else:
            with pytest.raises(Trouble, match="3 river zones can be used, so agree on 3 neutral claim markers at most"):
                GAME.rules.start(seats, options)


# -- reduced start ---------------------------------------------------------------------------------------------------


@pytest.mark.allows("planet-steam", "R105")
@pytest.mark.refuses("planet-steam", "R105")
@pytest.mark.parametrize(
    ("seats", "reduced"),
    [(2, (80, 0, 0, 2, 3)), (3, (90, 0, 1, 3, 2)), (4, (100, 0, 1, 3, 3)), (5, (110, 0, 1, 3, 3))],
)
def test_the_reduced_start_gives_fewer_credits_and_goods(seats: int, reduced: tuple[int, ...]) -> None:
    state, usual = started(seats, reduced_start=True), started(seats)
    assert (credits_of(state), *goods_of(state)) == reduced
    assert credits_of(usual) > credits_of(state)
    assert sum(goods_of(usual)) > sum(goods_of(state))
