"""Steam Power as the tests use it: through its contract, with positions and moves written as text."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from engineshed.core.contract import Illegal, Seat
from engineshed.core.registry import find_game

GAME = find_game("steam-power")
RED, BLUE, GREEN = Seat(0), Seat(1), Seat(2)

EDGES = ("n", "ne", "se", "s", "sw", "nw")


class Refusal(NamedTuple):
    rule: str
    sentence: str


def row(*cities: str) -> dict[str, Any]:
    """A map with these cities in a row and a plain between any two: ``<city> se ne`` is the link to the next."""
    symbols = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: len(cities)]
    plains = " ".join("." * (2 * len(cities) - 1))
    return {"terrain": f"{' . '.join(symbols)}\n{plains}\n", "cities": dict(zip(symbols, cities, strict=True))}


STAR_CITIES = ("Norton", "Neston", "Seaton", "Sutton", "Swinton", "Newton")


def star(middle: str | None = None) -> dict[str, Any]:
    """Six cities around D3, two steps away in the direction of each edge; D3 is a plain or another city."""
    terrain = ". . . A . . .\n. F . . . B .\n. . . {} . . .\n. E . . . C .\n. . . D . . .\n"
    cities = dict(zip("ABCDEF", STAR_CITIES, strict=True))
    if middle is None:
        return {"terrain": terrain.format("."), "cities": cities}
    return {"terrain": terrain.format("M"), "cities": {**cities, "M": middle}}


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
    return [text for text in texts if text.startswith(kind)]


def play(state: Any, *texts: str) -> Any:
    """Play these moves, each by the player to act; the referee checks every position."""
    for text in texts:
        seat, move = acting(state), GAME.speech.read(state, text)
        GAME.rules.check(state, seat, move)
        state = GAME.rules.apply(state, seat, move).state
        assert list(GAME.rules.faults(state)) == []
    return state


def refusal(state: Any, text: str, seat: Seat | None = None) -> Refusal:
    """Why a move is refused; the test fails if it is not."""
    return refusal_of(state, GAME.speech.read(state, text), seat)


def refusal_of(state: Any, move: Any, seat: Seat | None = None) -> Refusal:
    with pytest.raises(Illegal) as caught:
        GAME.rules.check(state, acting(state) if seat is None else seat, move)
    return Refusal(caught.value.rule, GAME.speech.words.say(caught.value.message))


def parts(state: Any, seat: Seat = RED) -> dict[str, int]:
    return GAME.rules.scores(state)[seat].parts
