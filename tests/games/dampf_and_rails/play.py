"""Dampf & Rails as the tests see it: through its contract, with positions in words and moves in text."""

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
    return GAME.arrange(doc)


def told(state: Any) -> dict[str, Any]:
    return GAME.describe(state)


def acting(state: Any) -> Seat:
    (seat,) = GAME.to_act(state)
    return seat


def offered(state: Any, kind: str = "") -> list[str]:
    """What whoever is to act may do, in text; only moves that begin with this word if one is given."""
    texts = [GAME.write(state, move) for move in GAME.legal(state, acting(state))]
    return [text for text in texts if text.split()[0] == kind or not kind]


def play(state: Any, *texts: str) -> Any:
    """The moves one after the other, each by whoever is to act; the referee looks at every position."""
    for text in texts:
        seat, move = acting(state), GAME.read(state, text)
        GAME.check(state, seat, move)
        state = GAME.apply(state, seat, move).state
        assert list(GAME.faults(state)) == []
    return state


def facts(state: Any, text: str, looker: Seat | None = None) -> list[str]:
    """What is told of a move, to this seat or to a spectator."""
    step = GAME.apply(state, acting(state), GAME.read(state, text))
    return [GAME.words.say(fact) for fact in step.facts if fact.to is None or looker in fact.to]


def refusal(state: Any, text: str, seat: Seat | None = None) -> Refusal:
    """Why a move is refused; the test fails if it is not."""
    return refusal_of(state, GAME.read(state, text), seat)


def refusal_of(state: Any, move: Any, seat: Seat | None = None) -> Refusal:
    with pytest.raises(Illegal) as caught:
        GAME.check(state, acting(state) if seat is None else seat, move)
    return Refusal(caught.value.rule, GAME.words.say(caught.value.message))


def price(state: Any, text: str) -> int:
    return GAME.price(state, GAME.read(state, text))


def started(seats: int = 3, seed: str = "a start", **options: Any) -> Any:
    """A new game after nature has dealt and said who begins."""
    state = GAME.start(seats, read_options(GAME.options, options))
    rng = Rng(seed)
    while GAME.to_act(state) == (CHANCE,):
        state = GAME.apply(state, CHANCE, GAME.draw(state, rng)).state
    return state


def drawn(state: Any, *cards: str) -> Any:
    """Nature turns up these cards."""
    return play(state, *(f"draw {card}" for card in cards))


def built(seats: int, seed: str, plies: int, **options: Any) -> Any:
    """A position of random play in which everybody has built something."""
    state = started(seats, seed, **options)
    rng = Rng("built", seed)
    for _ in range(plies):
        (seat,) = GAME.to_act(state)
        moves = [GAME.draw(state, rng)] if seat == CHANCE else list(GAME.legal(state, seat))
        wanted = [move for move in moves if type(move).__name__ in ("Build", "Lay", "Connect")]
        state = GAME.apply(state, seat, rng.choice(wanted or moves)).state
    return state


def linked() -> dict[str, Any]:
    """Red's track and ferries when he has joined Århus, København and Odense."""
    east = ["Korsør S27 S26 S25 R24 S23 Kalundborg", "S26 T25 T24 U24 V24 W24 X24 Y23"]
    return {"track": {"red": ["Odense O27 Knudshoved", *east]}, "ferries": {"red": ["Storebælt", "Århus-Kalundborg"]}}
