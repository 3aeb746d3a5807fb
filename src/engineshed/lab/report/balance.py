"""The games of a report: the same number in each setting, all from one seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from engineshed.core.contract import AnyGame
from engineshed.lab.engines import Engine, library
from engineshed.lab.report.gathering import GameNotes, Notes
from engineshed.lab.report.page import Report, charts_of, file_of, html, markdown
from engineshed.lab.simulate import Plan, run


class Layout(NamedTuple):
    """A setting before it is played."""

    map: str
    """Empty if the game has only one board."""
    seats: int
    told: str
    """The options that differ between settings, as typed."""
    options: dict[str, Any]


class Players(NamedTuple):
    """Who plays the games of a report."""

    bots: tuple[str, ...]
    opening: int
    """In how many of its first choices each of them varies."""


def notes_of(game: str, layout: Layout, games: int, players: Players, seed: str, engine: Engine) -> Iterator[GameNotes]:
    """The games of one setting, as they come."""
    plan = Plan(
        game=game,
        seats=layout.seats,
        options=layout.options,
        bots=players.bots,
        opening=players.opening,
        seed=seed,
        study=Notes(),
    )
    for played in run(plan, range(games), engine):
        yield played.found


class Settled(NamedTuple):
    """A setting and the games that were played in it."""

    layout: Layout
    games: list[GameNotes]


def write_report(
    game: AnyGame, settled: Sequence[Settled], opening: int, language: str, command: str, name: str
) -> Iterator[tuple[str, str]]:
    """The files of a report, each by its name, which begins with ``name``: HTML, Markdown, drawings for the latter."""
    written = library("numpy", "report", _load)(game, settled, opening, language, command)
    yield f"{name}.html", html(written)
    yield f"{name}.md", markdown(written, name)
    for chart in charts_of(written):
        yield file_of(chart, name), chart.svg


def _load() -> Callable[[AnyGame, Sequence[Settled], int, str, str], Report]:
    from engineshed.lab.report.writing import written_report  # noqa: PLC0415  (numpy is an extra)

    return written_report
