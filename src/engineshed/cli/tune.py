"""``engineshed tune``: better weights for a bot, found by playing."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

from engineshed import __version__
from engineshed.cli.arguments import MapName, Positive, Settings, read_bots, seats_or_usual, set_up
from engineshed.cli.engines import ClusterAddress, EngineName, Jobs, chosen_engine
from engineshed.cli.files import make_folder, write_text
from engineshed.cli.language import Language
from engineshed.cli.phrases import Mistake, Phrases
from engineshed.cli.screen import terminal
from engineshed.core.registry import find_game
from engineshed.core.words import ENGLISH
from engineshed.lab.tuning.dials import dials_of
from engineshed.lab.tuning.history import History, Start
from engineshed.lab.tuning.report import share, weights_file, write_report
from engineshed.lab.tuning.search import check, search

FEWEST_SEATS = 2
FEWEST_DIALS = 2
"""CMA-ES looks for directions, and one number has none."""


def tune(
    game: str,
    /,
    *,
    bot: str,
    against: str = "greedy-1",
    weights: str | None = None,
    out: Path,
    generations: Positive = 20,
    population: Annotated[int, Parameter(validator=Number(gte=4))] = 12,
    games: Positive = 40,
    check_games: Positive = 200,
    spread: Annotated[float, Parameter(validator=Number(gt=0, lte=2))] = 0.3,
    seats: int | None = None,
    map_: MapName = None,
    option: Settings = (),
    seed: str = "0",
    jobs: Jobs = None,
    engine: EngineName = "pool",
    cluster: ClusterAddress = None,
    language: Language = ENGLISH,
) -> None:
    """Find better weights for a bot by playing: CMA-ES turns its numbers as long as it wins more.

    Writes weights.toml with the numbers that changed, a report about what moved, and history.jsonl with everything that
    was tried. The same command goes on with a run that was interrupted; with more --generations, it goes on for longer.

    Parameters
    ----------
    game
        Which game, for example steam-power.
    bot
        The bot whose weights are tuned.
    against
        The bots on the other seats, with commas between them.
    weights
        Only these weights, with commas between them; all but those of [search] if not given.
    out
        A folder for what is found.
    generations
        How many generations at most.
    population
        How many sets of weights are tried in each generation.
    games
        How many games each of them plays, rounded up so that it sits on every seat equally often.
    check_games
        How many new games the weights as they were, and as they are in the end, play for the report.
    spread
        How far weights are turned at first; at 1, most are between half and twice of what they were.
    seats
        How many players; 2 if not given, or the nearest number that the game allows.
    seed
        Any text; the same seed finds the same weights.
    """
    chosen, phrases = find_game(game), Phrases(language)
    count = seats_or_usual(chosen, seats, FEWEST_SEATS)
    if count < FEWEST_SEATS:
        raise Mistake("tune-alone")
    names, opponents = read_bots(chosen, bot), read_bots(chosen, against)
    if len(names) != 1 or names[0] not in chosen.bots:
        raise Mistake("tune-bot", name=bot)
    table = set_up(chosen, count, map_, option, seed=seed)
    start_weights = chosen.bots.weights_of(bot)
    only = (
        [name.strip() for name in weights.split(",")] if weights else [key for key in start_weights if key != "search"]
    )
    dials = dials_of(start_weights, only)
    if len(dials) < FEWEST_DIALS:
        raise Mistake("tune-dials")
    whole, checked = (-(-number // count) * count for number in (games, check_games))
    make_folder(out)
    start = Start(
        engineshed=__version__,
        game=chosen.id,
        version=chosen.version,
        seats=count,
        options=table.options_doc(),
        level=bot,
        weights=start_weights,
        dials=tuple(dial.name for dial in dials),
        opponents=opponents,
        games=whole,
        population=population,
        spread=spread,
        seed=seed,
    )
    workers = chosen_engine(engine, cluster, jobs, population * whole)
    seen = []
    for generation in search(History(out, start), dials, generations, workers):
        seen.append(generation)
        terminal().print(
            phrases.text(
                "tune.generation",
                number=len(seen),
                all=generations,
                won=phrases.percent(generation.won),
                merit=phrases.number(max(generation.merits), 3),
            )
        )
    middle = seen[-1].middle
    found = check(start, dials, checked, middle, workers)
    command = _command(start, weights, generations, games, check_games, map_, option)
    like = chosen.bots.level(bot).weights
    write_text(out / "weights.toml", weights_file(like, start, dials, middle, found, command))
    for name, text in write_report(chosen, start, dials, seen, found, language, f"{command} --language {language}"):
        write_text(out / name, text)
    for when, outcomes in zip(("before", "after"), found, strict=True):
        won, low, high = map(phrases.percent, share(outcomes))
        terminal().print(phrases.text(f"tune.{when}", games=len(outcomes), won=won, low=low, high=high))
    terminal().print(phrases.text("tune.written", file=str(out / "weights.toml"), other=str(out / "report.html")))


def _command(
    start: Start,
    weights: str | None,
    generations: int,
    games: int,
    check_games: int,
    board: str | None,
    option: tuple[str, ...],
) -> str:
    """The line that finds the same weights."""
    words = ["engineshed", "tune", start.game, "--bot", start.level, "--against", ",".join(start.opponents)]
    words += ["--weights", weights] if weights else []
    words += ["--generations", str(generations), "--population", str(start.population), "--games", str(games)]
    words += ["--check-games", str(check_games), "--spread", f"{start.spread:g}", "--seats", str(start.seats)]
    words += ["--map", board] if board else []
    for setting in option:
        words += ["--option", setting]
    return shlex.join([*words, "--seed", start.seed, "--out", "tuned"])
