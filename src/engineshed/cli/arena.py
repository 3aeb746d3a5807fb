"""``engineshed arena``: bots against each other, and how strong each is."""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter
from cyclopts.validators import Number
from rich.table import Table

from engineshed.cli.arguments import MapName, Positive, Settings, read_bots, seats_or_usual, set_up
from engineshed.cli.datafolder import DataFolder, announced
from engineshed.cli.engines import ClusterAddress, EngineName, Jobs, chosen_engine, watched
from engineshed.cli.language import Language
from engineshed.cli.phrases import Mistake, Phrases
from engineshed.cli.screen import errors, terminal
from engineshed.cli.simulate import FAULTY, USUAL_SEATS
from engineshed.core.registry import bot_names, find_game
from engineshed.core.words import ENGLISH
from engineshed.lab.arena import Arena, Tournament, compete
from engineshed.lab.programs import SECONDS, Program
from engineshed.lab.ratings import Ratings
from engineshed.lab.simulate import LIMIT, FaultError
from engineshed.terminal.tables import numbers_table

NAME = re.compile(r"[A-Za-z0-9][\w.-]{0,39}")
LONGEST = 3600.0


def arena(
    game: str,
    /,
    *,
    bots: str,
    games: Positive = 1000,
    seats: int | None = None,
    map_: MapName = None,
    data: DataFolder = None,
    option: Settings = (),
    program: Annotated[tuple[str, ...], Parameter(show_default=False)] = (),
    seconds: Annotated[float, Parameter(validator=Number(gt=0, lte=LONGEST))] = SECONDS,
    seed: str = "0",
    jobs: Jobs = None,
    engine: EngineName = "pool",
    cluster: ClusterAddress = None,
    limit: Positive = LIMIT,
    to_the_end: bool = False,
    referee: bool = False,
    json: bool = False,
    language: Language = ENGLISH,
) -> int:
    """Let bots play against each other until it is clear which is stronger, and rate them.

    Each block of games has the same bots and the same seed, and every bot sits on each seat once.

    Parameters
    ----------
    game
        Which game, for example steam-power.
    bots
        Their names with commas between them, at least two. If there are fewer than seats, some sit twice; if there are
        more, they take turns.
    games
        How many games at most, rounded up to whole blocks.
    seats
        How many players; 4 if not given, or the nearest number that the game allows.
    program
        A bot that is a program of its own, as name=command; it speaks JSON lines. May be given several times; --bots
        then uses its name.
    seconds
        How long such a program may think about one move.
    seed
        Any text; block number i has the seed "SEED/i".
    limit
        Give a game up after this many moves of its players.
    to_the_end
        Play all games, even if the bots can be told apart earlier.
    referee
        Check every move and every position, and stop at the first fault.
    json
        Print nothing but one line of JSON with the ratings.
    """
    chosen, phrases = find_game(game), Phrases(language)
    count = seats_or_usual(chosen, seats, USUAL_SEATS)
    programs = _programs(program, seconds, bot_names(chosen.id))
    players = tuple(dict.fromkeys(read_bots(chosen, bots, programs)))
    if len(players) < 2 or count < 2:
        raise Mistake("arena-alone")
    table = set_up(chosen, count, map_, option, texts=announced(chosen, data, language), seed=seed)
    tournament = Tournament(
        game=chosen.id,
        seats=count,
        options=table.options_doc(),
        bots=players,
        seed=seed,
        limit=limit,
        referee=referee,
        programs=programs,
    )
    whole = -(-games // count) * count
    arenas = compete(tournament, whole, chosen_engine(engine, cluster, jobs, whole), to_the_end=to_the_end)
    found = Arena(tournament)
    try:
        for so_far in watched(arenas, whole, phrases):
            found = so_far
    except FaultError as fault:
        errors().print(phrases.text("simulate.fault", fault=str(fault)), style="red")
        return FAULTY
    if json:
        sys.stdout.write(msgspec.json.encode(_doc(found)).decode() + "\n")
    else:
        _print(chosen.title, found, whole, phrases)
    return 0


def _programs(typed: Sequence[str], seconds: float, taken: Sequence[str]) -> dict[str, Program]:
    programs = {}
    for text in typed:
        name, equals, command = text.partition("=")
        try:
            words = tuple(shlex.split(command))
        except ValueError:
            words = ()
        if not equals or not words or not NAME.fullmatch(name):
            raise Mistake("program", text=text)
        if name in taken or name in programs:
            raise Mistake("program-name", name=name)
        if shutil.which(words[0]) is None:
            raise Mistake("no-program", command=words[0])
        programs[name] = Program(words, seconds)
    return programs


def _doc(found: Arena) -> dict[str, Any]:
    ratings = found.ratings()
    return {
        "game": found.tournament.game,
        "seats": found.tournament.seats,
        "options": found.tournament.options,
        "seed": found.tournament.seed,
        "games": found.games,
        "unfinished": found.unfinished,
        "bots": [
            {
                "name": found.bots[bot],
                "rating": ratings.rating(bot).points,
                "interval": ratings.rating(bot)[1:],
                "games": found.played[found.bots[bot]],
                "wins": found.wins[found.bots[bot]],
                "faults": found.faults.get(found.bots[bot], {}),
            }
            for bot in ratings.order()
        ],
        "differences": {
            found.bots[bot]: {
                found.bots[other]: ratings.difference(bot, other) for other in ratings.order() if other != bot
            }
            for bot in ratings.order()
        },
        "ahead": {
            bot: {
                other: meeting.ahead / meeting.games for (one, other), meeting in found.meetings.items() if one == bot
            }
            for bot in found.bots
        },
    }


def _print(title: str, found: Arena, most: int, phrases: Phrases) -> None:
    console, ratings = terminal(), found.ratings()
    tournament = found.tournament
    console.print(
        phrases.text("arena.heading", game=title, seats=tournament.seats, games=found.games, seed=tournament.seed)
    )
    console.print(_ratings(found, ratings, phrases))
    console.print(_cross(found, ratings, phrases))
    if found.unfinished:
        console.print(phrases.text("simulate.given-up", games=found.unfinished, moves=tournament.limit))
    for bot, reasons in sorted(found.faults.items()):
        for reason, games in sorted(reasons.items()):
            console.print(phrases.text("arena.fault", bot=bot, games=games, reason=f"@arena.reason-{reason}"))
    console.print(phrases.say("arena.all" if found.games == most else "arena.apart"))


def _ratings(found: Arena, ratings: Ratings, phrases: Phrases) -> Table:
    table = numbers_table(
        *(phrases.text(f"arena.{name}") for name in ("bot", "rating", "sure", "games", "wins", "next"))
    )
    order = ratings.order()
    for bot, behind in zip(order, [*order[1:], None], strict=True):
        name, rating = found.bots[bot], ratings.rating(bot)
        low, high = (phrases.number(end) for end in rating[1:])
        lead = "" if behind is None else _lead(ratings, bot, behind, phrases)
        table.add_row(
            name,
            phrases.number(rating.points),
            phrases.text("number.range", low=low, high=high),
            phrases.number(found.played[name]),
            phrases.percent(found.wins[name] / max(1, found.played[name])),
            lead,
        )
    return table


def _lead(ratings: Ratings, bot: int, behind: int, phrases: Phrases) -> str:
    lead = ratings.difference(bot, behind)
    return f"{phrases.number(lead.points)} ± {phrases.number(lead.high - lead.points)}"


def _cross(found: Arena, ratings: Ratings, phrases: Phrases) -> Table:
    """How often the bot of a row finished ahead of the bot of a column."""
    order = [found.bots[bot] for bot in ratings.order()]
    table = numbers_table(phrases.text("arena.ahead"), *order)
    for bot in order:
        cells = []
        for other in order:
            meeting = found.meetings.get((bot, other))
            cells.append(phrases.percent(meeting.ahead / meeting.games) if meeting else "·")
        table.add_row(bot, *cells)
    return table
