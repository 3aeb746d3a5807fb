"""``engineshed analyse``: what decided a finished game, and how a position would go on."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter
from cyclopts.validators import Number
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from engineshed.cli.arguments import Positive
from engineshed.cli.engines import ClusterAddress, EngineName, Jobs, chosen_engine, watched
from engineshed.cli.files import read_text, write_text
from engineshed.cli.language import Language
from engineshed.cli.phrases import Mistake, Phrases, game_language
from engineshed.cli.screen import errors, terminal
from engineshed.core.errors import UnknownNameError
from engineshed.core.record import open_record, read_record
from engineshed.core.registry import bot_names, find_game
from engineshed.core.table import Table
from engineshed.core.words import ENGLISH
from engineshed.lab.analysis import Analysis, Effort, analyse, strongest
from engineshed.lab.analysis.endings import endings
from engineshed.lab.analysis.playing_on import QUICK
from engineshed.lab.analysis.report import write_analysis
from engineshed.lab.engines import Engine
from engineshed.terminal.tables import numbers_table

QUICKLY = "quick"
"""How the quick policy is named on the command line."""


def analysis(
    file: Path,
    /,
    *,
    worlds: Positive = 40,
    trials: Positive = 60,
    bot: str | None = None,
    adviser: str | None = None,
    seconds: Annotated[float, Parameter(validator=Number(gt=0, lte=86400))] = 600,
    at: int | None = None,
    games: Positive = 200,
    out: Path | None = None,
    seed: str = "analysis",
    jobs: Jobs = None,
    engine: EngineName = "pool",
    cluster: ClusterAddress = None,
    language: Language = ENGLISH,
) -> None:
    """Find out what decided a finished game: everybody's chances, the turns that cost most, better moves, luck.

    Writes a page that needs nothing from elsewhere. With --at, a position of the game is played on many times instead.

    Parameters
    ----------
    file
        The record of a game.
    worlds
        How often each position is played on.
    trials
        How often each move is tried that is compared with the one that was played.
    bot
        Who plays on: a bot, or "quick" for the game's quick policy, which takes milliseconds for a game; the strongest
        of them for which there is time if not given. With --at, "quick" if not given.
    adviser
        The bot that says which moves to try, and why.
    seconds
        Stop after so many seconds with what has been found.
    at
        Play on from the position after this many plies, draws included, and tell how it ended.
    games
        How often, with --at.
    out
        Where to write, without an ending; the record's name and "-analysis" if not given.
    seed
        Any text; the same seed finds the same, unless time runs out.
    """
    record, phrases = read_record(read_text(file), str(file)), Phrases(language)
    game = find_game(record.game)
    adviser = adviser or game.bots.usual
    for name in (bot or QUICKLY, adviser):
        if name != QUICKLY and name not in bot_names(game.id):
            raise UnknownNameError("bot", name, [QUICKLY, *bot_names(game.id)])
    player = QUICK if bot in (None, QUICKLY) else bot
    if at is not None:
        table = open_record(record, game, upto=at)
        _play_on(table, player, games, seed, chosen_engine(engine, cluster, jobs, games), phrases)
        return
    table, processes = open_record(record, game), chosen_engine(engine, cluster, jobs, worlds)
    effort = Effort(worlds=worlds, trials=trials, bot=player, adviser=adviser, seconds=seconds, seed=seed)
    if bot is None:
        effort = msgspec.structs.replace(effort, bot=strongest(table, effort, jobs or os.cpu_count() or 1))
    found = _analysed(table, effort, processes, phrases)
    place = out or file.with_name(f"{file.stem}-analysis")
    command = shlex.join(["engineshed", "analyse", file.name, *_settings(effort), "--language", language])
    for ending, text in write_analysis(table.game, found, record.players, language, command):
        write_text(place.with_name(f"{place.name}.{ending}"), text)
    for number, better in enumerate(found.better, 1):
        seat = _seat(table, better.turn.seat, language)
        terminal().print(
            phrases.text(
                "analyse.better",
                number=number,
                seat=seat,
                step=better.ply,
                played=better.played,
                better=better.better,
                gain=phrases.number(100 * better.gain.value),
            )
        )
    terminal().print(phrases.text("analyse.written", file=f"{place}.html", other=f"{place}.md"))


def _settings(effort: Effort) -> list[str]:
    chosen = {"worlds": effort.worlds, "trials": effort.trials, "bot": effort.bot or QUICKLY, "adviser": effort.adviser}
    chosen |= {"seconds": f"{effort.seconds:g}", "seed": effort.seed}
    return [word for name, value in chosen.items() for word in (f"--{name}", str(value))]


def _analysed(table: Table[Any, Any, Any], effort: Effort, engine: Engine, phrases: Phrases) -> Analysis:
    console = errors()
    columns = (TextColumn(phrases.text("analyse.progress")), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=1.0)
        for step in analyse(table, effort, engine):
            progress.update(task, completed=step.done)
            found = step.found
    return found


def _play_on(table: Table[Any, Any, Any], bot: str, games: int, seed: str, engine: Engine, phrases: Phrases) -> None:
    if table.over:
        raise Mistake("over")
    summary = endings(table, bot, seed)
    for shares, scores in watched(summary.play(games, engine), games, phrases):
        summary.add(shares, scores)
    terminal().print(phrases.text("analyse.played", games=games, step=len(table.before.moves) + table.ply))
    rows = numbers_table(*(phrases.text(f"simulate.{name}") for name in ("seat", "wins", "score")))
    for seat, results in enumerate(summary.seats):
        low, high = map(phrases.percent, results.interval)
        wins = f"{phrases.percent(results.share)} ({phrases.text('number.range', low=low, high=high)})"
        score = f"{phrases.number(results.scores.mean, 1)} ± {phrases.number(results.scores.half_width, 1)}"
        rows.add_row(_seat(table, seat, phrases.language), wins, score)
    terminal().print(rows)


def _seat(table: Table[Any, Any, Any], seat: int, language: str) -> str:
    game = table.game
    return game.speech.words_in(game_language(game, language)).word(f"company.{game.seat_names[seat]}")
