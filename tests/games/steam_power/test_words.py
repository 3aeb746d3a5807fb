"""All texts of Steam Power in every language: nothing is missing, and nothing is unused."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import pytest

from engineshed.core.errors import UnknownNameError
from engineshed.core.options import choices
from engineshed.core.rulebook import Rule
from engineshed.core.words import Message, check_catalogues
from engineshed.games import steam_power
from engineshed.games.steam_power.boards import drawing
from engineshed.games.steam_power.rules.box import box_of
from engineshed.games.steam_power.rules.components import GOODS
from engineshed.games.steam_power.rules.moves import KINDS, NATURE
from engineshed.games.steam_power.rules.truth import Bonus
from engineshed.games.steam_power.terminal import COLUMNS
from engineshed.rail.faces import WAY_NAMES
from engineshed.rail.hexgrid import EDGES
from tests.games.steam_power.play import GAME, parts, position

FOLDER = Path(steam_power.__file__).parent
TRANSLATIONS = [language for language in GAME.languages if language != "en"]

# -- messages in the code -------------------------------------------------------------------------------------------

PREFIXES = {
    "refuse": "refuse.",
    "tell": "fact.",
    "Message": "",
    "_say": "terminal.",
    "trouble": "trouble.",
    "_why": "why.",
}
"""The functions that make messages, and the prefix that each adds to the id."""

PLACE_OF_ID = {"refuse": 1, "_say": 1}
"""The place of the id among the arguments, where it is not the first."""

TROUBLES = ("Trouble", "BadFileError", "UnreadableMoveError", "bad")
"""The functions that raise such a message with its parameters."""

SENTENCES = ("board", "end", "fact", "refuse", "task", "terminal", "trouble", "why")
"""The families of messages that are whole sentences."""


TABLES = ("table", "heading", "entry")
"""The families of words that the rulebook's tables use."""

SAID_ABOUT_A_GAME = ("account", "best", "explain", "figure", "hint", "luck", "phase", "standing")
"""The families that the contract suite says in every language: cards, hints, totals and reviews."""


class Said(NamedTuple):
    id: str
    params: tuple[str, ...]


def said_in(module: ast.Module) -> Iterator[Said]:
    for function in ast.walk(module):
        if isinstance(function, ast.FunctionDef) and function.name not in PREFIXES:
            raised = {call.args[-1]: call for call in calls_in(function, *TROUBLES)}
            for call in calls_in(function, *PREFIXES):
                name = called(call)
                for message in texts(call.args[PLACE_OF_ID.get(name, 0)], function, module):
                    yield Said(PREFIXES[name] + message, params_of(raised.get(call, call)))


def calls_in(tree: ast.AST, *names: str) -> list[ast.Call]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.Call) and called(node) in names]


