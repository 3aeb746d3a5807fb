"""``engineshed simulate``: many games between bots, and their statistics."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
from cyclopts import Parameter
from rich.table import Table

from engineshed.cli.arguments import MapName, Positive, Settings, read_bots, seats_or_usual, set_up
from engineshed.cli.datafolder import DataFolder, announced
from engineshed.cli.engines import ClusterAddress, EngineName, Jobs, chosen_engine, watched
from engineshed.cli.files import make_folder, write_text
from engineshed.cli.language import Language
from engineshed.cli.phrases import Phrases, game_language
from engineshed.cli.screen import errors, terminal
from engineshed.core.contract import AnyGame
from engineshed.core.registry import find_game
from engineshed.core.words import ENGLISH
from engineshed.lab.dataset import Detail, open_data_set
from engineshed.lab.engines import Engine
from engineshed.lab.simulate import LIMIT, FaultError, GameLine, Plan, run
from engineshed.lab.stats import Results, Sample, Summary
from engineshed.terminal.look import Look
from engineshed.terminal.tables import numbers_table

if TYPE_CHECKING:
    from engineshed.lab.dataset.folder import DataSet

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
    jobs: Jobs = None,
    engine: EngineName = "pool",
    cluster: ClusterAddress = None,
    option: Settings = (),
    limit: Positive = LIMIT,
    referee: bool = False,
    json: bool = False,
    records: Annotated[Path | None, Parameter(name=["--records", "-o"])] = None,
    out: Path | None = None,
    detail: Detail = "decisions",
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
    limit
        Give a game up after this many moves of its players.
    referee
        Check every move and every position, and stop at the first fault.
    json
        Print nothing but one line of JSON for each game.
    records
        A folder for the games' records.
    out
        A folder for the games as Parquet files. If it has the first games of the same command already, for example
        because it was interrupted, only the others are played.
    detail
        What these files have: games; their decisions as well; or also features: what the players saw and all their
        legal moves, as numbers.
    """
    chosen = find_game(game)
    count = seats_or_usual(chosen, seats, USUAL_SEATS)
    players = read_bots(chosen, bots or chosen.bots.usual)
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
        records=records is not None,
    )
    if records is not None:
        make_folder(records)
    data_set = None if out is None else open_data_set(out, plan, detail)
    if data_set is not None:
        plan = data_set.plan
    lines = _lines(plan, games, chosen_engine(engine, cluster, jobs, games), records, data_set)
    phrases = Phrases(language)
    try:
        if json:
            print_lines(lines)
        else:
            print_summary(chosen, plan, summarised(plan, lines, games, phrases), phrases)
    except FaultError as fault:
        errors().print(phrases.text("simulate.fault", fault=str(fault)), style="red")
        return FAULTY
    return 0


def _lines(
    plan: Plan, games: int, engine: Engine, records: Path | None, data_set: DataSet | None
) -> Iterator[GameLine]:
    """The games as they come, each written wherever it is wanted; first those that a data set has already."""
    first = 0
    if data_set is not None:
        for line in data_set.lines(games):
            first += 1
            yield line
    try:
        for played in run(plan, range(first, games), engine):
            if records is not None and played.record is not None:
                write_text(records / f"{played.number:06d}.json", played.record)
            if data_set is not None:
                data_set.add(played)
            yield played.line
    finally:
        if data_set is not None:
            data_set.flush()


def print_lines(lines: Iterable[GameLine]) -> None:
    for line in lines:
        sys.stdout.write(msgspec.json.encode(line).decode() + "\n")


def summarised(plan: Plan, lines: Iterable[GameLine], games: int, phrases: Phrases) -> Summary:
    found = Summary(plan.bots, plan.seats)
    for line in watched(lines, games, phrases):
        found.add(line)
    return found


def print_summary(game: AnyGame, plan: Plan, found: Summary, phrases: Phrases) -> None:
    console = terminal()
    console.print(phrases.text("simulate.heading", game=game.title, seats=plan.seats, seed=plan.seed))
    console.print(_results("bot", found.bots, 1 / plan.seats, phrases))
    if plan.seats > 1:
        look = Look(game, game.speech.words_in(game_language(game, phrases.language)))
        seats = {look.name(seat): result for seat, result in enumerate(found.seats)}
        console.print(_results("seat", seats, 1 / plan.seats, phrases))
    console.print(_lengths(found, phrases))
    reasons = ", ".join(f"{reason} {count}" for reason, count in sorted(found.reasons.items()))
    console.print(phrases.text("simulate.endings", reasons=reasons))
    if found.unfinished:
        console.print(phrases.text("simulate.given-up", games=found.unfinished, moves=plan.limit))


def _results(who: str, results: dict[str, Results], even: float, phrases: Phrases) -> Table:
    headings = _headings(phrases, who, "games", "wins", "share", "sure", "even", "score", "sure")
    table = numbers_table(*headings)
    for name, result in results.items():
        low, high = (phrases.percent(end) for end in result.interval)
        table.add_row(
            name,
            phrases.number(result.games),
            phrases.number(result.wins, 1),
            phrases.percent(result.share),
            phrases.text("number.range", low=low, high=high),
            phrases.percent(even),
            phrases.number(result.scores.mean, 2),
            f"± {phrases.number(result.scores.half_width, 2)}",
        )
    return table


def _lengths(found: Summary, phrases: Phrases) -> Table:
    table = numbers_table(*_headings(phrases, "length", "mean", "sure", "shortest", "longest"))
    for name, sample in zip(_headings(phrases, "moves", "rounds"), (found.moves, found.rounds), strict=True):
        width = f"± {phrases.number(sample.half_width, 1)}"
        table.add_row(name, phrases.number(sample.mean, 1), width, *_extremes(sample, phrases))
    return table


def _headings(phrases: Phrases, *names: str) -> list[str]:
    return [phrases.text(f"simulate.{name}") for name in names]


def _extremes(sample: Sample, phrases: Phrases) -> tuple[str, str]:
    return phrases.number(sample.low), phrases.number(sample.high)
