"""Hidden credits: views, guesses and the log keep them secret until the end of the game."""

from __future__ import annotations

import msgspec
import pytest

from engineshed.core.contract import CHANCE
from engineshed.core.rng import Rng
from tests.games.planet_steam.play import (
    BLACK,
    GAME,
    GREEN,
    described,
    play,
    position,
    random_game,
    random_steps,
    zones,
)


def test_a_guess_keeps_the_viewers_credits_and_draws_those_of_others() -> None:
    state = position(credits={"black": 17, "green": 999})
    guesses = [GAME.rules.guess(GAME.rules.view(state, BLACK), Rng("guess", number)) for number in range(40)]
    assert {guess.credits[0] for guess in guesses} == {17}
    assert len({guess.credits[1] for guess in guesses}) > 20
    assert not any(guess.credits[1] == 999 for guess in guesses)


def test_in_a_guess_a_bid_can_be_paid() -> None:
    state = play(position(stage="auction", credits={"black": 300}), "bid 290")
    for number in range(20):
        assert GAME.rules.guess(GAME.rules.view(state, GREEN), Rng("bid", number)).credits[0] >= 290


def test_in_a_guess_the_speculator_needs_only_half_of_a_bid() -> None:
    cards = {"black": 2, "green": 1, "orange": 3, "purple": 4}
    state = position(stage="zone-auction", turn="green", zone="C3", zones=zones(), cards=cards, bid=290,
                     queue=["black"], credits={"black": 145})  # fmt: skip
    least = min(
        GAME.rules.guess(GAME.rules.view(state, GREEN), Rng("half", number)).credits[0] for number in range(200)
    )
    assert 145 <= least < 290


def test_in_a_guess_a_player_without_a_card_can_pay_for_one() -> None:
    """A player who has just paid for one may have nothing left."""
    view = GAME.rules.view(position(stage="card", turn="black"), GREEN)
    guesses = [GAME.rules.guess(view, Rng("card", number)) for number in range(2000)]
    assert min(guess.credits[2] for guess in guesses) == 1
    assert min(guess.credits[0] for guess in guesses) == 0


def test_with_open_credits_a_guess_is_the_truth() -> None:
    for state in random_game(3, "open", open_credits=True)[::7]:
        assert GAME.rules.guess(GAME.rules.view(state, None), Rng("open")) == state


def test_no_view_shows_the_credits_of_others() -> None:
    """Views and hints are the same for two states that differ only in a rival's credits."""
    for state in random_game(4, "secrets")[::9]:
        if GAME.rules.to_act(state) and described(state)["stage"] not in {"auction", "zone-auction"}:
            richer = msgspec.structs.replace(state, credits=(state.credits[0], 5000, *state.credits[2:]))
            for seat in (BLACK, None):
                assert GAME.rules.view(richer, seat) == GAME.rules.view(state, seat)
                assert GAME.boards.hints(richer, seat) == GAME.boards.hints(state, seat)
            assert GAME.rules.view(richer, GREEN) != GAME.rules.view(state, GREEN)


def test_moves_that_end_the_game_or_reveal_a_grant_cannot_be_taken_back() -> None:
    last = position(stage="certificate", turn="purple", round=5)
    step = GAME.rules.apply(last, GAME.rules.to_act(last)[0], GAME.speech.read(last, "pass"))
    assert step.reveals
    broke = position(stage="certificate", turn="purple", credits={"green": 0})
    assert GAME.rules.apply(broke, GAME.rules.to_act(broke)[0], GAME.speech.read(broke, "pass")).reveals
    usual = position(stage="certificate", turn="purple")
    assert not GAME.rules.apply(usual, GAME.rules.to_act(usual)[0], GAME.speech.read(usual, "pass")).reveals


@pytest.mark.parametrize("seats", [2, 5])
def test_only_dice_grants_and_the_end_reveal_anything(seats: int) -> None:
    for before, step in random_steps(seats, "reveals"):
        granted = any(fact.id == "fact.grant" for fact in step.facts)
        assert step.reveals == (GAME.rules.to_act(before) == (CHANCE,) or granted or not GAME.rules.to_act(step.state))


def test_a_move_without_facts_still_says_that_it_reveals_something() -> None:
    last = position(stage="certificate", turn="purple", round=5)
    broke = position(stage="certificate", turn="purple", credits={"green": 0})
    for state in (last, broke):
        quiet = GAME.rules.apply(state, GAME.rules.to_act(state)[0], GAME.speech.read(state, "pass"), tell=False)
        assert quiet.reveals
        assert quiet.facts == ()
