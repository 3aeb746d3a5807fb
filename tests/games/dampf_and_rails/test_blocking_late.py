"""Late in a game few sections are free, and each of them may be the last way of somebody. For every section that the
player to move could build, the engine's answer (R28) is compared with a plain count of the others' ways.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engineshed.core.contract import Illegal
from engineshed.core.rng import Rng
from engineshed.games.dampf_and_rails.rules.board import FREE
from engineshed.games.dampf_and_rails.rules.consequences import take_ferry
from engineshed.games.dampf_and_rails.rules.moves import Build, Connect
from engineshed.games.dampf_and_rails.rules.state import State
from tests.games.dampf_and_rails.play import GAME, acting
from tests.games.dampf_and_rails.test_blocking import BOARD, BOX, after_section, next_turn, start
from tests.refusals.dampf_and_rails.blocking import Group, Land
from tests.soak import sized

MANY_BUILT = 800
"""A position is late when so many sections have been built."""
APART = sized(80, 20)
"""So many sections are built between two positions that are looked at."""

# -- crowded boards ------------------------------------------------------------------------------------------------


def crowded(players: int, seed: str, **options: Any) -> Iterator[State]:
    """Everybody builds wherever they may, mostly past the towns, until hardly any section is left to them."""
    rng = Rng("crowded", str(players), seed)
    s, built, failed = start(players, rng, **options), 0, 0
    while failed < 60:
        move = some_move(s, rng)
        if refusal_of(s, move):
            failed += 1
        else:
            s, built, failed = after(s, move), built + 1, 0
            if built > MANY_BUILT and built % APART == 0:
                yield s
        if rng.below(12) == 0:
            s = next_turn(s)
    yield s


def some_move(s: State, rng: Rng) -> Build | Connect:
    front = list(s.networks[s.active].front)
    if not front or rng.below(60) == 0:
        return Connect(rng.below(len(BOARD.ferries)))
    section = rng.choice(front)
    if BOX.places_at[section] and rng.below(6):
        section = rng.choice(front)
    return Build(section)


def after(s: State, move: Build | Connect) -> State:
    """The position in which it has been built, for nothing."""
    if isinstance(move, Build):
        return after_section(s, move.section)
    s = s.copy()
    take_ferry(s, s.active, move.ferry)
    return s


def refusal_of(s: State, move: Build | Connect) -> str:
    """The message that refuses a move; nothing if it is allowed."""
    try:
        GAME.rules.check(s, acting(s), move)
    except Illegal as refused:
        return refused.message.id
    return ""


# -- counting ways -------------------------------------------------------------------------------------------------


def land_of(s: State) -> Land:
    def seats(bits: int) -> set[int]:
        return {seat for seat in range(s.seats) if bits >> seat & 1}

    free = {section for section, owner in enumerate(s.rails) if owner == FREE}
    networks = [set(network.members) for network in s.networks]
    return Land(free, networks, list(map(seats, s.joined)), list(map(seats, s.ferries)))


def groups_of(land: Land, but: int) -> list[tuple[int, Group]]:
    return [(place, group) for place in range(len(BOARD.places)) for group in land.groups(place, but)]


def disagreements(s: State, answers: dict[bool, int]) -> Iterator[str]:
    """Where the engine and the count differ; ``answers`` counts what the engine said."""
    before, me = land_of(s), s.active
    ways = {(place, group): before.ways(place, group) for place, group in groups_of(before, me)}
    yield from (f"{BOARD.place_names[place]}: shut to {group}" for (place, group), way in ways.items() if way is None)
    for section in s.networks[me].front:
        message = refusal_of(s, Build(section))
        if message and "shut-out" not in message:
            continue  # some other rule forbids it
        land = before.after(me, Build(section))
        if land.places == before.places:  # whoever does not need this section still has the same ways
            needed = [key for key, way in ways.items() if way is None or section in way]
            closed = [key for key in needed if before.ways(*key, without=section) is None]
        else:
            closed = [key for key in groups_of(land, me) if not land.has_ways(*key)]
        answers[bool(message)] += 1
        if bool(closed) != bool(message):
            yield f"{BOARD.ends[section]}: the engine says {message or 'yes'}, these have no ways: {closed}"


@pytest.mark.parametrize(("players", "options"), [(2, {}), (3, {}), (3, {"variant": "fast", "far_end": "paid"})])
def test_late_in_the_game_exactly_what_shuts_nobody_out_may_be_built(players: int, options: dict[str, Any]) -> None:
    answers, found = {False: 0, True: 0}, []
    for game in range(sized(1, 40)):
        for number, s in enumerate(crowded(players, str(game), **options)):
            found += [f"game {game}, position {number}: {what}" for what in disagreements(s, answers)]
    assert found == []
    assert min(answers.values()) > 0
