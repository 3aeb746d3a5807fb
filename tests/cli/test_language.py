"""The command line in the reader's language: how the language is chosen, and whether anything is left in English."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from cyclopts import App
from rich.console import Group

from engineshed.cli import program
from engineshed.cli.language import environment_language, take_language
from engineshed.cli.phrases import Mistake, Phrases, command_words, game_language
from engineshed.cli.usage import parameter_key, usage_words
from engineshed.core.errors import Trouble, UnknownNameError
from engineshed.core.registry import find_game
from engineshed.core.words import ENGLISH, PLURALS, check_catalogues
from engineshed.games.steam_power.terminal import SteamPowerLook
from engineshed.terminal.look import Look
from tests.cli.conftest import Run

OTHERS = [language for language in PLURALS if language != ENGLISH]
DUEL = ("play", "steam-power", "--seats", "2", "--bots", "random", "--seed", "s", "--option", "start_player=red")

TELLTALE = re.compile(
    r"""(?<![\w/-])(
    after | all | allowed | and | are | been | before | but | cannot | choose | costs | dealt | decides | each |
    every | first | for | from | given | goes | has | have | its | last | left | legal | length | less | longest |
    missing | not | of | or | out | over | own | rank | replayed | rounds | score | seat | seats | seed | share |
    shortest | shown | taken | takes | than | that | the | their | them | then | there | they | this | through | total |
    turn | until | values | wins | with | without | you | your)(?![\w/=-])""",
    re.VERBOSE | re.IGNORECASE,
)
"""English words that German and Polish do not have. Names of options and games do not count: people type them."""


def english_words(text: str) -> list[str]:
    return sorted(set(TELLTALE.findall(text)))


# -- which language -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "pl"}, "pl"),
        ({"LANG": "pl.UTF-8"}, "pl"),
        ({"LANG": "de_DE@euro"}, "de"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "pl_PL.UTF-8"}, "pl"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "pl_PL.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": ""}, "de"),
    ],
)
def test_the_environment_names_a_language(environment: dict[str, str], language: str) -> None:
    assert environment_language(environment) == language


@pytest.mark.parametrize(
    ("typed", "language", "rest"),
    [
        (["games"], "pl", ["games"]),
        (["games", "--language", "de"], "de", ["games"]),
        (["--language", "de", "games", "--json"], "de", ["games", "--json"]),
        (["games", "--language=de", "--json"], "de", ["games", "--json"]),
        (["games", "--language"], "pl", ["games", "--language"]),
        (["verify", "--", "--language", "de"], "pl", ["verify", "--", "--language", "de"]),
    ],
)
def test_the_command_line_names_a_language(typed: list[str], language: str, rest: list[str]) -> None:
    assert take_language(typed, "pl") == (language, rest)


def test_the_language_option_takes_precedence_over_lang(engineshed: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Refused" in engineshed(*DUEL, typed="track H2 n-s\n").out
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert "Verboten durch R15" in engineshed(*DUEL, typed="track H2 n-s\n").out
    assert "Zabrania tego zasada R15" in engineshed(*DUEL, "--language", "pl", typed="track H2 n-s\n").out
    assert "Zabrania tego zasada R15" in engineshed("--language", "pl", *DUEL, typed="track H2 n-s\n").out


def test_an_unknown_language_is_refused_with_a_list_of_known_ones(
    engineshed: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "there is no language 'fr'; choose from en, de, pl" in engineshed("games", "--language", "fr").sentence()
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert "es gibt keine Sprache „fr“; zur Wahl: en, de, pl" in engineshed("games", "--language", "fr").sentence()
    assert "--language braucht einen Wert" in engineshed("games", "--language").sentence()
    assert "zweimal" in engineshed("games", "--language", "de", "--language", "pl").sentence()


def test_a_game_that_lacks_the_language_is_shown_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("steam-power")
    assert game_language(game, "pl") == "pl"
    monkeypatch.setattr(game.speech, "languages", ["en", "de"])
    assert game_language(game, "pl") == "en"
    with pytest.raises(UnknownNameError):
        game_language(game, "fr")


# -- at the table ---------------------------------------------------------------------------------------------------


@pytest.fixture
def empty_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards are drawn by the games' terminal modules, which have their own tests."""
    monkeypatch.setattr(SteamPowerLook, "table", lambda *_: Group())
    monkeypatch.setattr(SteamPowerLook, "own", lambda *_: Group())
    monkeypatch.setattr(SteamPowerLook, "seat", Look.seat)
    monkeypatch.setattr(SteamPowerLook, "task", Look.task)


