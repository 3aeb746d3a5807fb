"""``engineshed report``: what games between bots show about the balance of a game."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

from engineshed.cli.arguments import Positive, Settings, read_bots, set_up
from engineshed.cli.engines import ClusterAddress, EngineName, Jobs, chosen_engine, watched
from engineshed.cli.files import make_folder, write_text
from engineshed.cli.language import Language
from engineshed.cli.phrases import Mistake, Phrases
from engineshed.cli.screen import terminal
from engineshed.core.contract import AnyGame
from engineshed.core.errors import Trouble
from engineshed.core.registry import find_game, make_bot
from engineshed.core.words import ENGLISH
from engineshed.lab.report.balance import Layout, Players, Settled, notes_of, write_report


def report(
    game: str,
    /,
    *,
    games: Positive = 200,
    seats: str | None = None,
    maps: str | None = None,
    option: Settings = (),
    vary: Annotated[tuple[str, ...], Parameter(show_default=False)] = (),
    bots: str | None = None,
    opening: Annotated[int, Parameter(validator=Number(gte=0))] = 0,
    seed: str = "0",
    jobs: Jobs = None,
    engine: EngineName = "pool",
    cluster: ClusterAddress = None,
    out: Path | None = None,
    language: Language = ENGLISH,
) -> None:
    """Let bots play a game in many settings, and report what that shows: seats, first choices, values, endings.

    Writes a page that needs nothing from elsewhere, and the same as Markdown with its drawings.

    Parameters
    ----------
    game
        Which game, for example steam-power.
    games
        How many games in each setting: each map with each number of players.
    seats
        Numbers of players with commas between them; all that are allowed if not given.
    maps
        Ids of maps with commas between them; all if not given.
    vary
        An option with several values, name=value,value: each value is a setting of its own. May be given several times.
    bots
        Their names with commas between them; they take turns in the seats as with simulate.
    opening
        In so many of its first choices, each bot plays its second or third best move every other time, so that the
        games of bots that always play alike differ.
    seed
        Any text; the same seed gives the same report.
    out
        Where to write, without an ending; GAME-balance if not given.
    """
    chosen = find_game(game)
    players = Players(read_bots(chosen, bots or chosen.bots.usual), opening)
    _refuse_those_without_other_ideas(chosen, players)
    layouts = _layouts(chosen, seats, maps, (option, vary), at_random=set(players.bots) == {"random"})
    place, phrases = out or Path(f"{game}-balance"), Phrases(language)
    make_folder(place.parent)
    workers = chosen_engine(engine, cluster, jobs, games)
    settled = [Settled(layout, []) for layout in layouts]

    def play() -> Iterator[None]:
        for setting in settled:
            for notes in notes_of(chosen.id, setting.layout, games, players, seed, workers):
                setting.games.append(notes)
                yield

    for _ in watched(play(), games * len(layouts), phrases):
        pass
    command = _command(game, games, seats, maps, option, vary, players, seed, language)
    for name, text in write_report(chosen, settled, opening, language, command, place.name):
        write_text(place.parent / name, text)
    terminal().print(phrases.text("report.written", file=f"{place}.html", other=f"{place}.md"))


def _refuse_those_without_other_ideas(game: AnyGame, players: Players) -> None:
    for bot in players.bots:
        if players.opening and not hasattr(make_bot(game.id, bot), "weigh"):
            raise Mistake("opening", bot=bot)


def _layouts(
    game: AnyGame,
    seats: str | None,
    maps: str | None,
    options: tuple[Sequence[str], Sequence[str]],
    *,
    at_random: bool,
) -> list[Layout]:
    """Every map with every number of players and every value that varies, except where the game refuses it."""
    option, vary = options
    counts = game.seats if seats is None else _numbers(seats)
    boards: Sequence[str | None] = game.boards.maps() or [None]
    if maps is not None:
        boards = [name.strip() for name in maps.split(",")]
    layouts, refused = [], None
    for board, count, varied in product(boards, counts, product(*map(_values, vary))):
        try:
            table = set_up(game, count, board, (*option, *varied), seed="", at_random=at_random)
        except Trouble as trouble:
            refused = trouble
            continue
        layouts.append(Layout(board or "", count, ", ".join(varied), table.options_doc()))
    if not layouts and refused is not None:
        raise refused
    return layouts


def _numbers(typed: str) -> list[int]:
    with suppress(ValueError):
        return [int(number) for number in typed.split(",")]
    raise Mistake("seat-numbers", numbers=typed)


def _values(typed: str) -> list[str]:
    """``variant=base,expert`` as ``variant=base`` and ``variant=expert``."""
    name, equals, values = typed.partition("=")
    return [f"{name}={value.strip()}" for value in values.split(",")] if equals else [typed]


def _command(
    game: str,
    games: int,
    seats: str | None,
    maps: str | None,
    option: Sequence[str],
    vary: Sequence[str],
    players: Players,
    seed: str,
    language: str,
) -> str:
    """The line that makes the same report: everything that its numbers depend on."""
    words = ["engineshed", "report", game, "--games", str(games)]
    for name, value in (("--seats", seats), ("--maps", maps)):
        words += [name, value] if value is not None else []
    for setting in option:
        words += ["--option", setting]
    for setting in vary:
        words += ["--vary", setting]
    words += ["--bots", ",".join(players.bots)]
    words += ["--opening", str(players.opening)] if players.opening else []
    words += ["--seed", seed, "--language", language]
    return shlex.join(words)
