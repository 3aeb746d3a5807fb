"""Steam as the tests use it: through its contract, with positions and moves written as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, cast

import pytest

from engineshed.core.contract import CHANCE, AnyGame, Illegal, Seat
from engineshed.core.options import read_options
from engineshed.core.rng import Rng
from engineshed.core.words import Message
from engineshed.games.steam import GAME as STEAM

GAME = cast(AnyGame, STEAM)
ORANGE, GREEN, BLACK, WHITE = Seat(0), Seat(1), Seat(2), Seat(3)


class Refusal(NamedTuple):
    rule: str
    sentence: str


def row(*names: str, colours: str = "RBYP") -> dict[str, Any]:
    """A map with these places in a row and a plain between any two: ``<place> se ne`` is the link to the next.

    Names in capitals are cities, whose colours repeat the given letters; the others are towns.
    """
    goods = {"R": "red", "B": "blue", "Y": "yellow", "P": "purple"}
    symbols: list[str] = []
    cities: dict[str, Any] = {}
    towns: dict[str, Any] = {}
    for number, name in enumerate(names):
        if name.isupper():
            symbols.append(chr(ord("A") + number))
            colour = goods[colours[len(cities) % len(colours)]]
            cities[symbols[-1]] = {"name": name.capitalize(), "colour": colour, "cubes": 3}
        else:
            symbols.append(chr(ord("a") + number))
            towns[symbols[-1]] = {"name": name.capitalize()}
    plains = " ".join("." * (2 * len(names) - 1))
    return {"terrain": f"{' . '.join(symbols)}\n{plains}\n{plains}\n", "cities": cities, "towns": towns}


def position(**doc: Any) -> Any:
    return GAME.speech.arrange(doc)


CURVED = """
~ A ~ B ~ C ~ D ~ E ~ F ~ G ~ H ~
~ . 1 . 2 . 3 . 4 . 5 . 6 . 7 . 8
~ ~ . ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~
"""
"""Only a tight curve fits between the two cities of a pair such as A and 1. There are eight such pieces."""


def short_of_curves(curves: int, *, below: str = ". S .\n. . . .\n. . .", links: Sequence[str] = (), **doc: Any) -> Any:
    """Orange builds on the land below and has these links; this many tight curves are between the pairs."""
    width = len(CURVED.split("\n")[1].split())
    rows = [" ".join(line.split() + ["~"] * (width - len(line.split()))) for line in below.splitlines()]
    terrain = CURVED + "\n".join(rows) + "\n"
    names = {"S": "Sund", "T": "Tarn", **{symbol: f"City {symbol}" for symbol in "ABCDEFGH12345678"}}
    colours = {"S": "blue", "T": "purple"}
    cities = {s: {"name": names[s], "colour": colours.get(s, "red"), "cubes": 0} for s in names if s in terrain}
    owned = {"green": [f"City {letter} s ne" for letter in "ABCDEFGH"[:curves]], "orange": list(links)}
    board = {"terrain": terrain, "cities": cities}
    return position(map=board, round=2, links=owned, **{"cash": {"orange": 40}, **doc})


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


def said(state: Any, text: str, language: str = "en") -> list[str]:
    """What the log says about a move."""
    words, seat = GAME.speech.words_in(language), acting(state)
    facts = GAME.rules.apply(state, seat, GAME.speech.read(state, text)).facts
    return [words.say(Message(fact.id, fact.params)) for fact in facts]


def refusal(state: Any, text: str, seat: Seat | None = None, language: str = "en") -> Refusal:
    """Why a move is refused; the test fails if it is not."""
    return refusal_of(state, GAME.speech.read(state, text), seat, language)


def refusal_of(state: Any, move: Any, seat: Seat | None = None, language: str = "en") -> Refusal:
    with pytest.raises(Illegal) as caught:
        GAME.rules.check(state, acting(state) if seat is None else seat, move)
    return Refusal(caught.value.rule, GAME.speech.words_in(language).say(caught.value.message))


def started(seats: int = 3, seed: str = "a start", **options: Any) -> Any:
    """A new game after nature's first draws."""
    state = GAME.rules.start(seats, read_options(GAME.rules.options, options))
    rng = Rng(seed)
    while GAME.rules.to_act(state) == (CHANCE,):
        state = GAME.rules.apply(state, CHANCE, GAME.rules.draw(state, rng)).state
    return state


THRIFT = {"capital": 2, "bid": 2}
"""The highest number that a thrifty player names in such a move."""


def thrifty_game(seats: int, seed: str, **options: Any) -> list[Any]:
    """The positions of a game in which everybody plays at random, but avoids debt and prefers links."""
    states = [started(seats, seed, **options)]
    rng = Rng("thrift", seed)
    while GAME.rules.to_act(states[-1]):
        state = states[-1]
        moves = list(GAME.rules.legal(state, acting(state)))
        states.append(GAME.rules.apply(state, acting(state), _thrifty(state, moves, rng)).state)
    return states


def _thrifty(state: Any, moves: list[Any], rng: Rng) -> Any:
    player = state.players[acting(state)]
    kinds = [type(move).__name__.lower() for move in moves]
    cheap = [m for m, kind in zip(moves, kinds, strict=True) if kind not in THRIFT or _number(m) <= THRIFT[kind]]
    for wanted in ("income", "deliver", "upgrade"):
        if wanted in kinds and rng.below(8):
            return rng.choice([move for move, kind in zip(moves, kinds, strict=True) if kind == wanted])
    if "done" in kinds and player.income < 0 and player.cash < 4:
        return moves[-1]
    built = [m for m in cheap if type(m).__name__ in ("Track", "Town")]
    if built and rng.below(8):
        trials = [rng.choice(built) for _ in range(12)]
        return max(trials, key=lambda move: _links(GAME.rules.apply(state, acting(state), move).state))
    return rng.choice(cheap or moves)


def _number(move: Any) -> int:
    number: int = getattr(move, move.__struct_fields__[0])
    return number


def _links(state: Any) -> int:
    return sum(link.complete for link in state.links)