LINES = [
    *(
        "track H2 n-s",
        "why money",
        "why track N2 n-se",
        "?",
        "moves money",
        "moves deliver",
        "rule R15",
        "log",
        "score",
        "save",
    ),
    *("track H7 n-s", "undo", "track H7 n-s", "restart", *["money"] * 6, "board"),
]


@pytest.mark.usefixtures("empty_board")
@pytest.mark.parametrize("language", OTHERS)
def test_a_short_game_is_shown_without_an_english_word(engineshed: Run, tmp_path: Path, language: str) -> None:
    file = tmp_path / "x.json"
    outcome = engineshed(*DUEL, "--language", language, typed="\n".join([*LINES, f"save {file}", "quit"]) + "\n")
    assert (outcome.code, outcome.err) == (0, "")
    shown = outcome.out.replace(str(file), "").replace("score", "")  # the command; elsewhere it is a heading
    assert english_words(shown) == []
    assert json.loads(file.read_text())["players"] == ["human", "random"]


@pytest.mark.usefixtures("empty_board")
@pytest.mark.parametrize("language", OTHERS)
def test_the_end_of_a_game_is_shown_without_an_english_word(engineshed: Run, tmp_path: Path, language: str) -> None:
    solo = ("play", "steam-power", "--seats", "1", "--seed", "s", "--language", language)
    file = tmp_path / "x.json"
    outcome = engineshed(*solo, typed="money\n" * 80 + f"undo\nmoves\nsave {file}\n")
    assert english_words(outcome.out.replace(str(file), "")) == []
    for command in (("replay", file, "--at", "30"), ("verify", file), ("verify", tmp_path / "nowhere.json")):
        shown = engineshed(*command, "--language", language)
        assert english_words((shown.out + shown.err).replace(str(tmp_path), "")) == []


@pytest.mark.parametrize(
    ("language", "typed", "said"),
    [
        ("de", "warum money", "Das ist erlaubt."),
        ("de", "Hilfe", "Es geht auch auf Deutsch: hilfe, aktionen, warum"),
        ("de", "why money", "Das ist erlaubt."),
        ("de", "speichern", "save braucht den Namen einer Datei"),
        ("de", "ende", "Auf Wiedersehen."),
        ("pl", "dlaczego money", "To jest dozwolone."),
        ("pl", "koniec", "Do widzenia."),
        ("pl", "zasada R15", "R15"),
    ],
)
def test_commands_at_the_table_have_names_in_the_readers_language(
    engineshed: Run, language: str, typed: str, said: str
) -> None:
    outcome = engineshed(*DUEL, "--language", language, typed=f"{typed}\n")
    assert said in outcome.out.rpartition(f"> {typed}\n")[2]


@pytest.mark.parametrize("language", PLURALS)
def test_no_command_at_the_table_is_also_a_move(language: str) -> None:
    commands = {text for key, text in command_words(language).templates.items() if key.startswith("command.")}
    assert len(commands) == 17
    for game in map(find_game, ("steam", "steam-power", "planet-steam", "dampf-and-rails")):
        assert commands.isdisjoint(kind.__struct_config__.tag for kind in game.rules.moves)


def test_a_seat_is_found_by_its_colour_in_either_language(engineshed: Run) -> None:
    command = ("play", "steam-power", "--bots", "random", "--language", "de", "--seat")
    for colour in ("green", "grün", "Grün", "3"):
        assert "rot random, blau random, grün Mensch" in engineshed(*command, colour).out
    assert "es gibt keinen Platz „rosa“" in engineshed(*command, "rosa").sentence()


