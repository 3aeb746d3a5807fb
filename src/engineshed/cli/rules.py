"""``engineshed rules``: a game's rulebook on the screen, the whole of it or one rule in full."""

from __future__ import annotations

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from engineshed.cli.language import Language
from engineshed.cli.phrases import game_language
from engineshed.cli.where import print_whereabouts
from engineshed.core.errors import Trouble
from engineshed.core.house import house_words
from engineshed.core.registry import find_game
from engineshed.core.rulebook import Rule, Rulebook
from engineshed.core.words import ENGLISH, Message, Param


def rules(game: str, rule: str | None = None, *, where: bool = False, language: Language = ENGLISH) -> None:
    """Print the rules of a game in our own words.

    Parameters
    ----------
    game
        Which game, for example steam-power.
    rule
        Only this rule, for example R20, with its source.
    where
        Also show where the code enforces this rule, and which tests and scenarios show it at work.
    """
    chosen = find_game(game)
    book = chosen.speech.rulebook_in(game_language(chosen, language))
    console = Console(highlight=False)
    if rule is None:
        if where:
            raise Trouble("where.which-rule")
        print_rulebook(book, console)
        return
    print_rule(book, book.rule(rule), console)
    if where:
        print_whereabouts(chosen, book.rule(rule), language, console)


def print_rulebook(book: Rulebook, console: Console) -> None:
    """Section by section, each rule with its id, title and text."""
    console.print(_heading(book))
    for section in book.sections:
        console.print()
        console.print(Text(section.title, style="bold underline"))
        console.print(_rows(book, section.id))


def print_rule(book: Rulebook, rule: Rule, console: Console) -> None:
    """One rule in full: its section, its text and its source."""
    section = next(section for section in book.sections if section.id == rule.section)
    console.print(Text.assemble((f"{rule.id}  {rule.title}", "bold"), (f"  ({book.title}, {section.title})", "dim")))
    console.print(Padding(Text(rule.text), (0, 0, 0, 2)))
    console.print(Padding(_source(book, rule), (0, 0, 0, 2)))


def _heading(book: Rulebook) -> Text:
    names: dict[str, Param] = {"title": book.title, "designer": book.designer, "publisher": book.publisher}
    heading = Text(house_words(book.language).say(Message("rulebook.heading", names)))
    heading.highlight_words([book.title], "bold")
    return heading


def _rows(book: Rulebook, section: str) -> Table:
    """Ids are in a column of their own, so that a rule named by a refusal is easy to find."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style="bold cyan", justify="right", no_wrap=True)
    table.add_column()
    for rule in book.rules:
        if rule.section == section:
            table.add_row(rule.id, Text.assemble((f"{rule.title}. ", "bold"), rule.text))
            table.add_row("", _source(book, rule))
    return table


def _source(book: Rulebook, rule: Rule) -> Text:
    return Text(f"{house_words(book.language).word(f'basis.{rule.basis}')}: {rule.where}", style="dim")
