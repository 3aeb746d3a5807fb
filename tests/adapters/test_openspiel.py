"""The games as OpenSpiel knows them: its own tests, its searches, and chances that are true."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.algorithms.generate_playthrough import playthrough

from engineshed.adapters.openspiel import SHUFFLES, resampler
from engineshed.core.errors import Trouble
from tests.adapters.walking import GAMES
from tests.soak import sized

NAMES = [game.replace("-", "_") for game in GAMES]
GAMES_SIMULATED = sized(1, 20)


def load(name: str, **settings: Any) -> Any:
    given = ",".join(f"{key}={value}" for key, value in {"game": name, **settings}.items())
    return pyspiel.load_game(f"engineshed({given})")


@pytest.mark.parametrize("name", NAMES)
def test_openspiels_own_random_test_passes(name: str) -> None:
    """It plays, and compares strings, tensors, returns and serialised states on the way."""
    pyspiel.random_sim_test(load(name), num_sims=GAMES_SIMULATED, serialize=True, verbose=False)


def walked(game: Any, seed: int, choose: Callable[[Any], int] | None = None, most: int = 10_000) -> Any:
    """A game between random players, or those who are asked."""
    rng, state = np.random.RandomState(seed), game.new_initial_state()
    while not state.is_terminal() and len(state.history()) < most:
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=chances)))
        elif choose is None:
            state.apply_action(int(rng.choice(state.legal_actions())))
        else:
            state.apply_action(choose(state))
    return state


def test_a_playthrough_can_be_made_and_made_again() -> None:
    name = "engineshed(game=planet_steam,players=2)"
    actions = walked(pyspiel.load_game(name), 1, most=12).history()
    text = playthrough(name, actions, seed=1)
    assert "provides_information_state_tensor = True" in text
    assert text == playthrough(name, actions, seed=1)


class _NoIdea:
    """Thinks nothing of any position; a search then only plays its simulations to some depth."""

    def __init__(self, players: int) -> None:
        self._value = np.zeros(players)

    def evaluate(self, _state: Any) -> Any:
        return self._value

    def prior(self, state: Any) -> Any:
        if state.is_chance_node():
            return state.chance_outcomes()
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


@pytest.mark.parametrize("name", NAMES)
def test_mcts_and_is_mcts_play_a_game(name: str) -> None:
    game = load(name)
    players, rng = game.num_players(), np.random.RandomState(1)
    knowing = mcts.MCTSBot(game, 2, 2, _NoIdea(players), solve=False, random_state=rng)
    honest = ismcts.ISMCTSBot(game, _NoIdea(players), 2, 2, random_state=rng)
    honest.set_resampler(resampler())
    bots = [knowing, honest]
    most = sized(300, 10_000)
    state = walked(game, 1, lambda state: int(bots[state.current_player() % 2].step(state)), most)
    assert state.is_terminal() or len(state.history()) == most


def test_a_search_with_random_playouts_finishes_a_game() -> None:
    game = load("steam", players=3)
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2, 2, mcts.RandomRolloutEvaluator(1, rng), solve=False, random_state=rng)
    state = walked(game, 2, lambda state: int(bot.step(state)))
    assert sum(state.returns()) == 0
    assert max(state.returns()) > 0


def test_chances_are_those_of_the_rules_where_they_can_be_listed() -> None:
    game = load("planet_steam", players=3)
    state = game.new_initial_state()
    position = state.position
    listed = position.kind.game.rules.outcomes(position.state)
    assert [Fraction(chance).limit_denominator(1000) for _, chance in state.chance_outcomes()] == [
        outcome.chance for outcome in listed
    ]
    for number, outcome in enumerate(listed):
        child = state.child(number)
        rules = position.kind.game.rules
        after = rules.apply(position.state, -1, outcome.move, tell=False).state
        assert rules.key(child.position.state) == rules.key(after)


def test_shuffles_are_drawn_by_their_number() -> None:
    game = load("steam_power", players=3)
    first = game.new_initial_state()
    assert len(first.chance_outcomes()) == SHUFFLES
    assert sum(chance for _, chance in first.chance_outcomes()) == pytest.approx(1)
    assert str(first.child(3)) == str(game.new_initial_state().child(3)) != str(first.child(4))


def test_an_information_state_remembers_what_was_seen_and_says_nothing_hidden() -> None:
    game = load("dampf_and_rails", players=2)
    state = walked(game, 3, most=40)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    player = state.current_player()
    other = resampler(5)(state, player)
    assert str(other) != str(state), "something hidden is another"
    for read in ("information_state_string", "observation_string", "legal_actions"):
        assert getattr(other, read)(player) == getattr(state, read)(player)
    assert np.array_equal(other.information_state_tensor(player), state.information_state_tensor(player))
    assert other.information_state_string(1 - player) != state.information_state_string(1 - player)
    again = game.deserialize_state(state.serialize())
    assert again.information_state_string(player) == state.information_state_string(player)


def test_two_ways_to_the_same_view_are_two_information_states() -> None:
    """Perfect recall: who saw other things on the way is in another information state."""
    game = load("planet_steam", players=2)
    state = game.new_initial_state()
    ways = {state.child(number).information_state_string(0) for number, _ in state.chance_outcomes()}
    assert len(ways) == len(state.chance_outcomes())


def test_settings_are_understood_and_wrong_ones_refused() -> None:
    game = load("steam_power", players=2, map="ireland", options="take_money:5;limited_goods:yes")
    assert (game.kind.options.take_money, game.kind.options.limited_goods) == (5, True)
    assert game.num_distinct_actions() == game.kind.numbering.size
    assert load("steam_power", players=2, reward="score").max_utility() > 1
    for wrong in ({"players": 9}, {"map": "atlantis"}, {"options": "speed:fast"}, {"reward": "glory"}):
        with pytest.raises((Trouble, RuntimeError)):
            load("steam_power", **wrong)
