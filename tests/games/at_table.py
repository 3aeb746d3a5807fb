"""A game as the tests of its rules use it: through its contract, with positions and moves written as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from engineshed.core.contract import CHANCE, AnyGame, Illegal, Seat, Step
from engineshed.core.options import read_options
from engineshed.core.rng import Rng


class Refusal(NamedTuple):
    rule: str
    sentence: str


class AtTable:
    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def position(self, **doc: Any) -> Any:
        return self.game.speech.arrange(doc)

    def described(self, state: Any) -> dict[str, Any]:
        return self.game.speech.describe(state)

    def acting(self, state: Any) -> Seat:
        (seat,) = self.game.rules.to_act(state)
        return seat

    def offered(self, state: Any, kind: str = "") -> list[str]:
        """The legal moves of the player to act, as text; only those that begin with this word if one is given."""
        texts = [self.game.speech.write(state, move) for move in self.game.rules.legal(state, self.acting(state))]
        return [text for text in texts if text.split()[0] == kind or not kind]

    def play(self, state: Any, *texts: str) -> Any:
        """Play these moves, each by the player to act; the referee checks every position."""
        for text in texts:
            seat, move = self.acting(state), self.game.speech.read(state, text)
            self.game.rules.check(state, seat, move)
            state = self.game.rules.apply(state, seat, move).state
            assert list(self.game.rules.faults(state)) == []
        return state

    def said(self, state: Any, text: str) -> list[str]:
        """What the log says to everybody about a move of the player to act."""
        step = self.game.rules.apply(state, self.acting(state), self.game.speech.read(state, text))
        return [self.game.speech.words.say(fact) for fact in step.facts if fact.to is None]

    def refusal(self, state: Any, text: str, seat: Seat | None = None) -> Refusal:
        """Why a move is refused; the test fails if it is not."""
        return self.refusal_of(state, self.game.speech.read(state, text), seat)

    def refusal_of(self, state: Any, move: Any, seat: Seat | None = None) -> Refusal:
        with pytest.raises(Illegal) as caught:
            self.game.rules.check(state, self.acting(state) if seat is None else seat, move)
        return Refusal(caught.value.rule, self.game.speech.words.say(caught.value.message))

    def started(self, seats: int, seed: str = "a start", **options: Any) -> Any:
        """A new game after nature's first draws."""
        state = self.game.rules.start(seats, read_options(self.game.rules.options, options))
        rng = Rng(seed)
        while self.game.rules.to_act(state) == (CHANCE,):
            state = self.game.rules.apply(state, CHANCE, self.game.rules.draw(state, rng)).state
        return state

    def random_steps(self, seats: int, seed: str, **options: Any) -> Iterator[tuple[Any, Step[Any]]]:
        """Every position of a game of random players, with the step that was played from it."""
        state, rng = self.started(seats, seed, **options), Rng("random game", seed)
        rules = self.game.rules
        while acting := rules.to_act(state):
            seat = acting[0]
            move = rules.draw(state, rng) if seat == CHANCE else rng.choice(list(rules.legal(state, seat)))
            step = rules.apply(state, seat, move)
            yield state, step
            state = step.state

    def random_game(self, seats: int, seed: str, **options: Any) -> list[Any]:
        """Every position of a random game, from the first decision to the end."""
        steps = list(self.random_steps(seats, seed, **options))
        return [steps[0][0], *(step.state for _, step in steps)]
