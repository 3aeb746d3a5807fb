"""The hint for a tile says what laying it really leads to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engineshed.core.contract import Seat
from engineshed.core.words import Thing
from engineshed.rail.joins import JoinHint
from engineshed.testing.playthrough import all_cases, file_name, replayed

EVERY = 9
"""Only some positions of a game are looked at, because there are many tiles in each of them."""


def tiles(name: str) -> Iterator[tuple[Any, Any, Seat, Any, JoinHint]]:
    """Every legal tile in some positions of a playthrough."""
    table = replayed(next(case for case in all_cases() if file_name(case) == f"{name}.txt")).table
    game = table.game
    for ply in range(0, table.ply, EVERY):
        state = table.states[ply]
        for seat in game.rules.to_act(state):
            if seat < 0:
                continue
            for move in game.rules.legal(state, seat):
                hint = game.boards.hint(state, move)
                if isinstance(hint, JoinHint):
                    yield game, state, seat, move, hint


def names_in(hint: JoinHint, param: str) -> set[str]:
    """The name of the thing in a parameter, or of each thing."""
    match hint.says.params[param]:
        case Thing(name=name):
            return {name}
        case tuple() as things:
            return {thing.name for thing in things}
    raise AssertionError(hint)


@pytest.mark.parametrize("name", ["steam-power-steel-belt", "steam-northeast", "steam-ruhr"])
def test_a_hint_names_the_ends_of_the_link_that_a_tile_finishes(name: str) -> None:
    finished = 0
    for game, state, seat, move, hint in tiles(name):
        facts = [fact for fact in game.rules.apply(state, seat, move).facts if fact.id == "fact.link"]
        told = {end.name for fact in facts for end in (fact.params["start"], fact.params["goal"])}
        if type(move).__name__ == "Town":
            assert hint.joins == len(facts), (game.speech.write(state, move), hint)
            assert names_in(hint, "joined") <= told
        else:
            assert (hint.joins == 2) == bool(facts), (game.speech.write(state, move), hint)
            assert not facts or told == names_in(hint, "start") | names_in(hint, "goal")
        finished += len(facts)
    assert finished > 10


@pytest.mark.parametrize("name", ["steam-power-steel-belt", "steam-northeast"])
def test_a_tile_that_finishes_nothing_says_where_it_leads(name: str) -> None:
    leading = [hint.says for *_, hint in tiles(name) if hint.says.id == "hint.leads"]
    assert leading
    assert all(isinstance(thing, Thing) for says in leading for thing in says.params.values())


@pytest.mark.parametrize(("language", "word"), [("en", "Joins"), ("de", "Verbindet"), ("pl", "Łączy")])
@pytest.mark.parametrize("name", ["steam-power-steel-belt", "steam-northeast"])
def test_a_hint_is_said_in_every_language(name: str, language: str, word: str) -> None:
    game, *_, hint = next(found for found in tiles(name) if found[-1].says.id == "hint.joins")
    assert game.speech.words_in(language).say(hint.says).startswith(f"{word} ")
