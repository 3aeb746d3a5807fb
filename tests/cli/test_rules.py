"""``engineshed rules``: the rulebook in the terminal."""

from __future__ import annotations

from importlib.resources import files
from io import StringIO

import pytest
from rich.console import Console

from engineshed.cli.rulebook import print_rule, print_rulebook
from engineshed.cli.rules import rules
from engineshed.core.errors import UnknownNameError
from engineshed.core.reference import cell_text
from engineshed.core.registry import find_game, game_ids
from engineshed.core.rulebook import Rulebook, read_rulebook
from engineshed.core.words import PLURALS, Message
from tests.cli.conftest import Run


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
    print_rulebook(find_game("steam-power"), book, console)
    text = shown(console)
    assert text.startswith("Steam Power, by Martin Wallace, published by Wallace Designs")
    for section in book.sections:
        assert section.title in text
    for rule in book.rules:
        assert f"{rule.id} {rule.title}. {rule.text}" in text


def test_a_single_rule_shows_its_basis(book: Rulebook) -> None:
    console = screen()
    print_rule(book, book.rule("r30"), console)
    text = shown(console)
    assert text.startswith("R30 No dead ends (Steam Power, Changing and crossing track)")
    assert "Our reading: German and Polish rules, action 1, are silent" in text


def test_the_command_prints_to_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    rules("steam-power", "R53")
    assert "Take $3 from the bank" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", ["R53 Geld erhalten", "Du erhältst $3 von der Bank", "Gedruckt: Deutsche Regeln, Aktion 5"]),
        ("pl", ["R53 Pobranie pieniędzy", "Pobierz $3 z banku", "Z instrukcji: Instrukcja niemiecka, akcja 5"]),
    ],
)
def test_a_rule_is_printed_in_the_language_asked_for(engineshed: Run, language: str, said: list[str]) -> None:
    outcome = engineshed("rules", "steam-power", "R53", "--language", language)
    assert outcome.code == 0
    for words in said:
        assert words in " ".join(outcome.out.split())


def test_the_whole_book_is_headed_in_its_language(engineshed: Run) -> None:
    heading = "Steam Power, von Martin Wallace, erschienen bei Wallace Designs"
    assert engineshed("rules", "steam-power", "--language", "de").out.startswith(heading)


def test_unknown_names_are_refused_with_a_hint() -> None:
    with pytest.raises(UnknownNameError, match="there is no language 'fr'; choose from en, de, pl"):
        rules("steam-power", language="fr")
    with pytest.raises(UnknownNameError, match="there is no game 'steam-powre'; did you mean steam-power"):
        rules("steam-powre")
    with pytest.raises(UnknownNameError, match="there is no rule 'R530'; did you mean R53"):
        rules("steam-power", "R530")


# -- where a rule can be found --------------------------------------------------------------------------------------


def test_where_lists_code_scenarios_and_tests_of_a_rule(engineshed: Run) -> None:
    outcome = engineshed("rules", "steam-power", "r12", "--where")
    assert outcome.code == 0
    text = " ".join(outcome.out.split())
    assert text.startswith("R12 ")
    assert "In the code (src/engineshed/games/steam_power) refused rules/stages.py:" in text
    assert "out_of_time" in text
    assert "refused data/scenarios/S21-turn-it-or-take-it-away.toml Turn it or take it away" in text
    assert "tests/games/steam_power/scenarios/R12-no-passing.toml No passing" in text
    assert (
        "tests/games/steam_power/test_rules_contracts.py:" in engineshed("rules", "steam-power", "R38", "--where").out
    )


def test_where_answers_in_the_readers_language(engineshed: Run) -> None:
    text = " ".join(engineshed("rules", "steam", "ST-INC-3", "--where", "--language", "de").out.split())
    assert "Im Code (src/engineshed/games/steam) ausgeführt rules/phases/build_turn.py:" in text
    assert "Was aus einem offenen Ende wird" in text


