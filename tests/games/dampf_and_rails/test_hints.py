"""Hints about mileposts in reach: every way can be taken move by move, at the stated price."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from engineshed.games.dampf_and_rails.boards.hints import Branch, Hints, Laid, Run, Way
from engineshed.games.dampf_and_rails.rules.board import NOWHERE
from engineshed.games.dampf_and_rails.rules.box import box_of
from engineshed.games.dampf_and_rails.rules.exploring import cheapest_way_to
from engineshed.games.dampf_and_rails.rules.moves import AnyMove, Build, Connect, Go, Lay, Step
from engineshed.games.dampf_and_rails.rules.state import State
from engineshed.games.dampf_and_rails.rules.truth import Stage
from tests.games.dampf_and_rails.play import BLUE, GAME, RED, built, position
from tests.games.dampf_and_rails.test_ways import OPTIONS, SEEDS, about_to

BOX = box_of(())
BOARD = BOX.board

CASH = 18


def played(state: State, moves: list[AnyMove]) -> State:
    """Play these moves; each must be legal when its turn comes."""
    for move in moves:
        GAME.rules.check(state, RED, move)
        state = GAME.rules.apply(state, RED, move).state
    return state


def hints_of(state: State) -> Hints:
    hints: Hints = GAME.boards.hints(state, RED)
    return hints


def way_to(ways: tuple[Branch, ...], at: int | None) -> list[Laid]:
    """The steps of the way that ends with this step."""
    if at is None:
        return []
    before = ways[at].before
    assert before is None or before < at
    return [*way_to(ways, before), ways[at]]


def moves_of(steps: Iterable[Laid]) -> list[AnyMove]:
    moves: list[AnyMove] = []
    for step in steps:
        moves += [] if step.section is None else [Build(step.section)]
        moves += [] if step.ferry is None else [Connect(step.ferry)]
    return moves


# -- building ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seed", SEEDS)
def test_every_way_can_be_built_at_the_stated_price(seed: str, options: dict[str, Any]) -> None:
    state = about_to(built(3, seed, 60, **options), Stage.BUILD, CASH)
    ways = hints_of(state).ways
    assert len(ways) > 50
    for at, step in enumerate(ways):
        after = played(state, moves_of(way_to(ways, at)))
        assert state.cash[RED] - after.cash[RED] == step.price
        assert after.networks[RED].posts >> step.to & 1


@pytest.mark.parametrize("seed", SEEDS)
def test_the_hints_have_the_cheapest_way_to_every_milepost(seed: str) -> None:
    state = about_to(built(3, seed, 60), Stage.BUILD, CASH)
    hinted: dict[int, int] = {}
    for step in hints_of(state).ways:
        hinted[step.to] = min(step.price, hinted.get(step.to, step.price))
    plain = [post for post in range(BOARD.size) if BOARD.place_at[post] == NOWHERE]
    found = {post: way.price for post in plain if (way := cheapest_way_to(state, post, CASH)) and way.price}
    assert {post: price for post, price in hinted.items() if post in plain} == found


@pytest.mark.parametrize("seed", SEEDS)
def test_the_hint_of_a_way_lists_the_sections_that_are_built(seed: str) -> None:
    state = about_to(built(3, seed, 60), Stage.BUILD, CASH)
    moves = [move for move in GAME.rules.legal(state, RED) if isinstance(move, Lay)]
    assert len(moves) > 3
    for move in moves:
        way = GAME.boards.hint(state, move)
        assert isinstance(way, Way)
        assert way.steps[-1].price == GAME.speech.price(state, move)
        assert BOARD.place_at[way.steps[-1].to] == move.place
        assert played(state, moves_of(way.steps)) == GAME.rules.apply(state, RED, move).state


def test_connecting_a_lone_port_includes_its_ferry() -> None:
    """The way leads from M8 to Hals and across the water."""
    state = position(stage="build", track={"red": ["M8 L8"]}, cash={"red": 50})
    ways, hals = hints_of(state).ways, BOARD.places[BOARD.place_names.index("Hals")].at
    (across,) = [
        step for step in ways if step.section is None and step.before is not None and ways[step.before].to == hals
    ]
    assert across.ferry is None
    assert across.before is not None
    assert across.price == ways[across.before].price


# -- running -------------------------------------------------------------------------------------------------------


def runs_of(state: State) -> list[Run]:
    """The runs to all mileposts, by single moves and by several steps."""
    single = [GAME.boards.hint(state, move) for move in GAME.rules.legal(state, RED)]
    return [*(hint for hint in single if hint is not None), *hints_of(state).runs]


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seed", SEEDS)
def test_every_run_can_be_made_at_the_stated_cost(seed: str, options: dict[str, Any]) -> None:
    state = about_to(built(3, seed, 110, **options), Stage.MOVE, 5)
    assert hints_of(state).runs
    for run in runs_of(state):
        after = played(state, [Step(run.train, post) for post in run.course])
        assert after.trains[RED][0].at == run.course[-1]
        assert (after.spent[0], state.cash[RED] - after.cash[RED]) == (run.points, run.toll)


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_milepost_has_a_second_run_only_if_the_quickest_is_not_the_cheapest(
    seed: str, options: dict[str, Any]
) -> None:
    state = about_to(built(3, seed, 110, **options), Stage.MOVE, 5)
    runs: dict[int, list[Run]] = {}
    for run in runs_of(state):
        runs.setdefault(run.course[-1], []).append(run)
    for found in runs.values():
        cheapest, *others = sorted(found, key=lambda run: run.toll)
        assert len(others) <= 1
        assert all(run.toll > cheapest.toll and run.points < cheapest.points for run in others)
    assert all(len(run.course) > 1 for run in hints_of(state).runs)


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seed", SEEDS)
def test_the_hint_of_a_run_to_a_place_is_the_run_that_is_played(seed: str, options: dict[str, Any]) -> None:
    state = about_to(built(3, seed, 110, **options), Stage.MOVE, 5)
    for move in GAME.rules.legal(state, RED):
        if isinstance(move, Go):
            run = GAME.boards.hint(state, move)
            assert isinstance(run, Run)
            after = GAME.rules.apply(state, RED, move).state
            assert after == played(state, [Step(0, post) for post in run.course])
            assert BOARD.place_at[run.course[-1]] == move.place


def test_a_train_that_cannot_run_reaches_nothing() -> None:
    state = position(track={"red": ["Odense O27 O28"]}, trains={"red": ["A Odense stuck 1"]})
    assert runs_of(state) == []


def test_most_moves_need_no_hint() -> None:
    state = position(track={"red": ["Odense O27"]})
    hinted = {GAME.speech.write(state, move): GAME.boards.hint(state, move) for move in GAME.rules.legal(state, RED)}
    o27 = BOARD.find("O27")
    assert o27 is not None
    assert hinted.pop("step O27") == Run(0, 1, 0, (o27,))
    assert set(hinted.values()) == {None}


# -- who gets hints ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stage", [Stage.MOVE, Stage.BUILD])
def test_only_the_player_to_act_gets_hints(stage: int) -> None:
    """The hints depend on the player's money, which the others do not know."""
    state = about_to(built(3, "a", 110), stage, CASH)
    for looker in (BLUE, None):
        assert GAME.boards.hints(state, looker) == Hints()
