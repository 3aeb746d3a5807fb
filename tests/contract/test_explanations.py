"""Every kind of thing of every game explains itself: in random positions, to everybody, in every language."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest

from engineshed.core.contract import AnyGame, Seat
from engineshed.core.explaining import UNSENT
from engineshed.core.registry import find_game, game_ids
from engineshed.core.rng import Rng
from engineshed.testing.asking import must_explain_itself
from tests.refusals.positions import from_play, from_scenarios

MOST_OF_A_KIND = 24
"""How many things of one kind are asked about; a game has hundreds of mileposts, but they are of a few sorts."""


def positions(game: AnyGame) -> list[Any]:
    """Positions from a game with the fewest and one with the most players, and from the scenarios."""
    played = [
        state
        for seats in {game.seats[0], game.seats[-1]}
        for _, state in from_play(game, seats, {}, "explain", every=40, most=160, whims=4)
    ]
    return [*played, *(state for _, state in from_scenarios(game))]


@pytest.mark.parametrize("game_id", game_ids())
def test_everything_on_the_table_explains_itself(game_id: str) -> None:
    game = find_game(game_id)
    asked: defaultdict[str, set[str]] = defaultdict(set)
    for state in positions(game):
        acting = game.rules.to_act(state)
        view = game.rules.view(state, acting[0] if acting else None)
        for thing in (*game.explains.things(view), *game.explains.legend(view)):
            kind = asked[thing.partition(" ")[0]]
            if thing in kind or len(kind) < MOST_OF_A_KIND:
                kind.add(thing)
                must_explain_itself(game, view, thing)
    assert asked, "the game explains nothing"
    said = {key for key in game.speech.words.templates if key.startswith(UNSENT)}
    assert said


@pytest.mark.parametrize("game_id", game_ids())
def test_every_entry_of_the_legend_shows_what_is_drawn(game_id: str) -> None:
    game = find_game(game_id)
    for state in positions(game):
        view = game.rules.view(state, None)
        entries = {thing: game.explains.explain(view, thing) for thing in game.explains.legend(view)}
        assert [thing for thing, entry in entries.items() if entry is None or entry.picture is None] == []


@pytest.mark.parametrize("game_id", game_ids())
def test_what_a_viewer_may_not_know_is_not_explained(game_id: str) -> None:
    """States that look the same to a viewer are explained to them in the same way."""
    game = find_game(game_id)
    for where, state in from_play(game, game.seats[-1], {}, "secrets", every=50, most=120, whims=4):
        for seat in (None, Seat(0), Seat(1)):
            view = game.rules.view(state, seat)
            other = game.rules.view(game.rules.guess(view, Rng("secrets", where)), seat)
            things = list(game.explains.things(view))
            assert list(game.explains.things(other)) == things
            for thing in things[::7]:
                assert game.explains.explain(other, thing) == game.explains.explain(view, thing)
