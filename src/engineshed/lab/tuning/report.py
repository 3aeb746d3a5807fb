"""What a run of tuning has moved: the weights as a file, and a report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean
from typing import Any

from engineshed import __version__
from engineshed.core.contract import AnyGame
from engineshed.core.words import Message, Param, Words, figure
from engineshed.lab.report.charts import Bar, interval_chart
from engineshed.lab.report.page import Block, Chart, Report, Section, Table, charts_of, file_of, html, markdown
from engineshed.lab.report.texts import report_words
from engineshed.lab.stats import wilson
from engineshed.lab.tuning.dials import Dial, with_dials
from engineshed.lab.tuning.history import Generation, Start
from engineshed.lab.tuning.search import Check
from engineshed.lab.tuning.trials import Outcome


def weights_file(
    like: str, start: Start, dials: Sequence[Dial], middle: Sequence[float], found: Check, command: str
) -> str:
    """A file of weights with only the numbers that have changed and their history, to be put beside the one that it is
    like."""
    turned = with_dials(start.weights, dials, middle)
    changed = {key: value for key, value in turned.items() if value != start.weights[key]}
    tables = {key: value for key, value in changed.items() if isinstance(value, Mapping)}
    lines = [f"# Made by: {command}", f"# {_history(start, found)}", f'like = "{like}"', ""]
    lines += [f"{key} = {_toml(value)}" for key, value in changed.items() if key not in tables]
    for key, table in tables.items():
        lines += ["", f"[{key}]", *(f"{name} = {_toml(value)}" for name, value in table.items())]
    return "\n".join(lines) + "\n"


def _history(start: Start, found: Check) -> str:
    """In English, as all data files are."""
    (before, *_), (after, low, high) = share(found.before), share(found.after)
    against = " and ".join(start.opponents)
    return (
        f"In {len(found.after)} new games of {start.seats} players against {against}, the numbers as they were won "
        f"{before:.0%}, and these {after:.0%} ({low:.0%} to {high:.0%})."
    )


def _toml(value: Any) -> str:
    return f"[{', '.join(map(_toml, value))}]" if isinstance(value, list | tuple) else str(value)


def write_report(
    game: AnyGame,
    start: Start,
    dials: Sequence[Dial],
    generations: Sequence[Generation],
    found: Check,
    language: str,
    command: str,
) -> Iterator[tuple[str, str]]:
    """The files of a report, each by its name."""
    report = _Writer(game, start, dials, generations, found, report_words(language), command).report()
    yield "report.html", html(report)
    yield "report.md", markdown(report, "report")
    for chart in charts_of(report):
        yield file_of(chart, "report"), chart.svg


class _Writer:
    def __init__(
        self,
        game: AnyGame,
        start: Start,
        dials: Sequence[Dial],
        generations: Sequence[Generation],
        found: Check,
        words: Words,
        command: str,
    ) -> None:
        self.game, self.start, self.dials, self.generations, self.found = game, start, dials, generations, found
        self.words, self.command = words, command

    def report(self) -> Report:
        start = self.start
        played = len(self.generations) * start.population * start.games
        return Report(
            language=self.words.language,
            title=self._text("tune.title", game=self.game.title, bot=start.level),
            lead=[
                self._text("tune.lead", opponents=", ".join(start.opponents), games=played, seats=start.seats),
                self._text("tune.method"),
            ],
            sections=[self._checked(), self._moved(), self._course()],
            footer=self._text("report.footer", version=__version__, game=self.game.title, rules=self.game.version),
            command=self.command,
            show_numbers=self._text("report.show"),
        )

    def _checked(self) -> Section:
        title = self._text("tune.checked")
        names = self._text("tune.before"), self._text("tune.after")
        bars = [Bar(name, *share(games)) for name, games in zip(names, self.found, strict=True)]
        rows = [
            [bar.label, str(len(games)), self._percent(bar.value), self._range(bar)]
            for bar, games in zip(bars, self.found, strict=True)
        ]
        head = [self._text(f"head.{name}") for name in ("bot", "games", "wins", "sure")]
        svg = interval_chart(title, bars, 1 / self.start.seats, self._percent)
        blocks: list[Block] = [Chart("checked", title, svg), Table(title, head, rows, [False, False])]
        return Section(title, blocks)

    def _moved(self) -> Section:
        """The weights, those that moved farthest first."""
        title = self._text("tune.moved")
        turns = self.generations[-1].middle
        order = sorted(range(len(self.dials)), key=lambda place: -abs(turns[place]))
        rows = []
        for place in order:
            dial, value = self.dials[place], self.dials[place].turned(turns[place])
            rows.append([dial.name, f"{dial.start:g}", f"{value:g}", self._figure(value / dial.start, 2)])
        head = [self._text(f"tune.{name}") for name in ("weight", "before", "after", "factor")]
        return Section(title, [Table(title, head, rows, [False] * len(rows))])

    def _course(self) -> Section:
        title = self._text("tune.course")
        head = [self._text(f"tune.{name}") for name in ("generation", "won", "merit", "best")]
        rows = [
            [str(number), self._percent(one.won), self._figure(fmean(one.merits), 3), self._figure(max(one.merits), 3)]
            for number, one in enumerate(self.generations, 1)
        ]
        return Section(title, [Table(title, head, rows, [False] * len(rows))])

    def _range(self, bar: Bar) -> str:
        return self._text("text.range", low=self._percent(bar.low), high=self._percent(bar.high))

    def _percent(self, value: float) -> str:
        return self._text("report.percent", number=self._figure(100 * value, 1))

    def _figure(self, value: float, places: int) -> str:
        return figure(value, places, self.words.language)

    def _text(self, message: str, /, **params: Param) -> str:
        return self.words.text(Message(message, params))


def share(games: Sequence[Outcome]) -> tuple[float, float, float]:
    """The share of games won, and its interval."""
    wins = sum(outcome.won for outcome in games)
    return wins / len(games), *wilson(wins, len(games))
