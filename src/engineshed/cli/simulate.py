"""``engineshed simulate``: many games between bots, and their statistics."""

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

from engineshed.cli.arguments import MapName, Positive, Settings, read_bots, seats_or_usual, set_up, usual_bot
from engineshed.cli.datafolder import DataFolder, announced
from engineshed.cli.files import make_folder
from engineshed.cli.language import Language
from engineshed.cli.phrases import Phrases, game_language
from engineshed.cli.screen import errors, terminal
from engineshed.core.contract import AnyGame
from engineshed.core.registry import find_game
from engineshed.core.words import ENGLISH
from engineshed.lab.simulate import LIMIT, FaultError, GameLine, Plan, run
from engineshed.lab.stats import Sample, Standing, Tally
from engineshed.terminal.look import Look
from engineshed.terminal.tables import numbers_table

USUAL_SEATS = 4
FAULTY = 1
"""The exit code if the referee found a fault."""


def simulate(
    game: str,
    /,
    *,
    games: Positive = 100,
    seats: int | None = None,
    map_: MapName = None,
    data: DataFolder = None,
    bots: str | None = None,
    seed: str = "0",
    jobs: Positive | None = None,
    option: Settings = (),
    limit: Positive = LIMIT,
    referee: bool = False,
    json: bool = False,
    records: Annotated[Path | None, Parameter(name=["--records", "-o"])] = None,
    language: Language = ENGLISH,
) -> int:
    """Play many games between bots, and show wins, scores and lengths.

    The same seed gives the same games, however many processes play them.

    Parameters
    ----------
    game
        Which game, for example steam-power.
    games
        How many games.
    seats
        How many players; 4 if not given, or the nearest number that the game allows.
    bots
        Their names with commas between them. The list is repeated round the table and shifts by one seat with each
        game, so that every bot sits everywhere. If all of them play at random, options that are needed to end such a
        game are set, unless you set them.
    seed
        Any text; game number i has the seed "SEED/i".
    jobs
        How many processes; one for each processor if not given.
    limit
        Give a game up after this many moves of its players.
    referee
        Check every move and every position, and stop at the first fault.
    json
        Print nothing but one line of JSON for each game.
    records
        A folder for the games' records.
    """
    chosen = find_game(game)
    count = seats_or_usual(chosen, seats, USUAL_SEATS)
    players = read_bots(chosen, bots or usual_bot(chosen))
    nobody_plays_to_win = all(name == "random" for name in players)
    texts = announced(chosen, data, language)
    table = set_up(chosen, count, map_, option, texts=texts, seed=seed, at_random=nobody_plays_to_win)
    plan = Plan(
        game=chosen.id,
        seats=count,
        options=table.options_doc(),
        bots=players,
        seed=seed,
        limit=limit,
        referee=referee,
        digest=json,
        records=None if records is None else str(records),
    )
    if records is not None:
        make_folder(records)
    lines, phrases = run(plan, games, min(games, jobs or os.cpu_count() or 1)), Phrases(language)
    try:
        if json:
            print_lines(lines)
        else:
            print_tally(chosen, plan, tally(plan, lines, games, phrases), phrases)
    except FaultError as fault:
        errors().print(phrases.text("simulate.fault", fault=str(fault)), style="red")
        return FAULTY
    return 0


def print_lines(lines: Iterable[GameLine]) -> None:
    for line in lines:
        sys.stdout.write(msgspec.json.encode(line).decode() + "\n")


def tally(plan: Plan, lines: Iterable[GameLine], games: int, phrases: Phrases) -> Tally:
    found = Tally(plan.bots, plan.seats)
    for line in _watched(lines, games, phrases):
        found.add(line)
    return found


def _watched(lines: Iterable[GameLine], games: int, phrases: Phrases) -> Iterator[GameLine]:
    """The lines as they come, with a progress bar if there is a terminal."""
    console = errors()
    columns = (TextColumn(phrases.text("simulate.progress")), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        yield from progress.track(lines, total=games)


def print_tally(game: AnyGame, plan: Plan, found: Tally, phrases: Phrases) -> None:
    console = terminal()
    console.print(phrases.text("simulate.heading", game=game.title, seats=plan.seats, seed=plan.seed))
    console.print(_standings("bot", found.bots, 1 / plan.seats, phrases))
    if plan.seats > 1:
        look = Look(game, game.speech.words_in(game_language(game, phrases.language)))
        seats = {look.name(seat): standing for seat, standing in enumerate(found.seats)}
        console.print(_standings("seat", seats, 1 / plan.seats, phrases))
    console.print(_lengths(found, phrases))
    reasons = ", ".join(f"{reason} {count}" for reason, count in sorted(found.reasons.items()))
    console.print(phrases.text("simulate.endings", reasons=reasons))
    if found.unfinished:
        console.print(phrases.text("simulate.given-up", games=found.unfinished, moves=plan.limit))


def _standings(who: str, standings: dict[str, Standing], even: float, phrases: Phrases) -> Table:
    headings = _headings(phrases, who, "games", "wins", "share", "sure", "even", "score", "sure")
    table = numbers_table(*headings)
    for name, standing in standings.items():
        low, high = (phrases.percent(end) for end in standing.interval)
        table.add_row(
            name,
            phrases.number(standing.games),
            phrases.number(standing.wins, 1),
            phrases.percent(standing.share),
            phrases.text("number.range", low=low, high=high),
            phrases.percent(even),
            phrases.number(standing.scores.mean, 2),
            f"± {phrases.number(standing.scores.half_width, 2)}",
        )
    return table


def _lengths(found: Tally, phrases: Phrases) -> Table:
    table = numbers_table(*_headings(phrases, "length", "mean", "sure", "shortest", "longest"))
    for name, sample in zip(_headings(phrases, "moves", "rounds"), (found.moves, found.rounds), strict=True):
        width = f"± {phrases.number(sample.half_width, 1)}"
        table.add_row(name, phrases.number(sample.mean, 1), width, *_extremes(sample, phrases))
    return table


def _headings(phrases: Phrases, *names: str) -> list[str]:
    return [phrases.text(f"simulate.{name}") for name in names]


def _extremes(sample: Sample, phrases: Phrases) -> tuple[str, str]:
    return phrases.number(sample.low), phrases.number(sample.high)
