"""``engineshed rules``: a game's rulebook on the screen, whole, or one rule with its tables and examples."""

from __future__ import annotations

from engineshed.cli.examples import print_example, print_titles
from engineshed.cli.language import Language
from engineshed.cli.phrases import game_language
from engineshed.cli.rulebook import print_rule, print_rulebook, print_table
from engineshed.cli.screen import terminal
from engineshed.cli.where import print_whereabouts
from engineshed.core.errors import Trouble
from engineshed.core.registry import find_game
from engineshed.core.words import ENGLISH
from engineshed.lab.examples import examples, examples_of, find_example

DRAWN = 2
"""How many examples of a rule are drawn; the others are only named."""


def rules(game: str, rule: str | None = None, *, where: bool = False, language: Language = ENGLISH) -> None:
    """Print the rules of a game in our own words.

    Parameters
    ----------
    game
        Which game, for example steam-power.
    rule
        Only this rule, for example R20, with its source, its tables and its examples; or only the example of this id.
    where
        Also show where the code enforces this rule, and which tests and scenarios show it at work.
    """
    chosen = find_game(game)
    spoken = game_language(chosen, language)
    book = chosen.speech.rulebook_in(spoken)
    console = terminal()
    if rule is None:
        if where:
            raise Trouble("where.which-rule")
        print_rulebook(chosen, book, console)
        return
    if rule.lower() in (example.id.lower() for example in examples(chosen)):
        print_example(chosen, find_example(chosen, rule), spoken, console)
        return
    found = book.rule(rule)
    print_rule(book, found, console)
    if where:
        print_whereabouts(chosen, found, language, console)
        return
    for table in chosen.tables():
        if table.rule == found.id:
            print_table(table, chosen.speech.words_in(spoken), console)
    shown = examples_of(chosen, found.id)
    for scenario in shown[:DRAWN]:
        print_example(chosen, scenario, spoken, console)
    print_titles(shown[DRAWN:], spoken, console)