def test_where_says_that_a_rule_only_explains(engineshed: Run) -> None:
    assert "This rule only explains something" in engineshed("rules", "steam-power", "R2", "--where").out


def test_where_lists_no_tests_without_a_checkout(engineshed: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("engineshed.cli.where", "engineshed.lab.whereabouts"):
        monkeypatch.setattr(f"{module}.checkout", lambda: None)
    text = " ".join(engineshed("rules", "steam-power", "R12", "--where").out.split())
    assert "In the code (engineshed/games/steam_power)" in text
    assert "The tests are not installed here" in text
    assert "tests/games" not in text


def test_where_needs_a_rule(engineshed: Run) -> None:
    assert "name the rule, for example R20" in engineshed("rules", "steam-power", "--where").sentence()


# -- tables and examples ----------------------------------------------------------------------------------------------


def test_a_rule_shows_its_tables(engineshed: Run) -> None:
    said = " ".join(engineshed("rules", "planet-steam", "R15", "--language", "de").out.split())
    assert "Start-Rohstoffe (R15) Spieler Credits Quarz Erz Wasser Energie 2 100 0 1 3 3 3 110 0 2 4 2" in said


def test_the_whole_book_has_every_table(engineshed: Run) -> None:
    said = " ".join(engineshed("rules", "steam").out.split())
    words = find_game("steam").speech.words
    for table in find_game("steam").tables():
        assert f"{words.say(table.title)} ({table.rule})" in said


@pytest.mark.parametrize("game_id", game_ids())
def test_a_rule_shows_examples_with_a_board_moves_and_their_results(engineshed: Run, game_id: str) -> None:
    shown = {
        "steam": ("ST-FIN-1", "SC-1  Raising money", "orange: track J7 ne-s"),
        "steam-power": ("R14", "S9  Crossing on a mountain", "blue: cross C3 ne-sw"),
        "planet-steam": ("R73", "More examples", "T12  A yellow supply"),
        "dampf-and-rails": ("R28", "DR-08  Nobody is shut out", "R28: "),
    }[game_id]
    rule, *lines = shown
    said = engineshed("rules", game_id, rule).out
    for line in lines:
        assert line in said


def test_an_example_is_shown_by_its_id(engineshed: Run) -> None:
    said = engineshed("rules", "steam-power", "s9").out
    assert said.lstrip().startswith("S9  Crossing on a mountain")
    assert "blue: cross C3 ne-sw" in said


def test_further_examples_are_named(engineshed: Run) -> None:
    said = engineshed("rules", "planet-steam", "R73").out
    assert "T12  A yellow supply" in said.partition("More examples")[2]


@pytest.mark.parametrize("game_id", game_ids())
@pytest.mark.parametrize("language", list(PLURALS))
def test_every_cell_of_every_table_has_words(game_id: str, language: str) -> None:
    game = find_game(game_id)
    words = game.speech.words_in(language)
    assert game.tables()
    for table in game.tables():
        game.speech.rulebook.rule(table.rule)
        texts = [words.say(table.title), *map(words.say, table.headings)]
        for row in table.rows:
            assert len(row) == len(table.columns), table.id
            texts += [cell_text(cell, words) for cell in row]
        assert not [text for text in texts if not text or "@" in text]


@pytest.mark.parametrize("game_id", game_ids())
def test_no_word_of_the_tables_is_unused(game_id: str) -> None:
    game = find_game(game_id)
    used: set[str] = set()
    for table in game.tables():
        used |= {table.title.id, *(heading.id for heading in table.headings)}
        cells = [cell for row in table.rows for cell in row]
        used |= {cell.id for cell in cells if isinstance(cell, Message)}
        used |= {cell[1:] for cell in cells if isinstance(cell, str) and cell.startswith("@")}
    families = ("table.", "heading.", "entry.")
    assert [key for key in game.speech.words.templates if key.startswith(families) and key not in used] == []
