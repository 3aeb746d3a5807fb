"""The rulebook on the screen."""

from __future__ import annotations

from importlib.resources import files
from io import StringIO

import pytest
from rich.console import Console

from engineshed.cli.rules import print_rule, print_rulebook, rules
from engineshed.core.errors import UnknownNameError
from engineshed.core.rulebook import Rulebook, read_rulebook


@pytest.fixture(scope="module")
def book() -> Rulebook:
    source = files("engineshed") / "games" / "steam_power" / "rulebook.toml"
    return read_rulebook(source.read_text(encoding="utf-8"), "rulebook.toml")


def screen() -> Console:
    return Console(file=StringIO(), width=80, highlight=False)


def shown(console: Console) -> str:
    assert isinstance(console.file, StringIO)
    return " ".join(console.file.getvalue().split())


def test_the_whole_book_shows_every_section_and_rule(book: Rulebook) -> None:
    console = screen()
    print_rulebook(book, console)
    text = shown(console)
    assert text.startswith("Steam Power, by Martin Wallace, published by Wallace Designs")
    for section in book.sections:
        assert section.title in text
    for rule in book.rules:
        assert f"{rule.id} {rule.title}. {rule.text}" in text


def test_one_rule_shows_what_it_rests_on(book: Rulebook) -> None:
    console = screen()
    print_rule(book, book.rule("r30"), console)
    text = shown(console)
    assert text.startswith("R30 No dead ends (Steam Power, Changing and crossing track)")
    assert "Our reading: German and Polish rules, action 1, are silent" in text


def test_the_command_prints_to_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    rules("steam-power", "R53")
    assert "Take $3 from the bank." in capsys.readouterr().out


def test_unknown_names_are_refused_with_a_hint() -> None:
    with pytest.raises(UnknownNameError, match="there is no game 'steam-powre'; did you mean steam-power"):
        rules("steam-powre")
    with pytest.raises(UnknownNameError, match="there is no rule 'R530'; did you mean R53"):
        rules("steam-power", "R530")
