"""A rulebook on the screen: rules with their sources, and the tables that belong to them."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from engineshed.cli.phrases import Phrases
from engineshed.core.contract import AnyGame
from engineshed.core.house import house_words
from engineshed.core.reference import Cell, RuleTable, cell_text
from engineshed.core.rulebook import Rule, Rulebook, Section
from engineshed.core.words import Message, Param, Words, capital
from engineshed.lab.examples import examples_of


def print_rulebook(game: AnyGame, book: Rulebook, console: Console) -> None:
    """Section by section, each rule with its id, title and text, the tables after the rules of their section."""
    console.print(_heading(book))
    for section in book.sections:
        console.print()
        console.print(Text(section.title, style="bold underline"))
        console.print(_rows(game, book, section))
        for table in _tables_in(game, book, section):
            print_table(table, game.speech.words_in(book.language), console)


def _tables_in(game: AnyGame, book: Rulebook, section: Section) -> Iterator[RuleTable]:
    return (table for table in game.tables() if book.rule(table.rule).section == section.id)


def print_rule(book: Rulebook, rule: Rule, console: Console) -> None:
    """One rule in full: its section, its text, and its source."""
    section = next(section for section in book.sections if section.id == rule.section)
    console.print(Text.assemble((f"{rule.id}  {rule.title}", "bold"), (f"  ({book.title}, {section.title})", "dim")))
    console.print(Padding(Text(rule.text), (0, 0, 0, 2)))
    console.print(Padding(_source(book, rule), (0, 0, 0, 2)))


def print_table(table: RuleTable, words: Words, console: Console) -> None:
    """Under its title and the rule it belongs to; columns of numbers are aligned to the right."""
    title = Text.assemble((words.say(table.title), "bold"), (f"  ({table.rule})", "dim"))
    columns = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    for heading, cells in zip(table.headings, zip(*table.rows, strict=True), strict=True):
        columns.add_column(words.say(heading), justify="right" if _are_numbers(cells) else "left")
    for row in table.rows:
        columns.add_row(*(Text(capital(cell_text(cell, words))) for cell in row))
    console.print(Padding(title, (1, 0, 0, 2)))
    console.print(Padding(columns, (0, 0, 0, 2)))


def _are_numbers(cells: tuple[Cell, ...]) -> bool:
    return any(isinstance(cell, int) for cell in cells)


def _heading(book: Rulebook) -> Text:
    names: dict[str, Param] = {"title": book.title, "designer": book.designer, "publisher": book.publisher}
    heading = Text(house_words(book.language).say(Message("rulebook.heading", names)))
    heading.highlight_words([book.title], "bold")
    return heading


def _rows(game: AnyGame, book: Rulebook, section: Section) -> Table:
    """The rules as rows, with their ids in a separate column, so that a rule named in a refusal is easy to find."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style="bold cyan", justify="right", no_wrap=True)
    table.add_column()
    for rule in book.rules:
        if rule.section == section.id:
            table.add_row(rule.id, Text.assemble((f"{rule.title}. ", "bold"), rule.text))
            table.add_row("", Text("; ".join(_notes(game, book, rule)), style="dim"))
    return table


def _notes(game: AnyGame, book: Rulebook, rule: Rule) -> Iterator[str]:
    """Where the rule comes from, and which examples show it."""
    yield _source(book, rule).plain
    shown = ", ".join(scenario.id for scenario in examples_of(game, rule.id))
    if shown:
        yield Phrases(book.language).text("rules.examples", examples=shown)


def _source(book: Rulebook, rule: Rule) -> Text:
    return Text(f"{house_words(book.language).word(f'basis.{rule.basis}')}: {rule.where}", style="dim")
