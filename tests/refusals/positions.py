"""Positions to check: from games that bots play with some random moves, and from the game's scenarios."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engineshed.bots import question
from engineshed.core.contract import CHANCE, AnyGame
from engineshed.core.registry import make_bot
from engineshed.core.rng import Rng
from engineshed.core.table import Table
from engineshed.lab.scenario import read_scenario, scenario_course, scenario_files

EARLY = 12
"""The number of plies at the start of a game that are all checked."""


def from_play(
    game: AnyGame, seats: int, options: Mapping[str, Any], seed: str, *, every: int, most: int, whims: int
) -> Iterator[tuple[str, Any]]:
    """A position every few plies of a game, and its end if it is reached; one move in ``whims`` is random."""
    table = Table(game, seats, options, seed=seed)
    bot = make_bot(game.id, "greedy-1")  # which never changes, so the positions stay the same
    rng = Rng("whims", seed)
    while not table.over and table.ply < most:
        (seat,) = table.to_act()
        if table.ply % every == 0 or table.ply < EARLY:
            yield f"{seats} seats, {dict(options)}, seed {seed}, ply {table.ply}", table.state
        ask = question(game, table.state, seat, seed=seed, ply=table.ply)
        table.play(seat, bot.choose(ask) if rng.below(whims) else rng.choice(ask.moves))
    if table.over:
        yield f"{seats} seats, {dict(options)}, seed {seed}, at the end", table.state


def from_scenarios(game: AnyGame) -> Iterator[tuple[str, Any]]:
    """Every position of every scenario in which a player is to act."""
    for file in scenario_files(game):
        states, _ = scenario_course(read_scenario(file.read_text(encoding="utf-8"), file.name), file.name)
        for number, state in enumerate(states):
            if game.rules.to_act(state) not in ((), (CHANCE,)):
                yield f"{file.name}, position {number}", state


def with_steps(
    game: AnyGame, positions: Iterable[tuple[str, Any]], steps: int = 1, prefer: tuple[type[Any], ...] = ()
) -> Iterator[tuple[str, Any]]:
    """Each position, and some that follow it when everybody plays at random.

    Each kind of move is equally likely, but preferred kinds are always chosen where they are possible.
    """
    for where, state in positions:
        yield where, state
        rng = Rng("steps", where)
        for step in range(1, steps + 1):
            acting = game.rules.to_act(state)
            if acting in ((), (CHANCE,)):
                break
            by_kind: dict[type[Any], list[Any]] = {}
            for move in game.rules.legal(state, acting[0]):
                by_kind.setdefault(type(move), []).append(move)
            kinds = [kind for kind in by_kind if kind in prefer] or list(by_kind)
            move = rng.choice(by_kind[rng.choice(kinds)])
            state = game.rules.apply(state, acting[0], move).state
            if game.rules.to_act(state) != (CHANCE,):
                yield f"{where}, step {step} on: {move}", state