def called(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def texts(given: ast.expr, function: ast.FunctionDef, module: ast.Module) -> list[str]:
    """The values that an argument can have: a text, one of two texts, or what callers of this function pass."""
    match given:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.IfExp(body=body, orelse=orelse):
            return [*texts(body, function, module), *texts(orelse, function, module)]
        case ast.Name(id=name):
            place = [argument.arg for argument in function.args.args].index(name)
            callers = calls_in(module, function.name)
            return [text for call in callers for text in texts(call.args[place], function, module)]
    raise AssertionError(f"line {given.lineno}: {ast.unparse(given)} names no message that can be looked up")


def params_of(call: ast.Call) -> tuple[str, ...]:
    """Everything that a sentence can name. Links are only for the page; sentences name the cities that they join."""
    said = [keyword for keyword in call.keywords if keyword.arg != "only" and not is_link(keyword.value)]
    named = [keyword.arg or "**" for keyword in said]
    listed = [ast.literal_eval(key) for arg in call.args if isinstance(arg, ast.Dict) for key in arg.keys if key]
    return tuple(sorted([*named, *listed]))


def is_link(given: ast.expr) -> bool:
    return isinstance(given, ast.Call) and called(given) == "the_link"


ELSEWHERE = ("reference.py", "chronicle.py", "explaining.py", "joins.py", "standing.py")
"""Their words are checked for all games together."""
FILES = [file for file in FOLDER.rglob("*.py") if file.name not in ELSEWHERE]
SAID = sorted({said for file in FILES for said in said_in(ast.parse(file.read_text("utf-8")))})


def test_every_message_in_the_code_has_a_sentence_and_every_sentence_is_used() -> None:
    sentences = [key for key in GAME.speech.words.templates if key.partition(".")[0] in SENTENCES]
    assert sorted({said.id for said in SAID}) == sorted(sentences)


@pytest.mark.parametrize("said", SAID, ids=lambda said: said.id)
def test_a_message_has_the_parameters_of_its_sentence(said: Said) -> None:
    parsed = Formatter().parse(GAME.speech.words.templates[said.id])
    assert sorted({name for _, name, _, _ in parsed if name is not None}) == list(said.params)


# -- single words ---------------------------------------------------------------------------------------------------


def test_everything_with_a_name_has_a_word_and_every_word_is_used() -> None:
    families = {
        "company": GAME.seat_names,
        "good": (*GOODS, "vp"),
        "face": [face.name for stock in box_of(()).stocks for face in stock.faces],
        "shape": [face.name for stock in box_of(()).stocks for face in stock.faces],
        "edge": EDGES,
        "way": WAY_NAMES,
        "part": parts(position(options={"spare_tile_bonus": True})),
        "bonus": [name for name in Bonus.NAMES if name != "none"],
        "kind": [kind.__name__.lower() for kind in KINDS if kind not in NATURE],
        "option-title": GAME.rules.options.__struct_fields__,
        "option": option_keys(),
        "about": ["game", "wins"],
        "keys": ["groups"],
        "changed": [part for part in parts_of_value() if f"changed.{part}" in GAME.speech.words.templates],
        "column": COLUMNS,
        "legend": [*drawing.parts(), "no-track", "links-end", "one-place"],
    }
    wanted = [f"{family}.{name}" for family, names in families.items() for name in names]
    words = [
        key
        for key in GAME.speech.words.templates
        if key.partition(".")[0] not in (*SENTENCES, *TABLES, *SAID_ABOUT_A_GAME)
    ]
    assert sorted(words) == sorted(wanted)


def parts_of_value() -> list[str]:
    """The parts of what a position is worth to the bots; only those that people understand have words."""
    return list(GAME.bots.evaluation()(position())[0].parts)


def option_keys() -> list[str]:
    """Each option, and each of its values that is a word rather than a number or a switch."""
    names = GAME.rules.options.__struct_fields__
    values = [
        f"{name}.{value}" for name in names for value in choices(GAME.rules.options, name) if isinstance(value, str)
    ]
    return [*names, *values]


# -- translations ---------------------------------------------------------------------------------------------------


def numbers(text: str) -> list[str]:
    """All numbers in a sentence, in any order."""
    return sorted(re.findall(r"\d+", text))


@pytest.mark.parametrize("language", GAME.languages)
def test_every_catalogue_of_steam_power_is_complete(language: str) -> None:
    assert GAME.speech.words_in(language).language == language
    assert check_catalogues(GAME.speech.words, GAME.speech.words_in(language)) == []


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_no_number_is_lost_in_translation(language: str) -> None:
    words = GAME.speech.words_in(language)
    for key, template in GAME.speech.words.templates.items():
        assert numbers(words.word(key)) == numbers(template), key


ALIKE = (
    "good.orange",
    "heading.money",
    "entry.list",
    *(f"explain.{key}" for key in ("hex", "city", "company", "ground")),
)
"""The same in every language."""


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_every_sentence_is_translated(language: str) -> None:
    words = GAME.speech.words_in(language)
    for key in GAME.speech.words.templates:
        if key not in ALIKE:
            assert words.word(key) != GAME.speech.words.word(key), key


@pytest.mark.parametrize(
    ("language", "goods", "said"),
    [
        ("en", 1, "1 black good from the bank for $5"),
        ("en", 2, "2 black goods from the bank for $5"),
        ("de", 1, "1 schwarze Ressource von der Bank für $5"),
        ("de", 2, "2 schwarze Ressourcen von der Bank für $5"),
        ("pl", 1, "1 zasób w kolorze czarnym z banku za $5"),
        ("pl", 2, "2 zasoby w kolorze czarnym z banku za $5"),
        ("pl", 5, "5 zasobów w kolorze czarnym z banku za $5"),
        ("pl", 12, "12 zasobów w kolorze czarnym z banku za $5"),
        ("pl", 22, "22 zasoby w kolorze czarnym z banku za $5"),
    ],
)
def test_plural_forms_agree_with_their_numbers(language: str, goods: int, said: str) -> None:
    message = Message("fact.bought", {"goods": goods, "good": "@good.black", "price": 5})
    assert GAME.speech.words_in(language).say(message) == said


def test_catalogues_and_rulebooks_are_read_once() -> None:
    assert GAME.speech.words_in("en") is GAME.speech.words
    assert GAME.speech.rulebook_in("en") is GAME.speech.rulebook
    assert GAME.speech.words_in("pl") is GAME.speech.words_in("pl")
    assert GAME.speech.rulebook_in("pl") is GAME.speech.rulebook_in("pl")


def test_an_unknown_language_is_refused_with_a_list_of_known_ones() -> None:
    for ask in (GAME.speech.words_in, GAME.speech.rulebook_in):
        with pytest.raises(UnknownNameError, match="there is no language 'fr'; choose from en, de, pl"):
            ask("fr")


# -- the rulebook ---------------------------------------------------------------------------------------------------


def pairs(language: str) -> list[tuple[Rule, Rule]]:
    return list(zip(GAME.speech.rulebook.rules, GAME.speech.rulebook_in(language).rules, strict=True))


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_every_translated_rule_has_the_same_basis_and_numbers(language: str) -> None:
    assert GAME.speech.rulebook_in(language).language == language
    for english, other in pairs(language):
        assert (other.id, other.section, other.basis) == (english.id, english.section, english.basis)
        for mine, theirs in ((english.title, other.title), (english.text, other.text), (english.where, other.where)):
            assert mine != theirs, english.id
            assert numbers(mine) == numbers(theirs), english.id


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_every_section_title_is_translated(language: str) -> None:
    for english, other in zip(GAME.speech.rulebook.sections, GAME.speech.rulebook_in(language).sections, strict=True):
        assert other.id == english.id
        assert other.title != english.title


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_rules_stay_short_in_every_language(language: str) -> None:
    """At most two sentences, so that a refusal can quote the rule. The dot in "den 14. Auftrag" does not end one."""
    for _, rule in pairs(language):
        assert rule.text.endswith("."), rule.id
        assert len(re.findall(r"(?<!\d)[.](?: |$)", rule.text)) <= 2, rule.id
        assert len(rule.title) <= 32, rule.id
