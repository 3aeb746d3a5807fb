"""What the page is told of mileposts in reach: every way can be taken move by move, and costs what is said."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from engineshed.games.dampf_and_rails.boards.hints import Branch, Hints, Laid, Run, Way
from engineshed.games.dampf_and_rails.rules.board import NOWHERE
from engineshed.games.dampf_and_rails.rules.box import box_of
from engineshed.games.dampf_and_rails.rules.exploring import cheapest_way_to
from engineshed.games.dampf_and_rails.rules.moves import AnyMove, Build, Connect, Go, Lay, Step
from engineshed.games.dampf_and_rails.rules.state import Stage, State
from tests.games.dampf_and_rails.play import BLUE, GAME, RED, built, position
from tests.games.dampf_and_rails.test_ways import OPTIONS, SEEDS, about_to

BOX = box_of(())
BOARD = BOX.board

CASH = 18


def played(state: State, moves: list[AnyMove]) -> State:
    """Each of them is legal when its turn comes."""
    for move in moves:
        GAME.rules.check(state, RED, move)
        state = GAME.rules.apply(state, RED, move).state
    return state


def hints_of(state: State) -> Hints:
    hints: Hints = GAME.boards.hints(state, RED)
    return hints


def way_to(ways: tuple[Branch, ...], at: int | None) -> list[Laid]:
    """The steps of the way that ends with this one."""
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
def test_every_way_can_be_built_for_what_is_said(seed: str, options: dict[str, Any]) -> None:
    state = about_to(built(3, seed, 60, **options), Stage.BUILD, CASH)
    ways = hints_of(state).ways
    assert len(ways) > 50
    for at, step in enumerate(ways):
        after = played(state, moves_of(way_to(ways, at)))
        assert state.cash[RED] - after.cash[RED] == step.price
        assert after.networks[RED].posts >> step.to & 1


@pytest.mark.parametrize("seed", SEEDS)
def test_no_way_is_missing_and_none_is_cheaper(seed: str) -> None:
    state = about_to(built(3, seed, 60), Stage.BUILD, CASH)
    told: dict[int, int] = {}
    for step in hints_of(state).ways:
        told[step.to] = min(step.price, told.get(step.to, step.price))
    plain = [post for post in range(BOARD.size) if BOARD.place_at[post] == NOWHERE]
    found = {post: way.price for post in plain if (way := cheapest_way_to(state, post, CASH)) and way.price}
    assert {post: price for post, price in told.items() if post in plain} == found


@pytest.mark.parametrize("seed", SEEDS)
def test_the_sections_of_a_way_to_a_place_are_those_that_are_built(seed: str) -> None:
    state = about_to(built(3, seed, 60), Stage.BUILD, CASH)
    moves = [move for move in GAME.rules.legal(state, RED) if isinstance(move, Lay)]
    assert len(moves) > 3
    for move in moves:
        way = GAME.boards.hint(state, move)
        assert isinstance(way, Way)
        assert way.steps[-1].price == GAME.speech.price(state, move)
        assert BOARD.place_at[way.steps[-1].to] == move.place
        assert played(state, moves_of(way.steps)) == GAME.rules.apply(state, RED, move).state


def test_the_ferry_of_a_lone_port_comes_with_it() -> None:
    """From M8 to Hals, and across."""
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
    """To all mileposts: those of single moves, and those of several steps."""
    single = [GAME.boards.hint(state, move) for move in GAME.rules.legal(state, RED)]
    return [*(hint for hint in single if hint is not None), *hints_of(state).runs]


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seed", SEEDS)
def test_every_run_can_be_made_for_what_is_said(seed: str, options: dict[str, Any]) -> None:
    state = about_to(built(3, seed, 110, **options), Stage.MOVE, 5)
    assert hints_of(state).runs
    for run in runs_of(state):
        after = played(state, [Step(run.train, post) for post in run.course])
        assert after.trains[RED][0].at == run.course[-1]
        assert (after.spent[0], state.cash[RED] - after.cash[RED]) == (run.points, run.toll)


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seed", SEEDS)
def test_every_milepost_is_told_once_or_twice_if_its_cheapest_way_is_not_the_quickest(
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
def test_a_run_to_a_place_is_the_one_that_is_a_move(seed: str, options: dict[str, Any]) -> None:
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
    told = {GAME.speech.write(state, move): GAME.boards.hint(state, move) for move in GAME.rules.legal(state, RED)}
    o27 = BOARD.find("O27")
    assert o27 is not None
    assert told.pop("step O27") == Run(0, 1, 0, (o27,))
    assert set(told.values()) == {None}


# -- for whom ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stage", [Stage.MOVE, Stage.BUILD])
def test_only_the_player_who_is_to_move_is_told(stage: int) -> None:
    """What is in reach depends on their money, which the others do not know."""
    state = about_to(built(3, "a", 110), stage, CASH)
    for looker in (BLUE, None):
        assert GAME.boards.hints(state, looker) == Hints()
