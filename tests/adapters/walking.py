"""Positions of random games at the tables of all games, for everything that makes numbers of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from typing import Any, NamedTuple

from engineshed.adapters.course import Kind
from engineshed.core.contract import CHANCE, Seat
from engineshed.core.registry import find_game, game_ids
from engineshed.core.rng import Rng
from engineshed.testing.variants import covering_cases

GAMES = game_ids()


class Met(NamedTuple):
    """A position in which a seat is to choose among these moves."""

    kind: Kind
    state: Any
    seat: Seat
    moves: list[Any]
    number: int


def kinds(game: str) -> list[Kind]:
    """Every board with every number of seats, and every set of options once."""
    return [
        Kind(game, seats=case.seats, map=case.board, options=case.options) for case in covering_cases(find_game(game))
    ]


def met(game: str, positions: int, *, tables: int | None = None) -> Iterator[Met]:
    """So many positions, from all tables in turn; games are given up early, so that every table has its turn."""
    chosen, number, rng = kinds(game), 0, Rng("adapters", game)
    if tables is not None:
        chosen = rng.shuffled(chosen)[:tables]
    share = max(40, min(2000, positions // len(chosen)))
    for kind in cycle(chosen):
        rules = kind.game.rules
        state = rules.start(kind.seats, kind.options)
        for _ in range(share):
            while (acting := rules.to_act(state)) and acting[0] == CHANCE:
                state = rules.apply(state, CHANCE, rules.draw(state, rng), tell=False).state
            if not acting:
                break
            moves = list(rules.legal(state, acting[0]))
            yield Met(kind, state, acting[0], moves, number)
            number += 1
            if number >= positions:
                return
            state = rules.apply(state, acting[0], rng.choice(moves), tell=False).state
