"""``engineshed puzzle`` sets one; ``engineshed puzzles`` finds more, and proves what their files say."""

from __future__ import annotations

import shlex
import time
from collections import Counter
from collections.abc import Iterator
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter
from cyclopts.validators import Number
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from engineshed.cli.arguments import Positive, Settings
from engineshed.cli.engines import ClusterAddress, EngineName, Jobs, chosen_engine
from engineshed.cli.files import make_folder, read_text, write_text
from engineshed.cli.language import Language
from engineshed.cli.learning import Learning
from engineshed.cli.phrases import Mistake, Phrases
from engineshed.cli.screen import Screen, errors, terminal
from engineshed.core.contract import AnyGame
from engineshed.core.options import parse_setting
from engineshed.core.registry import find_game, game_ids
from engineshed.core.words import ENGLISH
from engineshed.lab.engines import Engine
from engineshed.lab.puzzles import (
    PREFIX,
    Budget,
    Finding,
    Puzzle,
    check_puzzle,
    find_puzzle,
    game_of_the_day,
    make_puzzles,
    of_the_day,
    prove_puzzle,
    puzzle_files,
    puzzles,
    read_puzzle,
    write_puzzle,
)

DAY = 86400
MOST_GAMES = 100_000
UNCHANGING = "greedy-1"
"""Plays on if the game has it, because it never changes."""
ALIKE = 3
"""At most a third of the puzzles made at once have solutions of the same kind, and at most a third are easy."""


def puzzle(game: str | None = None, number: str | None = None, *, language: Language = ENGLISH) -> None:
    """Solve a puzzle: a position in which one move is clearly better than all others.

    Parameters
    ----------
    game
        Which game; without it, the puzzle of the day, the same as in the lobby.
    number
        Which of its puzzles; today's if not given.
    """
    today = int(time.time()) // DAY
    chosen = game_of_the_day(today) if game is None else find_game(game)
    if chosen is None:
        raise Mistake("no-puzzles-anywhere")
    name = number or of_the_day(chosen, today)
    if name is None:
        raise Mistake("no-puzzles", game=chosen.title)
    lesson = find_puzzle(chosen, name)
    screen = Screen(chosen, terminal(), language)
    if game is None:
        screen.say("puzzle.today", "dim", game=chosen.title)
    if Learning(lesson, screen).run():
        following = int(lesson.id.removeprefix(PREFIX)) % len(puzzles(chosen)) + 1
        screen.say("puzzle.right", "bold", game=chosen.id, number=following)


workshop = App(name="puzzles", help="Make puzzles out of games of strong bots, and prove what their files say.")


@workshop.command
def make(
    game: str,
    /,
    *,
    out: Path,
    count: Positive = 30,
    margin: Annotated[float, Parameter(validator=Number(gt=0))] = 1.0,
    worlds: Annotated[int, Parameter(validator=Number(gte=8))] = 48,
    rounds: Annotated[int, Parameter(validator=Number(gte=0))] = 0,
    looks: Positive = 40,
    most: Positive = 3,
    option: Settings = (),
    seed: str = "puzzles",
    jobs: Jobs = None,
    engine: EngineName = "pool",
    cluster: ClusterAddress = None,
    language: Language = ENGLISH,
) -> None:
    """Make puzzles: usual bots begin games, strong ones play their last third, and where one move seems to stand out,
    all moves are tried in many worlds.

    A folder that has puzzles of the game is filled up; with another seed, they come from other games.

    Parameters
    ----------
    game
        Which game, for example steam-power.
    out
        A folder for the files.
    count
        How many puzzles the folder shall have in the end.
    margin
        By how many points the solution must certainly be better than every other move.
    worlds
        In how many worlds each move is tried at most.
    rounds
        How many rounds are played on after a move; 0: to the end of the game.
    looks
        At how many of the last decisions of each game it is tried to find a puzzle.
    most
        How many puzzles are taken from one game.
    seed
        Any text; the same seed finds the same puzzles.
    """
    chosen, phrases = find_game(game), Phrases(language)
    make_folder(out)
    bot = UNCHANGING if UNCHANGING in chosen.bots else chosen.bots.usual
    options = dict(parse_setting(chosen.rules.options, setting) for setting in option)
    work = Finding(
        chosen.id, Budget(margin, worlds, rounds, bot, seed), looks, most, chosen.bots.levels[0].name, options
    )
    chosen_settings = {"margin": f"{margin:g}", "worlds": worlds, "rounds": rounds, "looks": looks, "most": most}
    settings = [word for name, value in chosen_settings.items() for word in (f"--{name}", str(value))]
    settings += [word for setting in option for word in ("--option", setting)]
    command = shlex.join(["engineshed", "puzzles", "make", chosen.id, *settings, "--seed", seed])
    known = [read_puzzle(read_text(file), str(file)) for file in sorted(out.glob("*.toml"))]
    for found in _wanted(work, known, count, chosen_engine(engine, cluster, jobs, count), phrases):
        known.append(found)
        file = out / f"{len(known):02}.toml"
        write_text(file, write_puzzle(found, command))
        terminal().print(phrases.text("puzzle.ready", file=str(file), solution=found.solution, ease=found.ease))
    terminal().print(phrases.text("puzzle.made", puzzles=len(known), folder=str(out)))


def _wanted(work: Finding, known: list[Puzzle], count: int, engine: Engine, phrases: Phrases) -> Iterator[Puzzle]:
    """New puzzles until there are enough, neither too many easy ones nor too many alike."""
    console, share = errors(), -(-count // ALIKE)
    kinds, easy = Counter(map(_kind, known)), sum(one.ease == "easy" for one in known)
    columns = (TextColumn(phrases.text("puzzle.progress")), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=count, completed=len(known))
        games = 0 if len(known) >= count else MOST_GAMES
        for found in (one for some in make_puzzles(work, games, engine) for one in some):
            if any(found.position == one.position for one in known) or kinds[_kind(found)] >= share:
                continue
            if found.ease == "easy" and easy >= share:
                continue
            kinds[_kind(found)] += 1
            easy += found.ease == "easy"
            yield found
            progress.update(task, completed=len(known))
            if len(known) >= count:
                return


def _kind(one: Puzzle) -> str:
    return one.solution.partition(" ")[0]


@workshop.command
def check(*files: Path, prove: bool = False, language: Language = ENGLISH) -> None:
    """Check puzzle files: that the position is sound, and the moves are legal.

    Parameters
    ----------
    files
        Puzzle files; if none is given, all that come with the games.
    prove
        Also play the stated budget again, which takes a while for each.
    """
    given = list(_given(files))
    for source, text in given:
        found = read_puzzle(text, source)
        check_puzzle(found, source)
        if prove:
            prove_puzzle(found, source)
    terminal().print(Phrases(language).text("puzzle.sound", puzzles=len(given)))


def _given(files: tuple[Path, ...]) -> Iterator[tuple[str, str]]:
    if files:
        yield from ((str(file), read_text(file)) for file in files)
        return
    for game in map(find_game, game_ids()):
        yield from ((_name(game, file), file.read_text(encoding="utf-8")) for file in puzzle_files(game))


def _name(game: AnyGame, file: Traversable) -> str:
    return f"{game.id}/{file.name}"