# -- everything else ------------------------------------------------------------------------------------------------

COMMANDS = [
    ("games",),
    ("simulate", "steam-power", "--seats", "2", "--games", "2", "--jobs", "1", "--bots", "random", "--limit", "30"),
    ("map", "draw", "ireland"),
    ("simulat",),
    ("simulate",),
    ("simulate", "steam-power", "--games", "x"),
    ("simulate", "steam-power", "--games", "0"),
    ("simulate", "steam-power", "--gmes", "3"),
    ("simulate", "steam-powr"),
    ("simulate", "steam-power", "--bots", "radom"),
    ("simulate", "steam-power", "--bots", ","),
    ("play",),
    ("play", "steam-power", "--humans", "9"),
    ("play", "--resume", "nowhere.json"),
    ("replay", "a", "b"),
    ("verify",),
    ("map", "check", "nowhere", "nowhere.toml"),
    ("map", "check", "."),
    ("scenario", "."),
    ("bench", "--seconds", "0"),
    ("rules", "steam-power", "R999"),
]


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_commands_and_mistakes_are_answered_without_an_english_word(
    engineshed: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: Sequence[str], language: str
) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = engineshed(*command, "--language", language)
    assert outcome.out or outcome.err
    assert english_words(outcome.out + outcome.err) == []


def test_numbers_are_written_as_is_usual_in_each_language() -> None:
    assert [Phrases(language).number(1234.5, 1) for language in PLURALS] == ["1,234.5", "1.234,5", "1\xa0234,5"]
    assert [Phrases(language).percent(0.5) for language in PLURALS] == ["50.0%", "50,0 %", "50,0%"]


# -- the catalogues -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", PLURALS)
def test_every_sentence_exists_in_every_language(language: str) -> None:
    assert check_catalogues(command_words(ENGLISH), command_words(language)) == []


def test_help_and_errors_have_the_same_ids_in_both_other_languages() -> None:
    assert check_catalogues(usage_words("de"), usage_words("pl")) == []


def commands(app: App, path: tuple[str, ...] = ()) -> Iterator[tuple[str, App]]:
    """This command and all its subcommands, each with its path."""
    yield " ".join(path), app
    for name in app:
        if not name.startswith("-"):
            yield from commands(app[name], (*path, name))


@pytest.mark.parametrize("language", OTHERS)
def test_every_command_and_parameter_is_described(language: str) -> None:
    words, used = usage_words(language), {"about.help", "about.version"}
    for path, app in commands(program(ENGLISH)):
        used.add(f"about.{path or 'engineshed'}")
        arguments = app.assemble_argument_collection(parse_docstring=True) if app.default_command else ()
        names = [(argument.name.lstrip("-").lower(), argument.parameter.help) for argument in arguments]
        assert all(english for _, english in names), path
        assert not names or "language" in dict(names), path
        used |= {parameter_key(words, path, name) for name, _ in names}
    there = {key for key in words.templates if key.startswith(("about.", "parameter."))}
    assert used == there


@pytest.mark.parametrize("language", OTHERS)
def test_help_is_printed_in_the_chosen_language(engineshed: Run, language: str) -> None:
    words = usage_words(language)
    for path, _ in commands(program(ENGLISH)):
        outcome = engineshed(*path.split(), "--help", "--language", language)
        assert (outcome.code, outcome.err) == (0, "")
        output = " ".join(re.sub(r"[│╭╮╰╯─]", " ", outcome.out).split())
        about = words.word(f"about.{path or 'engineshed'}").partition("\n")[0]
        assert outcome.out.startswith(words.word("label.usage"))
        assert " ".join(about.split()) in output
        assert english_words(output) == [], path


def test_a_mistake_on_the_command_line_is_explained_in_the_readers_language() -> None:
    trouble: Trouble = Mistake("no-map", name="germani")
    assert trouble.told("de") == "es gibt keine Karte und keine Kartendatei „germani“"
    assert str(trouble) == "there is no map or map file 'germani'"
