"""``engineshed rules GAME RULE --where``: where a rule is in the code, and what shows it at work."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from engineshed.core.contract import AnyGame
from engineshed.core.house import house_words
from engineshed.core.rulebook import Rule
from engineshed.core.words import Message
from engineshed.lab.evidence import SIDES, Evidence, evidence_for
from engineshed.lab.whereabouts import checkout, home_of, places_of, short

Row = tuple[str, str, str]
"""What is done with the rule, where, and details."""


def print_whereabouts(game: AnyGame, rule: Rule, language: str, console: Console) -> None:
    words = house_words(language)
    if rule.tells:
        console.print(Padding(Text(words.word("where.tells")), (1, 0, 0, 2)))
    else:
        heading = words.text(Message("where.code", {"folder": short(home_of(game))}))
        _print_rows(heading, list(_in_code(game, rule)), language, console)
    _print_rows(words.word("where.shown"), list(_in_use(game, rule, language)), language, console)
    if checkout() is None:
        console.print(Padding(Text(words.word("where.no-tests"), style="dim"), (1, 0, 0, 2)))


def _in_code(game: AnyGame, rule: Rule) -> Iterator[Row]:
    for part, places in places_of(game, rule.id).items():
        for place in places:
            yield part, f"{short(place.file, home_of(game))}:{place.line}", place.name


def _in_use(game: AnyGame, rule: Rule, language: str) -> Iterator[Row]:
    root, home = checkout(), home_of(game)
    shown = evidence_for(game, None if root is None else root / "tests" / "games")
    for side in SIDES:
        rows = [_shown(one, home, language) for one in shown if (one.rule.lower(), one.side) == (rule.id.lower(), side)]
        for place, title in dict.fromkeys(rows):
            yield side, place, title


def _shown(one: Evidence, home: Path, language: str) -> tuple[str, str]:
    """Tests by file and line, scenarios by file and title."""
    if one.scenario is not None:
        return short(one.file, home), one.scenario.title_in(language)
    return f"{short(one.file)}:{one.source.rpartition(':')[2]}", ""


def _print_rows(heading: str, rows: list[Row], language: str, console: Console) -> None:
    console.print(Padding(Text(heading, style="bold"), (1, 0, 0, 2)))
    words = house_words(language)
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column()
    table.add_column(no_wrap=True, overflow="fold")
    table.add_column()
    before = ""
    for does, place, more in rows:
        table.add_row("" if does == before else words.word(f"where.{does}"), Text(place, style="cyan"), more)
        before = does
    console.print(Padding(table if rows else Text(words.word("where.nowhere")), (0, 0, 0, 4)))
