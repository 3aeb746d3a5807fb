"""Cheapest ways to build and quickest ways to run, compared with slow exhaustive searches."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count
from time import process_time
from typing import Any

import msgspec
import pytest

from engineshed.core.rng import Rng
from engineshed.games.dampf_and_rails.rules.board import NOWHERE, STREET
from engineshed.games.dampf_and_rails.rules.box import box_of
from engineshed.games.dampf_and_rails.rules.consequences import lay_track, with_consequences
from engineshed.games.dampf_and_rails.rules.exploring import cheapest_way_to
from engineshed.games.dampf_and_rails.rules.journeys import quickest_journey
from engineshed.games.dampf_and_rails.rules.laying import cheapest_way
from engineshed.games.dampf_and_rails.rules.moves import Build, Connect, Go, Lay, Step
from engineshed.games.dampf_and_rails.rules.running import fares, may_turn, step_cost, toll_of, trips
from engineshed.games.dampf_and_rails.rules.state import State
from engineshed.games.dampf_and_rails.rules.truth import Stage, Train, Truth
from engineshed.lab.bench import REFERENCE, calibrate
from tests.games.dampf_and_rails.play import GAME, acting, built, position

BOX = box_of(())
BOARD = BOX.board

SEEDS = ("a", "b", "c", "d")
OPTIONS: tuple[dict[str, Any], ...] = ({}, {"far_end": "paid", "turn_back": "towns", "variant": "fast"})


def changed(s: State, **values: Any) -> State:
    """The position with some values replaced."""
    truth = Truth(**{name: getattr(s, name) for name in Truth.__struct_fields__} | values)
    return with_consequences(truth)


def about_to(s: State, stage: int, cash: int, seat: int = 0) -> State:
    """The position at the start of this part of a turn."""
    return changed(
        s, stage=stage, active=seat, cash=(cash,) * s.seats, outlay=0, exits=(0,) * len(BOARD.places), paid=0, moved=0,
        crossed=0, spent=(0,) * len(s.trains[seat]), resume=stage, losing=(), proposal=None, acted=False,
    )  # fmt: skip


# -- building ------------------------------------------------------------------------------------------------------


def cheapest_by_playing(s: State) -> dict[int, int]:
    """The lowest price to connect each place, found by building sections in every possible way, cheapest first."""
    found: dict[int, int] = {}
    number = count()
    waiting: list[tuple[int, int, State, tuple[int, bool]]] = [(0, next(number), s, (0, False))]
    seen: set[tuple[int, bool]] = set()
    while waiting:
        price, _, state, key = heappop(waiting)
        if key in seen:
            continue
        seen.add(key)
        for place in range(len(BOARD.places)):
            if state.joined[place] >> s.active & 1:
                found.setdefault(place, price)
        for move in GAME.rules.legal(state, acting(state)):
            if isinstance(move, Build | Connect) and (not key[0] or _touches(move, key[0])):
                after = GAME.rules.apply(state, acting(state), move).state
                new = after.networks[s.active].posts & ~state.networks[s.active].posts
                if new and (new, isinstance(move, Connect)) not in seen:
                    cost = price + state.cash[s.active] - after.cash[s.active]
                    heappush(waiting, (cost, next(number), after, (new, isinstance(move, Connect))))
    return found


def _touches(move: Build | Connect, fresh: int) -> bool:
    """Whether a move continues from what was connected last."""
    ends = BOARD.ends[move.section] if isinstance(move, Build) else BOARD.ferries[move.ferry].ports
    return any(fresh >> post & 1 for post in ends)


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seed", SEEDS)
def test_the_offered_ways_to_build_are_the_cheapest(seed: str, options: dict[str, Any]) -> None:
    state = about_to(built(3, seed, 60, **options), Stage.BUILD, 9)
    wanted = {place: price for place, price in cheapest_by_playing(state).items() if price}
    found = {
        move.place: GAME.speech.price(state, move)
        for move in GAME.rules.legal(state, acting(state))
        if isinstance(move, Lay)
    }
    assert found == wanted


@pytest.mark.parametrize("seed", SEEDS)
def test_a_way_costs_its_stated_price(seed: str) -> None:
    state = about_to(built(3, seed, 60), Stage.BUILD, 18)
    for move in GAME.rules.legal(state, acting(state)):
        if isinstance(move, Lay):
            after = GAME.rules.apply(state, acting(state), move).state
            assert state.cash[0] - after.cash[0] == GAME.speech.price(state, move) == after.outlay
            assert after.joined[move.place] & 1
            way = cheapest_way_to(state, BOARD.places[move.place].at, 18)
            assert way is not None
            assert way.price == GAME.speech.price(state, move)


def test_a_place_out_of_reach_has_no_way() -> None:
    state = position(stage="build", starts={"red": "Århus"}, cash={"red": 4})
    assert cheapest_way(state, BOARD.place_names.index("Kiel")) is None
    assert cheapest_way_to(state, BOARD.places[0].at, 3) is None
    struck = position(stage="build", running=["walkout red begun"])
    assert cheapest_way_to(struck, BOARD.places[0].at, 200) is None


# -- running -------------------------------------------------------------------------------------------------------


def ways_by_playing(s: State) -> dict[int, list[tuple[int, int]]]:
    """The points and tolls of ways to each place, found by playing steps in every possible way.

    Of all ways over the same networks, the quickest counts.
    """
    found: dict[int, list[tuple[int, int]]] = {}
    number = count()
    waiting: list[tuple[int, int, int, State]] = [(0, 0, next(number), s)]
    seen: set[tuple[int, int, int]] = set()
    while waiting:
        points, toll, _, state = heappop(waiting)
        train = state.trains[state.active][0]
        if (train.at, train.came, state.paid) in seen:
            continue
        seen.add((train.at, train.came, state.paid))
        found.setdefault(BOARD.place_at[train.at], []).append((points, toll))
        for move in GAME.rules.legal(state, acting(state)):
            if isinstance(move, Step) and move.train == 0:
                after = GAME.rules.apply(state, acting(state), move).state
                spent = s.cash[s.active] - after.cash[s.active]
                heappush(waiting, (after.spent[0], spent, next(number), after))
    return found


@pytest.mark.parametrize("cash", [0, 5, 50])
@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seed", SEEDS)
def test_the_offered_runs_are_the_quickest_and_the_cheapest(seed: str, options: dict[str, Any], cash: int) -> None:
    state = about_to(built(3, seed, 110, **options), Stage.MOVE, cash)
    here = BOARD.place_at[state.trains[0][0].at]
    ways = {place: best for place, best in ways_by_playing(state).items() if place not in (NOWHERE, here)}
    rich = about_to(built(3, seed, 110, **options), Stage.MOVE, 50)
    all_ways = ways_by_playing(rich)
    cheapest = {place: min(found, key=lambda way: way[::-1]) for place, found in ways.items()}
    payable = {place: min(found) for place, found in ways.items()}
    quickest = {
        place: way if way[0] == min(all_ways[place])[0] else cheapest[place]  # one that cannot be paid is not told
        for place, way in payable.items()
    }
    found = trips(state, state.trains[0][0], fares(state, 0), state.points_left(0))
    assert {place: (way.quickest.points, way.quickest.toll) for place, way in found.items()} == quickest
    assert {place: (way.cheapest.points, way.cheapest.toll) for place, way in found.items()} == cheapest
    for move in GAME.rules.legal(state, acting(state)):
        if isinstance(move, Go) and move.train == 0:
            after = GAME.rules.apply(state, acting(state), move).state
            wanted = quickest if move.quickest else cheapest
            assert (after.spent[0], GAME.speech.price(state, move)) == wanted[move.place]
            assert quickest[move.place] != cheapest[move.place] or not move.quickest


# -- over several turns --------------------------------------------------------------------------------------------

_Label = tuple[tuple[int, int], int, int]
"""Where a train is and came from, the points left, and which players are paid."""


def journey_by_trying(s: State, seat: int, train: Train, goal: int) -> tuple[int, int, int] | None:
    """Turns, toll and points of the last turn, found by keeping every way to use the points of each turn."""
    starts = {(train.at, train.came): 0}
    for turn in range(1, 40):
        labels: dict[int, dict[_Label, int]] = {}
        for where, toll in starts.items():
            _depart(s, seat, train, where, toll, labels)
        ends, reached = _run_through(s, seat, labels, goal)
        if ends:
            toll, points = min(ends)
            return turn, toll, points
        if all(starts.get(where, 10**6) <= toll for where, toll in reached.items()):
            return None
        starts = {w: min(starts.get(w, 10**6), reached.get(w, 10**6)) for w in {**starts, **reached}}
    return None


def _depart(
    s: State, seat: int, train: Train, where: tuple[int, int], toll: int, labels: dict[int, dict[_Label, int]]
) -> None:
    speed = s.speed(train)
    _note(labels, speed, (where, speed, 1 << seat), toll)
    place = BOARD.place_at[where[0]]
    for number, ferry in enumerate(BOARD.ferries):
        if place in ferry.ends and not s.weather.stopped >> number & 1:
            beyond = BOARD.places[ferry.across(place)].at
            half = (speed + 1) // 2
            for owner in range(s.seats):
                if s.ferries[number] >> owner & 1 and not s.weather.struck >> owner & 1:
                    fare = 0 if owner == seat else toll_of(s, seat, owner)
                    if toll + fare <= s.cash[seat]:
                        _note(labels, half, ((beyond, NOWHERE), half, 1 << seat | 1 << owner), toll + fare)


def _note(labels: dict[int, dict[_Label, int]], allowance: int, label: _Label, toll: int) -> None:
    own = labels.setdefault(allowance, {})
    if toll < own.get(label, 10**6):
        own[label] = toll


def _run_through(
    s: State, seat: int, labels: dict[int, dict[_Label, int]], goal: int
) -> tuple[list[tuple[int, int]], dict[tuple[int, int], int]]:
    """Process every label of a turn, those with most points left first, because each step uses some."""
    ends: list[tuple[int, int]] = []
    reached: dict[tuple[int, int], int] = {}
    for allowance, own in labels.items():
        for left in range(allowance, -1, -1):
            for label in [label for label in own if label[1] == left]:
                toll = own[label]
                if label[0][0] == goal:
                    ends.append((toll, allowance - left))
                reached[label[0]] = min(reached.get(label[0], 10**6), toll)
                for after, sum_ in _steps(s, seat, label, toll):
                    _note(labels, allowance, after, sum_)
    return ends, reached


def _steps(s: State, seat: int, label: _Label, toll: int) -> list[tuple[_Label, int]]:
    (here, came), left, paid = label
    found: list[tuple[_Label, int]] = []
    for there, section in BOARD.around[here]:
        owner, cost = s.rails[section] - 1, step_cost(s, here, there)
        if s.rails[section] == 0 or cost > left or (there == came and not may_turn(s, seat, here, came)):
            continue
        fare = 0
        if s.rails[section] != STREET:
            if s.weather.struck >> owner & 1:
                continue
            fare = 0 if paid >> owner & 1 else toll_of(s, seat, owner)
        if toll + fare <= s.cash[seat]:
            now = paid if s.rails[section] == STREET else paid | 1 << owner
            before = here if s.options.turn_back == "towns" else NOWHERE
            found.append((((there, before), left - cost, now), toll + fare))
    return found


@pytest.mark.parametrize("cash", [0, 6, 60])
@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seed", SEEDS)
def test_the_quickest_journey_is_found(seed: str, options: dict[str, Any], cash: int) -> None:
    state = about_to(built(3, seed, 130, **options), Stage.MOVE, cash)
    state = changed(state, ferries=(1, 6, 4, 2, 3))
    train, rng = state.trains[0][0], Rng("goals", seed)
    posts = [post for post in range(BOARD.size) if post in state.tracks]
    for goal in [rng.choice(posts) for _ in range(6)]:
        found = quickest_journey(state, 0, train, goal)
        wanted = (0, 0, 0) if train.at == goal else journey_by_trying(state, 0, train, goal)
        assert (None if found is None else found[:3]) == wanted
        if found is not None:
            assert len(found.legs) == found.turns
            assert train.at == goal or _end_of(train.at, found.legs) == goal


def test_a_journey_takes_the_ferry_from_any_milepost_of_kobenhavn() -> None:
    hals = BOARD.names.index("Hals")
    for post in BOARD.places[BOARD.place_names.index("København")].mileposts:
        state = position(ferries={"red": ["Kattegat"]}, trains={"red": [f"A {BOARD.names[post]}"]})
        journey = quickest_journey(state, 0, state.trains[0][0], hals)
        assert journey is not None
        assert (journey[:3], _end_of(post, journey.legs)) == ((1, 0, 0), hals)


def _end_of(start: int, legs: tuple[Any, ...]) -> int:
    """Where the legs lead; each step must go to a neighbour."""
    for leg in legs:
        if leg.ferry != NOWHERE:
            start = BOARD.places[BOARD.ferries[leg.ferry].across(BOARD.place_at[start])].at
        for post in leg.course:
            assert any(post == there for there, _ in BOARD.around[start])
            start = post
    return start


# -- speed ---------------------------------------------------------------------------------------------------------


def test_a_route_query_takes_less_than_ten_milliseconds() -> None:
    """At reference speed, in 19 of 20 cases, when three players have built half of all sections."""
    state = about_to(built(3, "a", 60), Stage.MOVE, 100)
    rng, times = Rng("full map"), []
    rails = bytes(1 + post % 3 if owner == 0 and rng.below(2) else owner for post, owner in enumerate(state.rails))
    full = changed(state, rails=rails, ferries=(1, 2, 4, 3, 5))
    speed = calibrate(0.05) / REFERENCE
    for _ in range(40):
        start, goal = BOARD.places[rng.below(BOARD.towns)].at, rng.below(BOARD.size)
        before = process_time()
        quickest_journey(full, 0, Train(at=start), goal)
        times.append(process_time() - before)
        building = changed(state, cash=(200,) * 3, stage=Stage.BUILD)
        before = process_time()
        cheapest_way_to(building, goal, 200)
        times.append(process_time() - before)
    assert sorted(times)[int(0.95 * len(times))] * speed < 0.010


def test_cached_ways_are_dropped_when_track_is_laid() -> None:
    state = position(track={"red": ["Odense O27 O28 Nyborg"]})
    assert trips(state, state.trains[0][0], fares(state, 0), 9)
    after = state.copy()
    lay_track(after, 1, (BOARD.section[_pair("Nyborg", "P29")],))
    assert state.memo.runs != {}
    assert (after.memo.runs, after.memo.offers, after.memo.ways) == ({}, {}, {})
    assert msgspec.structs.asdict(state)["rails"] != after.rails


def _pair(a: str, b: str) -> tuple[int, int]:
    first, second = sorted((BOARD.names.index(a), BOARD.names.index(b)))
    return first, second
