"""``engineshed simulate``: many games between bots, and what they show."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from engineshed.cli.arguments import MapName, Positive, Settings, read_bots, set_up, usual_bot
from engineshed.cli.files import make_folder
from engineshed.cli.screen import errors, terminal
from engineshed.core.contract import AnyGame
from engineshed.core.registry import find_game
from engineshed.lab.simulate import LIMIT, FaultError, GameLine, Plan, run
from engineshed.lab.stats import Sample, Standing, Tally
from engineshed.terminal.tables import counted, numbers_table

FAULTY = 1
"""The exit code when the referee found a fault."""


def simulate(
    game: str,
    /,
    *,
    games: Positive = 100,
    seats: int = 4,
    map_: MapName = None,
    bots: str | None = None,
    seed: str = "0",
    jobs: Positive | None = None,
    option: Settings = (),
    limit: Positive = LIMIT,
    referee: bool = False,
    json: bool = False,
    records: Annotated[Path | None, Parameter(name=["--records", "-o"])] = None,
) -> int:
    """Play many games between bots and tell wins, scores and lengths.

    The same seed gives the same games, whatever the number of processes.

    Parameters
    ----------
    game
        Which game, for example steam-power.
    games
        How many games.
    seats
        How many players.
    bots
        Their names with commas between them. The list goes round the table and moves on by one seat from
        game to game, so that every bot sits everywhere. If all play at random, options that end a game
        where nobody gets on are set unless you set them.
    seed
        Any text; game number i has the seed "SEED/i".
    jobs
        How many processes; as many as there are processors if not given.
    limit
        Players' moves after which a game is given up.
    referee
        Check every move and every position against the rules of the house, and stop at the first fault.
    json
        Print one line of JSON for each game and nothing else.
    records
        A folder for the games' records.
    """
    chosen = find_game(game)
    players = read_bots(chosen, bots or usual_bot(chosen))
    nobody_plays_to_win = all(name == "random" for name in players)
    plan = Plan(
        game=chosen.id,
        seats=seats,
        options=set_up(chosen, seats, map_, option, seed=seed, at_random=nobody_plays_to_win).options_doc(),
        bots=players,
        seed=seed,
        limit=limit,
        referee=referee,
        digest=json,
        records=None if records is None else str(records),
    )
    if records is not None:
        make_folder(records)
    lines = run(plan, games, min(games, jobs or os.cpu_count() or 1))
    try:
        if json:
            print_lines(lines)
        else:
            print_tally(chosen, plan, tally(plan, lines, games))
    except FaultError as fault:
        errors().print(f"fault: {fault}", style="red")
        return FAULTY
    return 0


def print_lines(lines: Iterable[GameLine]) -> None:
    for line in lines:
        sys.stdout.write(msgspec.json.encode(line).decode() + "\n")


def tally(plan: Plan, lines: Iterable[GameLine], games: int) -> Tally:
    found = Tally(plan.bots, plan.seats)
    for line in _watched(lines, games):
        found.add(line)
    return found


def _watched(lines: Iterable[GameLine], games: int) -> Iterator[GameLine]:
    """The lines as they come, with a bar for whoever sits at the terminal."""
    console = errors()
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        yield from progress.track(lines, total=games)


def print_tally(game: AnyGame, plan: Plan, found: Tally) -> None:
    console = terminal()
    console.print(f"{game.title}, {plan.seats} seats, seed {plan.seed!r}")
    console.print(_standings("bot", found.bots, 1 / plan.seats))
    if plan.seats > 1:
        seats = dict(zip(game.seat_names, found.seats, strict=False))
        console.print(_standings("seat", seats, 1 / plan.seats))
    console.print(_lengths(found))
    reasons = ", ".join(f"{reason} {count}" for reason, count in sorted(found.reasons.items()))
    console.print(f"endings: {reasons}")
    if found.unfinished:
        console.print(f"{counted(found.unfinished, 'game')} given up after {plan.limit} moves, not counted above")


def _standings(who: str, standings: dict[str, Standing], even: float) -> Table:
    table = numbers_table(who, "games", "wins", "share", "95%", "even", "score", "95%")
    for name, standing in standings.items():
        low, high = standing.interval
        table.add_row(
            name,
            str(standing.games),
            f"{standing.wins:.1f}",
            f"{standing.share:.1%}",
            f"{low:.1%} to {high:.1%}",
            f"{even:.1%}",
            f"{standing.scores.mean:.2f}",
            f"± {standing.scores.half_width:.2f}",
        )
    return table


def _lengths(found: Tally) -> Table:
    table = numbers_table("length", "mean", "95%", "shortest", "longest")
    for name, sample in (("moves", found.moves), ("rounds", found.rounds)):
        table.add_row(name, f"{sample.mean:.1f}", f"± {sample.half_width:.1f}", *_extremes(sample))
    return table


def _extremes(sample: Sample) -> tuple[str, str]:
    return f"{sample.low:.0f}", f"{sample.high:.0f}"
