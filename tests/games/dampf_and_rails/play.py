"""Dampf & Rails as the tests use it: through its contract, with positions and moves written as text."""

from __future__ import annotations

from typing import Any, NamedTuple, cast

import pytest

from engineshed.core.contract import CHANCE, AnyGame, Illegal, Seat
from engineshed.core.options import read_options
from engineshed.core.rng import Rng
from engineshed.games.dampf_and_rails import GAME as DAMPF_AND_RAILS

GAME = cast(AnyGame, DAMPF_AND_RAILS)
RED, BLUE, GREEN = Seat(0), Seat(1), Seat(2)


class Refusal(NamedTuple):
    rule: str
    sentence: str


def position(**doc: Any) -> Any:
    return GAME.speech.arrange(doc)


def described(state: Any) -> dict[str, Any]:
    return GAME.speech.describe(state)


def acting(state: Any) -> Seat:
    (seat,) = GAME.rules.to_act(state)
    return seat


def offered(state: Any, kind: str = "") -> list[str]:
    """The legal moves of the player to act, as text; only those that begin with this word if one is given."""
    texts = [GAME.speech.write(state, move) for move in GAME.rules.legal(state, acting(state))]
    return [text for text in texts if text.split()[0] == kind or not kind]


def play(state: Any, *texts: str) -> Any:
    """Play these moves, each by the player to act; the referee checks every position."""
    for text in texts:
        seat, move = acting(state), GAME.speech.read(state, text)
        GAME.rules.check(state, seat, move)
        state = GAME.rules.apply(state, seat, move).state
        assert list(GAME.rules.faults(state)) == []
    return state


def facts(state: Any, text: str, looker: Seat | None = None) -> list[str]:
    """What the log says about a move, to this seat or to a spectator."""
    step = GAME.rules.apply(state, acting(state), GAME.speech.read(state, text))
    return [GAME.speech.words.say(fact) for fact in step.facts if fact.to is None or looker in fact.to]


def refusal(state: Any, text: str, seat: Seat | None = None) -> Refusal:
    """Why a move is refused; the test fails if it is not."""
    return refusal_of(state, GAME.speech.read(state, text), seat)


def refusal_of(state: Any, move: Any, seat: Seat | None = None) -> Refusal:
    with pytest.raises(Illegal) as caught:
        GAME.rules.check(state, acting(state) if seat is None else seat, move)
    return Refusal(caught.value.rule, GAME.speech.words.say(caught.value.message))


def price(state: Any, text: str) -> int:
    return GAME.speech.price(state, GAME.speech.read(state, text))


def started(seats: int = 3, seed: str = "a start", **options: Any) -> Any:
    """A new game after nature has dealt and chosen who begins."""
    state = GAME.rules.start(seats, read_options(GAME.rules.options, options))
    rng = Rng(seed)
    while GAME.rules.to_act(state) == (CHANCE,):
        state = GAME.rules.apply(state, CHANCE, GAME.rules.draw(state, rng)).state
    return state


def drawn(state: Any, *cards: str) -> Any:
    """The position after nature has drawn these cards."""
    return play(state, *(f"draw {card}" for card in cards))


def built(seats: int, seed: str, plies: int, **options: Any) -> Any:
    """A position from random play in which everybody has built something."""
    state = started(seats, seed, **options)
    rng = Rng("built", seed)
    for _ in range(plies):
        (seat,) = GAME.rules.to_act(state)
        moves = [GAME.rules.draw(state, rng)] if seat == CHANCE else list(GAME.rules.legal(state, seat))
        wanted = [move for move in moves if type(move).__name__ in ("Build", "Lay", "Connect")]
        silent = [move for move in moves if type(move).__name__ != "Propose"]
        state = GAME.rules.apply(state, seat, rng.choice(wanted or silent)).state
    return state


def linked() -> dict[str, Any]:
    """Track and ferries with which Red has joined Århus, København and Odense."""
    east = ["Korsør S27 S26 S25 R24 S23 Kalundborg", "S26 T25 T24 U24 V24 W24 X24 Y23"]
    return {"track": {"red": ["Odense O27 Knudshoved", *east]}, "ferries": {"red": ["Storebælt", "Århus-Kalundborg"]}}
